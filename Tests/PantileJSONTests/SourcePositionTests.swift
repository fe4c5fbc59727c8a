import Testing

@testable import PantileJSON

struct SourcePositionTests {
  @Test func `counts lines and scalars at every offset`() {
    var random = SplitMix(state: 5)
    for turn in 0..<40 {
      let pool =
        turn % 2 == 0 ? ["a", "\n", "b", "c", "d", "e"] : ["a", "é", "日", "😀", "\n", "x", "y"]
      var text = ""
      for _ in 0..<200 { text += pool.randomElement(using: &random) ?? "" }
      let bytes = Array(text.utf8)
      var wanted = SourcePosition()
      for offset in 0...bytes.count {
        #expect(SourcePosition(offset: offset, in: bytes.span) == wanted)
        if offset == bytes.count { break }
        if bytes[offset] == 0x0a {
          wanted = SourcePosition(line: wanted.line + 1, column: 1)
        } else if bytes[offset] & 0xc0 != 0x80 {
          wanted.column += 1
        }
      }
    }
  }

  @Test(arguments: [100, 3_839, 3_840, 5_000, 20_000])
  func `counts long lines of any script`(count: Int) {
    let bytes = Array("a\n".utf8) + Array(String(repeating: "日é😀x", count: count).utf8)
    let position = SourcePosition(offset: bytes.count, in: bytes.span)
    #expect(position == SourcePosition(line: 2, column: count * 4 + 1))
  }

  @Test func `is described in words`() {
    let text = Array("[1,\n 2 3]".utf8)
    #expect(
      JSONError(.expectedCommaOrBracket, at: 7).description(in: text.span)
        == "line 2, column 4: expected ',' or ']'")
  }

  @Test(arguments: JSONError.Code.allCases)
  func `has a message of its own for each code`(code: JSONError.Code) {
    #expect(!code.message.isEmpty)
    #expect(JSONError.Code.allCases.filter { $0.message == code.message }.count == 1)
  }
}
