// Text of the program and of its strings, copied word by word and checked on the way.

extension Arena {
  /// Copies literal text into the block.
  @inlinable @inline(__always)
  public mutating func write(_ text: StaticString, at offset: Int) {
    let byteCount = text.utf8CodeUnitCount
    check(offset, byteCount)
    // Safe: a static string's bytes live for ever, and the range is checked above.
    unsafe (base + offset).copyMemory(from: text.utf8Start, byteCount: byteCount)
  }

  /// Copies text into the block at `offset`, where `string.utf8.count` bytes and a word behind them
  /// must fit, and tells whether it can stand between quotes in JSON as it is.
  ///
  /// - Returns: `nil` when the string's bytes do not lie in one piece; nothing is copied then.
  @inlinable
  public mutating func write(checking string: String, at offset: Int) -> Bool? {
    check(offset, string.utf8.count &+ 8)
    // Safe: the storage is only read, and not kept.
    return unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      guard let source = bytes.baseAddress else { return true }
      // Safe: the range at the target and 8 bytes behind it lie within the block (checked above).
      return unsafe Arena.copyText(source, base + offset, bytes.count)
    }
  }

  /// Copies `count` bytes of UTF-8 and tells whether none needs an escape in JSON; may write a word
  /// behind them.
  @inlinable @inline(__always)
  static func copyText(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, _ count: Int
  ) -> Bool {
    // Safe: the same address, read as bytes.
    let start = unsafe UnsafeRawPointer(source)
    var odd: UInt64 = 0
    var at = 0
    while at &+ 8 <= count {
      // Safe: 8 bytes at `at` lie within the source, and the target has as much room and more.
      let word = unsafe start.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      unsafe target.storeBytes(of: word, toByteOffset: at, as: UInt64.self)
      odd |= oddBytes(word)
      at &+= 8
    }
    let left = count &- at
    guard left > 0 else { return odd & 0x8080_8080_8080_8080 == 0 }
    var word: UInt64 = 0x6161_6161_6161_6161
    if count >= 8 {
      // Safe: the last 8 bytes of the source; those that were copied before are shifted out.
      word = unsafe start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      word = word >> UInt64(truncatingIfNeeded: (8 &- left) &* 8)
    } else {
      word = 0
      if left & 4 != 0 {
        // Safe: at most `left` bytes of the source are read here and below.
        word = UInt64(unsafe start.loadUnaligned(as: UInt32.self))
      }
      if left & 2 != 0 {
        let pair = unsafe start.loadUnaligned(fromByteOffset: left & 4, as: UInt16.self)
        word |= UInt64(pair) << UInt64(truncatingIfNeeded: (left & 4) &* 8)
      }
      if left & 1 != 0 {
        let byte = unsafe start.load(fromByteOffset: left & 6, as: UInt8.self)
        word |= UInt64(byte) << UInt64(truncatingIfNeeded: (left & 6) &* 8)
      }
    }
    // Safe: the target has a word's room behind the text.
    unsafe target.storeBytes(of: word, toByteOffset: at, as: UInt64.self)
    let keep = ~UInt64(0) >> UInt64(truncatingIfNeeded: 64 &- left &* 8)
    odd |= oddBytes(word & keep | 0x6161_6161_6161_6161 & ~keep)
    return odd & 0x8080_8080_8080_8080 == 0
  }

  /// Has a byte's top bit set where UTF-8 has a control, a quote or a backslash.
  @inlinable @inline(__always)
  static func oddBytes(_ word: UInt64) -> UInt64 {
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    return (word &- 0x2020_2020_2020_2020) & ~word
      | (quote &- 0x0101_0101_0101_0101) & ~quote
      | (backslash &- 0x0101_0101_0101_0101) & ~backslash
  }
}
