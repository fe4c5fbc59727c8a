/// A colour as the device reads it from text.
public enum ColorValue: Equatable, Sendable {
  /// Red, green, blue and opacity, from 0 to 1.
  case rgb(red: Double, green: Double, blue: Double, alpha: Double)
  /// A colour of the system, which may differ between light and dark.
  case named(SystemColor)

  /// The names that the device knows; `gray`, and not `grey`.
  public enum SystemColor: String, CaseIterable, Sendable {
    /// The colour of this name; `transparent` is `clear`.
    case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, white,
      gray, black, clear, transparent, primary, secondary
  }
}

extension ColorValue {
  /// Reads a colour: `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, the last two also without `#`,
  /// `rgb(…)`, `rgba(…)`, `hsl(…)`, `hsla(…)` or a name. White space around it and case are free.
  ///
  /// The device reads `#` with other characters up to the first that is no digit; that is nil here.
  ///
  /// - Complexity: O(*n*).
  public init?(_ text: String) { self.init(normalized: TextCursor.normalized(text)[...]) }

  /// Reads a colour in lower case without white space around it.
  init?(normalized bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first, bytes.count <= 128 else { return nil }
    if first == UInt8(ascii: "#") {
      self.init(hex: bytes.dropFirst(), [3, 4, 6, 8])
      return
    }
    if bytes.last == UInt8(ascii: ")") {
      self.init(function: bytes)
      return
    }
    let word = String(decoding: bytes, as: UTF8.self)
    if let name = SystemColor(rawValue: word) {
      self = .named(name)
    } else {
      self.init(hex: bytes, [6, 8])
    }
  }

  /// Whether it is black, white or close to a grey, so that tinted widgets draw text in it in the
  /// primary colour.
  public var isNeutral: Bool {
    switch self {
    case .named(let name): return name == .white || name == .gray || name == .black
    case .rgb(let red, let green, let blue, _):
      let most = Swift.max(red, green, blue)
      return most == 0 || (most - Swift.min(red, green, blue)) / most <= 0.2
    }
  }

  private init?(hex: ArraySlice<UInt8>, _ lengths: [Int]) {
    guard lengths.contains(hex.count) else { return nil }
    var digits: [Int] = []
    for byte in hex {
      switch byte {
      case 0x30...0x39: digits.append(Int(byte) - 0x30)
      case 0x61...0x66: digits.append(Int(byte) - 0x57)
      default: return nil
      }
    }
    if digits.count <= 4 { digits = digits.flatMap { [$0, $0] } }
    let channels = stride(from: 0, to: digits.count, by: 2).map {
      Double(digits[$0] * 16 + digits[$0 + 1]) / 255
    }
    self = .rgb(
      red: channels[0], green: channels[1], blue: channels[2],
      alpha: channels.count > 3 ? channels[3] : 1)
  }

  // MARK: Functions

  private init?(function bytes: ArraySlice<UInt8>) {
    var cursor = TextCursor(bytes.dropLast())
    let name = cursor.word()
    guard cursor.take("("), ["rgb", "rgba", "hsl", "hsla"].contains(name),
      let parts = Self.parts(cursor.rest, hasAlphaName: name.utf8.count == 4)
    else { return nil }
    var alpha = 1.0
    if parts.count == 4 {
      guard let value = Self.number(parts[3], percent: 100) else { return nil }
      alpha = Self.clamped(value)
    }
    let color = name.hasPrefix("rgb") ? Self.rgb(parts) : Self.hsl(parts)
    guard let color else { return nil }
    self = .rgb(red: color.0, green: color.1, blue: color.2, alpha: alpha)
  }

  /// Three parts and perhaps an opacity, with commas or with spaces and a slash.
  private static func parts(
    _ bytes: ArraySlice<UInt8>, hasAlphaName: Bool
  ) -> [ArraySlice<UInt8>]? {
    if bytes.contains(UInt8(ascii: ",")) {
      let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { TextCursor.trimmed($0) }
      return parts.count == (hasAlphaName ? 4 : 3) ? parts : nil
    }
    let halves = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var parts = halves[0].split(whereSeparator: TextCursor.isSpace)
    guard halves.count <= 2, parts.count == 3 else { return nil }
    if halves.count == 2 { parts.append(TextCursor.trimmed(halves[1])) }
    return parts.count == 4 || !hasAlphaName ? parts : nil
  }

  /// A number, or a percentage as a part of `percent` hundredths.
  private static func number(_ bytes: ArraySlice<UInt8>, percent: Double) -> Double? {
    if bytes.last == UInt8(ascii: "%") {
      return TextCursor.number(bytes.dropLast()).map { $0 / percent }
    }
    return TextCursor.number(bytes)
  }

  private static func rgb(_ parts: [ArraySlice<UInt8>]) -> (Double, Double, Double)? {
    let channels = parts.prefix(3).compactMap { number($0, percent: 100 / 255) }
    guard channels.count == 3 else { return nil }
    return (
      clamped(channels[0] / 255), clamped(channels[1] / 255), clamped(channels[2] / 255)
    )
  }

  private static func hsl(_ parts: [ArraySlice<UInt8>]) -> (Double, Double, Double)? {
    guard let hue = hue(parts[0]), let saturation = share(parts[1]),
      let lightness = share(parts[2])
    else { return nil }
    let strength = saturation * Swift.min(lightness, 1 - lightness)
    func channel(_ shift: Double) -> Double {
      let place = (shift + hue * 12).truncatingRemainder(dividingBy: 12)
      return lightness - strength * Swift.max(-1, Swift.min(place - 3, 9 - place, 1))
    }
    return (channel(0), channel(8), channel(4))
  }

  /// A hue as a part of the circle.
  private static func hue(_ bytes: ArraySlice<UInt8>) -> Double? {
    var cursor = TextCursor(bytes)
    guard let value = cursor.number() else { return nil }
    let turns: Double
    switch cursor.word() {
    case "", "deg": turns = value / 360
    case "rad": turns = value / (2 * Double.pi)
    case "turn": turns = value
    default: return nil
    }
    guard cursor.isAtEnd else { return nil }
    return turns - turns.rounded(.down)
  }

  private static func share(_ bytes: ArraySlice<UInt8>) -> Double? {
    guard bytes.last == UInt8(ascii: "%") else { return nil }
    return TextCursor.number(bytes.dropLast()).map { clamped($0 / 100) }
  }

  private static func clamped(_ value: Double) -> Double { Swift.min(Swift.max(value, 0), 1) }
}
