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

  /// Appends up to eight bytes of ASCII to the text that was begun, the first in the lowest bits.
  @inlinable @inline(__always)
  public mutating func appendText(word: UInt64, byteCount: Int) throws(ArenaFull) {
    try reserveText(8)
    texts.store64(texts.top, word)
    texts.top &+= byteCount
  }

  /// Appends literal text to the text that was begun.
  @inlinable @inline(__always)
  public mutating func appendText(literal: StaticString) throws(ArenaFull) {
    try reserveText(literal.utf8CodeUnitCount)
    texts.write(literal, at: texts.top)
    texts.top &+= literal.utf8CodeUnitCount
  }

  /// Completes JSON text that was begun, with its last byte replaced.
  @inlinable @inline(__always)
  public mutating func endText(replacingLast byte: UInt8) -> TextRange {
    texts.store8(texts.top &- 1, byte)
    return plainText(textStart, texts.top &- textStart)
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

extension Tree {
  /// Appends a buffer's UTF-8 to the text that was begun, as it is or as a JSON string.
  public mutating func appendText(
    _ buffer: borrowing ByteBuffer, asString: Bool
  ) throws(ArenaFull) {
    guard asString else { return try append(buffer) }
    scratch.removeAll()
    buffer.withBytes { scratch.append(jsonString: $0) }
    let count = scratch.count
    try reserveText(count)
    for index in 0..<count { texts.store8(texts.top &+ index, scratch[index]) }
    texts.top &+= count
  }

  private mutating func append(_ buffer: borrowing ByteBuffer) throws(ArenaFull) {
    let count = buffer.count
    try reserveText(count)
    let start = texts.top
    buffer.withBytes { texts.write($0, at: start) }
    texts.top = start &+ count
  }

  /// Keeps the JSON object of `inner`'s members and `outer`'s, where `outer`'s count. Both are flat
  /// or nested objects without white space, with sorted and plain keys, and have members.
  public mutating func mergedObject(
    _ inner: TextRange, _ outer: TextRange
  ) throws(ArenaFull) -> TextRange {
    try reserveText(inner.byteCount + outer.byteCount)
    beginText()
    texts.store8(texts.top, UInt8(ascii: "{"))
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
    return endText(replacingLast: UInt8(ascii: "}"))
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
