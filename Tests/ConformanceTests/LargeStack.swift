import Foundation

/// Runs `body` on a thread of its own with a stack of 256 MiB.
///
/// Debug builds take many times the stack of release builds, and a template's limits are to be met
/// before the stack's end.
func onLargeStack<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
  let box = ResultBox<Result>()
  let thread = Thread {
    box.result = Swift.Result(catching: body)
    box.done.signal()
  }
  thread.stackSize = 256 << 20
  thread.start()
  box.done.wait()
  guard let result = box.result else { throw CancellationError() }
  return try result.get()
}

/// The part of that stack which a render may use.
let largeHostStack = 200 << 20

private final class ResultBox<Result>: @unchecked Sendable {
  var result: Swift.Result<Result, any Error>?
  let done = DispatchSemaphore(value: 0)
}
