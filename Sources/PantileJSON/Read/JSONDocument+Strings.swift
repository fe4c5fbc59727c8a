extension JSONDocument {
  /// Parses a whole text given as an array, as ``parse(_:options:)`` does.
  public mutating func parse(
    utf8 bytes: [UInt8], options: JSONReadOptions = JSONReadOptions()
  ) throws(JSONError) {
    // Safe: bytes have no padding.
    try unsafe parse(bytes.span.bytes, options: options)
  }

  /// A string as Swift has it; surrogates without partner become U+FFFD.
  ///
  /// - Complexity: O(*n*) in its bytes.
  public func string(of text: JSONText) -> String {
    withBytes(of: text) { bytes in
      // Safe: the bytes are copied before the view ends.
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether two strings of the document have the same bytes.
  public func areEqual(_ left: JSONText, _ right: JSONText) -> Bool {
    left.byteCount == right.byteCount
      && text.equal(Int(left.offset), Int(right.offset), byteCount: Int(left.byteCount))
  }
}
