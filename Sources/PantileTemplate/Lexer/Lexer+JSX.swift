extension Lexer {
  /// Reads an attribute's string at ``position``: entities count, backslashes do not.
  mutating func scanAttributeString() throws(Stop) -> Name {
    let start = position
    let quote = source[start]
    position += 1
    while position < source.count, source[position] != quote { position += 1 }
    guard position < source.count else { throw fail("Unterminated string", at: start) }
    let range = (start + 1)..<position
    position += 1
    if !source[range].contains(UInt8(ascii: "&")) { return intern(range) }
    scratch.removeAll(keepingCapacity: true)
    try appendDecoded(range)
    return internScratch()
  }

  /// Reads the text up to the next tag, brace or the end.
  ///
  /// - Returns: Nil when the rules for white space leave nothing of it.
  mutating func scanText() throws(Stop) -> Name? {
    let start = position
    var isPlain = true
    loop: while position < source.count {
      switch source[position] {
      case UInt8(ascii: "<"), UInt8(ascii: "{"): break loop
      case UInt8(ascii: ">"), UInt8(ascii: "}"):
        let character = Unicode.Scalar(source[position])
        throw fail(
          "The character \"\(character)\" is not valid inside a JSX element", at: position)
      case 0x0A, 0x0D, UInt8(ascii: "&"), 0x80...: isPlain = false
      default: break
      }
      position += 1
    }
    if position == start { return nil }
    if isPlain { return intern(start..<position) }
    let end = position
    defer { position = end }
    return try text(start..<end)
  }

  /// Joins the lines of a text as JSX does: each is trimmed where it meets a line break, empty ones
  /// vanish, and one space stands between those that are left.
  private mutating func text(_ range: Range<Int>) throws(Stop) -> Name? {
    scratch.removeAll(keepingCapacity: true)
    var isEmpty = true
    var isFirst = true
    var lineStart = range.lowerBound
    while true {
      let (lineEnd, next) = endOfLine(lineStart, range.upperBound)
      let isLast = next == nil
      var line = lineStart..<lineEnd
      if !isFirst { line = trimmedStart(line) }
      if !isLast { line = trimmedEnd(line) }
      if !line.isEmpty {
        if !isEmpty { scratch.append(0x20) }
        isEmpty = false
        try appendDecoded(line)
      }
      isFirst = false
      guard let next else { break }
      lineStart = next
    }
    if isEmpty { return nil }
    return internScratch()
  }

  /// The end of the line that begins at `start`, and the start of the next one.
  private mutating func endOfLine(_ start: Int, _ end: Int) -> (end: Int, next: Int?) {
    var index = start
    while index < end {
      let byte = source[index]
      if byte == 0x0A || byte == 0x0D { return (index, index + 1) }
      if byte == 0xE2, isSeparator(at: index) { return (index, index + 3) }
      index += 1
    }
    return (end, nil)
  }

  private mutating func trimmedStart(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, let (scalar, length) = scalar(at: start),
      Lexer.isWhiteSpace(scalar)
    {
      start += length
    }
    return start..<range.upperBound
  }

  private mutating func trimmedEnd(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound {
      var start = end - 1
      while start > range.lowerBound, source[start] & 0xC0 == 0x80 { start -= 1 }
      guard let (scalar, _) = scalar(at: start), Lexer.isWhiteSpace(scalar) else { break }
      end = start
    }
    return range.lowerBound..<end
  }

  // MARK: - Entities

  /// Appends a source range to ``scratch``, its entities decoded.
  private mutating func appendDecoded(_ range: Range<Int>) throws(Stop) {
    var index = range.lowerBound
    while index < range.upperBound, let (scalar, length) = scalar(at: index) {
      if scalar == 0x26, let (value, end) = try entity(index, range.upperBound) {
        append(value)
        index = end
      } else {
        append(scalar)
        index += length
      }
    }
  }

  /// The value of the entity at `start`, a `&`, and its end; nil when it is none.
  private mutating func entity(
    _ start: Int, _ limit: Int
  ) throws(Stop) -> (value: UInt32, end: Int)? {
    var end = start + 1
    while end < limit, source[end] != UInt8(ascii: ";") {
      if end - start > 32 || source[end] >= 0x80 { return nil }
      end += 1
    }
    guard end < limit else { return nil }
    guard byte(start + 1, is: "#") else {
      guard let value = Entities.named[text((start + 1)..<end)] else { return nil }
      return (value, end + 1)
    }
    let isHexadecimal = byte(start + 2, is: "x")
    let digits = (start + (isHexadecimal ? 3 : 2))..<end
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for index in digits {
      guard let digit = Lexer.digit(source[index], radix: isHexadecimal ? 16 : 10) else {
        return nil
      }
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x110000)
    }
    if value > 0x10FFFF { throw fail("Invalid character reference", at: start) }
    return (value, end + 1)
  }
}
