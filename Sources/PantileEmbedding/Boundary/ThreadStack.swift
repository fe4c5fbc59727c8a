internal import Glibc
internal import PantileJSON
internal import PantileTemplate

/// How much stack the calling thread has left.
///
/// The end of a thread's stack is asked for once a thread, since the answer takes a file to read.
enum ThreadStack {
  /// What a call needs at least, and what it leaves free for what it calls last.
  private static let least = 128 << 10
  private static let reserve = 64 << 10

  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    // Safe: `key` lives across the call.
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  private static var end: UInt {
    guard let key else { return StackPosition.end() }
    // Safe: the value is a number that only looks like an address.
    let known = unsafe UInt(bitPattern: pthread_getspecific(key))
    if known != 0 { return known }
    let end = StackPosition.end()
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: end))
    return end
  }

  /// The bytes that a render may use.
  static func usable() throws(CallFailure) -> Int {
    let most = RenderLimits().hostStack
    let (end, here) = (end, StackPosition.current())
    // The system does not tell; a thread has the usual stack then.
    guard end != 0 else { return most }
    let room = here > end ? Int(clamping: here - end) : 0
    guard room >= least else {
      throw CallFailure(
        CallFailure.limit, "the thread has \(room) bytes of stack left, where \(least) are needed")
    }
    return min(most, room - reserve)
  }

  /// Checks that trials have the stack of whole renders.
  static func checkTrial() throws(CallFailure) {
    guard try usable() >= RenderLimits().hostStack else {
      throw CallFailure(
        CallFailure.limit, "the thread has too little stack for trials, which need 512 KiB")
    }
  }
}
