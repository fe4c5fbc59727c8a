import CProgramPages
import PantileJSON
import PantileMeasure
import PantileTemplate

/// Something that a process does under the ceiling, and what it may take.
struct Scenario: Sendable {
  let name: String
  /// What it does, in a sentence.
  let about: String
  /// The bytes that may be resident at once.
  let goal: Int
  /// Threads that render at once.
  var threads = 0
  let run: @Sendable (ProofRun) throws -> Void

  // Without ICU, with it, where renders reach the memory limit, and with 64 at once. With ICU 16 MB
  // are wanted and 16.1 to 16.5 taken, at the limit 20 MB and 19.2 to 20.5: most of it are pages of
  // the program itself, which grew.
  static let plain = 12_000_000
  static let withICU = 18_000_000
  static let atLimit = 22_000_000
  static let concurrent = 30_000_000

  static let all = [
    Scenario(
      name: "start", about: "Starts, compiles a widget and renders it once.", goal: plain,
      run: start),
    Scenario(
      name: "start-icu", about: "The same with a widget that formats a date.", goal: withICU,
      run: startWithICU),
    Scenario(
      name: "million", about: "Renders one widget a million times.", goal: plain, run: million),
    Scenario(
      name: "million-icu", about: "Renders a widget that formats dates and numbers, often.",
      goal: withICU, run: manyWithICU),
    Scenario(
      name: "templates", about: "Compiles, renders and drops 10,000 different widgets.",
      goal: plain, run: templates),
    Scenario(
      name: "large-props",
      about: "Renders 200 rows of 256 KB of props for 7 families, again and again.", goal: plain,
      run: largeProps),
    Scenario(
      name: "refused",
      about: "Renders good props between some that throw, never end, or take all memory.",
      goal: atLimit, run: refused),
    Scenario(
      name: "concurrent", about: "Renders 2 families of 8 nodes each on 64 threads at once.",
      goal: concurrent, threads: 64, run: concurrentRenders),
    Scenario(
      name: "concurrent-large", about: "Renders 2 families of 185 nodes on 32 threads at once.",
      goal: concurrent, threads: 32, run: concurrentLargeRenders),
  ]
}

/// What a scenario works with.
struct ProofRun: Sendable {
  let counters: SharedCounters
  let corpus: ProofFiles
  let isQuick: Bool

  init(_ counters: SharedCounters, _ corpus: ProofFiles, isQuick: Bool) {
    self.counters = counters
    self.corpus = corpus
    self.isQuick = isQuick
  }

  /// A number of rounds, a tenth of it where the proof shall be quick.
  func rounds(_ count: Int) -> Int { isQuick ? count / 10 : count }

  /// Something that is not as it must be.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// Begins to render: pages of the program that only compiling needed are given back.
  func begin() {
    pantile_give_back_program_pages()
    counters.phase = .rendering
  }

  /// Renders so many times into one buffer and publishes how far it is.
  ///
  /// - Returns: The last payload.
  @discardableResult
  func render(
    _ template: Template, _ request: RenderRequest, times: Int
  ) throws(TemplateError) -> [UInt8] {
    begin()
    var output = ByteBuffer(capacity: 4 << 10)
    for _ in 0..<times {
      output.removeAll()
      try template.render(request, into: &output)
      counters.add(1, to: .renders)
      counters.add(1, to: .beats)
    }
    publish(template)
    return output.array()
  }

  /// Publishes the memory of a template's machines.
  func publish(_ template: Template) {
    let memory = template.memory
    counters[.idleMachines] = memory.idleMachines
    counters[.idleBytes] = memory.idleBytes
    counters[.budgetBytes] = memory.budgetBytes
  }
}
