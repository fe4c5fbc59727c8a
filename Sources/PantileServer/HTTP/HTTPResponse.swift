public import PantileJSON

/// A response as a value: no socket is near it.
///
/// The body is either the response's own bytes, in a block that is kept, or ``HTTPContent`` that
/// many responses share. A warm response allocates nothing.
///
///     var response = HTTPResponse()
///     response.status = 404
///     response.field("Content-Type", "application/json")
///     response.body.append("{\"error\":\"Not found\"}")
///     let isWhole = response.write(to: &output)
public struct HTTPResponse: ~Copyable {
  /// The status, such as 200.
  public var status = 200
  /// The fields that were added, each as `Name: value` with CR and LF behind it.
  public internal(set) var fields: ByteBuffer
  /// Bytes of the response's own; they count where there is no ``content``.
  public var body: ByteBuffer
  /// Content that is shared: its fields come behind ``fields``, and its body is the body.
  public var content: HTTPContent?
  /// Whether the body is not sent, as for HEAD and for a status that has none.
  public var omitsBody = false
  /// Whether `Content-Length` is written; false for 304, which has no fields of content.
  public var hasContent = true
  /// Whether the connection ends behind the response.
  public var closes = false

  /// The longest response that is written as one block, head included.
  public static let blockByteCount = 65_536

  /// Creates an empty response with the status 200.
  public init() {
    fields = ByteBuffer(capacity: 256)
    body = ByteBuffer(capacity: 256)
  }

  /// Forgets everything; the memory is kept, except what a large body took.
  public mutating func reset() {
    status = 200
    fields.removeAll()
    body.removeAll()
    if body.capacity > Self.blockByteCount { body = ByteBuffer(capacity: 256) }
    content = nil
    omitsBody = false
    hasContent = true
    closes = false
  }
}

// MARK: - Fields

extension HTTPResponse {
  /// Adds a field.
  ///
  /// - Precondition: Neither text has a CR or LF.
  public mutating func field(_ name: StaticString, _ value: StaticString) {
    fields.append(name)
    fields.append(": ")
    fields.append(value)
    fields.append("\r\n")
  }

  /// Adds a field whose value is a number.
  public mutating func field(_ name: StaticString, _ value: Int) {
    fields.append(name)
    fields.append(": ")
    fields.append(integer: value)
    fields.append("\r\n")
  }

  /// Adds a field whose value is appended by `write`.
  public mutating func field(_ name: StaticString, _ write: (inout ByteBuffer) -> Void) {
    fields.append(name)
    fields.append(": ")
    write(&fields)
    fields.append("\r\n")
  }
}

// MARK: - Writing

extension HTTPResponse {
  /// The length of the body, whether it is sent or not.
  public var bodyByteCount: Int { content?.bodyByteCount ?? body.count }

  /// Lends the body.
  public borrowing func withBody<Result>(
    _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    if let content { return try content.withBody(body) }
    return try self.body.withBytes { try body($0) }
  }

  /// Appends status line and fields, and the body when all fits ``blockByteCount`` bytes.
  ///
  /// - Parameters:
  ///   - output: What goes to the connection.
  ///   - lines: Further fields of the transport, such as `Date`, each ending with CR and LF.
  /// - Returns: Whether the response is whole. Otherwise the bytes of ``withBody(_:)`` follow.
  /// - Note: No heap allocation while `output` has room.
  public borrowing func write(to output: inout ByteBuffer, adding lines: RawSpan) -> Bool {
    let start = output.count
    writeStatus(to: &output)
    output.append(lines)
    fields.withBytes { output.append($0) }
    if closes { output.append("Connection: close\r\n") }
    if let content {
      if !omitsBody, output.count - start + content.byteCount <= Self.blockByteCount {
        content.withAll { output.append($0) }
        return true
      }
      content.withFields { output.append($0) }
    } else {
      if hasContent {
        output.append("Content-Length: ")
        output.append(integer: body.count)
        output.append("\r\n")
      }
      output.append("\r\n")
      guard !omitsBody, body.count > 0 else { return true }
      if output.count - start + body.count <= Self.blockByteCount {
        body.withBytes { output.append($0) }
        return true
      }
    }
    return omitsBody || bodyByteCount == 0
  }

  /// Appends status line and fields, and the body when all fits ``blockByteCount`` bytes.
  public borrowing func write(to output: inout ByteBuffer) -> Bool {
    write(to: &output, adding: RawSpan())
  }

  private borrowing func writeStatus(to output: inout ByteBuffer) {
    switch status {
    case 200: output.append("HTTP/1.1 200 OK\r\n")
    case 304: output.append("HTTP/1.1 304 Not Modified\r\n")
    default:
      output.append("HTTP/1.1 ")
      output.append(integer: status)
      output.append(0x20)
      output.append(Self.reason(status))
      output.append("\r\n")
    }
  }

  /// The phrase behind a status; empty for one that is not known.
  public static func reason(_ status: Int) -> StaticString {
    switch status {
    case 200: "OK"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    default: ""
    }
  }
}
