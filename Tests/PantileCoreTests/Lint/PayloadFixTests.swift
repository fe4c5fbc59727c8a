import Testing

@testable import PantileCore

struct PayloadFixTests {
  @Test(arguments: LintCorpus.rows("fixes.tsv").indices)
  func `repairs what it can and keeps the rest`(index: Int) throws {
    var rows = LintCorpus.rows("fixes.tsv")
    let row = rows[index]
    let linter = PayloadLinter(LintCorpus.kind(row[0]))
    let fix = PayloadFix(Array(row[1].utf8), with: linter)
    let text = String(decoding: fix.payload, as: UTF8.self)
    if LintCorpus.isRecording {
      rows[index] = [row[0], row[1], "\(fix.count)", text]
      return try LintCorpus.write(
        rows.map { $0.joined(separator: "\t") + "\n" }.joined(), to: "fixes.tsv")
    }
    #expect([row[0], row[1], "\(fix.count)", text] == row)
    #expect(fix.report.findings.allSatisfy { $0.edits.isEmpty })
    #expect(fix.report == linter.lint(fix.payload))
  }

  @Test func `removes many members side by side`() {
    let null = (0..<400).map { "\"a\($0)\":null" }.joined(separator: ",")
    let payload = "{\"v\":1,\"systemSmall\":{\"t\":20,\"p\":{\(null)}}}"
    let fix = PayloadFix(Array(payload.utf8), with: PayloadLinter())
    #expect(fix.count == 400)
    #expect(
      String(decoding: fix.payload, as: UTF8.self) == #"{"v":1,"systemSmall":{"t":20,"p":{}}}"#)
  }

  @Test(arguments: LintCorpusTests.names.filter { $0.utf8.count % 5 == 0 })
  func `leaves nothing to repair in the corpus`(name: String) throws {
    let payload = try #require(LintCorpusTests.payload(name))
    let fix = PayloadFix(payload, with: PayloadLinter())
    #expect(fix.report.findings.allSatisfy { $0.edits.isEmpty })
    if fix.count == 0 { #expect(fix.payload == payload) }
  }
}
