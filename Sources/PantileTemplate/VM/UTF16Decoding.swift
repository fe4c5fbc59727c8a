internal import PantileJSON

/// Decoding of UTF-8 into UTF-16 code units.
enum UTF16Decoding {
  /// Appends text that is well-formed UTF-8, or WTF-8, where lone surrogates take three bytes.
  static func append(wtf8 bytes: RawSpan, to units: inout ContiguousArray<UInt16>) {
    var index = 0
    while index < bytes.byteCount {
      let first = UInt32(bytes.byte(at: index))
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard index + length <= bytes.byteCount else { return }
      var scalar = length == 1 ? first : first & (0xFF >> UInt32(length + 1))
      for step in 1..<max(1, length) {
        scalar = scalar << 6 | UInt32(bytes.byte(at: index + step)) & 0x3F
      }
      if scalar >= 0x10000 {
        units.append(UInt16(truncatingIfNeeded: 0xD7C0 + (scalar >> 10)))
        units.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
      } else {
        units.append(UInt16(truncatingIfNeeded: scalar))
      }
      index += length
    }
  }

  /// Appends text that is well-formed UTF-8, or WTF-8, where lone surrogates take three bytes.
  static func append(wtf8 bytes: Span<UInt8>, to units: inout ContiguousArray<UInt16>) {
    var index = 0
    while index < bytes.count {
      let first = UInt32(bytes[index])
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard index + length <= bytes.count else { return }
      if length == 1 {
        units.append(UInt16(first))
      } else {
        var scalar = first & (0xFF >> UInt32(length + 1))
        for step in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + step]) & 0x3F }
        if scalar >= 0x10000 {
          units.append(UInt16(truncatingIfNeeded: 0xD7C0 + (scalar >> 10)))
          units.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
        } else {
          units.append(UInt16(truncatingIfNeeded: scalar))
        }
      }
      index += length
    }
  }
}
