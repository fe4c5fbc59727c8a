import Testing

@testable import PantileTemplate

struct SourceMapTests {
  private let map = SourceMap(
    ContiguousArray("a\nbé😀c\r\n\td\re\u{2028}f".utf8))

  @Test(
    arguments: [
      (0, 1, 1), (1, 1, 2), (2, 2, 1), (3, 2, 2), (5, 2, 3), (9, 2, 5), (10, 2, 6), (11, 2, 7),
      (12, 3, 1), (13, 3, 2), (15, 4, 1), (19, 5, 1), (20, 5, 2), (99, 5, 2),
    ] as [(UInt32, Int, Int)])
  func `counts lines and UTF-16 columns`(_ offset: UInt32, _ line: Int, _ column: Int) {
    #expect(map.position(of: offset) == SourceMap.Position(line: line, column: column))
  }

  @Test(
    arguments: [
      (0, "a", 0), (1, "a", 1), (2, "bé😀c", 0), (9, "bé😀c", 4), (10, "bé😀c", 5), (13, " d", 1),
      (15, "e", 0), (19, "f", 0), (99, "f", 1),
    ] as [(UInt32, String, Int)])
  func `shows the line of a place`(_ offset: UInt32, _ text: String, _ caret: Int) {
    #expect(map.excerpt(at: offset) == SourceMap.Excerpt(text: text, caret: caret))
  }

  @Test
  func `cuts long lines around the caret`() {
    let map = SourceMap(ContiguousArray(String(repeating: "0123456789", count: 50).utf8))
    let start = map.excerpt(at: 3)
    #expect(start.text.utf16.count == 160)
    #expect(start.caret == 3)
    let middle = map.excerpt(at: 250)
    #expect(middle.text.utf16.count == 160)
    #expect(middle.caret == 80)
    #expect(middle.text.hasPrefix("0123"))
    let end = map.excerpt(at: 500)
    #expect(end.text.utf16.count == 160)
    #expect(end.caret == 160)
  }

  @Test
  func `cuts no surrogate pair in two`() {
    let map = SourceMap(ContiguousArray(("a" + String(repeating: "😀", count: 200)).utf8))
    let excerpt = map.excerpt(at: 401)
    #expect(!excerpt.text.contains("\u{fffd}"))
    #expect(excerpt.text.utf16.count <= 160)
  }
}
