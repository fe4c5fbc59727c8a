extension Compiler {
  // MARK: Constants

  /// The value of an expression that is the same each time, strings and numbers included.
  mutating func constantValue(_ expression: Expression) throws(CompileError) -> Value? {
    switch expression.kind {
    case .number(let number): return Value(number)
    case .string(let text): return try string(text)
    case .boolean(let flag): return Value(flag)
    case .null: return .null
    case .identifier(let name):
      return atom(name) == .undefinedText && lookUp(name) == nil ? .undefined : nil
    case .unary(.minus, let operand):
      if case .number(let number) = operand.kind { return Value(-number) }
      return nil
    case .template(let literal):
      guard literal.expressions.isEmpty, let text = literal.cooked.first ?? nil else { return nil }
      return try string(text)
    default: return nil
    }
  }

  // MARK: Arrays

  mutating func array(_ items: [ArrayItem], into result: Int) throws(CompileError) {
    if try constantArray(items, into: result) { return }
    let plain = items.prefix(64).prefix {
      if case .value = $0 { true } else { false }
    }
    let first = builder.takeRegisters(0)
    for case .value(let value) in plain {
      let register = builder.takeRegister()
      try expression(value, into: register)
    }
    builder.emit(.newArray, result, first, plain.count)
    builder.nextRegister = first
    for item in items.dropFirst(plain.count) {
      switch item {
      case .value(let value):
        let register = try expression(value)
        builder.emit(.append, result, register)
      case .spread(let value):
        let register = try expression(value)
        builder.mark(value.range.start, value.range)
        builder.emit(.appendSpread, result, register)
      case .hole: builder.emit(.appendHole, result)
      }
      builder.nextRegister = first
    }
  }

  private mutating func constantArray(
    _ items: [ArrayItem], into result: Int
  ) throws(CompileError) -> Bool {
    guard items.count >= 2 else { return false }
    var values: ContiguousArray<Value> = []
    for item in items {
      guard case .value(let expression) = item, let value = try constantValue(expression) else {
        return false
      }
      values.append(value)
    }
    let array = try checked { (machine) throws(Abrupt) in try machine.makeArray(values) }
    machine.code.constants.append(.object(array))
    builder.emit(.copyArray, result, wide: machine.code.constants.count - 1)
    return true
  }

  // MARK: Objects

  mutating func object(_ items: [ObjectItem], into result: Int) throws(CompileError) {
    if try plainObject(items, into: result) { return }
    builder.emit(.newObject, result)
    for item in items {
      let mark = builder.nextRegister
      try define(item, on: result)
      builder.nextRegister = mark
    }
  }

  /// Makes an object whose names are plain, known and different in one step.
  private mutating func plainObject(
    _ items: [ObjectItem], into result: Int
  ) throws(CompileError) -> Bool {
    guard !items.isEmpty, items.count <= ShapeTable.largestCount else { return false }
    var atoms: [Atom] = []
    for item in items {
      let name: Name
      switch item {
      case .property(.name(let plain), _, _, _): name = plain
      case .method(.name(let plain), _, let node) where !usesHome(node): name = plain
      default: return false
      }
      let atom = atom(name)
      guard atom != .protoName, !isIndex(name), !atoms.contains(atom) else { return false }
      atoms.append(atom)
    }
    if try constantObject(items, atoms, into: result) { return true }
    guard let literal = literal(atoms) else { return false }
    let first = builder.takeRegisters(items.count)
    for (offset, item) in items.enumerated() {
      switch item {
      case .property(.name(let name), _, let value, _):
        try expression(value, into: first + offset, name: name)
      case .method(.name(let name), _, let node):
        try function(node, into: first + offset, name: name)
      default: break
      }
    }
    builder.emit(.newLiteral, result, first, literal)
    return true
  }

  private mutating func constantObject(
    _ items: [ObjectItem], _ atoms: [Atom], into result: Int
  ) throws(CompileError) -> Bool {
    var values: ContiguousArray<Value> = []
    for item in items {
      guard case .property(_, _, let expression, _) = item,
        let value = try constantValue(expression)
      else { return false }
      values.append(value)
    }
    emitCopy(of: try constantObject(atoms, values), into: result)
    return true
  }

  /// A constant object in the image.
  mutating func constantObject(
    _ atoms: [Atom], _ values: ContiguousArray<Value>
  ) throws(CompileError) -> Value {
    try checked { (machine) throws(Abrupt) in
      let object = try machine.makePlainObject(capacity: atoms.count)
      for (atom, value) in zip(atoms, values) { try machine.addNamed(object, atom, value) }
      return .object(object)
    }
  }

  /// Copies a constant object each time.
  mutating func emitCopy(of object: Value, into result: Int) {
    machine.code.constants.append(object)
    builder.emit(.copyLiteral, result, wide: machine.code.constants.count - 1)
  }

  /// Whether a method uses `super`.
  func usesHome(_ node: FunctionNode) -> Bool {
    let found = scopes[ScopeKey(of: node)]
    return found?.variables[implicit.home] != nil
  }

  /// Whether a name is an array index.
  func isIndex(_ name: Name) -> Bool {
    let text = names.text(name)
    guard let first = text.first, first >= 0x30, first <= 0x39, text.count <= 10 else {
      return false
    }
    return text.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && (text.count == 1 || first != 0x30)
  }

  private mutating func define(_ item: ObjectItem, on object: Int) throws(CompileError) {
    switch item {
    case .spread(let value):
      let register = try expression(value)
      builder.mark(value.range.start)
      builder.emit(.copyProperties, object, register)
    case .property(let name, _, let value, let isShorthand):
      if case .name(let plain) = name, atom(plain) == .protoName, !isShorthand {
        let register = try expression(value)
        builder.emit(.setLiteralProto, object, register)
        return
      }
      let key = try propertyKey(name)
      let register = builder.takeRegister()
      if case .name(let plain) = name {
        try expression(value, into: register, name: plain)
      } else {
        try expression(value, into: register)
        nameIfAnonymous(value, register, key: key, prefix: 0)
      }
      builder.emit(.define, object, key, register)
    case .method(let name, _, let node):
      try defineFunction(name, node, .define, on: object, prefix: 0)
    case .getter(let name, _, let node):
      try defineFunction(name, node, .defineGetter, on: object, prefix: 1)
    case .setter(let name, _, let node):
      try defineFunction(name, node, .defineSetter, on: object, prefix: 2)
    }
  }

  /// Defines a method or accessor whose home object is `object`.
  mutating func defineFunction(
    _ name: PropertyName, _ node: FunctionNode, _ code: Opcode, on object: Int, prefix: Int
  ) throws(CompileError) {
    let key = try propertyKey(name)
    let register = builder.takeRegister()
    try function(node, into: register, name: nil, home: object)
    var isNamed = false
    if case .name = name { isNamed = prefix == 0 && node.name != nil }
    if !isNamed { builder.emit(.nameFunction, register, key, prefix) }
    builder.emit(code, object, key, register)
  }

  /// Names an anonymous function or class that a computed key binds.
  mutating func nameIfAnonymous(_ value: Expression, _ register: Int, key: Int, prefix: Int) {
    switch value.kind {
    case .function(let node) where node.name == nil:
      builder.emit(.nameFunction, register, key, prefix)
    case .classExpression(let node) where node.name == nil:
      builder.emit(.nameFunction, register, key, prefix)
    default: break
    }
  }

  /// Puts a property's key into a register.
  mutating func propertyKey(_ name: PropertyName) throws(CompileError) -> Int {
    let register = builder.takeRegister()
    switch name {
    case .name(let plain):
      let text = try string(plain)
      builder.emit(.loadConstant, register, wide: constant(text))
    case .computed(let key):
      let value = try expression(key)
      builder.mark(key.range.start)
      builder.emit(.toKey, register, value)
    case .privateName(let plain): _ = try load(plain, at: .max, into: register)
    }
    return register
  }

  // MARK: Elements

  mutating func element(_ node: JSXElement, into result: Int) throws(CompileError) {
    if try pattern(node, into: result) { return }
    let type = builder.takeRegister()
    switch node.tag {
    case .value(let tag): try expression(tag, into: type)
    case .host(let name):
      let text = try string(name)
      builder.emit(.loadConstant, type, wide: constant(text))
    case nil:
      let fragment = Value.symbol(machine.intrinsics.fragmentSymbol)
      builder.emit(.loadConstant, type, wide: constant(fragment))
    }
    let props = builder.takeRegister()
    var key = 65_535
    var appliesDefaults = false
    if try !plainProps(node, into: props, key: &key) {
      try spreadProps(node, into: props, key: &key, appliesDefaults: &appliesDefaults)
    }
    builder.mark(node.openingRange.start)
    builder.emit(.makeElement, result, type, props)
    builder.emitDetail(key, appliesDefaults ? 1 : 0)
  }

  /// Makes the props of an element without spread in one step.
  private mutating func plainProps(
    _ node: JSXElement, into props: Int, key: inout Int
  ) throws(CompileError) -> Bool {
    guard node.attributes.count <= ShapeTable.largestCount else { return false }
    var atoms: [Atom] = []
    for attribute in node.attributes {
      guard let name = attributeName(attribute) else { return false }
      let atom = atom(name)
      if atom == .key { continue }
      guard !isIndex(name), atom != .protoName, !atoms.contains(atom), atom != .children else {
        return false
      }
      atoms.append(atom)
    }
    let hasChildren = !node.children.isEmpty
    if hasChildren { atoms.append(.children) }
    guard atoms.count <= ShapeTable.largestCount else { return false }
    if try constantProps(node, atoms, into: props) { return true }
    guard let literal = literal(atoms) else { return false }
    let first = builder.takeRegisters(atoms.count)
    var next = first
    for attribute in node.attributes {
      if let name = attributeName(attribute), atom(name) == .key {
        key = builder.takeRegister()
        try attributeValue(attribute, into: key)
      } else {
        try attributeValue(attribute, into: next)
        next += 1
      }
    }
    if hasChildren { try children(node.children, into: next) }
    builder.emit(.newLiteral, props, first, literal)
    return true
  }

  private mutating func constantProps(
    _ node: JSXElement, _ atoms: [Atom], into props: Int
  ) throws(CompileError) -> Bool {
    var values: ContiguousArray<Value> = []
    for attribute in node.attributes {
      if let name = attributeName(attribute), atom(name) == .key { return false }
      switch attribute {
      case .string(_, _, let text): values.append(try string(text))
      case .flag: values.append(.true)
      case .value(_, _, let expression):
        guard let value = try constantValue(expression) else { return false }
        values.append(value)
      case .spread: return false
      }
    }
    guard node.children.count <= 1 else { return false }
    if let child = node.children.first {
      switch child {
      case .text(let text): values.append(try string(text))
      case .value(let expression):
        guard let value = try constantValue(expression) else { return false }
        values.append(value)
      case .spread: return false
      }
    }
    emitCopy(of: try constantObject(atoms, values), into: props)
    return true
  }

  func attributeName(_ attribute: JSXAttribute) -> Name? {
    switch attribute {
    case .string(let name, _, _), .value(let name, _, _), .flag(let name, _): name
    case .spread: nil
    }
  }

  mutating func attributeValue(
    _ attribute: JSXAttribute, into register: Int
  ) throws(CompileError) {
    switch attribute {
    case .string(_, _, let text):
      let value = try string(text)
      builder.emit(.loadConstant, register, wide: constant(value))
    case .value(let name, _, let value): try expression(value, into: register, name: name)
    case .flag: builder.emit(.loadTrue, register)
    case .spread: break
    }
  }

  /// Makes the props of an element attribute by attribute.
  private mutating func spreadProps(
    _ node: JSXElement, into props: Int, key: inout Int, appliesDefaults: inout Bool
  ) throws(CompileError) {
    builder.emit(.newObject, props)
    var sawSpread = false
    for attribute in node.attributes {
      let mark = builder.nextRegister
      if case .spread(let value) = attribute {
        sawSpread = true
        let register = try expression(value)
        builder.mark(value.range.start)
        builder.emit(.copyAttributes, props, register)
      } else if let name = attributeName(attribute) {
        if atom(name) == .key {
          // A key behind a spread makes the compiler use createElement.
          if sawSpread { appliesDefaults = true }
          key = builder.takeRegister()
          try attributeValue(attribute, into: key)
          continue
        }
        let nameRegister = try propertyKey(.name(name))
        let register = builder.takeRegister()
        try attributeValue(attribute, into: register)
        builder.emit(.define, props, nameRegister, register)
      }
      builder.nextRegister = mark
    }
    guard !node.children.isEmpty else { return }
    let register = builder.takeRegister()
    try children(node.children, into: register)
    builder.emit(.setField, props, register, builder.cache(.children))
  }

  private mutating func children(
    _ list: [JSXChild], into result: Int
  ) throws(CompileError) {
    if list.count == 1 {
      switch list[0] {
      case .text(let text):
        let value = try string(text)
        builder.emit(.loadConstant, result, wide: constant(value))
        return
      case .value(let value):
        try expression(value, into: result)
        return
      case .spread: break
      }
    }
    var items: [ArrayItem] = []
    for child in list {
      switch child {
      case .text(let text):
        let nowhere = SourceRange(start: 0, end: 0)
        items.append(.value(Expression(range: nowhere, kind: .string(text))))
      case .value(let value): items.append(.value(value))
      case .spread(let value): items.append(.spread(value))
      }
    }
    try array(items, into: result)
  }
}
