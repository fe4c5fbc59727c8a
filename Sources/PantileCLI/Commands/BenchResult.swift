internal import PantileMeasure

/// The figures of a benchmark.
struct BenchResult {
  let options: BenchOptions
  let counters: SharedCounters
  /// The widget or snippet.
  let name: String
  /// What a process under a ceiling came to.
  var ceiling: CeilingReport?
  /// The report of a widget that failed.
  var error: String?
  /// Whether somebody ended the benchmark early.
  var isInterrupted = false
  /// Nanoseconds from the start of a process to its first payload, in order.
  var starts: [Int] = []
  /// The most memory that was resident in a process with its first payload ready.
  var startPeak = 0

  init(_ options: BenchOptions, _ arguments: Arguments, _ counters: SharedCounters) {
    self.options = options
    self.counters = counters
    name = arguments.words.first ?? arguments.value("--snippet") ?? ""
  }

  /// Why the benchmark does not end well; nil where it does.
  var failure: CommandError? {
    if let error { return CommandError(code: .failed, report: error) }
    if let ceiling, let reason = ceiling.reason(while: counters.phase) {
      let places = counters.placesOfMemory.map { "\n  \($0)" }.joined()
      return .failed(reason + places)
    }
    return isInterrupted ? CommandError(code: .interrupted, report: "") : nil
  }
}

// MARK: - Figures that follow from others

extension BenchResult {
  var renders: Int { counters[.renders] }
  var seconds: Double { Double(counters[.elapsed]) / 1e9 }
  var rendersPerSecond: Double { seconds > 0 ? Double(renders) / seconds : 0 }
  var megabytesPerSecond: Double {
    seconds > 0 ? Double(counters[.bytes]) / 1e6 / seconds : 0
  }
  var nanosecondsPerNode: Double {
    let mean = Double(counters[.latencyMeanInPicoseconds]) / 1_000
    return mean / Double(max(1, counters[.nodes]))
  }
  /// Allocations and bytes of one warm render; nil where they cannot be counted.
  var allocations: (calls: Double, bytes: Double)? {
    let counted = Double(counters[.countedRenders])
    guard counted > 0 else { return nil }
    return (Double(counters[.allocations]) / counted, Double(counters[.allocatedBytes]) / counted)
  }
  var medianStart: Int { starts.isEmpty ? 0 : starts[starts.count / 2] }
  /// The most that was resident at once.
  var peak: Int { ceiling?.peak ?? counters[.peak] }
}
