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
    var machine = try SnippetMachine()
    for file in ["micro.json", "jsx-text.json"] {
      let data = try Data(contentsOf: folder.appending(path: file))
      for snippet in try JSONDecoder().decode([Snippet].self, from: data) {
        let expected = snippet.expected ?? snippet.error ?? ""
        let found = machine.render(snippet.source)
        if found != expected {
          print("FAILED \(snippet.name)\n\(snippet.source)\nwanted \(expected)\nfound  \(found)")
          failures.append(snippet.name)
        }
      }
    }
    #expect(failures == [])
  }
}
