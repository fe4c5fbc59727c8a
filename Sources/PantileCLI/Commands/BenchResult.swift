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
      return .failed("\(reason)\n" + placesOfMemory.map { "  \($0)" }.joined(separator: "\n"))
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

  /// Lines that say where the memory was when the process was last looked at.
  var placesOfMemory: [String] {
    let mb = { (counter: SharedCounters.Counter) in Figure.megabytes(counters[counter]) }
    guard counters[.resident] > 0 else { return ["the process told nothing of its memory"] }
    var lines = [
      "last look: \(mb(.resident)) resident, \(mb(.anonymous)) of it in no file, "
        + "\(mb(.file)) of files"
    ]
    if counters[.heapResident] > 0 {
      lines.append(
        "heap: \(mb(.heapAllocated)) allocated, in pages of \(mb(.heapActive)); "
          + "\(mb(.heapMetadata)) of records; \(mb(.heapResident)) resident")
    }
    lines.append(
      "machines: \(counters[.idleMachines]) idle with \(mb(.idleBytes)); renders that run took "
        + "\(mb(.budgetBytes))")
    return lines
  }
}

extension CeilingReport {
  /// The error of a child that did not do its work within its limit; nil where it did, where it
  /// has told an error of its own, or where somebody ended it.
  func reason(while phase: MeasurePhase) -> String? {
    let bound = Figure.megabytes(limit ?? 0)
    switch end {
    case .exited(0), .interrupted(status: 0):
      guard isOver else { return nil }
      return "peak of \(Figure.megabytes(peak)) resident is over the ceiling of \(bound)"
    case .exited(let status):
      return "the process ended with status \(status) while \(phase.text)"
    case .signalled(let number):
      return "the process ended by signal \(number) while \(phase.text)"
    case .outOfMemory:
      return "out of memory under the ceiling of \(bound) while \(phase.text)"
    case .hung:
      return "no progress while \(phase.text); the process was killed"
    case .interrupted:
      return "the process did not stop while \(phase.text), and was killed"
    }
  }

  /// The verdict in a word.
  var verdict: String {
    switch end {
    case .exited(0): isOver ? "over" : "kept"
    case .exited: "failed"
    case .signalled: "crashed"
    case .outOfMemory: "out of memory"
    case .hung: "hung"
    case .interrupted: "interrupted"
    }
  }
}
