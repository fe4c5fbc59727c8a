/// A record of a ``Tree``: an element, a reference, a text node or a style.
///
/// The number is the record's byte offset; it is meaningful only in the tree that gave it, until
/// that tree is reset.
@frozen
public struct NodeID: RawRepresentable, Hashable, Sendable {
  /// The byte offset, a multiple of 8; 0 is no record.
  public let rawValue: UInt32

  /// Takes an offset as it is.
  @inlinable @inline(__always)
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No record.
  @inlinable @inline(__always)
  public static var none: NodeID { NodeID(rawValue: 0) }

  @inlinable @inline(__always)
  var offset: Int { Int(rawValue) }
}

/// A prop of an element, or a member of a style.
@frozen
public struct PropID: RawRepresentable, Hashable, Sendable {
  /// The byte offset, a multiple of 8; 0 is no record.
  public let rawValue: UInt32

  /// Takes an offset as it is.
  @inlinable @inline(__always)
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No record.
  @inlinable @inline(__always)
  public static var none: PropID { PropID(rawValue: 0) }

  @inlinable @inline(__always)
  var offset: Int { Int(rawValue) }
}

/// Text kept in a ``Tree``, as UTF-8 in which lone surrogates are three bytes (WTF-8).
@frozen
public struct TextRange: Hashable, Sendable {
  @usableFromInline let offset: UInt32
  /// The byte count times two, plus one when the text needs no escaping in JSON.
  @usableFromInline let bits: UInt32

  @inlinable @inline(__always)
  init(offset: UInt32, bits: UInt32) {
    self.offset = offset
    self.bits = bits
  }

  /// No text.
  @inlinable @inline(__always)
  public static var empty: TextRange { TextRange(offset: 8, bits: 1) }

  /// The length in UTF-8 bytes.
  @inlinable @inline(__always)
  public var byteCount: Int { Int(bits >> 1) }

  /// Whether the text can stand between quotes in JSON as it is.
  @inlinable @inline(__always)
  public var isPlain: Bool { bits & 1 != 0 }

  /// The text as a number, to keep it elsewhere while the tree is not reset.
  @inlinable @inline(__always)
  public var bitPattern: UInt64 { word }

  /// A text from its number.
  @inlinable @inline(__always)
  public init(bitPattern: UInt64) { self.init(word: bitPattern) }

  @inlinable @inline(__always)
  var word: UInt64 { UInt64(offset) | UInt64(bits) << 32 }

  @inlinable @inline(__always)
  init(word: UInt64) {
    self.init(
      offset: UInt32(truncatingIfNeeded: word), bits: UInt32(truncatingIfNeeded: word >> 32))
  }
}

/// A list of nodes: an element's children, a node-valued prop, a root.
///
/// It is also the handle while the list is built: `var list = Content()`, then
/// ``Tree/append(_:to:)-(NodeID,_)``. A payload tells one node from a list of one, hence
/// ``isArray``.
@frozen
public struct Content: Hashable, Sendable {
  /// The first node.
  public var first: NodeID
  @usableFromInline var last: NodeID
  /// How many nodes there are.
  public var count: UInt32
  /// Whether the payload shows an array; a list of none or of several always is one.
  public var isArray: Bool

  /// An empty list.
  @inlinable @inline(__always)
  public init(isArray: Bool = false) {
    first = .none
    last = .none
    count = 0
    self.isArray = isArray
  }

  /// Whether there are no nodes.
  @inlinable @inline(__always)
  public var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  var word: UInt64 {
    UInt64(first.rawValue) | UInt64(count & 0x7FFF_FFFF) << 32 | (isArray ? 1 << 63 : 0)
  }

  @inlinable @inline(__always)
  init(word: UInt64) {
    first = NodeID(rawValue: UInt32(truncatingIfNeeded: word))
    last = .none
    count = UInt32(truncatingIfNeeded: word >> 32) & 0x7FFF_FFFF
    isArray = word >> 63 != 0
  }
}

/// The name of a prop or of a style's member, as the payload will show it.
@frozen
public struct PropName: Hashable, Sendable {
  @usableFromInline let id: UInt16
  @usableFromInline let text: TextRange

  @inlinable @inline(__always)
  init(id: UInt16, text: TextRange) {
    self.id = id
    self.text = text
  }

  /// A name of the table.
  @inlinable @inline(__always)
  public init(_ name: ShortName) {
    id = UInt16(name.rawValue)
    text = .empty
  }

  @inlinable @inline(__always)
  static var custom: UInt16 { 0xFFFF }

  /// The name in the table; `nil` for any other name.
  @inlinable @inline(__always)
  public var short: ShortName? {
    id == PropName.custom ? nil : ShortName(rawValue: UInt8(truncatingIfNeeded: id))
  }

  /// The text of a name that is not in the table; empty for one that is.
  @inlinable @inline(__always)
  public var customText: TextRange { text }
}

/// The value of a prop or of a style's member.
@frozen
public enum PropValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number; NaN and the infinities are written as `null`.
  case number(Double)
  /// Text, written as a JSON string.
  case string(TextRange)
  /// JSON text, written as it is.
  case raw(TextRange)
  /// Nodes, such as a label.
  case content(Content)
  /// An entry of the style registry.
  case style(Int)
  /// A style written in place; the node comes from ``Tree/beginStyle()``.
  case inlineStyle(NodeID)
  /// A value that JSON drops (`undefined`, a function): nothing is written, yet the element gets
  /// its `p`.
  case dropped
}

/// What a node is.
@frozen
public enum NodeKind: UInt8, Sendable {
  /// No record.
  case none
  /// An element.
  case element
  /// A reference into the registry of shared elements.
  case reference
  /// Text that stands for a node.
  case text
  /// JSON text that stands for a node.
  case raw
  /// A style.
  case style
  /// A style that the payload shows as `null`.
  case nullStyle
  /// An instance of a form: elements or a style; see ``Tree/makeForm(_:gaps:elementCount:)``.
  case instance
}
