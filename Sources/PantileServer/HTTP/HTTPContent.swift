internal import PantileJSON

/// Fields and a body that many responses share and nobody changes.
///
/// Fields, `Content-Length`, the empty line and the body lie one behind the other, so that a
/// response is a status line and one copy:
///
///     Content-Type: application/json␍␊ … Content-Length: 57␍␊ ␍␊ {"v":1,…
///     └──────────────────────── fields ────────────────────────┘└─ body ─┘
public final class HTTPContent: Sendable {
  private let bytes: SharedBuffer
  private let bodyStart: Int

  /// Creates content.
  ///
  /// - Parameters:
  ///   - fields: Fields without `Content-Length`, each ending with CR and LF.
  ///   - body: The body.
  public init(fields: RawSpan, body: RawSpan) {
    var all = ByteBuffer(capacity: fields.byteCount + body.byteCount + 64)
    all.append(fields)
    all.append("Content-Length: ")
    all.append(integer: body.byteCount)
    all.append("\r\n\r\n")
    bodyStart = all.count
    all.append(body)
    bytes = SharedBuffer(all)
  }

  /// The bytes of fields, empty line and body.
  public var byteCount: Int { bytes.buffer.count }

  /// The bytes of memory that hold the content.
  public var reservedByteCount: Int { bytes.buffer.capacity }

  /// The length of the body.
  public var bodyByteCount: Int { bytes.buffer.count - bodyStart }

  /// Lends fields, empty line and body.
  public func withAll<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try bytes.buffer.withBytes { try body($0) }
  }

  /// Lends the fields and the empty line.
  public func withFields<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try bytes.buffer.withBytes(length: bodyStart) { try body($0) }
  }

  /// Lends the body.
  public func withBody<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try bytes.buffer.withBytes(from: bodyStart) { try body($0) }
  }
}

/// A buffer that nobody changes.
struct SharedBuffer: ~Copyable {
  let buffer: ByteBuffer
  init(_ buffer: consuming ByteBuffer) { self.buffer = buffer }
}

// The buffer is written once, before anybody shares it.
extension SharedBuffer: @unchecked Sendable {}
