internal import PantileJSON

/// Size and weight of text in the system's font; what is not given stays as it is.
///
///     Text("72°").font(.size(42, weight: .light))
@frozen
public struct Font: Hashable, Sendable {
  @usableFromInline let size: Double?
  @usableFromInline let weight: FontWeight?

  @inlinable @inline(__always)
  init(size: Double?, weight: FontWeight?) {
    self.size = size
    self.weight = weight
  }

  /// A size in points.
  @inlinable @inline(__always)
  public static func size(_ points: Double, weight: FontWeight? = nil) -> Font {
    Font(size: points, weight: weight)
  }

  /// A weight, in the size that the text has.
  @inlinable @inline(__always)
  public static func weight(_ weight: FontWeight) -> Font { Font(size: nil, weight: weight) }
}

/// A font of the app.
///
///     Text("72°").font(.custom("Menlo", size: 13))
@frozen
public struct CustomFont: Hashable, Sendable {
  @usableFromInline let family: String
  @usableFromInline let size: Double?

  /// A font by its name; the device uses no weight with it.
  @inlinable @inline(__always)
  public static func custom(_ family: String, size: Double? = nil) -> CustomFont {
    CustomFont(family: family, size: size)
  }

  @inlinable @inline(__always)
  init(family: String, size: Double?) {
    self.family = family
    self.size = size
  }
}

/// How heavy text is.
///
/// A payload names weights by the hundreds of CSS; a device draws the lightest two alike, and the
/// heaviest two.
@frozen
public enum FontWeight: WireValue, Hashable, CaseIterable {
  /// Drawn as thin.
  case ultraLight
  /// Thin.
  case thin
  /// Light.
  case light
  /// The usual weight, which the payload leaves out.
  case regular
  /// A little heavier.
  case medium
  /// Between medium and bold.
  case semibold
  /// Bold.
  case bold
  /// Heavier than bold.
  case heavy
  /// Drawn as heavy.
  case black

  /// The number as text.
  @inlinable
  public var wire: StaticString {
    switch self {
    case .ultraLight, .thin: "100"
    case .light: "300"
    case .regular: "400"
    case .medium: "500"
    case .semibold: "600"
    case .bold: "700"
    case .heavy: "800"
    case .black: "900"
    }
  }
}

extension FontWeight {
  /// The number between quotes and with a comma, the first byte in the lowest bits. The usual
  /// weight is what a device takes without one; it is written where it has to replace another.
  @inlinable
  var member: UInt64 {
    let digit: UInt64 =
      switch self {
      case .ultraLight, .thin: 1
      case .light: 3
      case .regular: 4
      case .medium: 5
      case .semibold: 6
      case .bold: 7
      case .heavy: 8
      case .black: 9
      }
    return 0x2C_2230_3030_22 &+ digit << 8
  }
}

/// The family of a font of the app.
@frozen
public struct FontFamily: TextValue {
  @usableFromInline let name: String

  @inlinable @inline(__always)
  init(_ name: String) { self.name = name }

  /// Appends the family.
  public func append(to builder: inout TreeBuilder) { builder.scratch.append(utf8: name) }
}

/// Other forms of a font's characters.
@frozen
public struct FontVariant: OptionSet, Hashable, Sendable {
  /// A bit a form.
  public let rawValue: UInt8

  /// Takes bits as they are.
  @inlinable @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Small capitals for small letters.
  @inlinable public static var smallCaps: FontVariant { FontVariant(rawValue: 1) }
  /// Digits of one width.
  @inlinable public static var tabularNumbers: FontVariant { FontVariant(rawValue: 2) }

  @inlinable
  var literal: StyleLiteral {
    switch rawValue & 3 {
    case 1: .smallCaps
    case 2: .tabularNumbers
    case 3: .smallCapsAndTabularNumbers
    default: .noVariant
    }
  }
}

/// Lines through or below text.
@frozen
public struct TextDecoration: OptionSet, Hashable, Sendable {
  /// A bit a line.
  public let rawValue: UInt8

  /// Takes bits as they are.
  @inlinable @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A line below the text.
  @inlinable public static var underline: TextDecoration { TextDecoration(rawValue: 1) }
  /// A line through the text.
  @inlinable public static var strikethrough: TextDecoration { TextDecoration(rawValue: 2) }

  @inlinable
  var literal: StyleLiteral {
    switch rawValue & 3 {
    case 1: .underline
    case 2: .lineThrough
    case 3: .underlineAndLineThrough
    default: .noDecoration
    }
  }
}
