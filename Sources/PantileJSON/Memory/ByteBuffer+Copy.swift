// Copies in steps of sixteen bytes. A step may read behind the end of what is copied and write
// behind the end of the text, within the blocks: those bytes are overwritten or never read.

extension ByteBuffer {
  /// Appends bytes of an arena between quotes, as they are.
  @inlinable @inline(__always)
  public mutating func append(quoting arena: borrowing Arena, _ offset: Int, _ byteCount: Int) {
    reserve(byteCount &+ 34)
    guard Self.canStep(offset, byteCount, arena.capacity) else {
      append(0x22)
      appendExactly(arena, offset, byteCount)
      return append(0x22)
    }
    // Safe: as above; the quotes lie in front of and behind the range.
    unsafe base.storeBytes(of: 0x22, toByteOffset: length, as: UInt8.self)
    unsafe Self.copy(arena.base + offset, base + (length &+ 1), byteCount)
    unsafe base.storeBytes(of: 0x22, toByteOffset: length &+ 1 &+ byteCount, as: UInt8.self)
    length &+= byteCount &+ 2
  }

  /// Appends up to sixteen bytes, the lowest of `low` first.
  @inlinable @inline(__always)
  public mutating func append(low: UInt64, high: UInt64, _ byteCount: Int) {
    precondition(UInt(bitPattern: byteCount) <= 16, "two words have sixteen bytes")
    reserve(16)
    // Safe: room for sixteen bytes was made above.
    unsafe base.storeBytes(of: low, toByteOffset: length, as: UInt64.self)
    unsafe base.storeBytes(of: high, toByteOffset: length &+ 8, as: UInt64.self)
    length &+= byteCount
  }

  /// Appends bytes of another buffer.
  @inlinable @inline(__always)
  public mutating func append(
    _ other: borrowing ByteBuffer, from start: Int, _ byteCount: Int
  ) {
    precondition(
      start >= 0 && byteCount >= 0 && byteCount <= other.count && start <= other.count &- byteCount,
      "a range within the buffer")
    reserve(byteCount &+ 16)
    guard Self.canStep(start, byteCount, other.capacity) else {
      return other.withBytes(from: start, length: byteCount) { append($0) }
    }
    // Safe: the other block holds sixteen bytes behind the range, and room was made above.
    unsafe Self.copy(other.base + start, base + length, byteCount)
    length &+= byteCount
  }

  /// Appends bytes that the buffer has already.
  @inlinable
  public mutating func append(again start: Int, _ byteCount: Int) {
    precondition(
      start >= 0 && byteCount >= 0 && byteCount <= count && start <= count &- byteCount,
      "a range within the buffer")
    reserve(byteCount &+ 16)
    // Safe: a step reads at most sixteen bytes behind the range, which are room made above, and
    // writes behind the range: reads never pass what is written.
    unsafe Self.copy(base + start, base + length, byteCount)
    length &+= byteCount
  }

  @inlinable @inline(__always)
  static func canStep(_ offset: Int, _ byteCount: Int, _ capacity: Int) -> Bool {
    offset >= 0 && byteCount >= 0 && byteCount <= capacity
      && offset <= capacity &- byteCount &- 16
  }

  @inlinable @inline(__always)
  static func copy(
    _ source: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, _ byteCount: Int
  ) {
    var done = 0
    repeat {
      // Safe: the caller has checked that both blocks hold the step.
      let step = unsafe source.loadUnaligned(fromByteOffset: done, as: SIMD2<UInt64>.self)
      unsafe target.storeBytes(of: step, toByteOffset: done, as: SIMD2<UInt64>.self)
      done &+= 16
    } while done < byteCount
  }

  @inline(never)
  @usableFromInline
  mutating func appendExactly(_ arena: borrowing Arena, _ offset: Int, _ byteCount: Int) {
    arena.withBytes(offset, byteCount) { append($0) }
  }
}

// MARK: - Comparing

extension ByteBuffer {
  /// A hash of the bytes from `start` to `end`, for tables in memory.
  ///
  /// Hashes of equal bytes are equal for one seed. They say nothing about other seeds.
  @inlinable
  public func hash(from start: Int, to end: Int, seed: UInt64) -> UInt64 {
    precondition(start >= 0 && start <= end && end <= count, "a range within the buffer")
    var hash = seed ^ UInt64(truncatingIfNeeded: end &- start)
    var at = start
    while at &+ 8 <= end {
      // Safe: eight bytes at `at` lie in front of `end`.
      let word = unsafe base.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      hash = Self.mixed(hash ^ word)
      at &+= 8
    }
    guard at < end else { return hash }
    var word: UInt64 = 0
    if end >= 8 {
      // Safe: the eight bytes in front of `end` lie in the buffer.
      word = unsafe base.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
      word &>>= UInt64(truncatingIfNeeded: (8 &- (end &- at)) &* 8)
    } else {
      for index in at..<end { word = word &<< 8 | UInt64(self[index]) }
    }
    return Self.mixed(hash ^ word)
  }

  @inlinable @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Whether bytes of the buffer equal bytes of another one.
  @inlinable
  public func equals(
    from start: Int, _ other: borrowing ByteBuffer, from otherStart: Int, _ byteCount: Int
  ) -> Bool {
    precondition(
      start >= 0 && otherStart >= 0 && byteCount >= 0 && start <= count &- byteCount
        && otherStart <= other.count &- byteCount, "ranges within the buffers")
    guard byteCount >= 8 else {
      for index in 0..<byteCount where self[start &+ index] != other[otherStart &+ index] {
        return false
      }
      return true
    }
    // The last word may overlap the one in front of it.
    var done = 0
    while true {
      // Safe: eight bytes lie within both ranges.
      let word = unsafe base.loadUnaligned(fromByteOffset: start &+ done, as: UInt64.self)
      let wanted = unsafe other.base.loadUnaligned(
        fromByteOffset: otherStart &+ done, as: UInt64.self)
      if word != wanted { return false }
      if done &+ 8 >= byteCount { return true }
      done = Swift.min(done &+ 8, byteCount &- 8)
    }
  }
}
