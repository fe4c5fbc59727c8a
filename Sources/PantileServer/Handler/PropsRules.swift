internal import PantileCore
public import PantileJSON

/// Why props are not sent to a device.
public enum PropsFault: Error, Sendable, Equatable {
  /// The text is no JSON, or cannot be written canonically.
  case json(JSONError)
  /// The text is JSON, but no object.
  case noObject
  /// The text is longer than a device takes.
  case tooLong(byteCount: Int)
  /// The object is a payload: it has a whole `v`, and this member.
  case payloadShaped(member: String)

  /// The fault in a line.
  public var message: String {
    switch self {
    case .json(let error): "byte \(error.offset): \(error.code.message)"
    case .noObject: "props must be a JSON object"
    case .tooLong(let count):
      "\(count) bytes, where a device takes \(PropsRules.largest)"
    case .payloadShaped(let member):
      "the object has the shape of a payload (\"v\" and \"\(member)\"), where the widget's entry "
        + "wants its props"
    }
  }
}

/// What props must be before a device gets them.
///
/// Props are an object of at most 262,144 bytes whose numbers are finite, without duplicate keys,
/// and they are no payload: a device would render an entry with a picture for its data.
public enum PropsRules {
  /// The longest text, in bytes.
  public static let largest = 262_144

  /// Checks props, and gives the hash of their canonical form.
  ///
  /// - Parameters:
  ///   - props: JSON text.
  ///   - document: Is left with the props.
  ///   - writer: Writes the canonical form.
  @discardableResult
  public static func check(
    _ props: RawSpan, _ document: inout JSONDocument, _ writer: inout CanonicalWriter
  ) throws(PropsFault) -> ContentHash {
    guard props.byteCount <= largest else { throw .tooLong(byteCount: props.byteCount) }
    do throws(JSONError) {
      try document.parse(props, options: JSONReadOptions(duplicates: .refuse))
    } catch {
      throw .json(error)
    }
    guard case .object = document.value(at: document.root) else { throw .noObject }
    if let member = payloadMember(document) { throw .payloadShaped(member: member) }
    do throws(JSONError) { return try writer.hash(document) } catch { throw .json(error) }
  }

  /// Checks props.
  public static func check(_ props: [UInt8]) throws(PropsFault) {
    var buffer = ByteBuffer(capacity: props.count)
    buffer.append(props.span)
    var document = JSONDocument(capacity: props.count)
    var writer = CanonicalWriter()
    var fault: PropsFault?
    buffer.withBytes { bytes in
      do throws(PropsFault) { try check(bytes, &document, &writer) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  /// The member that makes an object a payload, as a device's decoder sees it (D8): beside a whole
  /// number `v`, one of `variants`, `e` and `s`, or a family that holds a node.
  private static func payloadMember(_ document: borrowing JSONDocument) -> String? {
    guard let version = document.member("v", of: document.root),
      case .number(let number) = document.value(at: version), number == number.rounded()
    else { return nil }
    for key: StaticString in ["variants", "e", "s"]
    where document.member(key, of: document.root) != nil {
      return key.description
    }
    for family in Family.allCases {
      if let value = document.member(family.name, of: document.root), isNode(document, value) {
        return family.name.description
      }
    }
    return nil
  }

  /// Whether a device shows something for a value: text, an element, or an array that holds one.
  private static func isNode(_ document: borrowing JSONDocument, _ start: JSONNode) -> Bool {
    // Arrays are walked flat: whatever they hold lies behind them on the tape.
    var node = start
    let end = document.next(after: start)
    while node != end {
      switch document.value(at: node) {
      case .string, .number, .bool: return true
      case .object:
        if isElement(document, node) { return true }
        node = document.next(after: node)
      case .array: node = document.first(in: node)
      case .null: node = document.next(after: node)
      }
    }
    return false
  }

  private static func isElement(_ document: borrowing JSONDocument, _ node: JSONNode) -> Bool {
    for key: StaticString in ["$r", "t"] {
      if let value = document.member(key, of: node),
        case .number(let number) = document.value(at: value), number == number.rounded()
      {
        return true
      }
    }
    return false
  }
}
