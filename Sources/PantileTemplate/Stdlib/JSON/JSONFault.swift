/// What is wrong with a JSON text, in V8's words.
enum JSONFault: String {
  case unexpectedEnd = "Unexpected end of JSON input"
  case unexpectedNumber = "Unexpected number in JSON"
  case unexpectedString = "Unexpected string in JSON"
  case unterminatedString = "Unterminated string in JSON"
  case expectedPropertyName = "Expected property name or '}' in JSON"
  case expectedQuotedName = "Expected double-quoted property name in JSON"
  case expectedColon = "Expected ':' after property name in JSON"
  case expectedCommaOrBracket = "Expected ',' or ']' after array element in JSON"
  case expectedCommaOrBrace = "Expected ',' or '}' after property value in JSON"
  case missingExponent = "Exponent part is missing a number in JSON"
  case missingFraction = "Unterminated fractional number in JSON"
  case missingNumber = "No number after minus sign in JSON"
  case controlCharacter = "Bad control character in string literal in JSON"
  case badUnicodeEscape = "Bad Unicode escape in JSON"
  case badEscape = "Bad escaped character in JSON"
  case trailingText = "Unexpected non-whitespace character after JSON"
  case invalidUTF8 = "Invalid UTF-8 in JSON"
  /// Named by the character and the text around it.
  case unexpectedToken = "Unexpected token"
}

/// Why the props or the environment of a render cannot be read.
struct JSONImportError: Error {
  /// The message that `JSON.parse` gives for the same text.
  var message: String
  /// The byte at which the fault was found.
  var offset: Int
  /// The limit that was reached, if that was the reason.
  var limit: Limit?
}

extension JSONImportError {
  /// Describes a fault in UTF-8 text at a byte offset.
  init(_ fault: JSONFault, in bytes: Span<UInt8>, at offset: Int) {
    // V8 counts code units: a byte that goes on counts none, the first of four counts two.
    var position = 0
    var text: [UInt8] = []
    for index in bytes.indices {
      text.append(bytes[index])
      guard index < offset, bytes[index] & 0xC0 != 0x80 else { continue }
      position += bytes[index] >= 0xF0 ? 2 : 1
    }
    let units = Array(String(decoding: text, as: UTF8.self).utf16)
    let message = fault.message(in: units, at: min(position, units.count))
    self.init(message: String(decoding: message, as: UTF16.self), offset: offset, limit: nil)
  }
}

extension JSONFault {
  /// The number of characters that a message shows on each side of the fault.
  private static let context = 10

  /// The message, in UTF-16 code units because the text in it may hold lone surrogates.
  func message(in text: [UInt16], at position: Int) -> [UInt16] {
    switch self {
    case .unexpectedEnd: return Array(rawValue.utf16)
    case .unexpectedToken: return Self.unexpectedToken(in: text, at: position)
    default: return Array("\(rawValue) at position \(position)".utf16)
    }
  }

  private static func unexpectedToken(in text: [UInt16], at position: Int) -> [UInt16] {
    let end: [UInt16] = Array(" is not valid JSON".utf16)
    let names = ["NaN", "Infinity", "undefined", "[object Object]"]
    if names.contains(where: { text.elementsEqual($0.utf16) }) {
      return [0x22] + text + [0x22] + end
    }
    var start = 0
    var stop = text.count
    var leads = false
    var trails = false
    if text.count >= 2 * context + 1 {
      leads = position >= context
      trails = position < text.count - context
      if leads { start = position - context }
      if trails { stop = position + context }
    }
    var message: [UInt16] = Array("Unexpected token '".utf16)
    if position < text.count { message.append(text[position]) }
    message += Array("', ".utf16)
    if leads { message += Array("...".utf16) }
    message += [0x22] + text[start..<stop] + [0x22]
    if trails { message += Array("...".utf16) }
    return message + end
  }
}
