public import PantileCore
public import PantileJSON

/// A flexbox; the wire's component `View`.
///
///     Flex {
///       Text("left").flex(1)
///       Text("right")
///     }
///     .flexDirection(.row).justifyContent(.spaceBetween)
///
/// Its children follow each other downwards unless ``View/flexDirection(_:)`` says `row`.
@frozen
public struct Flex<Content: View>: PrimitiveView {
  @usableFromInline var content: Content

  /// Creates a flexbox.
  ///
  /// - Parameter content: The children.
  @inlinable @inline(__always)
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Writes the element.
  @inlinable @inline(never)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let node = try builder.begin(.view)
    let outer = builder.open()
    try content.write(into: &builder)
    builder.close(node, outer)
    builder.finish(node)
  }
}

/// Views, of which only those parts are seen that a mask covers.
///
///     Mask { Image("photo") } mask: { Symbol("heart.fill", size: 80) }
///
/// A mask that shows nothing would hide everything, so that is an error.
@frozen
public struct Mask<Content: View, Shape: View>: PrimitiveView {
  @usableFromInline var content: Content
  @usableFromInline var shape: Shape

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
  @inlinable @inline(never)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
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
