/// Numbers as text, the way the language prints them.
enum NumberText {
  /// `String(value)` of the language.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return "0" }
    if abs(value) < 1e15, value == value.rounded(.towardZero) { return String(Int64(value)) }
    let (digits, exponent) = shortest(value.magnitude)
    return (value < 0 ? "-" : "") + layout(digits, exponent)
  }

  /// The shortest digits that give a positive value, and the exponent with `0.digits × 10^exponent`.
  private static func shortest(_ value: Double) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var exponent = 0
    var pointAt: Int?
    var text = Array(value.description.utf8)[...]
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)) ?? 0
      text = text[..<mark]
    }
    for byte in text {
      if byte == UInt8(ascii: ".") { pointAt = digits.count } else { digits.append(byte) }
    }
    exponent += pointAt ?? digits.count
    while digits.first == UInt8(ascii: "0") {
      digits.removeFirst()
      exponent -= 1
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, exponent)
  }

  private static func layout(_ digits: [UInt8], _ exponent: Int) -> String {
    let count = digits.count
    var result: [UInt8] = []
    if exponent > 21 || exponent < -5 {
      result = [digits[0]]
      if count > 1 { result += [UInt8(ascii: ".")] + digits[1...] }
      let power = exponent - 1
      return String(decoding: result, as: UTF8.self) + "e" + (power < 0 ? "-" : "+")
        + String(abs(power))
    }
    if exponent <= 0 {
      result = Array("0.".utf8) + Array(repeating: UInt8(ascii: "0"), count: -exponent) + digits
    } else if exponent >= count {
      result = digits + Array(repeating: UInt8(ascii: "0"), count: exponent - count)
    } else {
      result = digits[..<exponent] + [UInt8(ascii: ".")] + digits[exponent...]
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The decimal digits of a bigint literal.
  static func decimal(bigint text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > 2, bytes[0] == UInt8(ascii: "0"), bytes[1] > UInt8(ascii: "9") else {
      return text
    }
    let radix: UInt32 = bytes[1] == UInt8(ascii: "x") ? 16 : bytes[1] == UInt8(ascii: "o") ? 8 : 2
    // Decimal digits in groups of nine, the lowest group first.
    var groups: [UInt32] = [0]
    for byte in bytes[2...].prefix(4096) {
      var carry = UInt64(Lexer.digit(byte, radix: UInt8(radix)) ?? 0)
      for index in groups.indices {
        let value = UInt64(groups[index]) * UInt64(radix) + carry
        groups[index] = UInt32(value % 1_000_000_000)
        carry = value / 1_000_000_000
      }
      if carry > 0 { groups.append(UInt32(carry)) }
    }
    var result = String(groups.removeLast())
    for group in groups.reversed() {
      let digits = String(group)
      result += String(repeating: "0", count: 9 - digits.count) + digits
    }
    return result
  }
}
