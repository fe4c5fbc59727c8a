public import PantileJSON

/// Puts the views of a closure together: several of them, `if`, `switch`, `for` and `#available`.
///
/// Text stands in ``Text``, and a chart's marks stand in a ``Chart``; elsewhere they do not compile.
@resultBuilder
public enum ViewBuilder {
  /// Takes a view as it is.
  @inlinable @inline(__always)
  public static func buildExpression<Content: View>(
    _ content: consuming Content
  ) -> Content {
    content
  }

  /// Text stands in a `Text`.
  @available(*, unavailable, message: "text stands in a Text: write Text(\"…\")")
  public static func buildExpression(_ text: String) -> EmptyView { EmptyView() }

  /// A mark stands in a chart.
  @available(*, unavailable, message: "a mark stands in a Chart")
  public static func buildExpression<Mark: ChartMark>(_ mark: Mark) -> EmptyView { EmptyView() }

  /// Nothing.
  @inlinable @inline(__always)
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// The first view.
  @inlinable @inline(__always)
  public static func buildPartialBlock<Content: View>(
    first: consuming Content
  ) -> Content {
    first
  }

  /// The views so far and the next one.
  @inlinable @inline(__always)
  public static func buildPartialBlock<First: View, Next: View>(
    accumulated: consuming First, next: consuming Next
  ) -> ViewPair<First, Next> {
    ViewPair(accumulated, next)
  }

  /// An `if` without `else`.
  @inlinable @inline(__always)
  public static func buildOptional<Content: View>(
    _ content: consuming Content?
  ) -> Content? {
    content
  }

  /// The first branch of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither<First: View, Second: View>(
    first: consuming First
  ) -> EitherView<First, Second> {
    EitherView(first: first)
  }

  /// The other branches of an `if` or `switch`.
  @inlinable @inline(__always)
  public static func buildEither<First: View, Second: View>(
    second: consuming Second
  ) -> EitherView<First, Second> {
    EitherView(second: second)
  }

  /// A `for` loop, whose views are gathered in an array; ``ForEach`` needs none.
  @inlinable
  public static func buildArray<Content: View>(_ contents: [Content]) -> [Content] { contents }

  /// Views behind `#available`.
  @inlinable @inline(__always)
  public static func buildLimitedAvailability<Content: View>(
    _ content: consuming Content
  ) -> Content {
    content
  }
}

/// No view.
@frozen
public struct EmptyView: PrimitiveView {
  /// Creates it.
  @inlinable @inline(__always)
  public init() {}

  /// Writes nothing.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) {}
}

/// Several views in the place of one; a modifier goes to each of them.
@frozen
public struct Group<Content: View>: PrimitiveView {
  @usableFromInline var content: Content

  /// Creates a group.
  @inlinable @inline(__always)
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Writes the views.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try content.write(into: &builder)
  }
}

/// Two views one behind the other; how a builder puts several together.
@frozen
public struct ViewPair<First: View, Second: View>: PrimitiveView {
  @usableFromInline var first: First
  @usableFromInline var second: Second

  @inlinable @inline(__always)
  init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// Writes both.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try first.write(into: &builder)
    try second.write(into: &builder)
  }
}

/// One of two views; how a builder puts the branches of an `if` together.
@frozen
public struct EitherView<First: View, Second: View>: PrimitiveView {
  // Two optional fields and no enum, as only those can be written where they lie.
  @usableFromInline var first: First?
  @usableFromInline var second: Second?

  @inlinable @inline(__always)
  init(first: consuming First) {
    self.first = first
    second = nil
  }

  @inlinable @inline(__always)
  init(second: consuming Second) {
    first = nil
    self.second = second
  }

  /// Writes the one that it is.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try first?.write(into: &builder)
    try second?.write(into: &builder)
  }
}

extension Optional: View where Wrapped: View {
  /// An optional view has none.
  public var body: Never { never() }

  /// Writes the view, if there is one.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try self?.write(into: &builder)
  }
}

extension Array: View where Element: View {
  /// A list of views has none.
  public var body: Never { never() }

  /// Writes the views in turn.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    for index in indices { try self[index].write(into: &builder) }
  }
}
