// Digits are read eight at a time in a 64-bit word, the first digit in the lowest byte.

/// The number of leading bytes of `word` that are digits, at most 8.
@inline(__always)
private func digitCount(_ word: UInt64) -> Int {
  let high = word & 0xf0f0_f0f0_f0f0_f0f0
  let carried = (word &+ 0x0606_0606_0606_0606) & 0xf0f0_f0f0_f0f0_f0f0
  let other = (high | carried &>> 4) ^ 0x3333_3333_3333_3333
  return other.trailingZeroBitCount &>> 3
}

/// The value of eight digits.
@inline(__always)
private func digitValue(_ word: UInt64) -> UInt64 {
  var value = word & 0x0f0f_0f0f_0f0f_0f0f
  value = (value &* 2_561) &>> 8
  value = ((value & 0x00ff_00ff_00ff_00ff) &* 6_553_601) &>> 16
  return ((value & 0x0000_ffff_0000_ffff) &* 42_949_672_960_001) &>> 32
}

/// The value of the first `count` digits of `word`; `count` is 0...8.
@inline(__always)
private func digitValue(_ word: UInt64, _ count: Int) -> UInt64 {
  // In two steps, because a shift by 64 is none.
  let shift = UInt64(truncatingIfNeeded: 32 &- count &* 4)
  return digitValue((word &<< shift) &<< shift)
}

private let wholePowers: [UInt64] = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]

/// A number of JSON's grammar, or the place where it breaks.
struct NumberScan {
  /// The number; of no meaning after a failure.
  var value: Double
  /// The index behind the number; after a failure its complement, which is negative.
  var end: Int

  /// Reads the number at `start`, which is a digit or a minus.
  ///
  /// The block must end with a byte that is no digit and be readable 16 bytes behind it.
  @inline(__always)
  static func run(_ input: RawInput, _ start: Int) -> NumberScan {
    let isNegative = input[start] == 0x2d
    let first = start &+ (isNegative ? 1 : 0)
    let word = input.word64(first)
    let count = digitCount(word)
    if count == 0 { return failed(first) }
    if word & 0xff == 0x30 && count > 1 { return failed(first &+ 1) }
    var significand = digitValue(word, count)
    var index = first &+ count
    if count == 8 { moreDigits(input, &index, &significand) }
    var exponent = 0
    var digits = index &- first
    if input[index] == 0x2e {
      let point = index &+ 1
      let word = input.word64(point)
      let count = digitCount(word)
      if count == 8 {
        significand = significand &* 100_000_000 &+ digitValue(word)
        index = point &+ 8
        moreDigits(input, &index, &significand)
      } else {
        if count == 0 { return failed(point) }
        significand = significand &* wholePowers[count] &+ digitValue(word, count)
        index = point &+ count
      }
      exponent = point &- index
      digits &-= exponent
    }
    if input[index] | 0x20 == 0x65 {
      let written = Exponent(input, index &+ 1)
      index = written.end
      if !written.isFine { return failed(index) }
      exponent &+= written.value
    }
    let magnitude: Double
    if exponent == 0 && digits <= 18 {
      magnitude = Double(Int64(truncatingIfNeeded: significand))
    } else if digits <= 15 && exponent >= -22 && exponent < 0 {
      magnitude = Double(Int64(truncatingIfNeeded: significand)) / exactPowers[-exponent]
    } else if digits <= 19 {
      magnitude = NumberParser.eiselLemire(significand, exponent)
    } else {
      magnitude = long(input, first, index &- first)
    }
    let sign: UInt64 = isNegative ? 1 &<< 63 : 0
    return NumberScan(value: Double(bitPattern: magnitude.bitPattern | sign), end: index)
  }

  @inline(__always)
  private static func failed(_ index: Int) -> NumberScan { NumberScan(value: 0, end: ~index) }

  @inline(__always)
  private static func moreDigits(
    _ input: RawInput, _ index: inout Int, _ significand: inout UInt64
  ) {
    // Whether all eight are digits is hard to foresee, whether a ninth follows is not.
    repeat {
      let word = input.word64(index)
      let count = digitCount(word)
      significand = significand &* wholePowers[count] &+ digitValue(word, count)
      index &+= count
    } while input[index] &- 0x30 <= 9
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

/// What follows an `e`.
private struct Exponent {
  var value = 0
  var end: Int
  var isFine: Bool

  init(_ input: RawInput, _ start: Int) {
    var index = start
    let isNegative = input[index] == 0x2d
    if isNegative || input[index] == 0x2b { index &+= 1 }
    let first = index
    while input[index] &- 0x30 <= 9 {
      if value < 1_000_000_000_000 { value = value &* 10 &+ Int(input[index] &- 0x30) }
      index &+= 1
    }
    if isNegative { value = -value }
    end = index
    isFine = index > first
  }
}
