extension RegexParser {
  /// One side of a range in a class.
  private enum ClassAtom {
    case character(UInt32)
    case set(CodePointSet)
  }

  /// Parses a class from its `[` on and adds its node.
  mutating func parseClass() throws(RegexFault) -> Int {
    advance()
    let isNegated = current == 0x5E
    if isNegated { advance() }
    var set = CodePointSet()
    while index < units.count, current != 0x5D { try parseClassMember(into: &set) }
    guard index < units.count else { throw .unterminatedClass }
    advance()
    try spend(set.count)
    set.normalize()
    if flags.contains(.ignoreCase) {
      if let last = set.bounds.last, last > 0x80 { try spend(2_000) }
      set.close(unicode: isUnicode)
    }
    return tree.addSet(isNegated ? set.inverted : set)
  }

  /// Parses an atom or a range of two.
  private mutating func parseClassMember(into set: inout CodePointSet) throws(RegexFault) {
    let low = try parseClassAtom()
    guard current == 0x2D, index + 1 < units.count else {
      add(low, to: &set)
      return
    }
    advance()
    if current == 0x5D {
      add(low, to: &set)
      set.add(0x2D)
      return
    }
    let high = try parseClassAtom()
    if case .character(let first) = low, case .character(let last) = high {
      if first > last { throw .classOutOfOrder }
      set.add(first...last)
      return
    }
    if isUnicode { throw .invalidClass }
    add(low, to: &set)
    set.add(0x2D)
    add(high, to: &set)
  }

  private func add(_ atom: ClassAtom, to set: inout CodePointSet) {
    switch atom {
    case .character(let code): set.add(code)
    case .set(let other): set.add(other)
    }
  }

  private mutating func parseClassAtom() throws(RegexFault) -> ClassAtom {
    guard current == 0x5C else {
      let code = current
      advance()
      return .character(code)
    }
    switch next {
    case Self.end: throw .escapeAtEnd
    case 0x62:
      advance(units: 2)
      return .character(0x08)
    default:
      if let set = try parseClassEscape(inClass: true) {
        try spend(set.count)
        return .set(set)
      }
      return .character(try parseCharacterEscape(inClass: true))
    }
  }
}

// MARK: - Class escapes

extension RegexParser {
  /// Parses `\d \D \s \S \w \W`, and `\p \P` under `u`; nil for any other escape.
  ///
  /// Outside a class the set is complete; within one the class adds the case variants.
  mutating func parseClassEscape(inClass: Bool) throws(RegexFault) -> CodePointSet? {
    let letter = next
    let isFolded = isUnicode && flags.contains(.ignoreCase)
    var set: CodePointSet
    switch letter {
    case 0x64, 0x44: set = .digits
    case 0x73, 0x53: set = .space
    case 0x77, 0x57: set = isFolded ? .foldedWord : .word
    case 0x70, 0x50:
      guard isUnicode else { return nil }
      advance(units: 2)
      guard let property = parseProperty() else {
        throw inClass ? .invalidClassPropertyName : .invalidPropertyName
      }
      set = property
      try spend(set.count * 4 + 500)
      if letter == 0x50 { set = set.inverted }
      if isFolded, !inClass {
        try spend(2_000)
        set.close(unicode: true)
      }
      return set
    default: return nil
    }
    advance(units: 2)
    return letter & 0x20 == 0 ? set.inverted : set
  }

  /// Parses `{name}` or `{name=value}`.
  private mutating func parseProperty() -> CodePointSet? {
    guard current == 0x7B else { return nil }
    advance()
    guard let name = parsePropertyWord() else { return nil }
    var value: String?
    if current == 0x3D {
      advance()
      guard let word = parsePropertyWord() else { return nil }
      value = word
    }
    guard current == 0x7D else { return nil }
    advance()
    return CodePointSet(property: name, value: value)
  }

  private mutating func parsePropertyWord() -> String? {
    var word = String.UnicodeScalarView()
    while true {
      switch current {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A:
        guard let scalar = Unicode.Scalar(current), word.count < 64 else { return nil }
        word.append(scalar)
        advance()
      default: return word.isEmpty ? nil : String(word)
      }
    }
  }
}
