public import PantileJSON

// MARK: - Text in one piece

extension Tree {
  /// Keeps text given as UTF-8 (or ASCII, or WTF-8). The bytes must be well formed.
  @inlinable
  public mutating func text(utf8 bytes: RawSpan) throws(ArenaFull) -> TextRange {
    beginText()
    try appendText(utf8: bytes)
    return endText()
  }

  /// Keeps ASCII text that lies in an arena.
  ///
  /// The text is copied and checked in one pass, eight bytes at a time.
  ///
  /// - Parameters:
  ///   - arena: The arena; its text is copied.
  ///   - offset: Where the text begins: a multiple of 8, in a record of the arena.
  ///   - byteCount: Its length; the bytes must be ASCII.
  @inlinable
  public mutating func text(
    ascii arena: borrowing Arena, _ offset: Int, _ byteCount: Int
  ) throws(ArenaFull) -> TextRange {
    try reserveText(byteCount)
    let start = texts.top
    var odd: UInt64 = 0
    var done = 0
    while byteCount &- done > 8 {
      let word = arena.load64(offset &+ done)
      texts.store64(start &+ done, word)
      odd |= Tree.oddBytes(word)
      done &+= 8
    }
    if done < byteCount {
      let word = arena.load64(offset &+ done)
      texts.store64(start &+ done, word)
      // What is behind the text counts as letters.
      let keep = ~UInt64(0) >> UInt64(truncatingIfNeeded: 64 &- (byteCount &- done) &* 8)
      odd |= Tree.oddBytes(word & keep | 0x6161_6161_6161_6161 & ~keep)
    }
    texts.top = start &+ byteCount
    let isPlain: UInt32 = odd & 0x8080_8080_8080_8080 == 0 ? 1 : 0
    return TextRange(
      offset: UInt32(truncatingIfNeeded: start),
      bits: UInt32(truncatingIfNeeded: byteCount) << 1 | isPlain)
  }

  /// Has a byte's top bit set where ASCII text has a control, a quote or a backslash.
  @inlinable @inline(__always)
  static func oddBytes(_ word: UInt64) -> UInt64 {
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    return (word &- 0x2020_2020_2020_2020) & ~word
      | (quote &- 0x0101_0101_0101_0101) & ~quote
      | (backslash &- 0x0101_0101_0101_0101) & ~backslash
  }

  /// Keeps text given as UTF-16 units; a lone surrogate is kept as one.
  @inlinable
  public mutating func text(utf16 units: Span<UInt16>) throws(ArenaFull) -> TextRange {
    beginText()
    try appendText(utf16: units)
    return endText()
  }

  /// Keeps text.
  ///
  /// The text is copied and checked in one pass, eight bytes at a time.
  @inlinable
  public mutating func text(_ string: String) throws(ArenaFull) -> TextRange {
    try reserveText(16)
    let short = texts.write(short: string, at: texts.top)
    return short >= 0 ? takeText(short) : try longText(string)
  }

  /// Keeps text that a string has elsewhere.
  @usableFromInline
  mutating func longText(_ string: String) throws(ArenaFull) -> TextRange {
    try reserveText(string.utf8.count)
    let long = texts.write(checking: string, at: texts.top)
    if long >= 0 { return takeText(long) }
    beginText()
    try appendText(string)
    return endText()
  }

  /// Keeps text that was copied to the top; `bits` are the byte count times two, plus one for plain
  /// text.
  @inlinable @inline(__always)
  mutating func takeText(_ bits: Int) -> TextRange {
    let start = texts.top
    texts.top = start &+ bits >> 1
    return TextRange(
      offset: UInt32(truncatingIfNeeded: start), bits: UInt32(truncatingIfNeeded: bits))
  }
}

// MARK: - Text in pieces

extension Tree {
  /// Starts a text; ``endText()`` completes it. Texts are built one at a time.
  @inlinable @inline(__always)
  public mutating func beginText() { textStart = texts.top }

  /// Appends UTF-8 (or ASCII, or WTF-8) to the text that was begun.
  ///
  /// A low surrogate joins a high one that ends the text so far.
  @inlinable
  public mutating func appendText(utf8 bytes: RawSpan) throws(ArenaFull) {
    let count = bytes.byteCount
    try reserveText(count)
    let at = texts.top
    texts.write(bytes, at: at)
    texts.top = at &+ count
    if count >= 3 && texts.load8(at) == 0xED { joinSurrogates(at: at) }
  }

  /// Appends text to the text that was begun.
  public mutating func appendText(_ string: String) throws(ArenaFull) {
    try appendText(utf8: string.utf8Span.span)
  }

  /// Appends UTF-8 bytes to the text that was begun.
  public mutating func appendText(utf8 bytes: Span<UInt8>) throws(ArenaFull) {
    let count = bytes.count
    try reserveText(count)
    let at = texts.top
    for index in 0..<count { texts.store8(at &+ index, bytes[index]) }
    texts.top = at &+ count
    if count >= 3 && bytes[0] == 0xED { joinSurrogates(at: at) }
  }

  /// Appends UTF-16 units to the text that was begun.
  @inlinable
  public mutating func appendText(utf16 units: Span<UInt16>) throws(ArenaFull) {
    let count = units.count
    guard count <= limit else { throw ArenaFull() }
    try reserveText(count &* 3)
    var at = texts.top
    var index = 0
    while index &+ 4 <= count {
      let low = UInt64(units[index]) | UInt64(units[index &+ 1]) << 16
      let high = UInt64(units[index &+ 2]) | UInt64(units[index &+ 3]) << 16
      let four = low | high << 32
      guard four & 0xFF80_FF80_FF80_FF80 == 0 else { break }
      let pairs = (four | four >> 8) & 0x0000_FFFF_0000_FFFF
      texts.store32(at, UInt32(truncatingIfNeeded: pairs | pairs >> 16))
      at &+= 4
      index &+= 4
    }
    while index < count {
      let unit = units[index]
      guard unit < 0x80 else { break }
      texts.store8(at, UInt8(truncatingIfNeeded: unit))
      at &+= 1
      index &+= 1
    }
    texts.top = at
    if index < count { appendSlowly(units, from: index) }
  }

  /// Appends one code point, or a lone surrogate, to the text that was begun.
  public mutating func appendText(scalar: UInt32) throws(ArenaFull) {
    try reserveText(4)
    let at = texts.top
    texts.top = store(scalar, at: at)
    if scalar >> 11 == 0x1B { joinSurrogates(at: at) }
  }

  /// Appends a number the way JavaScript's `String(number)` does.
  public mutating func appendText(number: Double) throws(ArenaFull) {
    scratch.removeAll()
    scratch.append(number: number)
    try reserveText(scratch.count)
    for index in 0..<scratch.count {
      texts.store8(texts.top, scratch[index])
      texts.top &+= 1
    }
  }

  /// Completes the text that was begun.
  @inlinable @inline(__always)
  public mutating func endText() -> TextRange {
    let byteCount = texts.top &- textStart
    let plain = isPlain(textStart, byteCount)
    return TextRange(
      offset: UInt32(truncatingIfNeeded: textStart),
      bits: UInt32(truncatingIfNeeded: byteCount) << 1 | (plain ? 1 : 0))
  }
}

// MARK: - Encoding

extension Tree {
  /// Appends units of any kind; room for three bytes a unit is reserved.
  @inline(never)
  @usableFromInline
  mutating func appendSlowly(_ units: Span<UInt16>, from start: Int) {
    var index = start
    if index == 0, units[0] >> 10 == 0x37 {
      let at = texts.top
      texts.top = store(UInt32(units[0]), at: at)
      joinSurrogates(at: at)
      index = 1
    }
    var at = texts.top
    while index < units.count {
      let unit = units[index]
      index += 1
      if unit < 0x80 {
        texts.store8(at, UInt8(unit))
        at += 1
        continue
      }
      var scalar = UInt32(unit)
      if unit >> 10 == 0x36, index < units.count, units[index] >> 10 == 0x37 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(units[index] & 0x3FF)
        index += 1
      }
      at = store(scalar, at: at)
    }
    texts.top = at
  }

  /// Writes a code point (or a surrogate, in WTF-8) and returns the offset behind it.
  private mutating func store(_ scalar: UInt32, at offset: Int) -> Int {
    func tail(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) | 0x80
    }
    switch scalar {
    case 0..<0x80:
      texts.store8(offset, UInt8(scalar))
      return offset + 1
    case 0x80..<0x800:
      texts.store8(offset, UInt8(scalar >> 6) | 0xC0)
      texts.store8(offset + 1, tail(0))
      return offset + 2
    case 0x800..<0x10000:
      texts.store8(offset, UInt8(scalar >> 12) | 0xE0)
      texts.store8(offset + 1, tail(6))
      texts.store8(offset + 2, tail(0))
      return offset + 3
    default:
      texts.store8(offset, UInt8(truncatingIfNeeded: scalar >> 18 & 7) | 0xF0)
      texts.store8(offset + 1, tail(12))
      texts.store8(offset + 2, tail(6))
      texts.store8(offset + 3, tail(0))
      return offset + 4
    }
  }

  /// Joins a low surrogate at `offset` with a high one right before it, if both are there.
  @inline(never)
  @usableFromInline
  mutating func joinSurrogates(at offset: Int) {
    guard offset - 3 >= textStart, texts.top >= offset + 3,
      texts.load8(offset - 3) == 0xED, texts.load8(offset - 2) & 0xF0 == 0xA0,
      texts.load8(offset) == 0xED, texts.load8(offset + 1) & 0xF0 == 0xB0
    else { return }
    let high = bits(offset - 2, 0x0F) << 6 | bits(offset - 1, 0x3F)
    let low = bits(offset + 1, 0x0F) << 6 | bits(offset + 2, 0x3F)
    let behind = store(0x10000 + high << 10 + low, at: offset - 3)
    let rest = texts.top - (offset + 3)
    texts.copy(from: offset + 3, to: behind, byteCount: rest)
    texts.top = behind + rest
  }

  private func bits(_ offset: Int, _ mask: UInt8) -> UInt32 { UInt32(texts.load8(offset) & mask) }

  /// Whether the bytes need no escape in a JSON string: no controls, quotes, backslashes and lone
  /// surrogates. Reads up to 7 bytes behind them.
  @inline(never)
  @usableFromInline
  mutating func isPlain(_ offset: Int, _ byteCount: Int) -> Bool {
    var at = offset
    let end = offset &+ byteCount
    while at < end {
      var word = texts.load64(at)
      let left = end &- at
      if left < 8 {
        let keep = ~UInt64(0) >> UInt64(64 &- left &* 8)
        word = word & keep | 0x6161_6161_6161_6161 & ~keep
      }
      let control = (word &- 0x2020_2020_2020_2020) & ~word
      let quote = zeroBytes(word ^ 0x2222_2222_2222_2222)
      let backslash = zeroBytes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
      guard (control | quote | backslash) & 0x8080_8080_8080_8080 == 0 else { return false }
      let surrogate = zeroBytes(word ^ 0xEDED_EDED_EDED_EDED)
      if surrogate & 0x8080_8080_8080_8080 != 0, hasSurrogate(at, Swift.min(at &+ 8, end)) {
        return false
      }
      at &+= 8
    }
    return true
  }

  /// Has the top bit of each zero byte set (and perhaps of bytes above a zero byte).
  @inline(__always)
  private func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word
  }

  private func hasSurrogate(_ start: Int, _ end: Int) -> Bool {
    for at in start..<end where texts.load8(at) == 0xED && texts.load8(at + 1) >= 0xA0 {
      return true
    }
    return false
  }
}
