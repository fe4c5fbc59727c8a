/// A width or a height: points, all that there is, or what the content needs.
@frozen
public enum Length: Hashable, Sendable {
  /// Points.
  case points(Double)
  /// All the room that there is; `100%` in the payload.
  case fill
  /// What the content needs.
  case auto
}

extension Length: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number of points.
  @inlinable @inline(__always)
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  /// A number of points.
  @inlinable @inline(__always)
  public init(floatLiteral value: Double) { self = .points(value) }
}

/// An angle of a rotation or of a gradient.
@frozen
public enum Angle: Hashable, Sendable {
  /// Degrees; 360 are a full turn.
  case degrees(Double)
  /// Radians; 2π are a full turn.
  case radians(Double)

  @inlinable @inline(__always)
  var value: Double {
    switch self {
    case .degrees(let value), .radians(let value): value
    }
  }

  @inlinable @inline(__always)
  var unit: StaticString {
    switch self {
    case .degrees: "deg"
    case .radians: "rad"
    }
  }
}

/// Sides of a view.
@frozen
public struct Edges: OptionSet, Hashable, Sendable {
  /// A bit a side.
  public let rawValue: UInt8

  /// Takes bits as they are.
  @inlinable @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The upper side.
  @inlinable public static var top: Edges { Edges(rawValue: 1) }
  /// The left side.
  @inlinable public static var leading: Edges { Edges(rawValue: 2) }
  /// The lower side.
  @inlinable public static var bottom: Edges { Edges(rawValue: 4) }
  /// The right side.
  @inlinable public static var trailing: Edges { Edges(rawValue: 8) }
  /// The left and the right side.
  @inlinable public static var horizontal: Edges { Edges(rawValue: 10) }
  /// The upper and the lower side.
  @inlinable public static var vertical: Edges { Edges(rawValue: 5) }
  /// All sides.
  @inlinable public static var all: Edges { Edges(rawValue: 15) }
}

extension Edges {
  /// The key of a padding's or margin's horizontal sides in the set.
  @inlinable @inline(__always)
  func horizontalKey(of name: StyleKey) -> StyleKey {
    let isPadding = name == .padding
    if self == .all { return name }
    switch rawValue & 10 {
    case 10: return isPadding ? .paddingHorizontal : .marginHorizontal
    case 2: return isPadding ? .paddingLeft : .marginLeft
    case 8: return isPadding ? .paddingRight : .marginRight
    default: return .none
    }
  }

  /// The key of a padding's or margin's vertical sides in the set.
  @inlinable @inline(__always)
  func verticalKey(of name: StyleKey) -> StyleKey {
    let isPadding = name == .padding
    if self == .all { return .none }
    switch rawValue & 5 {
    case 5: return isPadding ? .paddingVertical : .marginVertical
    case 1: return isPadding ? .paddingTop : .marginTop
    case 4: return isPadding ? .paddingBottom : .marginBottom
    default: return .none
    }
  }
}

/// A point of a view's own square: 0, 0 is its top leading corner and 1, 1 the bottom trailing one.
@frozen
public struct UnitPoint: Hashable, Sendable {
  /// How far to the right.
  public let x: Double
  /// How far down.
  public let y: Double

  /// Creates a point.
  @inlinable @inline(__always)
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top leading corner.
  @inlinable public static var topLeading: UnitPoint { UnitPoint(x: 0, y: 0) }
  /// The middle of the upper side.
  @inlinable public static var top: UnitPoint { UnitPoint(x: 0.5, y: 0) }
  /// The top trailing corner.
  @inlinable public static var topTrailing: UnitPoint { UnitPoint(x: 1, y: 0) }
  /// The middle of the left side.
  @inlinable public static var leading: UnitPoint { UnitPoint(x: 0, y: 0.5) }
  /// The middle.
  @inlinable public static var center: UnitPoint { UnitPoint(x: 0.5, y: 0.5) }
  /// The middle of the right side.
  @inlinable public static var trailing: UnitPoint { UnitPoint(x: 1, y: 0.5) }
  /// The bottom leading corner.
  @inlinable public static var bottomLeading: UnitPoint { UnitPoint(x: 0, y: 1) }
  /// The middle of the lower side.
  @inlinable public static var bottom: UnitPoint { UnitPoint(x: 0.5, y: 1) }
  /// The bottom trailing corner.
  @inlinable public static var bottomTrailing: UnitPoint { UnitPoint(x: 1, y: 1) }

  /// The name of the point, if it has one.
  var name: StaticString? {
    switch (x, y) {
    case (0, 0): "topLeading"
    case (0.5, 0): "top"
    case (1, 0): "topTrailing"
    case (0, 0.5): "leading"
    case (0.5, 0.5): "center"
    case (1, 0.5): "trailing"
    case (0, 1): "bottomLeading"
    case (0.5, 1): "bottom"
    case (1, 1): "bottomTrailing"
    default: nil
    }
  }
}
