internal import Glibc
internal import PantileJSON

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
      for _ in 0..<Self.warmRuns { try body() }
      found.allocations = try HeapCounter.count(over: Self.countedRuns, body)
    case .latency(let count):
      found.samples.reserveCapacity(count)
      for _ in 0..<min(count, 200) { try body() }
      for _ in 0..<count { found.samples.append(try Self.time(1, body)) }
    case .time(let seconds):
      try measureTimes(of: body, floors: floors, seconds: seconds, &found)
      for _ in 0..<Self.warmRuns { try body() }
      found.allocations = try HeapCounter.count(over: Self.countedRuns, body)
    case .paced:
      let batch = try Self.batch(of: body)
      print("ready")
      fflush(nil)
      while let line = readLine() {
        let end = Self.now() + (Double(line) ?? 10) * 1e6
        var samples: [Double] = []
        repeat { samples.append(try Self.time(batch, body)) } while Self.now() < end
        print(samples.map { "\(Int(($0 * 10).rounded()))" }.joined(separator: " "))
        fflush(nil)
      }
    }
    measurement = found
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
    let end = Self.now() + seconds * 1e9
    repeat {
      found.samples.append(try Self.time(batch, body))
      for index in runs.indices {
        let time = try Self.time(batches[index]) { try runs[index].run() }
        found.floors[index].samples.append(time)
      }
    } while Self.now() < end || found.samples.count < 5
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
    let begin = now()
    for _ in 0..<count { try body() }
    return (now() - begin) / Double(count)
  }

  /// The clock in nanoseconds.
  private static func now() -> Double {
    var time = timespec()
    // Safe: the call writes to a variable of its own.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
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
