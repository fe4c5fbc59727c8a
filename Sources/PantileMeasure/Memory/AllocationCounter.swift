internal import CJemalloc

/// Counts calls of the allocator, exactly, and the bytes that they took.
///
///     let counter = AllocationCounter()
///     let found = counter.measure { render() }
///     print(found.calls, found.bytes)
///
/// Calls are those of the whole process, bytes those of the calling thread. Calls of a thread that
/// still lives are seen when its cache was last flushed, so measure on the thread that works.
///
/// - Note: Counting allocates nothing.
public struct AllocationCounter: Sendable {
  /// What was allocated.
  public struct Reading: Sendable, Equatable {
    /// Calls of `malloc` and its relatives, by all threads.
    public var calls: Int
    /// Bytes, rounded up to the allocator's size classes, by this thread.
    public var bytes: Int

    /// Creates a reading.
    public init(calls: Int, bytes: Int) {
      self.calls = calls
      self.bytes = bytes
    }
  }

  private struct Controls: Sendable {
    var flush: AllocatorControl
    var epoch: AllocatorControl
    var small: AllocatorControl
    var large: AllocatorControl
    var bytes: AllocatorControl

    init?() {
      // 4096 stands for all arenas.
      guard let flush = AllocatorControl("thread.tcache.flush"),
        let epoch = AllocatorControl("epoch"),
        let small = AllocatorControl("stats.arenas.4096.small.nrequests"),
        let large = AllocatorControl("stats.arenas.4096.large.nrequests"),
        let bytes = AllocatorControl("thread.allocated")
      else { return nil }
      self.flush = flush
      self.epoch = epoch
      self.small = small
      self.large = large
      self.bytes = bytes
    }
  }

  private let controls: Controls?

  /// Creates a counter.
  public init() { controls = Controls() }

  /// Whether the process allocates with jemalloc; without, all readings are 0.
  ///
  /// A sanitizer brings its own allocator, and jemalloc sees nothing.
  public var isAvailable: Bool {
    guard let controls else { return false }
    let before = controls.bytes.read()
    return Self.allocate(64) && controls.bytes.read() > before
  }

  /// Allocates, and gives the memory back.
  @inline(never)
  private static func allocate(_ byteCount: Int) -> Bool {
    var probe: [UInt8] = []
    probe.reserveCapacity(byteCount)
    return probe.capacity >= byteCount
  }

  /// What was allocated since the process began.
  public func reading() -> Reading {
    guard let controls else { return Reading(calls: 0, bytes: 0) }
    controls.flush.perform()
    controls.epoch.write(1)
    let calls = controls.small.read() + controls.large.read()
    return Reading(calls: calls, bytes: controls.bytes.read())
  }

  /// What a body allocates.
  public func measure<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Reading {
    let before = reading()
    try body()
    let after = reading()
    return Reading(calls: after.calls - before.calls, bytes: after.bytes - before.bytes)
  }
}
