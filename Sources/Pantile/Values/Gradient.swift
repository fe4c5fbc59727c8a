internal import PantileJSON

/// A background that goes from colour to colour.
///
///     VStack { … }.background(.linear(to: .bottom, .stop(.hex(0x0F172A)), .stop(.black, at: 0.8)))
///
/// Stops without a place lie at equal distances. A gradient needs two stops.
public struct Gradient: TextValue, Hashable, Sendable {
  /// A colour and, as a part of the whole, where it is.
  public struct Stop: Hashable, Sendable {
    /// The colour.
    public var color: Color
    /// From 0, the start, to 1, the end; `nil` between its neighbours.
    public var location: Double?

    /// A colour, perhaps at a place.
    public static func stop(_ color: Color, at location: Double? = nil) -> Stop {
      Stop(color: color, location: location)
    }
  }

  /// How far a radial gradient reaches.
  public enum Extent: Hashable, Sendable, WireValue {
    /// To the nearest side.
    case closestSide
    /// To the side that is farthest away.
    case farthestSide
    /// To the nearest corner.
    case closestCorner
    /// To the corner that is farthest away.
    case farthestCorner

    /// The words of the payload.
    public var wire: StaticString {
      switch self {
      case .closestSide: "closest-side"
      case .farthestSide: "farthest-side"
      case .closestCorner: "closest-corner"
      case .farthestCorner: "farthest-corner"
      }
    }
  }

  private enum Form: Hashable {
    case toSide(Edges)
    case angle(Angle)
    case radial(isCircle: Bool, Extent, Edges)
    case conic(Angle, Edges)
    case text(String)
  }

  private let form: Form
  private let stops: [Stop]
}

// MARK: - Making one

extension Gradient {
  /// A gradient towards a side or, with two edges that meet, a corner.
  public static func linear(to edges: Edges, _ stops: Stop...) -> Gradient {
    Gradient(form: .toSide(edges), stops: stops)
  }

  /// A gradient along an angle. A device draws 0° downwards and other angles mirrored, except for
  /// 90° and 270°; ``linear(to:_:)`` says the same everywhere.
  public static func linear(angle: Angle, _ stops: Stop...) -> Gradient {
    Gradient(form: .angle(angle), stops: stops)
  }

  /// A gradient from a point outwards; the point is the middle, a side's or a corner.
  public static func radial(
    isCircle: Bool = false, extent: Extent = .farthestCorner, at edges: Edges = [],
    _ stops: Stop...
  ) -> Gradient {
    Gradient(form: .radial(isCircle: isCircle, extent, edges), stops: stops)
  }

  /// A gradient around a point.
  public static func conic(
    from angle: Angle = .degrees(0), at edges: Edges = [], _ stops: Stop...
  ) -> Gradient {
    Gradient(form: .conic(angle, edges), stops: stops)
  }

  /// A gradient as the payload writes it, such as `linear-gradient(to right, red, blue)`.
  public init(_ text: String) { self.init(form: .text(text), stops: []) }
}

// MARK: - Writing

extension Gradient {
  /// Appends the text of the gradient.
  public func append(to builder: inout TreeBuilder) {
    switch form {
    case .text(let text): return builder.scratch.append(utf8: text)
    case .toSide(let edges):
      builder.scratch.append("linear-gradient(to ")
      append(edges, to: &builder)
    case .angle(let angle):
      builder.scratch.append("linear-gradient(")
      append(angle, to: &builder)
    case .radial(let isCircle, let extent, let edges):
      builder.scratch.append(isCircle ? "radial-gradient(circle " : "radial-gradient(ellipse ")
      builder.scratch.append(extent.wire)
      if !edges.isEmpty {
        builder.scratch.append(" at ")
        append(edges, to: &builder)
      }
    case .conic(let angle, let edges):
      builder.scratch.append("conic-gradient(from ")
      append(angle, to: &builder)
      if !edges.isEmpty {
        builder.scratch.append(" at ")
        append(edges, to: &builder)
      }
    }
    appendStops(to: &builder)
  }

  private func appendStops(to builder: inout TreeBuilder) {
    if stops.count < 2 { builder.report("bad_gradient", "a gradient has two stops or more") }
    for stop in stops {
      builder.scratch.append(UInt8(ascii: ","))
      builder.appendColor(stop.color)
      guard let location = stop.location else { continue }
      builder.scratch.append(UInt8(ascii: " "))
      builder.appendNumber(location * 100)
      builder.scratch.append(UInt8(ascii: "%"))
    }
    builder.scratch.append(UInt8(ascii: ")"))
  }

  private func append(_ angle: Angle, to builder: inout TreeBuilder) {
    builder.appendNumber(angle.value)
    builder.scratch.append(angle.unit)
  }

  private func append(_ edges: Edges, to builder: inout TreeBuilder) {
    let isHorizontal = edges.contains(.leading) != edges.contains(.trailing)
    let isVertical = edges.contains(.top) != edges.contains(.bottom)
    if isVertical { builder.scratch.append(edges.contains(.top) ? "top" : "bottom") }
    if isHorizontal {
      if isVertical { builder.scratch.append(UInt8(ascii: " ")) }
      builder.scratch.append(edges.contains(.leading) ? "left" : "right")
    }
    if !isVertical, !isHorizontal {
      builder.report("bad_gradient", "a gradient goes to a side or a corner")
    }
  }
}
