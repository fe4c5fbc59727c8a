import Glibc
import PantileJSON
import PantileServer
import Synchronization
import Testing

@testable import PantileHost

/// Answers with what it was asked.
///
///     /echo           method, target and body
///     /fields         the names and values of the fields
///     /big?n          n bytes
///     /later          like /echo, when the test says so
///     anything else   200 "ok"
final class EchoHandler: Handler {
  /// Requests that wait.
  let waiting = Mutex<[(target: ReplyTarget, text: String)]>([])

  func respond(
    to request: borrowing HTTPRequest, into response: inout HTTPResponse,
    replyingTo target: ReplyTarget
  ) -> Handling {
    let path = request.text(of: request.target)
    let text = "\(request.text(of: request.method)) \(path) \(request.text(of: request.body))"
    if path.hasPrefix("/echo") {
      Self.fill(&response, text)
    } else if path.hasPrefix("/fields") {
      var lines: [String] = []
      for index in 0..<request.fieldCount {
        let name = request.text(of: request.fieldName(at: index))
        lines.append("\(name)=\(request.text(of: request.fieldValue(at: index)))")
      }
      Self.fill(&response, lines.joined(separator: ";"))
    } else if path.hasPrefix("/big?") {
      let count = Int(path.dropFirst(5)) ?? 0
      for _ in 0..<(count / 1_000) { Self.letters.withBytes { response.body.append($0) } }
      Self.letters.withBytes(length: count % 1_000) { response.body.append($0) }
    } else if path.hasPrefix("/later") {
      waiting.withLock { $0.append((target, text)) }
      return .later
    } else if request.isEqual(request.method, "GET") || request.isEqual(request.method, "HEAD") {
      Self.fill(&response, "ok")
    } else {
      response.fail(405, "Method not allowed")
    }
    return .done
  }

  /// A thousand letters.
  private static let letters = Letters()

  /// A buffer that is written once, so that threads may share it.
  private final class Letters: @unchecked Sendable {
    private let buffer: ByteBuffer

    init() {
      var buffer = ByteBuffer(capacity: 1_000)
      for index in 0..<1_000 { buffer.append(UInt8(97 + index % 26)) }
      self.buffer = buffer
    }

    func withBytes(length: Int = 1_000, _ body: (RawSpan) -> Void) {
      buffer.withBytes(length: length) { body($0) }
    }
  }

  private static func fill(_ response: inout HTTPResponse, _ text: String) {
    response.field("Content-Type", "text/plain")
    response.body.append(utf8: text)
  }

  /// Whether so many requests wait.
  func isAsked(_ count: Int) -> Bool { waiting.withLock { $0.count >= count } }

  /// Replies to all that wait, once there are `count`, in the order `last first` if wanted.
  func release(_ count: Int, lastFirst: Bool = false) {
    #expect(eventually { isAsked(count) })
    var entries = waiting.withLock { entries in
      defer { entries = [] }
      return entries
    }
    if lastFirst { entries.reverse() }
    for entry in entries {
      entry.target.deliver { response in Self.fill(&response, entry.text) }
    }
  }
}

/// Waits until a condition holds; false when it does not within the patience of a client.
func eventually(_ condition: () -> Bool) -> Bool {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .milliseconds(Int(RawClient.patience)))
  while !condition() {
    if clock.now > end { return false }
    sched_yield()
  }
  return true
}

/// A server of this process that ends with the closure.
struct TestServer {
  let server: HTTPServer
  let handler: EchoHandler
  var address: ListenAddress { server.addresses[0] }

  static func with<Result>(
    _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    _ body: (TestServer) throws -> Result
  ) throws -> Result {
    var configuration = HTTPServerConfiguration()
    configuration.addresses = [.tcp(host: "127.0.0.1", port: 0)]
    configure(&configuration)
    let handler = EchoHandler()
    let server = HTTPServer(handler, configuration)
    try server.start()
    defer {
      server.stop()
      server.wait()
      #expect(server.statistics.openConnections == 0)
    }
    return try body(TestServer(server: server, handler: handler))
  }
}
