extension Lexer {
  /// Reads a number or a bigint.
  mutating func scanNumber() throws(Stop) {
    let start = position
    token.kind = .number
    if byte(start, is: "0") {
      switch byte(start + 1) | 0x20 {
      case UInt8(ascii: "x"): try scanInteger(radix: 16)
      case UInt8(ascii: "o"): try scanInteger(radix: 8)
      case UInt8(ascii: "b"): try scanInteger(radix: 2)
      default: try scanDecimal()
      }
    } else {
      try scanDecimal()
    }
    if identifierContinues(at: position) {
      throw fail("Invalid or unexpected token", at: position)
    }
  }

  private mutating func scanInteger(radix: UInt8) throws(Stop) {
    let start = position
    position += 2
    let digits = position
    var value = 0.0
    var small: UInt64 = 0
    while true {
      if let digit = Lexer.digit(byte(position), radix: radix) {
        small = small &* UInt64(radix) &+ UInt64(digit)
        position += 1
      } else if byte(position, is: "_") {
        try skipSeparator(after: position > digits, radix: radix)
      } else {
        break
      }
    }
    if position == digits { throw fail("Invalid or unexpected token", at: position) }
    if byte(position, is: "n") { return takeBigint(from: start) }
    value = Double(small)
    if position - digits > 12 { value = exactValue(digits..<position, radix: radix) }
    token.number = value
  }

  /// The value of an integer of any length, rounded once.
  private mutating func exactValue(_ range: Range<Int>, radix: UInt8) -> Double {
    let width = radix.trailingZeroBitCount
    var mantissa: UInt64 = 0
    var exponent = 0
    var sticky = false
    for index in range {
      guard let digit = Lexer.digit(source[index], radix: radix) else { continue }
      for bit in (0..<width).reversed() {
        let set = digit >> UInt8(bit) & 1 == 1
        if mantissa >> 62 == 0 {
          mantissa = mantissa << 1 | (set ? 1 : 0)
        } else {
          exponent += 1
          if set { sticky = true }
        }
      }
    }
    if sticky { mantissa |= 1 }
    return Double(sign: .plus, exponent: exponent, significand: Double(mantissa))
  }

  private mutating func skipSeparator(after isDigit: Bool, radix: UInt8) throws(Stop) {
    if !isDigit || byte(position - 1, is: "_") {
      throw fail("Only one underscore is allowed as numeric separator", at: position)
    }
    position += 1
    if byte(position, is: "_") {
      throw fail("Only one underscore is allowed as numeric separator", at: position)
    }
    if Lexer.digit(byte(position), radix: radix) == nil {
      throw fail(
        "Numeric separators are not allowed at the end of numeric literals", at: position)
    }
  }

  private mutating func scanDecimal() throws(Stop) {
    let start = position
    var mantissa: UInt64 = 0
    var digits = 0
    var scale = 0
    try scanDigits(&mantissa, &digits)
    let isInteger = position > start
    if isInteger && byte(start, is: "0") && position - start > 1 { throw leadingZero(start) }
    if byte(position, is: "n") && isInteger { return takeBigint(from: start) }
    if byte(position, is: ".") {
      position += 1
      let before = digits
      try scanDigits(&mantissa, &digits)
      scale = digits - before
    }
    let exponent = try scanExponent()
    if digits <= 15, exponent == nil, scale <= 15 {
      token.number = scale == 0 ? Double(mantissa) : Double(mantissa) / Lexer.powers[scale]
    } else {
      var text = ""
      for index in start..<position where source[index] != UInt8(ascii: "_") {
        text.unicodeScalars.append(Unicode.Scalar(source[index]))
      }
      token.number = Double(text) ?? Double(text + "0") ?? .nan
    }
  }

  private mutating func scanDigits(_ mantissa: inout UInt64, _ count: inout Int) throws(Stop) {
    let start = position
    while true {
      if let digit = Lexer.digit(byte(position), radix: 10) {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        count += 1
        position += 1
      } else if byte(position, is: "_") {
        try skipSeparator(after: position > start, radix: 10)
      } else {
        return
      }
    }
  }

  private mutating func scanExponent() throws(Stop) -> Int? {
    guard byte(position) | 0x20 == UInt8(ascii: "e") else { return nil }
    position += 1
    if byte(position, is: "+") || byte(position, is: "-") { position += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    try scanDigits(&mantissa, &digits)
    if digits == 0 { throw fail("Invalid or unexpected token", at: position) }
    return digits
  }

  private mutating func leadingZero(_ start: Int) -> Stop {
    let digits = source[start..<position]
    if digits.contains(UInt8(ascii: "_")) {
      return fail("Numeric separator can not be used after leading 0.", at: start)
    }
    let isOctal = digits.allSatisfy { $0 < UInt8(ascii: "8") }
    return fail(
      isOctal
        ? "Octal literals are not allowed in strict mode."
        : "Decimals with leading zeros are not allowed in strict mode.", at: start)
  }

  private mutating func takeBigint(from start: Int) {
    scratch.removeAll(keepingCapacity: true)
    for index in start..<position where source[index] != UInt8(ascii: "_") {
      scratch.append(UInt16(source[index] | (index == start + 1 ? 0x20 : 0)))
    }
    token.name = internScratch()
    token.kind = .bigint
    position += 1
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
