internal import PantileJSON

/// Reading of numbers as `Number(text)` does.
enum NumberReader {
  /// The number that `count` code units spell, white space around it left out; NaN if none.
  static func parse(count: Int, _ unit: (Int) -> UInt16) -> Double {
    var start = 0
    var end = count
    while start < end, isSpace(unit(start)) { start += 1 }
    while end > start, isSpace(unit(end - 1)) { end -= 1 }
    if start == end { return 0 }
    if end - start > 2, unit(start) == 0x30, let radix = radix(unit(start + 1)) {
      return integer(from: start + 2, to: end, radix: radix, unit)
    }
    let sign: Double = unit(start) == 0x2D ? -1 : 1
    if unit(start) == 0x2D || unit(start) == 0x2B { start += 1 }
    if end - start == 8, (0..<8).allSatisfy({ unit(start + $0) == infinity[$0] }) {
      return sign * .infinity
    }
    return sign * decimal(from: start, to: end, unit)
  }

  /// Whether a code unit is white space or a line terminator of the language.
  static func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09...0x0D, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      return true
    default: return false
    }
  }

  private static let infinity: [UInt16] = [0x49, 0x6E, 0x66, 0x69, 0x6E, 0x69, 0x74, 0x79]

  private static func radix(_ unit: UInt16) -> Int? {
    switch unit {
    case 0x78, 0x58: 16
    case 0x6F, 0x4F: 8
    case 0x62, 0x42: 2
    default: nil
    }
  }

  /// The value of a digit up to base 36.
  static func digit(_ unit: UInt16) -> Int? {
    switch unit {
    case 0x30...0x39: Int(unit) - 0x30
    case 0x61...0x7A: Int(unit) - 0x61 + 10
    case 0x41...0x5A: Int(unit) - 0x41 + 10
    default: nil
    }
  }

  private static func integer(
    from start: Int, to end: Int, radix: Int, _ unit: (Int) -> UInt16
  ) -> Double {
    var value = ExactInteger(radix: radix)
    for index in start..<end {
      guard let digit = digit(unit(index)), digit < radix else { return .nan }
      value.append(digit)
    }
    return value.number
  }

  private static func decimal(
    from start: Int, to end: Int, _ unit: (Int) -> UInt16
  ) -> Double {
    // Longer than any double needs; beyond it the text is read in a buffer of its own.
    guard end - start <= 40 else { return longDecimal(from: start, to: end, unit) }
    var bytes = InlineArray<40, UInt8>(repeating: 0)
    for index in start..<end {
      let code = unit(index)
      guard code < 0x80, index > start || (code != 0x2B && code != 0x2D) else { return .nan }
      bytes[index - start] = UInt8(truncatingIfNeeded: code)
    }
    return NumberParser.parse(bytes.span.extracting(0..<(end - start))) ?? .nan
  }

  private static func longDecimal(
    from start: Int, to end: Int, _ unit: (Int) -> UInt16
  ) -> Double {
    guard unit(start) != 0x2B, unit(start) != 0x2D else { return .nan }
    var bytes: ContiguousArray<UInt8> = []
    for index in start..<end {
      guard unit(index) < 0x80 else { return .nan }
      bytes.append(UInt8(truncatingIfNeeded: unit(index)))
    }
    return NumberParser.parse(bytes.span) ?? .nan
  }
}

/// An integer that is read digit by digit, exact to the last bit for bases that are powers of 2.
struct ExactInteger {
  private let radix: Int
  private var head: UInt64 = 0
  private var exponent = 0
  private var sticky = false
  private var approximate = 0.0
  private let bitsPerDigit: Int

  init(radix: Int) {
    self.radix = radix
    bitsPerDigit = radix.nonzeroBitCount == 1 ? radix.trailingZeroBitCount : 0
  }

  mutating func append(_ digit: Int) {
    if bitsPerDigit == 0 {
      approximate = approximate * Double(radix) + Double(digit)
    } else if head >> UInt64(64 - bitsPerDigit) == 0 {
      head = head << UInt64(bitsPerDigit) | UInt64(digit)
    } else {
      exponent += bitsPerDigit
      if digit != 0 { sticky = true }
    }
  }

  var number: Double {
    if bitsPerDigit == 0 { return approximate }
    let rounded = sticky ? head | 1 : head
    return Double(sign: .plus, exponent: min(exponent, 2_000), significand: Double(rounded))
  }
}
