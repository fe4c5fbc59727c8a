/// Where the allocator's memory is, in bytes of the whole process.
public struct AllocatorStatistics: Sendable, Equatable {
  /// Bytes that the program has allocated and not freed.
  public var allocated = 0
  /// Bytes of pages that hold allocations.
  public var active = 0
  /// Bytes of the allocator's own records.
  public var metadata = 0
  /// Bytes that are resident: active, metadata, and freed pages that were not given back.
  public var resident = 0
  /// Bytes of address space in use.
  public var mapped = 0

  /// Creates statistics of nothing.
  public init() {}

  /// Reads the statistics; all 0 where the process does not allocate with jemalloc.
  ///
  /// - Note: No heap allocation but in the first call.
  public static func read() -> AllocatorStatistics {
    var statistics = AllocatorStatistics()
    guard let names else { return statistics }
    names.epoch.write(1)
    statistics.allocated = names.allocated.read()
    statistics.active = names.active.read()
    statistics.metadata = names.metadata.read()
    statistics.resident = names.resident.read()
    statistics.mapped = names.mapped.read()
    return statistics
  }

  private struct Names: Sendable {
    var epoch: AllocatorControl
    var allocated: AllocatorControl
    var active: AllocatorControl
    var metadata: AllocatorControl
    var resident: AllocatorControl
    var mapped: AllocatorControl
  }

  private static let names: Names? = {
    guard let epoch = AllocatorControl("epoch"),
      let allocated = AllocatorControl("stats.allocated"),
      let active = AllocatorControl("stats.active"),
      let metadata = AllocatorControl("stats.metadata"),
      let resident = AllocatorControl("stats.resident"),
      let mapped = AllocatorControl("stats.mapped")
    else { return nil }
    return Names(
      epoch: epoch, allocated: allocated, active: active, metadata: metadata, resident: resident,
      mapped: mapped)
  }()
}
