/// What a decimal of JSON's grammar is as a whole number, to the last digit.
enum WholeNumber: Equatable {
  case whole(isNegative: Bool, UInt128)
  /// It has digits other than zero behind its point.
  case fraction
  /// It has more than 128 bits.
  case tooLarge

  /// Reads a decimal; the parser has checked its form.
  init(_ text: RawSpan) {
    if let plain = Self.plain(text) {
      self = plain
      return
    }
    var scan = DigitScan()
    scan.read(text)
    self = scan.outcome
  }

  /// The number, if it is digits only and has 64 bits.
  private static func plain(_ text: RawSpan) -> WholeNumber? {
    let isNegative = text.byteCount > 0 && text.byte(at: 0) == 0x2d
    var value: UInt64 = 0
    for index in (isNegative ? 1 : 0)..<text.byteCount {
      let digit = text.byte(at: index) &- 0x30
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, hasCarry) = product.addingReportingOverflow(UInt64(digit))
      if digit > 9 || isTooLarge || hasCarry { return nil }
      value = sum
    }
    return .whole(isNegative: isNegative, UInt128(value))
  }
}

extension FixedWidthInteger {
  /// The number, if it has room for it.
  init?(isNegative: Bool, _ magnitude: UInt128) {
    if isNegative && Self.isSigned && magnitude == UInt128(Self.min.magnitude) {
      self = Self.min
      return
    }
    guard let value = Self(exactly: magnitude), !isNegative || Self.isSigned || value == 0 else {
      return nil
    }
    self = isNegative ? 0 - value : value
  }
}

/// The digits of a decimal without the zeros at both ends, and their power of ten.
private struct DigitScan {
  var isNegative = false
  var significand: UInt128 = 0
  /// Zeros behind the significand's last digit.
  var zeroCount = 0
  /// Digits behind the point.
  var scale = 0
  var exponent = 0
  /// Whether the significand has more than 128 bits.
  var isTooLong = false

  var outcome: WholeNumber {
    if significand == 0 { return .whole(isNegative: isNegative, 0) }
    let power = exponent + zeroCount - scale
    if power < 0 { return .fraction }
    var value = self
    guard !isTooLong, value.raise(by: power) else { return .tooLarge }
    return .whole(isNegative: isNegative, value.significand)
  }

  mutating func read(_ text: RawSpan) {
    var hasPoint = false
    for index in 0..<text.byteCount {
      let byte = text.byte(at: index)
      switch byte {
      case 0x2d: isNegative = true
      case 0x2e: hasPoint = true
      case 0x45, 0x65: return readExponent(text, from: index + 1)
      default:
        scale += hasPoint ? 1 : 0
        append(byte &- 0x30)
      }
    }
  }

  private mutating func append(_ digit: UInt8) {
    if digit == 0 {
      zeroCount += 1
    } else {
      if significand == 0 { zeroCount = 0 }
      isTooLong = isTooLong || !raise(by: zeroCount + 1) || !add(digit)
      zeroCount = 0
    }
  }

  /// Adds a digit; false when there is no room.
  private mutating func add(_ digit: UInt8) -> Bool {
    let (sum, overflow) = significand.addingReportingOverflow(UInt128(digit))
    if !overflow { significand = sum }
    return !overflow
  }

  /// Multiplies by a power of ten; false when there is no room.
  private mutating func raise(by power: Int) -> Bool {
    if power > 38 && significand != 0 { return false }
    for _ in 0..<power where significand != 0 {
      let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
      if overflow { return false }
      significand = product
    }
    return true
  }

  private mutating func readExponent(_ text: RawSpan, from start: Int) {
    var isBelowOne = false
    for index in start..<text.byteCount {
      let byte = text.byte(at: index)
      if byte == 0x2d { isBelowOne = true }
      // Far more than any number of digits that a text has.
      if byte >= 0x30 && exponent < 1 << 40 { exponent = exponent * 10 + Int(byte &- 0x30) }
    }
    if isBelowOne { exponent = -exponent }
  }
}
