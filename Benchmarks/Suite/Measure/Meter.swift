internal import Glibc
internal import PantileJSON
internal import PantileMeasure

/// Runs what a benchmark measures, in the way that was asked for.
struct Meter {
  /// What is done with a benchmark.
  enum Mode {
    /// Time it for so many seconds.
    case time(Double)
    /// Run it so often, for callgrind.
    case once(Int)
    /// Count its heap allocations.
    case allocations
    /// Time single runs, so many of them.
    case latency(Int)
    /// Time it for as many milliseconds as each line of standard input says, until that ends.
    case paced
  }

  /// Runs whose heap allocations are counted together.
  static let countedRuns = 10
  /// Runs before that, in which buffers grow to their size.
  static let warmRuns = 40
  /// The shortest batch that is timed.
  private static let batchTime = 400_000.0

  let name: String
  let mode: Mode
  /// What was found; nil until `measure` was called.
  private(set) var measurement: Measurement?

  init(_ name: String, _ mode: Mode) {
    self.name = name
    self.mode = mode
  }

  /// Measures `body`, after a run whose figures are thrown away.
  ///
  /// - Parameters:
  ///   - sizes: What goes in and comes out.
  ///   - floors: What is measured in turn with it, for comparison.
  ///   - body: One run; all set-up is done before.
  mutating func measure(
    _ sizes: Sizes, floors: [Floor] = [], _ body: () throws -> Void
  ) throws {
    try body()
    var found = Measurement(name: name, sizes: sizes)
    switch mode {
    case .once(let count):
      try body()
      try measuredRuns(count, body)
    case .allocations:
      found.allocations = try Self.allocations(of: body)
    case .latency(let count):
      for _ in 0..<min(count, 200) { try body() }
      var latencies = LatencyHistogram()
      for _ in 0..<count {
        let begin = MonotonicClock.now()
        try body()
        latencies.record(MonotonicClock.now() - begin)
      }
      found.latencies = latencies
    case .time(let seconds):
      try measureTimes(of: body, floors: floors, seconds: seconds, &found)
      found.allocations = try Self.allocations(of: body)
    case .paced: try Self.runPaced(body)
    }
    measurement = found
  }

  /// Allocations of warm runs, all together.
  private static func allocations(of body: () throws -> Void) throws -> Int {
    for _ in 0..<warmRuns { try body() }
    let counter = AllocationCounter()
    _ = counter.reading()
    let before = counter.reading().calls
    for _ in 0..<countedRuns { try body() }
    return counter.reading().calls - before
  }

  /// Answers each line of input, a number of milliseconds, with the times of as many batches, in
  /// tenths of a nanosecond.
  private static func runPaced(_ body: () throws -> Void) throws {
    let batch = try batch(of: body)
    print("ready")
    fflush(nil)
    while let line = readLine() {
      let end = MonotonicClock.now() + (Int(line) ?? 10) * 1_000_000
      var samples: [Double] = []
      repeat { samples.append(try time(batch, body)) } while MonotonicClock.now() < end
      print(samples.map { "\(Int(($0 * 10).rounded()))" }.joined(separator: " "))
      fflush(nil)
    }
  }

  private func measureTimes(
    of body: () throws -> Void, floors: [Floor], seconds: Double, _ found: inout Measurement
  ) throws {
    let runs = floors.map { FloorRun($0) }
    let batch = try Self.batch(of: body)
    let batches = try runs.indices.map { index in
      try Self.batch { try runs[index].run() }
    }
    found.floors = runs.map { (name: $0.name, samples: []) }
    let end = MonotonicClock.now() + Int(seconds * 1e9)
    repeat {
      found.samples.append(try Self.time(batch, body))
      for index in runs.indices {
        let time = try Self.time(batches[index]) { try runs[index].run() }
        found.floors[index].samples.append(time)
      }
    } while MonotonicClock.now() < end || found.samples.count < 5
  }

  // MARK: Time

  /// How many runs of `body` make a batch that is long enough to time.
  private static func batch(of body: () throws -> Void) throws -> Int {
    var batch = 1
    while true {
      let time = try time(batch, body) * Double(batch)
      if time >= batchTime { return batch }
      batch = max(batch + 1, min(batch * 8, Int(batchTime * 1.2 / max(time, 1) * Double(batch))))
    }
  }

  /// Nanoseconds of one run, as the mean of `count`.
  @inline(never)
  private static func time(_ count: Int, _ body: () throws -> Void) throws -> Double {
    let begin = MonotonicClock.now()
    for _ in 0..<count { try body() }
    return Double(MonotonicClock.now() - begin) / Double(count)
  }
}

/// The runs that callgrind counts: `tools/check-thresholds` collects inside this function only.
///
/// It is not optimised, so that there is one function of this name and no copy for a closure.
@_optimize(none)
@inline(never)
func measuredRuns(_ count: Int, _ body: () throws -> Void) throws {
  var done = 0
  while done < count {
    try body()
    done &+= 1
  }
}

/// A floor with its buffers.
private final class FloorRun {
  let name: String
  private let floor: Floor
  private var buffer = ByteBuffer(capacity: 1 << 10)
  private var document = JSONDocument()

  init(_ floor: Floor) {
    self.floor = floor
    name = floor.name
  }

  func run() throws {
    switch floor {
    case .copy(let bytes):
      buffer.removeAll()
      buffer.append(bytes.span)
    case .parse(let bytes):
      // Safe: bytes have no padding.
      try unsafe document.parse(bytes.span.bytes)
    }
  }
}
