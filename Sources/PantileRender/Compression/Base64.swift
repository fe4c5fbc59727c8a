public import PantileJSON

/// Base64 (RFC 4648, section 4) with padding.
public enum Base64 {
  /// The length of the text for `byteCount` bytes.
  public static func encodedCount(of byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  /// Encodes `bytes` and appends the text to `output`.
  public static func encode(_ bytes: RawSpan, into output: inout ByteBuffer) {
    let count = bytes.byteCount
    output.reserve(encodedCount(of: count))
    var at = 0
    while at &+ 3 <= count {
      let word = group(bytes, at, 3)
      output.append(digit(word >> 18))
      output.append(digit(word >> 12))
      output.append(digit(word >> 6))
      output.append(digit(word))
      at &+= 3
    }
    guard at < count else { return }
    let word = group(bytes, at, count - at)
    output.append(digit(word >> 18))
    output.append(digit(word >> 12))
    output.append(count - at == 2 ? digit(word >> 6) : UInt8(ascii: "="))
    output.append(UInt8(ascii: "="))
  }

  /// Decodes `text` and appends the bytes to `output`.
  ///
  /// White space, missing padding and bits that padding would drop are errors.
  ///
  /// - Throws: ``CompressionError`` with code `.corrupt`, or `.truncated` when the length is no
  ///   multiple of four; `output` is unchanged then.
  public static func decode(
    _ text: RawSpan, into output: inout ByteBuffer
  ) throws(CompressionError) {
    let start = output.count
    guard text.byteCount % 4 == 0 else { throw CompressionError(.truncated) }
    var at = 0
    while at < text.byteCount {
      guard decode(text, at, into: &output) else {
        output.truncate(to: start)
        throw CompressionError(.corrupt)
      }
      at += 4
    }
  }

  /// Decodes four digits; false when they are none.
  private static func decode(_ text: RawSpan, _ at: Int, into output: inout ByteBuffer) -> Bool {
    var padding = 0
    if at + 4 == text.byteCount, text.byte(at: at + 3) == UInt8(ascii: "=") {
      padding = text.byte(at: at + 2) == UInt8(ascii: "=") ? 2 : 1
    }
    var word: UInt32 = 0
    for index in 0..<4 - padding {
      guard let value = value(of: text.byte(at: at + index)) else { return false }
      word |= value << UInt32(18 - index * 6)
    }
    guard padding == 0 || word << UInt32(32 - 8 * padding) == 0 else { return false }
    for index in 0..<3 - padding {
      output.append(UInt8(truncatingIfNeeded: word >> UInt32(16 - index * 8)))
    }
    return true
  }

  private static func group(_ bytes: RawSpan, _ at: Int, _ count: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<count { word |= UInt32(bytes.byte(at: at + index)) << UInt32(16 - index * 8) }
    return word
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value & 63)
    return switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

// MARK: - Spans of bytes

extension Base64 {
  /// Encodes `bytes` and appends the text to `output`.
  public static func encode(_ bytes: Span<UInt8>, into output: inout ByteBuffer) {
    // Safe: bytes have no padding.
    unsafe encode(bytes.bytes, into: &output)
  }

  /// Decodes `text` and appends the bytes to `output`.
  public static func decode(
    _ text: Span<UInt8>, into output: inout ByteBuffer
  ) throws(CompressionError) {
    // Safe: bytes have no padding.
    try unsafe decode(text.bytes, into: &output)
  }
}
