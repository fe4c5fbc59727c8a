internal import CXXHash

/// A 128-bit hash of content (XXH3-128, seed 0): for tags and comparison, not against forgery.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
  /// The upper 64 bits.
  public var high: UInt64
  /// The lower 64 bits.
  public var low: UInt64

  /// Creates a hash from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Hashes bytes.
  ///
  /// - Complexity: O(*n*).
  public init(_ bytes: RawSpan) {
    let hash = unsafe bytes.withUnsafeBytes { bytes in
      // Safe: `count` bytes are readable at `baseAddress`.
      unsafe CXXHash_hash(bytes.baseAddress, bytes.count)
    }
    self.init(high: hash.high, low: hash.low)
  }

  /// 32 lower-case hexadecimal digits, the upper half first.
  public var description: String {
    var buffer = ByteBuffer(capacity: 64)
    buffer.append(hex: self)
    return buffer.text()
  }
}

extension ByteBuffer {
  /// Appends the 32 lower-case hexadecimal digits of a hash.
  public mutating func append(hex hash: ContentHash) {
    for shift in stride(from: 48, through: 0, by: -16) { appendHex(hash.high &>> UInt64(shift)) }
    for shift in stride(from: 48, through: 0, by: -16) { appendHex(hash.low &>> UInt64(shift)) }
  }

  /// Appends eight lower-case hexadecimal digits: the form of an instance key.
  public mutating func append(hex value: UInt32) {
    appendHex(UInt64(value &>> 16))
    appendHex(UInt64(value))
  }

  private mutating func appendHex(_ unit: UInt64) {
    output(reserving: 4).store32(0, hexDigits(UInt32(truncatingIfNeeded: unit & 0xffff)))
    advance(4)
  }
}

/// A content hash of bytes that come in pieces.
@safe
public struct ContentHasher: ~Copyable {
  private let state: UnsafeMutableRawPointer

  /// Starts a hash.
  public init() {
    // Safe: size and alignment are those of the library's state; freed in deinit.
    unsafe state = .allocate(byteCount: CXXHash_stateSize(), alignment: 64)
    // Safe: the block was just made.
    unsafe state.initializeMemory(as: UInt8.self, repeating: 0, count: CXXHash_stateSize())
    reset()
  }

  deinit {
    // Safe: `state` came from `allocate` and nothing else frees it.
    unsafe state.deallocate()
  }

  /// Forgets all bytes.
  public mutating func reset() {
    // Safe: `state` is a block of the library's size and alignment.
    unsafe CXXHash_reset(state)
  }

  /// Takes more bytes.
  public mutating func combine(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { bytes in
      // Safe: `count` bytes are readable at `baseAddress`; `state` as above.
      unsafe CXXHash_update(state, bytes.baseAddress, bytes.count)
    }
  }

  /// The hash of all bytes so far.
  public var hash: ContentHash {
    // Safe: `state` is a block of the library's size and alignment.
    let hash = unsafe CXXHash_digest(state)
    return ContentHash(high: hash.high, low: hash.low)
  }
}
