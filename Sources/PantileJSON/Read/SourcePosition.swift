/// A place in a text as people count it.
public struct SourcePosition: Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1. Lines end with `\n`.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// Creates a position.
  public init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }

  /// Finds the line and column of a byte.
  ///
  /// - Parameters:
  ///   - offset: A byte offset; one behind the end counts as the end.
  ///   - text: UTF-8; of other text each byte but 80...BF counts as a column.
  /// - Complexity: O(`offset`).
  public init(offset: Int, in text: Span<UInt8>) {
    self.init()
    let count = Swift.min(Swift.max(offset, 0), text.count)
    unsafe text.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        // Safe: reads stay below `count`; the view does not outlive the call.
        unsafe advance(RawInput(start), 0, count)
      }
    }
  }

  /// Moves over the bytes from `start` to `end`.
  mutating func advance(_ input: RawInput, _ start: Int, _ end: Int) {
    var index = start
    while index &+ 16 <= end {
      let bytes: Bytes16 = input.bytes16(index)
      let signed: SignedBytes16 = input.signed16(index)
      let feed: Mask16 = bytes .== Bytes16(repeating: 0x0a)
      let continuation: Mask16 = signed .< SignedBytes16(repeating: -64)
      let feeds = feed.nibbles
      var inside = ~continuation.nibbles
      if feeds != 0 {
        line &+= feeds.nonzeroBitCount &>> 2
        column = 1
        // Bytes up to the last line feed do not count.
        let behind = UInt64(truncatingIfNeeded: 64 &- feeds.leadingZeroBitCount)
        inside = behind == 64 ? 0 : inside &>> behind
      }
      column &+= inside == ~0 ? 16 : inside.nonzeroBitCount &>> 2
      index &+= 16
    }
    while index < end {
      let byte = input[index]
      if byte == 0x0a {
        line &+= 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column &+= 1
      }
      index &+= 1
    }
  }

  /// `line 2, column 7`.
  public var description: String { "line \(line), column \(column)" }
}
