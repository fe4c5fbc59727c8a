public import PantileJSON

/// How a prop record stores its value.
@usableFromInline
enum ValueKind: UInt8 {
  case null, bool, number, string, raw, content, style, inlineStyle, dropped
  /// Not a prop: the hash table of a holder with many names.
  case table
}

// MARK: - Names

extension Tree {
  /// The name for a full prop or style name given as UTF-16 units: shortened when the table has it.
  public mutating func name(utf16 units: Span<UInt16>) throws(ArenaFull) -> PropName {
    if let short = ShortName(full: units) { return PropName(short) }
    return written(try text(utf16: units))
  }

  /// The name for a full prop or style name given as UTF-8 (or ASCII, or WTF-8).
  public mutating func name(utf8 bytes: RawSpan) throws(ArenaFull) -> PropName {
    let start = texts.top
    let full = try text(utf8: bytes)
    if let packed = PackedName(texts, Int(full.offset), full.byteCount),
      let short = ShortName(full: packed)
    {
      texts.top = start
      return PropName(short)
    }
    return written(full)
  }

  /// The name for a full prop or style name.
  public mutating func name(_ full: String) throws(ArenaFull) -> PropName {
    if let short = ShortName(full) { return PropName(short) }
    return written(try text(full))
  }

  /// The name whose key in the payload is `key`.
  ///
  /// A key that equals a written short name is that name, so `s` and `style` collide.
  public func written(_ key: TextRange) -> PropName {
    if let packed = PackedName(texts, Int(key.offset), key.byteCount),
      let short = ShortName(written: packed)
    {
      return PropName(short)
    }
    return PropName(id: PropName.custom, text: key)
  }
}

// MARK: - Setting

extension Tree {
  /// Sets a prop of an element, or a member of a style.
  ///
  /// A later value for the same written name replaces the earlier one in its place. Names that are
  /// array indices come first, ascending, as in a JavaScript object.
  ///
  /// - Throws: `ArenaFull` when the tree's limit is reached.
  /// - Complexity: O(1); for index names given out of order, O(*n*) in the index names.
  @inlinable @inline(__always)
  public mutating func set(
    _ name: PropName, _ value: PropValue, of holder: NodeID
  ) throws(ArenaFull) {
    let header = records.load32(holder.offset)
    let bloom: UInt32 = 1 << (24 &+ UInt32(name.id & 7))
    let (kind, word) = Tree.encode(value)
    if name.id == PropName.custom || header & bloom != 0 {
      try setSlowly(name, kind, word, of: holder)
    } else {
      records.store32(holder.offset, header | bloom | ElementFlags.hasProps)
      _ = try appendProp(name, kind, word, of: holder)
    }
  }

  @inlinable @inline(__always)
  static func encode(_ value: PropValue) -> (ValueKind, UInt64) {
    switch value {
    case .null: (.null, 0)
    case .bool(let flag): (.bool, flag ? 1 : 0)
    case .number(let number): (.number, number.bitPattern)
    case .string(let text): (.string, text.word)
    case .raw(let text): (.raw, text.word)
    case .content(let content): (.content, content.word)
    case .style(let index): (.style, UInt64(UInt32(truncatingIfNeeded: index)))
    case .inlineStyle(let style): (.inlineStyle, UInt64(style.rawValue))
    case .dropped: (.dropped, 0)
    }
  }

  @inlinable @inline(__always)
  mutating func makeProp(
    _ name: PropName, _ kind: ValueKind, _ word: UInt64
  ) throws(ArenaFull) -> Int {
    let isCustom = name.id == PropName.custom
    let at = try allocate(isCustom ? 24 : 16)
    records.store64(at, UInt64(kind.rawValue) | UInt64(name.id) << 16)
    records.store64(at &+ 8, word)
    if isCustom { records.store64(at &+ 16, name.text.word) }
    return at
  }

  @inlinable @inline(__always)
  mutating func appendProp(
    _ name: PropName, _ kind: ValueKind, _ word: UInt64, of holder: NodeID
  ) throws(ArenaFull) -> Int {
    let at = try makeProp(name, kind, word)
    let prop = UInt32(truncatingIfNeeded: at)
    let ends = records.load64(holder.offset &+ 16)
    let last = Int(ends >> 32)
    if last == 0 {
      records.store64(holder.offset &+ 16, UInt64(prop) | UInt64(prop) << 32)
    } else {
      records.store32(last &+ 4, prop)
      records.store32(holder.offset &+ 20, prop)
    }
    return at
  }
}

/// Props or members that are put together before their holder takes them.
///
/// The names must differ and must not be array indices: nothing is checked.
@frozen
public struct PropList {
  @usableFromInline var first: UInt32 = 0
  @usableFromInline var last: UInt32 = 0
  @usableFromInline var flags: UInt32 = 0

  /// An empty list.
  @inlinable @inline(__always)
  public init() {}

  /// Whether nothing was appended.
  @inlinable @inline(__always)
  public var isEmpty: Bool { last == 0 }
}

extension Tree {
  /// Appends a prop under a table name that the list does not have yet.
  @inlinable @inline(__always)
  public mutating func append(
    _ name: PropName, _ value: PropValue, to list: inout PropList
  ) throws(ArenaFull) {
    let (kind, word) = Tree.encode(value)
    let at = try allocate(16)
    records.store64(at, UInt64(kind.rawValue) | UInt64(name.id) << 16)
    records.store64(at &+ 8, word)
    let prop = UInt32(truncatingIfNeeded: at)
    if list.last == 0 {
      list.first = prop
    } else {
      records.store32(Int(list.last) &+ 4, prop)
    }
    list.last = prop
    list.flags |= 1 << (24 &+ UInt32(name.id & 7))
  }

  /// Gives a holder without props the props of a list, of which there is at least one.
  @inlinable @inline(__always)
  public mutating func setProps(_ list: PropList, of holder: NodeID) {
    setFlags(list.flags | ElementFlags.hasProps, of: holder)
    records.store64(holder.offset &+ 16, UInt64(list.first) | UInt64(list.last) << 32)
  }
}

// MARK: - The slow path: duplicates, other names, many names

extension Tree {
  @inline(never)
  @usableFromInline
  mutating func setSlowly(
    _ name: PropName, _ kind: ValueKind, _ word: UInt64, of holder: NodeID
  ) throws(ArenaFull) {
    let isCustom = name.id == PropName.custom
    let bloom: UInt32 = isCustom ? 0 : 1 << (24 + UInt32(name.id & 7))
    let header = records.load32(holder.offset)
    records.store32(holder.offset, header | bloom | ElementFlags.hasProps)
    switch try find(name, of: holder) {
    case .found(let prop):
      records.store8(prop, kind.rawValue)
      records.store64(prop + 8, word)
    case .absent(let table):
      let value = isCustom ? arrayIndex(name.text) : nil
      let prop: Int
      if let value {
        prop = try insert(name, value, kind, word, of: holder)
      } else {
        prop = try appendProp(name, kind, word, of: holder)
      }
      if table != 0 { try add(prop, hash(name), to: table) }
    }
  }

  private enum Search {
    case found(Int)
    case absent(table: Int)
  }

  private mutating func find(_ name: PropName, of holder: NodeID) throws(ArenaFull) -> Search {
    let first = Int(records.load32(holder.offset + 16))
    if first != 0, records.load8(first) == ValueKind.table.rawValue {
      let prop = lookUp(name, in: first)
      return prop != 0 ? .found(prop) : .absent(table: first)
    }
    var prop = first
    var count = 0
    while prop != 0 {
      if isNamed(prop, name) { return .found(prop) }
      prop = Int(records.load32(prop + 4))
      count += 1
    }
    return .absent(table: count >= 16 ? try makeTable(of: holder, count: count) : 0)
  }

  private func isNamed(_ prop: Int, _ name: PropName) -> Bool {
    guard records.load16(prop + 2) == name.id else { return false }
    guard name.id == PropName.custom else { return true }
    return sameText(TextRange(word: records.load64(prop + 16)), name.text)
  }

  func sameText(_ left: TextRange, _ right: TextRange) -> Bool {
    left.byteCount == right.byteCount
      && texts.equal(Int(left.offset), Int(right.offset), byteCount: left.byteCount)
  }

  /// Puts an index name behind the smaller index names at the front.
  private mutating func insert(
    _ name: PropName, _ value: UInt32, _ kind: ValueKind, _ word: UInt64, of holder: NodeID
  ) throws(ArenaFull) -> Int {
    var before = 0
    var next = Int(records.load32(holder.offset + 16))
    let hasTable = next != 0 && records.load8(next) == ValueKind.table.rawValue
    let table = next
    if hasTable {
      before = table
      next = Int(records.load32(table + 4))
      let hint = Int(records.load32(table + 20))
      if hint != 0, let known = indexName(of: hint), known < value {
        before = hint
        next = Int(records.load32(hint + 4))
      }
    }
    while next != 0, let other = indexName(of: next), other < value {
      before = next
      next = Int(records.load32(next + 4))
    }
    let prop = try makeProp(name, kind, word)
    records.store32(prop + 4, UInt32(next))
    records.store32(before == 0 ? holder.offset + 16 : before + 4, UInt32(prop))
    if next == 0 { records.store32(holder.offset + 20, UInt32(prop)) }
    if hasTable { records.store32(table + 20, UInt32(prop)) }
    return prop
  }

  private func indexName(of prop: Int) -> UInt32? {
    records.load16(prop + 2) == PropName.custom
      ? arrayIndex(TextRange(word: records.load64(prop + 16))) : nil
  }

  /// The value of a canonical array index, 0 to 4294967294; `nil` for other text.
  func arrayIndex(_ text: TextRange) -> UInt32? {
    let start = Int(text.offset)
    guard text.byteCount >= 1, text.byteCount <= 10 else { return nil }
    if texts.load8(start) == 0x30 { return text.byteCount == 1 ? 0 : nil }
    var value: UInt64 = 0
    for at in start..<start + text.byteCount {
      let digit = texts.load8(at) &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + UInt64(digit)
    }
    return value < 0xFFFF_FFFF ? UInt32(value) : nil
  }
}

// MARK: - The hash table of a holder with many names

extension Tree {
  // A table record: +4 first real prop, +8 offset of the slots, +12 their number (a power of
  // two), +16 names in use, +20 the index name that was put in last. A slot is a prop or 0.

  private mutating func makeTable(of holder: NodeID, count: Int) throws(ArenaFull) -> Int {
    let table = try allocate(24)
    let first = records.load32(holder.offset + 16)
    records.store64(table, UInt64(ValueKind.table.rawValue) | UInt64(first) << 32)
    records.store64(table + 8, 0)
    records.store64(table + 16, 0)
    try fillSlots(of: table, size: 64)
    records.store32(holder.offset + 16, UInt32(table))
    // A full bloom sends every name through the table.
    records.store8(holder.offset + 3, 0xFF)
    return table
  }

  private mutating func fillSlots(of table: Int, size: Int) throws(ArenaFull) {
    let slots = try allocate(size * 4)
    records.fill64(slots, count: size / 2, 0)
    records.store32(table + 8, UInt32(slots))
    records.store32(table + 12, UInt32(size))
    records.store32(table + 16, 0)
    var prop = Int(records.load32(table + 4))
    while prop != 0 {
      place(prop, hash(nameOf(prop)), in: table)
      prop = Int(records.load32(prop + 4))
    }
  }

  /// Adds a prop that is linked in already, growing the table when it is half full.
  private mutating func add(_ prop: Int, _ hash: UInt64, to table: Int) throws(ArenaFull) {
    let size = Int(records.load32(table + 12))
    if Int(records.load32(table + 16)) * 2 >= size {
      try fillSlots(of: table, size: size * 2)
    } else {
      place(prop, hash, in: table)
    }
  }

  private mutating func place(_ prop: Int, _ hash: UInt64, in table: Int) {
    let slots = Int(records.load32(table + 8))
    let mask = Int(records.load32(table + 12)) - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while records.load32(slots + slot * 4) != 0 { slot = (slot + 1) & mask }
    records.store32(slots + slot * 4, UInt32(prop))
    records.store32(table + 16, records.load32(table + 16) + 1)
  }

  private func lookUp(_ name: PropName, in table: Int) -> Int {
    let slots = Int(records.load32(table + 8))
    let mask = Int(records.load32(table + 12)) - 1
    var slot = Int(truncatingIfNeeded: hash(name) >> 32) & mask
    while case let prop = Int(records.load32(slots + slot * 4)), prop != 0 {
      if isNamed(prop, name) { return prop }
      slot = (slot + 1) & mask
    }
    return 0
  }

  func nameOf(_ prop: Int) -> PropName {
    let id = records.load16(prop + 2)
    return PropName(
      id: id, text: id == PropName.custom ? TextRange(word: records.load64(prop + 16)) : .empty)
  }

  private func hash(_ name: PropName) -> UInt64 {
    guard name.id == PropName.custom else { return mixed(UInt64(name.id)) }
    return textHash(name.text)
  }

  private func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  /// A hash of a text's bytes.
  func textHash(_ text: TextRange) -> UInt64 {
    var hash = UInt64(text.byteCount)
    var at = Int(text.offset)
    let end = at + text.byteCount
    while at < end {
      var word = texts.load64(at)
      if end - at < 8 { word &= ~UInt64(0) >> UInt64(64 - (end - at) * 8) }
      hash = mixed(hash &* 31 ^ word)
      at += 8
    }
    return mixed(hash)
  }
}
