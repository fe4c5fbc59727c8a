import Foundation
import Testing

@testable import PantileTemplate

@Suite struct SnippetTests {
  struct Snippet: Decodable, Sendable {
    var name: String
    var source: String
    var expected: String?
    var error: String?
  }

  @Test(arguments: ["micro.json", "jsx-text.json"])
  func `renders every snippet of the corpus`(file: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Corpus/cases/\(file)")
    let snippets = try JSONDecoder().decode([Snippet].self, from: try Data(contentsOf: url))
    let failures = try onDeepStack {
      var machine = try SnippetMachine()
      return snippets.compactMap { snippet -> String? in
        let found = machine.render(snippet.source)
        if found == snippet.expected ?? snippet.error { return nil }
        return "\(snippet.name): \(found)"
      }
    }
    #expect(failures == [])
  }
}
