extension Parser {
  /// Parses statements up to a `}` or the end, which is not consumed.
  mutating func parseStatementList(until end: TokenKind) throws(Stop) -> [Statement] {
    var statements: [Statement] = []
    while token.kind != end {
      if token.kind == .end { throw unexpected() }
      if let statement = try parseListItem() { statements.append(statement) }
    }
    return statements
  }

  /// Parses a statement or declaration; nil for one that is only about types.
  mutating func parseListItem() throws(Stop) -> Statement? {
    let saved = try enter()
    let statement = try parseDeclarationOrStatement()
    leave(saved)
    return statement
  }

  private mutating func parseDeclarationOrStatement() throws(Stop) -> Statement? {
    let start = token.start
    switch token.kind {
    case .keyword:
      switch wordAtToken {
      case .const:
        return try parseConst(start)
      case .function: return try parseFunctionDeclaration(start)
      case .class: return try parseClassDeclaration(start)
      case .enum:
        return try parseEnumDeclaration(start)
      case .import: return try parseNestedImport()
      case .export: throw fail("Unexpected token \"export\"", at: start)
      default: break
      }
    case .identifier:
      if at(.let) {
        try lexer.advance()
        return try parseVariableStatement(.lexical, start)
      }
      if at(.async), try isAsyncFunction() { throw asyncError(at: start) }
      if hasTypes, let declaration = try parseTypeDeclaration() { return declaration.statement }
    case .at: throw unsupported("decorators are", at: start)
    default: break
    }
    return try parsePlainStatement()
  }

  /// Parses the one statement of an `if` or a loop.
  mutating func parseSubstatement() throws(Stop) -> Statement {
    let saved = try enter()
    let start = token.start
    let statement: Statement
    switch wordAtToken {
    case .function:
      throw fail(
        "In strict mode code, functions can only be declared at top level or inside a block.",
        at: start)
    case .class, .const:
      throw fail(
        "Lexical declaration cannot appear in a single-statement context", at: start)
    case .let where try isLetDeclaration():
      throw fail(
        "Lexical declaration cannot appear in a single-statement context", at: start)
    case .type, .interface, .declare, .abstract, .namespace, .module, .global:
      statement = try parseDeclarationOrStatement() ?? Statement(range: range(start), kind: .empty)
    default: statement = try parsePlainStatement()
    }
    leave(saved)
    return statement
  }

  private mutating func isLetDeclaration() throws(Stop) -> Bool {
    let next = try peek()
    return next.kind == .identifier || next.kind == .leftBracket || next.kind == .leftBrace
  }

  private mutating func parsePlainStatement() throws(Stop) -> Statement {
    let start = token.start
    switch token.kind {
    case .leftBrace: return try parseBlockStatement(start)
    case .semicolon:
      try lexer.advance()
      return Statement(range: range(start), kind: .empty)
    case .keyword:
      if let statement = try parseKeywordStatement(start) { return statement }
    case .identifier, .escapedKeyword: return try parseExpressionOrLabel(start)
    default: break
    }
    return try parseExpressionStatement(start)
  }

  private mutating func parseKeywordStatement(_ start: UInt32) throws(Stop) -> Statement? {
    switch wordAtToken {
    case .if: return try parseIf(start)
    case .for: return try parseFor(start)
    case .return: return try parseReturn(start)
    case .var:
      try lexer.advance()
      return try parseVariableStatement(.variable, start)
    case .while: return try parseWhile(start)
    case .do: return try parseDoWhile(start)
    case .switch: return try parseSwitch(start)
    case .break, .continue: return try parseJump(start)
    case .throw: return try parseThrow(start)
    case .try: return try parseTry(start)
    case .with: throw fail("the with statement is not allowed in strict mode", at: start)
    case .debugger:
      try lexer.advance()
      try expectSemicolon()
      return Statement(range: range(start), kind: .empty)
    case .import: return try parseNestedImport()
    default: return nil
    }
  }

  /// A range from `start` to the end of the token before the current one.
  @inline(__always)
  func range(_ start: UInt32) -> SourceRange {
    SourceRange(start: start, end: lexer.previousEnd)
  }

  private mutating func parseExpressionStatement(_ start: UInt32) throws(Stop) -> Statement {
    let expression = try parseExpression()
    try expectSemicolon()
    return Statement(range: range(start), kind: .expression(expression))
  }

  private mutating func parseExpressionOrLabel(_ start: UInt32) throws(Stop) -> Statement {
    if lexer.byte(lexer.position, is: ":") || nextIsColonAfterTrivia() {
      let label = token
      if try peek().kind == .colon {
        try checkIdentifier(label)
        try lexer.advance()
        try lexer.advance()
        return try parseLabeled(label, start)
      }
    }
    return try parseExpressionStatement(start)
  }

  /// Whether a colon may follow the token; a cheap guess that is never wrongly false.
  private mutating func nextIsColonAfterTrivia() -> Bool {
    switch lexer.byte(lexer.position) {
    case 0x09...0x0D, 0x20, UInt8(ascii: "/"), 0x80...: true
    default: false
    }
  }

  private mutating func parseLabeled(_ label: Token, _ start: UInt32) throws(Stop) -> Statement {
    for other in labels[firstLabel...] where other.name == label.name {
      throw fail(
        "Label '\(names.string(label.name))' has already been declared", at: label.start)
    }
    var isLoop = false
    switch wordAtToken {
    case .for, .while, .do: isLoop = true
    default: isLoop = try isLabelOfLoop()
    }
    labels.append(Label(name: label.name, isLoop: isLoop))
    let body = try parseSubstatement()
    labels.removeLast()
    return Statement(range: range(start), kind: .labeled(label.name, body))
  }

  /// Whether more labels and then a loop follow.
  private mutating func isLabelOfLoop() throws(Stop) -> Bool {
    guard token.kind == .identifier, try peek().kind == .colon else { return false }
    let saved = lexer.save()
    defer { lexer.restore(saved) }
    var count = 0
    while token.kind == .identifier, count < limits.nesting {
      count += 1
      try lexer.advance()
      guard token.kind == .colon else { return false }
      try lexer.advance()
    }
    switch wordAtToken {
    case .for, .while, .do: return true
    default: return false
    }
  }

  // MARK: - Blocks

  private mutating func parseBlockStatement(_ start: UInt32) throws(Stop) -> Statement {
    let body = try parseBlock()
    return Statement(range: range(start), kind: .block(body))
  }

  /// Parses `{ … }` with a scope of its own.
  mutating func parseBlock() throws(Stop) -> [Statement] {
    try expect(.leftBrace)
    scopes.push(.block)
    let body = try parseStatementList(until: .rightBrace)
    try leaveScope()
    try lexer.advance()
    return body
  }

  /// Closes a scope.
  mutating func leaveScope() throws(Stop) {
    if let conflict = scopes.pop() { throw redeclared(conflict.name, at: conflict.position) }
  }

  mutating func redeclared(_ name: Name, at position: UInt32) -> Stop {
    fail("Identifier '\(names.string(name))' has already been declared", at: position)
  }

  /// Declares a name in the innermost scope.
  mutating func declare(
    _ name: Name, _ kind: ScopeStack.BindingKind, at position: UInt32
  ) throws(Stop) {
    if !scopes.declare(name, kind, at: position) { throw redeclared(name, at: position) }
  }

  // MARK: - Conditions and loops

  /// Parses an `if`, the whole of an `else if` chain in one loop.
  private mutating func parseIf(_ start: UInt32) throws(Stop) -> Statement {
    var links: [(start: UInt32, test: Expression, then: Statement)] = []
    var otherwise: Statement?
    var linkStart = start
    while true {
      try lexer.advance()
      let test = try parseParenthesized()
      let then = try parseSubstatement()
      links.append((linkStart, test, then))
      guard try take(.else) else { break }
      guard at(.if) else {
        otherwise = try parseSubstatement()
        break
      }
      if links.count > Parser.longestElseChain { throw tooDeep() }
      linkStart = token.start
    }
    while let link = links.popLast() {
      let kind = Statement.Kind.ifElse(link.test, then: link.then, otherwise: otherwise)
      otherwise = Statement(range: range(link.start), kind: kind)
    }
    return otherwise ?? Statement(range: range(start), kind: .empty)
  }

  /// A tree is freed recursively, so even a chain that nobody walks recursively has an end.
  static let longestElseChain = 1000

  private mutating func parseParenthesized() throws(Stop) -> Expression {
    try expect(.leftParen)
    let expression = try parseExpression()
    try expect(.rightParen)
    return expression
  }

  private mutating func parseLoopBody() throws(Stop) -> Statement {
    let saved = flags
    flags.insert(.loop)
    let body = try parseSubstatement()
    flags = saved
    return body
  }

  private mutating func parseWhile(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    let test = try parseParenthesized()
    let body = try parseLoopBody()
    return Statement(range: range(start), kind: .whileLoop(test, body))
  }

  private mutating func parseDoWhile(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    let body = try parseLoopBody()
    try expect(.while)
    let test = try parseParenthesized()
    _ = try take(.semicolon)
    return Statement(range: range(start), kind: .doWhile(body, test))
  }

  private mutating func parseSwitch(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    let subject = try parseParenthesized()
    try expect(.leftBrace)
    let saved = flags
    flags.insert(.switchBody)
    scopes.push(.block)
    var cases: [SwitchCase] = []
    var hasDefault = false
    while token.kind != .rightBrace {
      cases.append(try parseCase(&hasDefault))
    }
    try leaveScope()
    flags = saved
    try lexer.advance()
    return Statement(range: range(start), kind: .switchCase(subject, cases))
  }

  private mutating func parseCase(_ hasDefault: inout Bool) throws(Stop) -> SwitchCase {
    var test: Expression?
    if at(.default) {
      if hasDefault {
        throw fail("More than one default clause in switch statement", at: token.start)
      }
      hasDefault = true
      try lexer.advance()
    } else {
      try expect(.case)
      let saved = flags
      flags.insert(.consequent)
      test = try parseExpression()
      flags = saved
    }
    try expect(.colon)
    var body: [Statement] = []
    while token.kind != .rightBrace, !at(.case), !at(.default) {
      if token.kind == .end { throw unexpected() }
      if let statement = try parseListItem() { body.append(statement) }
    }
    return SwitchCase(test: test, body: body)
  }

  // MARK: - Jumps

  private mutating func parseReturn(_ start: UInt32) throws(Stop) -> Statement {
    if !flags.contains(.returns) { throw fail("return outside a function", at: start) }
    try lexer.advance()
    var value: Expression?
    switch token.kind {
    case .semicolon, .rightBrace, .end: break
    default: if !token.newlineBefore { value = try parseExpression() }
    }
    try expectSemicolon()
    return Statement(range: range(start), kind: .returnValue(value))
  }

  private mutating func parseThrow(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    if token.newlineBefore { throw fail("Illegal newline after throw", at: token.start) }
    let value = try parseExpression()
    try expectSemicolon()
    return Statement(range: range(start), kind: .throwValue(value))
  }

  private mutating func parseJump(_ start: UInt32) throws(Stop) -> Statement {
    let isBreak = at(.break)
    try lexer.advance()
    var label: Name?
    if token.kind == .identifier, !token.newlineBefore {
      try checkLabel(isBreak)
      label = token.name
      try lexer.advance()
    } else if isBreak, flags.isDisjoint(with: [.loop, .switchBody, .fragment]) {
      throw fail("Illegal break statement", at: start)
    } else if !isBreak, flags.isDisjoint(with: [.loop, .fragment]) {
      throw fail("Illegal continue statement: no surrounding iteration statement", at: start)
    }
    try expectSemicolon()
    return Statement(range: range(start), kind: isBreak ? .breakLoop(label) : .continueLoop(label))
  }

  private mutating func checkLabel(_ isBreak: Bool) throws(Stop) {
    let token = token
    for label in labels[firstLabel...].reversed() where label.name == token.name {
      if isBreak || label.isLoop { return }
      throw fail(
        "Illegal continue statement: '\(names.string(token.name))'"
          + " does not denote an iteration statement", at: token.start)
    }
    if flags.contains(.fragment) { return }
    throw fail("Undefined label '\(names.string(token.name))'", at: token.start)
  }

  // MARK: - Try

  private mutating func parseTry(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    let body = try parseBlock()
    var handler: CatchClause?
    if try take(.catch) { handler = try parseCatch() }
    var finalizer: [Statement]?
    if try take(.finally) { finalizer = try parseBlock() }
    if handler == nil, finalizer == nil {
      throw fail("Missing catch or finally after try", at: token.start)
    }
    return Statement(
      range: range(start), kind: .tryCatch(body, handler: handler, finalizer: finalizer))
  }

  private mutating func parseCatch() throws(Stop) -> CatchClause {
    scopes.push(.catchBlock)
    var binding: Pattern?
    if try take(.leftParen) {
      let isName = token.kind == .identifier
      binding = try parseBindingTarget(isName ? .catchParameter : .lexical)
      try skipTypeAnnotation()
      try expect(.rightParen)
    }
    try expect(.leftBrace)
    let body = try parseStatementList(until: .rightBrace)
    try leaveScope()
    try lexer.advance()
    return CatchClause(binding: binding, body: body)
  }
}
