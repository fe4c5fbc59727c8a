import PantileJSON
import Testing

@testable import PantileRender

/// What a call that appends to a buffer gives: bytes, or the code of its error.
private func outcome(
  _ body: (inout ByteBuffer) throws(CompressionError) -> Void
) -> Result<[UInt8], CompressionError> {
  var output = ByteBuffer()
  output.append("kept")
  do throws(CompressionError) { try body(&output) } catch {
    #expect(output.text() == "kept")
    return .failure(error)
  }
  return .success(Array(output.array().dropFirst(4)))
}

private func failure(_ code: CompressionError.Code) -> Result<[UInt8], CompressionError> {
  .failure(CompressionError(code))
}

extension [UInt8] {
  /// Bytes that compress well, and some that do not.
  fileprivate static func sample(_ count: Int) -> [UInt8] {
    var state: UInt64 = 1
    return (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return index % 97 < 60 ? UInt8(ascii: "a") + UInt8(index % 7) : UInt8(state >> 56)
    }
  }
}

@Suite struct GzipTests {
  static let counts = [0, 1, 3, 100, 4_000, 100_000, 700_000]

  @Test(arguments: counts, [1, 6, 9])
  func `gives back what it compressed`(count: Int, level: Int) {
    let bytes = [UInt8].sample(count)
    var gzip = Gzip()
    for _ in 0..<2 {
      let packed = outcome { (output) throws(CompressionError) in
        try gzip.compress(bytes.span, level: level, into: &output)
      }
      guard case .success(let text) = packed else {
        Issue.record("\(packed)")
        return
      }
      #expect(Array(text.prefix(3)) == [0x1F, 0x8B, 8])
      let unpacked = outcome { (output) throws(CompressionError) in
        try gzip.decompress(text.span, into: &output)
      }
      #expect(unpacked == .success(bytes))
    }
  }

  @Test func `gives equal bytes whatever was compressed before`() throws {
    let bytes = [UInt8].sample(5_000)
    var fresh = ByteBuffer()
    var gzip = Gzip()
    try gzip.compress(bytes.span, level: 6, into: &fresh)
    for level in [1, 9, 3] {
      var ignored = ByteBuffer()
      try gzip.compress(bytes.span, level: level, into: &ignored)
    }
    var again = ByteBuffer()
    try gzip.compress(bytes.span, level: 6, into: &again)
    #expect(again.array() == fresh.array())
  }

  @Test func `refuses cut, changed and extended text`() throws {
    var packed = ByteBuffer()
    var gzip = Gzip()
    try gzip.compress([UInt8].sample(300).span, into: &packed)
    let text = packed.array()
    for length in text.indices {
      let cut = Array(text[..<length])
      let result = outcome { (output) throws(CompressionError) in
        try gzip.decompress(cut.span, into: &output)
      }
      #expect(result == failure(.truncated))
    }
    var changed = text
    changed[text.count - 6] ^= 1
    for wrong in [changed, text + [0], [1, 2, 3]] {
      let result = outcome { (output) throws(CompressionError) in
        try gzip.decompress(wrong.span, into: &output)
      }
      #expect(result == failure(.corrupt))
    }
  }

  @Test func `stops at the limit of the output`() throws {
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    var packed = ByteBuffer()
    var gzip = Gzip()
    try gzip.compress(bytes.span, into: &packed)
    let text = packed.array()
    let fits = outcome { (output) throws(CompressionError) in
      try gzip.decompress(text.span, limit: bytes.count, into: &output)
    }
    #expect(fits == .success(bytes))
    for limit in [0, 1, 1_000, bytes.count - 1] {
      let result = outcome { (output) throws(CompressionError) in
        try gzip.decompress(text.span, limit: limit, into: &output)
      }
      #expect(result == failure(.outputOverLimit(limit)))
    }
  }
}

@Suite struct BrotliTests {
  @Test(arguments: GzipTests.counts.dropLast(), [0, 2, 4, 11])
  func `gives back what it compressed`(count: Int, quality: Int) {
    let bytes = [UInt8].sample(quality == 11 ? Swift.min(count, 4_000) : count)
    for window in [10, 16, 22] {
      let packed = outcome { (output) throws(CompressionError) in
        try Brotli.compress(
          bytes.span, quality: quality, windowBits: window, into: &output)
      }
      guard case .success(let text) = packed else {
        Issue.record("\(packed)")
        return
      }
      let unpacked = outcome { (output) throws(CompressionError) in
        try Brotli.decompress(text.span, into: &output)
      }
      #expect(unpacked == .success(bytes))
    }
  }

  @Test func `refuses cut and extended text`() throws {
    var packed = ByteBuffer()
    try Brotli.compress([UInt8].sample(300).span, quality: 5, into: &packed)
    let text = packed.array()
    for length in text.indices {
      let cut = Array(text[..<length])
      let result = outcome { (output) throws(CompressionError) in
        try Brotli.decompress(cut.span, into: &output)
      }
      #expect(result == failure(.truncated))
    }
    let longer = text + [0]
    let result = outcome { (output) throws(CompressionError) in
      try Brotli.decompress(longer.span, into: &output)
    }
    #expect(result == failure(.corrupt))
  }

  @Test func `ends on any input`() {
    for seed in 0..<2_000 {
      var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
      let bytes = (0..<seed % 60).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return UInt8(state >> 56)
      }
      let result = outcome { (output) throws(CompressionError) in
        try Brotli.decompress(bytes.span, limit: 10_000, into: &output)
      }
      if case .success(let output) = result { #expect(output.count <= 10_000) }
    }
  }

  @Test func `stops at the limit of the output`() throws {
    let bytes = [UInt8](repeating: 7, count: 3 << 20)
    var packed = ByteBuffer()
    try Brotli.compress(bytes.span, quality: 4, into: &packed)
    let text = packed.array()
    let fits = outcome { (output) throws(CompressionError) in
      try Brotli.decompress(text.span, limit: bytes.count, into: &output)
    }
    #expect(fits == .success(bytes))
    for limit in [0, 1, 1 << 20, bytes.count - 1] {
      let result = outcome { (output) throws(CompressionError) in
        try Brotli.decompress(text.span, limit: limit, into: &output)
      }
      #expect(result == failure(.outputOverLimit(limit)))
    }
    let error = CompressionError(.outputOverLimit(1 << 20))
    #expect(error.message == "output_over_limit: the output is longer than 1048576 bytes")
  }
}

@Suite struct Base64Tests {
  // RFC 4648, section 10.
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{fb}\u{ff}?", "w7vDvz8="),
    ("~~~???", "fn5+Pz8/"),
  ]

  @Test(arguments: vectors)
  func `encodes and decodes the vectors`(plain: String, text: String) {
    var encoded = ByteBuffer()
    Base64.encode(Array(plain.utf8).span, into: &encoded)
    #expect(encoded.text() == text)
    #expect(Base64.encodedCount(of: plain.utf8.count) == text.utf8.count)
    let decoded = outcome { (output) throws(CompressionError) in
      try Base64.decode(Array(text.utf8).span, into: &output)
    }
    #expect(decoded == .success(Array(plain.utf8)))
  }

  @Test(arguments: ["Zg=", "Zg", "Z", "Zm9vY"])
  func `refuses text of a wrong length`(text: String) {
    let result = outcome { (output) throws(CompressionError) in
      try Base64.decode(Array(text.utf8).span, into: &output)
    }
    #expect(result == failure(.truncated))
  }

  @Test(arguments: [
    "Zh==", "Zm9=", "Z===", "====", "Zm 9", "Zm9\n", "Zg==Zg==", "Zm9_", "Zm9-", "=Zm9", "Z=m9",
  ])
  func `refuses other text`(text: String) {
    let result = outcome { (output) throws(CompressionError) in
      try Base64.decode(Array(text.utf8).span, into: &output)
    }
    #expect(result == failure(.corrupt))
  }
}
