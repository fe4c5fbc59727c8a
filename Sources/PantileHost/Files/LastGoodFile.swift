internal import Glibc
internal import PantileJSON
public import PantileRender

/// A last good value in a file of its own, `last-good` in a folder.
///
/// The value is replaced whole: a process that is killed at any instant, or a machine that loses
/// power, leaves the old value or the new one. Drafts of processes that died are removed when the
/// file is opened. Several processes may use one folder; the last to save wins.
///
/// The file is a header of four lines and an empty one, then props and payload as they are:
///
///     pantile last-good 1
///     hash 2d06800538d394c2b2b1e0b1b0f5b8a3     XXH3-128 of all bytes behind this line
///     props 11
///     payload 57
///
///     {"temp":21}{"v":1,…
public final class LastGoodFile: LastGoodStore {
  /// The largest file that is read or written, in bytes.
  public static let largest = 64 << 20

  /// The path of the file, for messages.
  public let path: String
  private let folder: SlotFolder

  private static let name = "last-good"

  /// Opens the folder of a slot; it is made where it is missing, but not the folders above it.
  ///
  /// - Throws: `LastGoodError` when the folder cannot be used.
  public convenience init(folder path: String) throws(LastGoodError) {
    try self.init(folder: path, calls: SystemCalls())
  }

  init(folder path: String, calls: SystemCalls) throws(LastGoodError) {
    self.path = path.utf8.last == UInt8(ascii: "/") ? path + Self.name : "\(path)/\(Self.name)"
    do throws(SystemError) {
      folder = try SlotFolder(path, calls: calls)
      try folder.removeDrafts(of: Self.name)
    } catch {
      throw LastGoodError(.unavailable, "cannot open '\(path)': \(error.text)")
    }
  }

  public func load() throws(LastGoodError) -> LastGoodValue? {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try folder.read(Self.name, limit: Self.largest)
    } catch {
      let isOther = error.number == EISDIR || error.number == EFBIG
      throw LastGoodError(
        isOther ? .damaged : .unavailable, "cannot read '\(path)': \(error.text)")
    }
    guard let bytes else { return nil }
    guard let value = LastGoodText.value(of: bytes) else {
      throw LastGoodError(.damaged, "'\(path)' is damaged")
    }
    return value
  }

  public func save(_ value: LastGoodValue) throws(LastGoodError) {
    let header = LastGoodText.header(of: value)
    do throws(SystemError) {
      guard header.count + value.props.count + value.payload.count <= Self.largest else {
        throw SystemError(number: EFBIG, call: "write")
      }
      try folder.replace(Self.name, with: [header, value.props, value.payload])
    } catch {
      throw LastGoodError(.unavailable, "cannot write '\(path)': \(error.text)")
    }
  }
}

/// The bytes of the file.
enum LastGoodText {
  private static let title = Array("pantile last-good 1\nhash ".utf8)

  /// What stands before the props.
  static func header(of value: LastGoodValue) -> [UInt8] {
    let lengths = Array("props \(value.props.count)\npayload \(value.payload.count)\n\n".utf8)
    var hasher = ContentHasher()
    for part in [lengths, value.props, value.payload] { hasher.combine(part) }
    return title + Array(hasher.hash.description.utf8) + [0x0a] + lengths
  }

  /// The value in the bytes of a file; nil where they are not exactly what ``header(of:)`` and the
  /// value make.
  static func value(of bytes: [UInt8]) -> LastGoodValue? {
    var reader = bytes[...]
    guard reader.starts(with: title) else { return nil }
    reader = reader.dropFirst(title.count)
    let hash = Array(reader.prefix(32))
    reader = reader.dropFirst(32)
    guard take("\n", &reader) else { return nil }
    let hashed = reader
    guard take("props ", &reader), let propsCount = number(&reader),
      take("\npayload ", &reader), let payloadCount = number(&reader), take("\n\n", &reader),
      reader.count == propsCount + payloadCount
    else { return nil }
    var hasher = ContentHasher()
    hasher.combine(Array(hashed))
    guard Array(hasher.hash.description.utf8) == hash else { return nil }
    return LastGoodValue(
      props: Array(reader.prefix(propsCount)), payload: Array(reader.dropFirst(propsCount)))
  }

  private static func take(_ text: String, _ reader: inout ArraySlice<UInt8>) -> Bool {
    guard reader.starts(with: text.utf8) else { return false }
    reader = reader.dropFirst(text.utf8.count)
    return true
  }

  /// A number of at most nine digits.
  private static func number(_ reader: inout ArraySlice<UInt8>) -> Int? {
    let digits = reader.prefix { (0x30...0x39).contains($0) }
    guard (1...9).contains(digits.count) else { return nil }
    reader = reader.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension ContentHasher {
  fileprivate mutating func combine(_ bytes: [UInt8]) {
    // Safe: bytes have no padding.
    unsafe combine(bytes.span.bytes)
  }
}
