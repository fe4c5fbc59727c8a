public import PantileJSON

/// A part of a widget: a component, or a value that describes itself by other views.
///
///     struct Fact: View {
///       var label: String
///       var value: String
///
///       var body: some View {
///         Text(label).font(.size(12)).opacity(0.7)
///         Text(value)
///       }
///     }
///
/// A view is a plain value. Nothing of it is kept: ``write(into:)`` puts its elements into the tree
/// of the render, and what the compiler can see of a body is one piece of code at the end. A body
/// that reads the environment is an ``AdaptiveView``.
public protocol View {
  /// The type of ``body``.
  associatedtype Body: View

  /// What the view consists of.
  @ViewBuilder var body: Body { get }

  /// Writes the view's elements behind those that are open in `builder`.
  ///
  /// Components implement it; other views leave it to their ``body``. It is mutating so that a large
  /// view is written where it lies in memory, and not because it changes.
  ///
  /// - Throws: `ArenaFull` when the tree's limit is reached or views nest too deeply.
  mutating func write(into builder: inout TreeBuilder) throws(ArenaFull)
}

extension View {
  /// Writes the view's ``body``.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.descend()
    var content = body
    try content.write(into: &builder)
    builder.ascend()
  }
}

/// A view without a body of its own: one of the components, or a part that the builder makes.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// A component has none.
  public var body: Never { never() }
}

/// There is no value of the type, so a component's body cannot be asked for by mistake.
extension Never: View {
  /// There is no value to call it on.
  public var body: Never { never() }

  /// Does nothing, as there is no value to call it on.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) {}
}

@inline(never)
func never() -> Never { preconditionFailure("a component has no body") }

/// A view whose body depends on the environment.
///
///     struct Caption: AdaptiveView {
///       var text: String
///
///       func body(in environment: WidgetEnvironment) -> some View {
///         Text(text).foreground(environment.colorScheme == .dark ? .white : .black)
///       }
///     }
public protocol AdaptiveView: View where Body == Never {
  /// The type of ``body(in:)``.
  associatedtype Content: View

  /// What the view consists of in an environment.
  @ViewBuilder func body(in environment: WidgetEnvironment) -> Content
}

extension AdaptiveView {
  /// It is ``body(in:)`` that counts.
  public var body: Never { never() }

  /// Writes the body for the environment of the place.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.descend()
    var content = body(in: builder.environment)
    try content.write(into: &builder)
    builder.ascend()
  }
}
