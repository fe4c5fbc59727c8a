import Testing

@testable import PantileCore

struct MarkdownScanTests {
  @Test(arguments: [
    ("*a*", "*a*"), ("x **bold** y", "**bold**"), ("_x_", "_x_"), ("a `code` b", "`code`"),
    ("~~gone~~", "~~gone~~"), ("see [a](b)", "[a](b)"), ("1 \\* 2", "\\*"), ("a*b*c", "*b*"),
    ("**a** and *b*", "**a**"), ("\u{e9}*\u{e9}*", "*\u{e9}*"),
  ])
  func `finds Markdown`(text: String, found: String) {
    #expect(MarkdownScan.find(in: text) == found)
  }

  @Test(arguments: [
    "", "5 * 3 * 2", "snake_case_name", "a_b_", "2 ** 3", "*", "**", "__", "``",
    "~a~", "~~ a ~~", "[a] (b)", "[a](b c)", "[a]", "(b)", "\\", "C:\\dir", "3 < 4 > 2", "#1",
    "- item", "a * b*", "\u{1F600}",
  ])
  func `lets plain text pass`(text: String) {
    #expect(MarkdownScan.find(in: text) == nil)
  }

  @Test func `takes time in proportion to the text`() {
    for piece in ["*", "* ", "*a", "_a", "`", "[", "[a](", "~~a", "\\a", "**a ", "` "] {
      let text = String(repeating: piece, count: 20_000)
      _ = MarkdownScan.find(in: text)
    }
  }
}
