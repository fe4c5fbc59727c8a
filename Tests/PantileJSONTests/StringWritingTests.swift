import Testing

@testable import PantileJSON

private func quoted(_ bytes: [UInt8]) -> String {
  var buffer = ByteBuffer()
  withRaw(bytes) { buffer.append(jsonString: $0) }
  return buffer.text()
}

private func quoted(units: [UInt16]) -> String {
  var buffer = ByteBuffer()
  buffer.append(jsonString: units.span)
  return buffer.text()
}

struct StringWritingTests {
  static let plain = [
    "", "a", "Grüße", "日本語の文字列がここにあります。とても長いです", "한국어 텍스트입니다 좋아요 정말로요",
    "emoji 😀 and more text behind it, long enough", "/ \u{7f} \u{80} \u{2028} \u{2029} \u{feff}",
    "exactly sixteen!", "seventeen letters", "thirty-two letters are in this one",
  ]

  @Test(arguments: plain)
  func `copies text that needs no escape`(text: String) {
    #expect(quoted(Array(text.utf8)) == "\"\(text)\"")
    #expect(quoted(units: Array(text.utf16)) == "\"\(text)\"")
  }

  @Test(arguments: [
    ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1}\u{1f}", #""\u0000\u0001\u001f""#),
  ])
  func `escapes as JSON stringify does`(text: String, wanted: String) {
    #expect(quoted(Array(text.utf8)) == wanted)
    #expect(quoted(units: Array(text.utf16)) == wanted)
  }

  @Test(arguments: 0..<40)
  func `finds an escape at every place`(place: Int) {
    for special in ["\"", "\u{1}", "\\"] {
      let before = String(repeating: "x", count: place)
      for rest in [0, 1, 15, 16, 40] {
        let behind = String(repeating: "ä", count: rest)
        let text = before + special + behind
        let escaped = special == "\u{1}" ? "\\u0001" : "\\" + special
        #expect(quoted(Array(text.utf8)) == "\"\(before)\(escaped)\(behind)\"")
        #expect(quoted(units: Array(text.utf16)) == "\"\(before)\(escaped)\(behind)\"")
      }
    }
  }

  @Test func `escapes a surrogate without a partner`() {
    #expect(quoted([0xed, 0xa0, 0x80]) == #""\ud800""#)
    #expect(quoted([0x61, 0xed, 0xbf, 0xbf, 0x62]) == #""a\udfffb""#)
    #expect(quoted([0xed, 0xa0, 0xbd, 0xed, 0xa0, 0xbd]) == #""\ud83d\ud83d""#)
    #expect(quoted(units: [0xd800]) == #""\ud800""#)
    #expect(quoted(units: [0x61, 0xdfff, 0x62]) == #""a\udfffb""#)
    #expect(quoted(units: [0xd83d, 0xd83d, 0xde00]) == "\"\\ud83d😀\"")
  }

  @Test func `joins two surrogates that make a pair`() {
    #expect(quoted([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]) == "\"😀\"")
    #expect(quoted(units: [0xd83d, 0xde00]) == "\"😀\"")
  }

  @Test func `keeps broken tails as they are`() {
    var buffer = ByteBuffer()
    withRaw([0x61, 0xed, 0xa0]) { buffer.append(jsonString: $0) }
    #expect(buffer.array() == [0x22, 0x61, 0xed, 0xa0, 0x22])
  }

  @Test func `transcodes UTF-16 to WTF-8`() {
    var buffer = ByteBuffer()
    let units = Array("a\"\n€😀é".utf16) + [0xd800, 0x41]
    buffer.append(wtf8: units.span)
    #expect(buffer.array() == Array("a\"\n€😀é".utf8) + [0xed, 0xa0, 0x80, 0x41])
  }
}
