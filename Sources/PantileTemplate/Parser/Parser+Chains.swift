extension Parser {
  /// Parses an operand with its member accesses and calls.
  mutating func parseLeftHandSide() throws(Stop) -> Expression {
    let start = token.start
    let saved = height
    height = 0
    let expression = try parseChain(try parsePrimary(), start)
    height = max(saved, height)
    return expression
  }

  /// Parses what follows an operand: `.name`, `[…]`, `(…)`, templates, `?.` and `!`.
  mutating func parseChain(_ first: Expression, _ start: UInt32) throws(Stop) -> Expression {
    var expression = first
    var isOptional = false
    loop: while true {
      switch token.kind {
      case .dot:
        try lexer.advance()
        expression = try parseMember(of: expression, start, optional: false)
      case .leftBracket: expression = try parseIndex(of: expression, start, optional: false)
      case .leftParen: expression = try parseCall(of: expression, start, optional: false)
      case .questionDot:
        isOptional = true
        expression = try parseOptionalLink(of: expression, start)
      case .backtick:
        if isOptional {
          throw fail("Invalid tagged template on optional chain", at: token.start)
        }
        expression = try parseTagged(expression, start)
      case .bang:
        guard hasTypes, !token.newlineBefore else { break loop }
        try lexer.advance()
        continue
      case .less, .shiftLeft:
        guard hasTypes, tryTypeArguments() else { break loop }
        continue
      default: break loop
      }
      try grow()
    }
    guard isOptional else { return expression }
    return Expression(range: expression.range, kind: .optionalChain(expression))
  }

  @inline(never)
  private mutating func parseOptionalLink(
    of object: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    try lexer.advance()
    if hasTypes, token.kind == .less || token.kind == .shiftLeft {
      try skipTypeArguments()
      guard token.kind == .leftParen else { throw expected("(") }
    }
    switch token.kind {
    case .leftBracket: return try parseIndex(of: object, start, optional: true)
    case .leftParen: return try parseCall(of: object, start, optional: true)
    case .backtick: throw fail("Invalid tagged template on optional chain", at: token.start)
    default: return try parseMember(of: object, start, optional: true)
    }
  }

  /// Parses a name behind `.` or `?.`.
  private static func memberKind(
    of object: Expression, _ name: Token, _ optional: Bool
  ) -> Expression.Kind {
    name.kind == .privateName
      ? .privateMember(object, name.name, nameStart: name.start, optional: optional)
      : .member(object, name.name, nameStart: name.start, optional: optional)
  }

  @inline(never)
  private mutating func parseMember(
    of object: Expression, _ start: UInt32, optional: Bool
  ) throws(Stop) -> Expression {
    let name = token
    switch name.kind {
    case .identifier, .keyword, .escapedKeyword: break
    case .privateName: classes.use(name.name, at: name.start)
    default: throw unexpected()
    }
    try lexer.advance()
    if name.name == Word.exports.name, case .identifier(Word.module.name) = object.kind {
      scopes.refer(to: Word.module.name, at: start, .moduleExports)
    }
    return Expression(range: range(start), kind: Parser.memberKind(of: object, name, optional))
  }

  @inline(never)
  private mutating func parseIndex(
    of object: Expression, _ start: UInt32, optional: Bool
  ) throws(Stop) -> Expression {
    let key = try parseBracketed()
    return Expression(range: range(start), kind: .index(object, key, optional: optional))
  }

  /// Parses `[expression]`.
  mutating func parseBracketed() throws(Stop) -> Expression {
    try expect(.leftBracket)
    let saved = flags
    flags.subtract([.noIn, .consequent])
    let key = try parseExpression()
    flags = saved
    try expect(.rightBracket)
    return key
  }

  @inline(never)
  private mutating func parseCall(
    of callee: Expression, _ start: UInt32, optional: Bool
  ) throws(Stop) -> Expression {
    if case .identifier(let name) = callee.kind {
      if name == Word.eval.name {
        throw unsupported("eval is", at: start)
      }
      if name == Word.require.name { scopes.refer(to: name, at: start, .require) }
    }
    let arguments = try parseArguments()
    return Expression(range: range(start), kind: .call(callee, arguments, optional: optional))
  }

  @inline(never)
  mutating func parseArguments() throws(Stop) -> [Argument] {
    try expect(.leftParen)
    guard token.kind != .rightParen else {
      try lexer.advance()
      return []
    }
    let saved = flags
    flags.subtract([.noIn, .consequent])
    var arguments: [Argument] = []
    while token.kind != .rightParen {
      arguments.append(try parseArgument())
      try expectComma(or: .rightParen)
    }
    flags = saved
    try lexer.advance()
    return arguments
  }

  @inline(never)
  private mutating func parseArgument() throws(Stop) -> Argument {
    if try take(.ellipsis) { return .spread(try parseAssignment()) }
    return .value(try parseAssignment())
  }

  // MARK: - Templates

  @inline(never)
  private mutating func parseTagged(
    _ tag: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    let template = try parseTemplate(isTagged: true)
    return Expression(range: range(start), kind: .taggedTemplate(tag: tag, template))
  }

  /// Parses a template literal from its opening quote on.
  mutating func parseTemplate(isTagged: Bool) throws(Stop) -> TemplateLiteral {
    let start = token.start
    var template = TemplateLiteral(cooked: [], raw: [], expressions: [])
    while true {
      let piece = try lexer.scanTemplatePiece(templateStart: start)
      if let problem = piece.problem, !isTagged {
        throw fail(problem, at: UInt32(piece.problemStart))
      }
      template.cooked.append(piece.cooked)
      template.raw.append(piece.raw)
      lexer.token.end = UInt32(lexer.position)
      if piece.isLast { break }
      try lexer.advance()
      let saved = flags
      flags.subtract([.noIn, .consequent])
      template.expressions.append(try parseExpression())
      flags = saved
      guard token.kind == .rightBrace else { throw expected("}") }
      lexer.position = Int(token.end)
    }
    try lexer.advance()
    return template
  }

  // MARK: - new and super

  /// Parses from `new` on, the arguments included.
  @inline(never)
  mutating func parseNew() throws(Stop) -> Expression {
    let saved = try enter()
    let start = token.start
    try lexer.advance()
    let expression: Expression
    if token.kind == .dot {
      expression = try parseNewTarget(start)
    } else {
      let callee = try parseNewCallee()
      if token.kind == .questionDot {
        throw fail("Invalid optional chain from new expression", at: token.start)
      }
      if case .identifier(Word.functionConstructor.name) = callee.kind {
        scopes.refer(to: Word.functionConstructor.name, at: start, .functionConstructor)
      }
      let arguments = token.kind == .leftParen ? try parseArguments() : []
      expression = Expression(range: range(start), kind: .new(callee, arguments))
    }
    leave(saved)
    return expression
  }

  private mutating func parseNewTarget(_ start: UInt32) throws(Stop) -> Expression {
    try lexer.advance()
    try expect(.target)
    if !flags.contains(.newTarget) {
      throw fail("new.target expression is not allowed here", at: start)
    }
    return Expression(range: range(start), kind: .newTarget)
  }

  private mutating func parseNewCallee() throws(Stop) -> Expression {
    let start = token.start
    if at(.import) { throw unsupported("dynamic import is", at: start) }
    var expression = try parsePrimary()
    if case .superCall = expression.kind {
      throw fail("'super' keyword unexpected here", at: start)
    }
    while true {
      switch token.kind {
      case .dot:
        try lexer.advance()
        expression = try parseMember(of: expression, start, optional: false)
      case .leftBracket: expression = try parseIndex(of: expression, start, optional: false)
      case .backtick: expression = try parseTagged(expression, start)
      case .bang:
        guard hasTypes, !token.newlineBefore else { return expression }
        try lexer.advance()
        continue
      case .less, .shiftLeft:
        guard hasTypes, tryTypeArguments() else { return expression }
        return expression
      default: return expression
      }
      try grow()
    }
  }

  /// Parses from `super` on up to the first access or call.
  @inline(never)
  mutating func parseSuper() throws(Stop) -> Expression {
    let start = token.start
    try lexer.advance()
    switch token.kind {
    case .leftParen where flags.contains(.superCall):
      let arguments = try parseArguments()
      return Expression(range: range(start), kind: .superCall(arguments))
    case .dot where flags.contains(.superProperty):
      try lexer.advance()
      let name = token
      switch name.kind {
      case .identifier, .keyword, .escapedKeyword: break
      case .privateName: throw fail("Unexpected private field", at: name.start)
      default: throw unexpected()
      }
      try lexer.advance()
      return Expression(
        range: range(start), kind: .superMember(name.name, nameStart: name.start))
    case .leftBracket where flags.contains(.superProperty):
      let key = try parseBracketed()
      return Expression(range: range(start), kind: .superIndex(key))
    default: throw fail("'super' keyword unexpected here", at: start)
    }
  }
}
