internal import PantileJSON

/// `Number.prototype.toFixed`: exact, a tie away from zero.
enum FixedText {
  /// Appends a number below 10²¹ with `digits` digits behind the point.
  static func append(_ number: Double, digits: Int, to text: inout ByteBuffer) {
    if number.isNaN {
      text.append("NaN")
      return
    }
    if number < 0 { text.append(0x2D) }
    let magnitude = number.magnitude
    if digits > 22 {
      return ExactDecimal(magnitude).appendFixed(digits: digits, to: &text)
    }
    // significand × 2^exponent × 10^digits takes at most 53 + 74 bits before the shift.
    let exponent = Int(magnitude.exponentBitPattern == 0 ? 1 : magnitude.exponentBitPattern) - 1075
    let hidden: UInt64 = magnitude.exponentBitPattern == 0 ? 0 : 1 << 52
    let significand = UInt128(magnitude.significandBitPattern | hidden)
    if exponent >= 0 {
      appendInteger(significand << UInt128(exponent), to: &text)
      if digits > 0 { text.append(0x2E) }
      for _ in 0..<digits { text.append(0x30) }
      return
    }
    var scale: UInt128 = 1
    for _ in 0..<digits { scale *= 10 }
    let shift = UInt128(-exponent)
    let product = significand * scale
    let scaled = shift > 127 ? 0 : (product + 1 << (shift - 1)) >> shift
    let whole = scaled / scale
    appendInteger(whole, to: &text)
    guard digits > 0 else { return }
    text.append(0x2E)
    var rest = scaled - whole * scale
    for _ in 0..<digits {
      scale /= 10
      let digit = rest / scale
      text.append(0x30 + UInt8(truncatingIfNeeded: digit))
      rest -= digit * scale
    }
  }

  private static func appendInteger(_ number: UInt128, to text: inout ByteBuffer) {
    if let small = Int(exactly: number) {
      text.append(integer: small)
      return
    }
    let split: UInt128 = 1_000_000_000_000_000_000
    let high = number / split
    appendInteger(high, to: &text)
    var rest = UInt64(truncatingIfNeeded: number - high * split)
    var scale: UInt64 = 100_000_000_000_000_000
    while scale > 0 {
      text.append(0x30 + UInt8(truncatingIfNeeded: rest / scale))
      rest %= scale
      scale /= 10
    }
  }
}
