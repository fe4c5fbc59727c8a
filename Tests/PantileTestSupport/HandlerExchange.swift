internal import PantileJSON
public import PantileServer
internal import Synchronization

/// Sends raw requests to a handler without a transport.
public enum HandlerExchange {
  /// The response to a request, whose head must be well-formed; waits for one that comes later.
  ///
  /// - Parameter now: Milliseconds since 1970.
  public static func response(
    of handler: some Handler, to bytes: [UInt8], now: Int64 = 1_769_000_000_000
  ) async -> [UInt8] {
    let receiver = Receiver()
    let first = first(of: handler, to: bytes, now: now, receiver)
    if let first { return first }
    return await receiver.reply()
  }

  private static func first(
    of handler: some Handler, to bytes: [UInt8], now: Int64, _ receiver: Receiver
  ) -> [UInt8]? {
    var request = HTTPRequest()
    request.fill(bytes)
    request.receivedAt = now
    var response = HTTPResponse()
    let target = ReplyTarget(receiver, token: 1)
    switch handler.respond(to: request, into: &response, replyingTo: target) {
    case .done: return response.bytes()
    case .later: return nil
    }
  }
}

/// Waits for a reply.
private final class Receiver: ReplyReceiver {
  private enum State {
    case idle
    case replied([UInt8])
    case waiting(CheckedContinuation<[UInt8], Never>)
  }

  private let state = Mutex(State.idle)

  func deliver(_ token: UInt64, _ fill: @escaping @Sendable (inout HTTPResponse) -> Void) {
    var response = HTTPResponse()
    fill(&response)
    let bytes = response.bytes()
    let continuation: CheckedContinuation<[UInt8], Never>? = state.withLock { state in
      if case .waiting(let continuation) = state { return continuation }
      state = .replied(bytes)
      return nil
    }
    continuation?.resume(returning: bytes)
  }

  func reply() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      let bytes: [UInt8]? = state.withLock { state in
        if case .replied(let bytes) = state { return bytes }
        state = .waiting(continuation)
        return nil
      }
      if let bytes { continuation.resume(returning: bytes) }
    }
  }
}

extension HTTPResponse {
  /// The response as it goes to a connection.
  public borrowing func bytes() -> [UInt8] {
    var output = ByteBuffer()
    if !write(to: &output) { withBody { output.append($0) } }
    return output.array()
  }
}

extension HTTPRequest {
  /// Takes the parts of a well-formed raw request with a body of any length.
  public mutating func fill(_ bytes: [UInt8]) {
    reset()
    let head = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    var words = head[0].dropLast().split(separator: 0x20, maxSplits: 1)[...]
    Self.lend(words.popFirst() ?? []) { append(method: $0) }
    let target = words.popFirst() ?? []
    Self.lend(target.prefix(target.count - " HTTP/1.1".utf8.count)) { append(target: $0) }
    var length = head[0].count + 1
    for line in head.dropFirst() {
      length += line.count + 1
      if line.count <= 1 { break }
      let text = line.dropLast()
      let colon = text.firstIndex(of: 0x3a) ?? text.endIndex
      Self.lend(text[..<colon]) { append(fieldName: $0) }
      Self.lend(text[colon...].dropFirst().drop { $0 == 0x20 }) { append(fieldValue: $0) }
      endField()
    }
    Self.lend(bytes[min(length, bytes.count)...]) { append(body: $0) }
  }

  private static func lend(_ bytes: ArraySlice<UInt8>, _ take: (RawSpan) -> Void) {
    var buffer = ByteBuffer(capacity: bytes.count)
    for byte in bytes { buffer.append(byte) }
    buffer.withBytes { take($0) }
  }
}
