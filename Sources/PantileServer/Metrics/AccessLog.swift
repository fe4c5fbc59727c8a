internal import PantileJSON
internal import Synchronization

/// Collects a line of JSON for each request.
///
/// Lines pile up in a block until somebody takes them, or until there are ``blockByteCount`` bytes;
/// then the thread that adds the next line gives them to `write` itself.
///
///     {"time":1769000000000,"method":"GET","target":"/w?widgetId=a","status":200,"bytes":57,"us":12}
public final class AccessLog: Sendable {
  /// The length from which lines are written.
  public static let blockByteCount = 64 << 10

  private struct State: ~Copyable {
    var lines = ByteBuffer(capacity: 4 << 10)
  }

  private let state = Mutex(State())
  private let write: @Sendable (RawSpan) -> Void

  /// Creates a log.
  ///
  /// - Parameter write: Writes whole lines; called by one thread at a time.
  public init(write: @escaping @Sendable (RawSpan) -> Void) { self.write = write }

  /// Writes the lines so far.
  public func flush() {
    state.withLock { state in
      guard state.lines.count > 0 else { return }
      state.lines.withBytes { write($0) }
      state.lines.removeAll()
    }
  }

  /// Adds a line; a transport does it for responses that it gives without a handler.
  ///
  /// - Parameters:
  ///   - request: What was asked.
  ///   - response: What was answered.
  ///   - nanoseconds: What it took; nil where nobody looked.
  public func add(
    _ request: borrowing HTTPRequest, _ response: borrowing HTTPResponse, nanoseconds: Int64?
  ) {
    let sent = response.omitsBody ? 0 : response.bodyByteCount
    state.withLock { state in
      Self.append(request, response.status, sent, nanoseconds, &state.lines)
      guard state.lines.count >= Self.blockByteCount else { return }
      state.lines.withBytes { write($0) }
      state.lines.removeAll()
    }
  }

  private static func append(
    _ request: borrowing HTTPRequest, _ status: Int, _ sent: Int, _ nanoseconds: Int64?,
    _ lines: inout ByteBuffer
  ) {
    lines.append("{\"time\":")
    lines.append(integer: Int(request.receivedAt))
    lines.append(",\"method\":")
    request.withBytes(of: request.method) { lines.append(jsonString: $0) }
    lines.append(",\"target\":")
    append(request, request.target, &lines)
    lines.append(",\"status\":")
    lines.append(integer: status)
    lines.append(",\"bytes\":")
    lines.append(integer: sent)
    if let nanoseconds {
      lines.append(",\"us\":")
      lines.append(integer: Int(max(nanoseconds, 0) / 1_000))
    }
    lines.append("}\n")
  }

  /// A target may hold any bytes; those above ASCII are written as `%XX`.
  private static func append(
    _ request: borrowing HTTPRequest, _ part: HTTPPart, _ lines: inout ByteBuffer
  ) {
    var isASCII = true
    for index in part.start..<part.end where request[index] >= 0x80 { isASCII = false }
    if isASCII { return request.withBytes(of: part) { lines.append(jsonString: $0) } }
    var text: [UInt8] = []
    for index in part.start..<part.end {
      let byte = request[index]
      guard byte >= 0x80 else {
        text.append(byte)
        continue
      }
      text.append(UInt8(ascii: "%"))
      text += String(byte, radix: 16, uppercase: true).utf8
    }
    lines.append(jsonString: String(decoding: text, as: UTF8.self))
  }
}
