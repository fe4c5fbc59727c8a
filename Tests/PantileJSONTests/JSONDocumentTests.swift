import Testing

@testable import PantileJSON

/// The document in a form that two parses can be compared by.
func outline(_ document: borrowing JSONDocument, _ node: JSONNode? = nil) -> String {
  let node = node ?? document.root
  switch document.value(at: node) {
  case .null: return "null"
  case .bool(let value): return "\(value)"
  case .number(let value): return value.bitPattern == (-0.0).bitPattern ? "-0" : "\(value)"
  case .string(let text): return outline(document, text)
  case .array(let count):
    var parts: [String] = []
    var child = document.first(in: node)
    for _ in 0..<count {
      parts.append(outline(document, child))
      child = document.next(after: child)
    }
    return "[\(parts.joined(separator: ","))]"
  case .object(let count):
    var parts: [String] = []
    var child = document.first(in: node)
    for _ in 0..<count {
      let value = document.next(after: child)
      parts.append("\(outline(document, child)):\(outline(document, value))")
      child = document.next(after: value)
    }
    return "{\(parts.joined(separator: ","))}"
  }
}

private func outline(_ document: borrowing JSONDocument, _ text: JSONText) -> String {
  let flag = text.hasLoneSurrogate ? "!" : text.isASCII ? "" : "~"
  return document.withBytes(of: text) { bytes in
    let bytes = (0..<bytes.byteCount).map { bytes.byte($0) }
    return flag
      + (text.hasLoneSurrogate ? "\(bytes)" : "<\(String(decoding: bytes, as: UTF8.self))>")
  }
}

/// The outline, or the error and its position.
func parsed(
  _ bytes: [UInt8], options: JSONReadOptions = JSONReadOptions()
) -> String {
  var document = JSONDocument()
  do {
    try withRaw(bytes) { try document.parse($0, options: options) }
    return outline(document)
  } catch let error as JSONError {
    return "\(error.code) \(error.offset) \(document.failurePosition?.description ?? "-")"
  } catch {
    return "\(error)"
  }
}

/// The same with the bytes in chunks of the given sizes, which repeat.
func parsed(
  _ bytes: [UInt8], chunks: [Int], options: JSONReadOptions = JSONReadOptions()
) -> String {
  var document = JSONDocument()
  document.begin(options)
  do {
    var start = 0
    var turn = 0
    while start < bytes.count {
      let end = min(bytes.count, start + chunks[turn % chunks.count])
      try withRaw(bytes[start..<end]) { try document.feed($0) }
      start = end
      turn += 1
    }
    try document.finish()
    return outline(document)
  } catch let error as JSONError {
    return "\(error.code) \(error.offset) \(document.failurePosition?.description ?? "-")"
  } catch {
    return "\(error)"
  }
}

struct JSONDocumentTests {
  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("false", "false"), ("0", "0.0"), ("-0", "-0"),
    ("12", "12.0"), ("1e400", "inf"), ("-1.5E-2", "-0.015"), ("\"a\"", "<a>"), ("\"\"", "<>"),
    ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"), ("[1,2,3]", "[1.0,2.0,3.0]"),
    ("[[],[[]],{}]", "[[],[[]],{}]"),
    ("{\"a\":{\"b\":[1,{\"c\":null}]},\"d\":2}", "{<a>:{<b>:[1.0,{<c>:null}]},<d>:2.0}"),
    ("\"Gr\\u00fc\\u00dfe \\n\\\"\\\\\\/\\b\\f\\r\\t\"", "~<Grüße \n\"\\/\u{8}\u{c}\r\t>"),
    ("\"日本語\"", "~<日本語>"), ("\"\\ud83d\\ude00\"", "~<😀>"), ("\"\\ud83d\"", "![237, 160, 189]"),
    ("\"\\ud83dx\"", "![237, 160, 189, 120]"), ("\"\\ude00\"", "![237, 184, 128]"),
    ("\"\\ud83d\\ud83d\\ude00\"", "![237, 160, 189, 240, 159, 152, 128]"),
    ("\n\t{ \"a\" : [ 1 , 2 ] }\r\n", "{<a>:[1.0,2.0]}"),
    ("123456789012345678901234567890", "1.2345678901234568e+29"),
    ("0.000000000000000000000000001", "1e-27"), ("\"\\u0000\"", "<\0>"),
  ])
  func `reads a value`(text: String, wanted: String) {
    #expect(parsed(Array(text.utf8)) == wanted)
    for size in 1...9 { #expect(parsed(Array(text.utf8), chunks: [size]) == wanted) }
  }

  @Test(arguments: [
    ("", "unexpectedEnd 0 line 1, column 1"), ("  ", "unexpectedEnd 2 line 1, column 3"),
    ("[1,]", "trailingComma 3 line 1, column 4"),
    ("{\"a\":1,}", "trailingComma 7 line 1, column 8"),
    ("[1 2]", "expectedCommaOrBracket 3 line 1, column 4"),
    ("{\"a\" 1}", "expectedColon 5 line 1, column 6"),
    ("{\"a\":1 2}", "expectedCommaOrBrace 7 line 1, column 8"),
    ("{a:1}", "expectedKey 1 line 1, column 2"),
    ("1 2", "trailingCharacters 2 line 1, column 3"), ("tru", "unexpectedEnd 3 line 1, column 4"),
    ("trux", "invalidLiteral 0 line 1, column 1"), ("01", "leadingZero 1 line 1, column 2"),
    ("-", "unexpectedEnd 1 line 1, column 2"),
    ("1.x", "invalidNumber 2 line 1, column 3"), ("1e+x", "invalidNumber 3 line 1, column 4"),
    ("\"a\nb\"", "controlCharacter 2 line 1, column 3"),
    ("\"\\x\"", "invalidEscape 1 line 1, column 2"),
    ("\"\\u12g4\"", "invalidUnicodeEscape 1 line 1, column 2"),
    ("\"abc", "unexpectedEnd 4 line 1, column 5"),
    ("[\n\n \"ü\", x]", "expectedValue 10 line 3, column 7"),
    ("\u{feff}1", "byteOrderMark 0 line 1, column 1"),
    ("[1}", "expectedCommaOrBracket 2 line 1, column 3"), ("]", "expectedValue 0 line 1, column 1"),
    ("[,1]", "expectedValue 1 line 1, column 2"), ("{,}", "expectedKey 1 line 1, column 2"),
    ("//x", "expectedValue 0 line 1, column 1"), ("[1,\u{0}", "expectedValue 3 line 1, column 4"),
    ("+1", "expectedValue 0 line 1, column 1"), (".5", "expectedValue 0 line 1, column 1"),
    ("NaN", "expectedValue 0 line 1, column 1"),
  ])
  func `says what is wrong and where`(text: String, wanted: String) {
    #expect(parsed(Array(text.utf8)) == wanted)
    for size in 1...9 { #expect(parsed(Array(text.utf8), chunks: [size]) == wanted, "\(size)") }
  }

  @Test(
    arguments: [
      [0x80], [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf],
      [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xff], [0xe3, 0x81], [0xe3], [0xf0, 0x9f, 0x98], [0xc3], [0xe3, 0x41, 0x81],
      [0xc3, 0xa9, 0xa9],
    ] as [[UInt8]])
  func `refuses bytes that are not UTF-8`(sequence: [UInt8]) {
    for before in 0..<36 {
      for filler in ["a", "é", "日"] {
        let prefix = [0x22] + Array(String(repeating: filler, count: before).utf8)
        let bad = sequence == [0xc3, 0xa9, 0xa9] ? 2 : 0
        let text = prefix + sequence + [0x22]
        #expect(parsed(text).hasPrefix("invalidUTF8 \(prefix.count + bad)"))
        #expect(
          parsed(text + Array("long tail, long tail".utf8)).hasPrefix(
            "invalidUTF8 \(prefix.count + bad)"))
        let escaped = [0x22, 0x5c, 0x6e] + prefix.dropFirst() + sequence + [0x22]
        #expect(parsed(escaped).hasPrefix("invalidUTF8 \(prefix.count + 2 + bad)"))
      }
    }
  }

  @Test func `keeps limits`() {
    let deep = [UInt8](repeating: 0x5b, count: 100)
    #expect(
      parsed(deep, options: JSONReadOptions(depthLimit: 10)) == "depthLimit 10 line 1, column 11")
    #expect(
      parsed(Array("[1,2,3]".utf8), options: JSONReadOptions(byteLimit: 6)).hasPrefix("sizeLimit 6")
    )
    #expect(
      parsed(Array("[1,2,3]".utf8), chunks: [2], options: JSONReadOptions(byteLimit: 6)).hasPrefix(
        "sizeLimit 6"))
  }

  @Test func `finds a long string and a long key`() {
    let long = String(repeating: "ab", count: 50_000)
    let text = "{\"\(long)\":\"\(long)é\",\"x\":1}"
    #expect(parsed(Array(text.utf8)) == "{<\(long)>:~<\(long)é>,<x>:1.0}")
    #expect(parsed(Array(text.utf8), chunks: [777]) == "{<\(long)>:~<\(long)é>,<x>:1.0}")
  }

  @Test(arguments: [
    ("{\"a\":1,\"a\":2}", "{<a>:2.0}"), ("{\"a\":[1],\"b\":2,\"a\":3}", "{<a>:3.0,<b>:2.0}"),
    ("{\"a\":1,\"b\":2,\"a\":{\"c\":1,\"c\":[2]},\"d\":4}", "{<a>:{<c>:[2.0]},<b>:2.0,<d>:4.0}"),
    ("{\"a\":1,\"\\u0061\":2,\"a\":{}}", "{<a>:{}}"),
    ("[{\"a\":1,\"b\":1},{\"a\":1,\"a\":2,\"b\":3}]", "[{<a>:1.0,<b>:1.0},{<a>:2.0,<b>:3.0}]"),
    ("{\"a\":{\"x\":1,\"x\":2,\"y\":[3]},\"a\":[]}", "{<a>:[]}"),
    ("{\"\":1,\"\":2}", "{<>:2.0}"),
  ])
  func `lets the last duplicate win at the first place`(text: String, wanted: String) {
    #expect(parsed(Array(text.utf8)) == wanted)
    for size in 1...5 { #expect(parsed(Array(text.utf8), chunks: [size]) == wanted) }
    let refused = parsed(Array(text.utf8), options: JSONReadOptions(duplicates: .refuse))
    #expect(refused.hasPrefix("duplicateKey"))
  }

  @Test(arguments: [2, 8, 9, 63, 64, 65, 200, 1_000])
  func `finds a duplicate in an object of any size`(count: Int) {
    var random = SplitMix(state: UInt64(count))
    for _ in 0..<10 {
      let first = Int.random(in: 0..<count - 1, using: &random)
      let keys = (0..<count).map { "\"key number \($0 == count - 1 ? first : $0)\":\($0)" }
      let text = "{\(keys.joined(separator: ","))}"
      let members = (0..<count - 1).map {
        "<key number \($0)>:\($0 == first ? Double(count - 1) : Double($0))"
      }
      #expect(parsed(Array(text.utf8)) == "{\(members.joined(separator: ","))}")
      #expect(
        parsed(Array(text.utf8), options: JSONReadOptions(duplicates: .refuse)).hasPrefix(
          "duplicateKey"))
      let sound = "{\(keys.dropLast().joined(separator: ","))}"
      let refuse = JSONReadOptions(duplicates: .refuse)
      #expect(parsed(Array(sound.utf8), options: refuse) == parsed(Array(sound.utf8)))
    }
  }

  @Test func `does not mistake a model's unescaped key for another`() {
    #expect(parsed(Array(#"[{"a\"b":1},{"a"b":1}]"#.utf8)).hasPrefix("expectedColon 16"))
    #expect(parsed(Array(#"[{"\\":1},{"\"":2}]"#.utf8)) == #"[{<\>:1.0},{<">:2.0}]"#)
    #expect(parsed(Array("[{\"\\u0001\":1},{\"\u{1}\":1}]".utf8)).hasPrefix("controlCharacter 16"))
  }

  @Test func `follows models through lists of unequal records`() {
    let text =
      #"[[],[{"a":1,"b":[],"c":{"d":1}},{"a":[1],"b":[{"x":1}],"c":{"d":1}},{"a":1,"z":{},"b":2},{},{"a":1}],[[{"a":2}]]]"#
    let wanted =
      "[[],[{<a>:1.0,<b>:[],<c>:{<d>:1.0}},{<a>:[1.0],<b>:[{<x>:1.0}],<c>:{<d>:1.0}},{<a>:1.0,<z>:{},<b>:2.0},{},{<a>:1.0}],[[{<a>:2.0}]]]"
    #expect(parsed(Array(text.utf8)) == wanted)
    for size in 1...40 { #expect(parsed(Array(text.utf8), chunks: [size]) == wanted) }
  }
}
