/// A verb of the command line.
struct Command: Sendable {
  var syntax: CommandSyntax
  var run: @Sendable (Arguments) throws(CommandError) -> Void

  static let all: [Command] = [
    render, trial, check, lint, explain, serve, bench, json, hash, help,
  ]

  /// Runs the program with the words behind its name, and gives its exit status.
  static func main(_ words: [String]) -> Int32 {
    do throws(CommandError) {
      try dispatch(words[...])
      return 0
    } catch {
      Output.report(error.report)
      return error.status
    }
  }

  private static func dispatch(_ words: ArraySlice<String>) throws(CommandError) {
    guard let first = words.first else { return try Output.write(programPage()) }
    if first == "-h" || first == "--help" { return try Output.write(programPage()) }
    if first == "--version" { return try Output.write(version + "\n") }
    guard let command = all.first(where: { $0.syntax.name == first }) else {
      throw unknown(first)
    }
    try command.run(words.dropFirst())
  }

  private func run(_ words: ArraySlice<String>) throws(CommandError) {
    do throws(CommandError) {
      guard let arguments = try Arguments.parse(words, for: syntax) else {
        return try Output.write(HelpPage(syntax).text)
      }
      try run(arguments)
    } catch {
      guard error.code == .wrongUse else { throw error }
      var shown = error
      for (index, usage) in syntax.usageLines.enumerated() {
        shown.report += (index == 0 ? "\nusage: " : "\n       ") + usage
      }
      shown.report += "\n  See 'pantile \(syntax.name) --help' for more information."
      throw shown
    }
  }

  /// The error of a word that is no verb.
  static func unknown(_ word: String) -> CommandError {
    let kind = word.hasPrefix("-") ? "option" : "subcommand"
    let names = all.map(\.syntax.name) + ["--version", "--help"]
    let hint = Suggestion.text(for: word, among: names)
    return CommandError(
      code: .wrongUse,
      report: """
        error: unknown \(kind) \(word.quoted)\(hint)
        usage: pantile <subcommand>
          See 'pantile --help' for more information.
        """)
  }

  static func programPage() -> String {
    HelpPage(
      program: "Turn TSX widgets into the JSON payloads that a device shows.",
      commands: all.filter { $0.syntax.name != help.syntax.name }.map(\.syntax)
    ).text
  }

  static let version = "0.1.0"
}
