import PantileJSON
import Testing

@testable import PantileRender

@Suite struct PayloadOutlineTests {
  private func outline(_ text: String) -> PayloadOutline {
    var buffer = ByteBuffer()
    buffer.append(utf8: text)
    return buffer.withBytes { PayloadOutline($0) }
  }

  @Test func `lists the members of the outermost object`() {
    let outline = outline(#"{"v":1,"a":{"t":0,"c":"},\"["},"b":[[]],"c":"x"}"#)
    #expect(outline.depth == 3)
    #expect(outline.parts.map(\.key) == ["v", "a", "b", "c"])
    #expect(outline.parts.map(\.byteCount) == [1, 19, 4, 3])
  }

  @Test(arguments: [("", 0), ("1", 0), ("{}", 1), ("[[[]]]", 3), (#""[[""#, 0), (#"{"a"#, 1)])
  func `counts levels of any text`(text: String, depth: Int) {
    #expect(outline(text).depth == depth)
  }

  @Test func `tells a depth only above the limit`() {
    var buffer = ByteBuffer()
    buffer.append(utf8: String(repeating: "[", count: 9) + String(repeating: "]", count: 9))
    #expect(buffer.withBytes { PayloadOutline.depth(of: $0, above: 8) } == 9)
    #expect(buffer.withBytes { PayloadOutline.depth(of: $0, above: 9) } == nil)
  }
}
