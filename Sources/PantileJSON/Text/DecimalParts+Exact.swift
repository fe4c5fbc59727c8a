// A decimal of more than 19 digits whose first 19 do not decide between `low` and its upper
// neighbour. With low = m × 2^q the middle between the two is (2m + 1) × 2^(q - 1):
//
//     digits × 10^e  <=>  (2m + 1) × 2^(q - 1)
//
// Powers are moved to the side where they are whole, and two big integers are compared. 769
// digits are enough: a middle has no more, and digits behind only make the decimal larger.

extension DecimalParts {
  /// Decides between `low` and the number above it.
  @inline(never)
  func exactValue(in text: Span<UInt8>, near low: Double) -> Double {
    var decimal = BigInteger()
    var count = 0
    var isLonger = false
    for index in digits where text[index] != 0x2e {
      let digit = text[index] &- 0x30
      if count == 0 && digit == 0 { continue }
      if count < 769 {
        decimal.multiply(by: 10, adding: UInt64(digit))
        count += 1
      } else {
        isLonger = isLonger || digit != 0
      }
    }
    if isLonger {
      decimal.multiply(by: 10, adding: 1)
    }
    // `exponent` belongs to the 19th digit.
    let power = exponent - (count - 19) - (isLonger ? 1 : 0)
    return round(decimal, power, low)
  }

  private func round(_ decimal: BigInteger, _ power: Int, _ low: Double) -> Double {
    let bits = low.bitPattern
    let field = Int(bits >> 52)
    let fraction = bits & 0x000f_ffff_ffff_ffff
    let mantissa = field == 0 ? fraction : fraction | 1 << 52
    var left = decimal
    var right = BigInteger(2 * mantissa + 1)
    let rightPower = max(field, 1) - 1076
    if power >= 0 { left.multiply(byFiveTo: power) } else { right.multiply(byFiveTo: -power) }
    let twos = power - rightPower
    if twos >= 0 { left.shift(by: twos) } else { right.shift(by: -twos) }
    switch left.compared(to: right) {
    case ..<0: return low
    case 0: return mantissa & 1 == 0 ? low : low.nextUp
    default: return low.nextUp
    }
  }
}

/// A whole number of up to 4,096 bits.
///
/// The sides compared are neighbours, so both have the length of the longer: at most 770 digits
/// (2,558 bits), or 54 bits × 5^1130 (2,678 bits).
private struct BigInteger {
  private var words = InlineArray<64, UInt64>(repeating: 0)
  private var count = 0

  init(_ value: UInt64 = 0) {
    words[0] = value
    count = value == 0 ? 0 : 1
  }

  mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
    var carry = addend
    for index in 0..<count {
      let product = words[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = product.low.addingReportingOverflow(carry)
      words[index] = sum
      carry = product.high &+ (overflow ? 1 : 0)
    }
    if carry != 0 && count < words.count {
      words[count] = carry
      count += 1
    }
  }

  mutating func multiply(byFiveTo power: Int) {
    var rest = power
    while rest >= 27 {
      multiply(by: 7_450_580_596_923_828_125)
      rest -= 27
    }
    var factor: UInt64 = 1
    for _ in 0..<rest { factor *= 5 }
    multiply(by: factor)
  }

  mutating func shift(by bitCount: Int) {
    let whole = bitCount / 64
    let part = UInt64(bitCount % 64)
    multiply(by: 1 << part)
    guard whole > 0, count > 0, count + whole <= words.count else { return }
    for index in stride(from: count - 1, through: 0, by: -1) { words[index + whole] = words[index] }
    for index in 0..<whole { words[index] = 0 }
    count += whole
  }

  func compared(to other: BigInteger) -> Int {
    if count != other.count { return count < other.count ? -1 : 1 }
    for index in stride(from: count - 1, through: 0, by: -1) {
      let (word, otherWord) = (words[index], other.words[index])
      if word != otherWord { return word < otherWord ? -1 : 1 }
    }
    return 0
  }
}
