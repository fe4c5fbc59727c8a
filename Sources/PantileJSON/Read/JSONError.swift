/// Why a text is not JSON, or cannot become canonical JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// The rule that was broken.
  public var code: Code
  /// The byte at which it was found, counted from 0 at the start of the input.
  public var offset: Int

  /// Creates an error.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// The rules of the grammar, the limits, and the demands of canonical forms.
  public enum Code: UInt8, Equatable, Sendable, CaseIterable {
    /// The input ends inside a value.
    case unexpectedEnd
    /// A value was due and something else was found.
    case expectedValue
    /// A key or `}` was due.
    case expectedKey
    /// A `:` was due behind a key.
    case expectedColon
    /// A `,` or `}` was due behind a member.
    case expectedCommaOrBrace
    /// A `,` or `]` was due behind an element.
    case expectedCommaOrBracket
    /// A comma is followed by the end of its array or object.
    case trailingComma
    /// Something follows the value.
    case trailingCharacters
    /// `true`, `false` or `null` is spelled wrongly.
    case invalidLiteral
    /// A digit is missing in a number.
    case invalidNumber
    /// A number has more digits behind a leading zero.
    case leadingZero
    /// A raw control character in a string.
    case controlCharacter
    /// A backslash is followed by a character without meaning.
    case invalidEscape
    /// `\u` is not followed by four hexadecimal digits.
    case invalidUnicodeEscape
    /// A byte sequence is not UTF-8.
    case invalidUTF8
    /// The input begins with a byte order mark.
    case byteOrderMark
    /// Arrays and objects are nested too deeply.
    case depthLimit
    /// The input, or what it unfolds to, is too large.
    case sizeLimit
    /// An object has a key twice.
    case duplicateKey
    /// A string holds a surrogate without a partner.
    case loneSurrogate
    /// A number is too large for its form.
    case notFinite
    /// A configuration is not an object.
    case expectedObject
    /// A configuration holds a value that is not a string.
    case expectedString
    /// A writer was given a value where a key was due, or the reverse.
    case unexpectedValue
  }
}

extension JSONError.Code {
  /// What was found and what was wanted, as a lower-case fragment.
  public var message: String {
    switch self {
    case .unexpectedEnd: "the text ends inside a value"
    case .expectedValue: "expected a value"
    case .expectedKey: "expected a key in double quotes or '}'"
    case .expectedColon: "expected ':' behind the key"
    case .expectedCommaOrBrace: "expected ',' or '}'"
    case .expectedCommaOrBracket: "expected ',' or ']'"
    case .trailingComma: "a comma before the end of an array or object"
    case .trailingCharacters: "more text behind the value"
    case .invalidLiteral: "expected true, false or null"
    case .invalidNumber: "expected a digit"
    case .leadingZero: "a number that begins with 0 and goes on"
    case .controlCharacter: "a raw control character in a string; write it as an escape"
    case .invalidEscape: "an unknown escape; expected one of \" \\ / b f n r t u"
    case .invalidUnicodeEscape: "expected four hexadecimal digits behind \\u"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .byteOrderMark: "a byte order mark; JSON begins with its value"
    case .depthLimit: "arrays and objects are nested too deeply"
    case .sizeLimit: "the text is larger than the limit"
    case .duplicateKey: "a key that the object has already"
    case .loneSurrogate: "a surrogate without its partner"
    case .notFinite: "a number that is not finite"
    case .expectedObject: "expected an object"
    case .expectedString: "expected a string"
    case .unexpectedValue: "a value where a key was due, or a key where a value was due"
    }
  }
}

extension JSONError {
  /// The message and the place: `line 2, column 7: expected ':' behind the key`.
  public func description(in text: Span<UInt8>) -> String {
    "\(SourcePosition(offset: offset, in: text)): \(code.message)"
  }
}
