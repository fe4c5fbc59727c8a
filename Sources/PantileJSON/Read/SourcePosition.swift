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
    // Continuation bytes a lane, since the last line feed or sum.
    var continuations = Bytes16(repeating: 0)
    var blocks = 0
    while index &+ 64 <= end {
      if advance64(input, index, &continuations) { blocks = 0 }
      blocks &+= 1
      if blocks == 60 {
        column &-= Self.sum(continuations)
        continuations = Bytes16(repeating: 0)
        blocks = 0
      }
      index &+= 64
    }
    column &-= Self.sum(continuations)
    advanceBytes(input, index, end)
  }

  private static func sum(_ lanes: Bytes16) -> Int {
    (0..<16).reduce(0) { $0 &+ Int(lanes[$1]) }
  }

  /// Moves over 64 bytes, without subtracting continuation bytes; returns whether there was a line
  /// feed, with which counting starts anew.
  @inline(__always)
  private mutating func advance64(
    _ input: RawInput, _ index: Int, _ continuations: inout Bytes16
  ) -> Bool {
    let signed0: SignedBytes16 = input.signed16(index)
    let signed1: SignedBytes16 = input.signed16(index &+ 16)
    let signed2: SignedBytes16 = input.signed16(index &+ 32)
    let signed3: SignedBytes16 = input.signed16(index &+ 48)
    let feed = SignedBytes16(repeating: 0x0a)
    let feeds0: Mask16 = signed0 .== feed
    let feeds1: Mask16 = signed1 .== feed
    let feeds2: Mask16 = signed2 .== feed
    let feeds3: Mask16 = signed3 .== feed
    let hasFeed = ((feeds0 .| feeds1) .| (feeds2 .| feeds3)).nibbles != 0
    let all: SignedBytes16 = (signed0 | signed1) | (signed2 | signed3)
    let isHigh: Mask16 = all .< SignedBytes16(repeating: 0)
    let isASCII = isHigh.nibbles == 0
    if hasFeed {
      continuations = Bytes16(repeating: 0)
      if !isASCII {
        for part in 0..<4 { advance16(input, index &+ part &* 16) }
        return true
      }
      line &+= Self.count(feeds0, feeds1, feeds2, feeds3)
      let high = feeds2.nibbles | feeds3.nibbles != 0
      let (lower, upper) = high ? (feeds2, feeds3) : (feeds0, feeds1)
      let last = upper.nibbles != 0 ? upper.nibbles : lower.nibbles
      column = (high ? 1 : 33) &+ (upper.nibbles != 0 ? 0 : 16) &+ last.leadingZeroBitCount &>> 2
      return true
    }
    column &+= 64
    if isASCII { return false }
    let limit = SignedBytes16(repeating: -64)
    let mask0: Mask16 = signed0 .< limit
    let mask1: Mask16 = signed1 .< limit
    let mask2: Mask16 = signed2 .< limit
    let mask3: Mask16 = signed3 .< limit
    // A lane that is set is minus one.
    continuations = (continuations &- mask0.bytes) &- mask1.bytes
    continuations = (continuations &- mask2.bytes) &- mask3.bytes
    return false
  }

  /// How many of 64 lanes are set.
  @inline(__always)
  private static func count(_ a: Mask16, _ b: Mask16, _ c: Mask16, _ d: Mask16) -> Int {
    let bits0 = a.nibbles & 0x1111_1111_1111_1111
    let bits1 = b.nibbles & 0x2222_2222_2222_2222
    let bits2 = c.nibbles & 0x4444_4444_4444_4444
    let bits3 = d.nibbles & 0x8888_8888_8888_8888
    return (bits0 | bits1 | bits2 | bits3).nonzeroBitCount
  }

  @inline(__always)
  private mutating func advance16(_ input: RawInput, _ index: Int) {
    let signed: SignedBytes16 = input.signed16(index)
    let feeds = (signed .== SignedBytes16(repeating: 0x0a)).nibbles
    var inside = ~(signed .< SignedBytes16(repeating: -64)).nibbles
    if feeds != 0 {
      line &+= feeds.nonzeroBitCount &>> 2
      column = 1
      // Bytes up to the last line feed do not count.
      let behind = UInt64(truncatingIfNeeded: 64 &- feeds.leadingZeroBitCount)
      inside = behind == 64 ? 0 : inside &>> behind
    }
    column &+= inside == ~0 ? 16 : inside.nonzeroBitCount &>> 2
  }

  private mutating func advanceBytes(_ input: RawInput, _ start: Int, _ end: Int) {
    var index = start
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
