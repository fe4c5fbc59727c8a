internal import PantileJSON

/// Turns the source of one module into its syntax tree.
///
/// The grammar is ES2023 in strict mode with JSX and TypeScript, whose types are skipped while
/// they are read. Early errors are found here too, except those inside regular expressions.
///
/// Recursion is counted: every production that can hold itself calls ``enter()`` and ``leave(_:)``,
/// and links of member and call chains count as well, so that neither the parser nor a walk over
/// the tree goes deeper than ``SourceLimits/nesting``.
struct Parser {
  var lexer: Lexer
  let kind: SourceKind
  let limits: SourceLimits
  let hasTypes: Bool

  var depth = 0
  /// The height of the part of the tree that the current production has made so far.
  var height = 0
  var flags: Flags = []
  var scopes = ScopeStack()
  var labels: [Label] = []
  /// Where the labels of the current function begin in ``labels``.
  var firstLabel = 0
  var classes = PrivateNames()
  /// Things that are wrong unless the literal around them turns out to be a pattern, in the order
  /// of their offsets; nil for those that did.
  var pending: [(offset: UInt32, error: PendingError?)] = []
  /// The starts of literals and names that stand in parentheses.
  var parenthesized: Set<UInt32> = []
  /// The starts of spread arguments that a comma follows.
  var restCommas: Set<UInt32> = []
  var module = ModuleParts()
  var speculation = Speculation()
  /// The function that ``parseAssignment()`` has just finished was an arrow function.
  var isAfterArrow = false

  /// What is allowed where the parser stands.
  struct Flags: OptionSet {
    var rawValue: UInt16
    static let returns = Flags(rawValue: 1)
    static let newTarget = Flags(rawValue: 2)
    static let superProperty = Flags(rawValue: 4)
    static let superCall = Flags(rawValue: 8)
    static let noArguments = Flags(rawValue: 16)
    static let loop = Flags(rawValue: 32)
    static let switchBody = Flags(rawValue: 64)
    /// `in` is no operator: the head of a `for`.
    static let noIn = Flags(rawValue: 128)
    /// A `:` may belong to a conditional expression around.
    static let consequent = Flags(rawValue: 256)
    /// Nothing is checked that depends on the surroundings.
    static let fragment = Flags(rawValue: 512)
    /// `extends` does not begin a conditional type.
    static let noConditionalType = Flags(rawValue: 1024)

    static let function: Flags = [.returns, .newTarget]
    static let method: Flags = [.returns, .newTarget, .superProperty]
    static let constructor: Flags = [.returns, .newTarget, .superProperty, .superCall]
    static let initializer: Flags = [.newTarget, .superProperty, .noArguments]
  }

  struct Label {
    var name: Name
    var isLoop: Bool
  }

  enum PendingError {
    case initializer
    case duplicateProto
  }

  /// A parser over the bytes of a file; `names` comes back in ``names``.
  init(
    source: ContiguousArray<UInt8>, kind: SourceKind, names: NameTable,
    limits: SourceLimits = SourceLimits()
  ) {
    lexer = Lexer(source: source, names: names)
    self.kind = kind
    self.limits = limits
    hasTypes = kind.hasTypes
  }

  /// The names of the source, interned.
  var names: NameTable { lexer.names }

  /// Parses a module.
  static func parseModule(
    _ source: ContiguousArray<UInt8>, kind: SourceKind, names: inout NameTable,
    limits: SourceLimits = SourceLimits()
  ) throws(SyntaxError) -> ModuleSyntax {
    try withNames(source, kind, &names, limits) { (parser) throws(SyntaxError) in
      try parser.parseModule()
    }
  }

  /// Parses a snippet; see ``parseSnippet()``.
  static func parseSnippet(
    _ source: ContiguousArray<UInt8>, kind: SourceKind, names: inout NameTable,
    limits: SourceLimits = SourceLimits()
  ) throws(SyntaxError) -> FunctionNode {
    try withNames(source, kind, &names, limits) { (parser) throws(SyntaxError) in
      try parser.parseSnippet()
    }
  }

  /// Parses the expression that stands in a range of a source that has been parsed before.
  ///
  /// Nothing behind the range is read, and nothing is checked that depends on what is around.
  static func parseExpression(
    _ source: ContiguousArray<UInt8>, range: SourceRange, kind: SourceKind,
    names: inout NameTable
  ) throws(SyntaxError) -> Expression {
    let end = min(Int(range.end), source.count)
    let prefix = ContiguousArray(source[..<end])
    return try withNames(prefix, kind, &names, SourceLimits()) { (parser) throws(SyntaxError) in
      try parser.parseExpressionOnly(from: min(Int(range.start), end))
    }
  }

  /// Lends the names to a parser, so that they are not copied.
  private static func withNames<Result>(
    _ source: ContiguousArray<UInt8>, _ kind: SourceKind, _ names: inout NameTable,
    _ limits: SourceLimits, _ body: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    var lent = NameTable(placeholder: ())
    swap(&lent, &names)
    var parser = Parser(source: source, kind: kind, names: lent, limits: limits)
    lent = NameTable(placeholder: ())
    defer { swap(&parser.lexer.names, &names) }
    return try body(&parser)
  }

  // MARK: - Entry points

  /// Parses the whole source as a module.
  mutating func parseModule() throws(SyntaxError) -> ModuleSyntax {
    do throws(Stop) {
      try begin()
      return try parseModuleBody()
    } catch {
      throw failure
    }
  }

  /// Parses the source as the body of a function when it begins with `const`, `let`, `class`,
  /// `function` or `return`, and as one expression otherwise.
  mutating func parseSnippet() throws(SyntaxError) -> FunctionNode {
    do throws(Stop) {
      try begin()
      return try parseSnippetBody()
    } catch {
      throw failure
    }
  }

  /// Parses the expression from an offset to the end of the source.
  private mutating func parseExpressionOnly(from start: Int) throws(SyntaxError) -> Expression {
    do throws(Stop) {
      flags = [.fragment, .returns, .newTarget, .superProperty, .superCall]
      lexer.position = start
      scopes.push(.function)
      try lexer.scan()
      return try parseExpression()
    } catch {
      throw failure
    }
  }

  private var failure: SyntaxError {
    lexer.failure ?? SyntaxError("Unexpected end of file", at: UInt32(lexer.source.count))
  }

  private mutating func begin() throws(Stop) {
    if lexer.source.count > limits.size {
      var error = SyntaxError("source limit of \(limits.size) bytes reached", at: 0)
      error.name = "LimitError"
      lexer.failure = error
      throw Stop()
    }
    if let offset = Parser.invalidOffset(lexer.source) {
      throw lexer.fail("Invalid UTF-8", at: offset)
    }
    lexer.skipHashbang()
    try lexer.scan()
  }

  /// The offset of the first byte that is not UTF-8.
  private static func invalidOffset(_ source: ContiguousArray<UInt8>) -> Int? {
    do {
      _ = try UTF8Span(validating: source.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  private mutating func parseSnippetBody() throws(Stop) -> FunctionNode {
    let start = token.start
    let isBody =
      switch wordAtToken {
      case .const, .let, .class, .function, .return: true
      default: false
      }
    flags = .function
    scopes.push(.function)
    let body: FunctionNode.Body
    if isBody {
      body = .statements(try parseStatementList(until: .end))
    } else {
      body = .expression(try parseExpression())
      if token.kind == .semicolon { try lexer.advance() }
    }
    if token.kind != .end { throw unexpected() }
    try leaveScope()
    try reportPending()
    try reportPrivateNames()
    // The range tells functions apart: none of the source's own begins at its end.
    return FunctionNode(
      kind: isBody ? .normal : .arrow, name: nil, nameStart: start, parameters: [], rest: nil,
      body: body, range: SourceRange(start: token.end, end: token.end))
  }

  // MARK: - Tokens

  @inline(__always)
  var token: Token { lexer.token }

  /// The reserved or contextual word that the token is, without escapes.
  @inline(__always)
  var wordAtToken: Word? {
    guard lexer.token.kind == .keyword || lexer.token.kind == .identifier,
      !lexer.token.hasEscape
    else { return nil }
    return lexer.token.name.word
  }

  /// Whether the token is a given reserved or contextual word.
  @inline(__always)
  func at(_ word: Word) -> Bool {
    (lexer.token.kind == .identifier || lexer.token.kind == .keyword)
      && lexer.token.name.id == word.rawValue && !lexer.token.hasEscape
  }

  @inline(__always)
  func at(_ kind: TokenKind) -> Bool { lexer.token.kind == kind }

  /// Goes behind the token if it is of a kind.
  @inline(__always)
  mutating func take(_ kind: TokenKind) throws(Stop) -> Bool {
    guard lexer.token.kind == kind else { return false }
    try lexer.advance()
    return true
  }

  mutating func take(_ word: Word) throws(Stop) -> Bool {
    guard at(word) else { return false }
    try lexer.advance()
    return true
  }

  @inline(__always)
  mutating func expect(_ kind: TokenKind) throws(Stop) {
    guard lexer.token.kind == kind else { throw expected(kind.spelling ?? "token") }
    try lexer.advance()
  }

  mutating func expect(_ word: Word) throws(Stop) {
    guard at(word) else { throw expected(Word.spellings[Int(word.rawValue)]) }
    try lexer.advance()
  }

  /// Goes behind a comma; not where the list ends with `end`.
  mutating func expectComma(or end: TokenKind) throws(Stop) {
    if token.kind == end { return }
    guard token.kind == .comma else { throw expected(end.spelling ?? ",") }
    try lexer.advance()
  }

  /// Goes behind the end of a statement, where a semicolon may be missing.
  mutating func expectSemicolon() throws(Stop) {
    if token.kind == .semicolon { return try lexer.advance() }
    if token.kind == .rightBrace || token.kind == .end || token.newlineBefore { return }
    throw expected(";")
  }

  // MARK: - Errors

  mutating func fail(_ message: String, at offset: UInt32, and second: UInt32? = nil) -> Stop {
    lexer.fail(message, at: Int(offset), and: second)
  }

  /// The error of a token that fits nowhere.
  mutating func unexpected() -> Stop {
    if lexer.isQuiet { return Stop() }
    let token = token
    switch token.kind {
    case .end: return fail("Unexpected end of file", at: token.start)
    case .escapedKeyword:
      return fail("Keyword must not contain escaped characters", at: token.start)
    default: return fail("Unexpected token \"\(text(of: token))\"", at: token.start)
    }
  }

  mutating func expected(_ wanted: String) -> Stop {
    if lexer.isQuiet { return Stop() }
    let token = token
    if token.kind == .end { return fail("Unexpected end of file", at: token.start) }
    return fail("Expected \"\(wanted)\" but found \"\(text(of: token))\"", at: token.start)
  }

  mutating func unsupported(_ what: String, at offset: UInt32) -> Stop {
    fail("\(what) not supported in widget templates", at: offset)
  }

  /// A token's source text, long ones cut.
  mutating func text(of token: Token) -> String {
    let limit = min(Int(token.end), Int(token.start) + 64)
    var end = limit
    while end > Int(token.start) + 1, lexer.byte(end) & 0xC0 == 0x80 { end -= 1 }
    return lexer.text(Int(token.start)..<max(end, Int(token.start)))
  }

  // MARK: - Nesting

  /// Goes one level down; pass the result to ``leave(_:)``.
  @inline(__always)
  mutating func enter() throws(Stop) -> Int {
    depth += 1
    if depth > limits.nesting || StackPosition.current() < limits.stackEnd { throw tooDeep() }
    let saved = height
    height = 0
    return saved
  }

  @inline(__always)
  mutating func leave(_ saved: Int) {
    depth -= 1
    height = max(saved, height + 1)
  }

  /// Counts a node put on top of what the current production has made.
  @inline(__always)
  mutating func grow() throws(Stop) {
    height += 1
    if depth + height > limits.nesting { throw tooDeep() }
  }

  @inline(never)
  mutating func tooDeep() -> Stop { fail("nesting too deep", at: lexer.token.start) }
}
