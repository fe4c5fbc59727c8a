internal import Glibc

/// Looks at the lines of a request's head before llhttp does, which even in its strict mode takes
///
/// - a bare LF behind the request line and as the empty line,
/// - a field continued on a line that begins with a blank (`obs-fold`),
/// - a field without a name,
/// - several blanks between method and target.
///
/// Servers and proxies that read such bytes differently can be played off against each other.
struct HeadScan {
  /// The byte before the next one.
  private var previous: UInt8 = 0
  /// Bytes of the line so far.
  private var lineByteCount = 0
  /// Blanks in the request line.
  private var blanks = 0
  /// Whether the request line has come.
  private(set) var hasRequestLine = false
  /// Whether the empty line has come.
  private(set) var isAtEnd = false

  /// Takes the next bytes, of which those behind the empty line are not looked at.
  ///
  /// - Returns: False when a line is not as it must be.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count, !isAtEnd {
      // Safe: the index lies within the bytes.
      if unsafe lineByteCount == 0 && !canBegin(bytes[index]) { return false }
      if hasRequestLine {
        index = unsafe skipToLineEnd(bytes, index)
        if index == bytes.count { return true }
      }
      // Safe: the index lies within the bytes.
      guard unsafe takeByte(bytes[index]) else { return false }
      index += 1
    }
    return true
  }

  /// Whether a line may begin with a byte: no blank, and no colon, which ends a name.
  private func canBegin(_ byte: UInt8) -> Bool {
    byte != 0x20 && byte != 0x09 && byte != 0x3A
  }

  /// Moves to the next LF, or to the end of the bytes.
  private mutating func skipToLineEnd(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    guard let base = bytes.baseAddress else { return bytes.count }
    // Safe: `start` lies within the bytes, and the search ends with them.
    let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
    let end =
      unsafe found.map { unsafe $0 - UnsafeMutableRawPointer(mutating: base) } ?? bytes.count
    if end > start {
      // Safe: the byte before `end` lies within the bytes.
      previous = unsafe bytes[end - 1]
      lineByteCount += end - start
    }
    return end
  }

  private mutating func takeByte(_ byte: UInt8) -> Bool {
    defer { previous = byte }
    guard byte == 0x0A else {
      if byte == 0x20 { blanks += 1 }
      lineByteCount += 1
      return true
    }
    guard lineByteCount > 0, previous == 0x0D else { return false }
    let isEmpty = lineByteCount == 1
    lineByteCount = 0
    if hasRequestLine {
      isAtEnd = isEmpty
    } else if !isEmpty {
      hasRequestLine = true
      // One blank on each side of the target.
      return blanks == 2
    }
    return true
  }
}
