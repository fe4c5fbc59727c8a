extension Parser {
  /// What a word such as `interface` or `declare` has introduced; no statement when it was only
  /// about types.
  struct TypeDeclaration {
    var statement: Statement?
  }

  /// Parses a declaration that only TypeScript has; nil where the token begins none.
  mutating func parseTypeDeclaration() throws(Stop) -> TypeDeclaration? {
    let start = token.start
    switch wordAtToken {
    case .type:
      guard try isNameNext() else { return nil }
      try skipTypeAlias()
    case .interface:
      guard try isNameNext() else { return nil }
      try skipInterface()
    case .declare:
      guard try isDeclareNext() else { return nil }
      try lexer.advance()
      try skipAmbient()
    case .abstract:
      let next = try peek()
      guard next.kind == .keyword, next.name == Word.class.name, !next.newlineBefore else {
        return nil
      }
      try lexer.advance()
      return TypeDeclaration(statement: try parseClassDeclaration(start))
    case .namespace, .module:
      let next = try peek()
      guard next.kind == .identifier || next.kind == .string, !next.newlineBefore else {
        return nil
      }
      try skipNamespace(isAmbient: false)
    case .global:
      guard try peek().kind == .leftBrace else { return nil }
      try skipNamespace(isAmbient: true)
    default: return nil
    }
    return TypeDeclaration(statement: nil)
  }

  private mutating func isNameNext() throws(Stop) -> Bool {
    let next = try peek()
    return next.kind == .identifier && !next.newlineBefore
  }

  private mutating func isDeclareNext() throws(Stop) -> Bool {
    let next = try peek()
    if next.newlineBefore { return false }
    switch next.name.word {
    case .const, .var, .function, .class, .enum: return next.kind == .keyword
    case .let, .type, .interface, .namespace, .module, .global, .abstract, .async:
      return next.kind == .identifier
    default: return false
    }
  }

  /// Skips `type A<T> = …`.
  mutating func skipTypeAlias() throws(Stop) {
    try lexer.advance()
    try declareType()
    try skipTypeParameters()
    try expect(.assign)
    try skipType()
    try expectSemicolon()
  }

  mutating func skipInterface() throws(Stop) {
    try lexer.advance()
    try declareType()
    try skipTypeParameters()
    if try take(.extends) {
      repeat { try skipType() } while try take(.comma)
    }
    try skipObjectType()
  }

  private mutating func declareType() throws(Stop) {
    guard token.kind == .identifier else { throw unexpected() }
    module.types.insert(token.name)
    try lexer.advance()
  }

  // MARK: - Ambient declarations

  /// Skips what follows `declare`.
  mutating func skipAmbient() throws(Stop) {
    let start = token.start
    let mark = scopes.mark
    let saved = flags
    switch wordAtToken {
    case .type: try skipTypeAlias()
    case .interface: try skipInterface()
    case .namespace, .module, .global: try skipNamespace(isAmbient: true)
    case .function:
      try lexer.advance()
      try declareType()
      try skipAmbientSignature()
    case .abstract, .class: try skipAmbientClass()
    case .enum: try skipAmbientEnum(start)
    case .const, .let, .var:
      if at(.const), try peek().name == Word.enum.name {
        try skipAmbientEnum(start)
      } else {
        try skipAmbientVariables()
      }
    default: throw unexpected()
    }
    flags = saved
    scopes.rewind(to: mark)
  }

  private mutating func skipAmbientEnum(_ start: UInt32) throws(Stop) {
    _ = try take(.const)
    let name = try peek().name
    scopes.push(.block)
    _ = try parseEnumDeclaration(start)
    module.types.insert(name)
  }

  private mutating func skipAmbientSignature() throws(Stop) {
    try skipTypeParameters()
    try skipSignatureParameters()
    if token.kind == .colon { try skipReturnType() }
    try expectSemicolon()
  }

  private mutating func skipAmbientClass() throws(Stop) {
    _ = try take(.abstract)
    let start = token.start
    try lexer.advance()
    let name = token.name
    try declareType()
    _ = try parseClass(name: name, start: start)
  }

  private mutating func skipAmbientVariables() throws(Stop) {
    try lexer.advance()
    repeat {
      try declareType()
      try skipTypeAnnotation()
      if try take(.assign) { _ = try parseAssignment() }
    } while try take(.comma)
    try expectSemicolon()
  }

  // MARK: - Namespaces

  /// Skips a namespace that holds types only.
  mutating func skipNamespace(isAmbient: Bool) throws(Stop) {
    let start = token.start
    let saved = try enter()
    if try take(.global) {
    } else {
      try lexer.advance()
      if token.kind == .string {
        try lexer.advance()
      } else {
        module.types.insert(token.name)
        repeat {
          guard token.kind == .identifier else { throw unexpected() }
          try lexer.advance()
        } while try take(.dot)
      }
    }
    if isAmbient, token.kind != .leftBrace {
      try expectSemicolon()
    } else {
      try expect(.leftBrace)
      while token.kind != .rightBrace {
        if token.kind == .end { throw unexpected() }
        try skipNamespaceItem(isAmbient, start)
      }
      try lexer.advance()
    }
    leave(saved)
  }

  private mutating func skipNamespaceItem(_ isAmbient: Bool, _ start: UInt32) throws(Stop) {
    if try take(.semicolon) { return }
    if at(.import) { return try skipToEndOfStatement() }
    if try take(.export) {
      switch token.kind {
      case .leftBrace, .star, .assign: return try skipToEndOfStatement()
      default: break
      }
      if at(.default) || at(.import) { return try skipToEndOfStatement() }
    }
    let types = module.types
    defer { module.types = types }
    switch wordAtToken {
    case .type where try isNameNext(): return try skipTypeAlias()
    case .interface where try isNameNext(): return try skipInterface()
    case .namespace, .module, .global: return try skipNamespace(isAmbient: isAmbient)
    case .declare:
      try lexer.advance()
      return try skipAmbient()
    default: break
    }
    guard isAmbient else { throw unsupported("namespaces are", at: start) }
    try skipAmbient()
  }

  /// Skips an import or an export of a namespace, token by token.
  private mutating func skipToEndOfStatement() throws(Stop) {
    var level = 0
    let start = token.start
    while token.kind != .end {
      if level == 0, token.newlineBefore, token.start != start { return }
      switch token.kind {
      case .leftBrace: level += 1
      case .rightBrace:
        if level == 0 { return }
        level -= 1
      case .semicolon where level == 0: return try lexer.advance()
      default: break
      }
      try lexer.advance()
    }
  }

  // MARK: - Enums

  /// Parses from `enum` on.
  mutating func parseEnumDeclaration(_ start: UInt32) throws(Stop) -> Statement {
    guard hasTypes else { throw unexpected() }
    try lexer.advance()
    guard token.kind == .identifier else { throw unexpected() }
    let name = token
    try checkBinding(name)
    try declare(name.name, .enumeration, at: name.start)
    try lexer.advance()
    try expect(.leftBrace)
    let node = EnumNode(name: name.name, nameStart: name.start, members: [])
    while token.kind != .rightBrace {
      node.members.append(try parseEnumMember())
      try expectComma(or: .rightBrace)
    }
    try lexer.advance()
    return Statement(range: range(start), kind: .enumeration(node))
  }

  private mutating func parseEnumMember() throws(Stop) -> (name: Name, value: Expression?) {
    let name: Name
    switch token.kind {
    case .identifier, .keyword, .escapedKeyword, .string:
      name = token.name
      try lexer.advance()
    case .leftBracket:
      guard case .string(let text) = try parseBracketed().kind else { throw unexpected() }
      name = text
    default: throw unexpected()
    }
    let value = try take(.assign) ? try parseAssignment() : nil
    return (name, value)
  }

  // MARK: - Expressions

  /// Parses an expression that begins with `<`: JSX, a generic arrow function, or a cast.
  mutating func parseFromLess(_ start: UInt32) throws(Stop) -> Expression {
    if kind == .ts { return try parseGenericArrowOrCast(start) }
    guard try isGenericArrow() else { return try parseUnary() }
    try skipTypeParameters()
    guard token.kind == .leftParen else { throw expected("(") }
    let expression = try parseParenthesis(allowsArrow: true)
    if !isAfterArrow { throw expected("=>") }
    return expression
  }

  private mutating func parseGenericArrowOrCast(_ start: UInt32) throws(Stop) -> Expression {
    try skipTypeParameters()
    guard token.kind == .leftParen else { return try parseUnary() }
    let operandStart = token.start
    let expression = try parseParenthesis(allowsArrow: true)
    if isAfterArrow { return expression }
    return try parseUpdateSuffix(try parseChain(expression, operandStart), operandStart)
  }

  /// Parses `<T>value` in a `.ts` file.
  mutating func parseCast() throws(Stop) -> Expression {
    let saved = try enter()
    try skipTypeParameters()
    let expression = try parseUnary()
    leave(saved)
    return expression
  }

  /// Whether `<T,` or `<T extends` or `<const T` begins the type parameters of an arrow in TSX.
  private mutating func isGenericArrow() throws(Stop) -> Bool {
    let saved = lexer.save()
    let quiet = lexer.isQuiet
    lexer.isQuiet = true
    defer {
      lexer.restore(saved)
      lexer.isQuiet = quiet
    }
    do throws(Stop) {
      try lexer.advance()
      if at(.const) { return true }
      guard token.kind == .identifier else { return false }
      try lexer.advance()
      if token.kind == .comma { return true }
      guard at(.extends) else { return false }
      try lexer.advance()
      return token.kind != .assign && token.kind != .greater && token.kind != .slash
    } catch {
      return false
    }
  }

  /// Skips `[key: string]: T` in a class; false, and nothing is read, where it is none.
  mutating func skipIndexSignature() throws(Stop) -> Bool {
    let saved = lexer.save()
    try lexer.advance()
    guard token.kind == .identifier, try peek().kind == .colon else {
      lexer.restore(saved)
      return false
    }
    try lexer.advance()
    try skipTypeAnnotation()
    try expect(.rightBracket)
    try skipTypeAnnotation()
    try expectSemicolon()
    return true
  }
}
