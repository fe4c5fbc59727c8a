import PantileCore
import Testing

/// Texts that come from strings.
struct StringTextTests {
  @Test func `keeps strings of every length and kind`() throws {
    var tree = Tree()
    for count in 0...40 {
      for unit in ["a", "é", "日", "👋"] {
        let text = String(repeating: unit, count: count)
        let range = try tree.text(text)
        #expect(tree.string(range) == text)
        #expect(range.isPlain)
      }
    }
  }

  @Test func `tells which strings need an escape`() throws {
    var tree = Tree()
    for count in 0...40 {
      for odd in ["\"", "\\", "\n", "\u{1}", "\u{1F}"] {
        for place in 0...count {
          var text = String(repeating: "a", count: count)
          text.insert(contentsOf: odd, at: text.index(text.startIndex, offsetBy: place))
          let range = try tree.text(text)
          #expect(tree.string(range) == text)
          #expect(!range.isPlain)
        }
      }
      let range = try tree.text(String(repeating: "a", count: count) + " !#[]~\u{7F}")
      #expect(range.isPlain)
    }
  }

  @Test func `keeps substrings that became strings`() throws {
    var tree = Tree()
    let whole = "The quick brown fox jumps over the lazy dog"
    for length in 0...20 {
      let text = String(whole.dropFirst(3).prefix(length))
      #expect(tree.string(try tree.text(text)) == text)
    }
  }
}
