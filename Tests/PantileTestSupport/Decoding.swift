internal import CBrotli
internal import CZlib

/// Decodes bodies.
public enum Decoding {
  /// Decodes a body of at most 1 MiB; false where it is malformed.
  public static func decode(
    _ body: [UInt8], _ coding: String, into output: inout [UInt8]
  ) -> Bool {
    var decoded = [UInt8](repeating: 0, count: 1 << 20)
    let count = coding == "br" ? brotli(body, &decoded) : gzip(body, &decoded)
    guard let count else { return false }
    output = Array(decoded[..<count])
    return true
  }

  private static func brotli(_ body: [UInt8], _ output: inout [UInt8]) -> Int? {
    var count = output.count
    // Safe: both arrays live across the call, and their lengths are given.
    let result = unsafe BrotliDecoderDecompress(body.count, body, &count, &output)
    return result == BROTLI_DECODER_RESULT_SUCCESS ? count : nil
  }

  private static func gzip(_ body: [UInt8], _ output: inout [UInt8]) -> Int? {
    var stream = unsafe z_stream()
    // Safe: the stream lives until `inflateEnd`.
    guard
      unsafe inflateInit2_(
        &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe inflateEnd(&stream) }
    var input = body
    return unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        // Safe: both arrays live across the call, and their lengths are given.
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        let isDone = unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END
        return unsafe isDone ? output.count - Int(stream.avail_out) : nil
      }
    }
  }
}
