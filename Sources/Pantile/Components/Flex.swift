public import PantileCore
public import PantileJSON

/// A flexbox; the wire's component `View`.
///
///     Flex(.row) {
///       Text("left").flex(1)
///       Text("right")
///     }
///     .justifyContent(.spaceBetween)
@frozen
public struct Flex<Content: View>: PrimitiveView {
  @usableFromInline let direction: FlexDirection?
  @usableFromInline let content: Content

  /// Creates a flexbox.
  ///
  /// - Parameters:
  ///   - direction: Which way the children follow each other; downwards when it is not given.
  ///   - content: The children.
  @inlinable @inline(__always)
  public init(_ direction: FlexDirection? = nil, @ViewBuilder content: () -> Content) {
    self.direction = direction
    self.content = content()
  }

  /// Writes the element.
  @inlinable @inline(__always)
  public func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let node = try builder.begin(.view)
    let outer = builder.open()
    try content.write(into: &builder)
    builder.close(node, outer)
    builder.finish(node)
    if let direction {
      let style = try builder.openStyle()
      try builder.set(.flexDirection, direction, of: style)
    }
  }
}

/// Views, of which only those parts are seen that a mask covers.
///
///     Mask { Image("photo") } mask: { Symbol("heart.fill", size: 80) }
///
/// A mask that shows nothing would hide everything, so that is an error.
@frozen
public struct Mask<Content: View, Shape: View>: PrimitiveView {
  @usableFromInline let content: Content
  @usableFromInline let shape: Shape

  /// Creates masked views.
  ///
  /// - Parameters:
  ///   - content: What is seen.
  ///   - mask: The view whose opaque parts let it be seen.
  @inlinable @inline(__always)
  public init(@ViewBuilder content: () -> Content, @ViewBuilder mask: () -> Shape) {
    self.content = content()
    shape = mask()
  }

  /// Writes the element.
  @inlinable @inline(__always)
  public func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let node = try builder.begin(.mask)
    let outer = builder.open()
    try content.write(into: &builder)
    builder.close(node, outer)
    _ = builder.open()
    try shape.write(into: &builder)
    if builder.list.isEmpty { builder.report("missing_required", "a mask shows nothing") }
    try builder.close(.maskElement, of: node, outer)
    builder.finish(node)
  }
}
