// UTF-16 order of UTF-8 text is byte order, except that scalars from U+10000 (leads F0...F4) are
// surrogates in UTF-16 and come before U+E000...U+FFFF (leads EE and EF).

extension JSONText {
  /// The offset in the input of the quote before the string.
  var sourceOffset: Int { Int(offset) - 1 - JSONParser.origin }
}

extension JSONDocument {
  /// The first eight bytes of a string in an order that agrees with UTF-16's.
  @inline(__always)
  func sortPrefix(_ text: JSONText) -> UInt64 {
    // The block is readable behind the string.
    let bytes = self.text.load64(Int(text.offset)).bigEndian
    let count = Int(text.byteCount)
    let rest = UInt64(truncatingIfNeeded: count < 8 ? 64 - count * 8 : 0)
    let kept = rest == 64 ? 0 : (bytes &>> rest) &<< rest
    return text.isASCII ? kept : Self.utf16Order(kept)
  }

  /// Compares strings by UTF-16 units; negative, zero or positive.
  func compare(_ left: JSONText, _ right: JSONText) -> Int {
    let count = Int(Swift.min(left.byteCount, right.byteCount))
    for index in 0..<count {
      let first = text.load8(Int(left.offset) + index)
      let second = text.load8(Int(right.offset) + index)
      if first != second {
        return Int(Self.utf16Order(first)) - Int(Self.utf16Order(second))
      }
    }
    return Int(left.byteCount) - Int(right.byteCount)
  }

  private static func utf16Order(_ byte: UInt8) -> UInt8 {
    byte < 0xee ? byte : byte >= 0xf0 ? byte - 2 : byte + 5
  }

  private static func utf16Order(_ bytes: UInt64) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: bytes &>> shift)
      result = result &<< 8 | UInt64(utf16Order(byte))
      if shift == 0 { break }
    }
    return result
  }

  /// Appends the string or key at a node, quotes included.
  @inline(__always)
  func writeString(_ node: JSONNode, to buffer: inout ByteBuffer) {
    _ = writeString(word(node.index), node.index, text.rawBlock.input, &buffer)
  }
}

extension JSONReadOptions {
  /// What canonical JSON asks of its input: duplicate keys are refused.
  public static var canonical: JSONReadOptions { JSONReadOptions(duplicates: .refuse) }
}
