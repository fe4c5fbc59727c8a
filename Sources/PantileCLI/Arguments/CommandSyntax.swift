/// What a command accepts, as its help page shows it.
struct CommandSyntax: Sendable {
  /// A word that stands alone.
  struct Argument: Sendable {
    var name: String
    var help: String
    var isRequired = true
    var isRepeated = false

    /// `<file> ...`
    var label: String { isRepeated ? "<\(name)> ..." : "<\(name)>" }
  }

  /// A word with dashes, with or without a value.
  struct Option: Sendable {
    /// The spellings with their dashes, the one that commands ask for last.
    var names: [String]
    /// What the value is called; nil for a flag.
    var value: String?
    var help: String

    init(_ names: String..., value: String? = nil, help: String) {
      self.names = names
      self.value = value
      self.help = help
    }

    var name: String { names.last ?? "" }

    /// `-h, --help` or `--root <folder>`.
    var label: String {
      let spellings = names.joined(separator: ", ")
      return value.map { "\(spellings) <\($0)>" } ?? spellings
    }
  }

  var name: String
  var overview: String
  /// Further paragraphs, each a line.
  var discussion: [String] = []
  /// Ways to call it behind its name; made from the rest where empty.
  var usages: [String] = []
  var arguments: [Argument] = []
  var options: [Option] = []

  static let help = Option("-h", "--help", help: "Show help information.")
  static let version = Option("--version", help: "Show the version.")

  func option(named name: String) -> Option? {
    (options + [Self.help]).first { $0.names.contains(name) }
  }

  /// The lines behind `USAGE:`.
  var usageLines: [String] {
    if !usages.isEmpty { return usages.map { "pantile \(name) \($0)" } }
    var words = ["pantile", name]
    words += options.map { "[\($0.label)]" }
    words += arguments.map { $0.isRequired ? $0.label : "[\($0.label)]" }
    return [words.joined(separator: " ")]
  }
}
