import Testing

@testable import PantileJSON

private func canonical(_ text: String, options: JSONReadOptions = .canonical) throws -> String {
  var document = JSONDocument()
  try withRaw(text.utf8) { try document.parse($0, options: options) }
  var writer = CanonicalWriter()
  var buffer = ByteBuffer()
  try writer.write(document, to: &buffer)
  let hash = try writer.hash(document)
  #expect(buffer.withBytes { ContentHash($0) } == hash)
  return buffer.text()
}

struct CanonicalTests {
  @Test(arguments: [
    (
      #"{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#,
      #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
    ),
    (
      #"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}"#,
      "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}"
    ),
    (
      #"{"b":{"z":1,"y":[{"d":1,"c":2},[]]},"a":{}}"#,
      #"{"a":{},"b":{"y":[{"c":2,"d":1},[]],"z":1}}"#
    ),
    (
      #"{"longprefix2":1,"longprefix10":2,"longprefix":3,"longprefix1":4}"#,
      #"{"longprefix":3,"longprefix1":4,"longprefix10":2,"longprefix2":1}"#
    ),
    ("[-0,1.0,1e21,100]", "[0,1,1e+21,100]"), ("\"x\"", "\"x\""), ("7", "7"), ("[]", "[]"),
  ])
  func `writes the form of RFC 8785`(text: String, wanted: String) throws {
    #expect(try canonical(text) == wanted)
  }

  @Test(arguments: [
    // Appendix B of RFC 8785: the bits of a number and its text.
    ("0000000000000000", "0"), ("8000000000000000", "0"), ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"), ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"), ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"), ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"), ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"), ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"), ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"), ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"), ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"), ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"), ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
  ])
  func `prints the numbers of RFC 8785`(bits: String, text: String) throws {
    var buffer = ByteBuffer()
    buffer.append(number: Double(bitPattern: try #require(UInt64(bits, radix: 16))))
    #expect(buffer.text() == text)
  }

  @Test func `refuses what has no canonical form`() {
    let keep = JSONReadOptions(duplicates: .keep)
    #expect(throws: JSONError(.duplicateKey, at: 7)) { try canonical(#"{"a":1,"a":2}"#) }
    #expect(throws: JSONError(.duplicateKey, at: 7)) {
      try canonical(#"{"a":1,"a":2}"#, options: keep)
    }
    let many = (0..<40).map { "\"key number \($0 % 39)\":\($0)" }.joined(separator: ",")
    #expect(throws: JSONError.self) { try canonical("{\(many)}", options: keep) }
    #expect(throws: JSONError(.loneSurrogate, at: 1)) { try canonical(#"["\ud800"]"#) }
    #expect(throws: JSONError(.loneSurrogate, at: 1)) { try canonical(#"{"\ud800":1}"#) }
    #expect(throws: JSONError(.notFinite, at: 0)) { try canonical("1e400") }
  }

  @Test func `sorts many keys by UTF-16 units`() throws {
    var random = SplitMix(state: 3)
    let letters = Array(
      "ab\u{7f}\u{80}éß€日\u{d7ff}\u{e000}\u{fb33}\u{ffff}😀\u{10000}\u{10ffff}".unicodeScalars)
    for count in [2, 10, 24, 25, 300] {
      var keys: Set<String> = []
      while keys.count < count {
        var key = ""
        for _ in 0..<Int.random(in: 0..<14, using: &random) {
          key.unicodeScalars.append(letters.randomElement(using: &random)!)
        }
        if !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { keys.insert(key) }
      }
      let text = "{\(keys.map { "\"\($0)\":1" }.joined(separator: ","))}"
      let sorted = keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
      let wanted = "{\(sorted.map { "\"\($0)\":1" }.joined(separator: ","))}"
      #expect(try canonical(text).utf8.elementsEqual(wanted.utf8))
    }
  }
}

struct ConfigurationTests {
  @Test(arguments: [
    ([("city", "London"), ("units", "metric")], "eb69b5d1"),
    ([("units", "metric"), ("city", "Paris")], "8e22a4e8"),
    ([("Z", "1"), ("a", "2")], "80bb7d8d"), ([("n", "42"), ("q", "a b")], "4e4e77cf"),
    ([("city", "東京")], "a391d3f4"), ([("city", "M\u{fc}nchen")], "a6869398"),
    ([("label", "Hello")], "0fbd8819"),
    ([("a", "")], "fe4d46da"), ([("", "")], "939754ff"), ([("city", "C++")], "7217efef"),
    ([("city", "C  ")], "7f2e01e5"),
    ([("emoji", "😀")], "b8e44a10"), ([("😀", "2"), ("\u{ffff}", "1")], "6f3495d6"),
    ([("b", "2"), ("a", "1"), ("A", "3")], "33fad2e9"),
    ([("k", "a\"b\\c\nd\re\tf\u{1}g\u{1f}/\u{7f}\u{2028}")], "55fad47e"),
  ])
  func `makes the instance key`(values: [(String, String)], key: String) throws {
    #expect(Configuration.key(Dictionary(uniqueKeysWithValues: values)) == key)
    var text = JSONWriter()
    try text.beginObject()
    for (name, value) in values {
      try text.key(name)
      try text.string(value)
    }
    try text.endObject()
    var document = JSONDocument()
    try text.buffer.withBytes { try document.parse($0) }
    var buffer = ByteBuffer()
    try Configuration.write(document, to: &buffer)
    let hash = buffer.withBytes { Configuration.key(ofCanonical: $0) }
    buffer.removeAll()
    buffer.append(hex: hash)
    #expect(buffer.text() == key)
  }

  @Test func `has no text and no key when empty`() throws {
    #expect(Configuration.key([:]) == nil)
    var document = JSONDocument()
    try withRaw("{}".utf8) { try document.parse($0) }
    var buffer = ByteBuffer()
    try Configuration.write(document, to: &buffer)
    #expect(buffer.count == 0)
  }

  @Test(arguments: [
    ("[]", JSONError.Code.expectedObject), (#"{"a":1}"#, .expectedString),
    (#"{"a":"\ud800"}"#, .loneSurrogate),
  ])
  func `takes only an object of strings`(text: String, code: JSONError.Code) throws {
    var document = JSONDocument()
    try withRaw(text.utf8) { try document.parse($0) }
    var buffer = ByteBuffer()
    let error = #expect(throws: JSONError.self) { try Configuration.write(document, to: &buffer) }
    #expect(error?.code == code)
  }
}

struct HashTests {
  @Test(arguments: [("", "811c9dc5"), ("a", "e40c292c"), ("foobar", "bf9cf968")])
  func `is FNV-1a`(text: String, hash: String) throws {
    #expect(FNV1a.hash(text) == UInt32(hash, radix: 16))
  }

  @Test(arguments: [
    ("", "99aa06d3014798d86001c324468d497f"), ("a", "a96faf705af16834e6c632b61e964e1f"),
    ("abc", "06b05ab6733a618578af5f94892f3950"),
  ])
  func `is XXH3-128`(text: String, hash: String) {
    #expect(withRaw(text.utf8) { ContentHash($0) }.description == hash)
  }

  @Test func `hashes in pieces as a whole`() {
    let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hasher = ContentHasher()
    for start in stride(from: 0, to: bytes.count, by: 333) {
      withRaw(bytes[start..<min(start + 333, bytes.count)]) { hasher.combine($0) }
    }
    #expect(hasher.hash == withRaw(bytes) { ContentHash($0) })
  }
}
