extension ByteBuffer {
  /// Appends UTF-16 text as a JSON string, quotes included, as `JSON.stringify` does.
  ///
  /// The result is that of the same text in WTF-8.
  ///
  /// - Parameter units: Text; surrogates without a partner are escaped.
  /// - Complexity: O(*n*).
  /// - Note: No heap allocation while the buffer has room for 3*n* + 34 bytes and the escapes.
  public mutating func append(jsonString units: Span<UInt16>) {
    append(0x22)
    append(units: units, escaping: true)
    append(0x22)
  }

  /// Appends UTF-16 text as UTF-8; surrogates without a partner become three bytes (WTF-8).
  ///
  /// - Complexity: O(*n*).
  /// - Note: No heap allocation while the buffer has room for 3*n* + 32 bytes.
  public mutating func append(wtf8 units: Span<UInt16>) {
    append(units: units, escaping: false)
  }

  @inline(__always)
  private mutating func append(units: Span<UInt16>, escaping: Bool) {
    unsafe units.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress {
        // Safe: reads stay below `count`; the view does not outlive the call.
        unsafe transcode(RawInput(UnsafeRawPointer(start)), buffer.count, escaping)
      }
    }
  }

  @inline(__always)
  private mutating func transcode(_ input: RawInput, _ count: Int, _ escaping: Bool) {
    var index = 0
    while index < count {
      // Three bytes a unit that is left, one escape, and a store of eight bytes.
      let output = output(reserving: (count &- index) &* 3 &+ 16)
      var written = 0
      while index < count {
        if index &+ 8 <= count {
          let units: SIMD8<UInt16> = input.units8(index &* 2)
          let plain = Self.plainPrefix(units, escaping)
          output.storeBytes8(written, units.lowBytes)
          index &+= plain
          written &+= plain
          if plain == 8 { continue }
        }
        let unit = UInt32(input.word16(index &* 2))
        if unit < 0x80 {
          if escaping && (unit < 0x20 || unit == 0x22 || unit == 0x5c) {
            written &+= output.escape(written, UInt8(truncatingIfNeeded: unit))
            index &+= 1
            break
          }
          output.store8(written, UInt8(truncatingIfNeeded: unit))
          written &+= 1
          index &+= 1
        } else if unit < 0x800 {
          output.store8(written, UInt8(truncatingIfNeeded: unit &>> 6) | 0xc0)
          output.store8(written &+ 1, UInt8(truncatingIfNeeded: unit & 0x3f) | 0x80)
          written &+= 2
          index &+= 1
        } else if unit & 0xf800 != 0xd800 {
          written &+= output.longScalar(written, unit)
          index &+= 1
        } else {
          let next = index &+ 1 < count ? UInt32(input.word16(index &* 2 &+ 2)) : 0
          if unit < 0xdc00 && next & 0xfc00 == 0xdc00 {
            let scalar = 0x10000 &+ (unit & 0x3ff) &<< 10 &+ (next & 0x3ff)
            written &+= output.longScalar(written, scalar)
            index &+= 2
          } else {
            let escape = escaping ? output.unicodeEscape(written, unit) : 0
            written &+= escaping ? escape : output.longScalar(written, unit)
            index &+= 1
            break
          }
        }
      }
      advance(written)
    }
  }

  /// The number of leading units that are copied as one byte each.
  @inline(__always)
  private static func plainPrefix(_ units: SIMD8<UInt16>, _ escaping: Bool) -> Int {
    let wide: SIMDMask<SIMD8<Int16>> = units .> SIMD8<UInt16>(repeating: 0x7f)
    guard escaping else { return wide.clearPrefix }
    let control: SIMDMask<SIMD8<Int16>> = units .< SIMD8<UInt16>(repeating: 0x20)
    let quote: SIMDMask<SIMD8<Int16>> = units .== SIMD8<UInt16>(repeating: 0x22)
    let backslash: SIMDMask<SIMD8<Int16>> = units .== SIMD8<UInt16>(repeating: 0x5c)
    let stop: SIMDMask<SIMD8<Int16>> = (wide .| control) .| (quote .| backslash)
    return stop.clearPrefix
  }
}
