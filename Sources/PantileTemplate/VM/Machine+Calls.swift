internal import PantileJSON

// Calls of functions by native code. Calls between functions of the template are in the
// interpreter and need no host stack.

extension Machine {
  // MARK: Calling

  /// Calls a function without arguments.
  mutating func call(_ function: Value, this: Value) throws(Abrupt) -> Value {
    let base = try pushCall(function, this, count: 0)
    return try finishCall(base, 0)
  }

  /// Calls a function with one argument.
  mutating func call(_ function: Value, this: Value, _ first: Value) throws(Abrupt) -> Value {
    let base = try pushCall(function, this, count: 1)
    stack.store64(base + 16, first.bits)
    return try finishCall(base, 1)
  }

  /// Calls a function with two arguments.
  mutating func call(
    _ function: Value, this: Value, _ first: Value, _ second: Value
  ) throws(Abrupt) -> Value {
    let base = try pushCall(function, this, count: 2)
    stack.store64(base + 16, first.bits)
    stack.store64(base + 24, second.bits)
    return try finishCall(base, 2)
  }

  /// Calls a function with three arguments.
  mutating func call(
    _ function: Value, this: Value, _ first: Value, _ second: Value, _ third: Value
  ) throws(Abrupt) -> Value {
    let base = try pushCall(function, this, count: 3)
    stack.store64(base + 16, first.bits)
    stack.store64(base + 24, second.bits)
    stack.store64(base + 32, third.bits)
    return try finishCall(base, 3)
  }

  /// Calls a function with the elements of a list.
  mutating func call(
    _ function: Value, this: Value, arguments: ContiguousArray<Value>,
    newTarget: Value = .undefined
  ) throws(Abrupt) -> Value {
    let base = try pushCall(function, this, count: arguments.count)
    for index in arguments.indices {
      stack.store64(base + 16 + index * 8, arguments[index].bits)
    }
    return try finishCall(base, arguments.count, newTarget: newTarget)
  }

  /// `new constructor(...arguments)`.
  mutating func construct(
    _ constructor: Value, _ arguments: ContiguousArray<Value>, newTarget: Value? = nil
  ) throws(Abrupt) -> Value {
    guard isConstructor(constructor) else {
      throw typeError("\(try inspect(constructor)) is not a constructor")
    }
    return try call(
      constructor, this: .uninitialised, arguments: arguments,
      newTarget: newTarget ?? constructor)
  }

  private mutating func pushCall(
    _ function: Value, _ this: Value, count: Int
  ) throws(Abrupt) -> Int {
    let base = stackTop
    try reserveStack(base + 16 + count * 8)
    stack.store64(base, function.bits)
    stack.store64(base + 8, this.bits)
    stackTop = base + 16 + count * 8
    return base
  }

  private mutating func finishCall(
    _ base: Int, _ count: Int, newTarget: Value = .undefined
  ) throws(Abrupt) -> Value {
    let result = try invoke(base, count, newTarget)
    stackTop = base
    return result
  }

  /// Runs the call whose registers lie at `base`.
  mutating func invoke(
    _ base: Int, _ count: Int, _ newTarget: Value
  ) throws(Abrupt) -> Value {
    let callee = Value(bits: stack.load64(base))
    guard callee.isObject else { throw typeError("\(try inspect(callee)) is not a function") }
    switch kind(callee.ref) {
    case .closure:
      try checkHostStack()
      try enter(base, count, newTarget, target: 0, isEntry: true)
      return try run()
    case .native, .component:
      try checkHostStack()
      let id = Int(heap.load32(Int(callee.ref) + ObjectLayout.nativeID))
      try charge(1)
      return try natives[id].function(
        &self, Call(base: base, count: count, newTarget: newTarget))
    case .bound:
      try checkHostStack()
      return try invokeBound(callee.ref, base, count, newTarget)
    default:
      throw typeError("\(try inspect(callee)) is not a function")
    }
  }

  private mutating func invokeBound(
    _ bound: Ref, _ base: Int, _ count: Int, _ newTarget: Value
  ) throws(Abrupt) -> Value {
    let target = heap.value(Int(bound) + ObjectLayout.boundTarget)
    let this = heap.value(Int(bound) + ObjectLayout.boundThis)
    let first = heap.value(Int(bound) + ObjectLayout.boundArguments).ref
    var arguments: ContiguousArray<Value> = []
    for index in 0..<arrayLength(first) { arguments.append(denseElement(first, index)) }
    for index in 0..<count {
      arguments.append(Value(bits: stack.load64(base + 16 + index * 8)))
    }
    let isConstruction = !newTarget.isUndefined
    let forwarded = newTarget == .object(bound) ? target : newTarget
    return try call(
      target, this: isConstruction ? .uninitialised : this, arguments: arguments,
      newTarget: forwarded)
  }

  /// Whether `new` may be applied.
  mutating func isConstructor(_ value: Value) -> Bool {
    guard value.isObject else { return false }
    let at = Int(value.ref)
    switch kind(value.ref) {
    case .closure:
      let id = Int(heap.load32(at + ObjectLayout.functionID))
      return code.functions[id].flags.contains(.isConstructor)
    case .native:
      return natives[Int(heap.load32(at + ObjectLayout.nativeID))].isConstructor
    case .bound:
      return isConstructor(heap.value(at + ObjectLayout.boundTarget))
    default: return false
    }
  }

  /// The prototype that `new` gives an object: `newTarget.prototype`, else the built-in one.
  mutating func protoOf(newTarget: Value, otherwise proto: Ref) throws(Abrupt) -> Ref {
    guard newTarget.isObject else { return proto }
    let wanted = try get(newTarget.ref, .prototype)
    return wanted.isObject ? wanted.ref : proto
  }

  // MARK: Frames

  /// Makes room in the register stack up to a byte offset.
  @inline(__always)
  mutating func reserveStack(_ end: Int) throws(Abrupt) {
    if end + 64 > stack.capacity { try growStack(end) }
  }

  private mutating func growStack(_ end: Int) throws(Abrupt) {
    stack.top = stack.capacity
    do throws(ArenaFull) { try stack.grow(end + 64 - stack.capacity) } catch {
      throw rangeError("Maximum call stack size exceeded")
    }
  }

  /// Begins the frame of a closure whose callee, `this` and arguments lie at `base`.
  @inline(__always)
  mutating func enter(
    _ base: Int, _ count: Int, _ newTarget: Value, target: Int, isEntry: Bool
  ) throws(Abrupt) {
    let closure = Value(bits: stack.load64(base)).ref
    let id = Int(heap.load32(Int(closure) + ObjectLayout.functionID))
    let function = code.functions[id]
    let end = base + Int(function.registerCount) * 8
    guard frames.count < limits.callDepth else {
      throw rangeError("Maximum call stack size exceeded")
    }
    try reserveStack(max(end, base + 16 + count * 8))
    var missing = count
    while missing < Int(function.parameterCount) {
      stack.store64(base + 16 + missing * 8, Value.undefined.bits)
      missing += 1
    }
    if !function.flags.isDisjoint(with: .unusual) || !newTarget.isUndefined {
      try prepare(function, closure, base, count, newTarget)
    }
    frames.append(
      Frame(
        base: base, function: id, returnPosition: position + 1, target: target,
        argumentCount: count, newTarget: newTarget, isEntry: isEntry))
    stackTop = end
    position = Int(function.start)
  }

  /// What only some functions need: rest and `arguments` objects, construction.
  private mutating func prepare(
    _ function: FunctionCode, _ closure: Ref, _ base: Int, _ count: Int, _ newTarget: Value
  ) throws(Abrupt) {
    if function.flags.contains(.isClassConstructor), newTarget.isUndefined {
      throw typeError(
        "Class constructor \(atoms.string(function.name)) cannot be invoked without 'new'")
    }
    // The registers behind the parameters are reserved for these, in this order.
    var place = base + 16 + Int(function.parameterCount) * 8
    let rest =
      function.flags.contains(.hasRest)
      ? try makeArguments(
        base, from: Int(function.parameterCount), count: count, isArray: true) : 0
    if function.flags.contains(.usesArguments) {
      let all = try makeArguments(base, from: 0, count: count, isArray: false)
      stack.store64(place, Value.object(all).bits)
      place += 8
    }
    if rest != 0 { stack.store64(place, Value.object(rest).bits) }
    if !newTarget.isUndefined, !function.flags.contains(.isDerivedConstructor) {
      let proto = try protoOf(newTarget: newTarget, otherwise: intrinsics.objectPrototype)
      let this = try makeObject(try rootShape(proto: proto), capacity: 4)
      stack.store64(base + 8, Value.object(this).bits)
    }
  }

  private mutating func makeArguments(
    _ base: Int, from first: Int, count: Int, isArray: Bool
  ) throws(Abrupt) -> Ref {
    let number = max(0, count - first)
    let array = try makeArray(capacity: number)
    let elements = Int(heap.load32(Int(array) + ObjectLayout.elements))
    for index in 0..<number {
      heap.init64(elements + index * 8, stack.load64(base + 16 + (first + index) * 8))
    }
    heap.init32(Int(array) + ObjectLayout.length, UInt32(number))
    if isArray { return array }
    heap.store8(Int(array) + ObjectLayout.kind, ObjectKind.arguments.rawValue)
    setShape(array, intrinsics.objectShape)
    try addNamed(array, .length, Value(number), .hidden)
    let iterator = Value.object(intrinsics.arrayValues)
    try addNamed(array, .symbolIterator, iterator, .hidden)
    return array
  }
}
