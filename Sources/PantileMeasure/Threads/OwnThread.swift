internal import Glibc

/// A thread with a stack of a chosen size.
///
/// Swift's tasks run on threads with stacks of 8 MiB, three of which fill a data limit of 30 MB.
///
///     let thread = try OwnThread(stackBytes: 256 << 10) { work() }
///     thread.join()
@safe
public struct OwnThread: ~Copyable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The smallest stack that is made.
  public static let leastStack = 64 << 10

  private let id: pthread_t

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - stackBytes: The size of its stack, at least ``leastStack``, rounded up to pages.
  ///   - body: What it does.
  public init(
    stackBytes: Int, _ body: @escaping @Sendable () -> Void
  ) throws(MeasureError) {
    var attributes = pthread_attr_t()
    // Safe: the attributes live through the calls, and are given up at the end.
    guard unsafe pthread_attr_init(&attributes) == 0 else {
      throw MeasureError(.thread, "cannot start a thread", number: ENOMEM)
    }
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    let size = (max(stackBytes, Self.leastStack) + 4_095) & ~4_095
    var status = unsafe pthread_attr_setstacksize(&attributes, size)
    var id = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    if status == 0 {
      // Safe: the thread takes the reference over.
      status = unsafe pthread_create(&id, &attributes, Self.main, work.toOpaque())
    }
    guard status == 0 else {
      // Safe: no thread has the reference.
      unsafe work.release()
      throw MeasureError(.thread, "cannot start a thread", number: status)
    }
    self.id = id
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    guard let work = unsafe $0 else { return nil }
    // Safe: the reference that `init` passed on.
    unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }

  /// Waits for the end of the thread.
  public consuming func join() {
    _ = pthread_join(id, nil)
  }

  /// Runs a body on several threads at once and waits for the end of all.
  ///
  /// - Parameters:
  ///   - count: The number of threads.
  ///   - stackBytes: The size of each stack.
  ///   - cancel: Called where not all threads could be started, to end those that run.
  ///   - body: What each of them does, with its number from 0.
  public static func run(
    _ count: Int, stackBytes: Int, cancel: () -> Void = {},
    _ body: @escaping @Sendable (Int) -> Void
  ) throws(MeasureError) {
    var ids: [pthread_t] = []
    defer {
      for id in ids { _ = pthread_join(id, nil) }
    }
    for index in 0..<count {
      do throws(MeasureError) {
        ids.append(try OwnThread(stackBytes: stackBytes) { body(index) }.id)
      } catch {
        cancel()
        throw error
      }
    }
  }
}
