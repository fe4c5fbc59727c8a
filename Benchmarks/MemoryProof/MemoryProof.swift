import CAllocatorSettings
import CJemalloc
import CProgramPages
import Glibc
import PantileJSON
import PantileMeasure

/// Runs scenarios under a hard ceiling of memory and compares the peak of each with its goal.
///
///     memory-proof
///     memory-proof --quick --json proof.json
///     memory-proof --only million --only templates
///
/// Each scenario is a process of its own. Prints a line a scenario; exits with 1 when one fails or
/// has more memory resident than its goal.
@main
enum MemoryProof {
  static func main() {
    pantile_keep_allocator_settings()
    // Safe: a call without places for results; it keeps the allocator in a static link.
    _ = unsafe mallctl("version", nil, nil, nil, 0)
    do {
      if let child = try CeilingChild.enter(CommandLine.arguments) {
        exit(run(child))
      }
      guard let options = ProofOptions(CommandLine.arguments.dropFirst()) else {
        print(ProofOptions.usage)
        exit(64)
      }
      Interrupt.catchSignals()
      exit(try run(options) ? 0 : 1)
    } catch {
      print("error: \(error)")
      exit(1)
    }
  }

  // MARK: A scenario

  private static func run(_ child: CeilingChild) -> Int32 {
    guard let options = ProofOptions(child.words[...]),
      let scenario = Scenario.all.first(where: { $0.name == options.only.first })
    else { return 64 }
    var status: Int32 = 0
    // As the program does when it starts.
    pantile_give_back_library_pages()
    do {
      try child.startMonitor(interval: 10)
      let corpus = ProofFiles(folder: options.corpus)
      try scenario.run(ProofRun(child.counters, corpus, isQuick: options.isQuick))
    } catch {
      child.counters.text = "\(error)"
      status = 1
    }
    child.finish()
    return status
  }

  // MARK: All scenarios

  private static func run(_ options: ProofOptions) throws -> Bool {
    print(ProofRow.heading)
    var rows: [ProofRow] = []
    for scenario in Scenario.all where options.only.isEmpty || options.only.contains(scenario.name)
    {
      if Interrupt.isRequested { break }
      let row = try measure(scenario, options)
      print(row.text)
      for line in row.reasons { print("  \(line)") }
      fflush(nil)
      rows.append(row)
    }
    if let file = options.json { try ProofFiles.write(ProofRow.json(rows, options), to: file) }
    let failures = rows.count { !$0.isGood }
    print(failures == 0 ? "all within their goals" : "\(failures) over their goals or failed")
    return failures == 0 && !rows.isEmpty && !Interrupt.isRequested
  }

  private static func measure(_ scenario: Scenario, _ options: ProofOptions) throws -> ProofRow {
    let counters = try SharedCounters()
    let start = MonotonicClock.now()
    var ceiling = Ceiling(bytes: options.ceiling)
    ceiling.triesGroup = !options.usesDataLimit
    ceiling.reserveInBytes = scenario.threads * Scenario.stack
    let report = try ceiling.run(options.words(for: scenario), counters)
    let seconds = Double(MonotonicClock.now() - start) / 1e9
    return ProofRow(scenario, report, counters, seconds)
  }
}
