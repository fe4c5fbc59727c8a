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
    // Safe: the storage is only read, and not kept.
    return unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      check(offset, bytes.count &+ 8)
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
    guard count >= 8 else {
      let word = unsafe shortText(start, count)
      // Safe: the target has a word's room behind the text.
      unsafe target.storeBytes(of: word, as: UInt64.self)
      return oddBytes(word) & 0x8080_8080_8080_8080 == 0
    }
    // The last word overlaps the one before it.
    var odd: UInt64 = 0
    var at = 0
    let last = count &- 8
    while at < last {
      // Safe: 8 bytes at `at` lie within the source and within the target.
      let word = unsafe start.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      unsafe target.storeBytes(of: word, toByteOffset: at, as: UInt64.self)
      odd |= oddBytes(word)
      at &+= 8
    }
    // Safe: the last 8 bytes of the source and of the target.
    let word = unsafe start.loadUnaligned(fromByteOffset: last, as: UInt64.self)
    unsafe target.storeBytes(of: word, toByteOffset: last, as: UInt64.self)
    odd |= oddBytes(word)
    return odd & 0x8080_8080_8080_8080 == 0
  }

  /// Up to seven bytes in a word, with letters behind them.
  @inlinable @inline(__always)
  static func shortText(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let bits = UInt64(truncatingIfNeeded: count &* 8)
    let rest = 0x0061_6161_6161_6161 &<< bits
    if count >= 4 {
      // Safe: the first and the last four of the bytes.
      let low = UInt64(unsafe start.loadUnaligned(as: UInt32.self))
      let high = UInt64(
        unsafe start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return low | high &<< (bits &- 32) | rest
    }
    guard count > 0 else { return 0x6161_6161_6161_6161 }
    // Safe: the first, the middle and the last of one to three bytes.
    let first = UInt64(unsafe start.load(as: UInt8.self))
    let middle = UInt64(unsafe start.load(fromByteOffset: count / 2, as: UInt8.self))
    let end = UInt64(unsafe start.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first | middle &<< UInt64(truncatingIfNeeded: count / 2 &* 8) | end &<< (bits &- 8)
      | rest
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
