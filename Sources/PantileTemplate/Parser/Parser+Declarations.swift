extension Parser {
  /// The token after the current one.
  mutating func peek() throws(Stop) -> Token {
    let saved = lexer.save()
    try lexer.advance()
    let next = token
    lexer.restore(saved)
    return next
  }

  // MARK: - Variables

  /// Parses `const …`, which may be a `const enum`.
  mutating func parseConst(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    if hasTypes, at(.enum) { return try parseEnumDeclaration(start) }
    return try parseVariableStatement(.constant, start)
  }

  /// Parses the declarators of a statement whose keyword has been read.
  mutating func parseVariableStatement(
    _ kind: VariableKind, _ start: UInt32
  ) throws(Stop) -> Statement {
    var declarators: [Declarator] = []
    repeat { declarators.append(try parseDeclarator(kind)) } while try take(.comma)
    try expectSemicolon()
    return Statement(range: range(start), kind: .variable(kind, declarators))
  }

  private mutating func parseDeclarator(_ kind: VariableKind) throws(Stop) -> Declarator {
    let target = try parseDeclaratorTarget(kind)
    return try parseDeclaratorValue(kind, target)
  }

  mutating func parseDeclaratorTarget(_ kind: VariableKind) throws(Stop) -> Pattern {
    let target = try parseBindingTarget(kind == .variable ? .variable : .lexical)
    if hasTypes {
      if token.kind == .bang, !token.newlineBefore { try lexer.advance() }
      try skipTypeAnnotation()
    }
    return target
  }

  mutating func parseDeclaratorValue(
    _ kind: VariableKind, _ target: Pattern
  ) throws(Stop) -> Declarator {
    if try take(.assign) { return Declarator(target: target, value: try parseAssignment()) }
    if case .identifier = target.kind {
      if kind == .constant {
        throw fail("Missing initializer in const declaration", at: token.start)
      }
    } else {
      throw fail("Missing initializer in destructuring declaration", at: token.start)
    }
    return Declarator(target: target, value: nil)
  }

  // MARK: - For

  mutating func parseFor(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    if at(.await) { throw asyncError(at: token.start) }
    try expect(.leftParen)
    scopes.push(.block)
    let kind = try parseForKind()
    try leaveScope()
    return Statement(range: range(start), kind: kind)
  }

  private mutating func parseForKind() throws(Stop) -> Statement.Kind {
    switch wordAtToken {
    case .var: return try parseForDeclaration(.variable)
    case .let: return try parseForDeclaration(.lexical)
    case .const: return try parseForDeclaration(.constant)
    default: break
    }
    if token.kind == .semicolon { return try parseForParts(nil) }
    let start = token.start
    let saved = flags
    flags.insert(.noIn)
    let expression = try parseExpression()
    flags = saved
    if at(.of) || at(.in) {
      let pattern = try assignmentPattern(expression, from: start)
      return try parseForEach(.pattern(pattern))
    }
    return try parseForParts(.expression(expression))
  }

  private mutating func parseForDeclaration(_ kind: VariableKind) throws(Stop) -> Statement.Kind {
    try lexer.advance()
    let saved = flags
    flags.insert(.noIn)
    let target = try parseDeclaratorTarget(kind)
    if at(.of) || at(.in) {
      flags = saved
      return try parseForEach(.variable(kind, target))
    }
    var declarators = [try parseDeclaratorValue(kind, target)]
    while try take(.comma) { declarators.append(try parseDeclarator(kind)) }
    flags = saved
    return try parseForParts(.variable(kind, declarators))
  }

  private mutating func parseForEach(_ target: ForTarget) throws(Stop) -> Statement.Kind {
    let isOf = at(.of)
    try lexer.advance()
    let subject = isOf ? try parseAssignment() : try parseExpression()
    try expect(.rightParen)
    let body = try parseForBody()
    return isOf ? .forOf(target, subject, body) : .forIn(target, subject, body)
  }

  private mutating func parseForParts(_ first: ForInitializer?) throws(Stop) -> Statement.Kind {
    try expect(.semicolon)
    let test = token.kind == .semicolon ? nil : try parseExpression()
    try expect(.semicolon)
    let update = token.kind == .rightParen ? nil : try parseExpression()
    try expect(.rightParen)
    return .forLoop(initializer: first, test: test, update: update, try parseForBody())
  }

  private mutating func parseForBody() throws(Stop) -> Statement {
    let saved = flags
    flags.insert(.loop)
    let body = try parseSubstatement()
    flags = saved
    return body
  }

  // MARK: - Functions and classes

  /// Parses a function declaration; nil for an overload signature.
  mutating func parseFunctionDeclaration(_ start: UInt32) throws(Stop) -> Statement? {
    guard let node = try parseFunction(isDeclaration: true, start: start) else { return nil }
    return Statement(range: range(start), kind: .function(node))
  }

  mutating func parseClassDeclaration(_ start: UInt32) throws(Stop) -> Statement {
    try lexer.advance()
    guard token.kind == .identifier else { throw unexpected() }
    let name = token
    try checkBinding(name)
    try declare(name.name, .lexical, at: name.start)
    try lexer.advance()
    let node = try parseClass(name: name.name, start: start)
    return Statement(range: range(start), kind: .classDeclaration(node))
  }

  // MARK: - Binding patterns

  /// Parses what a declaration binds to, and declares its names.
  mutating func parseBindingTarget(_ kind: ScopeStack.BindingKind) throws(Stop) -> Pattern {
    let start = token.start
    switch token.kind {
    case .identifier:
      let name = token
      try checkBinding(name)
      try declare(name.name, kind, at: name.start)
      try lexer.advance()
      return Pattern(range: name.range, kind: .identifier(name.name))
    case .leftBrace:
      let saved = try enter()
      let shape = try parseObjectPattern(kind)
      leave(saved)
      return Pattern(range: range(start), kind: shape)
    case .leftBracket:
      let saved = try enter()
      let shape = try parseArrayPattern(kind)
      leave(saved)
      return Pattern(range: range(start), kind: shape)
    default: throw unexpected()
    }
  }

  /// Parses a binding target and its default value.
  mutating func parseBindingElement(
    _ kind: ScopeStack.BindingKind
  ) throws(Stop) -> PatternElement {
    let target = try parseBindingTarget(kind)
    return PatternElement(target: target, defaultValue: try parseDefaultValue())
  }

  mutating func parseDefaultValue() throws(Stop) -> Expression? {
    guard try take(.assign) else { return nil }
    let saved = flags
    flags.subtract([.noIn, .consequent])
    let value = try parseAssignment()
    flags = saved
    return value
  }

  private mutating func parseArrayPattern(
    _ kind: ScopeStack.BindingKind
  ) throws(Stop) -> Pattern.Kind {
    try lexer.advance()
    var elements: [PatternElement?] = []
    var rest: Pattern?
    while token.kind != .rightBracket {
      if try take(.comma) {
        elements.append(nil)
        continue
      }
      if try take(.ellipsis) {
        rest = try parseBindingTarget(kind)
        try expectLastElement(.rightBracket)
        break
      }
      elements.append(try parseBindingElement(kind))
      try expectComma(or: .rightBracket)
    }
    try expect(.rightBracket)
    return .array(elements, rest: rest)
  }

  private mutating func parseObjectPattern(
    _ kind: ScopeStack.BindingKind
  ) throws(Stop) -> Pattern.Kind {
    try lexer.advance()
    var properties: [PatternProperty] = []
    var rest: Pattern?
    while token.kind != .rightBrace {
      if try take(.ellipsis) {
        guard token.kind == .identifier else { throw unexpected() }
        rest = try parseBindingTarget(kind)
        try expectLastElement(.rightBrace)
        break
      }
      properties.append(try parsePatternProperty(kind))
      try expectComma(or: .rightBrace)
    }
    try expect(.rightBrace)
    return .object(properties, rest: rest)
  }

  mutating func expectLastElement(_ end: TokenKind) throws(Stop) {
    if token.kind == .comma || token.kind == .assign {
      throw fail("Rest element must be last element", at: token.start)
    }
    if token.kind != end { throw expected(end.spelling ?? "") }
  }

  private mutating func parsePatternProperty(
    _ kind: ScopeStack.BindingKind
  ) throws(Stop) -> PatternProperty {
    let nameToken = token
    let name = try parsePropertyName()
    if try take(.colon) {
      let element = try parseBindingElement(kind)
      return PatternProperty(
        name: name.name, nameRange: name.range, target: element.target,
        defaultValue: element.defaultValue)
    }
    guard nameToken.kind == .identifier else {
      if nameToken.kind == .keyword || nameToken.kind == .escapedKeyword {
        throw fail("Unexpected token \"\(text(of: nameToken))\"", at: nameToken.start)
      }
      throw expected(":")
    }
    try checkBinding(nameToken)
    try declare(nameToken.name, kind, at: nameToken.start)
    let target = Pattern(range: nameToken.range, kind: .identifier(nameToken.name))
    return PatternProperty(
      name: name.name, nameRange: name.range, target: target,
      defaultValue: try parseDefaultValue())
  }

  /// Checks that an identifier may be bound or assigned in strict code.
  mutating func checkBinding(_ token: Token) throws(Stop) {
    try checkIdentifier(token)
    if token.name == Word.eval.name || token.name == Word.arguments.name {
      throw fail("Unexpected eval or arguments in strict mode", at: token.start)
    }
  }

  /// Checks that an identifier is not reserved in strict code.
  mutating func checkIdentifier(_ token: Token) throws(Stop) {
    guard Word.isStrictReserved(token.name) || token.kind != .identifier else { return }
    if token.kind == .escapedKeyword {
      throw fail("Keyword must not contain escaped characters", at: token.start)
    }
    if token.name == Word.await.name { throw fail("Unexpected reserved word", at: token.start) }
    throw fail("Unexpected strict mode reserved word", at: token.start)
  }
}
