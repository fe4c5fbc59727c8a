extension Lexer {
  /// Reads a punctuator; the longest one that fits.
  ///
  /// One `switch` over all of them, longer than a function should be, keeps this a jump table.
  mutating func scanPunctuator(_ first: UInt8) throws(Stop) {
    let second = byte(position + 1)
    switch first {
    case UInt8(ascii: "{"): take(.leftBrace, 1)
    case UInt8(ascii: "}"): take(.rightBrace, 1)
    case UInt8(ascii: "("): take(.leftParen, 1)
    case UInt8(ascii: ")"): take(.rightParen, 1)
    case UInt8(ascii: "["): take(.leftBracket, 1)
    case UInt8(ascii: "]"): take(.rightBracket, 1)
    case UInt8(ascii: ";"): take(.semicolon, 1)
    case UInt8(ascii: ","): take(.comma, 1)
    case UInt8(ascii: ":"): take(.colon, 1)
    case UInt8(ascii: "~"): take(.tilde, 1)
    case UInt8(ascii: "@"): take(.at, 1)
    case UInt8(ascii: "`"): take(.backtick, 1)
    case UInt8(ascii: "."): try scanDot(second)
    case UInt8(ascii: "?"): scanQuestion(second)
    case UInt8(ascii: "="):
      if second == UInt8(ascii: ">") {
        take(.arrow, 2)
      } else {
        scanEquals(second, .assign, .equal, .strictEqual)
      }
    case UInt8(ascii: "!"): scanEquals(second, .bang, .notEqual, .strictNotEqual)
    case UInt8(ascii: "+"): scanDoubled(first, .plus, .plusAssign, .increment)
    case UInt8(ascii: "-"): scanDoubled(first, .minus, .minusAssign, .decrement)
    case UInt8(ascii: "*"): scanDoubled(first, .star, .starAssign, .power, .powerAssign)
    case UInt8(ascii: "/"): scanDoubled(0, .slash, .slashAssign, .slash)
    case UInt8(ascii: "%"): scanDoubled(0, .percent, .percentAssign, .percent)
    case UInt8(ascii: "&"): scanDoubled(first, .ampersand, .ampersandAssign, .and, .andAssign)
    case UInt8(ascii: "|"): scanDoubled(first, .bar, .barAssign, .or, .orAssign)
    case UInt8(ascii: "^"): scanDoubled(0, .caret, .caretAssign, .caret)
    case UInt8(ascii: "<"):
      scanDoubled(first, .less, .lessEqual, .shiftLeft, .shiftLeftAssign)
    case UInt8(ascii: ">"): scanGreater(second)
    default: throw fail("Invalid or unexpected token", at: position)
    }
  }

  private mutating func take(_ kind: TokenKind, _ length: Int) {
    token.kind = kind
    position += length
  }

  private mutating func scanDot(_ second: UInt8) throws(Stop) {
    if second >= UInt8(ascii: "0") && second <= UInt8(ascii: "9") {
      try scanNumber()
    } else if second == UInt8(ascii: ".") && byte(position + 2, is: ".") {
      take(.ellipsis, 3)
    } else {
      take(.dot, 1)
    }
  }

  private mutating func scanQuestion(_ second: UInt8) {
    if second == UInt8(ascii: "?") {
      byte(position + 2, is: "=") ? take(.coalesceAssign, 3) : take(.coalesce, 2)
    } else if second == UInt8(ascii: "."), Lexer.digit(byte(position + 2), radix: 10) == nil {
      take(.questionDot, 2)
    } else {
      take(.question, 1)
    }
  }

  private mutating func scanEquals(
    _ second: UInt8, _ plain: TokenKind, _ double: TokenKind, _ triple: TokenKind
  ) {
    if second != UInt8(ascii: "=") {
      take(plain, 1)
    } else if byte(position + 2, is: "=") {
      take(triple, 3)
    } else {
      take(double, 2)
    }
  }

  /// Reads `x`, `x=`, `xx` or `xx=`; `first` is 0 when `xx` does not exist.
  private mutating func scanDoubled(
    _ first: UInt8, _ plain: TokenKind, _ assign: TokenKind, _ double: TokenKind,
    _ doubleAssign: TokenKind? = nil
  ) {
    let second = byte(position + 1)
    if second == UInt8(ascii: "=") {
      take(assign, 2)
    } else if second != first || first == 0 {
      take(plain, 1)
    } else if let doubleAssign, byte(position + 2, is: "=") {
      take(doubleAssign, 3)
    } else {
      take(double, 2)
    }
  }

  private mutating func scanGreater(_ second: UInt8) {
    if second == UInt8(ascii: "=") {
      take(.greaterEqual, 2)
    } else if second != UInt8(ascii: ">") {
      take(.greater, 1)
    } else if byte(position + 2, is: "=") {
      take(.shiftRightAssign, 3)
    } else if !byte(position + 2, is: ">") {
      take(.shiftRight, 2)
    } else if byte(position + 3, is: "=") {
      take(.shiftRightUnsignedAssign, 4)
    } else {
      take(.shiftRightUnsigned, 3)
    }
  }
}
