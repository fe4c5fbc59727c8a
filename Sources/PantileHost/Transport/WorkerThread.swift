internal import Glibc

/// Threads with a stack of a given size.
enum WorkerThread {
  /// Runs a worker on a new thread.
  ///
  /// Signals stay with the threads that were there before.
  static func start(
    _ worker: Worker, stackByteCount: Int
  ) throws(SystemError) -> pthread_t {
    var attributes = pthread_attr_t()
    // Safe: all records live across the calls.
    unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    let smallest = 256 << 10
    unsafe pthread_attr_setstacksize(&attributes, max(stackByteCount, smallest))
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    worker.statistics.running.wrappingAdd(1, ordering: .relaxed)
    // The thread holds the worker until its end.
    let held = unsafe Unmanaged.passRetained(worker)
    let result = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        // Safe: the argument is the worker that was retained for this thread.
        let worker = unsafe Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue()
        worker.run()
        return nil
      }, held.toOpaque())
    guard result == 0 else {
      unsafe held.release()
      worker.statistics.running.wrappingSubtract(1, ordering: .relaxed)
      throw SystemError(number: result, call: "pthread_create")
    }
    return thread
  }
}
