import Foundation
import Testing

@testable import PantileTemplate

/// The sources under `Corpus/cases`.
enum Corpus {
  struct Source: CustomTestStringConvertible {
    var path: String
    var text: String
    var kind: SourceKind
    var testDescription: String { path }
  }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus/cases")

  static let sources: [Source] = {
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.sorted().compactMap { path in
      guard let kind = SourceKind(path: path),
        let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
      else { return nil }
      return Source(path: path, text: text, kind: kind)
    }
  }()

  static func snippets(_ file: String) throws -> [String] {
    let data = try Data(contentsOf: folder.appending(path: file))
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    return list.compactMap { $0["source"] as? String }
  }
}

struct CorpusParsingTests {
  @Test(arguments: Corpus.sources)
  func `parses every module of the corpus`(_ source: Corpus.Source) throws {
    var names = NameTable()
    let module = try Parser.parseModule(
      ContiguousArray(source.text.utf8), kind: source.kind, names: &names)
    #expect(!module.exports.isEmpty)
    #expect(!module.body.isEmpty)
  }

  @Test(arguments: ["micro.json", "jsx-text.json"])
  func `parses every snippet of the corpus`(_ file: String) throws {
    let snippets = try Corpus.snippets(file)
    #expect(snippets.count > 30)
    for snippet in snippets {
      var names = NameTable()
      do {
        _ = try Parser.parseSnippet(ContiguousArray(snippet.utf8), kind: .tsx, names: &names)
      } catch {
        Issue.record("\(error.message) at \(error.offset) in \(snippet)")
      }
    }
  }
}
