/// Where the host's call stack stands, to stop a recursion before the stack ends.
public enum StackPosition {
  /// The address of a local variable of the caller's callee; stacks grow towards lower addresses.
  @inline(never)
  public static func current() -> UInt {
    var marker: UInt8 = 0
    // Safe: the address is used as a number only.
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }
}
