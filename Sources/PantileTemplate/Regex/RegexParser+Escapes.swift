extension RegexParser {
  /// Parses an escape outside a class; returns whether a quantifier may follow.
  mutating func parseAtomEscape() throws(RegexFault) -> Bool {
    switch next {
    case Self.end: throw .escapeAtEnd
    case 0x31...0x39: try parseDecimalEscape()
    case 0x30:  // \0
      if isUnicode, isDigit(unit(at: index + 2)) { throw .invalidDecimalEscape }
      advance()
      addCharacter(parseOctal())
    case 0x62, 0x42:  // \b \B
      let isBoundary = next == 0x62
      advance(units: 2)
      terms.append(tree.add(.assertion(isBoundary ? .boundary : .notBoundary)))
      return false
    case 0x6B where knowsNames():  // \k
      advance(units: 2)
      try parseNamedReference()
    default:
      if let set = try parseClassEscape(inClass: false) {
        terms.append(tree.addSet(set))
      } else {
        addCharacter(try parseCharacterEscape(inClass: false))
      }
    }
    return true
  }

  private mutating func parseDecimalEscape() throws(RegexFault) {
    if let group = parseBackreference() {
      let isInside = isInside { number, _ in number == group }
      terms.append(tree.add(isInside ? .empty : .backreference(group)))
      return
    }
    if isUnicode { throw .invalidEscape }
    let first = next
    advance()
    if first >= 0x38 {
      advance()
      addCharacter(first)
    } else {
      addCharacter(parseOctal())
    }
  }

  /// The group that `\n…` names, when the pattern has as many; else stays where it is.
  private mutating func parseBackreference() -> Int? {
    let start = index
    var value = 0
    advance()
    while isDigit(current) {
      value = value * 10 + Int(current - 0x30)
      advance()
      if value > 0xFFFF { break }
    }
    if value <= capturesStarted { return value }
    if value <= scan().captureCount { return value }
    index = start
    return nil
  }

  /// Parses up to three octal digits below 256, from the first digit on.
  private mutating func parseOctal() -> UInt32 {
    var value = current - 0x30
    advance()
    for limit: UInt32 in [8, 32] {
      guard value < limit, current >= 0x30, current <= 0x37 else { break }
      value = value * 8 + current - 0x30
      advance()
    }
    return value
  }

  /// Whether `\k` names a group.
  private mutating func knowsNames() -> Bool {
    if isUnicode { return true }
    return scan().hasNames
  }

  private mutating func parseNamedReference() throws(RegexFault) {
    guard current == 0x3C else { throw .invalidNamedReference }
    advance()
    let name = try parseGroupName()
    if isInside({ _, other in other == name }) {
      terms.append(tree.add(.empty))
      return
    }
    let node = tree.add(.backreference(0))
    namedReferences.append((node, name))
    terms.append(node)
  }
}

// MARK: - Character escapes

extension RegexParser {
  /// Parses the escape of one character, from its backslash on.
  mutating func parseCharacterEscape(inClass: Bool) throws(RegexFault) -> UInt32 {
    advance()
    let code = current
    switch code {
    case 0x66: return take(0x0C)
    case 0x6E: return take(0x0A)
    case 0x72: return take(0x0D)
    case 0x74: return take(0x09)
    case 0x76: return take(0x0B)
    case 0x63: return try parseControlEscape(inClass: inClass)
    case 0x30 where !isDigit(next): return take(0)
    case 0x30...0x37:
      if isUnicode { throw inClass ? .invalidClassEscape : .invalidDecimalEscape }
      return parseOctal()
    case 0x78:  // \x
      advance()
      if let value = parseHex(digits: 2) { return value }
      if isUnicode { throw .invalidEscape }
      return code
    case 0x75:  // \u
      advance()
      if let value = parseUnicodeEscape(joined: isUnicode) { return value }
      if isUnicode { throw .invalidUnicodeEscape }
      return code
    default:
      let isAllowed: Bool
      if isUnicode {
        isAllowed = isSyntaxCharacter(code) || inClass && code == 0x2D
      } else {
        isAllowed = code == 0x6B ? !scan().hasNames : true
      }
      guard isAllowed else { throw .invalidEscape }
      advance()
      return code
    }
  }

  private mutating func take(_ value: UInt32) -> UInt32 {
    advance()
    return value
  }

  private mutating func parseControlEscape(inClass: Bool) throws(RegexFault) -> UInt32 {
    let letter = next
    let isLetter = letter & ~0x20 >= 0x41 && letter & ~0x20 <= 0x5A
    if isLetter || !isUnicode && inClass && (isDigit(letter) || letter == 0x5F) {
      advance(units: 2)
      return letter & 0x1F
    }
    if isUnicode { throw .invalidUnicodeEscape }
    // The backslash stands for itself and `c` is the next character.
    return 0x5C
  }

  /// `^ $ \ . * + ? ( ) [ ] { } |` and `/`.
  private func isSyntaxCharacter(_ code: UInt32) -> Bool {
    switch code {
    case 0x24, 0x28...0x2B, 0x2E, 0x2F, 0x3F, 0x5B...0x5E, 0x7B...0x7D: true
    default: false
    }
  }

  private func hexDigit(_ code: UInt32) -> UInt32? {
    switch code {
    case 0x30...0x39: code - 0x30
    case 0x41...0x46: code - 0x37
    case 0x61...0x66: code - 0x57
    default: nil
    }
  }

  private mutating func parseHex(digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in 0..<digits {
      guard let digit = hexDigit(unit(at: index + offset)) else { return nil }
      value = value << 4 | digit
    }
    advance(units: digits)
    return value
  }

  /// Parses what follows `\u`; stays where it is when that is no escape.
  private mutating func parseUnicodeEscape(joined: Bool) -> UInt32? {
    let start = index
    if joined, unit(at: index) == 0x7B {
      advance(units: 1)
      var value: UInt32 = 0
      let first = index
      while let digit = hexDigit(unit(at: index)) {
        value = value << 4 | digit
        if value > 0x10FFFF { break }
        advance(units: 1)
      }
      if index > first, value <= 0x10FFFF, unit(at: index) == 0x7D {
        advance(units: 1)
        return value
      }
      index = start
      return nil
    }
    guard let lead = parseHex(digits: 4) else { return nil }
    guard joined, lead & 0xFC00 == 0xD800, unit(at: index) == 0x5C, unit(at: index + 1) == 0x75
    else { return lead }
    let behindLead = index
    advance(units: 2)
    if let trail = parseHex(digits: 4), trail & 0xFC00 == 0xDC00 {
      return 0x10000 + (lead & 0x3FF) << 10 + (trail & 0x3FF)
    }
    index = behindLead
    return lead
  }
}

// MARK: - Names

extension RegexParser {
  /// Parses a group's name and the `>` behind it.
  mutating func parseGroupName() throws(RegexFault) -> [UInt16] {
    var name: [UInt16] = []
    while true {
      var code = character(at: index, joined: true)
      advance(units: code > 0xFFFF && code != Self.end ? 2 : 1)
      if code == 0x5C {
        guard unit(at: index) == 0x75 else { throw .invalidGroupName }
        advance(units: 1)
        guard let escaped = parseUnicodeEscape(joined: true) else { throw .invalidUnicodeEscape }
        code = escaped
      } else if code == 0x3E, !name.isEmpty {
        return name
      }
      guard let scalar = Unicode.Scalar(code), isIdentifier(code, atStart: name.isEmpty) else {
        throw .invalidGroupName
      }
      name += UTF16.encode(scalar).map { Array($0) } ?? []
    }
  }

  private func isIdentifier(_ code: UInt32, atStart: Bool) -> Bool {
    switch code {
    case 0x24, 0x5F, 0x41...0x5A, 0x61...0x7A: true
    case 0x30...0x39, 0x200C, 0x200D: !atStart
    case 0..<0x80, Self.end: false
    default:
      atStart
        ? CodePointSet.identifierStart.contains(code)
        : CodePointSet.identifierContinue.contains(code)
    }
  }

  /// Counts all groups of the pattern and sees whether one has a name.
  mutating func scan() -> (captureCount: Int, hasNames: Bool) {
    if let scanned { return scanned }
    var result = (captureCount: 0, hasNames: false)
    var position = 0
    var isInClass = false
    while position < units.count {
      switch unit(at: position) {
      case 0x5C: position += 1
      case 0x5B: isInClass = true
      case 0x5D: isInClass = false
      case 0x28 where !isInClass:
        if unit(at: position + 1) != 0x3F {
          result.captureCount += 1
        } else if unit(at: position + 2) == 0x3C, unit(at: position + 3) != 0x3D,
          unit(at: position + 3) != 0x21
        {
          result.captureCount += 1
          result.hasNames = true
        }
      default: break
      }
      position += 1
    }
    scanned = result
    return result
  }
}
