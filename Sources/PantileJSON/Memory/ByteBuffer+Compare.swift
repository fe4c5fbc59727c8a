extension ByteBuffer {
  /// Whether the bytes from `start` on, `length` of them, are `text`.
  public borrowing func isEqual(from start: Int, length: Int, _ text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount == length else { return false }
    return withBytes(from: start, length: length) { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        // Safe: both have `length` bytes, and a static string lives for ever.
        unsafe Self.isEqual(bytes.baseAddress, UnsafeRawPointer(text.utf8Start), length)
      }
    }
  }

  /// Whether the bytes from `start` on are those of `other`, `length` of them.
  public borrowing func isEqual(from start: Int, length: Int, _ other: Span<UInt8>) -> Bool {
    guard other.count == length else { return false }
    return withBytes(from: start, length: length) { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe other.withUnsafeBufferPointer { other in
          // Safe: both have `length` bytes.
          unsafe Self.isEqual(bytes.baseAddress, UnsafeRawPointer(other.baseAddress), length)
        }
      }
    }
  }

  /// Whether `count` bytes at two places are equal, eight at a time.
  private static func isEqual(
    _ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?, _ count: Int
  ) -> Bool {
    guard let left = unsafe left, let right = unsafe right else { return true }
    var index = 0
    while index + 8 <= count {
      // Safe: eight bytes lie behind `index` at both places.
      let first = unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let second = unsafe right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if first != second { return false }
      index += 8
    }
    while index < count {
      // Safe: `index` is below the count of both.
      let first = unsafe left.load(fromByteOffset: index, as: UInt8.self)
      if unsafe first != right.load(fromByteOffset: index, as: UInt8.self) { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes from `start` on, `length` of them, are `text` when ASCII letters are taken in
  /// lower case.
  ///
  /// - Parameters:
  ///   - start: Where the bytes begin.
  ///   - length: How many they are.
  ///   - text: Text without upper-case letters.
  public borrowing func isEqual(
    from start: Int, length: Int, lowerCase text: StaticString
  ) -> Bool {
    guard text.utf8CodeUnitCount == length else { return false }
    return withBytes(from: start, length: length) { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        // Safe: both have `length` bytes, and a static string lives for ever.
        let wanted = unsafe UnsafeRawBufferPointer(start: text.utf8Start, count: length)
        for index in 0..<length {
          // Safe: `index` is below the length of both.
          let byte = unsafe bytes[index]
          let isUpper = byte &- 0x41 < 26
          if unsafe (isUpper ? byte | 0x20 : byte) != wanted[index] { return false }
        }
        return true
      }
    }
  }

  /// A buffer with the same bytes.
  public borrowing func copy() -> ByteBuffer {
    var other = ByteBuffer(capacity: count)
    withBytes { other.append($0) }
    return other
  }
}
