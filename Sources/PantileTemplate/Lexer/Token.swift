/// A piece of source text as the parser sees it.
struct Token {
  var kind: TokenKind
  /// Whether a line terminator stands between this token and the one before.
  var newlineBefore: Bool
  /// Whether an identifier or a string has escapes.
  var hasEscape: Bool
  /// The name of an identifier, a keyword, a private name, a string, or the digits of a bigint.
  var name: Name
  var start: UInt32
  var end: UInt32
  /// The value of a number.
  var number: Double

  var range: SourceRange { SourceRange(start: start, end: end) }
}

enum TokenKind: UInt8 {
  case end, identifier, keyword, escapedKeyword, privateName, number, bigint, string, backtick
  case leftBrace, rightBrace, leftParen, rightParen, leftBracket, rightBracket
  case dot, ellipsis, semicolon, comma, colon, question, questionDot, arrow, at
  case less, greater, lessEqual, greaterEqual, equal, notEqual, strictEqual, strictNotEqual
  case plus, minus, star, slash, percent, power, increment, decrement
  case shiftLeft, shiftRight, shiftRightUnsigned, ampersand, bar, caret, bang, tilde
  case and, or, coalesce
  case assign, plusAssign, minusAssign, starAssign, slashAssign, percentAssign, powerAssign
  case shiftLeftAssign, shiftRightAssign, shiftRightUnsignedAssign
  case ampersandAssign, barAssign, caretAssign, andAssign, orAssign, coalesceAssign

  /// The text of a punctuator for messages; nil for the other kinds.
  var spelling: String? {
    switch self {
    case .leftBrace: "{"
    case .rightBrace: "}"
    case .leftParen: "("
    case .rightParen: ")"
    case .leftBracket: "["
    case .rightBracket: "]"
    case .dot: "."
    case .ellipsis: "..."
    case .semicolon: ";"
    case .comma: ","
    case .colon: ":"
    case .question: "?"
    case .arrow: "=>"
    case .less: "<"
    case .greater: ">"
    case .assign: "="
    case .backtick: "`"
    default: nil
    }
  }
}
