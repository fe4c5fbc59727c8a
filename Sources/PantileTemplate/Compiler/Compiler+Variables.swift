extension Compiler {
  // MARK: Scopes

  /// Opens the scope of a node: registers and heap slots for its bindings, functions made.
  mutating func open(_ kind: ScopeKind, _ start: UInt32) throws(CompileError) {
    guard let found = scopes[ScopeKey(start: start, kind: kind)] else { return }
    try open(found)
  }

  /// Opens a scope.
  mutating func open(_ found: Scope) throws(CompileError) {
    scope = found
    builder.openScopes.append(found)
    try makeHeapScope(found)
    for variable in found.order { place(variable, in: found) }
    for function in found.functions { try declare(function) }
  }

  /// Makes the heap scope of captured bindings, when there are any.
  mutating func makeHeapScope(_ found: Scope) throws(CompileError) {
    guard found.isMaterialised else { return }
    let parent = scopeRegister(outside: found)
    found.register = builder.takeRegister()
    builder.emit(.newScope, found.register, parent, found.captured.count)
    for (slot, variable) in found.captured.enumerated() { variable.place = .scoped(slot) }
  }

  /// Gives a binding a register, or its first value in its heap slot.
  private mutating func place(_ variable: Variable, in found: Scope) {
    if !variable.isCaptured {
      if case .none = variable.place {
      } else if variable.kind != .implicit, !isOpenAgain(variable) {
        return
      }
      let register = builder.takeRegister()
      variable.place = .register(register)
      switch variable.kind {
      case .lexical, .constant, .classBinding:
        if variable.needsMark { builder.emit(.loadUninitialised, register) }
      case .variable: builder.emit(.loadUndefined, register)
      default: break
      }
      return
    }
    if variable.kind == .variable, case .scoped(let slot) = variable.place {
      let temporary = builder.takeRegister()
      builder.emit(.loadUndefined, temporary)
      builder.emit(.storeScoped, temporary, found.register, slot)
      builder.nextRegister = temporary
    }
  }

  /// Scopes of `finally` blocks are compiled once an exit, each time with fresh registers.
  private func isOpenAgain(_ variable: Variable) -> Bool {
    if case .register = variable.place { return variable.kind != .parameter }
    return false
  }

  /// Closes the innermost scope.
  mutating func close() {
    guard let found = builder.openScopes.popLast(), let parent = found.parent else { return }
    found.register = -1
    scope = parent
  }

  /// The register of the innermost heap scope that is open outside `inner`; 65,535 stands for the
  /// closure's own.
  func scopeRegister(outside inner: Scope? = nil) -> Int {
    for open in builder.openScopes.reversed() where open !== inner && open.register >= 0 {
      return open.register
    }
    return 65_535
  }

  // MARK: Lookup

  /// The binding of a name and the scope that declares it.
  func lookUp(_ name: Name) -> (variable: Variable, scope: Scope)? {
    var current: Scope? = scope
    while let found = current {
      if let variable = found.variables[name] { return (variable, found) }
      current = found.parent
    }
    return nil
  }

  /// Puts the heap scope that declares a captured binding into a register.
  private mutating func scopeRegister(of target: Scope) -> Int {
    if target.function === builder.scope || target.register >= 0 && isOpenHere(target) {
      return target.register
    }
    if builder.closureScopeRegister < 0 {
      // Reached only in functions that say they use outer variables.
      builder.closureScopeRegister = builder.takeRegister()
      builder.emit(.loadClosureScope, builder.closureScopeRegister)
    }
    var hops = 0
    var current = builder.scope.parent
    while let found = current, found !== target {
      if found.isMaterialised { hops += 1 }
      current = found.parent
    }
    if hops == 0 { return builder.closureScopeRegister }
    let register = builder.takeRegister()
    builder.emit(.outerScope, register, hops, builder.closureScopeRegister)
    return register
  }

  private func isOpenHere(_ target: Scope) -> Bool {
    builder.openScopes.contains { $0 === target }
  }

  // MARK: Reading

  /// Puts a variable's value into a register, which may be the variable's own.
  mutating func load(
    _ name: Name, at position: UInt32, into target: Int? = nil
  ) throws(CompileError) -> Int {
    guard let (variable, owner) = lookUp(name) else {
      return loadGlobal(name, at: position, into: target)
    }
    switch variable.place {
    case .register(let register):
      if needsCheck(variable, at: position) { check(variable, register, at: position) }
      guard let target, target != register else { return register }
      builder.emit(.move, target, register)
      return target
    case .scoped(let slot):
      let result = target ?? builder.takeRegister()
      let mark = builder.nextRegister
      builder.emit(.loadScoped, result, scopeRegister(of: owner), slot)
      builder.nextRegister = mark
      if variable.isLexical && variable.needsMark || isDerivedThis(variable, owner) {
        check(variable, result, at: position)
      }
      return result
    case .module(let index):
      let result = target ?? builder.takeRegister()
      builder.emit(.loadModule, result, wide: index)
      if variable.needsMark { check(variable, result, at: position) }
      return result
    case .constant(let value):
      let result = target ?? builder.takeRegister()
      builder.emit(.loadConstant, result, wide: constant(value))
      return result
    case .none:
      // A binding whose declaration is in code that was left out, such as a type.
      let result = target ?? builder.takeRegister()
      builder.emit(.loadUndefined, result)
      return result
    }
  }

  private func needsCheck(_ variable: Variable, at position: UInt32) -> Bool {
    variable.isLexical && variable.needsMark
      && (position < variable.declaredAt || scopeIsSwitch(variable))
  }

  private func scopeIsSwitch(_ variable: Variable) -> Bool {
    lookUp(variable.name)?.scope.kind == .switchBody
  }

  /// Whether a binding is the `this` of a derived constructor, which `super()` sets.
  private func isDerivedThis(_ variable: Variable, _ owner: Scope) -> Bool {
    variable.name == implicit.this && owner.isDerivedConstructor
  }

  private mutating func check(_ variable: Variable, _ register: Int, at position: UInt32) {
    builder.mark(position)
    builder.emit(.checkInitialised, register, wide: Int(atom(variable.name).id))
  }

  private mutating func loadGlobal(_ name: Name, at position: UInt32, into target: Int?) -> Int {
    let result = target ?? builder.takeRegister()
    let atom = atom(name)
    if atom == .undefinedText {
      builder.emit(.loadUndefined, result)
    } else {
      builder.mark(position)
      builder.emit(.loadGlobal, result, wide: Int(atom.id))
    }
    return result
  }

  /// The value of `this`.
  mutating func loadThis(at position: UInt32, into target: Int? = nil) throws(CompileError) -> Int {
    guard let (variable, owner) = lookUp(implicit.this) else {
      let result = target ?? builder.takeRegister()
      builder.emit(.loadUndefined, result)
      return result
    }
    if case .register(let register) = variable.place {
      if isDerivedThis(variable, owner) { check(variable, register, at: position) }
      guard let target, target != register else { return register }
      builder.emit(.move, target, register)
      return target
    }
    return try load(implicit.this, at: position, into: target)
  }

  // MARK: Writing

  /// Gives a variable its first value.
  mutating func initialise(_ name: Name, _ value: Int) throws(CompileError) {
    guard let (variable, owner) = lookUp(name) else { return }
    store(variable, owner, value)
  }

  /// Assigns to a variable.
  mutating func assign(
    _ name: Name, _ value: Int, at position: UInt32
  ) throws(CompileError) {
    guard let (variable, owner) = lookUp(name) else {
      builder.mark(position)
      builder.emit(.throwUndefinedName, 0, wide: Int(atom(name).id))
      return
    }
    if variable.isLexical, variable.needsMark {
      let mark = builder.nextRegister
      _ = try load(name, at: position)
      builder.nextRegister = mark
    }
    switch variable.kind {
    case .constant, .selfName, .imported:
      builder.mark(position)
      builder.emit(.throwConstant)
    default: store(variable, owner, value)
    }
  }

  private mutating func store(_ variable: Variable, _ owner: Scope, _ value: Int) {
    switch variable.place {
    case .register(let register):
      if register != value { builder.emit(.move, register, value) }
    case .scoped(let slot):
      let mark = builder.nextRegister
      builder.emit(.storeScoped, value, scopeRegister(of: owner), slot)
      builder.nextRegister = mark
    case .module(let index): builder.emit(.storeModule, value, wide: index)
    case .constant, .none: break
    }
  }

  /// The register that a local variable lives in, if it does and needs no check.
  func ownRegister(of name: Name, at position: UInt32) -> Int? {
    guard let (variable, _) = lookUp(name), case .register(let register) = variable.place,
      !needsCheck(variable, at: position)
    else { return nil }
    return register
  }
}
