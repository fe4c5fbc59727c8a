internal import PantileJSON

/// Compares the tag of content with the `If-None-Match` fields of a request.
enum EntityTags {
  /// Whether the content is what the client has: a field is `*`, or lists the tag.
  ///
  /// Tags are compared weakly. Fields that are malformed count as none.
  static func match(_ request: borrowing HTTPRequest, _ hash: ContentHash) -> Bool {
    var isMatch = false
    var next = request.fieldIndex(of: "if-none-match")
    while let index = next {
      let value = request.fieldValue(at: index)
      guard let found = match(request, request.trimmed(value.start, value.end), hash) else {
        return false
      }
      isMatch = isMatch || found
      next = request.fieldIndex(of: "if-none-match", from: index + 1)
    }
    return isMatch
  }

  /// Whether one field matches; nil where it is malformed.
  private static func match(
    _ request: borrowing HTTPRequest, _ value: HTTPPart, _ hash: ContentHash
  ) -> Bool? {
    if value.byteCount == 1, request[value.start] == UInt8(ascii: "*") { return true }
    var isMatch = false
    var isDue = true
    var index = value.start
    while index < value.end {
      let byte = request[index]
      if HTTPRequest.isSpace(byte) {
        index += 1
      } else if byte == UInt8(ascii: ",") {
        isDue = true
        index += 1
      } else {
        guard isDue, let tag = tag(request, index, value.end) else { return nil }
        isMatch = isMatch || isEqual(request, tag, hash)
        index = tag.end + 1
        isDue = false
      }
    }
    return isMatch
  }

  /// The bytes between the quotes of a tag that begins at `start`.
  private static func tag(
    _ request: borrowing HTTPRequest, _ start: Int, _ end: Int
  ) -> HTTPPart? {
    var index = start
    if index + 1 < end, request[index] == UInt8(ascii: "W"), request[index + 1] == 0x2f {
      index += 2
    }
    guard index < end, request[index] == 0x22 else { return nil }
    let first = index + 1
    index = first
    while index < end {
      let byte = request[index]
      if byte == 0x22 { return HTTPPart(start: first, byteCount: index - first) }
      // A tag has visible characters and bytes above ASCII.
      guard byte > 0x20, byte != 0x7f else { return nil }
      index += 1
    }
    return nil
  }

  private static func isEqual(
    _ request: borrowing HTTPRequest, _ tag: HTTPPart, _ hash: ContentHash
  ) -> Bool {
    guard tag.byteCount == 32 else { return false }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in 0..<32 {
      let digit: UInt8
      switch request[tag.start + index] {
      case let byte where byte &- 0x30 < 10: digit = byte - 0x30
      case let byte where byte &- 0x61 < 6: digit = byte - 0x57
      default: return false
      }
      if index < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
    return high == hash.high && low == hash.low
  }
}
