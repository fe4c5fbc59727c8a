/// Sixteen bytes compared at once.
typealias Bytes16 = SIMD16<UInt8>

/// Sixteen signed bytes compared at once.
typealias SignedBytes16 = SIMD16<Int8>

/// The outcome of a comparison of sixteen bytes.
typealias Mask16 = SIMDMask<SIMD16<Int8>>

extension SIMD8<UInt16> {
  /// The low byte of each lane.
  ///
  /// Spelled out, because `init(truncatingIfNeeded:)` is at times a call, and a loop.
  @inline(__always)
  var lowBytes: SIMD8<UInt8> {
    SIMD8<UInt8>(
      UInt8(truncatingIfNeeded: self[0]), UInt8(truncatingIfNeeded: self[1]),
      UInt8(truncatingIfNeeded: self[2]), UInt8(truncatingIfNeeded: self[3]),
      UInt8(truncatingIfNeeded: self[4]), UInt8(truncatingIfNeeded: self[5]),
      UInt8(truncatingIfNeeded: self[6]), UInt8(truncatingIfNeeded: self[7]))
  }
}

extension Mask16 {
  /// 255 for each lane that is set, else 0.
  @inline(__always)
  var bytes: Bytes16 {
    // Safe: both are vectors of sixteen bytes, of which any bits are valid.
    unsafe unsafeBitCast(self, to: Bytes16.self)
  }

  /// Four equal bits a byte, the first byte lowest.
  @inline(__always)
  var nibbles: UInt64 {
    // Safe: both are vectors of sixteen bytes, of which any bits are valid.
    let words: SIMD8<UInt16> = unsafe unsafeBitCast(self, to: SIMD8<UInt16>.self)
    let shifted: SIMD8<UInt16> = words &>> SIMD8<UInt16>(repeating: 4)
    let bytes: SIMD8<UInt8> = shifted.lowBytes
    // Safe: any eight bytes are a word.
    return unsafe unsafeBitCast(bytes, to: UInt64.self)
  }
}

extension SIMDMask<SIMD8<Int16>> {
  /// The number of leading lanes that are not set, at most 8.
  @inline(__always)
  var clearPrefix: Int {
    // Safe: both are vectors of sixteen bytes, of which any bits are valid.
    let words: SIMD8<UInt16> = unsafe unsafeBitCast(self, to: SIMD8<UInt16>.self)
    let bytes: SIMD8<UInt8> = words.lowBytes
    // Safe: any eight bytes are a word.
    return unsafe unsafeBitCast(bytes, to: UInt64.self).trailingZeroBitCount &>> 3
  }
}

/// Reads at byte indices of a block whose bounds its owner has checked.
///
/// The owner pads the block, so that a read of up to 16 bytes may begin at any byte it holds.
@safe
struct RawInput {
  private let base: UnsafeRawPointer

  // Safe: the caller keeps the block alive while it reads.
  @inline(__always)
  init(_ base: UnsafeRawPointer) { unsafe self.base = base }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    // Safe: the owner checked the bounds.
    unsafe base.load(fromByteOffset: index, as: UInt8.self)
  }

  @inline(__always)
  func word16(_ index: Int) -> UInt16 {
    // Safe: the owner checked the bounds.
    unsafe base.loadUnaligned(fromByteOffset: index, as: UInt16.self)
  }

  @inline(__always)
  func word32(_ index: Int) -> UInt32 {
    // Safe: the owner checked the bounds.
    unsafe base.loadUnaligned(fromByteOffset: index, as: UInt32.self)
  }

  @inline(__always)
  func word64(_ index: Int) -> UInt64 {
    // Safe: the owner checked the bounds.
    unsafe base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  @inline(__always)
  func bytes16(_ index: Int) -> Bytes16 {
    // Safe: the owner checked the bounds.
    unsafe base.loadUnaligned(fromByteOffset: index, as: Bytes16.self)
  }

  @inline(__always)
  func signed16(_ index: Int) -> SignedBytes16 {
    // Safe: the owner checked the bounds.
    unsafe base.loadUnaligned(fromByteOffset: index, as: SignedBytes16.self)
  }

  /// Eight 16-bit units.
  @inline(__always)
  func units8(_ index: Int) -> SIMD8<UInt16> {
    // Safe: the owner checked the bounds.
    unsafe base.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt16>.self)
  }
}

extension RawInput {
  /// Lends bytes as a span.
  @inline(__always)
  func withSpan<Result>(_ start: Int, _ count: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    // Safe: the owner checked the bounds, and the span does not outlive the call.
    let bytes = unsafe UnsafeRawBufferPointer(start: base + start, count: count)
    return unsafe body(bytes.bindMemory(to: UInt8.self).span)
  }
}

/// Writes at byte indices of a block in which its owner has made room.
@safe
struct RawOutput {
  private let base: UnsafeMutableRawPointer

  // Safe: the caller keeps the block alive while it writes.
  @inline(__always)
  init(_ base: UnsafeMutableRawPointer) { unsafe self.base = base }

  /// The same block for reading.
  @inline(__always)
  var input: RawInput {
    // Safe: both views end with the owner's access.
    unsafe RawInput(UnsafeRawPointer(base))
  }

  @inline(__always)
  func store8(_ index: Int, _ value: UInt8) {
    // Safe: the owner made room.
    unsafe base.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
  }

  @inline(__always)
  func store16(_ index: Int, _ value: UInt16) {
    // Safe: the owner made room.
    unsafe base.storeBytes(of: value, toByteOffset: index, as: UInt16.self)
  }

  @inline(__always)
  func store32(_ index: Int, _ value: UInt32) {
    // Safe: the owner made room.
    unsafe base.storeBytes(of: value, toByteOffset: index, as: UInt32.self)
  }

  @inline(__always)
  func store64(_ index: Int, _ value: UInt64) {
    // Safe: the owner made room.
    unsafe base.storeBytes(of: value, toByteOffset: index, as: UInt64.self)
  }

  @inline(__always)
  func storeBytes8(_ index: Int, _ value: SIMD8<UInt8>) {
    // Safe: the owner made room.
    unsafe base.storeBytes(of: value, toByteOffset: index, as: SIMD8<UInt8>.self)
  }

  @inline(__always)
  func storeSigned16(_ index: Int, _ value: SignedBytes16) {
    // Safe: the owner made room.
    unsafe base.storeBytes(of: value, toByteOffset: index, as: SignedBytes16.self)
  }

  @inline(__always)
  func storeBytes16(_ index: Int, _ value: Bytes16) {
    // Safe: the owner made room.
    unsafe base.storeBytes(of: value, toByteOffset: index, as: Bytes16.self)
  }
}

extension ByteBuffer {
  /// A view that writes behind the last byte, after room for `byteCount` bytes was made.
  @inline(__always)
  mutating func output(reserving byteCount: Int) -> RawOutput {
    reserve(byteCount)
    // Safe: room was made above; the view is used before the buffer is touched again.
    return unsafe RawOutput(base + length)
  }

  /// Counts bytes that were written through ``output(reserving:)``.
  @inline(__always)
  mutating func advance(_ byteCount: Int) {
    assert(byteCount <= size - length, "written bytes fit the block")
    length &+= byteCount
  }
}

extension RawSpan {
  /// Lends the bytes as indices from 0.
  @inline(__always)
  func withInput<Result>(_ body: (RawInput) -> Result) -> Result {
    unsafe withUnsafeBytes { bytes in
      // Safe: the view does not outlive the call, and of an empty span nothing is read.
      unsafe body(RawInput(bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped))
    }
  }
}

extension Arena {
  /// The whole block for code that keeps to its bounds by itself.
  @inline(__always)
  var rawBlock: RawOutput {
    // Safe: the view is used while the arena is borrowed and not grown.
    unsafe RawOutput(base)
  }
}
