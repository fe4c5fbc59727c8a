public import CPantile
internal import Glibc
internal import PantileServer

extension EmbeddedServer {
  /// The widgets of one server.
  private static let widgetLimit = 4_096

  /// Makes a server as a C caller's options say.
  convenience init(_ options: UnsafePointer<pantile_server_options>?) throws(CallFailure) {
    let members = unsafe try CallInput.members(options, pantile_server_options(), "options")
    var settings = WidgetServer.Settings()
    if unsafe members.cache_bytes != 0 {
      settings.cacheByteCount = try CallInput.bound(unsafe members.cache_bytes, "cache_bytes")
    }
    let digests = unsafe try CallInput.texts(
      members.token_digests, members.token_digest_count, "token_digests", limit: 65_536)
    if let digests { settings.tokens = .digests(try Self.digests(digests)) }
    if let line = unsafe ReportCallback(members) { settings.report = { line.call($0) } }
    self.init(unsafe try Self.widgets(members), settings: settings)
  }

  private static func digests(_ texts: [String]) throws(CallFailure) -> [TokenDigest] {
    var digests: [TokenDigest] = []
    for text in texts {
      guard let digest = TokenDigest(hexadecimal: text) else {
        throw .invalid("a token digest is no SHA-256 of 64 hexadecimal digits")
      }
      digests.append(digest)
    }
    return digests
  }

  private static func widgets(
    _ members: pantile_server_options
  ) throws(CallFailure) -> [EmbeddedWidget] {
    let count = unsafe members.widget_count
    guard count > 0, count <= widgetLimit, let list = unsafe members.widgets else {
      throw .invalid("a server needs 1 to \(widgetLimit) widgets")
    }
    try ThreadStack.checkTrial()
    var widgets: [EmbeddedWidget] = []
    for index in 0..<count {
      // Safe: the caller lends `count` addresses.
      guard let widget = unsafe list[index] else { throw .invalid("widget \(index) is NULL") }
      let made = unsafe try EmbeddedWidget(
        CallInput.members(widget, pantile_widget(), "a widget"))
      guard !widgets.contains(where: { $0.id == made.id }) else {
        throw .invalid("two widgets have the id '\(made.id)'")
      }
      widgets.append(made)
    }
    return widgets
  }
}

/// A function of a C caller that takes lines; it can be called from any thread.
@safe
private struct ReportCallback: @unchecked Sendable {
  private let function: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void
  private let context: UnsafeMutableRawPointer?

  init?(_ options: pantile_server_options) {
    guard let function = unsafe options.report else { return nil }
    unsafe self.function = unsafe function
    unsafe context = unsafe options.report_context
  }

  func call(_ line: String) {
    // Safe: the line ends with NUL during the call.
    unsafe line.withCString { unsafe function(context, $0) }
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_server_create(
  _ options: UnsafePointer<pantile_server_options>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pantile_error>?
) -> pantile_status {
  unsafe Call.run(error) { () throws(CallFailure) in
    guard let result = unsafe result else { throw .invalid("result is NULL") }
    // Safe: the caller lends the place of a pointer.
    unsafe result.initialize(to: nil)
    let server = unsafe try EmbeddedServer(options)
    unsafe result.pointee = HandleTable.shared.insert(.server(server))
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_server_free(_ handle: OpaquePointer?) {
  unsafe HandleTable.shared.remove(handle) { if case .server = $0 { true } else { false } }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_publish(
  _ handle: OpaquePointer?, _ widgetID: UnsafePointer<CChar>?, _ instance: UnsafePointer<CChar>?,
  _ props: UnsafeRawPointer?, _ propsLength: Int, _ error: UnsafeMutablePointer<pantile_error>?
) -> pantile_status {
  unsafe Call.run(error) { () throws(CallFailure) in
    let server = unsafe try HandleTable.shared.server(handle)
    let id = unsafe try CallInput.neededText(widgetID, "widget_id", limit: 128)
    let instance = unsafe try CallInput.text(instance, "instance", limit: 64)
    let bytes = unsafe try CallInput.bytes(props, propsLength, "props", limit: PropsRules.largest)
    try server.publish(bytes, id: id, instance: instance)
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_output_append(
  _ output: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int
) -> pantile_status {
  unsafe Call.run(nil) { () throws(CallFailure) in
    let output = unsafe try HandleTable.shared.output(output)
    guard length >= 0, length <= PropsRules.largest else {
      output.fail()
      throw CallFailure(CallFailure.limit, "too many bytes")
    }
    try output.append(unsafe try CallInput.bytes(data, length, "data", limit: PropsRules.largest))
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_handle(
  _ handle: OpaquePointer?, _ request: UnsafePointer<pantile_request>?,
  _ response: UnsafeMutablePointer<pantile_response>?,
  _ error: UnsafeMutablePointer<pantile_error>?
) -> pantile_status {
  unsafe Call.run(error) { () throws(CallFailure) in
    guard let response = unsafe response else { throw .invalid("response is NULL") }
    // Safe: the caller lends a whole struct.
    unsafe response.initialize(to: pantile_response())
    let server = unsafe try HandleTable.shared.server(handle)
    guard unsafe request != nil else { throw .invalid("request is NULL") }
    let members = unsafe try CallInput.members(request, pantile_request(), "request")
    var asked = HTTPRequest()
    var made = HTTPResponse()
    if let refusal = unsafe try CallRequest.read(members, into: &asked) {
      made.refuse(refusal)
    } else {
      try server.answer(asked, &made)
    }
    unsafe try CallResponse.fill(response, made)
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_response_free(_ response: UnsafeMutablePointer<pantile_response>?) {
  // Safe: the block is what malloc gave, or NULL; it is forgotten at once.
  unsafe free(response?.pointee.storage)
  unsafe response?.initialize(to: pantile_response())
}
