internal import CThreadStack
internal import Glibc

/// Where the host's call stack stands, to stop a recursion before the stack ends.
public enum StackPosition {
  /// The address of a local variable of the caller's callee; stacks grow towards lower addresses.
  @inline(never)
  public static func current() -> UInt {
    var marker: UInt8 = 0
    // Safe: the address is used as a number only.
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }

  /// The lowest address of the calling thread's stack; 0 when the system does not tell.
  ///
  /// - Note: Asks the system, which allocates.
  public static func end() -> UInt {
    var attributes = pthread_attr_t()
    // Safe: the attributes live through the call, which fills them in.
    guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return 0 }
    // Safe: filled in above, used no more.
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    var base: UnsafeMutableRawPointer?
    var byteCount = 0
    // Safe: the arguments live through the call; the address is used as a number only.
    guard unsafe pthread_attr_getstack(&attributes, &base, &byteCount) == 0 else { return 0 }
    return UInt(bitPattern: base)
  }
}
