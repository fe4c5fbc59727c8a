extension Lexer {
  /// The scalar at `index` and its length in bytes; the source is known to be valid UTF-8.
  mutating func scalar(at index: Int) -> (scalar: UInt32, length: Int)? {
    guard index < source.count else { return nil }
    let first = UInt32(source[index])
    if first < 0x80 { return (first, 1) }
    if first < 0xE0 { return ((first & 0x1F) << 6 | tail(index + 1), 2) }
    if first < 0xF0 { return ((first & 0x0F) << 12 | tail(index + 1) << 6 | tail(index + 2), 3) }
    let high = (first & 0x07) << 18 | tail(index + 1) << 12
    return (high | tail(index + 2) << 6 | tail(index + 3), 4)
  }

  @inline(__always)
  private func tail(_ index: Int) -> UInt32 { UInt32(byte(index) & 0x3F) }

  /// Appends a code point to ``scratch``.
  mutating func append(_ scalar: UInt32) {
    if scalar < 0x10000 {
      scratch.append(UInt16(truncatingIfNeeded: scalar))
    } else {
      scratch.append(UInt16(truncatingIfNeeded: 0xD7C0 + (scalar >> 10)))
      scratch.append(UInt16(truncatingIfNeeded: 0xDC00 | (scalar & 0x3FF)))
    }
  }

  /// Appends the text of a source range to ``scratch``.
  mutating func append(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound, let (scalar, length) = scalar(at: index) {
      append(scalar)
      index += length
    }
  }

  /// The name of what ``scratch`` holds, which is empty then.
  mutating func internScratch() -> Name {
    let name = names.intern(scratch)
    scratch.removeAll(keepingCapacity: true)
    return name
  }

  /// The name of a source range.
  mutating func intern(_ range: Range<Int>) -> Name {
    var hash = NameTable.hashSeed
    for index in range {
      let byte = source[index]
      if byte >= 0x80 {
        scratch.removeAll(keepingCapacity: true)
        append(range)
        return internScratch()
      }
      hash = NameTable.hash(hash, UInt16(byte))
    }
    return names.intern(ascii: source, range, hash: hash)
  }

  /// A source range as text for messages.
  mutating func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }

  static func startsIdentifier(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x24, 0x5F, 0x41...0x5A, 0x61...0x7A: return true
    case 0..<0x80: return false
    default: return Unicode.Scalar(scalar)?.properties.isIDStart ?? false
    }
  }

  static func continuesIdentifier(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x24, 0x5F, 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x200C, 0x200D: return true
    case 0..<0x80: return false
    default: return Unicode.Scalar(scalar)?.properties.isIDContinue ?? false
    }
  }

  /// Whether an identifier would go on at `index`.
  mutating func identifierContinues(at index: Int) -> Bool {
    guard let (scalar, _) = scalar(at: index) else { return false }
    return scalar == 0x5C || Lexer.continuesIdentifier(scalar)
  }
}
