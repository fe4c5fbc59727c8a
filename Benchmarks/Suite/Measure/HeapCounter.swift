internal import CJemalloc

/// Counts heap allocations of the calling thread exactly, with jemalloc's own counters.
enum HeapCounter {
  /// Allocations during `runs` calls of `body`.
  static func count(over runs: Int, _ body: () throws -> Void) throws -> Int {
    // Reading takes a few allocations itself, always the same number.
    _ = total()
    let first = total()
    let own = total() - first
    let before = total()
    for _ in 0..<runs { try body() }
    return total() - before - own
  }

  private static func total() -> Int {
    // Safe: the names are jemalloc's, and the places have the sizes that it documents.
    _ = unsafe mallctl("thread.tcache.flush", nil, nil, nil, 0)
    var epoch: UInt64 = 1
    _ = unsafe mallctl("epoch", nil, nil, &epoch, 8)
    var sum = 0
    for kind in ["stats.arenas.4096.small.nrequests", "stats.arenas.4096.large.nrequests"] {
      var count: UInt64 = 0
      var size = MemoryLayout<UInt64>.size
      // Safe: as above.
      _ = unsafe mallctl(kind, &count, &size, nil, 0)
      sum += Int(count)
    }
    return sum
  }
}
