extension Compiler {
  mutating func statement(
    _ statement: Statement, labels: [Name] = []
  ) throws(CompileError) {
    let start = statement.range.start
    try deeper(at: start)
    let mark = builder.nextRegister
    defer {
      depth -= 1
      builder.nextRegister = mark
    }
    switch statement.kind {
    case .empty, .function: break
    case .expression(let value): try expression(value)
    case .variable(let kind, let declarators):
      for declarator in declarators { try declare(declarator, kind) }
    case .classDeclaration(let node):
      let register = builder.takeRegister()
      try classValue(node, into: register, name: nil)
      if let name = node.name { try initialise(name, register) }
    case .enumeration(let node): try enumeration(node)
    case .block(let body): try block(.block, start, body)
    case .ifElse: try ifElse(statement)
    case .forLoop, .forIn, .forOf, .whileLoop, .doWhile: try loop(statement, labels: labels)
    case .switchCase(let value, let cases):
      try switchCase(value, cases, start, labels: labels)
    case .labeled(let name, let inner):
      if case .function = inner.kind { return }
      try labeled(name, inner, labels: labels)
    case .breakLoop(let label): try leave(label, isContinue: false, at: start)
    case .continueLoop(let label): try leave(label, isContinue: true, at: start)
    case .returnValue(let value): try returnValue(value, at: start)
    case .throwValue(let value):
      let register = try expression(value)
      builder.mark(start)
      builder.emit(.throwValue, register)
    case .tryCatch(let body, let handler, let finalizer):
      try tryCatch(body, handler, finalizer, start)
    }
  }

  private mutating func block(
    _ kind: ScopeKind, _ start: UInt32, _ body: [Statement]
  ) throws(CompileError) {
    let mark = builder.nextRegister
    try open(kind, start)
    for statement in body { try self.statement(statement) }
    close()
    builder.nextRegister = mark
  }

  private mutating func declare(
    _ declarator: Declarator, _ kind: VariableKind
  ) throws(CompileError) {
    let mark = builder.nextRegister
    defer { builder.nextRegister = mark }
    guard case .identifier(let name) = declarator.target.kind else {
      guard let value = declarator.value else { return }
      let register = try expression(value)
      return try bind(
        declarator.target, register, source: value.range, isDeclaration: kind != .variable)
    }
    guard let value = declarator.value else {
      guard kind != .variable else { return }
      let register = builder.takeRegister()
      builder.emit(.loadUndefined, register)
      return try initialise(name, register)
    }
    if kind != .variable, let (variable, _) = lookUp(name), !variable.needsMark,
      case .register(let register) = variable.place
    {
      try expression(value, into: register, name: name)
      return
    }
    let register = try expression(value, into: builder.takeRegister(), name: name)
    if kind == .variable {
      try assign(name, register, at: declarator.target.range.start)
    } else {
      try initialise(name, register)
    }
  }

  private mutating func ifElse(_ statement: Statement) throws(CompileError) {
    var toEnd: [FunctionBuilder.Jump] = []
    var current: Statement? = statement
    // `else if` chains are walked in a loop, so that their length is no matter.
    while let found = current {
      guard case .ifElse(let test, let then, let otherwise) = found.kind else {
        try self.statement(found)
        break
      }
      let toElse = try jumpIfFalse(test)
      try self.statement(then)
      if otherwise != nil { toEnd.append(builder.jump(.jump)) }
      builder.land(toElse)
      current = otherwise
    }
    builder.land(toEnd)
  }

  private mutating func switchCase(
    _ value: Expression, _ cases: [SwitchCase], _ start: UInt32, labels: [Name]
  ) throws(CompileError) {
    let register = try expression(value, into: builder.takeRegister())
    builder.exits.append(
      Exit(kind: .target, labels: labels, isSwitch: true, scopeDepth: builder.openScopes.count))
    try open(.switchBody, start)
    var jumps: [FunctionBuilder.Jump] = []
    var defaultIndex: Int?
    for (index, item) in cases.enumerated() {
      let mark = builder.nextRegister
      if let test = item.test {
        let candidate = try expression(test)
        jumps.append(builder.jump(.jumpIfStrictEqual, register, candidate))
      } else {
        defaultIndex = index
      }
      builder.nextRegister = mark
    }
    let toDefault = builder.jump(.jump)
    var next = 0
    for (index, item) in cases.enumerated() {
      if index == defaultIndex {
        builder.land(toDefault)
      } else {
        builder.land(jumps[next])
        next += 1
      }
      for statement in item.body { try self.statement(statement) }
    }
    close()
    if defaultIndex == nil { builder.land(toDefault) }
    finishExit()
  }

  private mutating func labeled(
    _ name: Name, _ inner: Statement, labels: [Name]
  ) throws(CompileError) {
    switch inner.kind {
    case .forLoop, .forIn, .forOf, .whileLoop, .doWhile, .labeled, .switchCase:
      try statement(inner, labels: labels + [name])
    default:
      builder.exits.append(
        Exit(kind: .target, labels: labels + [name], scopeDepth: builder.openScopes.count))
      try statement(inner)
      finishExit()
    }
  }

  /// Ends a statement that `break` leaves.
  mutating func finishExit() {
    if let exit = builder.exits.popLast() { builder.land(exit.breaks) }
  }

  // MARK: Leaving

  /// Compiles `break` and `continue`.
  private mutating func leave(
    _ label: Name?, isContinue: Bool, at start: UInt32
  ) throws(CompileError) {
    let found = builder.exits.lastIndex {
      guard case .target = $0.kind else { return false }
      if let label { return $0.labels.contains(label) }
      return isContinue ? $0.isLoop : $0.isLoop || $0.isSwitch
    }
    guard let found else {
      throw failure("Illegal \(isContinue ? "continue" : "break")", at: start)
    }
    try unwind(to: found + 1)
    let jump = builder.jump(.jump)
    if isContinue {
      builder.exits[found].continues.append(jump)
    } else {
      builder.exits[found].breaks.append(jump)
    }
    closeGaps(from: found + 1)
  }

  /// Runs what lies between here and an exit: `finally` blocks and the closing of iterators.
  private mutating func unwind(to depth: Int) throws(CompileError) {
    var saved = builder.exits
    let savedScope = scope
    let savedOpen = builder.openScopes
    var opened: [(index: Int, position: Int)] = []
    while builder.exits.count > depth {
      let index = builder.exits.count - 1
      let exit = builder.exits.removeLast()
      // Code that ran while leaving may itself have jumped to this exit.
      saved[index].breaks = exit.breaks
      saved[index].continues = exit.continues
      opened.append((index, builder.position))
      switch exit.kind {
      case .target: break
      case .iterator(let register): builder.emit(.iterateClose, register)
      case .finally(let body, let key):
        restoreScopes(exit.scopeDepth)
        try block(key.kind, key.start, body)
      }
    }
    scope = savedScope
    builder.openScopes = savedOpen
    saved.replaceSubrange(..<depth, with: builder.exits)
    builder.exits = saved
    for gap in opened { builder.exits[gap.index].gaps.append((gap.position, -1)) }
  }

  private mutating func restoreScopes(_ depth: Int) {
    while builder.openScopes.count > depth {
      guard let found = builder.openScopes.popLast(), let parent = found.parent else { break }
      scope = parent
    }
  }

  /// Ends the gaps that an exit opened, once its last instruction is there.
  private func closeGaps(from depth: Int) {
    for index in builder.exits.indices where index >= depth {
      if let last = builder.exits[index].gaps.indices.last,
        builder.exits[index].gaps[last].end < 0
      {
        builder.exits[index].gaps[last].end = builder.position
      }
    }
  }

  private mutating func returnValue(
    _ value: Expression?, at start: UInt32
  ) throws(CompileError) {
    let needsUnwind = builder.exits.contains {
      if case .target = $0.kind { false } else { true }
    }
    if let value {
      let register =
        needsUnwind
        ? try expression(value, into: builder.takeRegister()) : try expression(value)
      try unwind(to: 0)
      try emitReturn(register, at: start)
    } else {
      try unwind(to: 0)
      try emitReturn(nil, at: start)
    }
    closeGaps(from: 0)
  }

  /// Ends the function.
  mutating func emitReturn(_ value: Int?, at start: UInt32) throws(CompileError) {
    if builder.scope.isDerivedConstructor {
      let register = builder.takeRegister()
      let result = value ?? register
      if value == nil { builder.emit(.loadUndefined, register) }
      let this = builder.takeRegister()
      loadUncheckedThis(into: this)
      builder.mark(start)
      builder.emit(.returnDerived, result, this)
    } else if let value {
      builder.emit(.returnValue, value)
    } else {
      builder.emit(.returnUndefined)
    }
  }

  private mutating func loadUncheckedThis(into register: Int) {
    guard let (variable, owner) = lookUp(implicit.this) else { return }
    switch variable.place {
    case .scoped(let slot): builder.emit(.loadScoped, register, owner.register, slot)
    default: builder.emit(.move, register, 1)
    }
  }

  // MARK: try

  private mutating func tryCatch(
    _ body: [Statement], _ handler: CatchClause?, _ finalizer: [Statement]?, _ start: UInt32
  ) throws(CompileError) {
    guard let finalizer else { return try tryHandler(body, handler, start) }
    let key = ScopeKey(start: start, kind: .finallyBlock)
    builder.exits.append(
      Exit(kind: .finally(body: finalizer, key: key), scopeDepth: builder.openScopes.count))
    let from = builder.position
    try tryHandler(body, handler, start)
    let to = builder.position
    guard let exit = builder.exits.popLast() else { return }
    try block(.finallyBlock, start, finalizer)
    let toEnd = builder.jump(.jump)
    let target = builder.position
    let exception = builder.takeRegister()
    builder.emit(.catchValue, exception)
    try block(.finallyBlock, start, finalizer)
    builder.emit(.throwValue, exception)
    protect(from: from, to: to, exit.gaps, target: target)
    builder.land(toEnd)
  }

  private mutating func tryHandler(
    _ body: [Statement], _ handler: CatchClause?, _ start: UInt32
  ) throws(CompileError) {
    guard let handler else { return try block(.tryBlock, start, body) }
    // An exit of its own, to keep the handler off code that runs while leaving.
    builder.exits.append(Exit(kind: .target, scopeDepth: builder.openScopes.count))
    let from = builder.position
    try block(.tryBlock, start, body)
    let to = builder.position
    guard let exit = builder.exits.popLast() else { return }
    let toEnd = builder.jump(.jump)
    let target = builder.position
    let mark = builder.nextRegister
    let exception = builder.takeRegister()
    builder.emit(.catchValue, exception)
    try open(.catchClause, start)
    if let binding = handler.binding {
      try bind(binding, exception, source: nil, isDeclaration: true)
    }
    for statement in handler.body { try self.statement(statement) }
    close()
    builder.nextRegister = mark
    protect(from: from, to: to, exit.gaps, target: target)
    builder.land(toEnd)
  }

  /// Protects a range of instructions but for the gaps in it.
  mutating func protect(
    from start: Int, to end: Int, _ gaps: [(start: Int, end: Int)], target: Int
  ) {
    var from = start
    for gap in gaps where gap.start >= from {
      builder.protect(from: from, to: gap.start, target: target)
      from = max(from, gap.end)
    }
    builder.protect(from: from, to: end, target: target)
  }

  // MARK: Enumerations

  private mutating func enumeration(_ node: EnumNode) throws(CompileError) {
    let object = builder.takeRegister()
    builder.emit(.newObject, object)
    var known: [Name: Value] = [:]
    var next: Double? = 0
    for member in node.members {
      let mark = builder.nextRegister
      let key = try propertyKey(.name(member.name))
      let value = builder.takeRegister()
      var folded: Value?
      if let expression = member.value {
        folded = try fold(expression, node.name, known)
        if let folded {
          emitFolded(folded, into: value)
        } else {
          try self.expression(expression, into: value)
        }
      } else {
        guard let number = next else {
          throw failure("Enum member must have initializer", at: node.nameStart)
        }
        folded = Value(number)
        loadNumber(number, into: value)
      }
      builder.emit(.define, object, key, value)
      if let folded, folded.isNumber || folded.isString {
        known[member.name] = folded
        next = folded.isNumber ? folded.number + 1 : nil
      } else {
        next = nil
      }
      if folded?.isString != true {
        // Numeric members can be looked up by their number too.
        builder.emit(.define, object, value, key)
      }
      builder.nextRegister = mark
    }
    try initialise(node.name, object)
  }

  private mutating func emitFolded(_ value: Value, into register: Int) {
    if value.isNumber {
      loadNumber(value.number, into: register)
    } else {
      builder.emit(.loadConstant, register, wide: constant(value))
    }
  }

  /// The value of a constant expression of an enumeration.
  private mutating func fold(
    _ expression: Expression, _ enumName: Name, _ known: [Name: Value]
  ) throws(CompileError) -> Value? {
    switch expression.kind {
    case .identifier(let name): return known[name]
    case .member(let object, let name, _, _):
      guard case .identifier(enumName) = object.kind else { return nil }
      return known[name]
    case .unary(let operation, let operand):
      guard let value = try fold(operand, enumName, known), value.isNumber else { return nil }
      switch operation {
      case .minus: return Value(-value.number)
      case .plus: return value
      case .bitNot: return Value(Double(~machine.toInt32(value.number)))
      default: return nil
      }
    case .binary(let first, let parts):
      guard var left = try fold(first, enumName, known) else { return nil }
      for part in parts {
        guard let right = try fold(part.operand, enumName, known) else { return nil }
        if left.isNumber, right.isNumber {
          left = Value(machine.compute(part.operation, left.number, right.number))
        } else if part.operation == .add {
          let operands = (left, right)
          left = try checked { (machine) throws(Abrupt) in
            try machine.add(operands.0, operands.1)
          }
          left = try flatConstant(left)
        } else {
          return nil
        }
      }
      return left
    case .template(let literal):
      var text: ContiguousArray<UInt16> = []
      for index in literal.cooked.indices {
        if let piece = literal.cooked[index] { text.append(contentsOf: names.text(piece)) }
        guard index < literal.expressions.count else { continue }
        guard let value = try fold(literal.expressions[index], enumName, known) else { return nil }
        let units = try checked { (machine) throws(Abrupt) in
          try machine.copyUnits(try machine.toString(value))
        }
        text.append(contentsOf: units)
      }
      return try string(names.intern(text))
    default: return try constantValue(expression)
    }
  }

  private mutating func flatConstant(_ value: Value) throws(CompileError) -> Value {
    guard value.isString else { return value }
    let units = try checked { (machine) throws(Abrupt) in try machine.copyUnits(value.ref) }
    return try string(names.intern(ContiguousArray(units)))
  }
}
