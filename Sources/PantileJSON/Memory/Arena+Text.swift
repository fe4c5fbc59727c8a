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

  /// Copies text into the block at `offset`, where `string.utf8.count` bytes and two words behind
  /// them must fit.
  ///
  /// - Returns: The number of bytes times two, plus one when the text can stand between quotes in
  ///   JSON as it is; -1 when the string's bytes do not lie in one piece, and nothing is copied.
  @inlinable
  public mutating func write(checking string: String, at offset: Int) -> Int {
    // Safe: the storage is only read, and not kept.
    let written = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      check(offset, bytes.count &+ 16)
      guard let source = bytes.baseAddress else { return 1 }
      // Safe: the range at the target and 16 bytes behind it lie within the block (checked above).
      let isPlain = unsafe Arena.copyText(source, base + offset, bytes.count)
      return bytes.count << 1 | (isPlain ? 1 : 0)
    }
    return written ?? -1
  }

  /// Copies a string of up to fifteen bytes that lies in its own two words, as short strings do.
  ///
  ///     word 0   the first eight bytes
  ///     word 1   the other seven; in the highest byte bits 7 and 5 say "short" (the highest bit but
  ///              two is 0, and bit 6 tells ASCII), and the lower half is the number of bytes
  ///
  /// - Returns: The number of bytes times two, plus one when the text can stand between quotes in
  ///   JSON as it is; -1 for a string that lies elsewhere, and nothing is copied.
  @inlinable @inline(__always)
  public mutating func write(short string: String, at offset: Int) -> Int {
    // Safe: a string is two words, and reading them as numbers keeps nothing. `StringTextTests`
    // compares the layout with the strings' own bytes.
    let (first, second) = unsafe unsafeBitCast(string, to: (UInt64, UInt64).self)
    guard second >> 60 & 0b1010 == 0b1010 else { return -1 }
    let count = Int(second >> 56 & 15)
    store64(offset, first)
    store64(offset &+ 8, second & 0x00FF_FFFF_FFFF_FFFF)
    // What is behind the text counts as letters.
    let bits = UInt64(truncatingIfNeeded: count &* 8)
    let low: UInt64 = 0x6161_6161_6161_6161 << bits
    let high: UInt64 =
      count > 8 ? 0x6161_6161_6161_6161 << (bits &- 64) : 0x6161_6161_6161_6161
    let odd =
      Arena.oddBytes(first | low) | Arena.oddBytes(second & 0x00FF_FFFF_FFFF_FFFF | high)
    return count << 1 | (odd & 0x8080_8080_8080_8080 == 0 ? 1 : 0)
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
