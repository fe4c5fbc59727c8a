/// A width, a height or a flex basis as the device reads it.
public enum SizeValue: Equatable, Sendable {
  /// So many points.
  case fixed(Double)
  /// As much as there is: `100%`.
  case fill
  /// As much as the content needs: `auto`.
  case wrap

  /// Reads text: `100%`, `auto` or a number; a device ignores other text, such as `50%` or `20px`.
  public init?(_ text: String) {
    switch text {
    case "100%": self = .fill
    case "auto": self = .wrap
    default:
      guard let number = TextCursor.number(Array(text.utf8)[...]) else { return nil }
      self = .fixed(number)
    }
  }
}

/// An angle as the device reads it from text.
public struct AngleValue: Equatable, Sendable {
  /// The angle in degrees.
  public var degrees: Double

  /// Reads `45deg`, `0.785rad` or a number of degrees; gradients also know `0.5turn`.
  ///
  /// - Parameters:
  ///   - text: The angle as it is written.
  ///   - isGradient: Whether the angle stands in a gradient, where a unit is needed.
  public init?(_ text: String, isGradient: Bool = false) {
    self.init(normalized: TextCursor.normalized(text)[...], isGradient: isGradient)
  }

  init?(normalized bytes: ArraySlice<UInt8>, isGradient: Bool) {
    var cursor = TextCursor(bytes)
    guard let value = cursor.number() else { return nil }
    let unit = cursor.word()
    guard cursor.isAtEnd else { return nil }
    switch unit {
    case "deg": degrees = value
    case "rad": degrees = value * 180 / Double.pi
    case "turn" where isGradient: degrees = value * 360
    case "" where !isGradient: degrees = value
    default: return nil
    }
  }
}
