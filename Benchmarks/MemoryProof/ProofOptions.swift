/// What the words of the command line ask for.
struct ProofOptions {
  static let usage = """
    usage: memory-proof [--quick] [--only SCENARIO] … [--corpus FOLDER] [--json FILE]
                        [--ceiling MEGABYTES] [--data-limit]
    scenarios: \(Scenario.all.map(\.name).joined(separator: ", "))
    """

  /// Fewer rounds, for CI.
  private(set) var isQuick = false
  /// The names of scenarios; empty for all.
  private(set) var only: [String] = []
  private(set) var corpus = "Corpus"
  private(set) var json: String?
  /// The hard ceiling in bytes, the same for all.
  private(set) var ceiling = 30_000_000
  /// Whether a data limit is taken although a control group could be had.
  private(set) var usesDataLimit = false

  init?(_ words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--data-limit": usesDataLimit = true
      case "--only":
        guard let name = rest.popFirst(), Scenario.all.contains(where: { $0.name == name }) else {
          return nil
        }
        only.append(name)
      case "--corpus":
        guard let folder = rest.popFirst() else { return nil }
        corpus = folder
      case "--json":
        guard let file = rest.popFirst() else { return nil }
        json = file
      case "--ceiling":
        guard let number = rest.popFirst().flatMap(Int.init), (1...10_000).contains(number) else {
          return nil
        }
        ceiling = number * 1_000_000
      default: return nil
      }
    }
  }

  /// The words of a process that runs one scenario.
  func words(for scenario: Scenario) -> [String] {
    ["--only", scenario.name, "--corpus", corpus] + (isQuick ? ["--quick"] : [])
  }
}
