import Foundation
import Testing

@testable import PantileTemplate

@Suite struct SnippetTests {
  struct Snippet: Decodable {
    var name: String
    var source: String
    var expected: String?
    var error: String?
  }

  @Test func `renders every snippet of the corpus`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Corpus/cases/")
    var failures: [String] = []
    for file in ["micro.json", "jsx-text.json"] {
      let data = try Data(contentsOf: folder.appending(path: file))
      for snippet in try JSONDecoder().decode([Snippet].self, from: data) {
        let expected = snippet.expected ?? "ERR " + (snippet.error ?? "")
        let found = SnippetMachine.render(snippet.source)
        if found != expected {
          failures.append("\(snippet.name)\n  \(snippet.source)\n  want \(expected)\n  got  \(found)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures.count) failed\n\(failures.joined(separator: "\n"))")
  }
}
