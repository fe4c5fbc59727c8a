internal import Glibc

/// Output bytes in one growable block that is kept and reused.
///
/// ``removeAll()`` forgets the bytes and keeps the block, so a warm buffer allocates nothing.
@safe
public struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var size: Int
  @usableFromInline var length: Int

  /// The size of the block in bytes.
  @inlinable public var capacity: Int { size }

  /// The number of bytes written.
  @inlinable public var count: Int { length }

  /// Creates an empty buffer with room for `capacity` bytes.
  public init(capacity: Int = 256) {
    size = Swift.max(capacity, 64)
    length = 0
    guard let block = unsafe malloc(size) else {
      preconditionFailure("no memory for a buffer of \(size) bytes")
    }
    // Safe: the block lives until deinit; at most `count` bytes of it are read.
    unsafe base = block
  }

  deinit {
    // Safe: `base` came from `malloc` and nothing else frees it.
    unsafe free(base)
  }

  /// Forgets the bytes; the block is kept.
  public mutating func removeAll() { length = 0 }

  /// Forgets the bytes behind `length`.
  public mutating func truncate(to newLength: Int) {
    precondition(newLength >= 0 && newLength <= length, "a buffer is cut to a length it has")
    length = newLength
  }

  /// Makes room for `byteCount` more bytes.
  @inlinable @inline(__always)
  public mutating func reserve(_ byteCount: Int) {
    if byteCount > capacity &- count { grow(byteCount) }
  }

  @inline(never)
  @usableFromInline
  mutating func grow(_ byteCount: Int) {
    let fullSize = Swift.max(size * 2, count + byteCount)
    // Safe: `base` came from `malloc`; the bytes up to `size` are kept.
    guard let block = unsafe realloc(base, fullSize) else {
      preconditionFailure("no memory for a buffer of \(fullSize) bytes")
    }
    unsafe base = block
    size = fullSize
  }

  /// Appends one byte.
  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    // Safe: room for one byte was made above.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    length &+= 1
  }

  /// Appends up to eight bytes that lie in a word, the first one lowest.
  @inlinable @inline(__always)
  public mutating func append(word: UInt64, count added: Int) {
    precondition(added >= 0 && added <= 8, "a word has eight bytes")
    reserve(8)
    // Safe: room for eight bytes was made above; those behind `added` are written over later.
    unsafe base.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
    length &+= added
  }

  /// Appends bytes that lie in an arena.
  @inlinable @inline(__always)
  public mutating func append(from arena: borrowing Arena, _ offset: Int, _ added: Int) {
    guard Self.canStep(offset, added, arena.capacity) else {
      return appendExactly(arena, offset, added)
    }
    reserve(added &+ 16)
    // Safe: the arena holds sixteen bytes behind the range, and room was made above.
    unsafe Self.copy(arena.base + offset, base + length, added)
    length &+= added
  }

  /// Appends a run of bytes.
  @inlinable
  public mutating func append(_ bytes: RawSpan) {
    let added = bytes.byteCount
    reserve(added)
    unsafe bytes.withUnsafeBytes { source in
      // Safe: room for `added` bytes was made above.
      if let start = source.baseAddress {
        unsafe (base + count).copyMemory(from: start, byteCount: added)
      }
    }
    length &+= added
  }

  /// Appends a run of bytes.
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>) {
    // Safe: bytes have no padding.
    unsafe append(bytes.bytes)
  }

  /// Appends what `body` writes into the block: it is lent room for `byteCount` bytes and returns
  /// how many it wrote.
  @inlinable @unsafe
  public mutating func append(
    upTo byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    reserve(byteCount)
    // Safe: room was made above, and a body that claims more than its room is stopped below.
    let written = unsafe body(UnsafeMutableRawBufferPointer(start: base + count, count: byteCount))
    precondition(written >= 0 && written <= byteCount, "written bytes fit their room")
    length &+= written
  }

  /// Appends literal text as UTF-8.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    let added = text.utf8CodeUnitCount
    reserve(added)
    // Safe: a static string's bytes live for ever, and room was made above.
    unsafe (base + count).copyMemory(from: text.utf8Start, byteCount: added)
    length &+= added
  }

  /// Appends text as UTF-8.
  public mutating func append(utf8 text: String) {
    var copy = text
    copy.withUTF8 { bytes in
      // Safe: the span does not outlive the call.
      unsafe append(UnsafeRawBufferPointer(bytes).bytes)
    }
  }

  /// Reads or replaces a byte that was written.
  @inlinable
  public subscript(index: Int) -> UInt8 {
    get {
      precondition(index >= 0 && index < count, "a buffer index lies within its bytes")
      // Safe: the index is checked above.
      return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }
    set {
      precondition(index >= 0 && index < count, "a buffer index lies within its bytes")
      // Safe: the index is checked above.
      unsafe base.storeBytes(of: newValue, toByteOffset: index, as: UInt8.self)
    }
  }

  /// Lends the bytes from `start` on, `length` of them (all by default).
  @inlinable
  public borrowing func withBytes<Result>(
    from start: Int = 0, length wanted: Int? = nil, _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    let byteCount = wanted ?? (length - start)
    precondition(
      start >= 0 && byteCount >= 0 && start + byteCount <= length, "a range within the buffer")
    // Safe: the range is checked above and the span does not escape.
    let buffer = unsafe UnsafeRawBufferPointer(start: base + start, count: byteCount)
    return try unsafe body(buffer.bytes)
  }

  /// The bytes as an array.
  public borrowing func array() -> [UInt8] {
    withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }
  }

  /// The bytes as text; broken UTF-8 is repaired with U+FFFD.
  public borrowing func text() -> String { String(decoding: array(), as: UTF8.self) }
}
