public import PantileCore
public import PantileJSON

/// One or several members of a style.
///
/// A style is put together as the text that the payload shows, with sorted keys. Its members are
/// asked for the smallest key behind the last one until there is none left, so that nothing is
/// gathered and sorted.
public protocol StyleMember: Sendable {
  /// The smallest key behind `last`; ``StyleKey/end`` when there is none.
  func key(behind last: StyleKey) -> StyleKey

  /// Appends the member of a key, comma included, to the text that was begun in the tree; returns
  /// false when there is no member of that key.
  func append(_ key: StyleKey, to builder: inout TreeBuilder) throws(ArenaFull) -> Bool
}

/// The key of a style's member: the bytes that the payload shows, such as `"pad":`, the first one
/// in the highest bits, so that keys compare as they are sorted.
@frozen
public struct StyleKey: RawRepresentable, Comparable, Sendable {
  /// The bytes, with zeros behind them.
  public let rawValue: UInt64

  /// Takes bytes as they are.
  @inlinable @inline(__always)
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  @inlinable @inline(__always)
  init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Before all keys.
  @inlinable public static var start: StyleKey { StyleKey(0) }
  /// Behind all keys.
  @inlinable public static var end: StyleKey { StyleKey(.max) }

  /// Whether `left` comes first.
  @inlinable @inline(__always)
  public static func < (left: StyleKey, right: StyleKey) -> Bool { left.rawValue < right.rawValue }

  @inlinable @inline(__always)
  var byteCount: Int { 8 &- rawValue.trailingZeroBitCount / 8 }
}

// MARK: - Members

/// A number of a style.
@frozen
public struct NumberMember: StyleMember {
  @usableFromInline let key: StyleKey
  @usableFromInline let value: Double

  @inlinable @inline(__always)
  init(_ key: StyleKey, _ value: Double) {
    self.key = key
    self.value = value
  }

  /// A number, or nothing.
  @inlinable @inline(__always)
  init(_ key: StyleKey, optional value: Double?) {
    self.key = value == nil ? .end : key
    self.value = value ?? 0
  }

  /// The member's key.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey { key > last ? key : .end }

  /// Appends the member.
  @inlinable @inline(__always)
  public func append(
    _ key: StyleKey, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Bool {
    guard key == self.key else { return false }
    try builder.append(key)
    try builder.append(member: value)
    return true
  }
}

/// A colour of a style.
@frozen
public struct ColorMember: StyleMember {
  @usableFromInline let key: StyleKey
  @usableFromInline let value: Color

  @inlinable @inline(__always)
  init(_ key: StyleKey, _ value: Color) {
    self.key = key
    self.value = value
  }

  /// The member's key.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey { key > last ? key : .end }

  /// Appends the member.
  @inlinable @inline(__always)
  public func append(
    _ key: StyleKey, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Bool {
    guard key == self.key else { return false }
    try builder.append(key)
    try builder.append(member: value)
    return true
  }
}

/// A short word of a style, which stands in the payload as up to seven bytes and a comma.
@frozen
public struct WordMember: StyleMember {
  @usableFromInline let key: StyleKey
  @usableFromInline let word: UInt64

  /// A word with its quotes and comma, the first byte in the lowest bits; 0 for nothing.
  @inlinable @inline(__always)
  init(_ key: StyleKey, _ word: UInt64) {
    self.key = word == 0 ? .end : key
    self.word = word
  }

  /// The member's key.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey { key > last ? key : .end }

  /// Appends the member.
  @inlinable @inline(__always)
  public func append(
    _ key: StyleKey, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Bool {
    guard key == self.key else { return false }
    // The usual weight is left out unless it replaces another, which a view within has set.
    if word == FontWeight.regular.member, builder.style.byteCount == 0 { return true }
    try builder.append(key)
    try builder.tree.appendText(word: word, byteCount: 8 &- word.leadingZeroBitCount / 8)
    return true
  }
}

/// Literal JSON of a style.
@frozen
public struct LiteralMember: StyleMember {
  @usableFromInline let key: StyleKey
  @usableFromInline let json: StaticString
  @usableFromInline let isWord: Bool

  @inlinable @inline(__always)
  init(_ key: StyleKey, json: StaticString) {
    self.key = key
    self.json = json
    isWord = false
  }

  @inlinable @inline(__always)
  init(_ key: StyleKey, word: StaticString) {
    self.key = key
    json = word
    isWord = true
  }

  /// The member's key.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey { key > last ? key : .end }

  /// Appends the member.
  @inlinable @inline(__always)
  public func append(
    _ key: StyleKey, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Bool {
    guard key == self.key else { return false }
    try builder.append(key)
    if isWord { try builder.tree.appendText(word: 0x22, byteCount: 1) }
    try builder.tree.appendText(literal: json)
    try builder.tree.appendText(word: isWord ? 0x2C22 : 0x2C, byteCount: isWord ? 2 : 1)
    return true
  }
}

/// A length of a style.
@frozen
public struct LengthMember: StyleMember {
  @usableFromInline let key: StyleKey
  @usableFromInline let value: Length

  @inlinable @inline(__always)
  init(_ key: StyleKey, _ value: Length?) {
    self.key = value == nil ? .end : key
    self.value = value ?? .auto
  }

  /// The member's key.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey { key > last ? key : .end }

  /// Appends the member.
  @inlinable @inline(__always)
  public func append(
    _ key: StyleKey, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Bool {
    guard key == self.key else { return false }
    try builder.append(key)
    switch value {
    case .points(let points): try builder.append(member: points)
    case .fill: try builder.tree.appendText(literal: #""100%","#)
    case .auto: try builder.tree.appendText(literal: #""auto","#)
    }
    return true
  }
}

/// Text of a style that is put together, such as a gradient.
@frozen
public struct TextMember<Value: TextValue>: StyleMember {
  @usableFromInline let key: StyleKey
  @usableFromInline let value: Value
  @usableFromInline let isJSON: Bool

  @inlinable @inline(__always)
  init(_ key: StyleKey, _ value: Value, isJSON: Bool = false) {
    self.key = key
    self.value = value
    self.isJSON = isJSON
  }

  /// The member's key.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey { key > last ? key : .end }

  /// Appends the member.
  @inlinable
  public func append(
    _ key: StyleKey, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Bool {
    guard key == self.key else { return false }
    try builder.append(key)
    builder.scratch.removeAll()
    try value.append(to: &builder)
    try builder.appendScratch(isJSON: isJSON)
    return true
  }
}

/// Two members.
@frozen
public struct MemberPair<First: StyleMember, Second: StyleMember>: StyleMember {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable @inline(__always)
  init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// The smaller key.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey {
    Swift.min(first.key(behind: last), second.key(behind: last))
  }

  /// Appends the member; the later one when both have the key.
  @inlinable @inline(__always)
  public func append(
    _ key: StyleKey, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Bool {
    if try second.append(key, to: &builder) { return true }
    return try first.append(key, to: &builder)
  }
}

/// No member; what a style begins with.
@frozen
public struct NoMember: StyleMember {
  @inlinable @inline(__always)
  init() {}

  /// None.
  @inlinable @inline(__always)
  public func key(behind last: StyleKey) -> StyleKey { .end }

  /// Appends nothing.
  @inlinable @inline(__always)
  public func append(_ key: StyleKey, to builder: inout TreeBuilder) -> Bool { false }
}
