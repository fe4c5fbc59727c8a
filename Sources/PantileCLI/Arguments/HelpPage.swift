/// Help pages in the layout of Swift's argument parser.
struct HelpPage {
  private(set) var text = ""

  private static let width = 80
  private static let column = 26

  /// The page of a command.
  init(_ syntax: CommandSyntax) {
    overview(syntax.overview)
    for paragraph in syntax.discussion {
      text += "\n"
      lines(paragraph, indent: 0)
    }
    usage(syntax.usageLines)
    section("ARGUMENTS", syntax.arguments.map { ("<\($0.name)>", $0.help) })
    section("OPTIONS", (syntax.options + [CommandSyntax.help]).map { ($0.label, $0.help) })
    text += "\n"
  }

  /// The page of the program.
  init(program overviewText: String, commands: [CommandSyntax]) {
    overview(overviewText)
    usage(["pantile <subcommand>"])
    section(
      "OPTIONS", [CommandSyntax.version, CommandSyntax.help].map { ($0.label, $0.help) })
    section("SUBCOMMANDS", commands.map { ($0.name, $0.overview) })
    text += "\n  See 'pantile help <subcommand>' for detailed help.\n"
  }

  private mutating func overview(_ overview: String) {
    lines("OVERVIEW: " + overview, indent: 0)
  }

  private mutating func usage(_ usages: [String]) {
    text += "\n"
    for (index, usage) in usages.enumerated() {
      text += (index == 0 ? "USAGE: " : "       ") + usage + "\n"
    }
  }

  private mutating func section(_ title: String, _ rows: [(label: String, help: String)]) {
    guard !rows.isEmpty else { return }
    text += "\n\(title):\n"
    for row in rows {
      let label = "  " + row.label
      text += label
      if label.utf8.count < Self.column {
        text += String(repeating: " ", count: Self.column - label.utf8.count)
      } else {
        text += "\n" + String(repeating: " ", count: Self.column)
      }
      lines(row.help, indent: Self.column)
    }
  }

  /// Adds words, broken before column 80; the first line is indented already.
  private mutating func lines(_ words: String, indent: Int) {
    var used = indent
    var isFirst = true
    for word in words.split(separator: " ") {
      let count = word.unicodeScalars.count
      if !isFirst, used + 1 + count > Self.width {
        text += "\n" + String(repeating: " ", count: indent)
        used = indent
      } else if !isFirst {
        text += " "
        used += 1
      }
      text += word
      used += count
      isFirst = false
    }
    text += "\n"
  }
}
