import Foundation
import Testing

@testable import PantileCore

/// What the linter says about the payloads that Pantile itself writes.
struct LintCorpusTests {
  static let names: [String] = ["bench", "cases"].flatMap { folder -> [String] in
    let path = LintCorpus.root.appendingPathComponent(folder).path
    let paths = FileManager.default.enumerator(atPath: path)
    var found: [String] = []
    while let file = paths?.nextObject() as? String {
      if file.hasSuffix("/expected.json") { found.append("\(folder)/\(file.dropLast(14))") }
    }
    return found.sorted()
  }

  static func payload(_ name: String) -> [UInt8]? {
    let path = LintCorpus.root.appendingPathComponent("\(name)/expected.json")
    return (try? Data(contentsOf: path)).map { Array($0) }
  }

  static func findings(_ name: String) -> String {
    let payload = String(decoding: Self.payload(name) ?? [], as: UTF8.self)
    let isLive = CorpusTests.form(of: payload) == .liveActivity
    let lines = LintCorpus.lines(payload, PayloadLinter(isLive ? .liveActivity : .widget))
    return "\(name)\n" + lines.map { "  \($0)\n" }.joined()
  }

  @Test func `the findings in the corpus are as recorded`() throws {
    #expect(Self.names.count > 100)
    let text = Self.names.map(Self.findings).joined()
    if LintCorpus.isRecording { return try LintCorpus.write(text, to: "corpus.txt") }
    let path = LintCorpus.folder.appendingPathComponent("corpus.txt")
    #expect(try String(contentsOf: path, encoding: .utf8) == text)
  }
}
