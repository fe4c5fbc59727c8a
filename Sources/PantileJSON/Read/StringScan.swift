// A string is read from behind its opening quote. While it has no escape, `read` and `write` are
// equal and nothing moves. Behind the first escape the text is moved down as it is unescaped:
//
//     "Gr\u00fc\u00dfe"        start        write          read
//      ▲                        │  unescaped  │  no longer  │  still to come
//
// Both indices are kept when the input ends in the middle, and the next chunk goes on from them.

/// A string that is not plain ASCII up to its closing quote, or not yet whole.
struct StringScan {
  /// The index behind the opening quote.
  var start: Int
  /// The next byte to read; behind the closing quote at the end, or that of the failure.
  var read: Int
  /// Where the next byte goes; the end of the text at the end.
  var write: Int
  /// The tag of the text so far.
  var tag = TapeTag.ascii
  /// How the scan ended.
  var result = Result.isWhole

  enum Result: Equatable {
    case isWhole
    case isCutOff
    case failed(JSONError.Code)
  }

  @inline(__always)
  init(start: Int, read: Int) {
    self.start = start
    self.read = read
    write = read
  }

  /// Reads on, up to the closing quote or `end`, behind which 64 zeros follow.
  @inline(never)
  static func run(_ scan: StringScan, _ block: RawOutput, _ end: Int) -> StringScan {
    var scan = scan
    scan.result = .isWhole
    if scan.write == scan.read && block.input[scan.read] != 0x5c {
      scan.readToEscape(block.input, end)
    }
    if scan.result == .isWhole && (scan.write < scan.read || block.input[scan.read] == 0x5c) {
      scan.readEscaped(block, end)
      if scan.result == .isWhole && scan.tag <= TapeTag.text {
        scan.tag &+= TapeTag.unescapedASCII &- TapeTag.ascii
      }
    }
    if scan.result == .isWhole { scan.read &+= 1 }
    return scan
  }

  /// The bytes of sixteen that end a run of ASCII.
  @inline(__always)
  static func stops(_ bytes: SignedBytes16) -> Mask16 {
    let other: Mask16 = bytes .< SignedBytes16(repeating: 0x20)
    let quote: Mask16 = bytes .== SignedBytes16(repeating: 0x22)
    let backslash: Mask16 = bytes .== SignedBytes16(repeating: 0x5c)
    return other .| (quote .| backslash)
  }

  /// The index of the first byte from `start` that is no ASCII or may not be copied.
  @inline(__always)
  static func asciiEnd(_ input: RawInput, _ start: Int) -> Int {
    let nibbles = stops(input.signed16(start)).nibbles
    if nibbles != 0 { return start &+ nibbles.trailingZeroBitCount &>> 2 }
    var index = start &+ 16
    while true {
      // Two vectors a turn and a choice without a branch: lengths are hard to foresee.
      let first = stops(input.signed16(index)).nibbles
      let second = stops(input.signed16(index &+ 16)).nibbles
      if first | second != 0 {
        let nibbles = first != 0 ? first : second
        let offset = first != 0 ? 0 : 16
        return index &+ offset &+ nibbles.trailingZeroBitCount &>> 2
      }
      index &+= 32
    }
  }
}

// MARK: - Without escapes

extension StringScan {
  /// Stops at the closing quote, at a backslash, or with a result.
  @inline(__always)
  mutating func readToEscape(_ input: RawInput, _ end: Int) {
    var index = Self.asciiEnd(input, read)
    if input[index] >= 0x80 {
      if tag == TapeTag.ascii { tag = TapeTag.text }
      index = Self.textEnd(input, index, start)
    }
    // A stop may hide a sequence that is cut off before it.
    let lead = Self.lead(input, index, start)
    read = lead
    write = lead
    let byte = input[index]
    if lead < index || byte >= 0x80 || byte < 0x20 { result = failure(input, lead, end) }
  }

  /// The closing quote of a string that is sound and has no escape behind `read`; else -1.
  @inline(never)
  static func plainTextEnd(_ input: RawInput, _ start: Int, _ read: Int) -> Int {
    let index = textEnd(input, read, start)
    return input[index] == 0x22 && lead(input, index, start) == index ? index : -1
  }

  /// The index of the first byte from `read` that may not be copied or does not fit UTF-8.
  @inline(__always)
  private static func textEnd(_ input: RawInput, _ read: Int, _ start: Int) -> Int {
    var index = read
    while true {
      index = threeByteEnd(input, index)
      if input[index] < 0x80 && isStop(input[index]) { return index }
      let bytes: Bytes16 = input.bytes16(index)
      let errors: Mask16 = UTF8Check.errors(input, index, bytes)
      let control: Mask16 = bytes .< Bytes16(repeating: 0x20)
      let quote: Mask16 = bytes .== Bytes16(repeating: 0x22)
      let backslash: Mask16 = bytes .== Bytes16(repeating: 0x5c)
      let stop: Mask16 = (control .| quote) .| (backslash .| errors)
      let nibbles = stop.nibbles
      if nibbles != 0 { return index &+ nibbles.trailingZeroBitCount &>> 2 }
      index = lead(input, index &+ 16, start)
    }
  }

  @inline(__always)
  private static func isStop(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5c
  }

  /// The end of a run of three-byte sequences that begins at `start` (CJK text mostly).
  ///
  /// 48 bytes have the leads in fixed places, so one masked comparison checks sixteen. E0 and ED,
  /// whose second byte has a narrower range, end the run.
  @inline(__always)
  private static func threeByteEnd(_ input: RawInput, _ start: Int) -> Int {
    let (f, c, e, x): (UInt8, UInt8, UInt8, UInt8) = (0xf0, 0xc0, 0xe0, 0x80)
    let mask0 = Bytes16(f, c, c, f, c, c, f, c, c, f, c, c, f, c, c, f)
    let form0 = Bytes16(e, x, x, e, x, x, e, x, x, e, x, x, e, x, x, e)
    let mask1 = Bytes16(c, c, f, c, c, f, c, c, f, c, c, f, c, c, f, c)
    let form1 = Bytes16(x, x, e, x, x, e, x, x, e, x, x, e, x, x, e, x)
    let mask2 = Bytes16(c, f, c, c, f, c, c, f, c, c, f, c, c, f, c, c)
    let form2 = Bytes16(x, e, x, x, e, x, x, e, x, x, e, x, x, e, x, x)
    var index = start
    while true {
      let end0 = misfits(input.bytes16(index), mask0, form0)
      if end0 != 0 { return sequenceStart(index, end0, 0) }
      let end1 = misfits(input.bytes16(index &+ 16), mask1, form1)
      if end1 != 0 { return sequenceStart(index, end1, 16) }
      let end2 = misfits(input.bytes16(index &+ 32), mask2, form2)
      if end2 != 0 { return sequenceStart(index, end2, 32) }
      index &+= 48
    }
  }

  @inline(__always)
  private static func misfits(_ bytes: Bytes16, _ mask: Bytes16, _ form: Bytes16) -> UInt64 {
    let fits: Mask16 = (bytes & mask) .== form
    let isE0: Mask16 = bytes .== Bytes16(repeating: 0xe0)
    let isED: Mask16 = bytes .== Bytes16(repeating: 0xed)
    let isFine: Mask16 = fits .& .!(isE0 .| isED)
    return ~isFine.nibbles
  }

  /// The start of the sequence in which the first misfit lies.
  @inline(__always)
  private static func sequenceStart(_ index: Int, _ misfits: UInt64, _ offset: Int) -> Int {
    let place = offset &+ misfits.trailingZeroBitCount &>> 2
    return index &+ place &- place % 3
  }

  /// The start of an unfinished sequence that ends before `index`, or `index`.
  @inline(__always)
  private static func lead(_ input: RawInput, _ index: Int, _ start: Int) -> Int {
    if index > start && input[index &- 1] >= 0xc0 { return index &- 1 }
    if index > start &+ 1 && input[index &- 2] >= 0xe0 { return index &- 2 }
    if index > start &+ 2 && input[index &- 3] >= 0xf0 { return index &- 3 }
    return index
  }

  private func failure(_ input: RawInput, _ index: Int, _ end: Int) -> Result {
    if index == end { return .isCutOff }
    if input[index] < 0x20 { return .failed(.controlCharacter) }
    return UTF8Check.sequence(input, index, end) < 0 ? .isCutOff : .failed(.invalidUTF8)
  }
}

// MARK: - With escapes

extension StringScan {
  /// Reads from the first escape to the closing quote.
  ///
  /// What is frequent works on two local indices; the rest goes through the scan itself.
  @inline(__always)
  private mutating func readEscaped(_ block: RawOutput, _ end: Int) {
    let input = block.input
    var from = read
    var to = write
    while true {
      Self.moveRun(block, &from, &to)
      let byte = input[from]
      if byte == 0x5c && Self.moveEscape(block, &from, &to, &tag) { continue }
      read = from
      write = to
      if byte == 0x22 { return }
      readRare(byte, block, end)
      if result != .isWhole { return }
      from = read
      to = write
    }
  }

  /// Moves ASCII down to `to`. A store of sixteen bytes must not run over text that is still to
  /// come, so the first few runs, with a narrow gap, go byte by byte.
  @inline(__always)
  private static func moveRun(_ block: RawOutput, _ from: inout Int, _ to: inout Int) {
    let input = block.input
    while true {
      let bytes: SignedBytes16 = input.signed16(from)
      let nibbles = stops(bytes).nibbles
      let count = nibbles.trailingZeroBitCount &>> 2
      if from &- to >= 16 {
        block.storeSigned16(to, bytes)
      } else {
        for offset in 0..<count { block.store8(to &+ offset, input[from &+ offset]) }
      }
      from &+= count
      to &+= count
      if nibbles != 0 { return }
    }
  }

  /// Unescapes one character that is no surrogate; returns false for all else.
  @inline(__always)
  private static func moveEscape(
    _ block: RawOutput, _ from: inout Int, _ to: inout Int, _ tag: inout UInt16
  ) -> Bool {
    let input = block.input
    let letter = input[from &+ 1]
    if letter != 0x75 {
      let byte = escaped(letter)
      if byte == 0 { return false }
      block.store8(to, byte)
      from &+= 2
      to &+= 1
      return true
    }
    guard let unit = hexValue(input.word32(from &+ 2)), unit & 0xf800 != 0xd800 else {
      return false
    }
    // One, two or three bytes without a branch; the escape was longer than the store.
    let last = 0x80 | unit & 0x3f
    let two = 0xc0 | unit &>> 6 | last &<< 8
    let three = 0xe0 | unit &>> 12 | (0x80 | unit &>> 6 & 0x3f) &<< 8 | last &<< 16
    block.store32(to, unit < 0x80 ? unit : unit < 0x800 ? two : three)
    from &+= 6
    to &+= 1 &+ (unit < 0x80 ? 0 : 1) &+ (unit < 0x800 ? 0 : 1)
    tag = unit >= 0x80 && tag == TapeTag.ascii ? TapeTag.text : tag
    return true
  }

  /// What a letter behind a backslash stands for, or 0; without branches, because letters are hard
  /// to foresee.
  @inline(__always)
  private static func escaped(_ letter: UInt8) -> UInt8 {
    // b f n r t are even steps from b: four bits each.
    let step = UInt64(letter &- 0x62)
    let codes: UInt64 = 0x9d_0a00_0c08
    let isLetter = step <= 18 && step & 1 == 0
    let code = isLetter ? UInt8(truncatingIfNeeded: codes &>> (step &<< 1) & 0xf) : 0
    let isItself = letter == 0x22 || letter == 0x5c || letter == 0x2f
    return isItself ? letter : code
  }

  /// Reads what is neither a run of ASCII nor a common escape, or fails.
  @inline(never)
  private mutating func readRare(_ byte: UInt8, _ block: RawOutput, _ end: Int) {
    let input = block.input
    if byte >= 0x80 { return readSequence(block, end) }
    if byte != 0x5c {
      result = failure(input, read, end)
      return
    }
    if input[read &+ 1] != 0x75 {
      result = read &+ 1 == end ? .isCutOff : .failed(.invalidEscape)
      return
    }
    guard let unit = Self.hexValue(input.word32(read &+ 2)) else {
      result = Self.isCutOff(input, read &+ 2, end) ? .isCutOff : .failed(.invalidUnicodeEscape)
      return
    }
    readSurrogate(unit, block, end)
  }

  private mutating func readSequence(_ block: RawOutput, _ end: Int) {
    let length = UTF8Check.sequence(block.input, read, end)
    if length <= 0 {
      result = length < 0 ? .isCutOff : .failed(.invalidUTF8)
      return
    }
    if tag == TapeTag.ascii { tag = TapeTag.text }
    for offset in 0..<length { block.store8(write &+ offset, block.input[read &+ offset]) }
    read &+= length
    write &+= length
  }

  private mutating func readSurrogate(_ unit: UInt32, _ block: RawOutput, _ end: Int) {
    let input = block.input
    if unit < 0xdc00 {
      let hasBackslash = input[read &+ 6] == 0x5c
      if hasBackslash && input[read &+ 7] == 0x75 {
        if let low = Self.hexValue(input.word32(read &+ 8)), low & 0xfc00 == 0xdc00 {
          if tag == TapeTag.ascii { tag = TapeTag.text }
          let scalar = 0x10000 &+ (unit & 0x3ff) &<< 10 &+ (low & 0x3ff)
          write &+= block.longScalar(write, scalar)
          read &+= 12
          return
        }
        if Self.isCutOff(input, read &+ 8, end) { result = .isCutOff }
      } else if read &+ 6 == end || (hasBackslash && read &+ 7 == end) {
        result = .isCutOff
      }
      if result == .isCutOff { return }
    }
    tag = TapeTag.surrogates
    write &+= block.longScalar(write, unit)
    read &+= 6
  }

  /// Whether `end` comes before a fourth hexadecimal digit, and before anything else.
  private static func isCutOff(_ input: RawInput, _ start: Int, _ end: Int) -> Bool {
    for index in start..<start &+ 4 {
      if index == end { return true }
      let byte = input[index]
      let isDigit = byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 <= 5
      if !isDigit { return false }
    }
    return false
  }

  /// The value of four hexadecimal digits, the first one lowest.
  @inline(__always)
  private static func hexValue(_ word: UInt32) -> UInt32? {
    if word & 0x8080_8080 != 0 { return nil }
    let overNine = (word ^ 0x3030_3030) &+ 0x7676_7676
    let letter = (word | 0x2020_2020) ^ 0x6060_6060
    let isLetter = ~(letter &+ 0x7979_7979) & (letter &+ 0x7f7f_7f7f)
    guard (~overNine | isLetter) & 0x8080_8080 == 0x8080_8080 else { return nil }
    let nibbles = (word & 0x0f0f_0f0f) &+ (word &>> 6 & 0x0101_0101) &* 9
    let swapped = nibbles.byteSwapped
    let pairs = (swapped | swapped &>> 4) & 0x00ff_00ff
    return (pairs &>> 8 | pairs) & 0xffff
  }
}
