// Strings as JSON.stringify writes them. Text is scanned sixteen bytes at a time and stored as it
// is scanned; a byte that needs more than a copy stops the scan:
//
//     quote, backslash, below 0x20     escaped
//     0xED                             maybe a surrogate: escaped when unpaired

/// The letter behind the backslash of a short escape, or 0.
@inline(__always)
func shortEscape(_ byte: UInt8) -> UInt8 {
  switch byte {
  case 0x22, 0x5c: byte
  case 0x08: 0x62
  case 0x09: 0x74
  case 0x0a: 0x6e
  case 0x0c: 0x66
  case 0x0d: 0x72
  default: 0
  }
}

/// Four lower-case hexadecimal digits, the first one lowest.
@inline(__always)
func hexDigits(_ unit: UInt32) -> UInt32 {
  var digits: UInt32 = 0
  for shift in [UInt32(0), 4, 8, 12] {
    let digit = unit &>> shift & 0xf
    digits = digits &<< 8 | (digit &+ (digit < 10 ? 0x30 : 0x57))
  }
  return digits
}

extension RawOutput {
  /// Writes `\uXXXX` and returns 6.
  @inline(__always)
  func unicodeEscape(_ index: Int, _ unit: UInt32) -> Int {
    store16(index, 0x755c)
    store32(index &+ 2, hexDigits(unit))
    return 6
  }

  /// Writes the escape of a quote, a backslash or a control character; returns its length.
  @inline(__always)
  func escape(_ index: Int, _ byte: UInt8) -> Int {
    let letter = shortEscape(byte)
    if letter == 0 { return unicodeEscape(index, UInt32(byte)) }
    store16(index, UInt16(letter) &<< 8 | 0x5c)
    return 2
  }

  /// Writes a scalar of three or four bytes as UTF-8 (a surrogate as WTF-8); returns its length.
  @inline(__always)
  func longScalar(_ index: Int, _ scalar: UInt32) -> Int {
    if scalar < 0x10000 {
      store8(index, UInt8(truncatingIfNeeded: scalar &>> 12) | 0xe0)
      store8(index &+ 1, UInt8(truncatingIfNeeded: scalar &>> 6 & 0x3f) | 0x80)
      store8(index &+ 2, UInt8(truncatingIfNeeded: scalar & 0x3f) | 0x80)
      return 3
    }
    store8(index, UInt8(truncatingIfNeeded: scalar &>> 18) | 0xf0)
    store8(index &+ 1, UInt8(truncatingIfNeeded: scalar &>> 12 & 0x3f) | 0x80)
    store8(index &+ 2, UInt8(truncatingIfNeeded: scalar &>> 6 & 0x3f) | 0x80)
    store8(index &+ 3, UInt8(truncatingIfNeeded: scalar & 0x3f) | 0x80)
    return 4
  }
}

/// Whether a byte may need more than a copy.
@inline(__always)
private func isSpecial(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == 0x22 || byte == 0x5c || byte == 0xed
}

extension ByteBuffer {
  /// Appends UTF-8 or WTF-8 text as a JSON string, quotes included, as `JSON.stringify` does.
  ///
  /// Escapes are `\b \t \n \f \r \" \\`, `\u00xx` in lower case for other control characters and
  /// `\ud800` style for surrogates without a partner; all else is copied. Two surrogates in a row
  /// that make a pair become one scalar of four bytes.
  ///
  /// - Parameter utf8: Text; that it is well-formed is not checked.
  /// - Complexity: O(*n*).
  /// - Note: No heap allocation while the buffer has room for the result and 34 bytes more.
  public mutating func append(jsonString utf8: RawSpan) {
    reserve(utf8.byteCount &+ 34)
    append(0x22)
    unsafe utf8.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        // Safe: reads stay below `count`; the view does not outlive the call.
        unsafe appendEscaped(RawInput(start), 0, bytes.count, padding: 0)
      }
    }
    append(0x22)
  }

  /// Appends the bytes from `start` to `end`, escaped.
  ///
  /// - Parameter padding: Bytes that may be read behind `end`: 16 or 0.
  @inline(__always)
  mutating func appendEscaped(_ input: RawInput, _ start: Int, _ end: Int, padding: Int) {
    var index = start
    while index < end {
      let rest = end &- index
      // Room for what is left, one escape, and a store of sixteen bytes.
      let output = output(reserving: rest &+ 32)
      var written = 0
      while index &+ 16 <= end &+ padding {
        let bytes: Bytes16 = input.bytes16(index)
        output.storeBytes16(written, bytes)
        let control: Mask16 = bytes .< Bytes16(repeating: 0x20)
        let quote: Mask16 = bytes .== Bytes16(repeating: 0x22)
        let backslash: Mask16 = bytes .== Bytes16(repeating: 0x5c)
        let surrogate: Mask16 = bytes .== Bytes16(repeating: 0xed)
        let stop: Mask16 = (control .| quote) .| (backslash .| surrogate)
        let nibbles = stop.nibbles
        let plain = nibbles.trailingZeroBitCount &>> 2
        index &+= plain
        written &+= plain
        if nibbles != 0 || index >= end { break }
      }
      if padding == 0 {
        while index < end && !isSpecial(input[index]) {
          output.store8(written, input[index])
          index &+= 1
          written &+= 1
        }
      }
      if index >= end {
        advance(written &- (index &- end))
        return
      }
      let byte = input[index]
      if byte != 0xed {
        written &+= output.escape(written, byte)
        index &+= 1
      } else {
        let (read, added) = Self.surrogate(input, index, end, output, written)
        index &+= read
        written &+= added
      }
      advance(written)
    }
  }

  /// Writes what begins with 0xED; returns the bytes read and written.
  private static func surrogate(
    _ input: RawInput, _ index: Int, _ end: Int, _ output: RawOutput, _ written: Int
  ) -> (Int, Int) {
    guard index &+ 2 < end, input[index &+ 1] >= 0xa0 else {
      output.store8(written, 0xed)
      return (1, 1)
    }
    let high = unit(input, index)
    guard high < 0xdc00, index &+ 5 < end, input[index &+ 3] == 0xed, input[index &+ 4] >= 0xb0
    else { return (3, output.unicodeEscape(written, high)) }
    let low = unit(input, index &+ 3)
    let scalar = 0x10000 &+ (high & 0x3ff) &<< 10 &+ (low & 0x3ff)
    return (6, output.longScalar(written, scalar))
  }

  private static func unit(_ input: RawInput, _ index: Int) -> UInt32 {
    0xd000 | UInt32(input[index &+ 1] & 0x3f) &<< 6 | UInt32(input[index &+ 2] & 0x3f)
  }
}
