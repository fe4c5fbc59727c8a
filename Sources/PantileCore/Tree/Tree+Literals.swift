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
