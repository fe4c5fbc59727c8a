public import PantileCore
public import PantileJSON

/// A gradient from point to point, with views before it.
///
///     LinearGradient(colors: [.blue, .black], from: .top, to: .bottom) { Text("night") }
public struct LinearGradient<Content: View>: PrimitiveView {
  @usableFromInline let colors: ColorList?
  @usableFromInline let stops: StopList?
  @usableFromInline let start: UnitPoint
  @usableFromInline let end: UnitPoint
  @usableFromInline let dithers: Bool?
  @usableFromInline var content: Content

  /// Creates a gradient with colours at equal distances.
  ///
  /// - Parameters:
  ///   - colors: The colours.
  ///   - start: Where the first colour is.
  ///   - end: Where the last colour is.
  ///   - dithers: Whether steps are blurred; a device decides for itself.
  ///   - content: The views before it.
  @inlinable
  public init(
    colors: [Color], from start: UnitPoint, to end: UnitPoint, dithers: Bool? = nil,
    @ViewBuilder content: () -> Content = { EmptyView() }
  ) {
    self.colors = ColorList(colors)
    stops = nil
    self.start = start
    self.end = end
    self.dithers = dithers
    self.content = content()
  }

  /// Creates a gradient with colours at places.
  ///
  /// - Parameters:
  ///   - stops: The colours with their places; those without one are spread evenly over 0 to 1.
  ///   - start: Where 0 is.
  ///   - end: Where 1 is.
  ///   - dithers: Whether steps are blurred; a device decides for itself.
  ///   - content: The views before it.
  @inlinable
  public init(
    stops: [Gradient.Stop], from start: UnitPoint, to end: UnitPoint, dithers: Bool? = nil,
    @ViewBuilder content: () -> Content = { EmptyView() }
  ) {
    colors = nil
    self.stops = StopList(stops)
    self.start = start
    self.end = end
    self.dithers = dithers
    self.content = content()
  }

  /// Writes the element.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let node = try builder.begin(.linearGradient)
    let outer = builder.open()
    try content.write(into: &builder)
    builder.close(node, outer)
    try builder.set(.colors, colors, of: node)
    try builder.set(.dither, dithers, of: node)
    try builder.set(.endPoint, end, of: node)
    try builder.set(.startPoint, start, of: node)
    try builder.set(.stops, stops, of: node)
    builder.finish(node)
  }
}

extension UnitPoint: TextValue {
  /// Appends the point's name or its coordinates.
  public func append(to builder: inout TreeBuilder) {
    if let name { return builder.scratch.append(name) }
    builder.appendNumber(x)
    builder.scratch.append(UInt8(ascii: ","))
    builder.appendNumber(y)
  }
}

/// Colours between bars.
@usableFromInline
struct ColorList: TextValue {
  @usableFromInline let colors: [Color]

  @usableFromInline
  init(_ colors: [Color]) { self.colors = colors }

  @usableFromInline
  func append(to builder: inout TreeBuilder) {
    for index in colors.indices {
      if index > 0 { builder.scratch.append(UInt8(ascii: "|")) }
      builder.appendColor(colors[index])
    }
  }
}

/// Colours and places between bars.
@usableFromInline
struct StopList: TextValue {
  @usableFromInline let stops: [Gradient.Stop]

  @usableFromInline
  init(_ stops: [Gradient.Stop]) { self.stops = stops }

  @usableFromInline
  func append(to builder: inout TreeBuilder) {
    let last = Double(Swift.max(stops.count - 1, 1))
    for index in stops.indices {
      if index > 0 { builder.scratch.append(UInt8(ascii: "|")) }
      builder.appendColor(stops[index].color)
      builder.scratch.append(UInt8(ascii: "@"))
      builder.appendNumber(stops[index].location ?? Double(index) / last)
    }
  }
}
