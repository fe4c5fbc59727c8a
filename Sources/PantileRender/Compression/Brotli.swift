internal import CBrotli
public import PantileJSON

/// Compresses and decompresses with brotli (RFC 7932).
///
///     try Brotli.compress(payload, quality: 4, into: &body)
///
/// The library has no state that could be reused: each call makes one and drops it.
@safe
public enum Brotli {
  /// Compresses `bytes` and appends the result to `output`.
  ///
  /// - Parameters:
  ///   - bytes: The input, up to 1 GiB.
  ///   - quality: From 0 (fastest) to 11 (smallest); others are brought into that range.
  ///   - sizeHint: How long the input is said to be; the encoder picks its tables by it. The length
  ///     of the input by default.
  ///   - windowBits: The window as a power of two, 10 to 24; 22 as Node has it.
  ///   - output: Is unchanged when an error is thrown.
  public static func compress(
    _ bytes: RawSpan, quality: Int, sizeHint: Int? = nil, windowBits: Int = 22,
    into output: inout ByteBuffer
  ) throws(CompressionError) {
    guard bytes.byteCount <= 1 << 30 else { throw CompressionError(.inputTooLong) }
    // Safe: the instance is destroyed below, whatever happens.
    guard let encoder = unsafe BrotliEncoderCreateInstance(nil, nil, nil) else {
      throw CompressionError(.outOfMemory)
    }
    defer { unsafe BrotliEncoderDestroyInstance(encoder) }
    let hint = Swift.min(Swift.max(sizeHint ?? bytes.byteCount, 0), 1 << 30)
    let quality = Swift.min(Swift.max(quality, 0), 11)
    let window = Swift.min(Swift.max(windowBits, 10), 24)
    unsafe set(BROTLI_PARAM_QUALITY, quality, encoder)
    unsafe set(BROTLI_PARAM_LGWIN, window, encoder)
    unsafe set(BROTLI_PARAM_SIZE_HINT, hint, encoder)
    let start = output.count
    var room = Swift.max(BrotliEncoderMaxCompressedSize(bytes.byteCount), 64) + 64
    var read = 0
    while true {
      var isFine: Int32 = 0
      unsafe output.append(upTo: room) { target in
        unsafe bytes.withUnsafeBytes { source in
          // Safe: both blocks outlive the call, which is told their sizes.
          let base = unsafe source.bindMemory(to: UInt8.self).baseAddress
          var input = unsafe base.map { unsafe $0 + read }
          var inputCount = source.count - read
          var place = unsafe target.bindMemory(to: UInt8.self).baseAddress
          var placeCount = target.count
          isFine = unsafe BrotliEncoderCompressStream(
            encoder, BROTLI_OPERATION_FINISH, &inputCount, &input, &placeCount, &place, nil)
          read = source.count - inputCount
          return target.count - placeCount
        }
      }
      guard isFine != 0 else {
        output.truncate(to: start)
        throw CompressionError(.outOfMemory)
      }
      if unsafe BrotliEncoderIsFinished(encoder) != 0 { return }
      room = 1024
    }
  }

  /// Decompresses one brotli text and appends the result to `output`.
  ///
  /// - Parameters:
  ///   - bytes: The input; it must end where the compressed text ends.
  ///   - limit: The longest result in bytes.
  ///   - output: Is unchanged when an error is thrown.
  /// - Throws: ``CompressionError`` with code `.outputOverLimit` when the result is longer than
  ///   `limit`.
  public static func decompress(
    _ bytes: RawSpan, limit: Int = 1 << 20, into output: inout ByteBuffer
  ) throws(CompressionError) {
    guard bytes.byteCount <= 1 << 30, limit >= 0, limit < 1 << 40 else {
      throw CompressionError(.inputTooLong)
    }
    // Safe: the instance is destroyed below, whatever happens.
    guard let decoder = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
      throw CompressionError(.outOfMemory)
    }
    defer { unsafe BrotliDecoderDestroyInstance(decoder) }
    let start = output.count
    var room = Swift.min(limit + 1, Swift.max(1024, bytes.byteCount * 4))
    var read = 0
    while true {
      var result = BROTLI_DECODER_RESULT_ERROR
      unsafe output.append(upTo: room) { target in
        unsafe bytes.withUnsafeBytes { source in
          // Safe: both blocks outlive the call, which is told their sizes.
          let base = unsafe source.bindMemory(to: UInt8.self).baseAddress
          var input = unsafe base.map { unsafe $0 + read }
          var inputCount = source.count - read
          var place = unsafe target.bindMemory(to: UInt8.self).baseAddress
          var placeCount = target.count
          result = unsafe BrotliDecoderDecompressStream(
            decoder, &inputCount, &input, &placeCount, &place, nil)
          read = source.count - inputCount
          return target.count - placeCount
        }
      }
      let code: CompressionError.Code?
      switch result {
      case BROTLI_DECODER_RESULT_SUCCESS: code = read < bytes.byteCount ? .corrupt : nil
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: code = nil
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: code = .truncated
      default: code = .corrupt
      }
      let found = output.count - start > limit ? .outputOverLimit(limit) : code
      if let found {
        output.truncate(to: start)
        throw CompressionError(found)
      }
      if result == BROTLI_DECODER_RESULT_SUCCESS { return }
      room = Swift.min(limit + 1 - (output.count - start), room * 2)
    }
  }

  private static func set(
    _ parameter: BrotliEncoderParameter, _ value: Int, _ encoder: OpaquePointer
  ) {
    // Safe: the encoder is alive; every value is in the range that the library takes.
    _ = unsafe BrotliEncoderSetParameter(encoder, parameter, UInt32(value))
  }
}

// MARK: - Spans of bytes

extension Brotli {
  /// Compresses `bytes` and appends the result to `output`.
  public static func compress(
    _ bytes: Span<UInt8>, quality: Int, sizeHint: Int? = nil, windowBits: Int = 22,
    into output: inout ByteBuffer
  ) throws(CompressionError) {
    // Safe: bytes have no padding.
    try unsafe compress(
      bytes.bytes, quality: quality, sizeHint: sizeHint, windowBits: windowBits, into: &output)
  }

  /// Decompresses one brotli text and appends the result to `output`.
  public static func decompress(
    _ bytes: Span<UInt8>, limit: Int = 1 << 20, into output: inout ByteBuffer
  ) throws(CompressionError) {
    // Safe: bytes have no padding.
    try unsafe decompress(bytes.bytes, limit: limit, into: &output)
  }
}
