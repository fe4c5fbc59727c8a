/// An integer of any size: a sign and a magnitude.
struct BigInteger: Equatable {
  private(set) var isNegative: Bool
  private(set) var magnitude: Magnitude

  init(_ magnitude: Magnitude, isNegative: Bool = false) {
    self.magnitude = magnitude
    self.isNegative = isNegative && !magnitude.isZero
  }

  init(_ value: Int) {
    self.init(Magnitude(UInt64(value.magnitude)), isNegative: value < 0)
  }

  /// The integer that a number is; nil when it has a fraction or is not finite.
  init?(exactly number: Double) {
    guard number.isFinite, number.rounded(.towardZero) == number else { return nil }
    if number == 0 {
      self.init(0)
      return
    }
    let exponent = Int(number.exponent) - 52
    let bits = number.significandBitPattern | 1 << 52
    let whole = Magnitude(bits)
    let magnitude =
      exponent >= 0 ? whole.shiftedLeft(exponent) : whole.shiftedRight(-exponent)
    self.init(magnitude, isNegative: number < 0)
  }

  var isZero: Bool { magnitude.isZero }

  /// The nearest number, ties to even.
  var number: Double {
    let bits = magnitude.bitCount
    if bits <= 64 {
      let value = Double(magnitude.low)
      return isNegative ? -value : value
    }
    var head = magnitude.shiftedRight(bits - 64).low
    if magnitude.hasBits(below: bits - 64) { head |= 1 }
    let value =
      bits > 1024
      ? Double.infinity
      : Double(sign: .plus, exponent: bits - 64, significand: Double(head))
    return isNegative ? -value : value
  }

  // MARK: Order

  /// Negative, zero or positive.
  func compare(_ other: BigInteger) -> Int {
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let order = magnitude.compare(other.magnitude)
    return isNegative ? -order : order
  }

  /// The order to a number; nil for NaN.
  func compare(_ number: Double) -> Int? {
    if number.isNaN { return nil }
    if number.isInfinite { return number > 0 ? -1 : 1 }
    let floor = number.rounded(.down)
    guard let whole = BigInteger(exactly: floor) else { return nil }
    let order = compare(whole)
    return order == 0 && floor < number ? -1 : order
  }

  // MARK: Arithmetic

  static prefix func - (value: BigInteger) -> BigInteger {
    BigInteger(value.magnitude, isNegative: !value.isNegative)
  }

  static func + (left: BigInteger, right: BigInteger) -> BigInteger {
    if left.isNegative == right.isNegative {
      return BigInteger(left.magnitude + right.magnitude, isNegative: left.isNegative)
    }
    if left.magnitude.compare(right.magnitude) >= 0 {
      return BigInteger(left.magnitude - right.magnitude, isNegative: left.isNegative)
    }
    return BigInteger(right.magnitude - left.magnitude, isNegative: right.isNegative)
  }

  static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

  static func * (left: BigInteger, right: BigInteger) -> BigInteger {
    BigInteger(left.magnitude * right.magnitude, isNegative: left.isNegative != right.isNegative)
  }

  /// Quotient rounded to zero, and remainder with the sign of the dividend.
  func divided(by other: BigInteger) -> (quotient: BigInteger, remainder: BigInteger) {
    let (quotient, remainder) = magnitude.divided(by: other.magnitude)
    return (
      BigInteger(quotient, isNegative: isNegative != other.isNegative),
      BigInteger(remainder, isNegative: isNegative)
    )
  }

  func shiftedLeft(_ bits: Int) -> BigInteger {
    BigInteger(magnitude.shiftedLeft(bits), isNegative: isNegative)
  }

  /// Divides by a power of two, rounding down.
  func shiftedRight(_ bits: Int) -> BigInteger {
    var result = magnitude.shiftedRight(bits)
    if isNegative, magnitude.hasBits(below: bits) { result = result + Magnitude(1) }
    return BigInteger(result, isNegative: isNegative)
  }

  // MARK: Bits

  /// The digits of the two's complement, `count` of them.
  private func complement(_ count: Int) -> ContiguousArray<UInt32> {
    var digits = magnitude.digits
    while digits.count < count { digits.append(0) }
    if isNegative {
      var carry: UInt64 = 1
      for index in digits.indices {
        let sum = UInt64(~digits[index]) + carry
        digits[index] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
    }
    return digits
  }

  private init(complement digits: ContiguousArray<UInt32>) {
    let isNegative = (digits.last ?? 0) >> 31 != 0
    var digits = digits
    if isNegative {
      var carry: UInt64 = 1
      for index in digits.indices {
        let sum = UInt64(~digits[index]) + carry
        digits[index] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
    }
    self.init(Magnitude(digits: digits), isNegative: isNegative)
  }

  /// A bitwise operation on two's complements.
  func combined(
    with other: BigInteger, _ operation: (UInt32, UInt32) -> UInt32
  ) -> BigInteger {
    let count = max(magnitude.count, other.magnitude.count) + 1
    var digits = complement(count)
    let others = other.complement(count)
    for index in digits.indices { digits[index] = operation(digits[index], others[index]) }
    return BigInteger(complement: digits)
  }

  /// The lowest `bits` bits of the two's complement as a natural number.
  func wrapped(unsigned bits: Int) -> BigInteger {
    if !isNegative { return BigInteger(magnitude.lowest(bits)) }
    let rest = magnitude.lowest(bits)
    if rest.isZero { return BigInteger(0) }
    return BigInteger(Magnitude(1).shiftedLeft(bits) - rest)
  }

  /// The lowest `bits` bits of the two's complement as a signed number.
  func wrapped(signed bits: Int) -> BigInteger {
    guard bits > 0 else { return BigInteger(0) }
    let low = wrapped(unsigned: bits)
    guard low.magnitude.bitCount == bits else { return low }
    return low - BigInteger(Magnitude(1).shiftedLeft(bits))
  }

  // MARK: Text

  private static let symbols = ContiguousArray("0123456789abcdefghijklmnopqrstuvwxyz".utf16)

  /// The digits in a base from 2 to 36.
  func text(radix: Int) -> ContiguousArray<UInt16> {
    if isZero { return [0x30] }
    var chunk = radix
    var width = 1
    while chunk * radix <= 0xFFFF_FFFF {
      chunk *= radix
      width += 1
    }
    var reversed: ContiguousArray<UInt16> = []
    var rest = magnitude
    while !rest.isZero {
      var part = Int(rest.divide(by: UInt32(chunk)))
      for _ in 0..<width where !rest.isZero || part > 0 {
        reversed.append(Self.symbols[part % radix])
        part /= radix
      }
    }
    if isNegative { reversed.append(0x2D) }
    reversed.reverse()
    return reversed
  }

  /// The integer that digits in a base spell; nil when one of them is no digit.
  init?(digits text: ArraySlice<UInt16>, radix: Int, isNegative: Bool = false) {
    guard !text.isEmpty else { return nil }
    var magnitude = Magnitude()
    var part = 0
    var scale = 1
    for unit in text {
      guard let digit = NumberReader.digit(unit), digit < radix else { return nil }
      part = part * radix + digit
      scale *= radix
      if scale * radix > 0xFFFF_FFFF {
        magnitude.multiply(by: UInt32(scale), adding: UInt32(part))
        (part, scale) = (0, 1)
      }
    }
    if scale > 1 { magnitude.multiply(by: UInt32(scale), adding: UInt32(part)) }
    self.init(magnitude, isNegative: isNegative)
  }
}
