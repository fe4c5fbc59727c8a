public import PantileCore
public import PantileJSON

/// A picture of the app, or one that the payload brings along.
///
///     Image("logo", resizeMode: .contain) { Symbol("photo") }
@frozen
public struct Image<Fallback: View>: PrimitiveView {
  @usableFromInline let source: ImageSource
  @usableFromInline let resizeMode: ResizeMode?
  @usableFromInline let accentedRenderingMode: AccentedRenderingMode?
  @usableFromInline var fallback: Fallback

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - source: Where the picture comes from.
  ///   - resizeMode: How it fills its frame; it covers it when nothing is given.
  ///   - accentedRenderingMode: How it is drawn in a tinted widget, from iOS 18 on.
  ///   - fallback: What is shown when there is no such picture.
  @inlinable @inline(__always)
  public init(
    _ source: ImageSource, resizeMode: ResizeMode? = nil,
    accentedRenderingMode: AccentedRenderingMode? = nil,
    @ViewBuilder fallback: () -> Fallback = { EmptyView() }
  ) {
    self.source = source
    self.resizeMode = resizeMode
    self.accentedRenderingMode = accentedRenderingMode
    self.fallback = fallback()
  }

  /// Creates a picture of the app.
  ///
  /// - Parameters:
  ///   - name: Its name in the asset catalogue, or that of one that was loaded before.
  ///   - resizeMode: How it fills its frame; it covers it when nothing is given.
  ///   - accentedRenderingMode: How it is drawn in a tinted widget, from iOS 18 on.
  ///   - fallback: What is shown when there is no such picture.
  @inlinable @inline(__always)
  public init(
    _ name: String, resizeMode: ResizeMode? = nil,
    accentedRenderingMode: AccentedRenderingMode? = nil,
    @ViewBuilder fallback: () -> Fallback = { EmptyView() }
  ) {
    self.init(
      .asset(name), resizeMode: resizeMode, accentedRenderingMode: accentedRenderingMode,
      fallback: fallback)
  }

  /// Writes the element.
  @inlinable @inline(never)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let node = try builder.begin(.image)
    try builder.set(.accentedRenderingMode, accentedRenderingMode, of: node)
    let outer = builder.open()
    try fallback.write(into: &builder)
    try builder.close(.fallback, of: node, outer)
    try builder.set(.resizeMode, resizeMode, of: node)
    try builder.set(.source, source, of: node)
    builder.finish(node)
  }
}

/// Where a picture comes from.
@frozen
public enum ImageSource: TextValue, Hashable {
  /// A picture of the app, by its name.
  case asset(String)
  /// The bytes of a file in base64, as few as possible.
  case base64(String)

  /// Appends the source as JSON.
  public func append(to builder: inout TreeBuilder) {
    switch self {
    case .asset(let name):
      builder.scratch.append(#"{"assetName":"#)
      builder.appendJSON(name)
    case .base64(let text):
      builder.scratch.append(#"{"base64":"#)
      builder.appendJSON(text)
    }
    builder.scratch.append(UInt8(ascii: "}"))
  }
}
