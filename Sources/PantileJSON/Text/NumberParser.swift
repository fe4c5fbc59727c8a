/// Reads decimal numbers to the nearest `Double`, ties to even, at any length.
///
/// Up to 19 digits take the Eisel-Lemire path (one or two multiplications); longer ones are
/// compared exactly with the middle between two neighbours when the first 19 leave a doubt.
public enum NumberParser {
  /// Reads a whole text as a decimal.
  ///
  /// The form is ECMAScript's StrDecimalLiteral without `Infinity`: a sign, digits, a point,
  /// digits and an exponent, where digits may be missing on one side of the point: `.5`, `5.`,
  /// `+1e3`. Space around the number is not accepted.
  ///
  ///     NumberParser.parse("1e400".utf8.span)  // infinity
  ///
  /// - Parameter text: The bytes of the number and nothing else.
  /// - Returns: The number, or nil when the text has another form.
  /// - Complexity: O(*n*); no heap allocation.
  public static func parse(_ text: Span<UInt8>) -> Double? {
    var index = 0
    var isNegative = false
    if index < text.count, text[index] == 0x2b || text[index] == 0x2d {
      isNegative = text[index] == 0x2d
      index += 1
    }
    var parts = DecimalParts()
    parts.read(text, from: &index)
    guard parts.hasDigits, index == text.count else { return nil }
    let magnitude = parts.value(in: text)
    return isNegative ? -magnitude : magnitude
  }

  /// The `Double` nearest to `significand` × 10^`exponent`.
  ///
  /// - Parameters:
  ///   - significand: Any value; it is taken as exact.
  ///   - exponent: Any value; far ones give 0 or infinity.
  @inline(__always)
  public static func double(significand: UInt64, exponent: Int) -> Double {
    if significand <= 1 &<< 53 {
      let exact = Double(Int64(truncatingIfNeeded: significand))
      if exponent == 0 { return exact }
      if exponent < 0 && exponent >= -22 { return exact / exactPowers[-exponent] }
      if exponent > 0 && exponent <= 22 { return exact * exactPowers[exponent] }
    }
    return eiselLemire(significand, exponent)
  }

  /// Eisel-Lemire (D. Lemire, "Number parsing at a gigabyte per second"); 128-bit rows always
  /// suffice for an exact 64-bit significand (N. Mushtak, D. Lemire, 2023).
  @inline(never)
  static func eiselLemire(_ significand: UInt64, _ q: Int) -> Double {
    if significand == 0 || q < PowersOfTen.first { return 0 }
    if q > 308 { return .infinity }
    let zeroCount = significand.leadingZeroBitCount
    let w = significand &<< UInt64(truncatingIfNeeded: zeroCount)
    let index = (q &- PowersOfTen.first) &* 2
    var (high, low) = w.multipliedFullWidth(by: PowersOfTen.words[index])
    if high & 0x1ff == 0x1ff {
      let more = w.multipliedFullWidth(by: PowersOfTen.words[index &+ 1]).high
      let (sum, carry) = low.addingReportingOverflow(more)
      low = sum
      high &+= carry ? 1 : 0
    }
    let top = high &>> 63
    let shift = top &+ 9
    var mantissa = high &>> shift
    var power = ((217_706 &* q) &>> 16) &+ 1086 &+ Int(top) &- zeroCount
    if power <= 0 {
      guard power > -63 else { return 0 }
      mantissa &>>= UInt64(truncatingIfNeeded: 1 &- power)
      mantissa = (mantissa &+ (mantissa & 1)) &>> 1
      return Double(bitPattern: mantissa)
    }
    if low <= 1 && q >= -4 && q <= 23 && mantissa & 3 == 1 && mantissa &<< shift == high {
      mantissa &-= 1
    }
    mantissa = (mantissa &+ (mantissa & 1)) &>> 1
    if mantissa >= 1 &<< 53 {
      mantissa = 1 &<< 52
      power &+= 1
    }
    if power >= 0x7ff { return .infinity }
    let field = UInt64(truncatingIfNeeded: power) &<< 52
    return Double(bitPattern: field | mantissa & 0x000f_ffff_ffff_ffff)
  }
}

/// The powers of ten that a `Double` holds exactly.
let exactPowers: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

/// What a scan of a decimal without sign found out.
struct DecimalParts {
  /// The first 19 significant digits.
  var significand: UInt64 = 0
  /// The power of ten of the significand's last digit.
  var exponent = 0
  /// Whether digits other than zero follow the significand.
  var isTruncated = false
  /// Whether there was a digit before the exponent.
  var hasDigits = false
  /// Where the digits begin, and the index behind them.
  var digits = 0..<0
}

extension DecimalParts {
  /// Reads digits, a point and an exponent from `index`, and moves it behind them.
  mutating func read(_ text: Span<UInt8>, from index: inout Int) {
    let start = index
    var count = 0
    var fraction = 0
    var hasPoint = false
    while index < text.count {
      let digit = text[index] &- 0x30
      if digit <= 9 {
        hasDigits = true
        fraction -= hasPoint ? 1 : 0
        add(digit, &count)
      } else if text[index] == 0x2e && !hasPoint {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    digits = start..<index
    exponent += fraction
    if hasDigits { readExponent(text, from: &index) }
  }

  private mutating func add(_ digit: UInt8, _ count: inout Int) {
    if count < 19 {
      significand = significand &* 10 &+ UInt64(digit)
      count += significand == 0 ? 0 : 1
    } else {
      exponent += 1
      if digit != 0 { isTruncated = true }
    }
  }

  private mutating func readExponent(_ text: Span<UInt8>, from index: inout Int) {
    guard index < text.count, text[index] | 0x20 == 0x65 else { return }
    var position = index + 1
    var isNegative = false
    if position < text.count, text[position] == 0x2b || text[position] == 0x2d {
      isNegative = text[position] == 0x2d
      position += 1
    }
    let start = position
    var value = 0
    while position < text.count, text[position] &- 0x30 <= 9 {
      if value < 1_000_000_000_000 { value = value * 10 + Int(text[position] &- 0x30) }
      position += 1
    }
    guard position > start else { return }
    exponent += isNegative ? -value : value
    index = position
  }

  /// The number nearest to the decimal, whose digits are in `text`.
  func value(in text: Span<UInt8>) -> Double {
    let value = NumberParser.double(significand: significand, exponent: exponent)
    guard isTruncated else { return value }
    let next = NumberParser.double(significand: significand + 1, exponent: exponent)
    if value == next { return value }
    return exactValue(in: text, near: value)
  }
}
