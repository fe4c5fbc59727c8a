import Testing

@testable import PantileMeasure

@Suite struct LatencyHistogramTests {
  @Test(arguments: [
    (0.0, 1), (1.0, 1), (50.0, 50), (50.1, 51), (90.0, 90), (99.0, 99), (99.01, 100), (100.0, 100),
    (-3.0, 1), (250.0, 100),
  ])
  func `percentiles of 1 to 100 are exact`(percent: Double, expected: Int) {
    var histogram = LatencyHistogram()
    for value in (1...100).reversed() { histogram.record(value) }
    #expect(histogram.percentile(percent) == expected)
  }

  @Test func `an empty histogram has zeros`() {
    let histogram = LatencyHistogram()
    #expect(histogram.count == 0)
    #expect(histogram.percentile(50) == 0)
    #expect(histogram.minimum == 0)
    #expect(histogram.maximum == 0)
    #expect(histogram.mean == 0)
    #expect(histogram.text() == "")
  }

  @Test func `one duration is every percentile`() {
    var histogram = LatencyHistogram()
    histogram.record(123_457)
    for percent in [0.0, 0.1, 50, 99.9, 100] { #expect(histogram.percentile(percent) == 123_457) }
    #expect(histogram.mean == 123_457)
  }

  @Test func `buckets follow one another without a gap`() {
    var end = 0
    for index in 0..<LatencyHistogram.bucketCount {
      let range = LatencyHistogram.range(of: index)
      #expect(range.lowerBound == end)
      #expect(range.count == 1 || range.count * 64 <= range.lowerBound)
      end = range.upperBound
    }
    #expect(end == 1 << 36)
  }

  @Test func `both ends of every bucket are recorded in it`() {
    for index in 0..<LatencyHistogram.bucketCount {
      let range = LatencyHistogram.range(of: index)
      var histogram = LatencyHistogram()
      histogram.record(range.lowerBound)
      histogram.record(range.upperBound - 1)
      #expect(histogram[index] == 2)
    }
  }

  @Test func `a percentile is at most 1 in 64 above the exact one`() {
    var histogram = LatencyHistogram()
    var values: [Int] = []
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Int(state >> (28 + (state & 15)))
      values.append(value)
      histogram.record(value)
    }
    values.sort()
    for percent in [0.5, 1, 10, 25, 50, 75, 90, 99, 99.9, 99.99] {
      let exact = values[Int((percent / 100 * 20_000).rounded(.up)) - 1]
      let found = histogram.percentile(percent)
      #expect(found >= exact)
      #expect(found - exact <= exact / 64)
    }
    #expect(histogram.maximum == values.last)
    #expect(histogram.minimum == values.first)
  }

  @Test func `negative and huge durations are held at the ends`() {
    var histogram = LatencyHistogram()
    histogram.record(-5)
    histogram.record(.max)
    histogram.record(7, times: 0)
    #expect(histogram.count == 2)
    #expect(histogram.minimum == 0)
    #expect(histogram.maximum == .max)
    #expect(histogram[LatencyHistogram.bucketCount - 1] == 1)
    #expect(histogram.percentile(100) == .max)
  }

  @Test func `merged histograms are as if recorded into one`() {
    var first = LatencyHistogram()
    var second = LatencyHistogram()
    var all = LatencyHistogram()
    for value in stride(from: 5, to: 90_000, by: 7) {
      if value % 3 == 0 { first.record(value) } else { second.record(value) }
      all.record(value)
    }
    var empty = LatencyHistogram()
    empty.merge(first)
    empty.merge(second)
    empty.merge(LatencyHistogram())
    #expect(empty == all)
    #expect(all.count(in: 0..<90_000) == all.count)
    empty.removeAll()
    #expect(empty == LatencyHistogram())
  }

  @Test func `a histogram is what its buckets say`() {
    var histogram = LatencyHistogram()
    for value in [3, 900, 900, 70_000] { histogram.record(value) }
    let buckets = (0..<LatencyHistogram.bucketCount).map { UInt64(histogram[$0]) }
    let copy = LatencyHistogram(
      buckets: buckets, minimum: histogram.minimum, maximum: histogram.maximum,
      mean: histogram.mean)
    #expect(copy == histogram)
  }

  @Test func `rows of the text hold every duration`() {
    var histogram = LatencyHistogram()
    histogram.record(100, times: 5_000)
    histogram.record(120, times: 2_500)
    histogram.record(9_000_000)
    let text = histogram.text(rows: 3, width: 8)
    #expect(
      text == """
            100 ns  ████████  66.7 %
            107 ns             0.0 %
            114 ns  ████      33.3 %
          > 121 ns  ▏         <0.1 %

        """)
  }
}
