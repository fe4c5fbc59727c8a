internal import PantileJSON

/// Reads values of style grammars from the front of lower-cased text.
struct TextCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The UTF-8 of a text without white space around it, ASCII letters in lower case.
  static func normalized(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return trimmed(bytes[...]).map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }
  }

  /// Bytes without white space around them.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0d) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skipSpaces() { rest = rest.drop(while: Self.isSpace) }

  /// Takes a text if it is next.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard rest.count >= count, rest.prefix(count).elementsEqual(text.description.utf8) else {
      return false
    }
    rest = rest.dropFirst(count)
    return true
  }

  /// Takes a word of letters and dashes.
  mutating func word() -> String {
    let word = rest.prefix { ($0 >= 0x61 && $0 <= 0x7a) || $0 == 0x2d }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// Takes a decimal number: a sign, digits, a point and digits, an exponent.
  mutating func number() -> Double? {
    var end = rest.startIndex
    var hasDigits = false
    if end < rest.endIndex, rest[end] == 0x2b || rest[end] == 0x2d { end += 1 }
    while end < rest.endIndex, Self.isDigit(rest[end]) || rest[end] == 0x2e {
      hasDigits = hasDigits || Self.isDigit(rest[end])
      end += 1
    }
    if hasDigits, end + 1 < rest.endIndex, rest[end] == 0x65 {
      var digits = end + 1
      if rest[digits] == 0x2b || rest[digits] == 0x2d { digits += 1 }
      if digits < rest.endIndex, Self.isDigit(rest[digits]) {
        end = digits
        while end < rest.endIndex, Self.isDigit(rest[end]) { end += 1 }
      }
    }
    let text = Array(rest[..<end])
    guard let value = NumberParser.parse(text.span), value.isFinite else { return nil }
    rest = rest[end...]
    return value
  }

  /// The number that bytes are as a whole.
  static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    let text = Array(bytes)
    guard let value = NumberParser.parse(text.span), value.isFinite else { return nil }
    return value
  }

  /// Splits at a byte outside parentheses; nil where these do not match.
  static func split(_ bytes: ArraySlice<UInt8>, at separator: (UInt8) -> Bool)
    -> [ArraySlice<UInt8>]?
  {
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var depth = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return nil }
      case let byte where depth == 0 && separator(byte):
        parts.append(bytes[start..<index])
        start = index + 1
      default: break
      }
    }
    parts.append(bytes[start...])
    return depth == 0 ? parts : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
