/// A pattern or its flags are malformed; the text is that of a JavaScript `SyntaxError`.
struct RegexSyntaxError: Error, Equatable {
  /// The message in UTF-16 code units: the pattern in it may hold lone surrogates.
  let message: [UInt16]
  /// The time that the attempt took, in steps.
  var cost = 0

  /// The message as text, lone surrogates repaired with U+FFFD.
  var text: String { String(decoding: message, as: UTF16.self) }

  static let unsupportedSetsFlag = RegexSyntaxError(
    message: Array("regular expression flag v is not supported".utf16))

  static func invalidFlags(_ flags: [UInt16]) -> RegexSyntaxError {
    let start = "Invalid flags supplied to RegExp constructor '"
    return RegexSyntaxError(message: Array(start.utf16) + flags + [0x27])
  }

  static func invalid(
    _ pattern: [UInt16], _ flags: RegexFlags, _ fault: RegexFault, cost: Int
  ) -> RegexSyntaxError {
    let end = "/\(flags.text): \(fault.rawValue)"
    return RegexSyntaxError(
      message: Array("Invalid regular expression: /".utf16) + pattern + Array(end.utf16),
      cost: cost)
  }
}

/// What is wrong with a pattern, in V8's words.
enum RegexFault: String, Error {
  case tooLarge = "Regular expression too large"
  case unterminatedGroup = "Unterminated group"
  case unmatchedParen = "Unmatched ')'"
  case escapeAtEnd = #"\ at end of pattern"#
  case invalidPropertyName = "Invalid property name"
  case invalidClassPropertyName = "Invalid property name in character class"
  case invalidEscape = "Invalid escape"
  case invalidClassEscape = "Invalid class escape"
  case invalidDecimalEscape = "Invalid decimal escape"
  case invalidUnicodeEscape = "Invalid Unicode escape"
  case nothingToRepeat = "Nothing to repeat"
  case loneBrackets = "Lone quantifier brackets"
  case rangeOutOfOrder = "numbers out of order in {} quantifier"
  case incompleteQuantifier = "Incomplete quantifier"
  case invalidQuantifier = "Invalid quantifier"
  case invalidGroup = "Invalid group"
  case tooManyCaptures = "Too many captures"
  case invalidGroupName = "Invalid capture group name"
  case duplicateGroupName = "Duplicate capture group name"
  case invalidNamedReference = "Invalid named reference"
  case invalidNamedCapture = "Invalid named capture referenced"
  case invalidClass = "Invalid character class"
  case unterminatedClass = "Unterminated character class"
  case classOutOfOrder = "Range out of order in character class"
}
