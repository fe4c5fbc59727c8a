import Foundation
import Testing

@testable import PantileTemplate

/// Tables in `Corpus/stdlib`: an expression and its result a line, a tab between them.
@Suite struct BuiltInTableTests {
  struct Row {
    var source: String
    var result: String
  }

  @Test(arguments: [
    "arrays", "bigints", "collections", "mixed", "mutation", "objects", "receivers",
  ])
  func `gives what the table says`(_ table: String) throws {
    var script = try Script()
    for row in try Self.rows(table) {
      let result = script.run(row.source).replacing("\n", with: "\\n")
      #expect(result == row.result, "\(row.source)")
    }
  }

  private static func rows(_ table: String) throws -> [Row] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../../Corpus/stdlib/\(table).tsv").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.compactMap { line in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      return Row(
        source: String(line[..<tab]), result: String(line[line.index(after: tab)...]))
    }
  }
}
