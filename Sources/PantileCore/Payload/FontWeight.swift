internal import PantileJSON

/// What becomes of a font weight in compact mode: a device knows only certain strings.
enum FontWeight {
  case kept
  case omitted
  case named(StaticString)
  case quoted(Double)
}

extension Tree {
  /// What becomes of a member `fontWeight`.
  func fontWeight(_ value: PropValue) -> FontWeight {
    switch value {
    case .number(400): return .omitted
    case .number(200): return .named("\"100\"")
    case .number(let number): return .quoted(number)
    case .string(let text) where text.byteCount <= 6 && text.byteCount > 0:
      let bits = UInt64(text.byteCount * 8)
      // A text is followed by readable bytes.
      switch texts.load64(Int(text.offset)) & ~(~0 << bits) {
      case 0x30_3034, 0x6C61_6D72_6F6E: return .omitted  // 400, normal
      case 0x30_3032: return .named("\"100\"")  // 200
      case 0x6B_6361_6C62: return .named("\"900\"")  // black
      default: return .kept
      }
    default: return .kept
    }
  }

  /// Appends a font weight that is written.
  func write(fontWeight value: PropValue, to out: inout ByteBuffer) {
    switch fontWeight(value) {
    case .kept, .omitted: write(scalar: value, to: &out)
    case .named(let text): out.append(text)
    case .quoted(let number):
      out.append(UInt8(ascii: "\""))
      write(number: number, to: &out)
      out.append(UInt8(ascii: "\""))
    }
  }

  /// Whether an element's lower bound is not below its upper one.
  func hasBadRange(_ element: NodeID) -> Bool {
    switch component(of: element) {
    case .gauge:
      number(.minimumValue, of: element, 0) >= number(.maximumValue, of: element, 1)
    case .linearProgressView, .circularProgressView:
      number(.maximumValue, of: element, 100) <= 0
    default: false
    }
  }

  private func number(_ name: ShortName, of element: NodeID, _ fallback: Double) -> Double {
    if case .number(let number)? = value(name, of: element) { number } else { fallback }
  }
}
