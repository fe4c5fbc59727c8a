extension Compiler {
  // MARK: Unary

  mutating func unary(
    _ operation: UnaryOperator, _ operand: Expression, into result: Int, at start: UInt32
  ) throws(CompileError) {
    switch operation {
    case .minus:
      if case .number(let number) = operand.kind { return loadNumber(-number, into: result) }
      try simpleUnary(.negate, operand, into: result)
    case .plus: try simpleUnary(.toNumber, operand, into: result)
    case .not: try simpleUnary(.not, operand, into: result)
    case .bitNot: try simpleUnary(.bitNot, operand, into: result)
    case .typeOf:
      if case .identifier(let name) = operand.kind, lookUp(name) == nil {
        builder.emit(.typeOfGlobal, result, wide: Int(atom(name).id))
      } else {
        try simpleUnary(.typeOf, operand, into: result)
      }
    case .void:
      try expression(operand)
      builder.emit(.loadUndefined, result)
    case .delete: try delete(operand, into: result)
    }
  }

  private mutating func simpleUnary(
    _ code: Opcode, _ operand: Expression, into result: Int
  ) throws(CompileError) {
    let value = try expression(operand)
    builder.mark(operand.range.start)
    builder.emit(code, result, value)
  }

  private mutating func delete(_ operand: Expression, into result: Int) throws(CompileError) {
    switch operand.kind {
    case .member(let object, let name, let nameStart, let isOptional):
      let value = try expression(object)
      if isOptional { chainJump(value) }
      builder.mark(nameStart)
      builder.emit(.deleteField, result, value, builder.cache(atom(name)))
    case .index(let object, let key, let isOptional):
      let value = try self.operand(object, before: [key])
      if isOptional { chainJump(value) }
      let keyRegister = try expression(key)
      builder.mark(key.range.start)
      builder.emit(.deleteIndex, result, value, keyRegister)
    case .optionalChain(let inner):
      chainJumps.append([])
      try delete(inner, into: result)
      let jumps = chainJumps.removeLast()
      let toEnd = builder.jump(.jump)
      builder.land(jumps)
      builder.emit(.loadTrue, result)
      builder.land(toEnd)
    default:
      try expression(operand)
      builder.emit(.loadTrue, result)
    }
  }

  // MARK: Binary

  mutating func binary(
    _ first: Expression, _ parts: [BinaryPart], into result: Int
  ) throws(CompileError) {
    var left = try operand(first, before: parts.map(\.operand))
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let target = isLast ? result : left >= result && index > 0 ? left : builder.takeRegister()
      let mark = builder.nextRegister
      let right = try expression(part.operand)
      builder.mark(first.range.start)
      builder.emit(Self.opcode(part.operation), target, left, right)
      builder.nextRegister = mark
      left = target
    }
  }

  static func opcode(_ operation: BinaryOperator) -> Opcode {
    switch operation {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    case .power: .power
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    case .shiftRightUnsigned: .shiftRightUnsigned
    case .bitAnd: .bitAnd
    case .bitOr: .bitOr
    case .bitXor: .bitXor
    case .equal: .equal
    case .notEqual: .notEqual
    case .strictEqual: .strictEqual
    case .strictNotEqual: .strictNotEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .instanceOf: .instanceOf
    case .inOperator: .isIn
    }
  }

  // MARK: Logic and jumps

  mutating func logical(
    _ operation: LogicalOperator, _ operands: [Expression], into result: Int
  ) throws(CompileError) {
    var toEnd: [FunctionBuilder.Jump] = []
    for (index, operand) in operands.enumerated() {
      try expression(operand, into: result)
      if index < operands.count - 1 { toEnd.append(shortCircuit(operation, result)) }
    }
    builder.land(toEnd)
  }

  private func shortCircuit(_ operation: LogicalOperator, _ value: Int) -> FunctionBuilder.Jump {
    switch operation {
    case .and: builder.jump(.jumpIfFalse, value)
    case .or: builder.jump(.jumpIfTrue, value)
    case .coalesce: builder.jump(.jumpIfNotNullish, value)
    }
  }

  /// Compiles a condition and jumps when it does not hold.
  mutating func jumpIfFalse(_ test: Expression) throws(CompileError) -> [FunctionBuilder.Jump] {
    let mark = builder.nextRegister
    defer { builder.nextRegister = mark }
    switch test.kind {
    case .unary(.not, let inner): return try jumpIfTrue(inner)
    case .logical(.and, let operands):
      var jumps: [FunctionBuilder.Jump] = []
      for operand in operands { jumps += try jumpIfFalse(operand) }
      return jumps
    case .logical(.or, let operands):
      var toThen: [FunctionBuilder.Jump] = []
      for operand in operands.dropLast() { toThen += try jumpIfTrue(operand) }
      guard let last = operands.last else { return [] }
      let jumps = try jumpIfFalse(last)
      builder.land(toThen)
      return jumps
    case .binary(let first, let parts) where parts.count == 1:
      guard let code = Self.branch(parts[0].operation) else { break }
      let left = try operand(first, before: [parts[0].operand])
      let right = try expression(parts[0].operand)
      builder.mark(first.range.start)
      return [builder.jump(code, left, right)]
    default: break
    }
    let value = try expression(test)
    return [builder.jump(.jumpIfFalse, value)]
  }

  private static func branch(_ operation: BinaryOperator) -> Opcode? {
    switch operation {
    case .less: .jumpUnlessLess
    case .lessOrEqual: .jumpUnlessLessOrEqual
    case .greater: .jumpUnlessGreater
    case .greaterOrEqual: .jumpUnlessGreaterOrEqual
    case .strictEqual: .jumpUnlessStrictEqual
    case .strictNotEqual: .jumpIfStrictEqual
    default: nil
    }
  }

  private mutating func jumpIfTrue(_ test: Expression) throws(CompileError) -> [FunctionBuilder
    .Jump]
  {
    let mark = builder.nextRegister
    defer { builder.nextRegister = mark }
    if case .unary(.not, let inner) = test.kind { return try jumpIfFalse(inner) }
    let value = try expression(test)
    return [builder.jump(.jumpIfTrue, value)]
  }

  // MARK: Updates and assignments

  mutating func update(
    _ operation: UpdateOperator, _ isPrefix: Bool, _ target: Expression, into result: Int
  ) throws(CompileError) {
    let code: Opcode = operation == .increment ? .increment : .decrement
    let start = target.range.start
    if case .identifier(let name) = target.kind {
      let old = try load(name, at: start)
      builder.mark(start)
      if isPrefix {
        builder.emit(code, result, old)
        try assign(name, result, at: start)
      } else {
        let fresh = builder.takeRegister()
        builder.emit(.toNumeric, result, old)
        builder.emit(code, fresh, result)
        try assign(name, fresh, at: start)
      }
      return
    }
    let reference = try reference(target)
    let old = builder.takeRegister()
    read(reference, into: old)
    let fresh = builder.takeRegister()
    builder.mark(start)
    if isPrefix {
      builder.emit(code, fresh, old)
      builder.emit(.move, result, fresh)
    } else {
      builder.emit(.toNumeric, old, old)
      builder.emit(code, fresh, old)
      builder.emit(.move, result, old)
    }
    write(reference, fresh)
  }

  mutating func assign(
    _ pattern: Pattern, _ value: Expression, into target: Int?
  ) throws(CompileError) -> Int {
    switch pattern.kind {
    case .identifier(let name):
      if target == nil, let own = ownRegister(of: name, at: pattern.range.start),
        let variable = lookUp(name)?.variable, variable.kind != .constant,
        variable.kind != .selfName, case .function = value.kind
      {
        try expression(value, into: own, name: name)
        return own
      }
      let result = target ?? builder.takeRegister()
      try expression(value, into: result, name: name)
      try assign(name, result, at: pattern.range.start)
      return result
    case .expression(let place):
      let result = target ?? builder.takeRegister()
      let mark = builder.nextRegister
      let reference = try reference(place)
      try expression(value, into: result)
      write(reference, result)
      builder.nextRegister = mark
      return result
    case .object, .array:
      let result = target ?? builder.takeRegister()
      let mark = builder.nextRegister
      try expression(value, into: result)
      try bind(pattern, result, source: value.range, isDeclaration: false)
      builder.nextRegister = mark
      return result
    }
  }

  mutating func compoundAssign(
    _ operation: BinaryOperator, _ target: Expression, _ value: Expression, into result: Int
  ) throws(CompileError) {
    if case .identifier(let name) = target.kind {
      let old = try operand(target, before: [value])
      let right = try expression(value)
      builder.mark(target.range.start)
      builder.emit(Self.opcode(operation), result, old, right)
      return try assign(name, result, at: target.range.start)
    }
    let reference = try reference(target)
    let old = builder.takeRegister()
    read(reference, into: old)
    let right = try expression(value)
    builder.mark(target.range.start)
    builder.emit(Self.opcode(operation), result, old, right)
    write(reference, result)
  }

  mutating func logicalAssign(
    _ operation: LogicalOperator, _ target: Expression, _ value: Expression, into result: Int
  ) throws(CompileError) {
    if case .identifier(let name) = target.kind {
      _ = try load(name, at: target.range.start, into: result)
      let toEnd = shortCircuit(operation, result)
      try expression(value, into: result, name: name)
      try assign(name, result, at: target.range.start)
      builder.land(toEnd)
      return
    }
    let reference = try reference(target)
    read(reference, into: result)
    let toEnd = shortCircuit(operation, result)
    try expression(value, into: result)
    write(reference, result)
    builder.land(toEnd)
  }

  // MARK: References

  /// A place that can be read and written, with its parts evaluated once.
  enum Reference {
    case member(object: Int, Atom, nameStart: UInt32)
    case index(object: Int, key: Int, keyStart: UInt32)
    case privateMember(object: Int, key: Int, nameStart: UInt32)
    case superIndex(home: Int, key: Int, keyStart: UInt32)
  }

  /// Evaluates the parts of a member expression.
  mutating func reference(_ target: Expression) throws(CompileError) -> Reference {
    switch target.kind {
    case .member(let object, let name, let nameStart, _):
      let value = try expression(object, into: builder.takeRegister())
      return .member(object: value, atom(name), nameStart: nameStart)
    case .index(let object, let key, _):
      let value = try expression(object, into: builder.takeRegister())
      let keyRegister = try expression(key, into: builder.takeRegister())
      return .index(object: value, key: keyRegister, keyStart: key.range.start)
    case .privateMember(let object, let name, let nameStart, _):
      let value = try expression(object, into: builder.takeRegister())
      let key = try load(name, at: nameStart, into: builder.takeRegister())
      return .privateMember(object: value, key: key, nameStart: nameStart)
    case .superMember(let name, let nameStart):
      let home = try homeObject(at: target.range.start)
      let key = builder.takeRegister()
      let text = try string(name)
      builder.emit(.loadConstant, key, wide: constant(text))
      return .superIndex(home: home, key: key, keyStart: nameStart)
    case .superIndex(let key):
      let home = try homeObject(at: target.range.start)
      let keyRegister = try expression(key, into: builder.takeRegister())
      return .superIndex(home: home, key: keyRegister, keyStart: key.range.start)
    default:
      throw failure("Invalid assignment target", at: target.range.start)
    }
  }

  mutating func read(_ reference: Reference, into result: Int) {
    switch reference {
    case .member(let object, let atom, let nameStart):
      builder.mark(nameStart)
      builder.emit(atom == .length ? .getLength : .getField, result, object, builder.cache(atom))
    case .index(let object, let key, let keyStart):
      builder.mark(keyStart)
      builder.emit(.toKey, key, key)
      builder.emit(.getIndex, result, object, key)
    case .privateMember(let object, let key, let nameStart):
      builder.mark(nameStart)
      builder.emit(.getPrivate, result, object, key)
    case .superIndex(let home, let key, let keyStart):
      builder.mark(keyStart)
      builder.emit(.getSuperIndex, result, home, key)
    }
  }

  mutating func write(_ reference: Reference, _ value: Int) {
    switch reference {
    case .member(let object, let atom, let nameStart):
      builder.mark(nameStart)
      builder.emit(.setField, object, value, builder.cache(atom))
    case .index(let object, let key, let keyStart):
      builder.mark(keyStart)
      builder.emit(.setIndex, object, key, value)
    case .privateMember(let object, let key, let nameStart):
      builder.mark(nameStart)
      builder.emit(.setPrivate, object, key, value)
    case .superIndex(let home, let key, let keyStart):
      builder.mark(keyStart)
      builder.emit(.setSuperIndex, home, key, value)
    }
  }
}
