extension Parser {
  /// What a function's code may do, saved around it.
  struct FunctionFrame {
    var flags: Flags
    var firstLabel: Int
  }

  /// Goes into a function.
  mutating func enterFunction(_ inner: Flags, firstReference: Int? = nil) -> FunctionFrame {
    let frame = FunctionFrame(flags: flags, firstLabel: firstLabel)
    flags = flags.contains(.fragment) ? inner.union(.fragment) : inner
    firstLabel = labels.count
    scopes.push(.function, firstReference: firstReference)
    return frame
  }

  mutating func leaveFunction(_ frame: FunctionFrame) throws(Stop) {
    try leaveScope()
    flags = frame.flags
    firstLabel = frame.firstLabel
  }

  /// Goes into an arrow function.
  mutating func enterArrow(firstReference: Int? = nil) -> FunctionFrame {
    let inherited = flags.intersection([.newTarget, .superProperty, .superCall, .noArguments])
    return enterFunction(inherited.union(.returns), firstReference: firstReference)
  }

  /// Parses from the keyword `function` on; nil for a declaration without a body.
  mutating func parseFunction(
    isDeclaration: Bool, start: UInt32
  ) throws(Stop) -> FunctionNode? {
    try lexer.advance()
    if token.kind == .star { throw unsupported("generators are", at: start) }
    var name: Token?
    if token.kind == .identifier {
      let nameToken = token
      try checkBinding(nameToken)
      name = nameToken
      try lexer.advance()
    } else if isDeclaration {
      throw unexpected()
    }
    if !isDeclaration, let name {
      scopes.push(.block)
      try declare(name.name, .lexical, at: name.start)
    }
    let node = try parseFunctionRest(
      .normal, name: name?.name, nameStart: name?.start ?? start, start: start, inner: .function)
    if !isDeclaration {
      if name != nil { try leaveScope() }
      if node == nil { throw expected("{") }
    } else if node != nil, let name {
      try declare(name.name, .function, at: name.start)
    }
    return node
  }

  /// Parses parameters and body.
  ///
  /// - Returns: Nil where TypeScript allows a signature without a body.
  mutating func parseFunctionRest(
    _ kind: FunctionNode.Kind, name: Name?, nameStart: UInt32, start: UInt32, inner: Flags
  ) throws(Stop) -> FunctionNode? {
    let saved = try enter()
    let frame = enterFunction(inner)
    try skipTypeParameters()
    var parameters = try parseParameters(of: kind)
    try checkCount(parameters, of: kind, at: nameStart)
    if hasTypes, token.kind == .colon { try skipReturnType() }
    guard token.kind == .leftBrace else {
      guard hasTypes else { throw expected("{") }
      try leaveFunction(frame)
      try expectSemicolon()
      leave(saved)
      return nil
    }
    try lexer.advance()
    try checkDirective(parameters.elements, parameters.rest)
    var body = try parseStatementList(until: .rightBrace)
    try leaveFunction(frame)
    try lexer.advance()
    if !parameters.properties.isEmpty {
      Parser.insert(parameters.properties, into: &body, isDerived: kind == .derivedConstructor)
      parameters.properties = []
    }
    leave(saved)
    return FunctionNode(
      kind: kind, name: name, nameStart: nameStart, parameters: parameters.elements,
      rest: parameters.rest, body: .statements(body), range: range(start))
  }

  struct Parameters {
    var elements: [PatternElement] = []
    var rest: Pattern?
    /// The parameters of a constructor that are properties as well.
    var properties: [Token] = []
  }

  private mutating func checkCount(
    _ parameters: Parameters, of kind: FunctionNode.Kind, at position: UInt32
  ) throws(Stop) {
    if kind == .getter, !parameters.elements.isEmpty || parameters.rest != nil {
      throw fail("Getter must not have any formal parameters.", at: position)
    }
    if kind == .setter {
      if parameters.rest != nil {
        throw fail("Setter function argument must not be a rest parameter", at: position)
      }
      if parameters.elements.count != 1 {
        throw fail("Setter must have exactly one formal parameter.", at: position)
      }
    }
  }

  /// Checks that `'use strict'` opens no function whose parameters are more than names.
  mutating func checkDirective(
    _ elements: [PatternElement], _ rest: Pattern?
  ) throws(Stop) {
    guard token.kind == .string, !token.hasEscape, names.string(token.name) == "use strict" else {
      return
    }
    let isSimple = elements.allSatisfy { element in
      guard case .identifier = element.target.kind else { return false }
      return element.defaultValue == nil
    }
    if isSimple, rest == nil { return }
    throw fail(
      "Illegal 'use strict' directive in function with non-simple parameter list",
      at: token.start)
  }

  /// Parses `( … )` and declares the parameters.
  mutating func parseParameters(of kind: FunctionNode.Kind) throws(Stop) -> Parameters {
    try expect(.leftParen)
    var parameters = Parameters()
    try parseParameterList(&parameters, of: kind)
    return parameters
  }

  /// Parses the parameters that are left, and the closing parenthesis.
  mutating func parseParameterList(
    _ parameters: inout Parameters, of kind: FunctionNode.Kind
  ) throws(Stop) {
    while token.kind != .rightParen {
      if token.kind == .at { throw unsupported("decorators are", at: token.start) }
      if try take(.ellipsis) {
        parameters.rest = try parseBindingTarget(.parameter)
        try skipTypeAnnotation()
        if token.kind == .comma || token.kind == .assign {
          throw fail("Rest parameter must be last formal parameter", at: token.start)
        }
        break
      }
      if hasTypes, at(.this) {
        try lexer.advance()
        try skipTypeAnnotation()
      } else {
        try parseParameter(&parameters, of: kind)
      }
      try expectComma(or: .rightParen)
    }
    try expect(.rightParen)
  }

  private mutating func parseParameter(
    _ parameters: inout Parameters, of kind: FunctionNode.Kind
  ) throws(Stop) {
    var isProperty = false
    if hasTypes, kind == .constructor || kind == .derivedConstructor {
      isProperty = try skipParameterModifiers()
    }
    let name = token
    let target = try parseBindingTarget(.parameter)
    if hasTypes {
      _ = try take(.question)
      try skipTypeAnnotation()
    }
    if isProperty {
      guard name.kind == .identifier else {
        throw fail("Unexpected token \"\(text(of: name))\"", at: name.start)
      }
      parameters.properties.append(name)
    }
    parameters.elements.append(
      PatternElement(target: target, defaultValue: try parseDefaultValue()))
  }

  /// Skips the modifiers that make a parameter a property.
  private mutating func skipParameterModifiers() throws(Stop) -> Bool {
    var found = false
    while true {
      switch wordAtToken {
      case .public, .private, .protected, .readonly, .override: break
      default: return found
      }
      switch try peek().kind {
      case .identifier, .leftBrace, .leftBracket: break
      default: return found
      }
      try lexer.advance()
      found = true
    }
  }

  /// Adds `this.x = x` for each property, behind `super(…)` where there is one.
  private static func insert(_ properties: [Token], into body: inout [Statement], isDerived: Bool) {
    var index = 0
    if isDerived {
      let call = body.firstIndex { statement in
        if case .expression(let expression) = statement.kind,
          case .superCall = expression.kind
        {
          return true
        }
        return false
      }
      if let call { index = call + 1 }
    }
    let statements = properties.map { token in
      let this = Expression(range: token.range, kind: .this)
      let member = Expression(
        range: token.range,
        kind: .member(this, token.name, nameStart: token.start, optional: false))
      let target = Pattern(range: token.range, kind: .expression(member))
      let value = Expression(range: token.range, kind: .identifier(token.name))
      let assignment = Expression(range: token.range, kind: .assign(target, value))
      return Statement(range: token.range, kind: .expression(assignment))
    }
    body.insert(contentsOf: statements, at: index)
  }
}
