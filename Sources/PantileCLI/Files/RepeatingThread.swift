internal import Glibc
internal import Synchronization

/// A thread that does something again and again, with a pause between.
final class RepeatingThread: Sendable {
  private let work: @Sendable () -> Void
  private let pause: UInt32
  private let isStopped = Atomic<Bool>(false)
  private let thread = Mutex<pthread_t?>(nil)

  /// Stacks of this size hold renders, as those of a server's workers do.
  private static let stackByteCount = 1 << 20

  /// Creates a thread that has not begun.
  ///
  /// - Parameter milliseconds: The pause, below 1,000.
  init(every milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
    self.work = work
    pause = UInt32(milliseconds) * 1_000
  }

  /// Begins.
  func start() throws(SystemError) {
    var attributes = pthread_attr_t()
    // Safe: the attributes live until they are destroyed.
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, Self.stackByteCount)
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    var started = pthread_t()
    // Safe: the thread gives the reference back, or this function does where there is no thread.
    let error = unsafe pthread_create(
      &started, &attributes,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<RepeatingThread>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context)
    guard error == 0 else {
      unsafe Unmanaged<RepeatingThread>.fromOpaque(context).release()
      throw SystemError(number: error)
    }
    let thread = started
    self.thread.withLock { $0 = thread }
  }

  private func run() {
    while !isStopped.load(ordering: .acquiring) {
      work()
      usleep(pause)
    }
  }

  /// Ends, and waits until work that is under way is done.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    let started = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    // Safe: joined once.
    if let started { pthread_join(started, nil) }
  }
}
