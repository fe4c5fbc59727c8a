// UTF-8 is checked sixteen bytes at a time by comparing each byte with the three before it:
//
//     a byte is a continuation (80...BF)  exactly if  one before it is C0... at distance 1,
//                                                     E0... at 2 or F0... at 3
//     E0 is followed by A0...   ED by ...9F   F0 by 90...   F4 by ...8F   no C0, C1, F5...
//
// No table look-up is needed, so SSE2 is enough.

/// Checks of UTF-8.
enum UTF8Check {
  /// The bytes of sixteen from `index` that break a rule.
  ///
  /// The three bytes before `index` must be readable; they are the end of sound text.
  @inline(__always)
  static func errors(_ input: RawInput, _ index: Int, _ bytes: Bytes16) -> Mask16 {
    let signed: SignedBytes16 = input.signed16(index)
    let before1: Bytes16 = input.bytes16(index &- 1)
    let before2: Bytes16 = input.bytes16(index &- 2)
    let before3: Bytes16 = input.bytes16(index &- 3)
    let zero = Bytes16(repeating: 0)
    let lead1: Bytes16 = excess(before1, 0xbf)
    let lead2: Bytes16 = excess(before2, 0xdf)
    let lead3: Bytes16 = excess(before3, 0xef)
    let leads: Bytes16 = (lead1 | lead2) | lead3
    let isFree: Mask16 = leads .== zero
    let isContinuation: Mask16 = signed .< SignedBytes16(repeating: -64)
    // Equal where a continuation is due and missing, or found and not due.
    let misplaced: Mask16 = .!(isFree .^ isContinuation)

    let belowA0: Mask16 = signed .< SignedBytes16(repeating: -96)
    let below90: Mask16 = signed .< SignedBytes16(repeating: -112)
    let isE0: Mask16 = before1 .== Bytes16(repeating: 0xe0)
    let isED: Mask16 = before1 .== Bytes16(repeating: 0xed)
    let isF0: Mask16 = before1 .== Bytes16(repeating: 0xf0)
    let isF4: Mask16 = before1 .== Bytes16(repeating: 0xf4)
    let short: Mask16 = (isE0 .& belowA0) .| (isF0 .& below90)
    let far: Mask16 = (isED .& .!belowA0) .| (isF4 .& .!below90)
    let overF4: Bytes16 = excess(bytes, 0xf4)
    let isUnused: Mask16 = (bytes & Bytes16(repeating: 0xfe)) .== Bytes16(repeating: 0xc0)
    let isOver: Mask16 = overF4 .!= zero
    return (misplaced .| short) .| (far .| (isUnused .| isOver))
  }

  /// By how much each byte is above `limit`, or 0.
  @inline(__always)
  private static func excess(_ bytes: Bytes16, _ limit: UInt8) -> Bytes16 {
    let limits = Bytes16(repeating: limit)
    let difference: Bytes16 = bytes &- limits
    let isBelow: Mask16 = bytes .< limits
    return difference.replacing(with: Bytes16(repeating: 0), where: isBelow)
  }

  /// The length of the sound sequence at `index`: 2, 3 or 4; 0 when it is broken, and -1 when it
  /// is cut off by `end` and sound so far.
  @inline(__always)
  static func sequence(_ input: RawInput, _ index: Int, _ end: Int) -> Int {
    let lead = input[index]
    let length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    if length == 0 { return 0 }
    if index &+ 1 == end { return -1 }
    let second = input[index &+ 1]
    let low: UInt8 = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80
    let high: UInt8 = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf
    if second < low || second > high { return 0 }
    if length == 2 { return 2 }
    if index &+ 2 == end { return -1 }
    if input[index &+ 2] & 0xc0 != 0x80 { return 0 }
    if length == 3 { return 3 }
    if index &+ 3 == end { return -1 }
    return input[index &+ 3] & 0xc0 == 0x80 ? 4 : 0
  }
}
