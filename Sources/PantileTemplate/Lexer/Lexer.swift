/// Makes tokens out of source bytes, one ahead of the parser.
///
/// What a `/`, a `` ` ``, a `}` or a `<` begins depends on the grammar, so the parser asks for
/// regular expressions, template pieces and JSX text itself.
struct Lexer {
  let source: ContiguousArray<UInt8>
  var names: NameTable
  /// Where the next token is looked for.
  var position = 0
  /// The token that the parser looks at.
  var token = Token(
    kind: .end, newlineBefore: false, hasEscape: false, name: Name(id: 0), start: 0, end: 0,
    number: 0)
  /// The end of the token before ``token``.
  var previousEnd: UInt32 = 0
  /// The first error, set where a ``Stop`` is thrown.
  var failure: SyntaxError?
  /// While the parser only tries something, errors are not described.
  var isQuiet = false
  /// Code units of a text that cannot be taken from the source as it stands.
  var scratch: ContiguousArray<UInt16> = []

  init(source: ContiguousArray<UInt8>, names: NameTable) {
    self.source = source
    self.names = names
  }

  /// The byte at `index`, 0 behind the end.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { index < source.count ? source[index] : 0 }

  @inline(__always)
  func byte(_ index: Int, is character: Unicode.Scalar) -> Bool {
    byte(index) == UInt8(truncatingIfNeeded: character.value)
  }

  /// Records an error; the caller throws the result.
  mutating func fail(_ message: String, at offset: Int, and second: UInt32? = nil) -> Stop {
    if failure == nil && !isQuiet {
      failure = SyntaxError(message, at: UInt32(offset), and: second)
    }
    return Stop()
  }

  /// Goes to the next token.
  mutating func advance() throws(Stop) {
    previousEnd = token.end
    try scan()
  }

  /// Reads the token at ``position``.
  mutating func scan() throws(Stop) {
    token.newlineBefore = try skipTrivia()
    token.hasEscape = false
    let start = position
    token.start = UInt32(start)
    guard start < source.count else {
      token.kind = .end
      token.end = UInt32(start)
      return
    }
    let first = source[start]
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      try scanIdentifier()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case 0x22, 0x27: try scanString(quote: first)
    case UInt8(ascii: "#"): try scanPrivateName()
    case UInt8(ascii: "\\"), 0x80...: try scanIdentifier()
    default: try scanPunctuator(first)
    }
    token.end = UInt32(position)
  }

  /// Goes back to `start` and reads a token there.
  mutating func rescan(at start: Int) throws(Stop) {
    let newline = token.newlineBefore
    position = start
    try scan()
    token.newlineBefore = newline || token.newlineBefore
  }

  // MARK: - Looking ahead

  /// Where the lexer stands.
  struct State {
    fileprivate var position: Int
    fileprivate var token: Token
    fileprivate var previousEnd: UInt32

    /// The start of the token.
    var start: UInt32 { token.start }
  }

  mutating func save() -> State {
    State(position: position, token: token, previousEnd: previousEnd)
  }

  mutating func restore(_ state: State) {
    position = state.position
    token = state.token
    previousEnd = state.previousEnd
  }

  // MARK: - White space and comments

  /// Skips white space and comments.
  ///
  /// - Returns: Whether a line terminator was among them.
  mutating func skipTrivia() throws(Stop) -> Bool {
    var newline = false
    while position < source.count {
      let byte = source[position]
      switch byte {
      case 0x20, 0x09, 0x0B, 0x0C: position += 1
      case 0x0A, 0x0D:
        newline = true
        position += 1
      case UInt8(ascii: "/"):
        if self.byte(position + 1, is: "/") {
          skipLineComment()
        } else if self.byte(position + 1, is: "*") {
          if try skipBlockComment() { newline = true }
        } else {
          return newline
        }
      case 0xC2...:
        guard let (scalar, length) = scalar(at: position) else { return newline }
        if scalar == 0x2028 || scalar == 0x2029 {
          newline = true
        } else if !Lexer.isWhiteSpace(scalar) {
          return newline
        }
        position += length
      default: return newline
      }
    }
    return newline
  }

  private mutating func skipLineComment() {
    while position < source.count {
      let byte = source[position]
      if byte == 0x0A || byte == 0x0D { return }
      if byte == 0xE2 && isSeparator(at: position) { return }
      position += 1
    }
  }

  private mutating func skipBlockComment() throws(Stop) -> Bool {
    let start = position
    var newline = false
    position += 2
    while position < source.count {
      let byte = source[position]
      if byte == UInt8(ascii: "*") && self.byte(position + 1, is: "/") {
        position += 2
        return newline
      }
      if byte == 0x0A || byte == 0x0D || (byte == 0xE2 && isSeparator(at: position)) {
        newline = true
      }
      position += 1
    }
    throw fail("Unterminated comment", at: start)
  }

  /// Skips a `#!` line at the start of the file.
  mutating func skipHashbang() {
    if byte(0, is: "#") && byte(1, is: "!") { skipLineComment() }
  }

  /// Whether U+2028 or U+2029 stands at `index`.
  mutating func isSeparator(at index: Int) -> Bool {
    byte(index) == 0xE2 && byte(index + 1) == 0x80 && byte(index + 2) & 0xFE == 0xA8
  }

  /// Whether a scalar is white space of the language, line terminators aside.
  static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0B, 0x0C, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0xFEFF:
      true
    default: false
    }
  }
}
