public import PantileJSON

/// A part of a chart: bars, a line, an area, points, a rule or sectors.
public protocol ChartMark {
  /// Appends the mark to those of the chart that `builder` puts together.
  func append(to builder: inout TreeBuilder) throws(ArenaFull)
}

/// Puts the marks of a chart together: several of them, `if`, `switch` and `for`.
@resultBuilder
public enum ChartBuilder {
  /// Takes a mark as it is.
  @inlinable @inline(__always)
  public static func buildExpression<Mark: ChartMark>(_ mark: consuming Mark) -> Mark { mark }

  /// A chart has marks, not views.
  @available(*, unavailable, message: "a Chart has marks, not views")
  public static func buildExpression<Content: View>(_ content: Content) -> MarkPair<NoMark, NoMark>
  {
    MarkPair(NoMark(), NoMark())
  }

  /// No mark.
  @inlinable @inline(__always)
  public static func buildBlock() -> NoMark { NoMark() }

  /// The first mark.
  @inlinable @inline(__always)
  public static func buildPartialBlock<Mark: ChartMark>(first: consuming Mark) -> Mark { first }

  /// The marks so far and the next one.
  @inlinable @inline(__always)
  public static func buildPartialBlock<First: ChartMark, Next: ChartMark>(
    accumulated: consuming First, next: consuming Next
  ) -> MarkPair<First, Next> {
    MarkPair(accumulated, next)
  }

  /// An `if` without `else`.
  @inlinable @inline(__always)
  public static func buildOptional<Mark: ChartMark>(_ mark: consuming Mark?) -> Mark? { mark }

  /// The first branch of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither<First: ChartMark, Second: ChartMark>(
    first: consuming First
  ) -> EitherMark<First, Second> {
    .first(first)
  }

  /// The other branches of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither<First: ChartMark, Second: ChartMark>(
    second: consuming Second
  ) -> EitherMark<First, Second> {
    .second(second)
  }

  /// A `for` loop.
  @inlinable
  public static func buildArray<Mark: ChartMark>(_ marks: [Mark]) -> [Mark] { marks }

  /// Marks behind `#available`.
  @inlinable @inline(__always)
  public static func buildLimitedAvailability<Mark: ChartMark>(_ mark: Mark) -> Mark { mark }
}

/// No mark.
@frozen
public struct NoMark: ChartMark {
  @inlinable @inline(__always)
  init() {}

  /// Appends nothing.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) {}
}

/// Two marks one behind the other.
@frozen
public struct MarkPair<First: ChartMark, Second: ChartMark>: ChartMark {
  @usableFromInline var first: First
  @usableFromInline var second: Second

  @inlinable @inline(__always)
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Appends both.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) throws(ArenaFull) {
    try first.append(to: &builder)
    try second.append(to: &builder)
  }
}

/// One of two marks.
@frozen
public enum EitherMark<First: ChartMark, Second: ChartMark>: ChartMark {
  /// The first branch.
  case first(First)
  /// The other branch.
  case second(Second)

  /// Appends the one that it is.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) throws(ArenaFull) {
    switch self {
    case .first(let mark): try mark.append(to: &builder)
    case .second(let mark): try mark.append(to: &builder)
    }
  }
}

extension Optional: ChartMark where Wrapped: ChartMark {
  /// Appends the mark, if there is one.
  @inlinable @inline(__always)
  public func append(to builder: inout TreeBuilder) throws(ArenaFull) {
    if let mark = self { try mark.append(to: &builder) }
  }
}

extension Array: ChartMark where Element: ChartMark {
  /// Appends the marks in turn.
  @inlinable
  public func append(to builder: inout TreeBuilder) throws(ArenaFull) {
    for mark in self { try mark.append(to: &builder) }
  }
}

/// A place on an axis: a number, or a name among others.
@frozen
public enum ChartValue: Hashable, Sendable, ExpressibleByStringInterpolation,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  /// A name.
  case name(String)
  /// A number.
  case number(Double)

  /// A name.
  @inlinable @inline(__always)
  public init(stringLiteral value: String) { self = .name(value) }

  /// A number.
  @inlinable @inline(__always)
  public init(floatLiteral value: Double) { self = .number(value) }

  /// A number.
  @inlinable @inline(__always)
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

/// A point of a chart's data.
@frozen
public struct ChartPoint: Hashable, Sendable {
  @usableFromInline let x: ChartValue
  @usableFromInline let y: Double
  @usableFromInline let series: String?

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - x: Its place on the x axis.
  ///   - y: Its height.
  ///   - series: The series that it belongs to, if there are several.
  @inlinable @inline(__always)
  public init(_ x: ChartValue, _ y: Double, series: String? = nil) {
    self.x = x
    self.y = y
    self.series = series
  }

  /// Creates a point at a name.
  @inlinable @inline(__always)
  @_disfavoredOverload
  public init(_ x: String, _ y: Double, series: String? = nil) {
    self.init(.name(x), y, series: series)
  }

  /// Creates a point at a number.
  @inlinable @inline(__always)
  @_disfavoredOverload
  public init(_ x: Double, _ y: Double, series: String? = nil) {
    self.init(.number(x), y, series: series)
  }
}

/// A sector of a chart: a part and its name.
@frozen
public struct ChartSector: Hashable, Sendable {
  @usableFromInline let value: Double
  @usableFromInline let category: String

  /// Creates a sector.
  ///
  /// - Parameters:
  ///   - category: Its name.
  ///   - value: Its size beside the others.
  @inlinable @inline(__always)
  public init(_ category: String, _ value: Double) {
    self.category = category
    self.value = value
  }
}

// MARK: - Text of marks

extension TreeBuilder {
  /// Begins a mark behind those that were put together.
  @usableFromInline
  mutating func beginMark(_ type: StaticString) {
    scratch.append(UInt8(ascii: scratch.count == 0 ? "[" : ","))
    scratch.append(#"[""#)
    scratch.append(type)
    scratch.append(#"","#)
  }

  @usableFromInline
  mutating func append(_ point: ChartPoint, isFirst: Bool) {
    scratch.append(isFirst ? "[" : ",[")
    append(point.x)
    scratch.append(UInt8(ascii: ","))
    appendNumber(point.y)
    if let series = point.series {
      scratch.append(UInt8(ascii: ","))
      appendJSON(series)
    }
    scratch.append(UInt8(ascii: "]"))
  }

  @usableFromInline
  mutating func append(_ sector: ChartSector, isFirst: Bool) {
    scratch.append(isFirst ? "[" : ",[")
    appendNumber(sector.value)
    scratch.append(UInt8(ascii: ","))
    appendJSON(sector.category)
    scratch.append(UInt8(ascii: "]"))
  }

  @usableFromInline
  mutating func append(_ value: ChartValue) {
    switch value {
    case .name(let name): appendJSON(name)
    case .number(let number): appendNumber(number)
    }
  }

  @usableFromInline
  mutating func append(_ key: StaticString, _ value: ChartValue?, _ hasMember: inout Bool) {
    guard let value else { return }
    appendKey(key, &hasMember)
    append(value)
  }
}
