public import PantileCore
public import PantileJSON

/// A chart; its marks are drawn one above the other.
///
///     Chart {
///       BarMark(report.days, color: .blue) { ChartPoint($0.name, $0.rain) }
///       if let limit { RuleMark(y: limit, color: .red) }
///     }
///     .chartLegend(.hidden)
@frozen
public struct Chart<Marks: ChartMark>: PrimitiveView {
  @usableFromInline let marks: Marks
  @usableFromInline var xAxis: Visibility?
  @usableFromInline var yAxis: Visibility?
  @usableFromInline var legend: Visibility?
  @usableFromInline var xGrid: GridStyle?
  @usableFromInline var yGrid: GridStyle?
  @usableFromInline var scale: StyleScale?
  @usableFromInline var yScale: ChartBounds?

  /// Creates a chart.
  @inlinable @inline(__always)
  public init(@ChartBuilder marks: () -> Marks) { self.marks = marks() }

  /// Writes the element.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let node = try builder.begin(.chart)
    try builder.set(.foregroundStyleScale, scale, of: node)
    try builder.set(.legendVisibility, legend, of: node)
    builder.scratch.removeAll()
    try marks.append(to: &builder)
    try builder.setMarks(of: node)
    try builder.set(.xAxisVisibility, xAxis, of: node)
    try builder.set(.xAxisGridStyle, xGrid, of: node)
    try builder.set(.yScale, yScale, of: node)
    try builder.set(.yAxisVisibility, yAxis, of: node)
    try builder.set(.yAxisGridStyle, yGrid, of: node)
    builder.finish(node)
  }
}

// MARK: - Parts of a chart

extension Chart {
  /// Shows or hides the x axis.
  @inlinable @inline(__always)
  public func chartXAxis(_ visibility: Visibility) -> Chart {
    var copy = self
    copy.xAxis = visibility
    return copy
  }

  /// Shows or hides the y axis.
  @inlinable @inline(__always)
  public func chartYAxis(_ visibility: Visibility) -> Chart {
    var copy = self
    copy.yAxis = visibility
    return copy
  }

  /// Shows or hides the legend.
  @inlinable @inline(__always)
  public func chartLegend(_ visibility: Visibility) -> Chart {
    var copy = self
    copy.legend = visibility
    return copy
  }

  /// Sets the lines across the x axis.
  @inlinable @inline(__always)
  public func chartXGrid(_ style: GridStyle) -> Chart {
    var copy = self
    copy.xGrid = style
    return copy
  }

  /// Sets the lines across the y axis.
  @inlinable @inline(__always)
  public func chartYGrid(_ style: GridStyle) -> Chart {
    var copy = self
    copy.yGrid = style
    return copy
  }

  /// Gives series and categories their colours.
  @inlinable @inline(__always)
  public func chartForegroundStyleScale(_ scale: StyleScale) -> Chart {
    var copy = self
    copy.scale = scale
    return copy
  }

  /// Sets the ends of the y axis; one that is not given follows from the data.
  @inlinable @inline(__always)
  public func chartYScale(minimum: Double? = nil, maximum: Double? = nil) -> Chart {
    var copy = self
    copy.yScale = ChartBounds(minimum: minimum, maximum: maximum)
    return copy
  }
}

/// The lines across an axis of a chart.
@frozen
public struct GridStyle: TextValue, Hashable {
  @usableFromInline let isVisible: Bool?
  @usableFromInline let color: Color?
  @usableFromInline let lineWidth: Double?
  @usableFromInline let dash: [Double]?

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - isVisible: Whether there are lines.
  ///   - color: Their colour.
  ///   - lineWidth: Their width in points.
  ///   - dash: Lengths of dashes and of the gaps between them, in turn.
  @inlinable @inline(__always)
  public init(
    isVisible: Bool? = nil, color: Color? = nil, lineWidth: Double? = nil, dash: [Double]? = nil
  ) {
    self.isVisible = isVisible
    self.color = color
    self.lineWidth = lineWidth
    self.dash = dash
  }

  /// Appends the style as JSON.
  public func append(to builder: inout TreeBuilder) {
    var members = builder.beginMembers()
    if let isVisible {
      builder.appendKey("v", &members)
      builder.scratch.append(isVisible ? "true" : "false")
    }
    builder.append("c", color, &members)
    builder.append("lw", lineWidth, &members)
    if let dash {
      builder.appendKey("d", &members)
      builder.scratch.append(UInt8(ascii: "["))
      for index in dash.indices {
        if index > 0 { builder.scratch.append(UInt8(ascii: ",")) }
        builder.appendNumber(dash[index])
      }
      builder.scratch.append(UInt8(ascii: "]"))
    }
    builder.endMembers()
  }
}

/// Colours of series and categories by name, in order.
///
///     .chartForegroundStyleScale(["low": .gray, "high": .orange])
public struct StyleScale: TextValue, Hashable, ExpressibleByDictionaryLiteral {
  private struct Entry: Hashable {
    var name: String
    var color: Color
  }

  private var entries: [Entry] = []

  /// Creates a scale.
  public init(dictionaryLiteral pairs: (String, Color)...) { self.init(pairs) }

  /// Creates a scale.
  public init(_ pairs: some Sequence<(String, Color)>) {
    for (name, color) in pairs { entries.append(Entry(name: name, color: color)) }
  }

  /// Appends the scale as JSON.
  public func append(to builder: inout TreeBuilder) {
    builder.scratch.append(UInt8(ascii: "["))
    for index in entries.indices {
      builder.scratch.append(index > 0 ? ",[" : "[")
      builder.appendJSON(entries[index].name)
      builder.scratch.append(#",""#)
      builder.appendColor(entries[index].color)
      builder.scratch.append(#""]"#)
    }
    builder.scratch.append(UInt8(ascii: "]"))
  }
}

/// The ends of an axis.
@usableFromInline
@frozen
struct ChartBounds: TextValue {
  @usableFromInline let minimum: Double?
  @usableFromInline let maximum: Double?

  @inlinable @inline(__always)
  init(minimum: Double?, maximum: Double?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  @usableFromInline
  func append(to builder: inout TreeBuilder) {
    var members = builder.beginMembers()
    builder.append("min", minimum, &members)
    builder.append("max", maximum, &members)
    builder.endMembers()
    if let minimum, let maximum, minimum >= maximum {
      builder.report("bad_range", "a chart's y axis goes from \(minimum) to \(maximum)")
    }
  }
}

// MARK: - JSON objects

extension TreeBuilder {
  /// Begins an object in the text that is put together; the result tells whether it has a member.
  @inlinable @inline(__always)
  mutating func beginMembers() -> Bool {
    scratch.append(UInt8(ascii: "{"))
    return false
  }

  @inlinable @inline(__always)
  mutating func endMembers() { scratch.append(UInt8(ascii: "}")) }

  @usableFromInline
  mutating func appendKey(_ key: StaticString, _ hasMember: inout Bool) {
    scratch.append(hasMember ? #",""# : #"""#)
    scratch.append(key)
    scratch.append(#"":"#)
    hasMember = true
  }

  @usableFromInline
  mutating func append(_ key: StaticString, _ value: Double?, _ hasMember: inout Bool) {
    guard let value else { return }
    appendKey(key, &hasMember)
    appendNumber(value)
  }

  @usableFromInline
  mutating func append(_ key: StaticString, _ color: Color?, _ hasMember: inout Bool) {
    guard let color else { return }
    appendKey(key, &hasMember)
    scratch.append(UInt8(ascii: "\""))
    appendColor(color)
    scratch.append(UInt8(ascii: "\""))
  }

  @usableFromInline
  mutating func append(_ key: StaticString, word: StaticString?, _ hasMember: inout Bool) {
    guard let word else { return }
    appendKey(key, &hasMember)
    scratch.append(UInt8(ascii: "\""))
    scratch.append(word)
    scratch.append(UInt8(ascii: "\""))
  }

  /// Sets the marks that were put together, if there are any.
  @usableFromInline
  mutating func setMarks(of chart: NodeID) throws(ArenaFull) {
    guard scratch.count > 0 else { return }
    scratch.append(UInt8(ascii: "]"))
    try tree.add(.marks, .string(takeScratch()), to: chart)
  }
}
