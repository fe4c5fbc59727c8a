public import PantileJSON

/// Bars.
@frozen
public struct BarMark<Data: Sequence>: ChartMark {
  @usableFromInline let data: Data
  @usableFromInline let point: (Data.Element) -> ChartPoint
  @usableFromInline let color: Color?
  @usableFromInline let isGrouped: Bool
  @usableFromInline let cornerRadius: Double?
  @usableFromInline let width: Double?

  /// Creates the mark.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - color: The colour of bars without a series.
  ///   - isGrouped: Whether bars of several series stand side by side, not one on the other.
  ///   - cornerRadius: The radius of the corners in points.
  ///   - width: The width of a bar in points.
  ///   - point: The point of an element of the data.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, isGrouped: Bool = false, cornerRadius: Double? = nil,
    width: Double? = nil, point: @escaping (Data.Element) -> ChartPoint
  ) {
    self.data = data
    self.color = color
    self.isGrouped = isGrouped
    self.cornerRadius = cornerRadius
    self.width = width
    self.point = point
  }

  /// Appends the mark.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) {
    builder.beginMark("bar")
    builder.scratch.append(UInt8(ascii: "["))
    var isFirst = true
    for element in data {
      builder.append(point(element), isFirst: isFirst)
      isFirst = false
    }
    builder.scratch.append("],")
    var members = builder.beginMembers()
    builder.append("c", color, &members)
    builder.append("stk", word: isGrouped ? "grouped" : nil, &members)
    builder.append("cr", cornerRadius, &members)
    builder.append("w", width, &members)
    builder.scratch.append("}]")
  }
}

extension BarMark where Data.Element == ChartPoint {
  /// Creates the mark from points.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, isGrouped: Bool = false, cornerRadius: Double? = nil,
    width: Double? = nil
  ) {
    self.init(
      data, color: color, isGrouped: isGrouped, cornerRadius: cornerRadius, width: width
    ) { $0 }
  }
}

/// A line through points.
@frozen
public struct LineMark<Data: Sequence>: ChartMark {
  @usableFromInline let data: Data
  @usableFromInline let point: (Data.Element) -> ChartPoint
  @usableFromInline let color: Color?
  @usableFromInline let interpolation: ChartInterpolation?
  @usableFromInline let lineWidth: Double?
  @usableFromInline let symbol: ChartSymbol?

  /// Creates the mark.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - color: The colour of a line without a series.
  ///   - interpolation: How it goes from point to point.
  ///   - lineWidth: Its width in points.
  ///   - symbol: The sign at its points.
  ///   - point: The point of an element of the data.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, interpolation: ChartInterpolation? = nil,
    lineWidth: Double? = nil, symbol: ChartSymbol? = nil,
    point: @escaping (Data.Element) -> ChartPoint
  ) {
    self.data = data
    self.color = color
    self.interpolation = interpolation
    self.lineWidth = lineWidth
    self.symbol = symbol
    self.point = point
  }

  /// Appends the mark.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) {
    builder.beginMark("line")
    builder.scratch.append(UInt8(ascii: "["))
    var isFirst = true
    for element in data {
      builder.append(point(element), isFirst: isFirst)
      isFirst = false
    }
    builder.scratch.append("],")
    var members = builder.beginMembers()
    builder.append("c", color, &members)
    builder.append("itp", word: interpolation?.wire, &members)
    builder.append("lw", lineWidth, &members)
    builder.append("sym", word: symbol?.wire, &members)
    builder.scratch.append("}]")
  }
}

extension LineMark where Data.Element == ChartPoint {
  /// Creates the mark from points.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, interpolation: ChartInterpolation? = nil,
    lineWidth: Double? = nil, symbol: ChartSymbol? = nil
  ) {
    self.init(
      data, color: color, interpolation: interpolation, lineWidth: lineWidth, symbol: symbol
    ) { $0 }
  }
}

/// The area below points.
@frozen
public struct AreaMark<Data: Sequence>: ChartMark {
  @usableFromInline let data: Data
  @usableFromInline let point: (Data.Element) -> ChartPoint
  @usableFromInline let color: Color?
  @usableFromInline let interpolation: ChartInterpolation?

  /// Creates the mark.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - color: The colour of an area without a series.
  ///   - interpolation: How its edge goes from point to point.
  ///   - point: The point of an element of the data.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, interpolation: ChartInterpolation? = nil,
    point: @escaping (Data.Element) -> ChartPoint
  ) {
    self.data = data
    self.color = color
    self.interpolation = interpolation
    self.point = point
  }

  /// Appends the mark.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) {
    builder.beginMark("area")
    builder.scratch.append(UInt8(ascii: "["))
    var isFirst = true
    for element in data {
      builder.append(point(element), isFirst: isFirst)
      isFirst = false
    }
    builder.scratch.append("],")
    var members = builder.beginMembers()
    builder.append("c", color, &members)
    builder.append("itp", word: interpolation?.wire, &members)
    builder.scratch.append("}]")
  }
}

extension AreaMark where Data.Element == ChartPoint {
  /// Creates the mark from points.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, interpolation: ChartInterpolation? = nil
  ) {
    self.init(data, color: color, interpolation: interpolation) { $0 }
  }
}

/// Points.
@frozen
public struct PointMark<Data: Sequence>: ChartMark {
  @usableFromInline let data: Data
  @usableFromInline let point: (Data.Element) -> ChartPoint
  @usableFromInline let color: Color?
  @usableFromInline let symbol: ChartSymbol?
  @usableFromInline let symbolSize: Double?

  /// Creates the mark.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - color: The colour of points without a series.
  ///   - symbol: The sign at the points.
  ///   - symbolSize: The area of the sign in square points.
  ///   - point: The point of an element of the data.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, symbol: ChartSymbol? = nil, symbolSize: Double? = nil,
    point: @escaping (Data.Element) -> ChartPoint
  ) {
    self.data = data
    self.color = color
    self.symbol = symbol
    self.symbolSize = symbolSize
    self.point = point
  }

  /// Appends the mark.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) {
    builder.beginMark("point")
    builder.scratch.append(UInt8(ascii: "["))
    var isFirst = true
    for element in data {
      builder.append(point(element), isFirst: isFirst)
      isFirst = false
    }
    builder.scratch.append("],")
    var members = builder.beginMembers()
    builder.append("c", color, &members)
    builder.append("sym", word: symbol?.wire, &members)
    builder.append("syms", symbolSize, &members)
    builder.scratch.append("}]")
  }
}

extension PointMark where Data.Element == ChartPoint {
  /// Creates the mark from points.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, symbol: ChartSymbol? = nil, symbolSize: Double? = nil
  ) {
    self.init(data, color: color, symbol: symbol, symbolSize: symbolSize) { $0 }
  }
}

/// Sectors of a disc or a ring, from iOS 17 on.
@frozen
public struct SectorMark<Data: Sequence>: ChartMark {
  @usableFromInline let data: Data
  @usableFromInline let sector: (Data.Element) -> ChartSector
  @usableFromInline let color: Color?
  @usableFromInline let innerRadius: Double?
  @usableFromInline let outerRadius: Double?
  @usableFromInline let angularInset: Double?

  /// Creates the mark.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - color: The colour of all sectors.
  ///   - innerRadius: The radius of the hole, as a part of the whole.
  ///   - outerRadius: The outer radius, as a part of the whole.
  ///   - angularInset: The room between sectors in points.
  ///   - sector: The sector of an element of the data.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, innerRadius: Double? = nil, outerRadius: Double? = nil,
    angularInset: Double? = nil, sector: @escaping (Data.Element) -> ChartSector
  ) {
    self.data = data
    self.color = color
    self.innerRadius = innerRadius
    self.outerRadius = outerRadius
    self.angularInset = angularInset
    self.sector = sector
  }

  /// Appends the mark.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) {
    builder.beginMark("sector")
    builder.scratch.append(UInt8(ascii: "["))
    var isFirst = true
    for element in data {
      builder.append(sector(element), isFirst: isFirst)
      isFirst = false
    }
    builder.scratch.append("],")
    var members = builder.beginMembers()
    builder.append("c", color, &members)
    builder.append("ir", innerRadius, &members)
    builder.append("or", outerRadius, &members)
    builder.append("agin", angularInset, &members)
    builder.scratch.append("}]")
  }
}

extension SectorMark where Data.Element == ChartSector {
  /// Creates the mark from sectors.
  @inlinable @inline(__always)
  public init(
    _ data: Data, color: Color? = nil, innerRadius: Double? = nil, outerRadius: Double? = nil,
    angularInset: Double? = nil
  ) {
    self.init(
      data, color: color, innerRadius: innerRadius, outerRadius: outerRadius,
      angularInset: angularInset
    ) { $0 }
  }
}

/// A line across the chart at a place of the x axis, of the y axis, or both.
@frozen
public struct RuleMark: ChartMark {
  @usableFromInline let x: ChartValue?
  @usableFromInline let y: Double?
  @usableFromInline let color: Color?
  @usableFromInline let lineWidth: Double?

  /// Creates a horizontal line.
  ///
  /// - Parameters:
  ///   - y: Its height.
  ///   - x: A place on the x axis for a vertical one beside it.
  ///   - color: Its colour.
  ///   - lineWidth: Its width in points.
  @inlinable @inline(__always)
  public init(y: Double, x: ChartValue? = nil, color: Color? = nil, lineWidth: Double? = nil) {
    self.x = x
    self.y = y
    self.color = color
    self.lineWidth = lineWidth
  }

  /// Creates a vertical line.
  ///
  /// - Parameters:
  ///   - x: Its place.
  ///   - color: Its colour.
  ///   - lineWidth: Its width in points.
  @inlinable @inline(__always)
  public init(x: ChartValue, color: Color? = nil, lineWidth: Double? = nil) {
    self.x = x
    y = nil
    self.color = color
    self.lineWidth = lineWidth
  }

  /// Appends the mark.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) {
    builder.beginMark("rule")
    builder.scratch.append("null,")
    var members = builder.beginMembers()
    builder.append("c", color, &members)
    builder.append("lw", lineWidth, &members)
    builder.append("xv", x, &members)
    builder.append("yv", y, &members)
    builder.scratch.append("}]")
  }
}
