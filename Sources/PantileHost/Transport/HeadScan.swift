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
      let end = unsafe place(of: 0x0A, in: bytes, from: index) ?? bytes.count
      if end > index {
        if !hasRequestLine { unsafe countBlanks(bytes, index, end) }
        // Safe: the byte before `end` lies within the bytes.
        previous = unsafe bytes[end - 1]
        lineByteCount += end - index
      }
      if end == bytes.count { return true }
      guard endLine() else { return false }
      index = end + 1
    }
    return true
  }

  /// Whether a line may begin with a byte: no blank, and no colon, which ends a name.
  private func canBegin(_ byte: UInt8) -> Bool {
    byte != 0x20 && byte != 0x09 && byte != 0x3A
  }

  /// The index of the next such byte; nil where there is none.
  private func place(
    of byte: Int32, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    // Safe: `start` is at most the number of bytes, and the search ends with them.
    let found = unsafe memchr(base + start, byte, bytes.count - start)
    return unsafe found.map { unsafe $0 - UnsafeMutableRawPointer(mutating: base) }
  }

  /// Counts the blanks of a piece of the request line, up to one more than there may be.
  private mutating func countBlanks(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) {
    // Safe: the piece lies within the bytes.
    let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    var index = 0
    while blanks <= 2, let blank = unsafe place(of: 0x20, in: piece, from: index) {
      blanks += 1
      index = blank + 1
    }
  }

  /// Takes the LF behind a line.
  private mutating func endLine() -> Bool {
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
