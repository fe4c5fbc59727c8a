/// A token of a date text.
enum DateToken: Equatable {
  /// Digits; `value` is that of the first nine, `length` counts all.
  case number(value: Int, length: Int)
  /// One of `:` `-` `+` `.` `)`.
  case symbol(UInt16)
  case month(Int)
  /// Hours to add: 0 for AM, 12 for PM.
  case halfDay(Int)
  /// Hours from UTC; `length` is that of the word.
  case zone(Int, length: Int)
  /// The letter T.
  case timeSeparator
  /// A word that means nothing.
  case word
  case space
  /// A comment in parentheses, or any other character.
  case other
  case end

  /// +1 or -1 for a sign.
  var sign: Int? {
    switch self {
    case .symbol(0x2B): 1
    case .symbol(0x2D): -1
    default: nil
    }
  }

  /// The letter Z, or any one-letter name of UTC.
  var isZ: Bool { self == .zone(0, length: 1) }

  /// The value of a number of exactly `length` digits.
  func number(length: Int) -> Int? {
    if case .number(let value, length) = self { return value }
    return nil
  }

  var isNumber: Bool {
    if case .number = self { return true }
    return false
  }
}

/// Cuts a date text into tokens, with one token of look-ahead.
struct DateScanner {
  private let text: [UInt16]
  private var index = 0
  /// The next token.
  private(set) var peek: DateToken = .end

  init(_ text: [UInt16]) {
    self.text = text
    peek = scan()
  }

  /// Takes the next token.
  mutating func next() -> DateToken {
    let token = peek
    peek = scan()
    return token
  }

  /// Takes the next token if it is this symbol.
  mutating func skip(_ symbol: UInt16) -> Bool {
    guard peek == .symbol(symbol) else { return false }
    peek = scan()
    return true
  }

  /// The unit at the index; zero at the end, and a zero unit ends the text.
  private var unit: UInt16 {
    index < text.count ? text[index] : 0
  }

  private mutating func scan() -> DateToken {
    switch unit {
    case 0: return .end
    case 0x30...0x39: return scanNumber()
    case 0x29, 0x2B, 0x2D, 0x2E, 0x3A:
      defer { index += 1 }
      return .symbol(unit)
    case 0x28:
      skipComment()
      return .other
    case 0x41... where !Self.isSpace(unit): return scanWord()
    default:
      defer { index += 1 }
      return Self.isSpace(unit) ? .space : .other
    }
  }

  private mutating func scanNumber() -> DateToken {
    let start = index
    var value = 0
    while (0x30...0x39).contains(unit) {
      if index - start < 9 { value = value * 10 + Int(unit - 0x30) }
      index += 1
    }
    return .number(value: value, length: index - start)
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if unit == 0x28 { depth += 1 }
      if unit == 0x29 { depth -= 1 }
      index += 1
    } while depth > 0 && unit != 0
  }

  /// Words are runs of anything from `A` upwards but white space: letters of every script count.
  private mutating func scanWord() -> DateToken {
    let start = index
    var prefix: UInt64 = 0
    while unit >= 0x41, !Self.isSpace(unit) {
      if index - start < 3 {
        let lower = (0x41...0x5A).contains(unit) ? unit | 0x20 : unit
        prefix = prefix << 16 | UInt64(lower)
      }
      index += 1
    }
    return Self.keyword(prefix, length: index - start)
  }

  private static func keyword(_ prefix: UInt64, length: Int) -> DateToken {
    if length >= 3, let month = months.firstIndex(of: prefix) { return .month(month + 1) }
    if length > 3 { return .word }
    if let zone = zones.first(where: { $0.word == prefix }) {
      return .zone(zone.hours, length: length)
    }
    switch prefix {
    case packed("am"): return .halfDay(0)
    case packed("pm"): return .halfDay(12)
    case packed("t"): return .timeSeparator
    default: return .word
    }
  }

  private static func packed(_ word: String) -> UInt64 {
    word.utf16.reduce(0) { $0 << 16 | UInt64($1) }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map(packed)

  private static let zones: [(word: UInt64, hours: Int)] = [
    ("z", 0), ("ut", 0), ("utc", 0), ("gmt", 0), ("cdt", -5), ("cst", -6), ("edt", -4),
    ("est", -5), ("mdt", -6), ("mst", -7), ("pdt", -7), ("pst", -8),
  ].map { (packed($0.0), $0.1) }

  /// White space; line ends above ASCII are part of words, as in V8.
  private static func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }
}
