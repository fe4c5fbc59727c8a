// Digits are read eight at a time in a 64-bit word, the first digit in the lowest byte.

/// The number of leading bytes of `word` that are digits, at most 8.
@inline(__always)
private func digitCount(_ word: UInt64) -> Int {
  let high = word & 0xf0f0_f0f0_f0f0_f0f0
  let carried = (word &+ 0x0606_0606_0606_0606) & 0xf0f0_f0f0_f0f0_f0f0
  let other = (high | carried &>> 4) ^ 0x3333_3333_3333_3333
  return other.trailingZeroBitCount &>> 3
}

/// The value of the first `count` digits of `word`; `count` is 1...8.
@inline(__always)
private func digitValue(_ word: UInt64, _ count: Int) -> UInt64 {
  var value = word &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
  value = ((value & 0x0f0f_0f0f_0f0f_0f0f) &* 2_561) &>> 8
  value = ((value & 0x00ff_00ff_00ff_00ff) &* 6_553_601) &>> 16
  return ((value & 0x0000_ffff_0000_ffff) &* 42_949_672_960_001) &>> 32
}

private let wholePowers: [UInt64] = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]

/// A number of JSON's grammar, or the place where it breaks.
struct NumberScan {
  /// The number; of no meaning after a failure.
  var value: Double
  /// The index behind the number, or that of the failure.
  var end: Int
  /// The failure, if any.
  var failure: JSONError.Code?

  @inline(__always)
  private static func failed(_ failure: JSONError.Code, _ index: Int) -> NumberScan {
    NumberScan(value: 0, end: index, failure: failure)
  }

  /// Reads the number at `start`, which is a digit or a minus.
  ///
  /// The block must end with a byte that is no digit and be readable 8 bytes behind it.
  @inline(__always)
  static func run(_ input: RawInput, _ start: Int) -> NumberScan {
    let isNegative = input[start] == 0x2d
    var index = start &+ (isNegative ? 1 : 0)
    let word = input.word64(index)
    let count = digitCount(word)
    if count == 0 { return failed(.invalidNumber, index) }
    if word & 0xff == 0x30 && count > 1 { return failed(.leadingZero, index &+ 1) }
    var significand = digitValue(word, count)
    index &+= count
    var digits = count
    if count == 8 { moreDigits(input, &index, &significand, &digits) }
    var exponent = 0
    var byte = input[index]
    if byte == 0x2e {
      index &+= 1
      let point = index
      moreDigits(input, &index, &significand, &digits)
      if index == point { return failed(.invalidNumber, index) }
      exponent = point &- index
      byte = input[index]
    }
    if byte | 0x20 == 0x65 {
      let (written, end, isFine) = writtenExponent(input, index &+ 1)
      index = end
      if !isFine { return failed(.invalidNumber, index) }
      exponent &+= written
    }
    let magnitude: Double
    if digits <= 19 {
      magnitude = NumberParser.double(significand: significand, exponent: exponent)
    } else {
      let first = start &+ (isNegative ? 1 : 0)
      magnitude = long(input, first, index &- first)
    }
    let sign: UInt64 = isNegative ? 1 &<< 63 : 0
    let value = Double(bitPattern: magnitude.bitPattern | sign)
    return NumberScan(value: value, end: index, failure: nil)
  }

  @inline(__always)
  private static func moreDigits(
    _ input: RawInput, _ index: inout Int, _ significand: inout UInt64, _ digits: inout Int
  ) {
    while true {
      let word = input.word64(index)
      let count = digitCount(word)
      if count == 0 { return }
      significand = significand &* wholePowers[count] &+ digitValue(word, count)
      index &+= count
      digits &+= count
      if count < 8 { return }
    }
  }

  private static func writtenExponent(_ input: RawInput, _ start: Int) -> (Int, Int, Bool) {
    var index = start
    let isNegative = input[index] == 0x2d
    if isNegative || input[index] == 0x2b { index &+= 1 }
    let first = index
    var value = 0
    while input[index] &- 0x30 <= 9 {
      if value < 1_000_000_000_000 { value = value &* 10 &+ Int(input[index] &- 0x30) }
      index &+= 1
    }
    return (isNegative ? -value : value, index, index > first)
  }

  /// A number of more than 19 digits.
  @inline(never)
  private static func long(_ input: RawInput, _ start: Int, _ byteCount: Int) -> Double {
    input.withSpan(start, byteCount) { text in
      var parts = DecimalParts()
      var index = 0
      parts.read(text, from: &index)
      return parts.value(in: text)
    }
  }
}
