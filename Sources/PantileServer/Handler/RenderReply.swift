internal import PantileJSON
internal import Synchronization

/// What a renderer that takes its time gives its result to.
///
/// The first call counts. A reply that is let go without a call counts as failed, so that nobody
/// waits for ever.
public final class RenderReply: Sendable {
  enum Result: Sendable {
    case content(Reply)
    case refused(Refusal)
  }

  private let isDone = Atomic<Bool>(false)
  private let accept: @Sendable (Outcome, consuming ByteBuffer) -> Result
  private let report: @Sendable (String) -> Void
  private let complete: @Sendable (Result) -> Void

  init(
    accept: @escaping @Sendable (Outcome, consuming ByteBuffer) -> Result,
    report: @escaping @Sendable (String) -> Void,
    complete: @escaping @Sendable (Result) -> Void
  ) {
    self.accept = accept
    self.report = report
    self.complete = complete
  }

  deinit { fail("the renderer gave no result") }

  /// Gives the result of a render; `output` holds the content where there is some.
  public func finish(_ outcome: Outcome, _ output: consuming RenderOutput) {
    guard begin() else { return }
    complete(accept(outcome, output.takeBody()))
  }

  /// Gives an outcome that has no content.
  public func finish(_ outcome: Outcome) { finish(outcome, RenderOutput()) }

  /// Ends the render as failed; the message goes to the server's report.
  public func fail(_ message: String) {
    guard begin() else { return }
    report(message)
    complete(.refused(.failed))
  }

  private func begin() -> Bool { !isDone.exchange(true, ordering: .acquiringAndReleasing) }
}
