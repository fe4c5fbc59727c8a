/// A gradient of `backgroundColor` as the device reads it from text.
public struct GradientValue: Equatable, Sendable {
  /// The form.
  public enum Kind: Equatable, Sendable {
    /// A linear one along a line.
    case linear(Line)
    /// A radial one.
    case radial(isCircle: Bool, extent: Extent, center: Center)
    /// A conic one, from an angle in degrees.
    case conic(degrees: Double, center: Center)
  }

  /// The line of a linear gradient.
  public enum Line: Equatable, Sendable {
    /// To a side or a corner; each part is -1, 0 or 1, rightwards and downwards.
    case to(x: Int, y: Int)
    /// An angle in degrees as it is written. A device mirrors it: 0 runs downwards.
    case angle(Double)
  }

  /// How far a radial gradient reaches.
  public enum Extent: String, Sendable {
    /// To the next side.
    case closestSide = "closest-side"
    /// To the side that is farthest away.
    case farthestSide = "farthest-side"
    /// To the next corner.
    case closestCorner = "closest-corner"
    /// To the corner that is farthest away.
    case farthestCorner = "farthest-corner"
  }

  /// The middle, in parts of the width and of the height.
  public struct Center: Equatable, Sendable {
    /// From 0, left, to 1, right.
    public var x = 0.5
    /// From 0, top, to 1, bottom.
    public var y = 0.5
  }

  /// A colour with no, one or two positions along the line, 1 being its end.
  public struct Stop: Equatable, Sendable {
    /// The colour.
    public var color: ColorValue
    /// The positions as they are written.
    public var positions: [Double]
  }

  /// The form.
  public var kind: Kind
  /// Two stops or more.
  public var stops: [Stop]
}

extension GradientValue {
  /// Whether a text means a gradient and no colour.
  public static func isGradient(_ text: String) -> Bool {
    let bytes = TextCursor.normalized(String(text.prefix(64)))
    var cursor = TextCursor(bytes)
    return cursor.word().hasSuffix("-gradient") && cursor.take("(")
  }

  /// Reads `linear-gradient(…)`, `radial-gradient(…)` or `conic-gradient(…)`; nil where a part is
  /// wrong, with which the device shows no background at all.
  ///
  /// - Complexity: O(*n*).
  public init?(_ text: String) {
    let bytes = TextCursor.normalized(text)
    var cursor = TextCursor(bytes)
    let name = cursor.word()
    guard cursor.take("("), cursor.rest.last == UInt8(ascii: ")"),
      let split = TextCursor.split(cursor.rest.dropLast(), at: { $0 == UInt8(ascii: ",") }),
      split.count >= 2
    else { return nil }
    var arguments = split.map { TextCursor.trimmed($0) }[...]
    switch name {
    case "linear-gradient":
      let line = Self.line(arguments[0])
      if line != nil { arguments = arguments.dropFirst() }
      kind = .linear(line ?? .to(x: 0, y: 1))
    case "radial-gradient":
      let radial = Self.radial(arguments[0])
      if radial != nil { arguments = arguments.dropFirst() }
      kind = radial ?? .radial(isCircle: false, extent: .farthestCorner, center: Center())
    case "conic-gradient":
      let conic = Self.conic(arguments[0])
      if conic != nil { arguments = arguments.dropFirst() }
      kind = conic ?? .conic(degrees: 0, center: Center())
    default: return nil
    }
    stops = []
    for argument in arguments {
      guard let stop = Self.stop(argument, isConic: name == "conic-gradient") else { return nil }
      stops.append(stop)
    }
    guard stops.count >= 2 else { return nil }
  }

  // MARK: Parts

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    if let angle = AngleValue(normalized: bytes, isGradient: true) { return .angle(angle.degrees) }
    var words = words(bytes)
    guard words.first == "to", (2...3).contains(words.count) else { return nil }
    words.removeFirst()
    var x = 0
    var y = 0
    for word in words {
      switch word {
      case "left" where x == 0: x = -1
      case "right" where x == 0: x = 1
      case "top" where y == 0: y = -1
      case "bottom" where y == 0: y = 1
      default: return nil
      }
    }
    return .to(x: x, y: y)
  }

  private static func radial(_ bytes: ArraySlice<UInt8>) -> Kind? {
    var words = words(bytes)[...]
    var isCircle = false
    var extent = Extent.farthestCorner
    let count = words.count
    if words.first == "circle" || words.first == "ellipse" {
      isCircle = words.removeFirst() == "circle"
    }
    if let word = words.first, let named = Extent(rawValue: word) {
      extent = named
      words.removeFirst()
    }
    guard let center = center(words), count > 0 else { return nil }
    return .radial(isCircle: isCircle, extent: extent, center: center)
  }

  private static func conic(_ bytes: ArraySlice<UInt8>) -> Kind? {
    var words = words(bytes)[...]
    var degrees = 0.0
    let count = words.count
    if words.first == "from" {
      words.removeFirst()
      guard let word = words.popFirst(), let angle = AngleValue(word, isGradient: true) else {
        return nil
      }
      degrees = angle.degrees
    }
    guard let center = center(words), count > 0 else { return nil }
    return .conic(degrees: degrees, center: center)
  }

  /// `at` and one or two places; the middle where there is nothing.
  private static func center(_ words: ArraySlice<String>) -> Center? {
    var center = Center()
    guard let first = words.first else { return center }
    guard first == "at", (2...3).contains(words.count) else { return nil }
    for word in words.dropFirst() {
      switch word {
      case "left": center.x = 0
      case "right": center.x = 1
      case "top": center.y = 0
      case "bottom": center.y = 1
      case "center": break
      default: return nil
      }
    }
    return center
  }

  private static func stop(_ bytes: ArraySlice<UInt8>, isConic: Bool) -> Stop? {
    guard let split = TextCursor.split(bytes, at: TextCursor.isSpace) else { return nil }
    let parts = split.filter { !$0.isEmpty }
    guard (1...3).contains(parts.count), let color = ColorValue(normalized: parts[0]) else {
      return nil
    }
    var stop = Stop(color: color, positions: [])
    for part in parts.dropFirst() {
      if part.last == UInt8(ascii: "%"), let share = TextCursor.number(part.dropLast()) {
        stop.positions.append(share / 100)
      } else if isConic, let angle = AngleValue(normalized: part, isGradient: true) {
        stop.positions.append(angle.degrees / 360)
      } else {
        return nil
      }
    }
    return stop
  }

  private static func words(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(whereSeparator: TextCursor.isSpace).prefix(8)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
