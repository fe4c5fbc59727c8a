internal import CPantile
internal import PantileJSON
internal import PantileServer
internal import Synchronization

/// What a callback appends to; other threads cannot harm it.
final class CallbackOutput: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isTooLong = false
  }

  private let state = Mutex(State())

  func append(_ bytes: [UInt8]) throws(CallFailure) {
    let fits = state.withLock { state in
      state.isTooLong = state.isTooLong || state.bytes.count + bytes.count > PropsRules.largest
      if !state.isTooLong { state.bytes += bytes }
      return !state.isTooLong
    }
    guard fits else { throw refusal }
  }

  /// Notes bytes that are too many by themselves.
  func fail() { state.withLock { $0.isTooLong = true } }

  private var refusal: CallFailure {
    CallFailure(CallFailure.limit, "the output has more than \(PropsRules.largest) bytes")
  }

  func take() throws(CallFailure) -> [UInt8] {
    let (bytes, isTooLong) = state.withLock { ($0.bytes, $0.isTooLong) }
    if isTooLong { throw refusal }
    return bytes
  }
}

/// A function of a C caller that gives content.
///
/// The caller promises that it can be called from any thread, with its context.
@safe
struct ContentCallback: @unchecked Sendable {
  private let function:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<pantile_widget_request>?, OpaquePointer?
    ) -> Int32
  private let context: UnsafeMutableRawPointer?

  init?(_ widget: pantile_widget) {
    guard let function = unsafe widget.content else { return nil }
    unsafe self.function = unsafe function
    unsafe context = unsafe widget.context
  }

  /// The content for a request; nil where there is none.
  func content(_ request: borrowing RenderContext) throws(CallFailure) -> [UInt8]? {
    let output = CallbackOutput()
    let handle = unsafe HandleTable.shared.insert(.output(output))
    defer {
      unsafe HandleTable.shared.remove(handle) { if case .output = $0 { true } else { false } }
    }
    let code = unsafe call(request, handle)
    switch Int(code) {
    case PANTILE_CONTENT: return try output.take()
    case PANTILE_NOTHING: return nil
    case PANTILE_FAILED: throw CallFailure(CallFailure.refused, "the callback failed")
    default: throw CallFailure(CallFailure.refused, "the callback gave \(code)")
    }
  }

  private func call(_ request: borrowing RenderContext, _ output: OpaquePointer?) -> Int32 {
    var texts = CallTexts()
    let id = texts.add(request.widgetID)
    let platform = texts.add(request.platform.rawValue)
    let instance = request.instance.map { texts.add($0) }
    let configuration = texts.add(Self.json(request.configuration))
    let token = request.token.map { texts.add($0) }
    let body = request.body ?? []
    return unsafe texts.bytes.withUnsafeBytes { all in
      unsafe body.withUnsafeBytes { body in
        // Safe: the offsets lie within the texts, each of which ends with NUL, and all lives across
        // the call.
        let text = { (offset: Int) in
          unsafe all.baseAddress.map { unsafe ($0 + offset).assumingMemoryBound(to: CChar.self) }
        }
        var told = unsafe pantile_widget_request()
        unsafe told.size = MemoryLayout<pantile_widget_request>.size
        unsafe told.widget_id = text(id)
        unsafe told.platform = text(platform)
        unsafe told.instance = instance.flatMap { unsafe text($0) }
        unsafe told.configuration = text(configuration)
        unsafe told.token = token.flatMap { unsafe text($0) }
        unsafe told.body = body.isEmpty ? nil : body.baseAddress
        unsafe told.body_length = body.count
        return unsafe function(context, &told, output)
      }
    }
  }

  private static func json(_ values: [String: String]) -> String {
    var text = ByteBuffer()
    text.append("{")
    for (index, value) in values.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { text.append(",") }
      text.append(jsonString: value.key)
      text.append(":")
      text.append(jsonString: value.value)
    }
    text.append("}")
    return text.text()
  }
}

/// Texts one behind the other, each with a NUL behind it.
struct CallTexts {
  private(set) var bytes: [UInt8] = []

  /// Adds a text and gives its place; a NUL in it ends it early.
  mutating func add(_ text: String) -> Int {
    let start = bytes.count
    bytes += text.utf8
    bytes.append(0)
    return start
  }
}
