internal import CAllocatorSettings
internal import Glibc

/// The benchmark suite; `docs/benchmarks.md` says how to read it.
@main
enum Suite {
  static let benchmarks =
    JSONCases.all + TemplateCases.all + SwiftCases.all + TreeCases.all
    + DeliveryCases.all

  private static let usage = """
    usage: bench-suite [--filter TEXT] [--seconds S] [--json | --list]
           bench-suite --once NAME RUNS          run it so often, for callgrind
           bench-suite --allocations NAME        heap allocations of ten runs
           bench-suite --latency NAME RUNS       the curve of single runs
           bench-suite --paced NAME              time it as long as each line of input says
           bench-suite --gates                   what is gated, and the runs of each
           bench-suite --growth KIND SIZE        time and peak memory of one size
           bench-suite --growth-once KIND SIZE   the same for callgrind
    """

  static func main() {
    pantile_keep_allocator_settings()
    do {
      var words = Array(CommandLine.arguments.dropFirst())
      switch words.first {
      case "--once", "--allocations", "--latency", "--paced":
        try single(words)
      case "--gates":
        for benchmark in benchmarks where benchmark.gate > 0 {
          print("\(benchmark.name) \(benchmark.gate)")
        }
      case "--growth", "--growth-once":
        guard words.count == 3, let size = Int(words[2]) else { fail(usage, status: 64) }
        try Growth.measure(words[1], size, isCounted: words[0] == "--growth-once")
      default:
        try all(&words)
      }
    } catch {
      fail("error: \(error)", status: 1)
    }
  }

  /// One benchmark, as a tool asks for it.
  private static func single(_ words: [String]) throws {
    guard words.count >= 2 else { fail(usage, status: 64) }
    let count = words.count > 2 ? Int(words[2]) ?? 1 : 1
    guard let benchmark = benchmarks.first(where: { $0.name == words[1] }) else {
      fail("error: no benchmark is called \(words[1])", status: 64)
    }
    let mode: Meter.Mode =
      switch words[0] {
      case "--once": .once(count)
      case "--allocations": .allocations
      case "--latency": .latency(count)
      default: .paced
      }
    let found = try measure(benchmark, mode)
    switch mode {
    case .allocations: print(found.allocations ?? -1)
    case .latency: print(found.latencyJSON)
    default: break
    }
  }

  /// All benchmarks, or those whose name has a text in it.
  private static func all(_ words: inout [String]) throws {
    var filter = ""
    var seconds = 0.3
    var isJSON = false
    var isList = false
    while let word = words.first {
      words.removeFirst()
      switch word {
      case "--json": isJSON = true
      case "--list": isList = true
      case "--filter" where !words.isEmpty: filter = words.removeFirst()
      case "--seconds" where !words.isEmpty: seconds = Double(words.removeFirst()) ?? seconds
      default: fail(usage, status: 64)
      }
    }
    let chosen = benchmarks.filter { filter.isEmpty || $0.name.contains(filter) }
    if !isJSON, !isList { print(Measurement.tableHead) }
    for benchmark in chosen {
      if isList {
        print(benchmark.name)
        continue
      }
      let found = try measure(benchmark, .time(seconds))
      print(isJSON ? found.json : found.tableLine)
      fflush(nil)
    }
  }

  private static func measure(_ benchmark: Benchmark, _ mode: Meter.Mode) throws -> Measurement {
    var meter = Meter(benchmark.name, mode)
    try benchmark.body(&meter)
    guard let found = meter.measurement else {
      throw BenchmarkError("\(benchmark.name) measures nothing")
    }
    return found
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    var line = text + "\n"
    line.withUTF8 { bytes in
      // Safe: the bytes are readable during the call.
      _ = unsafe write(2, bytes.baseAddress, bytes.count)
    }
    exit(status)
  }
}
