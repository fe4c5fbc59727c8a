/// Arithmetic on natural numbers of any size: digits of 32 bits, the lowest first, without zeros at
/// the end.
///
/// Time and memory are not bounded here; callers charge for them first.
struct Magnitude: Equatable {
  private(set) var digits: ContiguousArray<UInt32> = []

  init() {}

  init(_ value: UInt64) {
    digits = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    trim()
  }

  init(digits: ContiguousArray<UInt32>) {
    self.digits = digits
    trim()
  }

  var isZero: Bool { digits.isEmpty }
  var count: Int { digits.count }

  /// The number of bits up to the highest one that is set.
  var bitCount: Int {
    guard let last = digits.last else { return 0 }
    return digits.count * 32 - last.leadingZeroBitCount
  }

  /// The low 64 bits.
  var low: UInt64 {
    UInt64(digits.first ?? 0) | UInt64(digits.count > 1 ? digits[1] : 0) << 32
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
  }

  // MARK: Order

  /// Negative, zero or positive.
  func compare(_ other: Magnitude) -> Int {
    if count != other.count { return count < other.count ? -1 : 1 }
    var index = count
    while index > 0 {
      index -= 1
      if digits[index] != other.digits[index] {
        return digits[index] < other.digits[index] ? -1 : 1
      }
    }
    return 0
  }

  // MARK: Sums

  static func + (left: Magnitude, right: Magnitude) -> Magnitude {
    let (long, short) = left.count >= right.count ? (left, right) : (right, left)
    var result = long.digits
    var carry: UInt64 = 0
    for index in long.digits.indices {
      if index >= short.count, carry == 0 { break }
      let other = index < short.count ? UInt64(short.digits[index]) : 0
      let sum = UInt64(long.digits[index]) + other + carry
      result[index] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
    if carry > 0 { result.append(UInt32(carry)) }
    return Magnitude(digits: result)
  }

  /// `left - right`, which must not be less than zero.
  static func - (left: Magnitude, right: Magnitude) -> Magnitude {
    var result = left.digits
    var borrow: Int64 = 0
    for index in left.digits.indices {
      if index >= right.count, borrow == 0 { break }
      let other = index < right.count ? Int64(right.digits[index]) : 0
      let difference = Int64(left.digits[index]) - other - borrow
      result[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference < 0 ? 1 : 0
    }
    return Magnitude(digits: result)
  }

  // MARK: Products

  static func * (left: Magnitude, right: Magnitude) -> Magnitude {
    if left.isZero || right.isZero { return Magnitude() }
    var result = ContiguousArray<UInt32>(repeating: 0, count: left.count + right.count)
    for row in left.digits.indices {
      var carry: UInt64 = 0
      let factor = UInt64(left.digits[row])
      for column in right.digits.indices {
        let sum = factor * UInt64(right.digits[column]) + UInt64(result[row + column]) + carry
        result[row + column] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
      result[row + right.count] = UInt32(carry)
    }
    return Magnitude(digits: result)
  }

  /// Multiplies by a small number and adds another.
  mutating func multiply(by factor: UInt32, adding summand: UInt32) {
    var carry = UInt64(summand)
    for index in digits.indices {
      let sum = UInt64(digits[index]) * UInt64(factor) + carry
      digits[index] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
    if carry > 0 { digits.append(UInt32(carry)) }
  }

  /// Divides by a small number and returns the remainder.
  mutating func divide(by divisor: UInt32) -> UInt32 {
    var rest: UInt64 = 0
    var index = digits.count
    while index > 0 {
      index -= 1
      let part = rest << 32 | UInt64(digits[index])
      digits[index] = UInt32(part / UInt64(divisor))
      rest = part % UInt64(divisor)
    }
    trim()
    return UInt32(rest)
  }

  /// Quotient and remainder; the divisor must not be zero. Knuth's algorithm D.
  func divided(by divisor: Magnitude) -> (quotient: Magnitude, remainder: Magnitude) {
    if compare(divisor) < 0 { return (Magnitude(), self) }
    if divisor.count == 1 {
      var quotient = self
      let rest = quotient.divide(by: divisor.digits[0])
      return (quotient, Magnitude(UInt64(rest)))
    }
    let shift = divisor.digits[divisor.count - 1].leadingZeroBitCount
    let lower = divisor.shiftedLeft(shift).digits
    var upper = shiftedLeft(shift).digits
    while upper.count <= count { upper.append(0) }
    var quotient = ContiguousArray<UInt32>(repeating: 0, count: count - divisor.count + 1)
    var place = quotient.count
    while place > 0 {
      place -= 1
      quotient[place] = Self.divideStep(&upper, lower, at: place)
    }
    let rest = Magnitude(digits: upper).shiftedRight(shift)
    return (Magnitude(digits: quotient), rest)
  }

  /// One digit of a quotient; takes its share from `upper`.
  private static func divideStep(
    _ upper: inout ContiguousArray<UInt32>, _ lower: ContiguousArray<UInt32>, at place: Int
  ) -> UInt32 {
    let size = lower.count
    let head = UInt64(upper[place + size]) << 32 | UInt64(upper[place + size - 1])
    let first = UInt64(lower[size - 1])
    let second = UInt64(lower[size - 2])
    var digit = head / first
    var rest = head % first
    while digit >> 32 != 0
      || digit * second > (rest << 32 | UInt64(upper[place + size - 2]))
    {
      digit -= 1
      rest += first
      if rest >> 32 != 0 { break }
    }
    var carry: UInt64 = 0
    var borrow: Int64 = 0
    for index in 0..<size {
      let product = digit * UInt64(lower[index]) + carry
      carry = product >> 32
      let difference =
        Int64(upper[place + index]) - Int64(product & 0xFFFF_FFFF) - borrow
      upper[place + index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference < 0 ? 1 : 0
    }
    let difference = Int64(upper[place + size]) - Int64(carry) - borrow
    upper[place + size] = UInt32(truncatingIfNeeded: difference)
    guard difference < 0 else { return UInt32(digit) }
    var back: UInt64 = 0
    for index in 0..<size {
      let sum = UInt64(upper[place + index]) + UInt64(lower[index]) + back
      upper[place + index] = UInt32(truncatingIfNeeded: sum)
      back = sum >> 32
    }
    upper[place + size] = UInt32(truncatingIfNeeded: UInt64(upper[place + size]) + back)
    return UInt32(digit - 1)
  }

  // MARK: Shifts

  func shiftedLeft(_ bits: Int) -> Magnitude {
    if isZero || bits == 0 { return self }
    let whole = bits / 32
    let part = UInt64(bits % 32)
    var result = ContiguousArray<UInt32>(repeating: 0, count: whole)
    result.reserveCapacity(whole + count + 1)
    var carry: UInt64 = 0
    for digit in digits {
      let wide = UInt64(digit) << part | carry
      result.append(UInt32(truncatingIfNeeded: wide))
      carry = wide >> 32
    }
    result.append(UInt32(carry))
    return Magnitude(digits: result)
  }

  func shiftedRight(_ bits: Int) -> Magnitude {
    let whole = bits / 32
    guard whole < count else { return Magnitude() }
    let part = UInt64(bits % 32)
    var result: ContiguousArray<UInt32> = []
    result.reserveCapacity(count - whole)
    for index in whole..<count {
      let high = index + 1 < count ? UInt64(digits[index + 1]) << 32 : 0
      result.append(UInt32(truncatingIfNeeded: (high | UInt64(digits[index])) >> part))
    }
    return Magnitude(digits: result)
  }

  /// Whether one of the lowest `bits` bits is set.
  func hasBits(below bits: Int) -> Bool {
    for index in digits.indices where digits[index] != 0 {
      return index * 32 + digits[index].trailingZeroBitCount < bits
    }
    return false
  }

  /// The lowest `bits` bits.
  func lowest(_ bits: Int) -> Magnitude {
    guard bits < bitCount else { return self }
    var result = ContiguousArray(digits.prefix((bits + 31) / 32))
    if bits % 32 != 0, let last = result.indices.last {
      result[last] &= UInt32(1) << UInt32(bits % 32) - 1
    }
    return Magnitude(digits: result)
  }
}
