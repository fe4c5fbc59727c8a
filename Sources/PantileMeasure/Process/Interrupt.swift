internal import Glibc
internal import Synchronization

/// Control-C and requests to end, as a flag that work looks at.
public enum Interrupt {
  private static let count = Atomic<Int>(0)

  /// Whether somebody asked for the end of the work.
  public static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  /// Turns `SIGINT` and `SIGTERM` into the flag.
  ///
  /// The second signal ends the process at once, with status 130, after it cleared the line that
  /// the terminal's cursor is in. Both may be blocked when the process begins, by who started it.
  public static func catchSignals() {
    // The counter is made before a handler can need it.
    _ = count.load(ordering: .relaxed)
    defer { unblockSignals() }
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { _ in
        guard Interrupt.count.wrappingAdd(1, ordering: .relaxed).oldValue > 0 else { return }
        if isatty(STDERR_FILENO) == 1 {
          // Safe: four bytes of a literal.
          _ = unsafe write(STDERR_FILENO, "\r\u{1b}[K", 4)
        }
        _exit(130)
      }
    }
  }

  private static func unblockSignals() {
    var signals = sigset_t()
    // Safe: the set lives through the calls; nobody asks for the old one.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Leaves both signals to the parent of this process.
  static func ignoreSignals() {
    _ = signal(SIGINT, SIG_IGN)
    _ = signal(SIGTERM, SIG_IGN)
  }
}
