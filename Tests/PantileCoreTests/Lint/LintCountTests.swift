import Testing

@testable import PantileCore

/// The linter counts nodes in text, the writers count them in a tree.
struct LintCountTests {
  @Test(arguments: CorpusTests.payloads)
  func `counts the nodes that a tree of the payload has`(path: String) throws {
    let text = try CorpusTests.text(of: path)
    let form = CorpusTests.form(of: text)
    var tree = Tree()
    try PayloadText.read(text, as: form, into: &tree)
    var counter = NodeCounter()
    let bytes = Array(text.utf8)
    var run = LintRun(
      PayloadLinter(form == .liveActivity ? .liveActivity : .widget), try SourceTree(bytes))
    run.check(bytes)
    var compared = 0
    for index in 0..<tree.rootCount {
      let root = tree.root(index)
      let name = root.region?.key.description ?? tree.string(root.name)
      guard let count = run.nodeCounts[name] else { continue }
      #expect(count == counter.count(root.content, in: tree))
      compared += 1
    }
    #expect(compared > 0)
  }
}
