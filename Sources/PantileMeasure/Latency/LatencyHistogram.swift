/// How often each duration was measured, in a fixed 15.5 KB whatever the number of measurements.
///
/// Durations are whole nanoseconds. Below 128 ns each has a bucket of its own; above, each power of
/// two is cut into 64 buckets, so a percentile is at most 1.6 % too high:
///
///     index      0 … 127     128 … 191     192 … 255     …     1920 … 1983
///     durations  0 … 127     128 … 255     256 … 511     …     2^35 … 2^36 - 1
///     width      1           2             4             …     2^29
///
/// Durations of 2^36 ns (69 s) and more count as the longest that has a bucket; ``maximum`` and
/// ``mean`` are exact for all. Several threads measure into a histogram each, merged at the end.
///
///     var latencies = LatencyHistogram()
///     latencies.record(2_500)
///     print(latencies.percentile(99))
public struct LatencyHistogram: Sendable, Equatable {
  /// Durations up to 2^precision have a bucket each.
  private static let precision = 7
  private static let half = 1 << (precision - 1)
  /// Durations have this many bits.
  private static let bits = 36
  /// The number of buckets.
  public static let bucketCount = (1 << precision) + (bits - precision) * half

  private var buckets = [UInt64](repeating: 0, count: bucketCount)
  /// The number of durations.
  public private(set) var count = 0
  /// The shortest duration in nanoseconds; 0 when there is none.
  public private(set) var minimum = 0
  /// The longest duration in nanoseconds; 0 when there is none.
  public private(set) var maximum = 0
  private var total = 0.0

  /// Creates an empty histogram.
  public init() {}

  /// The mean in nanoseconds; 0 when there is no duration.
  public var mean: Double { count == 0 ? 0 : total / Double(count) }

  /// Adds a duration, `times` times; a negative one counts as 0.
  ///
  /// - Note: No heap allocation.
  public mutating func record(_ nanoseconds: Int, times: Int = 1) {
    guard times > 0 else { return }
    let value = max(0, nanoseconds)
    buckets[Self.index(of: value)] &+= UInt64(times)
    minimum = count == 0 ? value : min(minimum, value)
    maximum = max(maximum, value)
    count += times
    total += Double(value) * Double(times)
  }

  /// Adds all durations of another histogram.
  public mutating func merge(_ other: LatencyHistogram) {
    guard other.count > 0 else { return }
    for index in buckets.indices { buckets[index] &+= other.buckets[index] }
    minimum = count == 0 ? other.minimum : min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    count += other.count
    total += other.total
  }

  /// Forgets all durations; the memory is kept.
  public mutating func removeAll() {
    for index in buckets.indices { buckets[index] = 0 }
    count = 0
    minimum = 0
    maximum = 0
    total = 0
  }
}

// MARK: - Percentiles

extension LatencyHistogram {
  /// The duration in nanoseconds that `percent` of all durations do not exceed.
  ///
  /// The nearest-rank method: the smallest measured duration with at least `percent` of all at or
  /// below it, rounded up to the end of its bucket, but never beyond ``maximum``.
  ///
  /// - Parameter percent: From 0, the shortest, to 100, the longest; others count as the nearest.
  /// - Returns: 0 when there is no duration.
  /// - Complexity: O(``bucketCount``).
  public func percentile(_ percent: Double) -> Int {
    guard count > 0 else { return 0 }
    guard percent > 0 else { return minimum }
    guard percent < 100 else { return maximum }
    let rank = UInt64(max(1, (percent / 100 * Double(count)).rounded(.up)))
    var seen: UInt64 = 0
    for index in buckets.indices {
      seen += buckets[index]
      if seen >= rank { return max(minimum, min(maximum, Self.range(of: index).upperBound - 1)) }
    }
    return maximum
  }

  /// The durations from `range` on that were measured.
  ///
  /// Buckets that `range` cuts count whole where their start lies in it.
  public func count(in range: Range<Int>) -> Int {
    var sum = 0
    for index in buckets.indices where buckets[index] > 0 {
      if range.contains(Self.range(of: index).lowerBound) { sum += Int(buckets[index]) }
    }
    return sum
  }
}

// MARK: - Buckets

extension LatencyHistogram {
  private static func index(of value: Int) -> Int {
    let value = min(value, 1 << bits - 1)
    if value < 1 << precision { return value }
    let shift = Int.bitWidth - value.leadingZeroBitCount - precision
    return shift * half + value >> shift
  }

  /// The durations of a bucket, in nanoseconds.
  public static func range(of index: Int) -> Range<Int> {
    precondition(index >= 0 && index < bucketCount, "a histogram has no such bucket")
    if index < 1 << precision { return index..<(index + 1) }
    let shift = index / half - 1
    let start = (index - shift * half) << shift
    return start..<(start + 1 << shift)
  }

  /// The number of durations in a bucket.
  public subscript(index: Int) -> Int { Int(truncatingIfNeeded: buckets[index]) }

  /// Creates a histogram from what another process published of one.
  ///
  /// - Parameters:
  ///   - buckets: The numbers of ``bucketCount`` buckets; missing ones are 0.
  ///   - minimum: The shortest duration.
  ///   - maximum: The longest duration.
  ///   - mean: The mean in nanoseconds.
  public init(buckets: [UInt64], minimum: Int, maximum: Int, mean: Double) {
    for (index, number) in buckets.prefix(Self.bucketCount).enumerated() {
      self.buckets[index] = number
      count += Int(truncatingIfNeeded: number)
    }
    self.minimum = minimum
    self.maximum = maximum
    total = mean * Double(count)
  }
}
