public import PantileCore
public import PantileJSON

/// One or several members of a style.
public protocol StyleMember: ViewChange, Sendable {
  /// Adds the members to a style; a later value for a member replaces an earlier one.
  func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull)
}

extension StyleMember {
  /// Adds the members to the style of the element that was finished last.
  @inlinable @inline(__always)
  public func apply(to builder: inout TreeBuilder) throws(ArenaFull) {
    let style = try builder.openStyle()
    try add(to: style, in: &builder)
  }
}

/// A number of a style.
@frozen
public struct NumberMember: StyleMember {
  @usableFromInline let name: ShortName
  @usableFromInline let value: Double?

  @inlinable @inline(__always)
  init(_ name: ShortName, _ value: Double?) {
    self.name = name
    self.value = value
  }

  /// Adds the member.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.set(name, value, of: style)
  }
}

/// A colour of a style.
@frozen
public struct ColorMember: StyleMember {
  @usableFromInline let name: ShortName
  @usableFromInline let value: Color

  @inlinable @inline(__always)
  init(_ name: ShortName, _ value: Color) {
    self.name = name
    self.value = value
  }

  /// Adds the member.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.set(name, value, of: style)
  }
}

/// A word of a style.
@frozen
public struct WordMember: StyleMember {
  @usableFromInline let name: ShortName
  @usableFromInline let word: StaticString

  @inlinable @inline(__always)
  init(_ name: ShortName, _ word: StaticString) {
    self.name = name
    self.word = word
  }

  /// Adds the member.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    let text = try builder.tree.text(plain: word)
    try builder.tree.set(PropName(name), .string(text), of: style)
  }
}

/// A length of a style.
@frozen
public struct LengthMember: StyleMember {
  @usableFromInline let name: ShortName
  @usableFromInline let value: Length?

  @inlinable @inline(__always)
  init(_ name: ShortName, _ value: Length?) {
    self.name = name
    self.value = value
  }

  /// Adds the member.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.set(name, value, of: style)
  }
}

/// Literal JSON of a style.
@frozen
public struct LiteralMember: StyleMember {
  @usableFromInline let name: ShortName
  @usableFromInline let json: StaticString

  @inlinable @inline(__always)
  init(_ name: ShortName, _ json: StaticString) {
    self.name = name
    self.json = json
  }

  /// Adds the member.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    let text = try builder.tree.text(plain: json)
    try builder.tree.set(PropName(name), .raw(text), of: style)
  }
}

/// Text of a style that is put together, such as a gradient.
@frozen
public struct TextMember<Value: TextValue>: StyleMember {
  @usableFromInline let name: ShortName
  @usableFromInline let value: Value
  @usableFromInline let isRaw: Bool

  @inlinable @inline(__always)
  init(_ name: ShortName, _ value: Value, isRaw: Bool = false) {
    self.name = name
    self.value = value
    self.isRaw = isRaw
  }

  /// Adds the member.
  @inlinable
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    guard isRaw else { return try builder.set(name, value, of: style) }
    builder.scratch.removeAll()
    try value.append(to: &builder)
    try builder.tree.set(PropName(name), .raw(builder.takeScratch()), of: style)
  }
}

/// Two members one behind the other.
@frozen
public struct MemberPair<First: StyleMember, Second: StyleMember>: StyleMember {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable @inline(__always)
  init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// Adds both.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    try first.add(to: style, in: &builder)
    try second.add(to: style, in: &builder)
  }
}

/// The size and weight of text.
@frozen
public struct FontMember: StyleMember {
  @usableFromInline let font: Font

  @inlinable @inline(__always)
  init(_ font: Font) { self.font = font }

  /// Adds the members.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.set(.fontSize, font.size, of: style)
    try builder.set(.fontWeight, font.weight, of: style)
  }
}

/// The size and family of text in a font of the app.
@frozen
public struct CustomFontMember: StyleMember {
  @usableFromInline let font: CustomFont

  @inlinable @inline(__always)
  init(_ font: CustomFont) { self.font = font }

  /// Adds the members.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    try builder.set(.fontFamily, font.family, of: style)
    try builder.set(.fontSize, font.size, of: style)
  }
}

/// A padding or a margin.
@frozen
public struct EdgesMember: StyleMember {
  @usableFromInline let names: EdgeNames
  @usableFromInline let edges: Edges
  @usableFromInline let value: Double

  @inlinable @inline(__always)
  init(_ names: EdgeNames, _ edges: Edges, _ value: Double) {
    self.names = names
    self.edges = edges
    self.value = value
  }

  /// Adds the members.
  @inlinable @inline(__always)
  public func add(to style: NodeID, in builder: inout TreeBuilder) throws(ArenaFull) {
    if edges == .all { return try builder.set(names.all, value, of: style) }
    if edges.isSuperset(of: .horizontal) {
      try builder.set(names.horizontal, value, of: style)
    } else if edges.contains(.leading) {
      try builder.set(names.leading, value, of: style)
    } else if edges.contains(.trailing) {
      try builder.set(names.trailing, value, of: style)
    }
    if edges.isSuperset(of: .vertical) {
      try builder.set(names.vertical, value, of: style)
    } else if edges.contains(.top) {
      try builder.set(names.top, value, of: style)
    } else if edges.contains(.bottom) {
      try builder.set(names.bottom, value, of: style)
    }
  }
}

/// The names of a padding or a margin.
@usableFromInline
@frozen
enum EdgeNames: Sendable {
  case padding, margin

  @inlinable var all: ShortName { self == .padding ? .padding : .margin }
  @inlinable var horizontal: ShortName {
    self == .padding ? .paddingHorizontal : .marginHorizontal
  }
  @inlinable var vertical: ShortName { self == .padding ? .paddingVertical : .marginVertical }
  @inlinable var leading: ShortName { self == .padding ? .paddingLeft : .marginLeft }
  @inlinable var trailing: ShortName { self == .padding ? .paddingRight : .marginRight }
  @inlinable var top: ShortName { self == .padding ? .paddingTop : .marginTop }
  @inlinable var bottom: ShortName { self == .padding ? .paddingBottom : .marginBottom }
}
