extension Compiler {
  /// Compiles a class and puts its constructor into a register.
  mutating func classValue(
    _ node: ClassNode, into result: Int, name: Name?
  ) throws(CompileError) {
    let mark = builder.nextRegister
    defer { builder.nextRegister = mark }
    // The constructor and its prototype lie in a row.
    let constructor = builder.takeRegisters(2)
    var parent = 65_535
    if let superclass = node.superclass {
      parent = try expression(superclass, into: builder.takeRegister())
    }
    try open(.classBody, node.range.start)
    for member in node.members {
      guard case .privateName(let name) = member.name else { continue }
      let register = builder.takeRegister()
      builder.emit(.newPrivateName, register, wide: Int(atom(name).id))
      try initialise(name, register)
      builder.nextRegister = register
    }
    // The constructor's home object is the prototype, which is made after it.
    try self.constructor(node, name: node.name ?? name, into: constructor)
    builder.mark(node.superclass?.range.start ?? node.range.start)
    builder.emit(.makeClass, constructor, parent)
    builder.emit(.setHome, constructor, constructor + 1)
    try members(node, constructor)
    if let name = node.name { try initialise(name, constructor) }
    try staticMembers(node, constructor)
    close()
    builder.emit(.move, result, constructor)
  }

  private mutating func constructor(
    _ node: ClassNode, name: Name?, into register: Int
  ) throws(CompileError) {
    if let written = node.constructor {
      let id = try compileFunction(written, name: name)
      machine.code.functions[id].range = node.range
      builder.emit(.makeClosure, register, wide: id)
    } else {
      let id = try defaultConstructor(node, name: name)
      builder.emit(.makeClosure, register, wide: id)
    }
    builder.emitDetail(scopeRegister(), 65_535)
  }

  private mutating func defaultConstructor(
    _ node: ClassNode, name: Name?
  ) throws(CompileError) -> Int {
    let isDerived = node.superclass != nil
    let id = try reserveFunction()
    let functionName = name.map { atom($0) } ?? .emptyText
    let own = FunctionBuilder(parent: builder, scope: scope, node: nil, name: functionName)
    own.flags = [.isConstructor, .isClassConstructor]
    _ = own.takeRegisters(2)
    if isDerived {
      own.flags.formUnion([.isDerivedConstructor, .hasRest])
      let rest = own.takeRegister()
      let base = own.takeRegisters(3)
      own.emit(.move, base + 2, rest)
      own.mark(node.range.start)
      own.emit(.superCall, base, 65_535, 1)
    }
    let callee = own.takeRegister()
    own.emit(.loadCallee, callee)
    own.emit(.initialiseFields, 1, callee)
    own.emit(.returnValue, 1)
    if isDerived {
      own.emit(.loadUndefined, callee)
      own.emit(.returnDerived, callee, 1)
    }
    own.finish(into: &machine.code, id: id, file: file, range: node.range)
    return id
  }

  // MARK: Members

  /// Methods and accessors, and the list of what each new object gets.
  private mutating func members(_ node: ClassNode, _ constructor: Int) throws(CompileError) {
    let hasFields = node.members.contains { !$0.isStatic && belongsToObjects($0) }
    let list = hasFields ? builder.takeRegister() : -1
    if hasFields { builder.emit(.newArray, list, 0, 0) }
    // Private methods come before fields, which may call them.
    for member in node.members where !member.isStatic && isPrivateMethod(member) {
      let mark = builder.nextRegister
      try appendField(member, to: list, home: constructor + 1)
      builder.nextRegister = mark
    }
    for member in node.members {
      let mark = builder.nextRegister
      let home = member.isStatic ? constructor : constructor + 1
      switch member.kind {
      case .method, .getter, .setter:
        if !isPrivateMethod(member), let function = member.function {
          try defineFunction(
            member.name, function, opcode(member.kind), on: home, prefix: prefix(member.kind))
        }
      case .field where !member.isStatic: try appendField(member, to: list, home: home)
      case .field, .staticBlock: break
      }
      builder.nextRegister = mark
    }
    if hasFields { builder.emit(.setFields, constructor, list) }
  }

  private func belongsToObjects(_ member: ClassMember) -> Bool {
    member.kind == .field || isPrivateMethod(member)
  }

  private func isPrivateMethod(_ member: ClassMember) -> Bool {
    guard case .privateName = member.name else { return false }
    return member.kind == .method || member.kind == .getter || member.kind == .setter
  }

  private func opcode(_ kind: ClassMember.Kind) -> Opcode {
    switch kind {
    case .getter: .defineClassGetter
    case .setter: .defineClassSetter
    default: .defineMethod
    }
  }

  private func prefix(_ kind: ClassMember.Kind) -> Int {
    switch kind {
    case .getter: 1
    case .setter: 2
    default: 0
    }
  }

  /// Appends key, function and kind of a field: 0 field, 1 method, 2 getter, 3 setter.
  private mutating func appendField(
    _ member: ClassMember, to list: Int, home: Int
  ) throws(CompileError) {
    let key = try propertyKey(member.name)
    builder.emit(.append, list, key)
    let value = builder.takeRegister()
    try memberFunction(member, key: key, into: value, home: home)
    builder.emit(.append, list, value)
    builder.emit(.loadInteger, value, wide: fieldKind(member))
    builder.emit(.append, list, value)
  }

  private func fieldKind(_ member: ClassMember) -> Int {
    switch member.kind {
    case .method: 1
    case .getter: 2
    case .setter: 3
    default: 0
    }
  }

  private mutating func memberFunction(
    _ member: ClassMember, key: Int, into register: Int, home: Int
  ) throws(CompileError) {
    guard let function = member.function else {
      builder.emit(.loadUndefined, register)
      return
    }
    try self.function(function, into: register, name: nil, home: home)
    if member.kind != .field {
      builder.emit(.nameFunction, register, key, prefix(member.kind))
    }
  }

  /// Static fields and blocks in their order; their `this` is the class.
  private mutating func staticMembers(
    _ node: ClassNode, _ constructor: Int
  ) throws(CompileError) {
    for member in node.members where member.isStatic && isPrivateMethod(member) {
      try definePrivate(member, on: constructor)
    }
    for member in node.members {
      let mark = builder.nextRegister
      switch member.kind {
      case .field where member.isStatic:
        let key = try propertyKey(member.name)
        let value = builder.takeRegister()
        try callInitialiser(member, constructor, into: value)
        if case .privateName = member.name {
          builder.emit(.definePrivate, constructor, key, value)
          builder.emitDetail(0)
        } else {
          builder.emit(.define, constructor, key, value)
        }
      case .staticBlock:
        try callInitialiser(member, constructor, into: builder.takeRegister())
      default: break
      }
      builder.nextRegister = mark
    }
  }

  private mutating func definePrivate(
    _ member: ClassMember, on object: Int
  ) throws(CompileError) {
    let mark = builder.nextRegister
    let key = try propertyKey(member.name)
    let value = builder.takeRegister()
    try memberFunction(member, key: key, into: value, home: object)
    builder.emit(.definePrivate, object, key, value)
    builder.emitDetail(fieldKind(member))
    builder.nextRegister = mark
  }

  private mutating func callInitialiser(
    _ member: ClassMember, _ constructor: Int, into result: Int
  ) throws(CompileError) {
    guard let function = member.function else {
      builder.emit(.loadUndefined, result)
      return
    }
    let base = builder.takeRegisters(2)
    try self.function(function, into: base, name: nil, home: constructor)
    builder.emit(.move, base + 1, constructor)
    builder.emit(.call, base, 0, result)
  }
}
