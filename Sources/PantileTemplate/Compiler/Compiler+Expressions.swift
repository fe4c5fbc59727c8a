extension Compiler {
  /// Compiles an expression and returns the register of its value.
  ///
  /// Without `target` that may be the register of a variable, which later code could change:
  /// use ``operand(_:before:)`` for a value that other expressions follow.
  @discardableResult
  mutating func expression(
    _ expression: Expression, into target: Int? = nil, name: Name? = nil
  ) throws(CompileError) -> Int {
    let start = expression.range.start
    try deeper(at: start)
    defer { depth -= 1 }
    switch expression.kind {
    case .identifier(let name): return try load(name, at: start, into: target)
    case .this: return try loadThis(at: start, into: target)
    case .member(let object, let name, let nameStart, let isOptional):
      return try member(object, name, nameStart, isOptional, into: target)
    case .call(let callee, let arguments, let isOptional):
      return try call(callee, arguments, isOptional, expression.range, into: target)
    case .assign(let pattern, let value): return try assign(pattern, value, into: target)
    case .sequence(let list):
      for value in list.dropLast() {
        let mark = builder.nextRegister
        try self.expression(value)
        builder.nextRegister = mark
      }
      guard let last = list.last else { break }
      return try self.expression(last, into: target)
    case .optionalChain(let inner): return try optionalChain(inner, into: target)
    default: break
    }
    let result = target ?? builder.takeRegister()
    let mark = builder.nextRegister
    defer { builder.nextRegister = mark }
    try self.value(expression, into: result, name: name)
    return result
  }

  /// Compiles an expression that makes its value in a register of its own.
  private mutating func value(
    _ expression: Expression, into result: Int, name: Name?
  ) throws(CompileError) {
    let start = expression.range.start
    switch expression.kind {
    case .number(let number): loadNumber(number, into: result)
    case .string(let text):
      let value = try string(text)
      builder.emit(.loadConstant, result, wide: constant(value))
    case .boolean(let flag): builder.emit(flag ? .loadTrue : .loadFalse, result)
    case .null: builder.emit(.loadNull, result)
    case .bigint(let digits): try loadBigint(digits, into: result, at: start)
    case .template(let literal): try template(literal, into: result)
    case .taggedTemplate(let tag, let literal):
      try taggedTemplate(tag, literal, expression.range, into: result)
    case .regex(let pattern, let flags): try regex(pattern, flags, into: result, at: start)
    case .newTarget:
      _ = try load(implicit.newTarget, at: start, into: result)
    case .array(let items): try array(items, into: result)
    case .object(let items): try object(items, into: result)
    case .function(let node): try function(node, into: result, name: name)
    case .classExpression(let node): try classValue(node, into: result, name: name)
    case .unary(let operation, let operand):
      try unary(operation, operand, into: result, at: start)
    case .update(let operation, let isPrefix, let target):
      try update(operation, isPrefix, target, into: result)
    case .binary(let first, let parts): try binary(first, parts, into: result)
    case .logical(let operation, let operands): try logical(operation, operands, into: result)
    case .compoundAssign(let operation, let target, let value):
      try compoundAssign(operation, target, value, into: result)
    case .logicalAssign(let operation, let target, let value):
      try logicalAssign(operation, target, value, into: result)
    case .conditional(let test, let then, let otherwise):
      let toElse = try jumpIfFalse(test)
      try self.expression(then, into: result, name: name)
      let toEnd = builder.jump(.jump)
      builder.land(toElse)
      try self.expression(otherwise, into: result, name: name)
      builder.land(toEnd)
    case .index(let object, let key, let isOptional):
      try index(object, key, isOptional, into: result)
    case .privateMember(let object, let name, let nameStart, let isOptional):
      let value = try operand(object)
      if isOptional { chainJump(value) }
      let key = try load(name, at: nameStart)
      builder.mark(nameStart, object.range)
      builder.emit(.getPrivate, result, value, key)
    case .superMember(let name, let nameStart):
      let home = try homeObject(at: start)
      builder.mark(nameStart)
      builder.emit(.getSuper, result, home, builder.cache(atom(name)))
    case .superIndex(let key):
      let home = try homeObject(at: start)
      let keyRegister = try self.expression(key)
      builder.mark(key.range.start)
      builder.emit(.getSuperIndex, result, home, keyRegister)
    case .privateIn(let name, let object):
      let key = try load(name, at: start)
      let value = try self.expression(object)
      builder.mark(start)
      builder.emit(.hasPrivate, result, key, value)
    case .superCall(let arguments): try superCall(arguments, into: result, at: start)
    case .new(let callee, let arguments):
      try construct(callee, arguments, expression.range, into: result)
    case .jsx(let node): try element(node, into: result)
    case .identifier, .this, .member, .call, .assign, .sequence, .optionalChain: break
    }
  }

  // MARK: Simple values

  /// Loads a number.
  mutating func loadNumber(_ number: Double, into result: Int) {
    if let whole = Int32(exactly: number), number.sign == .plus || whole != 0 {
      builder.emit(.loadInteger, result, wide: Int(whole))
    } else {
      builder.emit(.loadConstant, result, wide: constant(Value(number)))
    }
  }

  private mutating func loadBigint(
    _ digits: Name, into result: Int, at start: UInt32
  ) throws(CompileError) {
    let text = names.text(digits)
    let value = try checked { (machine) throws(Abrupt) in try machine.parseBigint(text) }
    guard let value else { throw failure("Invalid BigInt syntax", at: start) }
    builder.emit(.loadConstant, result, wide: constant(value))
  }

  private mutating func template(
    _ literal: TemplateLiteral, into result: Int
  ) throws(CompileError) {
    let count = literal.expressions.count + literal.cooked.count
    var parts: [(text: Name?, value: Expression?)] = []
    parts.reserveCapacity(count)
    for index in literal.cooked.indices {
      if let text = literal.cooked[index], !names.text(text).isEmpty { parts.append((text, nil)) }
      if index < literal.expressions.count { parts.append((nil, literal.expressions[index])) }
    }
    guard !parts.isEmpty else {
      let empty = Value.string(machine.intrinsics.emptyString)
      builder.emit(.loadConstant, result, wide: constant(empty))
      return
    }
    if parts.count == 1, let text = parts[0].text {
      let value = try string(text)
      builder.emit(.loadConstant, result, wide: constant(value))
      return
    }
    // Long templates are joined piece by piece.
    var first = 0
    let registers = builder.takeRegisters(min(parts.count, 65) + 1)
    var used = 0
    while first < parts.count {
      for part in parts[first..<min(first + 64, parts.count)] {
        if let text = part.text {
          let value = try string(text)
          builder.emit(.loadConstant, registers + used, wide: constant(value))
        } else if let value = part.value {
          try expression(value, into: registers + used)
          builder.mark(value.range.start)
        }
        used += 1
      }
      first += 64
      builder.emit(.concat, first < parts.count ? registers : result, registers, used)
      used = 1
    }
  }

  private mutating func taggedTemplate(
    _ tag: Expression, _ literal: TemplateLiteral, _ range: SourceRange, into result: Int
  ) throws(CompileError) {
    let base = builder.takeRegisters(2)
    try callee(tag, base: base)
    let strings = try templateObject(literal)
    let first = builder.takeRegister()
    builder.emit(.loadConstant, first, wide: constant(strings))
    for value in literal.expressions {
      let register = builder.takeRegister()
      try expression(value, into: register)
    }
    builder.mark(callPlace(tag), tag.range)
    builder.emit(.call, base, literal.expressions.count + 1, result)
  }

  /// The frozen array of a tagged template's texts.
  private mutating func templateObject(
    _ literal: TemplateLiteral
  ) throws(CompileError) -> Value {
    var cooked: ContiguousArray<Value> = []
    for text in literal.cooked {
      if let text { cooked.append(try string(text)) } else { cooked.append(.undefined) }
    }
    var raw: ContiguousArray<Value> = []
    for text in literal.raw { raw.append(try string(text)) }
    return try checked { (machine) throws(Abrupt) in
      let rawArray = try machine.makeArray(raw)
      let frozen: ObjectFlags = [.frozenElements, .fixedLength, .nonExtensible]
      machine.setFlags(rawArray, frozen)
      let array = try machine.makeArray(cooked)
      try machine.addNamed(array, .raw, .object(rawArray), [])
      machine.setFlags(array, frozen)
      return .object(array)
    }
  }

  private mutating func regex(
    _ pattern: Name, _ flags: Name, into result: Int, at start: UInt32
  ) throws(CompileError) {
    let text = Array(names.text(pattern))
    let flagText = Array(names.text(flags))
    do throws(RegexSyntaxError) {
      _ = try RegexProgram.compile(pattern: text, flags: flagText)
    } catch {
      throw failure(String(decoding: error.message, as: UTF16.self), at: start)
    }
    let entry = (pattern: try string(pattern), flags: try string(flags))
    machine.code.regexes.append(entry)
    builder.emit(.newRegex, result, wide: machine.code.regexes.count - 1)
  }

  // MARK: Operands

  /// Compiles a value that stays as it is while `others` are computed.
  mutating func operand(
    _ expression: Expression, before others: [Expression] = []
  ) throws(CompileError) -> Int {
    if case .identifier(let name) = expression.kind,
      ownRegister(of: name, at: expression.range.start) != nil,
      others.contains(where: { Self.mayAssign($0) })
    {
      return try self.expression(expression, into: builder.takeRegister())
    }
    return try self.expression(expression)
  }

  /// Whether an expression may assign to a local variable.
  static func mayAssign(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .number, .bigint, .string, .regex, .boolean, .null, .identifier, .this, .newTarget,
      .function, .superMember:
      return false
    case .member(let value, _, _, _), .unary(_, let value), .optionalChain(let value),
      .privateMember(let value, _, _, _), .superIndex(let value), .privateIn(_, let value):
      return mayAssign(value)
    case .index(let value, let key, _): return mayAssign(value) || mayAssign(key)
    case .template(let literal): return literal.expressions.contains { mayAssign($0) }
    case .binary(let first, let parts):
      return mayAssign(first) || parts.contains { mayAssign($0.operand) }
    case .logical(_, let list), .sequence(let list): return list.contains { mayAssign($0) }
    case .conditional(let test, let then, let otherwise):
      return mayAssign(test) || mayAssign(then) || mayAssign(otherwise)
    case .call(let callee, let arguments, _), .new(let callee, let arguments):
      return mayAssign(callee)
        || arguments.contains {
          switch $0 {
          case .value(let value), .spread(let value): mayAssign(value)
          }
        }
    default: return true
    }
  }

  // MARK: Members

  private mutating func member(
    _ object: Expression, _ name: Name, _ nameStart: UInt32, _ isOptional: Bool,
    into target: Int?
  ) throws(CompileError) -> Int {
    let result = target ?? builder.takeRegister()
    let mark = builder.nextRegister
    let value = try expression(object)
    if isOptional { chainJump(value) }
    let atom = atom(name)
    builder.mark(nameStart)
    builder.emit(atom == .length ? .getLength : .getField, result, value, builder.cache(atom))
    builder.nextRegister = mark
    return result
  }

  private mutating func index(
    _ object: Expression, _ key: Expression, _ isOptional: Bool, into result: Int
  ) throws(CompileError) {
    let value = try operand(object, before: [key])
    if isOptional { chainJump(value) }
    let keyRegister = try expression(key)
    builder.mark(key.range.start)
    builder.emit(.getIndex, result, value, keyRegister)
  }

  // MARK: Optional chains

  private mutating func optionalChain(
    _ inner: Expression, into target: Int?
  ) throws(CompileError) -> Int {
    let result = target ?? builder.takeRegister()
    chainJumps.append([])
    try expression(inner, into: result)
    let jumps = chainJumps.removeLast()
    let toEnd = builder.jump(.jump)
    builder.land(jumps)
    builder.emit(.loadUndefined, result)
    builder.land(toEnd)
    return result
  }

  /// Leaves the optional chain when a value is undefined or null.
  mutating func chainJump(_ value: Int) {
    let jump = builder.jump(.jumpIfNullish, value)
    if !chainJumps.isEmpty { chainJumps[chainJumps.count - 1].append(jump) }
  }

  /// The home object of the method around the current place.
  mutating func homeObject(at position: UInt32) throws(CompileError) -> Int {
    try load(implicit.home, at: position)
  }
}
