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
    unsafe utf8.withUnsafeBytes { bytes in
      reserve(bytes.count &+ 48)
      append(0x22)
      if let start = bytes.baseAddress {
        // Safe: reads stay below `count`; the view does not outlive the call.
        unsafe appendEscaped(RawInput(start), 0, bytes.count)
      }
      append(0x22)
    }
  }

  /// Appends text as a JSON string, quotes included, as `JSON.stringify` does.
  public mutating func append(jsonString text: String) {
    var copy = text
    copy.withUTF8 { bytes in
      // Safe: the span does not outlive the call.
      unsafe append(jsonString: UnsafeRawBufferPointer(bytes).bytes)
    }
  }

  /// Appends the bytes from `start` to `end`, escaped; nothing behind `end` is read.
  @inline(__always)
  private mutating func appendEscaped(_ input: RawInput, _ start: Int, _ end: Int) {
    var index = start
    while index < end {
      // Room for what is left, one escape, and a store of sixteen bytes.
      let output = output(reserving: end &- index &+ 32)
      var written = 0
      while index &+ 16 <= end {
        let bytes: Bytes16 = input.bytes16(index)
        output.storeBytes16(written, bytes)
        let surrogate: Mask16 = bytes .== Bytes16(repeating: 0xed)
        let stop: Mask16 = Self.escapes(bytes) .| surrogate
        let nibbles = stop.nibbles
        let plain = nibbles.trailingZeroBitCount &>> 2
        index &+= plain
        written &+= plain
        if nibbles != 0 { break }
      }
      while index < end && !isSpecial(input[index]) {
        output.store8(written, input[index])
        index &+= 1
        written &+= 1
      }
      if index < end {
        if input[index] != 0xed {
          written &+= output.escape(written, input[index])
          index &+= 1
        } else {
          let (read, added) = Self.surrogate(input, index, end, output, written)
          index &+= read
          written &+= added
        }
      }
      advance(written)
    }
  }

  /// Appends a string that has its quotes and escapes, from a block that is readable 16 bytes behind.
  @inline(__always)
  mutating func append(quoted input: RawInput, _ start: Int, _ byteCount: Int) {
    let output = output(reserving: byteCount &+ 16)
    var offset = 0
    repeat {
      let bytes: Bytes16 = input.bytes16(start &+ offset)
      output.storeBytes16(offset, bytes)
      offset &+= 16
    } while offset < byteCount
    advance(byteCount)
  }

  /// Appends a key that has its quotes and escapes, between a comma if wanted and a colon.
  @inline(__always)
  mutating func append(key input: RawInput, _ start: Int, _ byteCount: Int, hasComma: Bool) {
    let output = output(reserving: byteCount &+ 20)
    output.store8(0, 0x2c)
    let first = hasComma ? 1 : 0
    var offset = 0
    repeat {
      let bytes: Bytes16 = input.bytes16(start &+ offset)
      output.storeBytes16(first &+ offset, bytes)
      offset &+= 16
    } while offset < byteCount
    output.store8(first &+ byteCount, 0x3a)
    advance(first &+ byteCount &+ 1)
  }

  /// Appends a string without surrogates, quotes included, from a block that is readable and
  /// harmless to copy 16 bytes behind `end`.
  @inline(__always)
  mutating func append(quoting input: RawInput, _ start: Int, _ end: Int) {
    var output = output(reserving: end &- start &+ 48)
    output.store8(0, 0x22)
    var written = 1
    var index = start
    while true {
      let bytes: Bytes16 = input.bytes16(index)
      output.storeBytes16(written, bytes)
      let nibbles = Self.escapes(bytes).nibbles
      let plain = nibbles.trailingZeroBitCount &>> 2
      index &+= plain
      written &+= plain
      if index >= end { break }
      if nibbles != 0 {
        written &+= output.escape(written, input[index])
        index &+= 1
        advance(written)
        output = self.output(reserving: end &- index &+ 48)
        written = 0
        if index == end { break }
      }
    }
    written &-= index &- end
    output.store8(written, 0x22)
    advance(written &+ 1)
  }

  /// The bytes of sixteen that are written as an escape.
  @inline(__always)
  private static func escapes(_ bytes: Bytes16) -> Mask16 {
    let control: Mask16 = bytes .< Bytes16(repeating: 0x20)
    let quote: Mask16 = bytes .== Bytes16(repeating: 0x22)
    let backslash: Mask16 = bytes .== Bytes16(repeating: 0x5c)
    return control .| (quote .| backslash)
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
