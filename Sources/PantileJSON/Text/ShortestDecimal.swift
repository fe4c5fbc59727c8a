/// The shortest decimal that reads back as a given `Double`.
///
/// The value is `digits` × 10^`exponent`. Of several shortest decimals it is the closest to the
/// number, as ECMAScript `Number::toString` asks (Schubfach, R. Giulietti).
///
///     ShortestDecimal(of: 0.1)   // digits 1, exponent -1
///     ShortestDecimal(of: 1e21)  // digits 1, exponent 21
public struct ShortestDecimal: Equatable, Sendable {
  /// The significant digits, at most 17, without trailing zeros.
  public var digits: UInt64
  /// The power of ten of the last digit.
  public var exponent: Int

  /// Finds the shortest decimal of the magnitude of `value`.
  ///
  /// - Parameter value: A finite number; its sign is ignored. Zero gives digits 0, exponent 0.
  /// - Precondition: `value` is finite.
  public init(of value: Double) {
    precondition(value.isFinite, "a decimal is asked of a finite number")
    self.init(bits: value.magnitude.bitPattern)
    if value == 0 {
      digits = 0
      exponent = 0
      return
    }
    while digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
  }

  /// Finds the decimal of a finite positive number; trailing zeros may remain.
  @inline(__always)
  init(bits: UInt64) {
    let fraction = bits & 0x000f_ffff_ffff_ffff
    let field = Int(truncatingIfNeeded: bits &>> 52)
    let significand = field == 0 ? fraction : fraction | 1 &<< 52
    let power = (field == 0 ? 1 : field) &- 1075
    self.init(
      significand: significand, power: power, lowerIsCloser: fraction == 0 && field > 1)
  }

  /// Finds the decimal of `significand` × 2^`power`.
  ///
  /// Four times the number and the borders of its rounding interval are scaled by 10^-k, rounded
  /// to odd, and compared with the decimals of one digit fewer and of full length.
  @inline(__always)
  private init(significand c: UInt64, power q: Int, lowerIsCloser: Bool) {
    let odd = c & 1
    let center = c &<< 2
    let k = (q &* 1_262_611 &- (lowerIsCloser ? 524_031 : 0)) &>> 22
    let h = UInt64(truncatingIfNeeded: q &+ ((-k &* 1_741_647) &>> 19) &+ 1)
    let row = Row(upper: -k)
    let low = row.roundedToOdd((center &- 2 &+ (lowerIsCloser ? 1 : 0)) &<< h) &+ odd
    let middle = row.roundedToOdd(center &<< h)
    let high = row.roundedToOdd((center &+ 2) &<< h) &- odd
    let s = middle &>> 2
    if s >= 10 {
      let tenth = s / 10
      let below = low <= 40 &* tenth
      let above = 40 &* tenth &+ 40 <= high
      if below != above {
        digits = tenth &+ (above ? 1 : 0)
        exponent = k &+ 1
        return
      }
    }
    let below = low <= 4 &* s
    let above = 4 &* s &+ 4 <= high
    let half = 4 &* s &+ 2
    let up = below != above ? above : middle > half || (middle == half && s & 1 != 0)
    digits = s &+ (up ? 1 : 0)
    exponent = k
  }
}

/// A power of ten rounded up to 128 bits.
private struct Row {
  let high: UInt64
  let low: UInt64

  @inline(__always)
  init(upper q: Int) {
    let index = (q &- PowersOfTen.first) &* 2
    // Rows 0...55 are exact, and -27 ... -1 are rounded up in the table.
    let inexact: UInt64 = q > 55 || q < -27 ? 1 : 0
    let low = PowersOfTen.words[index &+ 1]
    let (sum, carry) = low.addingReportingOverflow(inexact)
    self.low = sum
    high = PowersOfTen.words[index] &+ (carry ? 1 : 0)
  }

  @inline(__always)
  func roundedToOdd(_ factor: UInt64) -> UInt64 {
    let under = low.multipliedFullWidth(by: factor).high
    let over = high.multipliedFullWidth(by: factor)
    let (sum, carry) = over.low.addingReportingOverflow(under)
    return (over.high &+ (carry ? 1 : 0)) | (sum > 1 ? 1 : 0)
  }
}
