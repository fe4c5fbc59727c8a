extension Lexer {
  /// Reads a string literal; the token's name is its value.
  mutating func scanString(quote: UInt8) throws(Stop) {
    let start = position
    var hash = NameTable.hashSeed
    var index = start + 1
    token.kind = .string
    while index < source.count {
      let byte = source[index]
      if byte == quote {
        token.name = names.intern(ascii: source, (start + 1)..<index, hash: hash)
        position = index + 1
        return
      }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: "\\") || byte >= 0x80 { return try scanUnusualString(quote) }
      hash = NameTable.hash(hash, UInt16(byte))
      index += 1
    }
    throw fail("Unterminated string", at: start)
  }

  /// Reads a string with escapes or characters outside ASCII.
  private mutating func scanUnusualString(_ quote: UInt8) throws(Stop) {
    let start = position
    scratch.removeAll(keepingCapacity: true)
    position += 1
    while let (scalar, length) = scalar(at: position) {
      if scalar == UInt32(quote) {
        token.name = internScratch()
        position += 1
        return
      }
      if scalar == 0x0A || scalar == 0x0D { break }
      if scalar == 0x5C {
        token.hasEscape = true
        let escape = position
        if let problem = appendEscape() { throw fail(problem, at: escape) }
      } else {
        append(scalar)
        position += length
      }
    }
    throw fail("Unterminated string", at: start)
  }

  /// Reads an escape at ``position`` and appends its value to ``scratch``.
  ///
  /// - Returns: What is wrong with it, or nil.
  private mutating func appendEscape() -> String? {
    position += 1
    guard let (scalar, length) = scalar(at: position) else { return "Unexpected end of file" }
    let following = byte(position + length)
    switch scalar {
    case 0x6E: scratch.append(0x0A)  // n
    case 0x74: scratch.append(0x09)  // t
    case 0x72: scratch.append(0x0D)  // r
    case 0x62: scratch.append(0x08)  // b
    case 0x66: scratch.append(0x0C)  // f
    case 0x76: scratch.append(0x0B)  // v
    case 0x0D:
      position += following == 0x0A ? 2 : 1
      return nil
    case 0x0A, 0x2028, 0x2029: break
    case 0x78:  // x
      position += 1
      guard let value = hexadecimal(digits: 2) else {
        return "Invalid hexadecimal escape sequence"
      }
      append(value)
      return nil
    case 0x75:  // u
      guard let value = unicodeEscape() else { return "Invalid Unicode escape sequence" }
      append(value)
      return nil
    case 0x30 where Lexer.digit(following, radix: 10) == nil: scratch.append(0)
    case 0x30...0x37: return "Octal escape sequences are not allowed in strict mode."
    case 0x38, 0x39: return "\\8 and \\9 are not allowed in strict mode."
    default: append(scalar)
    }
    position += length
    return nil
  }

  // MARK: - Templates

  /// A piece of a template literal, up to `${` or the closing quote.
  struct TemplatePiece {
    /// Nil when an escape is invalid; `problem` says how.
    var cooked: Name?
    var raw: Name
    var isLast: Bool
    var problem: String?
    var problemStart = 0
  }

  /// Reads a piece of a template from ``position`` on, behind the quote or the `}`, with its end.
  mutating func scanTemplatePiece(templateStart: UInt32) throws(Stop) -> TemplatePiece {
    let start = position
    var isPlain = true
    var hash = NameTable.hashSeed
    while position < source.count {
      let byte = source[position]
      if byte == UInt8(ascii: "`") { break }
      if byte == UInt8(ascii: "$") && self.byte(position + 1, is: "{") { break }
      if byte == UInt8(ascii: "\\") {
        isPlain = false
        position += 1
      } else if byte >= 0x80 || byte == 0x0D {
        isPlain = false
      } else {
        hash = NameTable.hash(hash, UInt16(byte))
      }
      position += 1
    }
    guard position < source.count else {
      throw fail("Unterminated template", at: Int(templateStart))
    }
    let end = position
    let isLast = source[end] == UInt8(ascii: "`")
    let after = end + (isLast ? 1 : 2)
    defer { position = after }
    if isPlain {
      let name = names.intern(ascii: source, start..<end, hash: hash)
      return TemplatePiece(cooked: name, raw: name, isLast: isLast)
    }
    return unusualPiece(start..<end, isLast)
  }

  private mutating func unusualPiece(_ range: Range<Int>, _ isLast: Bool) -> TemplatePiece {
    scratch.removeAll(keepingCapacity: true)
    position = range.lowerBound
    while position < range.upperBound { appendTemplateCharacter() }
    var piece = TemplatePiece(cooked: nil, raw: internScratch(), isLast: isLast)
    position = range.lowerBound
    while position < range.upperBound {
      if byte(position, is: "\\") {
        piece.problemStart = position
        piece.problem = appendEscape()
        if piece.problem != nil { break }
      } else {
        appendTemplateCharacter()
      }
    }
    let cooked = internScratch()
    if piece.problem == nil { piece.cooked = cooked }
    return piece
  }

  /// Appends one character of a template; CR and CRLF count as LF.
  private mutating func appendTemplateCharacter() {
    guard let (scalar, length) = scalar(at: position) else { return }
    position += length
    if scalar == 0x0D {
      if byte(position) == 0x0A { position += 1 }
      append(0x0A)
    } else {
      append(scalar)
    }
  }

  // MARK: - Regular expressions

  /// Reads a regular expression whose `/` is at `start`; the pattern is not checked.
  mutating func scanRegex(at start: Int) throws(Stop) -> (pattern: Name, flags: Name) {
    position = start + 1
    var isInClass = false
    while true {
      guard position < source.count, source[position] != 0x0A, source[position] != 0x0D,
        !isSeparator(at: position)
      else { throw fail("Unterminated regular expression", at: start) }
      let byte = source[position]
      if byte == UInt8(ascii: "/") && !isInClass { break }
      if byte == UInt8(ascii: "[") { isInClass = true }
      if byte == UInt8(ascii: "]") { isInClass = false }
      if byte == UInt8(ascii: "\\") {
        position += 1
        if self.byte(position) == 0x0A || self.byte(position) == 0x0D
          || isSeparator(at: position)
        {
          continue
        }
      }
      position += 1
    }
    let pattern = intern((start + 1)..<position)
    position += 1
    return (pattern, try scanFlags(regexStart: start))
  }

  private mutating func scanFlags(regexStart: Int) throws(Stop) -> Name {
    let start = position
    var seen: UInt32 = 0
    while identifierContinues(at: position) {
      let byte = source[position]
      switch byte {
      case UInt8(ascii: "d"), UInt8(ascii: "g"), UInt8(ascii: "i"), UInt8(ascii: "m"),
        UInt8(ascii: "s"), UInt8(ascii: "u"), UInt8(ascii: "y"):
        let bit: UInt32 = 1 << UInt32(byte - UInt8(ascii: "a"))
        if seen & bit != 0 { throw fail("Invalid regular expression flags", at: regexStart) }
        seen |= bit
      case UInt8(ascii: "v"):
        throw fail("regular expression flag v is not supported", at: position)
      default: throw fail("Invalid regular expression flags", at: regexStart)
      }
      position += 1
    }
    token.end = UInt32(position)
    return intern(start..<position)
  }
}
