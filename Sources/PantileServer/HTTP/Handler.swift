/// Answers requests.
///
/// A transport calls a handler from any of its threads, several at once.
///
///     switch handler.respond(to: request, into: &response, replyingTo: target) {
///     case .done: write(response)
///     case .later: wait until `target` is delivered to
///     }
public protocol Handler: Sendable {
  /// Answers a request, at once or later.
  ///
  /// - Parameters:
  ///   - request: The request; it is not kept.
  ///   - response: An empty response to fill; with `.later` it is left as it is.
  ///   - target: Where the reply goes if it comes later.
  func respond(
    to request: borrowing HTTPRequest, into response: inout HTTPResponse,
    replyingTo target: ReplyTarget
  ) -> Handling
}

/// How a request was answered.
public enum Handling: Sendable {
  /// The response is filled.
  case done
  /// The target is delivered to later, exactly once, from any thread; this may happen before the
  /// handler returns.
  case later
}

/// Where a reply goes that comes later: a place at a receiver, such as a connection of a loop.
public struct ReplyTarget: Sendable {
  let receiver: any ReplyReceiver
  private let token: UInt64

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - receiver: Who takes the reply.
  ///   - token: What the receiver knows the place by. A receiver ignores a token whose connection
  ///     has ended, so tokens are not used twice.
  public init(_ receiver: any ReplyReceiver, token: UInt64) {
    self.receiver = receiver
    self.token = token
  }

  /// Delivers a reply.
  ///
  /// - Parameter fill: Fills the empty response of the request; called at most once.
  public func deliver(_ fill: @escaping @Sendable (inout HTTPResponse) -> Void) {
    receiver.deliver(token, fill)
  }
}

/// Takes replies that come later, from any thread.
public protocol ReplyReceiver: AnyObject, Sendable {
  /// Takes a reply. The receiver calls `fill` on a thread of its own choice with the response that
  /// the token stands for, and then writes the response.
  func deliver(_ token: UInt64, _ fill: @escaping @Sendable (inout HTTPResponse) -> Void)
}
