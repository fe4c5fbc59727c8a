public import PantileJSON

/// The key of a style's member: the bytes that the payload shows, such as `"pad":`, the first one
/// in the highest bits, so that keys compare as they are sorted. The lowest byte is their number.
@frozen
public struct StyleKey: RawRepresentable, Hashable, Sendable {
  /// The bytes and their number.
  public let rawValue: UInt64

  /// Takes bytes as they are.
  @inlinable @inline(__always)
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  @inlinable @inline(__always)
  init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// No key; it sorts behind all others.
  @inlinable static var none: StyleKey { StyleKey(.max) }
}

/// A member of a style: a key, and a value in eight bytes.
@frozen
public struct StyleMember: Sendable {
  /// What the value is.
  @usableFromInline
  @frozen
  enum Kind: UInt8, Sendable {
    /// The bits of a double.
    case number
    /// The bits of a ``Color``.
    case color
    /// Up to eight bytes of JSON and a comma, the first one in the lowest bits.
    case word
    /// The place of a literal among the ``StyleLiteral``s.
    case literal
  }

  @usableFromInline let key: UInt64
  @usableFromInline let kind: Kind
  @usableFromInline let value: UInt64

  @inlinable @inline(__always)
  init(_ key: StyleKey, _ kind: Kind, _ value: UInt64) {
    self.key = key.rawValue
    self.kind = kind
    self.value = value
  }

  /// No member.
  @inlinable static var none: StyleMember { StyleMember(.none, .word, 0) }

  /// A number; a small whole one is kept as its text, which costs nothing where it is known to the
  /// compiler.
  @inlinable @inline(__always)
  init(_ key: StyleKey, _ value: Double) {
    guard value >= 0, value < 1000, case let whole = UInt32(value), Double(whole) == value else {
      self.init(key, .number, value.bitPattern)
      return
    }
    let hundreds = UInt64(whole / 100)
    let tens = UInt64(whole / 10 % 10)
    let ones = UInt64(whole % 10)
    if whole < 10 {
      self.init(key, .word, 0x2C30 &+ ones)
    } else if whole < 100 {
      self.init(key, .word, 0x2C_3030 &+ tens &+ ones << 8)
    } else {
      self.init(key, .word, 0x2C30_3030 &+ hundreds &+ tens << 8 &+ ones << 16)
    }
  }

  /// A number or nothing.
  @inlinable @inline(__always)
  init(_ key: StyleKey, optional value: Double?) {
    if let value { self.init(key, value) } else { self = .none }
  }

  /// A colour.
  @inlinable @inline(__always)
  init(_ key: StyleKey, _ color: Color) { self.init(key, .color, color.bits) }

  /// A word of a closed set.
  @inlinable @inline(__always)
  init(_ key: StyleKey, _ literal: StyleLiteral) {
    self.init(key, .literal, UInt64(literal.rawValue))
  }

  /// A length or nothing.
  @inlinable @inline(__always)
  init(_ key: StyleKey, _ length: Length?) {
    switch length {
    case .points(let points): self.init(key, points)
    // "100%", and "auto", with the comma.
    case .fill: self.init(key, .word, 0x2C_2225_3030_3122)
    case .auto: self.init(key, .word, 0x2C_226F_7475_6122)
    case nil: self = .none
    }
  }

  /// A weight or nothing.
  @inlinable @inline(__always)
  init(_ key: StyleKey, _ weight: FontWeight?) {
    if let weight { self.init(key, .word, weight.member) } else { self = .none }
  }
}

// MARK: - Lists

/// The members of a style.
///
/// They are sorted by their keys when they are added, which costs nothing where the compiler knows
/// the keys, so that writing them is one pass.
public protocol StyleMembers: Sendable {
  /// The type with one member more.
  associatedtype Added: StyleMembers

  /// The members with one more; it replaces one of its key.
  consuming func adding(_ member: StyleMember) -> Added

  /// Adds a member and takes the last one out, or none when one was replaced.
  mutating func insert(_ carried: inout StyleMember)

  /// Appends the members, each with a comma, at a place of the tree's text that has room for them;
  /// returns the place behind them.
  func append(at place: Int, to builder: inout TreeBuilder) throws(ArenaFull) -> Int

  /// Adds members that are put together, such as gradients, to the element's style.
  func finish(in builder: inout TreeBuilder) throws(ArenaFull)

  /// The most members that there are.
  static var count: Int { get }
}

/// No members; what a style begins with.
@frozen
public struct NoMembers: StyleMembers {
  @inlinable @inline(__always)
  init() {}

  /// A list of one member.
  @inlinable @inline(__always)
  public consuming func adding(_ member: StyleMember) -> MemberList<NoMembers> {
    MemberList(self, member)
  }

  /// Leaves the member where it is.
  @inlinable @inline(__always)
  public mutating func insert(_ carried: inout StyleMember) {}

  /// Appends nothing.
  @inlinable @inline(__always)
  public func append(at place: Int, to builder: inout TreeBuilder) -> Int { place }

  /// Adds nothing.
  @inlinable @inline(__always)
  public func finish(in builder: inout TreeBuilder) {}

  /// None.
  @inlinable public static var count: Int { 0 }
}

/// Members, and one behind them.
@frozen
public struct MemberList<Rest: StyleMembers>: StyleMembers {
  @usableFromInline var rest: Rest
  @usableFromInline var last: StyleMember

  @inlinable @inline(__always)
  init(_ rest: consuming Rest, _ last: StyleMember) {
    self.rest = rest
    self.last = last
  }

  /// A list with one member more.
  @inlinable @inline(__always)
  public consuming func adding(_ member: StyleMember) -> MemberList<MemberList<Rest>> {
    var carried = member
    var list = self
    list.insert(&carried)
    return MemberList<MemberList<Rest>>(list, carried)
  }

  /// Puts a member in its place.
  @inlinable @inline(__always)
  public mutating func insert(_ carried: inout StyleMember) {
    if carried.key == last.key {
      last = carried
      carried = .none
    } else if carried.key < last.key {
      let larger = last
      last = carried
      carried = larger
      rest.insert(&last)
    }
  }

  /// Appends the members.
  @inlinable @inline(__always)
  public func append(
    at place: Int, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Int {
    try builder.append(last, at: rest.append(at: place, to: &builder))
  }

  /// Adds what the rest has put together.
  @inlinable @inline(__always)
  public func finish(in builder: inout TreeBuilder) throws(ArenaFull) {
    try rest.finish(in: &builder)
  }

  /// One more than the rest.
  @inlinable public static var count: Int { Rest.count + 1 }
}

/// Members, and one that is put together, such as a gradient.
@frozen
public struct TextMember<Rest: StyleMembers, Value: TextValue>: StyleMembers {
  @usableFromInline var rest: Rest
  @usableFromInline let key: StyleKey
  @usableFromInline let value: Value

  @inlinable @inline(__always)
  init(_ rest: consuming Rest, _ key: StyleKey, _ value: consuming Value) {
    self.rest = rest
    self.key = key
    self.value = value
  }

  /// A list with one member more.
  @inlinable @inline(__always)
  public consuming func adding(_ member: StyleMember) -> TextMember<Rest.Added, Value> {
    let (key, value) = (key, value)
    return TextMember<Rest.Added, Value>(rest.adding(member), key, value)
  }

  /// Puts a member in its place.
  @inlinable @inline(__always)
  public mutating func insert(_ carried: inout StyleMember) { rest.insert(&carried) }

  /// Appends the other members.
  @inlinable @inline(__always)
  public func append(
    at place: Int, to builder: inout TreeBuilder
  ) throws(ArenaFull) -> Int {
    try rest.append(at: place, to: &builder)
  }

  /// Adds the member.
  @inlinable
  public func finish(in builder: inout TreeBuilder) throws(ArenaFull) {
    try rest.finish(in: &builder)
    builder.scratch.removeAll()
    try value.append(to: &builder)
    try builder.merge(key, isJSON: Value.isJSON)
  }

  /// As many as the rest.
  @inlinable public static var count: Int { Rest.count }
}
