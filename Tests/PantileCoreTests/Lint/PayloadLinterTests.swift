import Foundation
import PantileJSON
import Testing

@testable import PantileCore

struct PayloadLinterTests {
  /// Codes whose payloads are too long for a table.
  static let long: Set<LintCode> = [
    .bodyOverLimit, .largeBody, .liveActivityBudget, .tooDeep, .tooManyNodes,
  ]

  @Test(arguments: LintCorpus.rows("found.tsv").indices)
  func `finds what is wrong, and where`(index: Int) throws {
    var rows = LintCorpus.rows("found.tsv")
    let row = rows[index]
    let bytes = Array(row[3].utf8)
    let report = PayloadLinter(LintCorpus.kind(row[2])).lint(bytes)
    let position = try #require(
      zip(report.findings, report.positions(in: bytes)).first { $0.0.code.rawValue == row[0] })
    #expect(report.findings.count { $0.code.rawValue == row[0] } == 1)
    let finding = position.0
    let place = "\(position.1.line):\(position.1.column)"
    if LintCorpus.isRecording {
      rows[index] = Array(row[..<4]) + [place, finding.pointer, finding.message]
      try LintCorpus.write(
        rows.map { $0.joined(separator: "\t") + "\n" }.joined(), to: "found.tsv")
    } else {
      #expect(
        [finding.severity.rawValue, place, finding.pointer, finding.message]
          == [row[1]] + row[4...])
    }
  }

  @Test(arguments: LintCorpus.rows("sound.tsv"))
  func `lets pass what comes close`(row: [String]) {
    let report = PayloadLinter(LintCorpus.kind(row[1])).lint(Array(row[2].utf8))
    #expect(!report.findings.contains { $0.code.rawValue == row[0] })
  }

  @Test func `every code has cases on both sides`() {
    let found = Set(LintCorpus.rows("found.tsv").map { $0[0] })
    let sound = Set(LintCorpus.rows("sound.tsv").map { $0[0] })
    for code in LintCode.allCases where !Self.long.contains(code) {
      #expect(found.contains(code.rawValue))
      #expect(sound.contains(code.rawValue))
    }
  }

  @Test func `the documentation has every code`() throws {
    let path = LintCorpus.root.deletingLastPathComponent().appendingPathComponent("docs/lint.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    for code in LintCode.allCases { #expect(text.contains("\n| `\(code.rawValue)` | ")) }
  }

  @Test func `counts lines and columns in scalars`() {
    let payload = "{\"v\":1,\n \"systemSmall\":\n  {\"t\":0,\"c\":\"ä😀\",\"i\":5}}"
    #expect(LintCorpus.lines(payload).map { $0.prefix(4) } == ["3:23"])
  }

  @Test func `skips a byte order mark at the start`() {
    #expect(LintCorpus.lines("\u{FEFF}{\"v\":1,\"systemSmall\":{\"t\":17}}").isEmpty)
    #expect(LintCorpus.lines("\u{FEFF}{\"v\":1,}")[0].hasPrefix("1:9 error invalid_json"))
    #expect(LintCorpus.lines("{\"v\":\u{FEFF}1}")[0].hasPrefix("1:6 error invalid_json"))
  }

  @Test func `escapes pointers and cuts long keys`() {
    let key = "a~b/c" + String(repeating: "x", count: 300)
    let report = PayloadLinter().lint(
      Array("{\"v\":1,\"systemSmall\":{\"t\":20,\"p\":{\"s\":{\"\(key)\":1}}}}".utf8))
    #expect(report.findings[0].pointer.hasPrefix("/systemSmall/p/s/a~0b~1cxxx"))
    #expect(report.findings[0].pointer.utf8.count < 240)
  }

  @Test func `names the component`() {
    let report = PayloadLinter().lint(Array(#"{"v":1,"systemSmall":{"t":8,"p":{"min":2}}}"#.utf8))
    #expect(report.findings.map(\.component) == ["Gauge"])
    let inner = PayloadLinter().lint(
      Array(
        #"{"v":1,"systemSmall":{"t":0,"c":"x","p":{"a":1,"a":2,"s":{"tf":[{"x":1}]}}},"s":[{"x":1}]}"#
          .utf8))
    #expect(
      inner.findings.map { "\($0.code.rawValue) \($0.component ?? "-")" } == [
        "duplicate_key Text", "ignored_style Text", "unused_shared -", "ignored_style -",
      ])
  }

  @Test func `says which styles move`() {
    let lines = LintCorpus.lines(
      #"{"v":1,"systemSmall":{"t":11,"c":[{"t":17,"p":{"s":0}},{"t":17,"p":{"s":1}},"#
        + #"{"t":17,"p":{"s":2}},{"t":17,"p":{"s":3}}]},"s":[{},null,"x",{}]}"#)
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("the styles behind it move: s[3] to s[1]"))
    #expect(lines[1].hasSuffix("the styles behind it move: s[3] to s[1]"))
  }

  @Test(arguments: [(15, 4), (16, 3), (17, 1), (18, 1), (26, 0)])
  func `asks for no more than the target has`(target: Int, count: Int) {
    var linter = PayloadLinter()
    linter.targetIOS = target
    let payload =
      #"{"v":1,"systemSmall":{"t":15,"c":[{"t":1,"i":"a"},{"t":21,"p":{"#
      + #""mrk":"[[\"sector\",[],{}]]"}}]}}"#
    let lines = LintCorpus.lines(payload, linter)
    #expect(lines.count == count)
    #expect(lines.allSatisfy { $0.contains(" warning availability ") })
  }
}
