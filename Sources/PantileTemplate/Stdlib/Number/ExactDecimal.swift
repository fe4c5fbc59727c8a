internal import PantileJSON

/// All decimal digits of a finite double, exactly.
struct ExactDecimal {
  /// Digits 0 to 9; the first is not zero unless the number is zero.
  private(set) var digits: ContiguousArray<UInt8> = []
  /// The number of digits before the point; not positive when the number is below 0.1.
  private(set) var point = 0

  /// Expands a number that is not negative.
  init(_ magnitude: Double) {
    guard magnitude > 0 else {
      digits = [0]
      point = 1
      return
    }
    let isSmall = magnitude.exponentBitPattern == 0
    let exponent = (isSmall ? 1 : Int(magnitude.exponentBitPattern)) - 1075
    let significand = magnitude.significandBitPattern | (isSmall ? 0 : 1 << 52)
    // Limbs of nine digits, the highest first; the point lies behind `whole` of them.
    var limbs: ContiguousArray<UInt32> = []
    var rest = significand
    while rest > 0 {
      limbs.insert(UInt32(rest % 1_000_000_000), at: 0)
      rest /= 1_000_000_000
    }
    var whole = limbs.count
    if exponent > 0 {
      Self.double(&limbs, times: exponent)
      whole = limbs.count
    } else if exponent < 0 {
      Self.halve(&limbs, times: -exponent, &whole)
    }
    spell(limbs, whole)
  }

  private static func double(_ limbs: inout ContiguousArray<UInt32>, times: Int) {
    var left = times
    while left > 0 {
      let step = min(left, 29)
      var carry: UInt64 = 0
      for index in limbs.indices.reversed() {
        let value = UInt64(limbs[index]) << UInt64(step) + carry
        limbs[index] = UInt32(value % 1_000_000_000)
        carry = value / 1_000_000_000
      }
      if carry > 0 { limbs.insert(UInt32(carry), at: 0) }
      left -= step
    }
  }

  private static func halve(
    _ limbs: inout ContiguousArray<UInt32>, times: Int, _ whole: inout Int
  ) {
    var left = times
    while left > 0 {
      // 10⁹ has nine factors 2, so the remainder of a shift by nine is one limb.
      let step = min(left, 9)
      var carry: UInt64 = 0
      for index in limbs.indices {
        let value = carry * 1_000_000_000 + UInt64(limbs[index])
        limbs[index] = UInt32(value >> UInt64(step))
        carry = value & (1 << UInt64(step) - 1)
      }
      if carry > 0 { limbs.append(UInt32(carry * 1_000_000_000 >> UInt64(step))) }
      if let first = limbs.first, first == 0 {
        limbs.removeFirst()
        whole -= 1
      }
      left -= step
    }
  }

  private mutating func spell(_ limbs: ContiguousArray<UInt32>, _ whole: Int) {
    for limb in limbs {
      var scale: UInt32 = 100_000_000
      while scale > 0 {
        digits.append(UInt8(limb / scale % 10))
        scale /= 10
      }
    }
    point = whole * 9
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    point -= zeros
    while digits.last == 0, digits.count > 1 { digits.removeLast() }
  }

  /// The digit at a place counted from the first one; zero outside.
  subscript(place: Int) -> UInt8 { place >= 0 && place < digits.count ? digits[place] : 0 }

  /// Keeps `count` digits, a tie rounded up; `count` may be zero or negative.
  mutating func round(to count: Int) {
    guard count < digits.count else { return }
    guard count >= 0 else {
      self = ExactDecimal(0)
      return
    }
    let isUp = digits[count] >= 5
    digits.removeLast(digits.count - count)
    if isUp {
      var index = count - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        digits[index] += 1
      } else {
        digits.insert(1, at: 0)
        if digits.count > max(count, 1) { digits.removeLast() }
        point += 1
      }
    }
    if digits.isEmpty { self = ExactDecimal(0) }
  }

  /// Appends the number with a fixed count of digits behind the point.
  consuming func appendFixed(digits wanted: Int, to text: inout ByteBuffer) {
    round(to: point + wanted)
    if point <= 0 {
      text.append(0x30)
    } else {
      for place in 0..<point { text.append(0x30 + self[place]) }
    }
    guard wanted > 0 else { return }
    text.append(0x2E)
    for place in 0..<wanted { text.append(0x30 + self[point + place]) }
  }
}
