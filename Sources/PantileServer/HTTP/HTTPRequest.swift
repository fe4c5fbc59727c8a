internal import PantileJSON

/// A part of a request: a range of its bytes.
@frozen
public struct HTTPPart: Equatable, Sendable {
  /// Where the part begins.
  public var start: Int
  /// The length in bytes.
  public var byteCount: Int

  /// Creates a part; an empty one without arguments.
  @inlinable
  public init(start: Int = 0, byteCount: Int = 0) {
    self.start = start
    self.byteCount = byteCount
  }

  /// Whether the part has no bytes.
  @inlinable public var isEmpty: Bool { byteCount == 0 }

  /// The index behind the last byte.
  @inlinable public var end: Int { start + byteCount }
}

/// A request as a value: no socket is near it.
///
/// All bytes lie in one block that a connection keeps. A transport resets the request, appends the
/// pieces as its parser meets them, and lends it to a ``Handler``. A warm request allocates nothing.
///
///     request.reset()
///     request.append(method: "GET")
///     request.append(target: "/w?widgetId=weather&platform=ios")
///     request.append(fieldName: "Host")
///     request.append(fieldValue: "example.com")
///
/// Pieces of one part follow each other; a field's name begins a new field when the piece before it
/// was part of a value, or after ``endField()``. Limits are the transport's (``HTTPLimits``).
public struct HTTPRequest: ~Copyable {
  private var bytes: ByteBuffer
  private var fields: ContiguousArray<Field>
  private var isInName = false

  /// The method, such as `GET`.
  public private(set) var method = HTTPPart()
  /// The request target as it was sent.
  public private(set) var target = HTTPPart()
  /// The body without its transfer coding.
  public private(set) var body = HTTPPart()
  /// When the request was complete, in milliseconds since 1970; the transport sets it.
  public var receivedAt: Int64 = 0

  private struct Field {
    var name = HTTPPart()
    var value = HTTPPart()
  }

  /// Creates an empty request with room for `capacity` bytes.
  public init(capacity: Int = 1_024) {
    bytes = ByteBuffer(capacity: capacity)
    fields = []
    fields.reserveCapacity(16)
  }

  /// Forgets everything; the memory is kept.
  public mutating func reset() {
    bytes.removeAll()
    fields.removeAll(keepingCapacity: true)
    isInName = false
    method = HTTPPart()
    target = HTTPPart()
    body = HTTPPart()
    receivedAt = 0
  }

  /// Forgets everything, and gives memory back when the block is larger than `byteCount` bytes.
  public mutating func reset(keeping byteCount: Int) {
    reset()
    if bytes.capacity > byteCount { bytes = ByteBuffer(capacity: byteCount) }
    if fields.capacity > 64 {
      fields = []
      fields.reserveCapacity(16)
    }
  }
}

// MARK: - Pieces

extension HTTPRequest {
  /// Takes a piece of the method.
  public mutating func append(method piece: RawSpan) { Self.append(piece, to: &method, &bytes) }

  /// Takes a piece of the target.
  public mutating func append(target piece: RawSpan) { Self.append(piece, to: &target, &bytes) }

  /// Takes a piece of a field's name.
  public mutating func append(fieldName piece: RawSpan) {
    if !isInName {
      fields.append(Field())
      isInName = true
    }
    Self.append(piece, to: &fields[fields.count - 1].name, &bytes)
  }

  /// Takes a piece of the value of the field that was named last; it may be empty.
  public mutating func append(fieldValue piece: RawSpan) {
    guard !fields.isEmpty else { return }
    isInName = false
    Self.append(piece, to: &fields[fields.count - 1].value, &bytes)
  }

  /// Ends a field, so that the next name begins another even if the value was empty.
  public mutating func endField() { isInName = false }

  /// Takes a piece of the body.
  public mutating func append(body piece: RawSpan) { Self.append(piece, to: &body, &bytes) }

  private static func append(
    _ piece: RawSpan, to part: inout HTTPPart, _ bytes: inout ByteBuffer
  ) {
    if part.isEmpty { part.start = bytes.count }
    precondition(part.end == bytes.count, "pieces of one part of a request follow each other")
    bytes.append(piece)
    part.byteCount += piece.byteCount
  }
}

// MARK: - Reading

extension HTTPRequest {
  /// The number of bytes of all parts so far.
  public var byteCount: Int { bytes.count }

  /// The number of fields.
  public var fieldCount: Int { fields.count }

  /// The name of a field as it was sent.
  public func fieldName(at index: Int) -> HTTPPart { fields[index].name }

  /// The value of a field.
  public func fieldValue(at index: Int) -> HTTPPart { fields[index].value }

  /// The index of the first field with a name, from `start` on; nil where there is none.
  ///
  /// - Parameters:
  ///   - name: The name in lower case.
  ///   - start: The first index to look at.
  public func fieldIndex(of name: StaticString, from start: Int = 0) -> Int? {
    var index = start
    while index < fields.count {
      let found = fields[index].name
      if found.byteCount == name.utf8CodeUnitCount,
        bytes.isEqual(from: found.start, length: found.byteCount, lowerCase: name)
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The value of the first field with a name.
  ///
  /// - Parameter name: The name in lower case.
  public func value(of name: StaticString) -> HTTPPart? {
    fieldIndex(of: name).map { fields[$0].value }
  }

  /// The byte at an index of a part.
  @inline(__always)
  public subscript(index: Int) -> UInt8 { bytes[index] }

  /// Lends the bytes of a part.
  public func withBytes<Result>(
    of part: HTTPPart, _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    try bytes.withBytes(from: part.start, length: part.byteCount, body)
  }

  /// Whether a part is `text`.
  public func isEqual(_ part: HTTPPart, _ text: StaticString) -> Bool {
    bytes.isEqual(from: part.start, length: part.byteCount, text)
  }

  /// Whether a part is `text` when ASCII letters are taken in lower case.
  ///
  /// - Parameters:
  ///   - part: A part of this request.
  ///   - text: Text without upper-case letters.
  public func isEqual(_ part: HTTPPart, lowerCase text: StaticString) -> Bool {
    bytes.isEqual(from: part.start, length: part.byteCount, lowerCase: text)
  }

  /// A part as text; broken UTF-8 is repaired with U+FFFD.
  public func text(of part: HTTPPart) -> String {
    bytes.text(from: part.start, length: part.byteCount)
  }
}

// MARK: - Copies

extension HTTPRequest {
  /// A request with the same bytes, for work that goes on when the connection has moved on.
  public func copy() -> HTTPRequest { HTTPRequest(copying: self) }

  private init(copying other: borrowing HTTPRequest) {
    bytes = other.bytes.copy()
    fields = other.fields
    method = other.method
    target = other.target
    body = other.body
    receivedAt = other.receivedAt
  }

  /// Whether a part is `text`.
  func isEqual(_ part: HTTPPart, _ text: Span<UInt8>) -> Bool {
    bytes.isEqual(from: part.start, length: part.byteCount, text)
  }

  /// Whether a part holds a byte.
  func contains(_ byte: UInt8, in part: HTTPPart) -> Bool {
    bytes.contains(byte, from: part.start, length: part.byteCount)
  }

  /// The bytes of a part.
  func array(of part: HTTPPart) -> [UInt8] {
    bytes.array(from: part.start, length: part.byteCount)
  }
}

// A request owns all that it refers to.
extension HTTPRequest: @unchecked Sendable {}

/// What a transport takes of a request, in bytes.
public enum HTTPLimits {
  /// The longest target; more is answered with ``HTTPRefusal/targetTooLong``.
  public static let target = 8_192
  /// All names and values of fields together; more is answered with ``HTTPRefusal/fieldsTooLarge``.
  public static let fields = 16_384
  /// The largest body; more is answered with ``HTTPRefusal/bodyTooLarge``.
  public static let body = 65_536
}
