import Foundation

/// The examples of a page in Markdown.
///
/// A code block whose first line has the word `renders` or `fails` is an example; the next block
/// has its payload, or the first line of its error (all lines after the word `report`). The word
/// `module` makes it the entry `widget.tsx` of a project, any other is a snippet. Blocks before it
/// with `file=NAME` are the project's files, one after it with `props` its props. Words such as
/// `zone=UTC` are options of the render.
///
/// A table whose second column has the title `value`, `its text` or `error` is a list of examples,
/// one a row: expressions, contents of a `Text`, or modules.
struct LanguagePage {
  struct Example: Sendable {
    var source: String
    var expected = ""
    var words: [String] = []
    var files: [String: String] = [:]
    var props = ""
    var isRow = false

    /// The words that have a value.
    var options: [String: String] {
      var options: [String: String] = [:]
      for word in words {
        let parts = word.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { options[String(parts[0])] = String(parts[1]) }
      }
      return options
    }
  }

  private(set) var examples: [Example] = []
  private var files: [String: String] = [:]
  private var pending: Example?
  private var column: String?

  init(reading file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        let body = lines.prefix { $0 != "```" }
        lines = lines.dropFirst(body.count + 1)
        readBlock(line.dropFirst(3).split(separator: " ").map(String.init), body)
      } else if line.hasPrefix("| ") {
        readRow(line)
      } else if !line.hasPrefix("|") {
        column = nil
      }
    }
  }

  // MARK: Blocks

  private mutating func readBlock(_ words: [String], _ lines: ArraySlice<Substring>) {
    let body = lines.joined(separator: "\n")
    let block = Example(source: body, words: words)
    if let name = block.options["file"] {
      files[name] = body
    } else if words.contains("renders") || words.contains("fails") {
      pending = block
      pending?.files = files
      files = [:]
    } else if words.contains("props") {
      pending?.props = body
    } else if var example = pending {
      example.expected = body
      examples.append(example)
      pending = nil
    }
  }

  // MARK: Tables

  private mutating func readRow(_ line: Substring) {
    let cells = Self.cells(line)
    guard cells.count == 2 else { return }
    if ["value", "its text", "error"].contains(cells[1]) {
      column = cells[1]
    } else if let column, let source = Self.code(cells[0]), let expected = Self.code(cells[1]) {
      let example =
        switch column {
        case "value": Example(source: "<Text>{String(\(source))}</Text>", expected: expected)
        case "its text": Example(source: "<Text>\(source)</Text>", expected: expected)
        default:
          Example(
            source: source + "\nexport default {}", expected: expected, words: ["module"])
        }
      examples.append(example)
      examples[examples.count - 1].isRow = true
    }
  }

  /// The cells of a row; a bar in a cell has a backslash before it.
  private static func cells(_ line: Substring) -> [String] {
    line.replacing("\\|", with: "\u{0}").split(separator: "|")
      .map { $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// The content of a cell that is one code span.
  private static func code(_ cell: String) -> String? {
    let ticks = cell.prefix { $0 == "`" }
    guard !ticks.isEmpty, cell.count > 2 * ticks.count, cell.hasSuffix(ticks) else { return nil }
    let body = cell.dropFirst(ticks.count).dropLast(ticks.count)
    let isPadded = body.hasPrefix(" ") && body.hasSuffix(" ")
    return String(isPadded ? body.dropFirst().dropLast() : body)
  }
}
