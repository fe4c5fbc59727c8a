public import PantileJSON

// MARK: - Text that the program holds

extension Tree {
  /// Keeps literal text that needs no escape in JSON: no controls, quotes and backslashes.
  @inlinable @inline(__always)
  public mutating func text(plain literal: StaticString) throws(ArenaFull) -> TextRange {
    let byteCount = literal.utf8CodeUnitCount
    try reserveText(byteCount)
    let start = texts.top
    texts.write(literal, at: start)
    texts.top = start &+ byteCount
    return plainText(start, byteCount)
  }

  /// Keeps up to eight bytes of ASCII that need no escape in JSON, the first in the lowest bits.
  @inlinable @inline(__always)
  public mutating func text(
    plain word: UInt64, byteCount: Int
  ) throws(ArenaFull) -> TextRange {
    try reserveText(8)
    let start = texts.top
    texts.store64(start, word)
    texts.top = start &+ byteCount
    return plainText(start, byteCount)
  }

  @inlinable @inline(__always)
  func plainText(_ start: Int, _ byteCount: Int) -> TextRange {
    TextRange(
      offset: UInt32(truncatingIfNeeded: start),
      bits: UInt32(truncatingIfNeeded: byteCount) << 1 | 1)
  }
}

// MARK: - Text that was put together elsewhere

extension Tree {
  /// Keeps the UTF-8 bytes of a buffer.
  public mutating func text(_ buffer: borrowing ByteBuffer) throws(ArenaFull) -> TextRange {
    let count = buffer.count
    try reserveText(count)
    beginText()
    let start = texts.top
    buffer.withBytes { texts.write($0, at: start) }
    texts.top = start &+ count
    return endText()
  }
}

// MARK: - JSON objects that are put together in place

extension Tree {
  /// Makes room for `byteCount` bytes of text and returns the place where they may be stored.
  @inlinable @inline(__always)
  public mutating func reserveText(atTop byteCount: Int) throws(ArenaFull) -> Int {
    try reserveText(byteCount)
    return texts.top
  }

  /// Stores eight bytes in the room that was made for text.
  @inlinable @inline(__always)
  public mutating func storeText(_ word: UInt64, at place: Int) { texts.store64(place, word) }

  /// Stores bytes in the room that was made for text, and returns the place behind them.
  public mutating func storeText(_ buffer: borrowing ByteBuffer, at place: Int) -> Int {
    buffer.withBytes { texts.write($0, at: place) }
    return place + buffer.count
  }

  /// Keeps the JSON object whose members, each with a comma behind it, lie between `start` and
  /// `end`; there is one at least, and room for a brace at `start`.
  @inlinable @inline(__always)
  public mutating func takeObject(_ start: Int, _ end: Int) -> TextRange {
    texts.store8(start, 0x7B)
    texts.store8(end &- 1, 0x7D)
    texts.top = end
    return plainText(start, end &- start)
  }

  /// Keeps a JSON object of one member.
  ///
  /// - Parameters:
  ///   - key: The bytes of the key, the first one in the highest bits; the lowest byte is their
  ///     number.
  ///   - value: The value.
  ///   - asString: Whether the value is text and not JSON.
  public mutating func object(
    _ key: UInt64, _ value: borrowing ByteBuffer, asString: Bool
  ) throws(ArenaFull) -> TextRange {
    scratch.removeAll()
    value.withBytes { bytes in
      if asString { scratch.append(jsonString: bytes) } else { scratch.append(bytes) }
    }
    let count = scratch.count
    try reserveText(count + 16)
    let start = texts.top
    texts.store64(start + 1, key.byteSwapped)
    let place = start + 1 + Int(key & 0xFF)
    for index in 0..<count { texts.store8(place + index, scratch[index]) }
    return takeObject(start, place + count + 1)
  }

  /// Keeps the JSON object of `inner`'s members and `outer`'s, where `outer`'s count. Both are flat
  /// or nested objects without white space, with sorted and plain keys, and have members.
  public mutating func mergedObject(
    _ inner: TextRange, _ outer: TextRange
  ) throws(ArenaFull) -> TextRange {
    try reserveText(inner.byteCount + outer.byteCount)
    let start = texts.top
    texts.top += 1
    var left = Int(inner.offset) + 1
    var right = Int(outer.offset) + 1
    let leftEnd = Int(inner.offset) + inner.byteCount
    let rightEnd = Int(outer.offset) + outer.byteCount
    while left < leftEnd || right < rightEnd {
      let order = left >= leftEnd ? 1 : right >= rightEnd ? -1 : compareKeys(left, right)
      let start = order < 0 ? left : right
      let end = endOfMember(start)
      texts.copy(from: start, to: texts.top, byteCount: end - start)
      texts.top += end - start
      texts.store8(texts.top, UInt8(ascii: ","))
      texts.top += 1
      if order <= 0 { left = endOfMember(left) + 1 }
      if order >= 0 { right = end + 1 }
    }
    return takeObject(start, texts.top)
  }

  /// Below 0 when the key at `left` comes first, above when the one at `right` does.
  private func compareKeys(_ left: Int, _ right: Int) -> Int {
    var at = 1
    while true {
      let first = texts.load8(left + at)
      let second = texts.load8(right + at)
      if first != second { return Int(first) - Int(second) }
      if first == UInt8(ascii: "\"") { return 0 }
      at += 1
    }
  }

  /// The comma or brace behind the member at `start`.
  private func endOfMember(_ start: Int) -> Int {
    var at = start
    var depth = 0
    var isString = false
    while at < texts.top {
      switch texts.load8(at) {
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString:
        if depth == 0 { return at }
        depth -= 1
      case UInt8(ascii: ",") where !isString && depth == 0: return at
      default: break
      }
      at += 1
    }
    return at
  }
}

// MARK: - Props of an element that is being made

extension Tree {
  /// Sets a prop that the element does not have.
  @inlinable @inline(__always)
  public mutating func add(
    _ name: ShortName, _ value: PropValue, to element: NodeID
  ) throws(ArenaFull) {
    let (kind, word) = Tree.encode(value)
    let bloom: UInt32 = 1 << (24 &+ UInt32(name.rawValue & 7))
    setFlags(bloom | ElementFlags.hasProps, of: element)
    _ = try appendProp(PropName(name), kind, word, of: element)
  }

  /// Gives an element that has sorted props and no style the text of one, in its place among them.
  @inlinable @inline(__always)
  public mutating func addStyle(_ json: TextRange, to element: NodeID) throws(ArenaFull) {
    let ends = records.load64(element.offset &+ 16)
    if ends == 0 {
      let prop = try makeProp(PropName(.style), .raw, json.word)
      records.store64(element.offset &+ 16, UInt64(prop) | UInt64(prop) << 32)
      return setFlags(
        1 << (24 &+ UInt32(ShortName.style.rawValue & 7)) | ElementFlags.hasProps, of: element)
    }
    if isBeforeStyle(Int(ends >> 32)) { return try add(.style, .raw(json), to: element) }
    try insertStyle(json, in: element)
  }

  @usableFromInline
  func isBeforeStyle(_ prop: Int) -> Bool {
    ShortNameTable.ranks[Int(records.load16(prop &+ 2))]
      < ShortNameTable.ranks[Int(ShortName.style.rawValue)]
  }

  @inline(never)
  @usableFromInline
  mutating func insertStyle(_ json: TextRange, in element: NodeID) throws(ArenaFull) {
    let bloom: UInt32 = 1 << (24 + UInt32(ShortName.style.rawValue & 7))
    setFlags(bloom | ElementFlags.hasProps, of: element)
    let prop = try makeProp(PropName(.style), .raw, json.word)
    var before = 0
    var next = Int(records.load32(element.offset &+ 16))
    while next != 0, isBeforeStyle(next) {
      before = next
      next = Int(records.load32(next &+ 4))
    }
    records.store32(prop &+ 4, UInt32(truncatingIfNeeded: next))
    records.store32(
      before == 0 ? element.offset &+ 16 : before &+ 4, UInt32(truncatingIfNeeded: prop))
  }
}
