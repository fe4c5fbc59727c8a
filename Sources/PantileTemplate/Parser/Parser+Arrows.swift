extension Parser {
  /// Parses from a `(` on: an expression in parentheses or an arrow function.
  ///
  /// The items are read as expressions and become patterns when an `=>` follows. From the first
  /// item on that only a parameter can be, the rest is read as parameters. Nothing is read twice
  /// but for a return type inside a conditional expression, see ``isArrowAfterColon()``.
  mutating func parseParenthesis(allowsArrow: Bool) throws(Stop) -> Expression {
    let start = token.start
    let firstReference = scopes.referenceCount
    let saved = flags
    flags.subtract([.noIn, .consequent])
    try lexer.advance()
    var items: [Expression] = []
    while true {
      if allowsArrow, try isParameterForSure() {
        flags = saved
        return try parseArrow(items, start: start, firstReference, isOpen: true)
      }
      if token.kind == .rightParen, allowsArrow { break }
      items.append(try parseAssignment())
      if hasTypes, allowsArrow, token.kind == .colon || token.kind == .question {
        flags = saved
        return try parseArrow(items, start: start, firstReference, isOpen: true)
      }
      guard token.kind == .comma else { break }
      try lexer.advance()
    }
    flags = saved
    guard token.kind == .rightParen else { throw expected(")") }
    let endsWithComma = items.isEmpty || lexer.source[Int(lexer.previousEnd) - 1] == 0x2C
    try lexer.advance()
    if allowsArrow, try isArrow(mustBe: endsWithComma, items) {
      return try parseArrow(items, start: start, firstReference, isOpen: false)
    }
    return parenthesizedExpression(items)
  }

  @inline(never)
  private mutating func parenthesizedExpression(_ items: [Expression]) -> Expression {
    if items.count == 1 {
      switch items[0].kind {
      case .identifier, .object, .array, .assign:
        parenthesized.insert(items[0].range.start)
      default: break
      }
      return items[0]
    }
    let start = items.first?.range.start ?? token.start
    let end = items.last?.range.end ?? token.start
    return Expression(range: SourceRange(start: start, end: end), kind: .sequence(items))
  }

  /// Whether the item at the token can only be a parameter: a rest, or TypeScript's `this`.
  private mutating func isParameterForSure() throws(Stop) -> Bool {
    if token.kind == .ellipsis { return true }
    guard hasTypes, at(.this) else { return false }
    return try peek().kind == .colon
  }

  /// Whether an arrow or a return type follows the closing parenthesis.
  @inline(never)
  private mutating func isArrow(mustBe: Bool, _ items: [Expression]) throws(Stop) -> Bool {
    if token.kind == .arrow, !token.newlineBefore { return true }
    if hasTypes, token.kind == .colon, items.allSatisfy(Parser.mayBeParameter), isArrowAfterColon()
    {
      return true
    }
    if mustBe {
      if items.isEmpty { throw expected("=>") }
      throw fail("Unexpected token \")\"", at: lexer.previousEnd - 1)
    }
    return false
  }

  private static func mayBeParameter(_ item: Expression) -> Bool {
    switch item.kind {
    case .identifier, .object, .array, .assign: true
    default: false
    }
  }

  // MARK: - Arrow functions

  /// Parses an arrow function whose only parameter has been read.
  mutating func parseArrowFromName(_ name: Token) throws(Stop) -> Expression {
    let saved = try enter()
    let outer = flags
    let frame = enterArrow()
    try declare(name.name, .parameter, at: name.start)
    let target = Pattern(range: name.range, kind: .identifier(name.name))
    let element = PatternElement(target: target, defaultValue: nil)
    let expression = try parseArrowBody([element], nil, start: name.start, outer)
    try leaveFunction(frame)
    leave(saved)
    isAfterArrow = true
    return expression
  }

  /// Parses an arrow function whose first parameters have been read as expressions.
  ///
  /// - Parameter isOpen: Whether more parameters follow, or what belongs to the last one.
  @inline(never)
  private mutating func parseArrow(
    _ items: [Expression], start: UInt32, _ firstReference: Int, isOpen: Bool
  ) throws(Stop) -> Expression {
    let saved = try enter()
    let outer = flags
    let frame = enterArrow(firstReference: firstReference)
    var parameters = Parameters()
    for item in items { parameters.elements.append(try element(item, binding: true)) }
    if isOpen { try parseOpenParameters(&parameters) }
    if hasTypes, token.kind == .colon { try skipReturnType() }
    guard token.kind == .arrow, !token.newlineBefore else { throw expected("=>") }
    let expression = try parseArrowBody(
      parameters.elements, parameters.rest, start: start, outer)
    try leaveFunction(frame)
    leave(saved)
    isAfterArrow = true
    return expression
  }

  private mutating func parseOpenParameters(_ parameters: inout Parameters) throws(Stop) {
    if token.kind == .question || token.kind == .colon, let last = parameters.elements.last {
      if last.defaultValue != nil { throw unexpected() }
      _ = try take(.question)
      try skipTypeAnnotation()
      let value = try parseDefaultValue()
      parameters.elements[parameters.elements.count - 1].defaultValue = value
      try expectComma(or: .rightParen)
    }
    try parseParameterList(&parameters, of: .arrow)
  }

  /// Parses `=>` and what follows it.
  private mutating func parseArrowBody(
    _ elements: [PatternElement], _ rest: Pattern?, start: UInt32, _ outer: Flags
  ) throws(Stop) -> Expression {
    try lexer.advance()
    let body: FunctionNode.Body
    if token.kind == .leftBrace {
      try lexer.advance()
      try checkDirective(elements, rest)
      body = .statements(try parseStatementList(until: .rightBrace))
      try lexer.advance()
    } else {
      flags.formUnion(outer.intersection([.noIn, .consequent]))
      body = .expression(try parseAssignment())
    }
    let node = FunctionNode(
      kind: .arrow, name: nil, nameStart: start, parameters: elements, rest: rest, body: body,
      range: range(start))
    return Expression(range: node.range, kind: .function(node))
  }

  // MARK: - Return types in conditional expressions

  /// What is known about `(…) :` where both an arrow function and a conditional expression fit.
  struct Speculation {
    /// The key is the offset of the colon, doubled, and 1 more inside a conditional expression.
    var decided: [UInt32: Bool] = [:]
    /// Starts of `<` that begin no type arguments.
    var notTypeArguments: Set<UInt32> = []
    /// Starts of `<` that are operators.
    var comparisons: Set<UInt32> = []
    /// For each `extends` behind `infer T`, whether a constraint follows it.
    var constraints: [UInt32: Bool] = [:]
    /// Bytes read only to look.
    var spent = 0
  }

  /// Whether the `:` at the token begins the return type of an arrow function.
  ///
  /// In `a ? (b) : c => d` it does not, in `a ? (b): c => d : e` it does: after the type and the
  /// `=>` the body is read, and a `:` has to follow. Each answer is kept, and the work is limited.
  private mutating func isArrowAfterColon() -> Bool {
    let position = token.start
    let key = position << 1 | (flags.contains(.consequent) ? 1 : 0)
    if let decided = speculation.decided[key] { return decided }
    let result = attempt { (parser) throws(Stop) in
      try parser.skipReturnType()
      guard parser.token.kind == .arrow, !parser.token.newlineBefore else { return false }
      guard parser.flags.contains(.consequent) else { return true }
      let outer = parser.flags
      let frame = parser.enterArrow()
      _ = try parser.parseArrowBody([], nil, start: position, outer)
      try parser.leaveFunction(frame)
      return parser.token.kind == .colon
    }
    speculation.decided[key] = result
    return result
  }

  /// Tries to parse something, and goes back to where it began.
  private mutating func attempt(_ body: (inout Parser) throws(Stop) -> Bool) -> Bool {
    guard speculation.spent <= 8 * lexer.source.count else { return false }
    let state = lexer.save()
    let before = (depth, height, flags, firstLabel, labels, lexer.isQuiet)
    let scopeMark = scopes.mark
    let classMark = classes.mark
    lexer.isQuiet = true
    let result: Bool
    do throws(Stop) {
      result = try body(&self)
    } catch {
      result = false
    }
    scopes.rewind(to: scopeMark)
    while let last = pending.last, last.offset >= state.start { pending.removeLast() }
    classes.rewind(to: classMark)
    speculation.spent += max(0, lexer.position - Int(state.start))
    (depth, height, flags, firstLabel, labels, lexer.isQuiet) = before
    lexer.restore(state)
    return result
  }

  /// Skips type arguments if there are some at the token, a `<`.
  mutating func tryTypeArguments() -> Bool {
    let start = token.start
    if speculation.comparisons.contains(start) || speculation.notTypeArguments.contains(start) {
      return false
    }
    let state = lexer.save()
    let before = (depth, height, lexer.isQuiet)
    lexer.isQuiet = true
    var found = false
    do throws(Stop) {
      try skipTypeArguments()
      found = canFollowTypeArguments()
    } catch {
      found = false
    }
    (depth, height, lexer.isQuiet) = before
    if !found {
      speculation.comparisons.insert(start)
      lexer.restore(state)
    }
    return found
  }

  /// Whether the token makes type arguments of what looks like some.
  private mutating func canFollowTypeArguments() -> Bool {
    switch token.kind {
    case .leftParen, .backtick: return true
    case .less, .greater, .plus, .minus: return false
    case .identifier: return token.newlineBefore || at(.as) || at(.satisfies)
    case .keyword: return token.newlineBefore || at(.in) || at(.instanceof)
    case .number, .bigint, .string, .leftBracket, .leftBrace, .bang, .tilde, .increment,
      .decrement, .slash, .slashAssign, .privateName, .at, .escapedKeyword:
      return token.newlineBefore
    default: return true
    }
  }
}
