internal import PantileJSON

/// `Number.prototype.toPrecision` and `toExponential`.
enum PreciseText {
  /// Appends a finite number with `precision` significant digits.
  static func append(_ number: Double, precision: Int, to text: inout ByteBuffer) {
    if number < 0 { text.append(0x2D) }
    var decimal = ExactDecimal(number.magnitude)
    decimal.round(to: precision)
    let exponent = decimal.point - 1
    if exponent < -6 || exponent >= precision {
      appendScientific(decimal, fraction: precision - 1, to: &text)
    } else if exponent < 0 {
      text.append("0.")
      for _ in exponent..<(-1) { text.append(0x30) }
      for place in 0..<precision { text.append(0x30 + decimal[place]) }
    } else {
      for place in 0..<precision {
        if place == decimal.point { text.append(0x2E) }
        text.append(0x30 + decimal[place])
      }
    }
  }

  /// Appends a finite number in scientific notation; without `fractionDigits` with as many as
  /// tell it from others.
  static func append(_ number: Double, fractionDigits: Int?, to text: inout ByteBuffer) {
    if number < 0 { text.append(0x2D) }
    if let fractionDigits {
      var decimal = ExactDecimal(number.magnitude)
      decimal.round(to: fractionDigits + 1)
      return appendScientific(decimal, fraction: fractionDigits, to: &text)
    }
    let shortest = ShortestDecimal(of: number)
    let start = text.count
    text.append(integer: Int(shortest.digits))
    let count = text.count - start
    if count > 1 {
      text.append(0x30)
      for place in stride(from: text.count - 1, to: start + 1, by: -1) {
        text[place] = text[place - 1]
      }
      text[start + 1] = 0x2E
    }
    appendExponent(shortest.exponent + count - 1, to: &text)
  }

  private static func appendScientific(
    _ decimal: ExactDecimal, fraction: Int, to text: inout ByteBuffer
  ) {
    text.append(0x30 + decimal[0])
    if fraction > 0 {
      text.append(0x2E)
      for place in 1...fraction { text.append(0x30 + decimal[place]) }
    }
    appendExponent(decimal.point - 1, to: &text)
  }

  private static func appendExponent(_ exponent: Int, to text: inout ByteBuffer) {
    text.append(0x65)
    if exponent >= 0 { text.append(0x2B) }
    text.append(integer: exponent)
  }
}
