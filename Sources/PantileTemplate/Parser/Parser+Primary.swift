extension Parser {
  /// Parses an operand without what follows it.
  mutating func parsePrimary() throws(Stop) -> Expression {
    let token = token
    switch token.kind {
    case .identifier:
      try lexer.advance()
      return try reference(token)
    case .number:
      try lexer.advance()
      return Expression(range: token.range, kind: .number(token.number))
    case .string:
      try lexer.advance()
      return Expression(range: token.range, kind: .string(token.name))
    case .bigint:
      try lexer.advance()
      return Expression(range: token.range, kind: .bigint(token.name))
    case .leftParen: return try parseParenthesis(allowsArrow: false)
    case .leftBracket: return try parseArray()
    case .leftBrace: return try parseObject()
    case .backtick: return try parsePlainTemplate()
    case .less:
      guard kind.hasJSX else { throw unexpected() }
      return try parseJSX()
    case .slash, .slashAssign: return try parseRegex()
    case .keyword: return try parseKeyword()
    case .at: throw unsupported("decorators are", at: token.start)
    default: throw unexpected()
    }
  }

  @inline(never)
  private mutating func parsePlainTemplate() throws(Stop) -> Expression {
    let start = token.start
    let template = try parseTemplate(isTagged: false)
    return Expression(range: range(start), kind: .template(template))
  }

  @inline(never)
  private mutating func parseRegex() throws(Stop) -> Expression {
    let start = token.start
    let regex = try lexer.scanRegex(at: Int(start))
    try lexer.advance()
    return Expression(
      range: range(start), kind: .regex(pattern: regex.pattern, flags: regex.flags))
  }

  @inline(never)
  private mutating func parseKeyword() throws(Stop) -> Expression {
    let token = token
    let kind: Expression.Kind
    switch wordAtToken {
    case .this: kind = .this
    case .null: kind = .null
    case .true: kind = .boolean(true)
    case .false: kind = .boolean(false)
    case .new: return try parseNew()
    case .super: return try parseSuper()
    case .function: return try parseFunctionExpression()
    case .class: return try parseClassExpression()
    case .import:
      let next = try peek()
      if next.kind == .leftParen || next.kind == .dot {
        throw unsupported("dynamic import is", at: token.start)
      }
      throw unexpected()
    default: throw unexpected()
    }
    try lexer.advance()
    return Expression(range: token.range, kind: kind)
  }

  @inline(never)
  private mutating func parseFunctionExpression() throws(Stop) -> Expression {
    let start = token.start
    guard let node = try parseFunction(isDeclaration: false, start: start) else {
      throw unexpected()
    }
    return Expression(range: range(start), kind: .function(node))
  }

  @inline(never)
  private mutating func parseClassExpression() throws(Stop) -> Expression {
    let start = token.start
    try lexer.advance()
    var name: Name?
    if token.kind == .identifier, !at(.implements) {
      try checkBinding(token)
      name = token.name
      try lexer.advance()
    }
    let node = try parseClass(name: name, start: start)
    return Expression(range: range(start), kind: .classExpression(node))
  }

  // MARK: - Names

  /// The expression of an identifier that has been read.
  mutating func reference(_ token: Token) throws(Stop) -> Expression {
    try checkReference(token)
    return Expression(range: token.range, kind: .identifier(token.name))
  }

  /// Checks an identifier in value position and notes its use.
  mutating func checkReference(_ token: Token) throws(Stop) {
    let name = token.name
    if token.kind != .identifier || Word.isStrictReserved(name) {
      if name == Word.await.name { throw asyncError(at: token.start) }
      if name == Word.yield.name { throw unsupported("generators are", at: token.start) }
      try checkIdentifier(token)
    }
    if name == Word.arguments.name, flags.contains(.noArguments) {
      throw fail(
        "'arguments' is not allowed in class field initializer or static initialization block",
        at: token.start)
    }
    if scopes.isOpen(name) { scopes.refer(to: name, at: token.start, .value) }
  }

  // MARK: - Async functions

  mutating func asyncError(at offset: UInt32) -> Stop {
    fail(
      "async functions are not supported in widget templates;"
        + " fetch data before rendering and pass it as props", at: offset)
  }

  mutating func isAsyncFunction() throws(Stop) -> Bool {
    let saved = lexer.save()
    defer { lexer.restore(saved) }
    try lexer.advance()
    return at(.function) && !token.newlineBefore
  }

  /// Refuses an async function or arrow at the word `async`; does nothing when that is a name.
  @inline(never)
  mutating func refuseAsync() throws(Stop) {
    let start = token.start
    let saved = lexer.save()
    defer { lexer.restore(saved) }
    try lexer.advance()
    guard !token.newlineBefore else { return }
    switch token.kind {
    case .keyword:
      if at(.function) { throw asyncError(at: start) }
    case .identifier:
      let next = try peek()
      if next.kind == .arrow { throw asyncError(at: start) }
    case .less where hasTypes: throw asyncError(at: start)
    case .leftParen:
      if arrowFollowsParentheses() { throw asyncError(at: start) }
    default: break
    }
  }

  /// Whether `=>` or a return type follows the parentheses at the token; a look at brackets only.
  private mutating func arrowFollowsParentheses() -> Bool {
    var level = 0
    var index = Int(token.start)
    let end = min(lexer.source.count, index + 4096)
    while index < end {
      switch lexer.source[index] {
      case UInt8(ascii: "("): level += 1
      case UInt8(ascii: ")"): level -= 1
      default: break
      }
      index += 1
      if level == 0 { break }
    }
    while [0x20, 0x09].contains(lexer.byte(index)) { index += 1 }
    if lexer.byte(index, is: "=") { return lexer.byte(index + 1, is: ">") }
    return hasTypes && lexer.byte(index, is: ":") && !flags.contains(.consequent)
  }

  // MARK: - Arrays

  @inline(never)
  private mutating func parseArray() throws(Stop) -> Expression {
    let start = token.start
    try lexer.advance()
    let saved = flags
    flags.subtract([.noIn, .consequent])
    var items: [ArrayItem] = []
    while token.kind != .rightBracket { items.append(try parseArrayItem()) }
    flags = saved
    try lexer.advance()
    return Expression(range: range(start), kind: .array(items))
  }

  /// Parses an item of an array and the comma behind it.
  @inline(never)
  private mutating func parseArrayItem() throws(Stop) -> ArrayItem {
    if try take(.comma) { return .hole }
    let item: ArrayItem
    if try take(.ellipsis) {
      let spread = try parseAssignment()
      if token.kind == .comma { restCommas.insert(spread.range.start) }
      item = .spread(spread)
    } else {
      item = .value(try parseAssignment())
    }
    try expectComma(or: .rightBracket)
    return item
  }

  // MARK: - Objects

  @inline(never)
  private mutating func parseObject() throws(Stop) -> Expression {
    let start = token.start
    try lexer.advance()
    let saved = flags
    flags.subtract([.noIn, .consequent])
    var items: [ObjectItem] = []
    var hasProto = false
    while token.kind != .rightBrace {
      items.append(try parseProperty(&hasProto))
      try expectComma(or: .rightBrace)
    }
    flags = saved
    try lexer.advance()
    return Expression(range: range(start), kind: .object(items))
  }

  private mutating func parseProperty(_ hasProto: inout Bool) throws(Stop) -> ObjectItem {
    let nameToken = token
    switch nameToken.kind {
    case .ellipsis:
      try lexer.advance()
      return .spread(try parseAssignment())
    case .star: throw unsupported("generators are", at: nameToken.start)
    case .at: throw unsupported("decorators are", at: nameToken.start)
    case .identifier:
      if at(.get) || at(.set), try isModifier() { return try parseAccessor() }
      if at(.async), try isModifier(sameLine: true, orBefore: .star) {
        throw asyncError(at: nameToken.start)
      }
    default: break
    }
    let name = try parsePropertyName()
    switch token.kind {
    case .colon:
      try lexer.advance()
      if case .name(Word.proto.name) = name.name {
        if hasProto { pending.append((nameToken.start, .duplicateProto)) }
        hasProto = true
      }
      let value = try parseAssignment()
      return .property(name.name, nameRange: name.range, value, shorthand: false)
    case .leftParen, .less:
      return .method(name.name, nameRange: name.range, try parseMethod(.method, name))
    default: return try parseShorthand(nameToken, name)
    }
  }

  @inline(never)
  private mutating func parseShorthand(
    _ nameToken: Token, _ name: (name: PropertyName, range: SourceRange)
  ) throws(Stop) -> ObjectItem {
    switch nameToken.kind {
    case .identifier: break
    case .keyword, .escapedKeyword:
      throw fail("Unexpected token \"\(text(of: nameToken))\"", at: nameToken.start)
    default: throw expected(":")
    }
    try checkReference(nameToken)
    let value = Expression(range: nameToken.range, kind: .identifier(nameToken.name))
    guard token.kind == .assign else {
      return .property(name.name, nameRange: name.range, value, shorthand: true)
    }
    // `{ a = 1 }` is right only if this turns out to be a pattern.
    try checkSimpleTarget(value, nameToken.start)
    pending.append((nameToken.start, .initializer))
    try lexer.advance()
    let target = Pattern(range: nameToken.range, kind: .identifier(nameToken.name))
    let initializer = try parseAssignment()
    let assignment = Expression(
      range: range(nameToken.start), kind: .assign(target, initializer))
    return .property(name.name, nameRange: name.range, assignment, shorthand: true)
  }

  @inline(never)
  private mutating func parseAccessor() throws(Stop) -> ObjectItem {
    let isGetter = at(.get)
    try lexer.advance()
    let name = try parsePropertyName()
    let node = try parseMethod(isGetter ? .getter : .setter, name)
    return isGetter
      ? .getter(name.name, nameRange: name.range, node)
      : .setter(name.name, nameRange: name.range, node)
  }

  private mutating func parseMethod(
    _ kind: FunctionNode.Kind, _ name: (name: PropertyName, range: SourceRange)
  ) throws(Stop) -> FunctionNode {
    let node = try parseFunctionRest(
      kind, name: Parser.plainName(name.name), nameStart: name.range.start, start: name.range.start,
      inner: .method)
    guard let node else { throw expected("{") }
    return node
  }

  /// Parses the name of a property in an object, a class or a pattern.
  mutating func parsePropertyName() throws(Stop) -> (name: PropertyName, range: SourceRange) {
    let token = token
    switch token.kind {
    case .identifier, .keyword, .escapedKeyword, .string:
      try lexer.advance()
      return (.name(token.name), token.range)
    case .number:
      try lexer.advance()
      return (.name(lexer.names.intern(NumberText.text(token.number))), token.range)
    case .bigint:
      try lexer.advance()
      let digits = NumberText.decimal(bigint: names.string(token.name))
      return (.name(lexer.names.intern(digits)), token.range)
    case .leftBracket:
      let key = try parseBracketed()
      return (.computed(key), range(token.start))
    default: throw unexpected()
    }
  }
}
