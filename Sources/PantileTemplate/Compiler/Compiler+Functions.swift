extension Compiler {
  /// Makes a function that a scope declares.
  mutating func declare(_ node: FunctionNode) throws(CompileError) {
    guard let name = node.name else { return }
    let mark = builder.nextRegister
    let register = builder.takeRegister()
    try function(node, into: register, name: nil)
    try initialise(name, register)
    builder.nextRegister = mark
  }

  /// Compiles a function and makes a closure of it.
  ///
  /// - Parameter home: The register of the object that `super` starts from.
  mutating func function(
    _ node: FunctionNode, into result: Int, name: Name?, home: Int = 65_535
  ) throws(CompileError) {
    let selfScope = scopes[ScopeKey(start: node.range.start, kind: .functionName)]
    if let selfScope { try openSelfScope(selfScope) }
    let id = try compileFunction(node, name: node.name ?? name)
    builder.emit(.makeClosure, result, wide: id)
    builder.emitDetail(scopeRegister(), home)
    if selfScope != nil, let own = node.name {
      try initialise(own, result)
      close()
    }
  }

  /// The scope of a function expression's own name exists only when the function uses it.
  private mutating func openSelfScope(_ found: Scope) throws(CompileError) {
    scope = found
    builder.openScopes.append(found)
    try makeHeapScope(found)
    for variable in found.order where !variable.isCaptured {
      variable.place = .register(builder.takeRegister())
    }
  }

  /// Compiles the code of a function and returns its id.
  mutating func compileFunction(
    _ node: FunctionNode, name: Name?
  ) throws(CompileError) -> Int {
    guard let found = scopes[ScopeKey(of: node)] else {
      throw failure("function without a scope", at: node.range.start)
    }
    try deeper(at: node.range.start)
    let outer = builder
    let outerScope = scope
    let outerJumps = chainJumps
    let id = try reserveFunction()
    chainJumps = []
    var functionName = Atom.emptyText
    // A default export without a name is declared under a name that no source can spell.
    if let name { functionName = name == Word.defaultExport.name ? .defaultName : atom(name) }
    builder = FunctionBuilder(parent: outer, scope: found, node: node, name: functionName)
    scope = found
    found.isDerivedConstructor = node.kind == .derivedConstructor
    setFlags(node, found)
    try body(of: node, found)
    let limit = 65_000
    if builder.registerCount > limit || builder.cacheAtoms.count > limit {
      throw failure("function too large", at: node.range.start)
    }
    builder.finish(into: &machine.code, id: id, file: file, range: node.range)
    builder = outer
    scope = outerScope
    chainJumps = outerJumps
    depth -= 1
    return id
  }

  private mutating func setFlags(_ node: FunctionNode, _ found: Scope) {
    builder.parameterCount = node.parameters.count
    builder.length = requiredCount(node)
    if node.rest != nil { builder.flags.insert(.hasRest) }
    if found.variables[implicit.arguments]?.kind == .implicit {
      builder.flags.insert(.usesArguments)
    }
    switch node.kind {
    case .normal: builder.flags.formUnion([.isConstructor, .hasPrototype])
    case .arrow: builder.flags.insert(.isArrow)
    case .constructor: builder.flags.formUnion([.isConstructor, .isClassConstructor])
    case .derivedConstructor:
      builder.flags.formUnion([.isConstructor, .isClassConstructor, .isDerivedConstructor])
    case .method, .getter, .setter, .initializer: break
    }
  }

  /// The number of parameters in front of the first one that has a default value.
  private func requiredCount(_ node: FunctionNode) -> Int {
    var count = 0
    while count < node.parameters.count, node.parameters[count].defaultValue == nil { count += 1 }
    return count
  }

  private mutating func body(of node: FunctionNode, _ found: Scope) throws(CompileError) {
    _ = builder.takeRegisters(2 + node.parameters.count)
    let arguments = builder.flags.contains(.usesArguments) ? builder.takeRegister() : -1
    let rest = node.rest == nil ? -1 : builder.takeRegister()
    builder.openScopes.append(found)
    if found.usesOuter {
      builder.closureScopeRegister = builder.takeRegister()
      builder.emit(.loadClosureScope, builder.closureScopeRegister)
    }
    try makeHeapScope(found)
    placeParameters(node, found)
    try placeImplicit(found, arguments: arguments)
    for variable in found.order where variable.place == .none { placeLocal(variable, found) }
    if node.kind == .constructor {
      let callee = builder.takeRegister()
      builder.emit(.loadCallee, callee)
      builder.emit(.initialiseFields, 1, callee)
    }
    try bindParameters(node, rest: rest)
    for function in found.functions { try declare(function) }
    switch node.body {
    case .expression(let value):
      let register = try expression(value)
      builder.emit(.returnValue, register)
    case .statements(let list):
      for statement in list { try self.statement(statement) }
      try emitReturn(nil, at: node.range.start)
    }
    close()
  }

  /// Simple parameters live in the registers that the caller filled.
  private mutating func placeParameters(_ node: FunctionNode, _ found: Scope) {
    for (index, parameter) in node.parameters.enumerated() {
      guard case .identifier(let name) = parameter.target.kind,
        let variable = found.variables[name], !variable.isCaptured
      else { continue }
      variable.place = .register(2 + index)
    }
  }

  private mutating func placeImplicit(
    _ found: Scope, arguments: Int
  ) throws(CompileError) {
    for variable in found.order where variable.kind == .implicit {
      var register = builder.nextRegister
      if variable.name == implicit.this {
        register = 1
      } else if variable.name == implicit.arguments {
        register = arguments
      } else {
        register = builder.takeRegister()
        builder.emit(variable.name == implicit.newTarget ? .loadNewTarget : .loadHome, register)
      }
      if variable.isCaptured, case .scoped(let slot) = variable.place {
        builder.emit(.storeScoped, register, found.register, slot)
      } else {
        variable.place = .register(register)
      }
    }
  }

  private mutating func placeLocal(_ variable: Variable, _ found: Scope) {
    let register = builder.takeRegister()
    variable.place = .register(register)
    if variable.kind == .variable {
      builder.emit(.loadUndefined, register)
    } else if variable.isLexical, variable.needsMark {
      builder.emit(.loadUninitialised, register)
    }
  }

  private mutating func bindParameters(
    _ node: FunctionNode, rest: Int
  ) throws(CompileError) {
    let found = builder.scope
    for variable in found.captured where variable.kind == .variable {
      guard case .scoped(let slot) = variable.place else { continue }
      let temporary = builder.takeRegister()
      builder.emit(.loadUndefined, temporary)
      builder.emit(.storeScoped, temporary, found.register, slot)
      builder.nextRegister = temporary
    }
    for (index, parameter) in node.parameters.enumerated() {
      let register = 2 + index
      if let value = parameter.defaultValue {
        let toBind = builder.jump(.jumpIfNotUndefined, register)
        let mark = builder.nextRegister
        try expression(value, into: register, name: boundName(parameter.target))
        builder.nextRegister = mark
        builder.land(toBind)
      }
      if case .identifier(let name) = parameter.target.kind {
        try initialise(name, register)
      } else {
        try bind(parameter.target, register, source: nil, isDeclaration: true)
      }
    }
    if let pattern = node.rest {
      try bind(pattern, rest, source: nil, isDeclaration: true)
    }
  }
}
