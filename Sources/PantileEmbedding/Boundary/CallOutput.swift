public import CPantile
internal import Glibc
internal import PantileJSON

/// Gives bytes to a C caller, in memory that it frees.
enum CallOutput {
  /// Fills a buffer with a copy of bytes.
  static func fill(
    _ buffer: UnsafeMutablePointer<pantile_buffer>, _ bytes: borrowing ByteBuffer
  ) throws(CallFailure) {
    let count = bytes.count
    // Safe: the block has a byte more than is copied, for the NUL.
    guard let block = unsafe malloc(count + 1) else { throw .noMemory }
    bytes.withBytes { span in
      unsafe span.withUnsafeBytes { source in
        if let base = source.baseAddress { unsafe memcpy(block, base, count) }
      }
    }
    unsafe block.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    var made = unsafe pantile_buffer()
    unsafe made.data = block.assumingMemoryBound(to: CChar.self)
    unsafe made.length = count
    unsafe buffer.initialize(to: made)
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_api_version() -> Int32 { PANTILE_API_VERSION }

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_error_free(_ error: UnsafeMutablePointer<pantile_error>?) {
  // Safe: the message is what malloc gave, or NULL; it is forgotten at once.
  unsafe free(error?.pointee.message)
  unsafe error?.initialize(to: pantile_error())
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_buffer_free(_ buffer: UnsafeMutablePointer<pantile_buffer>?) {
  // Safe: the bytes are what malloc gave, or NULL; they are forgotten at once.
  unsafe free(buffer?.pointee.data)
  unsafe buffer?.initialize(to: pantile_buffer())
}
