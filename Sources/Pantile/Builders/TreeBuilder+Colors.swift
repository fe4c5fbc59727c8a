public import PantileCore
public import PantileJSON

extension TreeBuilder {
  /// The text of a colour.
  @inlinable @inline(__always)
  mutating func text(_ color: Color) throws(ArenaFull) -> TextRange {
    if let value = color.plainHex {
      return try tree.text(plain: hexDigits(value) << 8 | 0x23, byteCount: 7)
    }
    return try otherText(color)
  }

  @inline(never)
  @usableFromInline
  mutating func otherText(_ color: Color) throws(ArenaFull) -> TextRange {
    if color.form == .named { return try tree.text(plain: color.name.wire) }
    scratch.removeAll()
    appendColor(color)
    return try takeScratch()
  }

  /// Appends the text of a colour to the one that is put together.
  mutating func appendColor(_ color: Color) {
    switch color.form {
    case .named: scratch.append(color.name.wire)
    case .hex3: appendDigits(color, 3)
    case .hex4: appendDigits(color, 4)
    case .hex6: appendDigits(color, 6)
    case .hex8: appendDigits(color, 8)
    case .rgb, .rgba: appendParts(color, color.form == .rgba ? "rgba(" : "rgb(", unit: "")
    case .hsl, .hsla: appendParts(color, color.form == .hsla ? "hsla(" : "hsl(", unit: "%")
    case .invalid: report("bad_color", "text or a number that is no colour")
    }
  }

  private mutating func appendDigits(_ color: Color, _ count: Int) {
    scratch.append(UInt8(ascii: "#"))
    let letters: UInt8 = color.isLower ? 0x57 : 0x37
    for place in (0..<count).reversed() {
      let digit = UInt8(truncatingIfNeeded: color.digits >> UInt32(place * 4) & 15)
      scratch.append(digit < 10 ? 0x30 + digit : letters + digit)
    }
  }

  private mutating func appendParts(_ color: Color, _ head: StaticString, unit: StaticString) {
    scratch.append(head)
    appendNumber(color.first)
    scratch.append(UInt8(ascii: ","))
    appendNumber(color.second)
    scratch.append(unit)
    scratch.append(UInt8(ascii: ","))
    appendNumber(color.third)
    scratch.append(unit)
    if color.form == .rgba || color.form == .hsla {
      scratch.append(UInt8(ascii: ","))
      appendNumber(color.opacity)
    }
    scratch.append(UInt8(ascii: ")"))
  }
}

extension Color {
  var name: ColorName {
    let place = Int(digits)
    return ColorName.allCases.indices.contains(place) ? ColorName.allCases[place] : .primary
  }
}

/// Six hexadecimal digits, the first in the lowest byte.
@inlinable @inline(__always)
func hexDigits(_ value: UInt32) -> UInt64 {
  // A digit in each byte, the first in the lowest one.
  var digits = UInt64(value.byteSwapped >> 8)
  digits = (digits | digits << 16) & 0x0000_00FF_0000_FFFF
  digits = (digits & 0xFF) | (digits & 0xFF00) << 8 | digits & 0xFF_0000_0000
  digits = (digits >> 4 | digits << 8) & 0x000F_0F0F_0F0F_0F0F
  let letters = (digits &+ 0x0006_0606_0606_0606) >> 4 & 0x0001_0101_0101_0101
  return digits &+ 0x0030_3030_3030_3030 &+ letters &* 7
}
