import PantileJSON
import Testing

@testable import PantileCore

struct TreeTextTests {
  /// What `c` shows for text given in pieces of UTF-16.
  func json(_ pieces: [[UInt16]]) throws -> String {
    var tree = Tree()
    tree.beginText()
    for piece in pieces { try tree.appendText(utf16: piece.span) }
    let text = tree.endText()
    var out = ByteBuffer()
    tree.write(string: text, to: &out)
    return out.text()
  }

  static let pieceCases: [(pieces: [[UInt16]], expected: String)] = [
    ([[]], #""""#),
    ([[0x48, 0x69]], #""Hi""#),
    ([Array("plain text of more than sixteen".utf16)], #""plain text of more than sixteen""#),
    ([Array("a\"b\\c/d".utf16)], #""a\"b\\c/d""#),
    ([[8, 9, 10, 12, 13, 0, 0x1F, 0x7F, 0x80]], "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}\u{80}\""),
    ([Array("Grüße 漢字 😀 \u{2028}\u{FEFF}".utf16)], "\"Grüße 漢字 😀 \u{2028}\u{FEFF}\""),
    ([[0xD83D], [0xDE00]], #""😀""#),
    ([[0x61, 0xD83D], [0xDE00, 0x62]], #""a😀b""#),
    ([[0xD83D], [], [0xDE00, 0xD83D], [0xDE00]], #""😀😀""#),
    ([[0xD83D], [0x61]], #""\ud83da""#),
    ([[0xDE00], [0xD83D]], #""\ude00\ud83d""#),
    ([[0xD800, 0xD83D, 0xDE00]], #""\ud800😀""#),
    ([[0xD7FF, 0xE000]], "\"\u{D7FF}\u{E000}\""),
    ([[0x41, 0x42, 0x43, 0x44, 0x20AC, 0x45]], #""ABCD€E""#),
  ]

  @Test(arguments: pieceCases)
  func `joins pieces and escapes as JSON does`(pieces: [[UInt16]], expected: String) throws {
    #expect(try json(pieces) == expected)
  }

  @Test func `joins a pair split over pieces of UTF-8 and scalars`() throws {
    var tree = Tree()
    tree.beginText()
    try tree.appendText(utf8: [0x61, 0xED, 0xA0, 0xBD].span)
    try tree.appendText(utf8: [0xED, 0xB8, 0x80, 0x62].span)
    try tree.appendText(scalar: 0xD83D)
    try tree.appendText(scalar: 0xDE00)
    let text = tree.endText()
    #expect(tree.string(text) == "a😀b😀")
    #expect(text.isPlain)
  }

  @Test func `does not join with the text before`() throws {
    var tree = Tree()
    let high = try tree.text(utf16: [0xD83D].span)
    let low = try tree.text(utf16: [0xDE00].span)
    #expect(high.byteCount == 3)
    #expect(low.byteCount == 3)
    #expect(!high.isPlain && !low.isPlain)
  }

  @Test func `knows which text needs no escapes`() throws {
    var tree = Tree()
    for length in 0..<40 {
      let text = String(repeating: "x", count: length)
      #expect(try tree.text(text).isPlain)
      for place in 0..<length {
        for bad in ["\"", "\\", "\u{1F}", "\0"] {
          var units = Array(text.utf8)
          units[place] = bad.utf8.first ?? 0
          #expect(try !tree.text(String(decoding: units, as: UTF8.self)).isPlain)
        }
      }
    }
    #expect(try tree.text("한국어 텍스트 \u{D7FF} \u{7F}\u{80}").isPlain)
  }

  static let numberCases: [(number: Double, expected: String)] = [
    (1e21, "1e+21"), (0.1 + 0.2, "0.30000000000000004"), (-0.0, "0"), (.nan, "NaN"),
    (.infinity, "Infinity"), (-.infinity, "-Infinity"), (1e-7, "1e-7"), (0.000001, "0.000001"),
    (1.234_567_890_123_456_8e20, "123456789012345680000"), (.leastNonzeroMagnitude, "5e-324"),
  ]

  @Test(arguments: numberCases)
  func `prints numbers in text as JavaScript does`(number: Double, expected: String) throws {
    var tree = Tree()
    tree.beginText()
    try tree.appendText(number: number)
    #expect(tree.string(tree.endText()) == expected)
  }

  @Test func `stops at its limit`() throws {
    var tree = Tree(limit: 64 << 10)
    #expect(throws: ArenaFull.self) {
      while true { _ = try tree.text("some text that fills the tree") }
    }
    tree.reset()
    #expect(throws: ArenaFull.self) {
      while true { _ = try tree.beginElement(.text) }
    }
    #expect(tree.byteCount <= 64 << 10)
  }
}
