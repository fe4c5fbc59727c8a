internal import Glibc
internal import Synchronization

/// The system calls of this folder, each of which a test can make fail.
struct SystemCalls: Sendable {
  /// Makes one call fail.
  final class Fault: Sendable {
    private let failing: Int
    private let number: Int32
    private let count = Atomic<Int>(0)

    /// Makes the call with the number `failing` fail, counted from 1, with the system's error
    /// `number`.
    init(at failing: Int, number: Int32) {
      self.failing = failing
      self.number = number
    }

    /// Whether the call was made that fails.
    var wasMet: Bool { count.load(ordering: .relaxed) >= failing }

    fileprivate func check(_ call: StaticString) throws(SystemError) {
      if count.wrappingAdd(1, ordering: .relaxed).newValue == failing {
        throw SystemError(number: number, call: call.description)
      }
    }
  }

  var fault: Fault?

  /// Makes a call until it is not interrupted, and gives its result, which is 0 or more.
  func run(_ name: StaticString, _ call: () -> Int) throws(SystemError) -> Int {
    try fault?.check(name)
    while true {
      let result = call()
      let number = errno
      if result >= 0 { return result }
      if number != EINTR { throw SystemError(number: number, call: name.description) }
    }
  }
}
