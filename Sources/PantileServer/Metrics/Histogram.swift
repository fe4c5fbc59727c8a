internal import Synchronization

/// Counts durations by size.
///
/// Buckets are powers of four from 1 µs on: 1 µs, 4 µs, 16 µs … 4.19 s, and one for the rest.
final class Histogram: Sendable {
  static let bucketCount = 13

  private let buckets = InlineArray<13, Atomic<Int>> { _ in Atomic(0) }
  private let total = Atomic<Int>(0)

  /// The upper bound of a bucket in nanoseconds; nil for the last one, which has none.
  static func bound(of bucket: Int) -> Int? {
    bucket < bucketCount - 1 ? 1_000 << (bucket * 2) : nil
  }

  /// Counts a duration; a negative one counts as zero.
  func add(_ nanoseconds: Int64) {
    let value = UInt64(max(nanoseconds, 0))
    // A bucket holds what is at most its bound, so the bound itself belongs to it.
    let thousands = value == 0 ? 0 : (value - 1) / 1_000
    let bits = UInt64.bitWidth - thousands.leadingZeroBitCount
    let bucket = min((bits + 1) / 2, Self.bucketCount - 1)
    buckets[bucket].wrappingAdd(1, ordering: .relaxed)
    total.wrappingAdd(Int(clamping: value), ordering: .relaxed)
  }

  func add(_ other: Histogram) {
    for index in 0..<Self.bucketCount {
      buckets[index].wrappingAdd(other.value(at: index), ordering: .relaxed)
    }
    total.wrappingAdd(other.sum, ordering: .relaxed)
  }

  /// The durations in a bucket alone.
  func value(at bucket: Int) -> Int { buckets[bucket].load(ordering: .relaxed) }

  /// All durations.
  var count: Int { (0..<Self.bucketCount).reduce(0) { $0 + value(at: $1) } }

  /// The sum in nanoseconds.
  var sum: Int { total.load(ordering: .relaxed) }
}
