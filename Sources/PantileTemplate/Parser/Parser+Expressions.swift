extension Parser {
  /// Parses an expression, commas included.
  mutating func parseExpression() throws(Stop) -> Expression {
    let start = token.start
    let first = try parseAssignment()
    return token.kind == .comma ? try parseSequence(first, start) : first
  }

  @inline(never)
  private mutating func parseSequence(
    _ first: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    var parts = [first]
    while try take(.comma) { parts.append(try parseAssignment()) }
    return Expression(range: range(start), kind: .sequence(parts))
  }

  /// Parses an expression without commas.
  mutating func parseAssignment() throws(Stop) -> Expression {
    let saved = try enter()
    let start = token.start
    isAfterArrow = false
    var expression: Expression
    switch token.kind {
    case .identifier: expression = try parseFromIdentifier()
    case .leftParen: expression = try parseFromParenthesis(start)
    case .less where hasTypes: expression = try parseFromLess(start)
    default: expression = try parseUnary()
    }
    if isAfterArrow {
      isAfterArrow = false
    } else if Parser.mayContinue(token.kind) {
      expression = try parseOperators(expression, start)
    }
    leave(saved)
    return expression
  }

  /// Whether a token may be an operator behind an operand.
  @inline(__always)
  private static func mayContinue(_ kind: TokenKind) -> Bool {
    switch kind {
    case .rightParen, .comma, .semicolon, .rightBrace, .rightBracket, .colon, .end: false
    default: true
    }
  }

  @inline(never)
  private mutating func parseFromIdentifier() throws(Stop) -> Expression {
    let name = token
    if at(.async) { try refuseAsync() }
    try lexer.advance()
    if token.kind == .arrow, !token.newlineBefore {
      try checkBinding(name)
      return try parseArrowFromName(name)
    }
    let reference = try reference(name)
    return try parseUpdateSuffix(try parseChain(reference, name.start), name.start)
  }

  @inline(never)
  private mutating func parseFromParenthesis(_ start: UInt32) throws(Stop) -> Expression {
    let expression = try parseParenthesis(allowsArrow: true)
    if isAfterArrow { return expression }
    return try parseUpdateSuffix(try parseChain(expression, start), start)
  }

  // MARK: - Operators

  /// Parses the operators behind an operand: binary, conditional, assignment.
  private mutating func parseOperators(
    _ first: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    var left = first
    if precedence() > 0 { left = try parseBinary(left, start, above: 0) }
    switch token.kind {
    case .question:
      return isOptionalMark() ? left : try parseConditional(left, start)
    case .assign: return try parseAssign(left, start)
    case .plusAssign, .minusAssign, .starAssign, .slashAssign, .percentAssign, .powerAssign,
      .shiftLeftAssign, .shiftRightAssign, .shiftRightUnsignedAssign, .ampersandAssign,
      .barAssign, .caretAssign, .andAssign, .orAssign, .coalesceAssign:
      return try parseCompound(left, start)
    default: return left
    }
  }

  /// Whether the `?` at the token marks an optional parameter.
  @inline(never)
  private mutating func isOptionalMark() -> Bool {
    guard hasTypes else { return false }
    var index = lexer.position
    while lexer.byte(index) <= 0x20, index < lexer.source.count { index += 1 }
    switch lexer.byte(index) {
    case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "="): return true
    default: return false
    }
  }

  @inline(never)
  private mutating func parseConditional(
    _ test: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    try lexer.advance()
    let saved = flags
    flags.remove(.noIn)
    flags.insert(.consequent)
    let then = try parseAssignment()
    flags = saved
    try expect(.colon)
    let otherwise = try parseAssignment()
    return Expression(
      range: range(start), kind: .conditional(test, then: then, otherwise: otherwise))
  }

  @inline(never)
  private mutating func parseAssign(
    _ left: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    let target = try assignmentPattern(left, from: start)
    try lexer.advance()
    let value = try parseAssignment()
    return Expression(range: range(start), kind: .assign(target, value))
  }

  @inline(never)
  private mutating func parseCompound(
    _ left: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    try checkSimpleTarget(left, start)
    let operation = token.kind
    try lexer.advance()
    let value = try parseAssignment()
    let kind: Expression.Kind =
      switch operation {
      case .andAssign: .logicalAssign(.and, target: left, value)
      case .orAssign: .logicalAssign(.or, target: left, value)
      case .coalesceAssign: .logicalAssign(.coalesce, target: left, value)
      default: .compoundAssign(Parser.compound(operation), target: left, value)
      }
    return Expression(range: range(start), kind: kind)
  }

  private static func compound(_ kind: TokenKind) -> BinaryOperator {
    switch kind {
    case .plusAssign: .add
    case .minusAssign: .subtract
    case .starAssign: .multiply
    case .slashAssign: .divide
    case .percentAssign: .remainder
    case .powerAssign: .power
    case .shiftLeftAssign: .shiftLeft
    case .shiftRightAssign: .shiftRight
    case .shiftRightUnsignedAssign: .shiftRightUnsigned
    case .ampersandAssign: .bitAnd
    case .barAssign: .bitOr
    default: .bitXor
    }
  }

  /// Checks that an expression is a name or a property, which `++` and `+=` need.
  mutating func checkSimpleTarget(_ target: Expression, _ start: UInt32) throws(Stop) {
    switch target.kind {
    case .member, .index, .privateMember, .superMember, .superIndex: return
    case .identifier(let name):
      if name == Word.eval.name || name == Word.arguments.name {
        throw fail("Unexpected eval or arguments in strict mode", at: target.range.start)
      }
    default: throw fail("Invalid assignment target", at: start)
    }
  }

  // MARK: - Binary operators

  /// The precedence of the operator at the token, 0 for none.
  private mutating func precedence() -> Int {
    switch token.kind {
    case .or, .coalesce: 1
    case .and: 2
    case .bar: 3
    case .caret: 4
    case .ampersand: 5
    case .equal, .notEqual, .strictEqual, .strictNotEqual: 6
    case .less, .greater, .lessEqual, .greaterEqual: 7
    case .shiftLeft, .shiftRight, .shiftRightUnsigned: 8
    case .plus, .minus: 9
    case .star, .slash, .percent: 10
    case .power: 11
    case .keyword:
      at(.instanceof) || (at(.in) && !flags.contains(.noIn)) ? 7 : 0
    case .identifier:
      hasTypes && !token.newlineBefore && (at(.as) || at(.satisfies)) ? 7 : 0
    default: 0
    }
  }

  private static func binary(_ kind: TokenKind, _ isIn: Bool) -> BinaryOperator {
    switch kind {
    case .bar: .bitOr
    case .caret: .bitXor
    case .ampersand: .bitAnd
    case .equal: .equal
    case .notEqual: .notEqual
    case .strictEqual: .strictEqual
    case .strictNotEqual: .strictNotEqual
    case .less: .less
    case .greater: .greater
    case .lessEqual: .lessOrEqual
    case .greaterEqual: .greaterOrEqual
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    case .shiftRightUnsigned: .shiftRightUnsigned
    case .plus: .add
    case .minus: .subtract
    case .star: .multiply
    case .slash: .divide
    case .percent: .remainder
    case .power: .power
    default: isIn ? .inOperator : .instanceOf
    }
  }

  /// Parses operators that bind closer than `lowest` behind `first`.
  private mutating func parseBinary(
    _ first: Expression, _ start: UInt32, above lowest: Int
  ) throws(Stop) -> Expression {
    var left = first
    var joined: TokenKind?
    while true {
      let level = precedence()
      guard level > lowest else { return left }
      switch token.kind {
      case .identifier:
        let isAs = at(.as)
        try lexer.advance()
        if isAs, at(.const) { try lexer.advance() } else { try skipType() }
      case .or, .and, .coalesce:
        try checkMixture(joined)
        joined = token.kind
        left = try parseLogical(left, start, level)
      default: left = try parseParts(left, start, level)
      }
    }
  }

  /// Checks that `??` does not meet `||` or `&&` without parentheses.
  private mutating func checkMixture(_ joined: TokenKind?) throws(Stop) {
    guard let joined, (joined == .coalesce) != (token.kind == .coalesce) else { return }
    throw mixture(with: joined)
  }

  private mutating func mixture(with other: TokenKind) -> Stop {
    func spelling(_ kind: TokenKind) -> String {
      kind == .or ? "||" : kind == .and ? "&&" : "??"
    }
    let found = spelling(token.kind)
    return fail(
      "Cannot use \"\(found)\" with \"\(spelling(other))\" without parentheses",
      at: token.start)
  }

  @inline(never)
  private mutating func parseLogical(
    _ left: Expression, _ start: UInt32, _ level: Int
  ) throws(Stop) -> Expression {
    let operation = token.kind
    var operands = [left]
    while token.kind == operation {
      try lexer.advance()
      let operandStart = token.start
      var operand = try parseUnary()
      if precedence() > level {
        if operation == .coalesce, token.kind == .and { throw mixture(with: .coalesce) }
        let saved = try enter()
        operand = try parseBinary(operand, operandStart, above: level)
        leave(saved)
        if operation == .coalesce, token.kind == .and { throw mixture(with: .coalesce) }
      }
      operands.append(operand)
    }
    try grow()
    let kind: LogicalOperator = operation == .or ? .or : operation == .and ? .and : .coalesce
    return Expression(range: range(start), kind: .logical(kind, operands))
  }

  @inline(never)
  private mutating func parseParts(
    _ left: Expression, _ start: UInt32, _ level: Int
  ) throws(Stop) -> Expression {
    var parts: [BinaryPart] = []
    // `**` groups to the right: one part, whose operand takes the other ones.
    let operandLevel = level == 11 ? 10 : level
    repeat {
      let operation = Parser.binary(token.kind, at(.in))
      let operatorStart = token.start
      try lexer.advance()
      let operandStart = token.start
      if level >= 7 { try refusePrivateName() }
      var operand = try parseUnary()
      if precedence() > operandLevel {
        let saved = try enter()
        operand = try parseBinary(operand, operandStart, above: operandLevel)
        leave(saved)
      }
      parts.append(
        BinaryPart(operation: operation, operatorStart: operatorStart, operand: operand))
    } while precedence() == level && token.kind != .identifier
    try grow()
    return Expression(range: range(start), kind: .binary(left, parts))
  }

  // MARK: - Unary operators

  mutating func parseUnary() throws(Stop) -> Expression {
    switch token.kind {
    case .bang, .tilde, .plus, .minus, .increment, .decrement: return try parsePrefix()
    case .keyword:
      if at(.typeof) || at(.void) || at(.delete) { return try parsePrefix() }
    case .privateName: return try parsePrivateIn()
    case .less where kind == .ts: return try parseCast()
    case .identifier:
      if at(.async) { try refuseAsync() }
    default: break
    }
    let start = token.start
    return try parseUpdateSuffix(try parseLeftHandSide(), start)
  }

  @inline(never)
  private mutating func parsePrefix() throws(Stop) -> Expression {
    let saved = try enter()
    let start = token.start
    let operation = token
    try lexer.advance()
    let operandStart = token.start
    try refusePrivateName()
    let operand = try parseUnary()
    let kind: Expression.Kind
    switch operation.kind {
    case .increment, .decrement:
      try checkSimpleTarget(operand, operandStart)
      let update: UpdateOperator = operation.kind == .increment ? .increment : .decrement
      kind = .update(update, prefix: true, operand)
    default: kind = .unary(try unary(operation, operand), operand)
    }
    if token.kind == .power, operation.kind != .increment, operation.kind != .decrement {
      throw fail(
        "Unary operator used immediately before exponentiation expression."
          + " Parenthesis must be used to disambiguate operator precedence", at: token.start)
    }
    leave(saved)
    return Expression(range: range(start), kind: kind)
  }

  private mutating func unary(
    _ operation: Token, _ operand: Expression
  ) throws(Stop) -> UnaryOperator {
    switch operation.kind {
    case .bang: return .not
    case .tilde: return .bitNot
    case .plus: return .plus
    case .minus: return .minus
    default: break
    }
    if operation.name == Word.typeof.name { return .typeOf }
    if operation.name == Word.void.name { return .void }
    switch operand.kind {
    case .identifier:
      throw fail(
        "Delete of an unqualified identifier in strict mode.", at: operand.range.start)
    default: break
    }
    var target = operand
    if case .optionalChain(let chain) = operand.kind { target = chain }
    if case .privateMember(_, _, let nameStart, _) = target.kind {
      throw fail("Private fields can not be deleted", at: nameStart)
    }
    return .delete
  }

  /// Refuses `#name in object` where it would have to stand in parentheses.
  private mutating func refusePrivateName() throws(Stop) {
    if token.kind == .privateName { throw unexpected() }
  }

  /// Parses `#name in object`.
  @inline(never)
  private mutating func parsePrivateIn() throws(Stop) -> Expression {
    let name = token
    try lexer.advance()
    guard at(.in), !flags.contains(.noIn) else {
      throw fail("Unexpected token \"\(text(of: name))\"", at: name.start)
    }
    classes.use(name.name, at: name.start)
    try lexer.advance()
    let saved = try enter()
    let operandStart = token.start
    try refusePrivateName()
    var operand = try parseUnary()
    if precedence() > 7 { operand = try parseBinary(operand, operandStart, above: 7) }
    leave(saved)
    return Expression(range: range(name.start), kind: .privateIn(name.name, operand))
  }

  /// Parses `++` or `--` behind an operand.
  mutating func parseUpdateSuffix(
    _ operand: Expression, _ start: UInt32
  ) throws(Stop) -> Expression {
    guard token.kind == .increment || token.kind == .decrement, !token.newlineBefore else {
      return operand
    }
    try checkSimpleTarget(operand, start)
    let operation: UpdateOperator = token.kind == .increment ? .increment : .decrement
    try lexer.advance()
    try grow()
    return Expression(range: range(start), kind: .update(operation, prefix: false, operand))
  }
}
