internal import PantileJSON

/// Answers the questions of those who run a server: `/healthz`, `/readyz` and `/metrics`.
///
/// It belongs on an address of its own, which no client reaches.
public struct AdminHandler: Handler {
  private let isReady: @Sendable () -> Bool
  private let write: @Sendable (inout MetricsText) -> Void

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - isReady: Whether requests can be answered; `/readyz` says 503 while they cannot.
  ///   - write: Writes the metrics.
  public init(
    isReady: @escaping @Sendable () -> Bool,
    metrics write: @escaping @Sendable (inout MetricsText) -> Void
  ) {
    self.isReady = isReady
    self.write = write
  }

  public func respond(
    to request: borrowing HTTPRequest, into response: inout HTTPResponse,
    replyingTo target: ReplyTarget
  ) -> Handling {
    let isHead = request.isEqual(request.method, "HEAD")
    response.omitsBody = isHead
    guard isHead || request.isEqual(request.method, "GET") else {
      response.fail(405, "Method not allowed")
      response.field("Allow", "GET, HEAD")
      return .done
    }
    let path = Self.path(request)
    if request.isEqual(path, "/healthz") {
      Self.text(&response, "ok\n")
    } else if request.isEqual(path, "/readyz") {
      let ready = isReady()
      if !ready { response.status = 503 }
      Self.text(&response, ready ? "ready\n" : "not ready\n")
    } else if request.isEqual(path, "/metrics") {
      response.field("Content-Type", MetricsText.contentType)
      var text = MetricsText()
      write(&text)
      text.buffer.withBytes { response.body.append($0) }
    } else {
      response.fail(404, "Not found")
    }
    return .done
  }

  private static func path(_ request: borrowing HTTPRequest) -> HTTPPart {
    var path = request.target
    for index in path.start..<path.end where request[index] == UInt8(ascii: "?") {
      path.byteCount = index - path.start
      break
    }
    return path
  }

  private static func text(_ response: inout HTTPResponse, _ text: StaticString) {
    response.field("Content-Type", "text/plain; charset=utf-8")
    response.body.append(text)
  }
}
