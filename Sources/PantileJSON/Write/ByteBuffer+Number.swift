// Digits are made eight at a time in a 64-bit word, the first digit in the lowest byte:
//
//     12345678  ->  08 07 06 05 04 03 02 01  ->  + 0x30 a byte  ->  one store

private let zeros: UInt64 = 0x3030_3030_3030_3030

/// The decimal digits of `value`, one a byte, first digit lowest.
///
/// - Precondition: `value` is below 100,000,000.
@inline(__always)
private func eightDigits(_ value: UInt64) -> UInt64 {
  let tenThousands = (value &* 109_951_163) &>> 40
  let halves = tenThousands | (value &- tenThousands &* 10_000) &<< 32
  let hundreds = ((halves &* 10_486) &>> 20) & 0x0000_007f_0000_007f
  let pairs = hundreds | (halves &- hundreds &* 100) &<< 16
  let tens = ((pairs &* 103) &>> 10) & 0x000f_000f_000f_000f
  return tens | (pairs &- tens &* 10) &<< 8
}

extension RawOutput {
  /// Writes `value` without leading zeros and returns the number of digits; needs 24 bytes.
  @inline(__always)
  func decimal(_ index: Int, _ value: UInt64) -> Int {
    if value < 100_000_000 { return leading(index, value) }
    if value < 10_000_000_000_000_000 {
      let top = value / 100_000_000
      let count = leading(index, top)
      store64(index &+ count, eightDigits(value &- top &* 100_000_000) | zeros)
      return count &+ 8
    }
    let top = value / 10_000_000_000_000_000
    let rest = value &- top &* 10_000_000_000_000_000
    let middle = rest / 100_000_000
    let count = leading(index, top)
    store64(index &+ count, eightDigits(middle) | zeros)
    store64(index &+ count &+ 8, eightDigits(rest &- middle &* 100_000_000) | zeros)
    return count &+ 16
  }

  /// Writes up to eight digits and returns their number.
  @inline(__always)
  private func leading(_ index: Int, _ value: UInt64) -> Int {
    let digits = eightDigits(value)
    // The lowest set bit of the last byte stands in for a digit that is always written.
    let skipped = (digits | 1 &<< 56).trailingZeroBitCount &>> 3
    store64(index, (digits | zeros) &>> UInt64(truncatingIfNeeded: skipped &* 8))
    return 8 &- skipped
  }

  /// Writes a finite number that is not zero as ECMAScript does; needs 40 bytes.
  @inline(__always)
  func shortest(_ start: Int, _ value: Double) -> Int {
    store8(start, 0x2d)
    let index = start &+ (value < 0 ? 1 : 0)
    let decimal = ShortestDecimal(bits: value.bitPattern & ~(1 &<< 63))
    return fixed(index, decimal.digits, decimal.exponent) &- start
  }

  /// Lays out digits × 10^exponent and returns the index behind it.
  @inline(__always)
  private func fixed(_ index: Int, _ unscaled: UInt64, _ power: Int) -> Int {
    var digits = unscaled
    var exponent = power
    if digits < 10_000_000_000_000_000 {
      digits &*= 10
      exponent &-= 1
      while digits < 10_000_000_000_000_000 {
        digits &*= 10
        exponent &-= 1
      }
    }
    // 17 digits: eight, eight, and the last.
    let head = digits / 1_000_000_000
    let rest = digits &- head &* 1_000_000_000
    let middle = rest / 10
    let last = rest &- middle &* 10
    let first = eightDigits(head)
    let second = eightDigits(middle)
    let firstCount = 8 &- first.leadingZeroBitCount &>> 3
    let secondCount = 16 &- second.leadingZeroBitCount &>> 3
    let count = last != 0 ? 17 : second != 0 ? secondCount : firstCount
    let text = DigitText(
      first: first | zeros, second: second | zeros, last: UInt8(truncatingIfNeeded: last) | 0x30,
      count: count, point: exponent &+ 17)
    return place(index, text)
  }

  @inline(__always)
  private func place(_ index: Int, _ text: DigitText) -> Int {
    let point = text.point
    if point > 0 && point <= 21 {
      if text.count <= point {
        store(index, text)
        store64(index &+ 17, zeros)
        return index &+ point
      }
      store(index &+ 1, text)
      if point < 8 {
        let shift = UInt64(truncatingIfNeeded: point &* 8)
        let before = (1 &<< shift) &- 1
        let behind = ~(before &<< 8 | 0xff)
        store64(
          index, text.first & before | 0x2e &<< shift | (text.first &<< 8) & behind)
        return index &+ text.count &+ 1
      }
      store64(index, text.first)
      for offset in 8..<point { store8(index &+ offset, input[index &+ offset &+ 1]) }
      store8(index &+ point, 0x2e)
      return index &+ text.count &+ 1
    }
    if point > -6 && point <= 0 {
      store64(index, 0x3030_3030_3030_2e30)
      store(index &+ 2 &- point, text)
      return index &+ 2 &- point &+ text.count
    }
    return scientific(index, text)
  }

  @inline(__always)
  private func store(_ index: Int, _ text: DigitText) {
    store64(index, text.first)
    store64(index &+ 8, text.second)
    store8(index &+ 16, text.last)
  }

  private func scientific(_ start: Int, _ text: DigitText) -> Int {
    store(start &+ 1, text)
    store16(start, UInt16(truncatingIfNeeded: text.first & 0xff) | 0x2e00)
    var index = start &+ (text.count == 1 ? 1 : text.count &+ 1)
    let exponent = text.point &- 1
    store16(index, exponent < 0 ? 0x2d65 : 0x2b65)
    index &+= 2
    return index &+ decimal(index, UInt64(exponent.magnitude))
  }
}

/// Seventeen digits in ASCII, of which `count` are significant.
private struct DigitText {
  let first: UInt64
  let second: UInt64
  let last: UInt8
  let count: Int
  /// The number of digits before the decimal point.
  let point: Int
}

extension ByteBuffer {
  /// Appends `value` exactly as ECMAScript `Number::toString` prints it.
  ///
  /// The digits are the shortest that read back as the same number: `0.1`, `1e+21`, `5e-324`.
  /// Minus zero is `0`; the others are `NaN`, `Infinity` and `-Infinity`.
  ///
  /// - Note: No heap allocation while the buffer has room for 48 bytes.
  public mutating func append(number value: Double) {
    let output = output(reserving: 48)
    if value.magnitude < 9_007_199_254_740_992 {
      let whole = Int64(value)
      if Double(whole) == value {
        output.store8(0, 0x2d)
        let sign = whole < 0 ? 1 : 0
        advance(sign &+ output.decimal(sign, whole.magnitude))
        return
      }
    } else if !value.isFinite {
      return appendSpelledOut(value)
    }
    advance(output.shortest(0, value))
  }

  @inline(never)
  private mutating func appendSpelledOut(_ value: Double) {
    if value.isNaN {
      append("NaN")
    } else if value < 0 {
      append("-Infinity")
    } else {
      append("Infinity")
    }
  }

  /// Appends `value` in decimal.
  ///
  /// - Note: No heap allocation while the buffer has room for 32 bytes.
  public mutating func append(integer value: Int) {
    let output = output(reserving: 32)
    output.store8(0, 0x2d)
    let sign = value < 0 ? 1 : 0
    advance(sign &+ output.decimal(sign, UInt64(value.magnitude)))
  }
}
