extension Stdlib {
  /// `Function`, whose use as a constructor is refused, and the methods of functions.
  static func installFunction(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.functionPrototype
    try machine.addConstructor("Function", 1, proto: proto, refuse)
    let evaluate = try machine.makeNative("eval", 1, refuse)
    try machine.addNamed(
      machine.intrinsics.global, machine.nameAtom("eval"), .object(evaluate), .hidden)
    try machine.addMethod(proto, "call", 1, call)
    try machine.addMethod(proto, "apply", 2, apply)
    try machine.addMethod(proto, "bind", 1, bind)
    try machine.addMethod(proto, "toString", 0, toString)
    let check = try machine.makeNative("[Symbol.hasInstance]", 1) {
      (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      guard machine.isCallable(this) else { return .false }
      return Value(try machine.ordinaryIsInstance(machine.argument(call, 0), this))
    }
    try machine.addNamed(proto, .symbolHasInstance, .object(check), [])
  }

  private static func refuse(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    throw machine.failure(
      machine.intrinsics.evalErrorPrototype, "eval is not supported in widget templates")
  }

  private static func call(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    guard machine.isCallable(machine.this(call)) else { throw machine.notCallable() }
    // `this` and the arguments of the call are those of the function but for one place.
    if call.count == 0 {
      try machine.reserveStack(call.base + 24)
      machine.stack.store64(call.base + 16, Value.undefined.bits)
    }
    let top = machine.stackTop
    machine.stackTop = max(top, call.base + 24)
    let result = try machine.invoke(call.base + 8, max(0, call.count - 1), .undefined)
    machine.stackTop = top
    return result
  }

  private static func apply(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let function = machine.this(call)
    guard machine.isCallable(function) else { throw machine.notCallable() }
    let list = machine.argument(call, 1)
    if list.isNullish { return try machine.call(function, this: machine.argument(call, 0)) }
    let arguments = try machine.arguments(from: list)
    return try machine.call(function, this: machine.argument(call, 0), arguments: arguments)
  }

  private static func bind(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let target = machine.this(call)
    guard machine.isCallable(target) else {
      throw machine.typeError("Bind must be called on a function")
    }
    let count = max(0, call.count - 1)
    let list = try machine.makeArray(capacity: count)
    for index in 0..<count { try machine.push(list, machine.argument(call, index + 1)) }
    let bound = try machine.makeObject(
      try machine.rootShape(proto: machine.proto(target.ref)), kind: .bound,
      internals: ObjectLayout.boundWords)
    let at = Int(bound)
    machine.heap.initValue(at + ObjectLayout.boundTarget, target)
    machine.heap.initValue(at + ObjectLayout.boundThis, machine.argument(call, 0))
    machine.heap.initValue(at + ObjectLayout.boundArguments, .object(list))
    try nameBound(&machine, bound, target.ref, count)
    return .object(bound)
  }

  /// Copies name and length of a function that somebody may have changed.
  private static func nameBound(
    _ machine: inout Machine, _ bound: Ref, _ target: Ref, _ count: Int
  ) throws(Abrupt) {
    guard machine.findNamed(target, .name) != nil || machine.findNamed(target, .length) != nil
    else { return }
    var length = 0.0
    if try machine.findOwn(target, .length) != nil {
      let value = try machine.get(target, .length)
      if value.isNumber { length = max(0, try machine.toInteger(value) - Double(count)) }
    }
    let name = try machine.get(target, .name)
    let text = name.isString ? try machine.swiftString(name.ref) : ""
    try machine.addNamed(bound, .length, Value(length), .configurable)
    let full = try machine.makeString("bound " + text)
    try machine.addNamed(bound, .name, full, .configurable)
  }

  private static func toString(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let this = machine.this(call)
    guard machine.isCallable(this) else {
      throw machine.typeError("Function.prototype.toString requires that 'this' be a Function")
    }
    return try machine.makeString(try machine.functionText(this.ref))
  }
}

extension Machine {
  /// The elements of an array-like object as arguments of a call.
  mutating func arguments(from list: Value) throws(Abrupt) -> ContiguousArray<Value> {
    guard list.isObject else { throw typeError("CreateListFromArrayLike called on non-object") }
    let length = try lengthOf(list.ref)
    guard length <= 131_072 else { throw rangeError("Maximum call stack size exceeded") }
    try charge(bytes: length * 8)
    var arguments: ContiguousArray<Value> = []
    arguments.reserveCapacity(length)
    for index in 0..<length { arguments.append(try elementOrUndefined(list.ref, index)) }
    return arguments
  }
}
