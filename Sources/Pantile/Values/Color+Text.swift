internal import PantileJSON

// MARK: - Reading

extension Color {
  /// A colour as the payload writes it: `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, `rgb(…)`,
  /// `rgba(…)`, `hsl(…)`, `hsla(…)` or a name.
  ///
  /// The text is read at once and written again in one form: without white space, with parts in
  /// hundredths at most.
  public init(_ text: String) {
    let trimmed = Color.trimmed(text[...])
    if trimmed.utf8.first == UInt8(ascii: "#") {
      self = Color(hex: trimmed.dropFirst().utf8, orShort: true) ?? Color(.invalid)
    } else if trimmed.utf8.last == UInt8(ascii: ")") {
      self = Color(function: trimmed) ?? Color(.invalid)
    } else if let name = ColorName.allCases.first(where: { Color.isEqual(trimmed, $0.wire) }) {
      self.init(name)
    } else {
      self = Color(hex: trimmed.utf8, orShort: false) ?? Color(.invalid)
    }
  }

  private init?(hex digits: Substring.UTF8View, orShort: Bool) {
    var value: UInt32 = 0
    var isLower = false
    guard digits.count <= 8 else { return nil }
    for byte in digits {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      case 0x61...0x66:
        value = value << 4 | UInt32(byte - 0x57)
        isLower = true
      default: return nil
      }
    }
    let form: Form
    switch digits.count {
    case 6: form = .hex6
    case 8: form = .hex8
    case 3 where orShort: form = .hex3
    case 4 where orShort: form = .hex4
    default: return nil
    }
    self.init(form, digits: value, isLower: isLower)
  }

  private init?(function text: Substring) {
    guard let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open].lowercased()
    let isHue = name == "hsl" || name == "hsla"
    guard isHue || name == "rgb" || name == "rgba" else { return nil }
    guard let parts = Color.parts(text[open...].dropFirst().dropLast(), name.hasSuffix("a"))
    else { return nil }
    var values: [Double] = []
    for index in 0..<3 {
      let part =
        isHue
        ? (index == 0
          ? Color.hue(parts[0]) : Color.number(parts[index], percent: 100, isUnit: true))
        : Color.number(parts[index], percent: 255)
      guard let part, part.isFinite else { return nil }
      values.append(part)
    }
    var opacity = 1.0
    if parts.count == 4 {
      guard let value = Color.number(parts[3], percent: 1), value.isFinite else { return nil }
      opacity = value
    }
    let form: Form = isHue ? (parts.count == 4 ? .hsla : .hsl) : (parts.count == 4 ? .rgba : .rgb)
    self.init(form, values[0], values[1], values[2], opacity: opacity)
  }

  /// The three or four parts of a function; its comma form has four exactly when it `takesAlpha`.
  private static func parts(_ inner: Substring, _ takesAlpha: Bool) -> [Substring]? {
    if inner.utf8.contains(UInt8(ascii: ",")) {
      let parts = inner.split(separator: ",", omittingEmptySubsequences: false)
      return parts.count == (takesAlpha ? 4 : 3) ? parts : nil
    }
    let halves = inner.split(separator: "/", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: " ")
    guard parts.count == 3, halves.count <= 2, halves.count == 2 || !takesAlpha else { return nil }
    return halves.count == 2 ? parts + [halves[1]] : parts
  }

  /// A number, or a percentage of `percent`; one with `isUnit` must be a percentage.
  private static func number(
    _ text: Substring, percent: Double, isUnit: Bool = false
  ) -> Double? {
    let text = trimmed(text)
    guard text.utf8.last == UInt8(ascii: "%") else { return isUnit ? nil : Double(text) }
    guard let value = Double(text.dropLast()) else { return nil }
    return isUnit ? value : value * percent / 100
  }

  /// An angle in degrees.
  private static func hue(_ text: Substring) -> Double? {
    let text = trimmed(text)
    for (unit, degrees) in [("deg", 1), ("turn", 360), ("rad", 180 / Double.pi)]
    where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * degrees }
    }
    return Double(text)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text = text.dropFirst() }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return text
  }

  private static func isEqual(_ text: Substring, _ word: StaticString) -> Bool {
    var rest = text.utf8.makeIterator()
    for index in 0..<word.utf8CodeUnitCount {
      guard let byte = rest.next(), byte | 0x20 == word.byte(at: index) else { return false }
    }
    return rest.next() == nil
  }
}

extension StaticString {
  fileprivate func byte(at index: Int) -> UInt8 {
    let text = description.utf8
    return text[text.index(text.startIndex, offsetBy: index)]
  }
}
