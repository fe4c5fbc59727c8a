extension Compiler {
  // MARK: Calls

  mutating func call(
    _ callee: Expression, _ arguments: [Argument], _ isOptional: Bool, _ range: SourceRange,
    into target: Int?
  ) throws(CompileError) -> Int {
    let result = target ?? builder.takeRegister()
    let mark = builder.nextRegister
    let base = builder.takeRegisters(2)
    try self.callee(callee, base: base)
    if isOptional { chainJump(base) }
    if hasSpread(arguments) {
      try spreadArguments(arguments, into: builder.takeRegister())
      builder.mark(callPlace(callee), callee.range)
      builder.emit(.callSpread, base, 0, result)
    } else {
      try plainArguments(arguments)
      builder.mark(callPlace(callee), callee.range)
      builder.emit(.call, base, arguments.count, result)
    }
    builder.nextRegister = mark
    return result
  }

  /// The position that an error of a call shows: the name of a method, else the start.
  func callPlace(_ callee: Expression) -> UInt32 {
    switch callee.kind {
    case .member(_, _, let nameStart, _), .privateMember(_, _, let nameStart, _),
      .superMember(_, let nameStart):
      nameStart
    case .index(_, let key, _): key.range.start
    case .optionalChain(let inner): callPlace(inner)
    default: callee.range.start
    }
  }

  /// Puts the function into `base` and its `this` behind it.
  mutating func callee(_ callee: Expression, base: Int) throws(CompileError) {
    let start = callee.range.start
    try deeper(at: start)
    defer { depth -= 1 }
    let mark = builder.nextRegister
    switch callee.kind {
    case .member(let object, let name, let nameStart, let isOptional):
      let value = try expression(object)
      if isOptional { chainJump(value) }
      builder.mark(nameStart)
      builder.emit(.getMethod, base, value, builder.cache(atom(name)))
    case .index(let object, let key, let isOptional):
      try expression(object, into: base + 1)
      if isOptional { chainJump(base + 1) }
      let keyRegister = try expression(key)
      builder.mark(key.range.start)
      builder.emit(.getIndex, base, base + 1, keyRegister)
    case .privateMember(let object, let name, let nameStart, let isOptional):
      try expression(object, into: base + 1)
      if isOptional { chainJump(base + 1) }
      let key = try load(name, at: nameStart)
      builder.mark(nameStart)
      builder.emit(.getPrivate, base, base + 1, key)
    case .superMember, .superIndex:
      try expression(callee, into: base)
      _ = try loadThis(at: start, into: base + 1)
    case .optionalChain(let inner):
      chainJumps.append([])
      try self.callee(inner, base: base)
      let jumps = chainJumps.removeLast()
      let toEnd = builder.jump(.jump)
      builder.land(jumps)
      builder.emit(.loadUndefined, base)
      builder.emit(.loadUndefined, base + 1)
      builder.land(toEnd)
    default:
      try expression(callee, into: base)
      builder.emit(.loadUndefined, base + 1)
    }
    builder.nextRegister = mark
  }

  private func hasSpread(_ arguments: [Argument]) -> Bool {
    arguments.contains {
      if case .spread = $0 { true } else { false }
    } || arguments.count > 200
  }

  /// Puts the arguments into the registers from the next one on.
  private mutating func plainArguments(_ arguments: [Argument]) throws(CompileError) {
    for case .value(let value) in arguments {
      let register = builder.takeRegister()
      try expression(value, into: register)
    }
  }

  /// Puts an array of the arguments into a register.
  private mutating func spreadArguments(
    _ arguments: [Argument], into result: Int
  ) throws(CompileError) {
    builder.emit(.newArray, result, 0, 0)
    for argument in arguments {
      let mark = builder.nextRegister
      switch argument {
      case .value(let value):
        let register = try expression(value)
        builder.emit(.append, result, register)
      case .spread(let value):
        let register = try expression(value)
        builder.mark(value.range.start, value.range)
        builder.emit(.appendSpread, result, register)
      }
      builder.nextRegister = mark
    }
  }

  mutating func construct(
    _ callee: Expression, _ arguments: [Argument], _ range: SourceRange, into result: Int
  ) throws(CompileError) {
    let base = builder.takeRegisters(2)
    try expression(callee, into: base)
    if hasSpread(arguments) {
      try spreadArguments(arguments, into: builder.takeRegister())
      builder.mark(range.start, callee.range)
      builder.emit(.constructSpread, base, 0, result)
    } else {
      try plainArguments(arguments)
      builder.mark(range.start, callee.range)
      builder.emit(.construct, base, arguments.count, result)
    }
  }

  mutating func superCall(
    _ arguments: [Argument], into result: Int, at start: UInt32
  ) throws(CompileError) {
    guard builder.scope.isDerivedConstructor else {
      throw failure("super() inside an arrow function is not supported", at: start)
    }
    let base = builder.takeRegisters(2)
    let count: Int
    if hasSpread(arguments) {
      try spreadArguments(arguments, into: builder.takeRegister())
      count = 65_535
    } else {
      try plainArguments(arguments)
      count = arguments.count
    }
    builder.mark(start)
    builder.emit(.superCall, base, count, result)
    try initialise(implicit.this, result)
    let callee = builder.takeRegister()
    builder.emit(.loadCallee, callee)
    builder.emit(.initialiseFields, result, callee)
  }
}
