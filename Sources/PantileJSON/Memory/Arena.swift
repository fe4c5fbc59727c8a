internal import Glibc

/// A growable block of memory addressed by 32-bit byte offsets.
///
/// A render puts everything it makes into one arena and drops it whole with ``reset(to:)``: nothing
/// is freed piece by piece, and a warm arena allocates nothing from the heap. Offsets stay valid
/// when the block grows and moves; every access is checked against the block's bounds.
///
///     offset 0        8                              top            capacity
///     ┌───────────────┬──────────────────────────────┬──────────────┐
///     │ reserved zero │ records, each 8-byte aligned │ free         │
///     └───────────────┴──────────────────────────────┴──────────────┘
///
/// Offset 0 is never handed out, so it can mean "none".
@safe
public struct Arena: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var size: Int
  /// The offset behind the last record.
  public var top: Int
  /// The size in bytes that the block must not outgrow.
  public var limit: Int

  /// The size of the block in bytes.
  @inlinable @inline(__always) public var capacity: Int { size }

  /// Creates an arena with room for `capacity` bytes.
  ///
  /// - Parameters:
  ///   - capacity: Bytes to reserve now; at least 64.
  ///   - limit: Bytes at which ``allocate(_:)`` throws, at most 4 GiB.
  public init(capacity: Int, limit: Int = 1 << 31) {
    size = Swift.max(64, (capacity + 7) & ~7)
    self.limit = limit
    top = 8
    guard let block = unsafe malloc(size) else {
      preconditionFailure("no memory for an arena of \(size) bytes")
    }
    // Safe: the block lives until deinit, and every access is checked against `capacity`.
    unsafe base = block
    unsafe base.storeBytes(of: 0, as: UInt64.self)
  }

  deinit {
    // Safe: `base` came from `malloc` and nothing else frees it.
    unsafe free(base)
  }

  /// Reserves `byteCount` bytes, rounded up to 8, and returns their offset. They are not cleared.
  ///
  /// - Throws: ``ArenaFull`` when the block would outgrow ``limit``; the arena is unchanged then.
  @inlinable @inline(__always)
  public mutating func allocate(_ byteCount: Int) throws(ArenaFull) -> UInt32 {
    let offset = top
    let end = offset &+ ((byteCount &+ 7) & ~7)
    // An end that wrapped around is larger than any block.
    if UInt(bitPattern: end) > UInt(bitPattern: capacity) || byteCount < 0 { try grow(byteCount) }
    top = end
    return UInt32(truncatingIfNeeded: offset)
  }

  /// The size that the block grows to when it makes room for `byteCount` more bytes.
  public func grownSize(_ byteCount: Int) -> Int {
    Swift.max(top + byteCount + 8, Swift.min(limit, size * 2)) & ~7
  }

  /// Makes room for `byteCount` more bytes.
  ///
  /// The block grows where it is, if the memory behind it is free: a copy would hold both, and
  /// leave the pages of the old one resident for a while.
  @inline(never)
  public mutating func grow(_ byteCount: Int) throws(ArenaFull) {
    guard byteCount >= 0, byteCount <= limit, top + byteCount + 8 <= limit else {
      throw ArenaFull()
    }
    let fullSize = grownSize(byteCount)
    // Safe: `base` came from `malloc`; the bytes up to `size` are kept.
    guard let block = unsafe realloc(base, fullSize) else { throw ArenaFull() }
    unsafe base = block
    size = fullSize
  }

  /// Drops every record at or behind `offset`.
  public mutating func reset(to offset: Int = 8) {
    precondition(offset >= 8 && offset <= top, "an arena is reset to an offset it has reached")
    top = offset
  }

  /// Gives the memory behind `top` back when the block is larger than `byteCount`.
  public mutating func shrink(to byteCount: Int) {
    let fullSize = (Swift.max(byteCount, top, 64) + 7) & ~7
    guard fullSize < size else { return }
    // Safe: `base` came from `malloc`; the bytes up to `fullSize` are kept.
    guard let block = unsafe realloc(base, fullSize) else { return }
    unsafe base = block
    size = fullSize
  }
}

/// An arena reached its limit.
public struct ArenaFull: Error {
  /// Creates the error.
  public init() {}
}

// MARK: - Words

extension Arena {
  @inlinable @inline(__always)
  func check(_ offset: Int, _ byteCount: Int) {
    precondition(
      offset >= 0 && byteCount >= 0 && offset &+ byteCount <= capacity,
      "an arena offset lies within its block")
  }

  /// Reads 64 bits at a byte offset.
  @inlinable @inline(__always)
  public func load64(_ offset: Int) -> UInt64 {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: capacity &- 8), "arena offset")
    // Safe: 8 bytes at `offset` lie within the block (checked above).
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Writes 64 bits at a byte offset.
  @inlinable @inline(__always)
  public mutating func store64(_ offset: Int, _ value: UInt64) {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: capacity &- 8), "arena offset")
    // Safe: 8 bytes at `offset` lie within the block (checked above).
    unsafe base.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
  }

  /// Reads 32 bits at a byte offset.
  @inlinable @inline(__always)
  public func load32(_ offset: Int) -> UInt32 {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: capacity &- 4), "arena offset")
    // Safe: 4 bytes at `offset` lie within the block (checked above).
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  /// Writes 32 bits at a byte offset.
  @inlinable @inline(__always)
  public mutating func store32(_ offset: Int, _ value: UInt32) {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: capacity &- 4), "arena offset")
    // Safe: 4 bytes at `offset` lie within the block (checked above).
    unsafe base.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
  }

  /// Reads 16 bits at a byte offset.
  @inlinable @inline(__always)
  public func load16(_ offset: Int) -> UInt16 {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: capacity &- 2), "arena offset")
    // Safe: 2 bytes at `offset` lie within the block (checked above).
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
  }

  /// Writes 16 bits at a byte offset.
  @inlinable @inline(__always)
  public mutating func store16(_ offset: Int, _ value: UInt16) {
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: capacity &- 2), "arena offset")
    // Safe: 2 bytes at `offset` lie within the block (checked above).
    unsafe base.storeBytes(of: value, toByteOffset: offset, as: UInt16.self)
  }

  /// Reads a byte.
  @inlinable @inline(__always)
  public func load8(_ offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: capacity), "arena offset")
    // Safe: the byte lies within the block (checked above).
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Writes a byte.
  @inlinable @inline(__always)
  public mutating func store8(_ offset: Int, _ value: UInt8) {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: capacity), "arena offset")
    // Safe: the byte lies within the block (checked above).
    unsafe base.storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
  }
}

// MARK: - Runs of bytes

extension Arena {
  /// Copies bytes within the block; the two ranges may overlap.
  @inlinable
  public mutating func copy(from source: Int, to target: Int, byteCount: Int) {
    check(source, byteCount)
    check(target, byteCount)
    // Safe: both ranges lie within the block (checked above).
    unsafe (base + target).copyMemory(from: base + source, byteCount: byteCount)
  }

  /// Copies `bytes` into the block.
  @inlinable
  public mutating func write(_ bytes: RawSpan, at offset: Int) {
    check(offset, bytes.byteCount)
    unsafe bytes.withUnsafeBytes { source in
      // Safe: the target range lies within the block (checked above).
      if let start = source.baseAddress {
        unsafe (base + offset).copyMemory(from: start, byteCount: source.count)
      }
    }
  }

  /// Copies `bytes` into the block.
  @inlinable
  public mutating func write(_ bytes: Span<UInt8>, at offset: Int) {
    // Safe: bytes have no padding.
    unsafe write(bytes.bytes, at: offset)
  }

  /// Copies UTF-16 code units into the block.
  @inlinable
  public mutating func write(_ units: Span<UInt16>, at offset: Int) {
    // Safe: integers have no padding.
    unsafe write(units.bytes, at: offset)
  }

  /// Fills a range with one 64-bit value.
  @inlinable
  public mutating func fill64(_ offset: Int, count: Int, _ value: UInt64) {
    check(offset, count &* 8)
    for index in 0..<count {
      // Safe: the range lies within the block (checked above).
      unsafe base.storeBytes(of: value, toByteOffset: offset &+ index &* 8, as: UInt64.self)
    }
  }

  /// Whether two ranges hold the same bytes.
  @inlinable
  public func equal(_ left: Int, _ right: Int, byteCount: Int) -> Bool {
    check(left, byteCount)
    check(right, byteCount)
    // Safe: both ranges lie within the block (checked above).
    let first = unsafe UnsafeRawBufferPointer(start: base + left, count: byteCount)
    let second = unsafe UnsafeRawBufferPointer(start: base + right, count: byteCount)
    return unsafe first.elementsEqual(second)
  }

  /// Lends a range of the block.
  @inlinable
  public func withBytes<Result>(
    _ offset: Int, _ byteCount: Int, _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    check(offset, byteCount)
    // Safe: the range lies within the block (checked above) and the span does not escape.
    let buffer = unsafe UnsafeRawBufferPointer(start: base + offset, count: byteCount)
    return try unsafe body(buffer.bytes)
  }

  /// Lends a range of the block as single bytes.
  @inlinable
  public func withASCII<Result>(
    _ offset: Int, _ count: Int, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    check(offset, count)
    // Safe: the range lies within the block (checked above).
    let start = unsafe (base + offset).assumingMemoryBound(to: UInt8.self)
    let buffer = unsafe UnsafeBufferPointer(start: start, count: count)
    return try unsafe body(buffer.span)
  }

  /// Lends a range of 16-bit units; `offset` must be even.
  @inlinable
  public func withUnits<Result>(
    _ offset: Int, _ count: Int, _ body: (Span<UInt16>) throws -> Result
  ) rethrows -> Result {
    check(offset, count &* 2)
    precondition(offset & 1 == 0, "16-bit units are aligned")
    // Safe: the range lies within the block and is aligned (checked above).
    let start = unsafe (base + offset).assumingMemoryBound(to: UInt16.self)
    let buffer = unsafe UnsafeBufferPointer(start: start, count: count)
    return try unsafe body(buffer.span)
  }
}
