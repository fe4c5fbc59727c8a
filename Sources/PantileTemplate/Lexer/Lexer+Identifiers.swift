extension Lexer {
  /// Reads an identifier or a keyword.
  mutating func scanIdentifier() throws(Stop) {
    let start = position
    try scanName()
    if token.hasEscape {
      let isWord = Word.isReserved(token.name) || Word.isStrictReserved(token.name)
      token.kind = isWord ? .escapedKeyword : .identifier
    } else {
      token.kind = Word.isReserved(token.name) ? .keyword : .identifier
    }
    if position == start { throw fail("Invalid or unexpected token", at: start) }
  }

  /// Reads `#name`; the name holds the `#`.
  mutating func scanPrivateName() throws(Stop) {
    let start = position
    position += 1
    try scanName()
    if position == start + 1 { throw fail("Invalid or unexpected token", at: start) }
    scratch.append(0x23)
    scratch.append(contentsOf: names.text(token.name))
    token.name = internScratch()
    token.kind = .privateName
  }

  /// Reads the characters of a name into the token; consumes nothing where no name begins.
  private mutating func scanName() throws(Stop) {
    let start = position
    var hash = NameTable.hashSeed
    var index = start
    while index < source.count {
      let byte = source[index]
      let isPart: Bool =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "_"), UInt8(ascii: "$"):
          true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): index > start
        default: false
        }
      guard isPart else {
        if byte >= 0x80 || byte == UInt8(ascii: "\\") { return try scanUnusualName(start) }
        break
      }
      hash = NameTable.hash(hash, UInt16(byte))
      index += 1
    }
    position = index
    token.name = names.intern(ascii: source, start..<index, hash: hash)
  }

  /// Reads a name with escapes or characters outside ASCII.
  private mutating func scanUnusualName(_ start: Int) throws(Stop) {
    scratch.removeAll(keepingCapacity: true)
    while let (scalar, length) = scalar(at: position) {
      if scalar == 0x5C {
        let escape = position
        position += 1
        guard byte(position, is: "u"), let value = unicodeEscape(), isPart(value) else {
          throw fail("Invalid Unicode escape sequence", at: escape)
        }
        token.hasEscape = true
        append(value)
      } else if isPart(scalar) {
        position += length
        append(scalar)
      } else {
        break
      }
    }
    token.name = internScratch()
  }

  private mutating func isPart(_ scalar: UInt32) -> Bool {
    scratch.isEmpty ? Lexer.startsIdentifier(scalar) : Lexer.continuesIdentifier(scalar)
  }

  /// Reads `uXXXX` or `u{X…}` at ``position``; nil when it is malformed.
  mutating func unicodeEscape() -> UInt32? {
    position += 1
    guard byte(position, is: "{") else { return hexadecimal(digits: 4) }
    position += 1
    var value: UInt32 = 0
    var count = 0
    while let digit = Lexer.digit(byte(position), radix: 16) {
      value = value << 4 | UInt32(digit)
      if value > 0x10FFFF { return nil }
      count += 1
      position += 1
    }
    guard count > 0, byte(position, is: "}") else { return nil }
    position += 1
    return value
  }

  /// Reads exactly `digits` hexadecimal digits; nil when there are fewer.
  mutating func hexadecimal(digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Lexer.digit(byte(position), radix: 16) else { return nil }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// The value of a digit of a number in `radix`.
  static func digit(_ byte: UInt8, radix: UInt8) -> UInt8? {
    let value: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    return value < radix ? value : nil
  }
}
