extension RawSpan {
  /// The byte at an index, checked against the span's bounds.
  @inlinable @inline(__always)
  public func byte(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < byteCount, "a byte index lies within its span")
    // Safe: the index is checked above.
    return unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }
}

extension Span<UInt8> {
  /// Lends the bytes as raw ones.
  @inlinable @inline(__always)
  public func withRawBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Safe: bytes have no padding.
    try unsafe body(bytes)
  }
}
