public import PantileCore
public import PantileJSON

// Props of the element in hand, and members of styles. What is nil is left out.

extension TreeBuilder {
  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Double?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.set(PropName(name), .number(value), of: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Int?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.set(PropName(name), .number(Double(value)), of: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Bool?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.set(PropName(name), .bool(value), of: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: String?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.set(PropName(name), .string(tree.text(value)), of: holder) }
  }

  @inlinable @inline(__always)
  mutating func set<Word: WireValue>(
    _ name: ShortName, _ value: Word?, of holder: NodeID
  ) throws(ArenaFull) {
    if let value { try tree.set(PropName(name), .string(tree.text(plain: value.wire)), of: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Instant?, of holder: NodeID) throws(ArenaFull) {
    try set(name, value?.milliseconds, of: holder)
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Duration?, of holder: NodeID) throws(ArenaFull) {
    try set(name, value?.inMilliseconds, of: holder)
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Color?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.set(PropName(name), .string(text(value)), of: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Length?, of holder: NodeID) throws(ArenaFull) {
    guard let value else { return }
    switch value {
    case .points(let points): try set(name, points, of: holder)
    case .fill: try tree.set(PropName(name), .string(tree.text(plain: "100%")), of: holder)
    case .auto: try tree.set(PropName(name), .string(tree.text(plain: "auto")), of: holder)
    }
  }

  /// Sets a prop to text that is put together.
  @inlinable @inline(__always)
  mutating func set<Value: TextValue>(
    _ name: ShortName, _ value: Value?, of holder: NodeID
  ) throws(ArenaFull) {
    guard let value else { return }
    scratch.removeAll()
    try value.append(to: &self)
    try tree.set(PropName(name), .string(takeScratch()), of: holder)
  }

  /// Moves the text that was put together into the tree.
  @inline(never)
  @usableFromInline
  mutating func takeScratch() throws(ArenaFull) -> TextRange {
    try tree.text(scratch)
  }
}

/// A value that the payload shows as text of a grammar of its own, such as a list of colours.
public protocol TextValue: Sendable {
  /// Appends the text to the one that `builder` puts together.
  func append(to builder: inout TreeBuilder) throws(ArenaFull)
}

// MARK: - Colours

extension TreeBuilder {
  /// The text of a colour.
  @inlinable @inline(__always)
  mutating func text(_ color: Color) throws(ArenaFull) -> TextRange {
    switch color.form {
    case .named(let name): return try tree.text(plain: name.wire)
    case .hex(let value) where value <= 0xFF_FFFF:
      return try tree.text(plain: hexDigits(value) << 8 | 0x23, byteCount: 7)
    default: return try slowText(color)
    }
  }

  @inline(never)
  @usableFromInline
  mutating func slowText(_ color: Color) throws(ArenaFull) -> TextRange {
    scratch.removeAll()
    appendColor(color)
    return try takeScratch()
  }

  /// Appends the text of a colour to the one that is put together.
  mutating func appendColor(_ color: Color) {
    switch color.form {
    case .named(let name): scratch.append(name.wire)
    case .hex(let value):
      if value > 0xFF_FFFF { report("bad_color", "a colour has six digits: 0xRRGGBB") }
      scratch.append(UInt8(ascii: "#"))
      appendDigits(value, 6)
    case .hexWithAlpha(let value):
      scratch.append(UInt8(ascii: "#"))
      appendDigits(value, 8)
    case .rgb(let red, let green, let blue):
      appendNumbers("rgb(", red, green, blue)
      scratch.append(UInt8(ascii: ")"))
    case .rgba(let red, let green, let blue, let opacity):
      appendNumbers("rgba(", red, green, blue)
      scratch.append(UInt8(ascii: ","))
      appendNumber(opacity)
      scratch.append(UInt8(ascii: ")"))
    case .text(let text):
      if !isColor(text) { report("bad_color", "'\(text)' is no colour") }
      scratch.append(utf8: text)
    }
  }

  private mutating func appendDigits(_ value: UInt32, _ count: Int) {
    for place in (0..<count).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(place * 4) & 15)
      scratch.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
    }
  }

  private mutating func appendNumbers(
    _ head: StaticString, _ red: Double, _ green: Double, _ blue: Double
  ) {
    scratch.append(head)
    appendNumber(red)
    scratch.append(UInt8(ascii: ","))
    appendNumber(green)
    scratch.append(UInt8(ascii: ","))
    appendNumber(blue)
  }

  /// Appends a number, which must be finite, to the text that is put together.
  mutating func appendNumber(_ number: Double) {
    if number.isFinite {
      scratch.append(number: number)
    } else {
      report("non_finite_number", "\(number) is no number that a payload can show")
      scratch.append(UInt8(ascii: "0"))
    }
  }

  /// Appends text as a JSON string to the text that is put together.
  mutating func appendJSON(_ text: String) {
    scratch.append(jsonString: text)
  }
}

/// Six hexadecimal digits, the first in the lowest byte.
@inlinable @inline(__always)
func hexDigits(_ value: UInt32) -> UInt64 {
  var digits: UInt64 = 0
  digits |= hexDigit(value >> 20 & 15)
  digits |= hexDigit(value >> 16 & 15) << 8
  digits |= hexDigit(value >> 12 & 15) << 16
  digits |= hexDigit(value >> 8 & 15) << 24
  digits |= hexDigit(value >> 4 & 15) << 32
  digits |= hexDigit(value & 15) << 40
  return digits
}

@inlinable @inline(__always)
func hexDigit(_ value: UInt32) -> UInt64 {
  UInt64(value < 10 ? 0x30 &+ value : 0x37 &+ value)
}
