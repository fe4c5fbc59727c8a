extension ByteBuffer {
  /// A range of the bytes as text; broken UTF-8 is repaired with U+FFFD.
  public borrowing func text(from start: Int, length: Int) -> String {
    withBytes(from: start, length: length) { bytes in
      // Safe: the text is a copy.
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// A range of the bytes as an array.
  public borrowing func array(from start: Int, length: Int) -> [UInt8] {
    withBytes(from: start, length: length) { bytes in
      // Safe: the array is a copy.
      unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }
  }

  /// Whether a range of the bytes holds a byte.
  public borrowing func contains(_ byte: UInt8, from start: Int, length: Int) -> Bool {
    withBytes(from: start, length: length) { bytes in
      for index in 0..<bytes.byteCount where bytes.byte(at: index) == byte { return true }
      return false
    }
  }
}
