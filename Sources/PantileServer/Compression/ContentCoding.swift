internal import CBrotli
internal import CZlib
internal import PantileJSON

/// A coding of bodies.
public enum ContentCoding: Sendable, CaseIterable {
  /// None.
  case identity
  /// gzip, level 6.
  case gzip
  /// Brotli, quality 4.
  case brotli

  /// Bodies below this length are sent as they are.
  public static let smallestBody = 1_024
}

extension ContentCoding {
  /// Appends the coded form of a body.
  ///
  /// - Returns: False where the coder fails, for want of memory; `output` is unchanged then.
  func encode(_ body: RawSpan, into output: inout ByteBuffer) -> Bool {
    switch self {
    case .identity:
      output.append(body)
      return true
    case .gzip: return Self.gzip(body, &output)
    case .brotli: return Self.brotli(body, &output)
    }
  }

  private static func brotli(_ body: RawSpan, _ output: inout ByteBuffer) -> Bool {
    let room = BrotliEncoderMaxCompressedSize(body.byteCount)
    return unsafe fill(&output, room) { (target) -> Int? in
      unsafe body.withUnsafeBytes { source in
        var count = target.count
        // Safe: both blocks live across the call, and their lengths are given.
        let isDone = unsafe BrotliEncoderCompress(
          4, 20, BROTLI_MODE_TEXT, source.count,
          source.baseAddress?.assumingMemoryBound(to: UInt8.self), &count,
          target.baseAddress?.assumingMemoryBound(to: UInt8.self))
        return isDone == BROTLI_TRUE ? count : nil
      }
    }
  }

  private static func gzip(_ body: RawSpan, _ output: inout ByteBuffer) -> Bool {
    var stream = unsafe z_stream()
    // Safe: the stream lives until `deflateEnd`. 15 + 16 is the largest window, in gzip's frame.
    let began = unsafe deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard began == Z_OK else { return false }
    // Safe: ended once.
    defer { _ = unsafe deflateEnd(&stream) }
    // Safe: the stream was begun above.
    let room = Int(unsafe deflateBound(&stream, UInt(body.byteCount)))
    return unsafe fill(&output, room) { (target) -> Int? in
      unsafe body.withUnsafeBytes { source in
        // Safe: zlib reads the source and never writes to it; both blocks live across the call.
        unsafe stream.next_in = UnsafeMutablePointer(
          mutating: source.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe stream.avail_in = UInt32(truncatingIfNeeded: source.count)
        unsafe stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.avail_out = UInt32(truncatingIfNeeded: target.count)
        let isDone = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
        return unsafe isDone ? target.count - Int(stream.avail_out) : nil
      }
    }
  }

  /// Appends what `write` puts into a block of `room` bytes; it gives the length.
  private static func fill(
    _ output: inout ByteBuffer, _ room: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int?
  ) -> Bool {
    // Safe: the block lives until the end of the function, and `write` fills what it counts.
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(room, 1), alignment: 16)
    defer { unsafe block.deallocate() }
    guard let count = unsafe write(block) else { return false }
    unsafe output.append(UnsafeRawBufferPointer(rebasing: block[..<count]).bytes)
    return true
  }
}
