internal import CZlib
public import PantileJSON

/// Compresses with gzip (RFC 1952), and keeps its state from one text to the next.
///
///     var gzip = Gzip()
///     try gzip.compress(payload, level: 6, into: &body)
///
/// The output has no time and no name in its header: equal input gives equal bytes.
///
/// - Note: The state takes about 270 KB from the first use on; a warm compressor allocates nothing.
@safe
public struct Gzip: ~Copyable {
  private var deflater: UnsafeMutablePointer<z_stream>?
  private var inflater: UnsafeMutablePointer<z_stream>?
  private var level: Int32 = 0

  private static let longest = Int(UInt32.max >> 1)

  /// Creates a compressor; nothing is reserved before its first use.
  public init() {}

  deinit {
    // Safe: the streams were made by `makeStream` and initialised; nothing else frees them.
    if let stream = unsafe deflater {
      unsafe deflateEnd(stream)
      unsafe stream.deallocate()
    }
    if let stream = unsafe inflater {
      unsafe inflateEnd(stream)
      unsafe stream.deallocate()
    }
  }

  /// Compresses `bytes` and appends the result to `output`.
  ///
  /// - Parameters:
  ///   - bytes: The input, up to 2 GiB.
  ///   - level: From 1 (fastest) to 9 (smallest); others are brought into that range.
  ///   - output: Is unchanged when an error is thrown.
  public mutating func compress(
    _ bytes: RawSpan, level: Int = 6, into output: inout ByteBuffer
  ) throws(CompressionError) {
    guard bytes.byteCount <= Self.longest else { throw CompressionError(.inputTooLong) }
    let stream = unsafe try openDeflater(Int32(Swift.min(Swift.max(level, 1), 9)))
    // Safe: the stream is initialised; input and output outlive the call, which is told their
    // sizes.
    let room = unsafe Int(deflateBound(stream, UInt(bytes.byteCount))) + 18
    var status = Z_OK
    unsafe output.append(upTo: room) { target in
      unsafe Self.open(stream, bytes, target)
      status = unsafe deflate(stream, Z_FINISH)
      return unsafe status == Z_STREAM_END ? Int(stream.pointee.total_out) : 0
    }
    guard status == Z_STREAM_END else { throw CompressionError(.outOfMemory) }
  }

  /// Decompresses one gzip text and appends the result to `output`.
  ///
  /// - Throws: ``CompressionError`` with code `.outputOverLimit` when the result is longer than
  ///   `limit` bytes; `output` is unchanged then.
  public mutating func decompress(
    _ bytes: RawSpan, limit: Int = 1 << 20, into output: inout ByteBuffer
  ) throws(CompressionError) {
    guard bytes.byteCount <= Self.longest, limit >= 0, limit < Self.longest else {
      throw CompressionError(.inputTooLong)
    }
    let start = output.count
    let stream = unsafe try openInflater()
    var room = Swift.min(limit + 1, Swift.max(1024, bytes.byteCount * 4))
    var read = 0
    while true {
      var status = Z_OK
      var written = 0
      unsafe output.append(upTo: room) { target in
        // Safe: as above; what was read before is left out.
        unsafe Self.open(stream, bytes, target, from: read)
        status = unsafe inflate(stream, Z_NO_FLUSH)
        read = unsafe bytes.byteCount - Int(stream.pointee.avail_in)
        written = unsafe room - Int(stream.pointee.avail_out)
        return written
      }
      let code: CompressionError.Code?
      switch status {
      case Z_STREAM_END: code = read < bytes.byteCount ? .corrupt : nil
      case Z_OK where written > 0, Z_BUF_ERROR where written == room: code = nil
      case Z_OK, Z_BUF_ERROR: code = .truncated
      case Z_MEM_ERROR: code = .outOfMemory
      default: code = .corrupt
      }
      let found = output.count - start > limit ? .outputOverLimit(limit) : code
      if let found {
        output.truncate(to: start)
        throw CompressionError(found)
      }
      if status == Z_STREAM_END { return }
      room = Swift.min(limit + 1 - (output.count - start), room * 2)
    }
  }
}

// MARK: - Streams

extension Gzip {
  /// A gzip frame around a window of 32 KiB.
  private static let frame: Int32 = 15 + 16

  private static func makeStream() -> UnsafeMutablePointer<z_stream> {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    // Safe: the place was allocated for one stream. zlib finds its state again by this address.
    unsafe stream.initialize(to: z_stream())
    return unsafe stream
  }

  private static func open(
    _ stream: UnsafeMutablePointer<z_stream>, _ bytes: RawSpan,
    _ target: UnsafeMutableRawBufferPointer, from start: Int = 0
  ) {
    // Safe: zlib only reads its input, and the caller lends both for the call that follows.
    unsafe bytes.withUnsafeBytes { source in
      let input = unsafe source.bindMemory(to: UInt8.self).baseAddress.map { unsafe $0 + start }
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input)
      unsafe stream.pointee.avail_in = UInt32(source.count - start)
    }
    unsafe stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
    unsafe stream.pointee.avail_out = UInt32(target.count)
  }

  private mutating func openDeflater(
    _ wanted: Int32
  ) throws(CompressionError) -> UnsafeMutablePointer<z_stream> {
    // Safe: the stream is initialised whenever `deflater` has one.
    if let stream = unsafe deflater {
      var status = unsafe deflateReset(stream)
      if status == Z_OK, wanted != level {
        status = unsafe deflateParams(stream, wanted, Z_DEFAULT_STRATEGY)
      }
      guard status == Z_OK else { throw CompressionError(.outOfMemory) }
      level = wanted
      return unsafe stream
    }
    let stream = unsafe Self.makeStream()
    let status = unsafe deflateInit2_(
      stream, wanted, Z_DEFLATED, Self.frame, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw CompressionError(.outOfMemory)
    }
    unsafe deflater = stream
    level = wanted
    return unsafe stream
  }

  private mutating func openInflater() throws(CompressionError) -> UnsafeMutablePointer<z_stream> {
    // Safe: the stream is initialised whenever `inflater` has one.
    if let stream = unsafe inflater {
      guard unsafe inflateReset(stream) == Z_OK else { throw CompressionError(.outOfMemory) }
      return unsafe stream
    }
    let stream = unsafe Self.makeStream()
    let status = unsafe inflateInit2_(
      stream, Self.frame, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw CompressionError(.outOfMemory)
    }
    unsafe inflater = stream
    return unsafe stream
  }
}

// MARK: - Spans of bytes

extension Gzip {
  /// Compresses `bytes` and appends the result to `output`.
  public mutating func compress(
    _ bytes: Span<UInt8>, level: Int = 6, into output: inout ByteBuffer
  ) throws(CompressionError) {
    // Safe: bytes have no padding.
    try unsafe compress(bytes.bytes, level: level, into: &output)
  }

  /// Decompresses one gzip text and appends the result to `output`.
  public mutating func decompress(
    _ bytes: Span<UInt8>, limit: Int = 1 << 20, into output: inout ByteBuffer
  ) throws(CompressionError) {
    // Safe: bytes have no padding.
    try unsafe decompress(bytes.bytes, limit: limit, into: &output)
  }
}
