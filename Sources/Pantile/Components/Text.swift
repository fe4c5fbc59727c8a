public import PantileCore
public import PantileJSON

/// Text.
///
///     Text("\(report.temperature)°").font(.size(42, weight: .light))
///
/// A device reads inline Markdown in it: `Text("**now**")` is bold. ``init(verbatim:lineLimit:alignment:)``
/// shows text as it is.
@frozen
public struct Text: PrimitiveView {
  @usableFromInline let text: String
  @usableFromInline let lineLimit: Int32?
  @usableFromInline let alignment: LineAlignment?
  @usableFromInline let isVerbatim: Bool

  /// Creates text.
  ///
  /// - Parameters:
  ///   - text: The text, with inline Markdown.
  ///   - lineLimit: The most lines that it takes; it counts before the modifier's.
  ///   - alignment: How several lines lie; it counts before the modifier's.
  @inlinable @inline(__always)
  public init(_ text: String, lineLimit: Int? = nil, alignment: LineAlignment? = nil) {
    self.text = text
    self.lineLimit = lineLimit.map { Int32(clamping: $0) }
    self.alignment = alignment
    isVerbatim = false
  }

  /// Creates text in which nothing is read as Markdown.
  ///
  /// - Parameters:
  ///   - text: The text; characters of Markdown in it are escaped.
  ///   - lineLimit: The most lines that it takes; it counts before the modifier's.
  ///   - alignment: How several lines lie; it counts before the modifier's.
  @inlinable @inline(__always)
  public init(
    verbatim text: String, lineLimit: Int? = nil, alignment: LineAlignment? = nil
  ) {
    self.text = text
    self.lineLimit = lineLimit.map { Int32(clamping: $0) }
    self.alignment = alignment
    isVerbatim = true
  }

  /// Writes the element.
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let node = try builder.begin(.text)
    let content = try isVerbatim ? builder.escaped(text) : builder.tree.text(text)
    builder.tree.setContent(text: content, of: node)
    try builder.set(.multilineTextAlignment, alignment, of: node)
    try builder.set(.numberOfLines, lineLimit, of: node)
    builder.finish(node)
  }
}

extension TreeBuilder {
  /// Text with a backslash before each character that Markdown may read.
  @inline(never)
  @usableFromInline
  mutating func escaped(_ text: String) throws(ArenaFull) -> TextRange {
    scratch.removeAll()
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "~"),
        UInt8(ascii: "!"), UInt8(ascii: "&"):
        scratch.append(UInt8(ascii: "\\"))
      default: break
      }
      scratch.append(byte)
    }
    return try takeScratch()
  }
}

extension Link where Content == Text {
  /// Creates a link with text.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - destination: The URL, or a path within the app's scheme.
  @inlinable @inline(__always)
  public init(_ title: String, destination: String) {
    self.init(destination: destination) { Text(title) }
  }
}
