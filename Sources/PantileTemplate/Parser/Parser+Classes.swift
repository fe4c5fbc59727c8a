extension Parser {
  /// Parses a class from what follows its name on.
  mutating func parseClass(name: Name?, start: UInt32) throws(Stop) -> ClassNode {
    let saved = try enter()
    scopes.push(.block)
    if let name { try declare(name, .lexical, at: start) }
    try skipTypeParameters()
    var superclass: Expression?
    if try take(.extends) {
      superclass = try parseLeftHandSide()
      if hasTypes, token.kind == .less { try skipTypeArguments() }
    }
    if hasTypes, try take(.implements) {
      repeat { try skipType() } while try take(.comma)
    }
    let node = ClassNode(
      name: name, superclass: superclass, constructor: nil, members: [],
      range: SourceRange(start: start, end: start))
    try expect(.leftBrace)
    classes.push()
    while token.kind != .rightBrace {
      if token.kind == .end { throw unexpected() }
      if try take(.semicolon) { continue }
      try parseMember(of: node)
    }
    classes.pop()
    if classes.isOutside { try reportPrivateNames() }
    try leaveScope()
    try lexer.advance()
    node.range.end = lexer.previousEnd
    leave(saved)
    return node
  }

  /// Reports a private name that no class around declares.
  mutating func reportPrivateNames() throws(Stop) {
    guard !flags.contains(.fragment), let use = classes.undeclared else { return }
    throw fail(
      "Private field '\(names.string(use.name))' must be declared in an enclosing class",
      at: use.position)
  }

  // MARK: - Members

  /// The words before a member's name.
  private struct Modifiers {
    var isStatic = false
    /// `declare` or `abstract`: nothing is left of the member.
    var isErased = false
    var kind = ClassMember.Kind.method
    var hasAny = false
  }

  private mutating func parseMember(of node: ClassNode) throws(Stop) {
    let start = token.start
    if token.kind == .at { throw unsupported("decorators are", at: start) }
    let modifiers = try parseModifiers()
    if token.kind == .leftBrace, modifiers.isStatic {
      return node.members.append(try parseStaticBlock(start))
    }
    if token.kind == .star { throw unsupported("generators are", at: token.start) }
    if hasTypes, token.kind == .leftBracket, try skipIndexSignature() { return }
    let nameToken = token
    let name = try parseMemberName()
    if hasTypes, token.kind == .question || token.kind == .bang { try lexer.advance() }
    let isFunction = token.kind == .leftParen || token.kind == .less
    if modifiers.kind != .method || isFunction {
      try parseMethod(of: node, name, nameToken, modifiers, start)
    } else {
      try parseField(of: node, name, nameToken, modifiers)
    }
  }

  private mutating func parseModifiers() throws(Stop) -> Modifiers {
    var modifiers = Modifiers()
    while token.kind == .identifier, let word = wordAtToken {
      let start = token.start
      switch word {
      case .static:
        guard !modifiers.isStatic, try isModifier(orBefore: .leftBrace) else { return modifiers }
        modifiers.isStatic = true
      case .public, .private, .protected, .readonly, .override:
        guard hasTypes, try isModifier(sameLine: true) else { return modifiers }
      case .abstract, .declare:
        guard hasTypes, try isModifier(sameLine: true) else { return modifiers }
        modifiers.isErased = true
      case .async:
        guard try isModifier(sameLine: true, orBefore: .star) else { return modifiers }
        throw asyncError(at: start)
      case .accessor:
        guard try isModifier(sameLine: true) else { return modifiers }
        throw unsupported("accessor fields are", at: start)
      case .get, .set:
        guard try isModifier() else { return modifiers }
        modifiers.kind = word == .get ? .getter : .setter
        try lexer.advance()
        return modifiers
      default: return modifiers
      }
      try lexer.advance()
    }
    return modifiers
  }

  /// Whether the word at the token modifies a member rather than names it.
  mutating func isModifier(
    sameLine: Bool = false, orBefore other: TokenKind? = nil
  ) throws(Stop) -> Bool {
    let next = try peek()
    if sameLine && next.newlineBefore { return false }
    switch next.kind {
    case .identifier, .keyword, .escapedKeyword, .string, .number, .bigint, .leftBracket,
      .privateName:
      return true
    case .star: return other == .leftBrace || other == .star
    default: return next.kind == other
    }
  }

  private mutating func parseMemberName() throws(Stop) -> (
    name: PropertyName, range: SourceRange
  ) {
    guard token.kind == .privateName else { return try parsePropertyName() }
    let token = token
    try lexer.advance()
    return (.privateName(token.name), token.range)
  }

  /// Declares the name of a member that stays, if it is private.
  private mutating func declarePrivate(
    _ name: (name: PropertyName, range: SourceRange), _ modifiers: Modifiers
  ) throws(Stop) {
    guard case .privateName(let text) = name.name else { return }
    if names.string(text) == "#constructor" {
      throw fail(
        "Classes may not have a private field named '#constructor'", at: name.range.start)
    }
    let kind: PrivateNames.Declaration.Kind =
      switch modifiers.kind {
      case .getter: .getter
      case .setter: .setter
      default: .other
      }
    let declaration = PrivateNames.Declaration(
      name: text, kind: kind, isStatic: modifiers.isStatic)
    if !classes.declare(declaration) { throw redeclared(text, at: name.range.start) }
  }

  private static func isNamed(_ word: Word, _ name: PropertyName, _ token: Token) -> Bool {
    guard case .name(let text) = name, text == word.name else { return false }
    return token.kind == .identifier || token.kind == .string
  }

  private mutating func parseMethod(
    of node: ClassNode, _ name: (name: PropertyName, range: SourceRange), _ nameToken: Token,
    _ modifiers: Modifiers, _ start: UInt32
  ) throws(Stop) {
    if modifiers.isStatic, Parser.isNamed(.prototype, name.name, nameToken) {
      throw fail(
        "Classes may not have a static property named 'prototype'", at: nameToken.start)
    }
    let isConstructor = !modifiers.isStatic && Parser.isNamed(.constructor, name.name, nameToken)
    if isConstructor, modifiers.kind != .method {
      throw fail("Class constructor may not be an accessor", at: nameToken.start)
    }
    let kind = Parser.functionKind(modifiers.kind, isConstructor, isDerived: node.superclass != nil)
    let inner: Flags =
      switch kind {
      case .derivedConstructor: .constructor
      default: .method
      }
    let function = try parseFunctionRest(
      kind, name: isConstructor ? node.name : Parser.plainName(name.name),
      nameStart: name.range.start,
      start: start, inner: inner)
    guard let function, !modifiers.isErased else { return }
    try declarePrivate(name, modifiers)
    if isConstructor {
      if node.constructor != nil {
        throw fail("A class may only have one constructor", at: nameToken.start)
      }
      node.constructor = function
      return
    }
    node.members.append(
      ClassMember(
        kind: modifiers.kind, isStatic: modifiers.isStatic, name: name.name,
        nameRange: name.range, function: function))
  }

  private static func functionKind(
    _ kind: ClassMember.Kind, _ isConstructor: Bool, isDerived: Bool
  ) -> FunctionNode.Kind {
    if isConstructor { return isDerived ? .derivedConstructor : .constructor }
    switch kind {
    case .getter: return .getter
    case .setter: return .setter
    default: return .method
    }
  }

  /// The text of a name that is not computed.
  static func plainName(_ name: PropertyName) -> Name? {
    switch name {
    case .name(let text), .privateName(let text): text
    case .computed: nil
    }
  }

  private mutating func parseField(
    of node: ClassNode, _ name: (name: PropertyName, range: SourceRange), _ nameToken: Token,
    _ modifiers: Modifiers
  ) throws(Stop) {
    if Parser.isNamed(.constructor, name.name, nameToken) {
      throw fail("Classes may not have a field named 'constructor'", at: nameToken.start)
    }
    if modifiers.isStatic, Parser.isNamed(.prototype, name.name, nameToken) {
      throw fail(
        "Classes may not have a static property named 'prototype'", at: nameToken.start)
    }
    try skipTypeAnnotation()
    var function: FunctionNode?
    if try take(.assign) { function = try parseFieldValue(name) }
    try expectSemicolon()
    if modifiers.isErased { return }
    try declarePrivate(name, modifiers)
    node.members.append(
      ClassMember(
        kind: .field, isStatic: modifiers.isStatic, name: name.name, nameRange: name.range,
        function: function))
  }

  private mutating func parseFieldValue(
    _ name: (name: PropertyName, range: SourceRange)
  ) throws(Stop) -> FunctionNode {
    let start = token.start
    let frame = enterFunction(.initializer)
    let value = try parseAssignment()
    try leaveFunction(frame)
    return FunctionNode(
      kind: .initializer, name: Parser.plainName(name.name), nameStart: name.range.start,
      parameters: [], rest: nil, body: .expression(value), range: range(start))
  }

  private mutating func parseStaticBlock(_ start: UInt32) throws(Stop) -> ClassMember {
    try lexer.advance()
    let frame = enterFunction(.initializer)
    let body = try parseStatementList(until: .rightBrace)
    try leaveFunction(frame)
    try lexer.advance()
    let function = FunctionNode(
      kind: .initializer, name: nil, nameStart: start, parameters: [], rest: nil,
      body: .statements(body), range: range(start))
    return ClassMember(
      kind: .staticBlock, isStatic: true, name: .name(Word.static.name),
      nameRange: SourceRange(start: start, end: start + 6), function: function)
  }
}
