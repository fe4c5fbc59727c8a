extension Compiler {
  mutating func loop(_ statement: Statement, labels: [Name]) throws(CompileError) {
    let start = statement.range.start
    switch statement.kind {
    case .whileLoop(let test, let body):
      beginLoop(labels)
      let top = builder.position
      let toEnd = try jumpIfFalse(test)
      try self.statement(body)
      landContinues(at: top)
      builder.land(builder.jump(.jump), at: top)
      builder.land(toEnd)
      finishExit()
    case .doWhile(let body, let test):
      beginLoop(labels)
      let top = builder.position
      try self.statement(body)
      landContinues(at: builder.position)
      let toEnd = try jumpIfFalse(test)
      builder.land(builder.jump(.jump), at: top)
      builder.land(toEnd)
      finishExit()
    case .forLoop(let initializer, let test, let update, let body):
      try forLoop(initializer, test, update, body, start, labels)
    case .forOf(let target, let source, let body):
      try forOf(target, source, body, start, labels)
    case .forIn(let target, let source, let body):
      try forIn(target, source, body, start, labels)
    default: break
    }
  }

  private func beginLoop(_ labels: [Name]) {
    builder.exits.append(
      Exit(kind: .target, labels: labels, isLoop: true, scopeDepth: builder.openScopes.count))
  }

  private func landContinues(at target: Int) {
    guard let index = builder.exits.indices.last else { return }
    for jump in builder.exits[index].continues { builder.land(jump, at: target) }
    builder.exits[index].continues = []
  }

  private mutating func forLoop(
    _ initializer: ForInitializer?, _ test: Expression?, _ update: Expression?,
    _ body: Statement, _ start: UInt32, _ labels: [Name]
  ) throws(CompileError) {
    try open(.loop, start)
    let scope = self.scope
    let copies = scope.isMaterialised && scope.kind == .loop
    switch initializer {
    case .variable(let kind, let declarators):
      let nowhere = SourceRange(start: start, end: start)
      try statement(Statement(range: nowhere, kind: .variable(kind, declarators)))
    case .expression(let value):
      let mark = builder.nextRegister
      try expression(value)
      builder.nextRegister = mark
    case nil: break
    }
    beginLoop(labels)
    let top = builder.position
    var toEnd: [FunctionBuilder.Jump] = []
    if let test { toEnd = try jumpIfFalse(test) }
    try statement(body)
    landContinues(at: builder.position)
    // Closures of each round keep their own bindings.
    if copies { builder.emit(.copyScope, scope.register, scope.register) }
    if let update {
      let mark = builder.nextRegister
      try expression(update)
      builder.nextRegister = mark
    }
    builder.land(builder.jump(.jump), at: top)
    builder.land(toEnd)
    finishExit()
    close()
  }

  private mutating func forOf(
    _ target: ForTarget, _ source: Expression, _ body: Statement, _ start: UInt32,
    _ labels: [Name]
  ) throws(CompileError) {
    let iterator = builder.takeRegisters(3)
    let mark = builder.nextRegister
    let value = try expression(source)
    builder.nextRegister = mark
    builder.mark(source.range.start, source.range)
    builder.emit(.iterate, iterator, value)
    beginLoop(labels)
    let top = builder.position
    let item = builder.takeRegister()
    builder.mark(source.range.start, source.range)
    let toEnd = builder.jump(.iterateNext, iterator, item)
    // Leaving the body by force closes the iterator; going on to the next round does not.
    builder.exits.append(
      Exit(kind: .iterator(register: iterator), scopeDepth: builder.openScopes.count))
    builder.exits.append(
      Exit(
        kind: .target, labels: labels, isLoop: true, scopeDepth: builder.openScopes.count))
    let from = builder.position
    try open(.loop, start)
    try bind(target, item)
    try statement(body)
    close()
    // `continue` lands here; `break` has to close the iterator first.
    guard let inner = builder.exits.popLast() else { return }
    for jump in inner.continues { builder.land(jump, at: builder.position) }
    let to = builder.position
    builder.land(builder.jump(.jump), at: top)
    guard let closing = builder.exits.popLast() else { return }
    if !inner.breaks.isEmpty {
      builder.land(inner.breaks)
      builder.emit(.iterateClose, iterator)
      if let index = builder.exits.indices.last {
        builder.exits[index].breaks.append(builder.jump(.jump))
      }
    }
    let handler = builder.position
    builder.emit(.iterateCloseQuietly, iterator)
    let exception = builder.takeRegister()
    builder.emit(.catchValue, exception)
    builder.emit(.throwValue, exception)
    protect(from: from, to: to, closing.gaps, target: handler)
    builder.land(toEnd)
    finishExit()
  }

  private mutating func forIn(
    _ target: ForTarget, _ source: Expression, _ body: Statement, _ start: UInt32,
    _ labels: [Name]
  ) throws(CompileError) {
    let keys = builder.takeRegisters(3)
    let mark = builder.nextRegister
    let value = try expression(source)
    builder.nextRegister = mark
    builder.mark(source.range.start)
    builder.emit(.enumerate, keys, value)
    beginLoop(labels)
    let top = builder.position
    let item = builder.takeRegister()
    let toEnd = builder.jump(.enumerateNext, keys, item)
    try open(.loop, start)
    try bind(target, item)
    try statement(body)
    close()
    landContinues(at: builder.position)
    builder.land(builder.jump(.jump), at: top)
    builder.land(toEnd)
    finishExit()
  }

  private mutating func bind(_ target: ForTarget, _ item: Int) throws(CompileError) {
    switch target {
    case .variable(let kind, let pattern):
      try bind(pattern, item, source: nil, isDeclaration: kind != .variable)
    case .pattern(let pattern):
      try bind(pattern, item, source: nil, isDeclaration: false)
    }
  }
}
