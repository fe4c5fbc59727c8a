import PantileJSON
import Testing

@Suite struct ByteBufferCompareTests {
  private static let texts = (0...20).map { String("abcdefghijklmnopqrst".prefix($0)) }

  @Test func `compares ranges of any length, and sees each byte`() {
    for text in Self.texts {
      var buffer = ByteBuffer()
      buffer.append("x")
      buffer.append(utf8: text)
      let bytes = Array(text.utf8)
      let isEqual = buffer.isEqual(from: 1, length: bytes.count, bytes.span)
      #expect(isEqual)
      for index in bytes.indices {
        var other = bytes
        other[index] ^= 0x80
        let isOther = buffer.isEqual(from: 1, length: bytes.count, other.span)
        #expect(!isOther)
      }
      let isLonger = buffer.isEqual(from: 1, length: bytes.count, (bytes + [0]).span)
      #expect(!isLonger)
    }
  }

  @Test func `compares with literals, also in lower case`() {
    var buffer = ByteBuffer()
    buffer.append("Content-Type@[")
    let results = [
      buffer.isEqual(from: 0, length: 14, "Content-Type@["),
      buffer.isEqual(from: 0, length: 14, lowerCase: "content-type@["),
      buffer.isEqual(from: 0, length: 12, "Content-Type"),
      buffer.isEqual(from: 0, length: 0, ""),
      !buffer.isEqual(from: 0, length: 14, "content-type@["),
      !buffer.isEqual(from: 0, length: 14, lowerCase: "content-type`["),
      !buffer.isEqual(from: 0, length: 14, lowerCase: "content-type@{"),
      !buffer.isEqual(from: 0, length: 11, "Content-Type"),
    ]
    #expect(results.allSatisfy { $0 })
  }

  @Test func `copies its bytes`() {
    var buffer = ByteBuffer()
    buffer.append("abc")
    var copy = buffer.copy()
    copy.append("d")
    #expect(buffer.text() == "abc")
    #expect(copy.text() == "abcd")
  }
}
