internal import PantileMeasure

/// What was found about a benchmark.
struct Measurement {
  let name: String
  let sizes: Sizes
  /// Nanoseconds of one run, a sample a batch.
  var samples: [Double] = []
  /// The same of each floor.
  var floors: [(name: String, samples: [Double])] = []
  /// Single runs, where those were timed.
  var latencies: LatencyHistogram?
  /// Heap allocations in `Meter.countedRuns` runs; nil where they were not counted.
  var allocations: Int?

  init(name: String, sizes: Sizes) {
    self.name = name
    self.sizes = sizes
  }

  /// The value below which a part of the samples lies.
  static func quantile(_ part: Double, of samples: [Double]) -> Double {
    let sorted = samples.sorted()
    guard let last = sorted.last else { return 0 }
    let place = part * Double(sorted.count - 1)
    let index = Int(place)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
  }
}

// MARK: - Text

extension Measurement {
  /// The head of the table.
  static let tableHead =
    "benchmark".padded(34) + "in B".padded(9, left: true) + "out B".padded(9, left: true)
    + "nodes".padded(7, left: true) + "time".padded(11, left: true)
    + "p10–p90 %".padded(12, left: true) + "a node".padded(12, left: true)
    + "x copy".padded(9, left: true) + "x parse".padded(9, left: true)
    + "allocs".padded(8, left: true)

  /// A line of the table.
  var tableLine: String {
    let median = Self.quantile(0.5, of: samples)
    let low = Self.quantile(0.1, of: samples) / median * 100 - 100
    let high = Self.quantile(0.9, of: samples) / median * 100 - 100
    return name.padded(34) + "\(sizes.input)".padded(9, left: true)
      + "\(sizes.output)".padded(9, left: true) + "\(sizes.nodes)".padded(7, left: true)
      + Figure.duration(median).padded(11, left: true)
      + "\(Int(low.rounded()))…+\(Int(high.rounded()))".padded(12, left: true)
      + (sizes.nodes == 0 ? "" : "\(Int((median / Double(sizes.nodes)).rounded())) ns")
      .padded(12, left: true)
      + multiple("copy", median).padded(9, left: true)
      + multiple("parse", median).padded(9, left: true)
      + (allocations.map { Self.rounded(Double($0) / Double(Meter.countedRuns)) } ?? "")
      .padded(8, left: true)
  }

  private func multiple(_ floor: String, _ median: Double) -> String {
    guard let samples = floors.first(where: { $0.name == floor })?.samples else { return "" }
    return Self.rounded(median / Self.quantile(0.5, of: samples))
  }

  /// Three digits, or all before the point.
  private static func rounded(_ value: Double) -> String {
    if value >= 100 { return "\(Int(value.rounded()))" }
    let scale = value >= 10 ? 10.0 : 100.0
    let number = (value * scale).rounded() / scale
    return number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

// MARK: - JSON

extension Measurement {
  /// The figures as one line of JSON; times in nanoseconds.
  var json: String {
    var fields = [
      "\"name\":\"\(name)\"", "\"input\":\(sizes.input)", "\"output\":\(sizes.output)",
      "\"nodes\":\(sizes.nodes)", "\"samples\":\(samples.count)", Self.quantiles(samples),
    ]
    if !floors.isEmpty {
      let parts = floors.map { "\"\($0.name)\":{\(Self.quantiles($0.samples))}" }
      fields.append("\"floors\":{\(parts.joined(separator: ","))}")
    }
    if let allocations {
      fields.append("\"runs\":\(Meter.countedRuns),\"allocations\":\(allocations)")
    }
    return "{\(fields.joined(separator: ","))}"
  }

  /// The tail of single runs, for a latency curve.
  var latencyJSON: String {
    let latencies = latencies ?? LatencyHistogram()
    let parts = [0.0, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995, 0.9999, 1]
    let points = parts.map { "[\($0),\(latencies.percentile($0 * 100))]" }
    return "{\"name\":\"\(name)\",\"runs\":\(latencies.count),\"curve\":"
      + "[\(points.joined(separator: ","))]}"
  }

  private static func quantiles(_ samples: [Double]) -> String {
    guard !samples.isEmpty else { return "\"median\":null" }
    let names = [("min", 0), ("p10", 0.1), ("median", 0.5), ("p90", 0.9), ("max", 1)]
    return names.map { "\"\($0.0)\":\((quantile($0.1, of: samples) * 10).rounded() / 10)" }
      .joined(separator: ",")
  }
}

extension String {
  /// The text with spaces behind it, or in front, up to `width` characters.
  func padded(_ width: Int, left: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return left ? spaces + self : self + spaces
  }
}
