import Foundation
import Testing

@Suite struct ReadmeTests {
  private let text =
    (try? String(contentsOf: Tree.root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

  @Test func `the command in the readme writes the output that it shows`() throws {
    let lines = text.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("+ .build/release/pantile ") })
    let words = lines[start].split(separator: " ").dropFirst(2).map(String.init)
    let run = try CommandRun.pantile(words, folder: Tree.root)
    #expect(run.status == 0)
    #expect(run.outputText == lines[start + 1])
  }

  @Test func `the error in the readme is a recorded one`() throws {
    let report = text.components(separatedBy: "```\n").first { $0.hasPrefix("error: ") } ?? ""
    let path = Tree.corpus.appendingPathComponent("cli/errors/widget-throws.txt")
    let recorded = try String(contentsOf: path, encoding: .utf8)
    #expect(!report.isEmpty)
    #expect(recorded.hasSuffix(report))
  }
}
