extension LatencyHistogram {
  /// A row of the histogram as text.
  private struct Row {
    var range: Range<Int>
    var count: Int
  }

  /// The histogram as lines of text, with bars.
  ///
  /// Rows are of equal width on a scale of powers of two, from the shortest duration to the one
  /// that 99 % do not exceed; a last row holds the rest.
  ///
  ///       820 ns  ██████████████████████████████████  61.2 %
  ///      1.00 µs  ██████▋                             13.4 %
  ///    > 2.10 ms  ▏                                    0.1 %
  ///
  /// - Parameters:
  ///   - rows: The number of rows at most, without the last.
  ///   - width: The length of the longest bar in columns.
  /// - Returns: Lines that each end with a line feed; empty when there is no duration.
  public func text(rows: Int = 12, width: Int = 40) -> String {
    guard count > 0, rows > 0, width > 0 else { return "" }
    let shown = self.rows(rows)
    let most = shown.map(\.count).max() ?? 1
    var text = ""
    for (index, row) in shown.enumerated() {
      let isRest = index == shown.count - 1 && row.range.upperBound == .max
      let label = (isRest ? "> " : "  ") + Figure.duration(row.range.lowerBound)
      let bar = Self.bar(Double(row.count) / Double(max(1, most)), width)
      let share = Self.percent(Double(row.count) / Double(count))
      text += "\(Self.padded(label, 10))  \(bar) \(share)\n"
    }
    return text
  }

  /// Ranges that hold every duration once.
  private func rows(_ wanted: Int) -> [Row] {
    let first = bucket(of: minimum)
    let last = bucket(of: percentile(99))
    // Buckets are of equal width on the scale, all but the first 128, which are few.
    let step = max(1, (last - first + wanted) / wanted)
    var rows: [Row] = []
    var index = first
    while index <= last {
      let end = min(index + step, last + 1)
      let sum = (index..<end).reduce(0) { $0 + self[$1] }
      rows.append(
        Row(
          range: Self.range(of: index).lowerBound..<Self.range(of: end - 1).upperBound, count: sum))
      index = end
    }
    let rest = count - rows.reduce(0) { $0 + $1.count }
    if rest > 0 {
      rows.append(Row(range: Self.range(of: last).upperBound..<Int.max, count: rest))
    }
    return rows
  }

  private func bucket(of value: Int) -> Int {
    var low = 0
    var high = Self.bucketCount - 1
    while low < high {
      let middle = (low + high) / 2
      if Self.range(of: middle).upperBound > value { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// A bar of `share` of `width` columns, padded with spaces; what is not 0 is visible.
  private static func bar(_ share: Double, _ width: Int) -> String {
    let eighths = Array("▏▎▍▌▋▊▉█")
    var units = Int((share * Double(width) * 8).rounded())
    if share > 0 { units = max(1, units) }
    var bar = String(repeating: "█", count: units / 8)
    if units % 8 > 0 { bar.append(eighths[units % 8 - 1]) }
    return bar + String(repeating: " ", count: max(0, width - bar.count))
  }

  private static func percent(_ share: Double) -> String {
    let text = share > 0 && share < 0.0005 ? "<0.1" : Figure.fixed(share * 100, 1)
    return padded(text, 5) + " %"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
