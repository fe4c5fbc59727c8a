internal import PantileMeasure
internal import PantileTemplate

/// A benchmark from its options to its figures.
struct BenchRun {
  /// Processes that are started to find out how long a start takes.
  private static let starts = 11

  private let options: BenchOptions
  private let arguments: Arguments

  init(_ options: BenchOptions, _ arguments: Arguments) {
    self.options = options
    self.arguments = arguments
  }

  func run() throws(CommandError) -> BenchResult {
    do throws(MeasureError) {
      Interrupt.catchSignals()
      let counters = try SharedCounters()
      var result = BenchResult(options, arguments, counters)
      if options.ceiling != nil {
        result.ceiling = try runUnderCeiling(counters)
      } else {
        result.error = try runHere(counters)
      }
      Output.progress("")
      result.isInterrupted = Interrupt.isRequested
      if result.error == nil, result.ceiling == nil || result.ceiling?.end == .exited(1) {
        result.error = counters.text.isEmpty ? nil : counters.text
      }
      if result.failure == nil { try measureStarts(&result) }
      result.isInterrupted = Interrupt.isRequested
      return result
    } catch {
      throw .failed(error.message)
    }
  }

  // MARK: Renders

  /// Measures in this process.
  ///
  /// - Returns: The report of what failed.
  private func runHere(_ counters: SharedCounters) throws(MeasureError) -> String? {
    let options = options
    let watch = try OwnThread(stackBytes: 256 << 10) {
      var progress = BenchProgress(counters, options)
      while counters.phase != .finished {
        if Interrupt.isRequested { counters.isStopped = true }
        progress.show()
        MonotonicClock.wait(milliseconds: 20)
      }
    }
    var report: String?
    do throws(CommandError) {
      try BenchChild.measure(counters, options, arguments)
    } catch {
      report = error.report
    }
    counters.publishMemory()
    counters.phase = .finished
    watch.join()
    return report
  }

  /// Measures in a child that has a limit.
  private func runUnderCeiling(
    _ counters: SharedCounters
  ) throws(MeasureError) -> CeilingReport {
    var ceiling = Ceiling(bytes: options.ceiling)
    ceiling.patience = options.patience
    ceiling.reserveInBytes = options.threads * options.stackBytes
    var progress = BenchProgress(counters, options)
    return try ceiling.run(Self.words, counters) { progress.show() }
  }

  /// The words of the command line, behind the program's name.
  private static var words: [String] { Array(CommandLine.arguments.dropFirst()) }

  // MARK: Starts

  /// Starts some processes, one after the other, that end with their first payload.
  private func measureStarts(_ result: inout BenchResult) throws(MeasureError) {
    var times: [Int] = []
    for _ in 0..<Self.starts where !Interrupt.isRequested {
      let counters = try SharedCounters()
      counters[.mode] = BenchChild.Mode.start.rawValue
      let report = try Ceiling(bytes: nil).run(Self.words, counters)
      guard report.end == .exited(0) else { break }
      times.append(counters[.firstPayloadAt] - counters[.startedAt])
      result.startPeak = max(result.startPeak, report.peak)
    }
    times.sort()
    result.starts = times
  }
}

/// A line that tells how far a benchmark is, on a terminal.
struct BenchProgress {
  private static let step = 100_000_000

  private let counters: SharedCounters
  private let seconds: Double
  private var next = 0
  private var began: Int?

  init(_ counters: SharedCounters, _ options: BenchOptions) {
    self.counters = counters
    seconds = options.seconds
  }

  /// Shows the line where it is time to.
  mutating func show() {
    let now = MonotonicClock.now()
    // While allocations are counted, nobody else may allocate.
    guard Output.isErrorTerminal, now >= next, counters.phase != .counting else { return }
    next = now + Self.step
    guard counters.phase == .rendering else { return Output.progress("\(counters.phase.text) …") }
    let start = began ?? now
    began = start
    let passed = min(Double(now - start) / 1e9, seconds)
    let parts = [
      "\(Figure.fixed(passed, 1)) of \(Figure.fixed(seconds, 1)) s",
      "\(Figure.whole(counters[.renders])) renders",
      "\(Figure.whole(Int(Double(counters[.renders]) / max(passed, 0.1)))) a second",
    ]
    Output.progress(parts.joined(separator: ", "))
  }
}
