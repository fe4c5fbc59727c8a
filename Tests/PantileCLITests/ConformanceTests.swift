import Foundation
import Testing

/// Runs the program over the cases in `Corpus/cases`, whose README describes them.
@Suite struct ConformanceTests {
  private struct Case: Decodable {
    var form: String
    var families: [String]?
    var export: String?
    var timeZone: String
    var now: String?
  }

  struct Snippet: Decodable, CustomTestStringConvertible, Sendable {
    var name: String
    var source: String
    var expected: String?
    var error: String?

    var testDescription: String { name }
  }

  static let folder = Tree.corpus.appendingPathComponent("cases")
  static let caseNames = entries(folder).filter {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/case.json").path)
  }

  private static func entries(_ folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  static func snippets(_ file: String) -> [Snippet] {
    let data = (try? Data(contentsOf: folder.appendingPathComponent(file))) ?? Data()
    return (try? JSONDecoder().decode([Snippet].self, from: data)) ?? []
  }

  @Test(arguments: caseNames)
  func `a case gives the expected payloads and errors`(name: String) throws {
    let folder = Self.folder.appendingPathComponent(name)
    let data = try Data(contentsOf: folder.appendingPathComponent("case.json"))
    let options = Self.options(try JSONDecoder().decode(Case.self, from: data))
    let runs = Self.entries(folder.appendingPathComponent("runs"))
    #expect(!runs.isEmpty)
    for run in runs {
      let files = folder.appendingPathComponent("runs/\(run)")
      var words = ["render", "widget.tsx", "--props", "runs/\(run)/props.json"]
      let env = files.appendingPathComponent("env.json").path
      if FileManager.default.fileExists(atPath: env) { words += ["--env", env] }
      let result = try CommandRun.pantile(words + options, folder: folder)
      let payload = try? Data(contentsOf: files.appendingPathComponent("expected.json"))
      let error = try? String(
        contentsOf: files.appendingPathComponent("expected-error.txt"), encoding: .utf8)
      Self.check(result, payload: payload, error: error, "\(name)/\(run)")
    }
  }

  @Test(arguments: snippets("micro.json") + snippets("jsx-text.json"))
  func `a snippet gives the expected payload or error`(snippet: Snippet) throws {
    let result = try CommandRun.pantile(
      ["render", "--snippet", "-"], input: Data(snippet.source.utf8))
    let payload = snippet.expected.map { Data($0.utf8) }
    Self.check(result, payload: payload, error: snippet.error, snippet.name)
  }

  @Test func `all cases and snippets are found`() {
    #expect(Self.caseNames.count >= 53)
    #expect(Self.snippets("micro.json").count >= 295)
    #expect(Self.snippets("jsx-text.json").count >= 35)
  }

  private static func options(_ options: Case) -> [String] {
    var words = ["--time-zone", options.timeZone]
    if options.form == "function" {
      words += ["--families", (options.families ?? []).joined(separator: ",")]
    }
    if options.form == "live" { words += ["--live"] }
    if let export = options.export { words += ["--export", export] }
    if let now = options.now { words += ["--now", now] }
    return words
  }

  private static func check(
    _ result: CommandRun, payload: Data?, error: String?, _ name: String
  ) {
    #expect((payload == nil) != (error == nil), "\(name)")
    if let payload {
      #expect(result.status == 0, "\(name): \(result.errorText)")
      #expect(result.output == payload, "\(name): \(result.outputText)")
    }
    if let error {
      #expect(result.status == 1, "\(name)")
      #expect(result.output.isEmpty, "\(name)")
      // A message of several lines goes on behind the first.
      #expect(result.errorText.hasPrefix("error: \(error)\n"), "\(name): \(result.errorText)")
    }
  }
}
