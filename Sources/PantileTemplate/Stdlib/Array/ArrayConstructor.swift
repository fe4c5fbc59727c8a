extension Stdlib {
  /// `Array` and its own functions.
  static func installArrayConstructor(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.arrayPrototype
    let constructor = try machine.addConstructor("Array", 1, proto: proto, construct)
    try machine.addMethod(constructor, "isArray", 1) { (machine, call) throws(Abrupt) in
      Value(machine.isArray(machine.argument(call, 0)))
    }
    try machine.addMethod(constructor, "from", 1, from)
    try machine.addMethod(constructor, "of", 0, of)
    try machine.addGetter(constructor, "@@species") { (machine, call) throws(Abrupt) in
      machine.this(call)
    }
  }

  private static func construct(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let proto = try machine.protoOf(
      newTarget: call.newTarget, otherwise: machine.intrinsics.arrayPrototype)
    let first = machine.argument(call, 0)
    let isLength = call.count == 1 && first.isNumber
    let array = try machine.makeArray(capacity: isLength ? 0 : call.count)
    if proto != machine.intrinsics.arrayPrototype { try machine.setProto(array, proto) }
    if isLength {
      let length = machine.toUInt32(first.number)
      guard Double(length) == first.number else { throw machine.rangeError("Invalid array length") }
      try machine.setArrayLength(array, length)
    } else {
      for index in 0..<call.count { try machine.push(array, machine.argument(call, index)) }
    }
    return .object(array)
  }

  /// The array that `Array.from` and `Array.of` fill: the receiver's own kind if it is one.
  private static func makeTarget(
    _ machine: inout Machine, _ call: Call, length: Int?
  ) throws(Abrupt) -> Ref {
    let this = machine.this(call)
    let builtIn = machine.findNamed(machine.intrinsics.arrayPrototype, .constructor)
    if machine.isConstructor(this), this != builtIn?.value {
      let arguments: ContiguousArray<Value> = length.map { [Value($0)] } ?? []
      let made = try machine.construct(this, arguments)
      return try machine.toObject(made)
    }
    let count = length ?? 0
    guard count <= 4_294_967_295 else { throw machine.rangeError("Invalid array length") }
    return try machine.makeArray(capacity: min(count, 1024))
  }

  private static func from(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let items = machine.argument(call, 0)
    let function = machine.argument(call, 1)
    if !function.isUndefined, !machine.isCallable(function) {
      throw machine.typeError("\(try machine.inspect(function)) is not a function")
    }
    if items.isNullish { throw machine.notIterableValue(items) }
    if try machine.isIterable(items) { return try fromIterable(&machine, call, items, function) }
    let source = try machine.toObject(items)
    let length = try machine.lengthOf(source)
    let target = try makeTarget(&machine, call, length: length)
    let isMapped = !function.isUndefined
    for index in 0..<length {
      try machine.charge(1)
      var value = try machine.elementOrUndefined(source, index)
      if isMapped {
        value = try machine.call(function, this: machine.argument(call, 2), value, Value(index))
      }
      try put(&machine, value, in: target, index)
    }
    try machine.setLength(target, length)
    return .object(target)
  }

  private static func fromIterable(
    _ machine: inout Machine, _ call: Call, _ items: Value, _ function: Value
  ) throws(Abrupt) -> Value {
    let target = try makeTarget(&machine, call, length: nil)
    let this = machine.argument(call, 2)
    var index = 0
    try machine.forEach(in: items) { (machine, element) throws(Abrupt) in
      var value = element
      if !function.isUndefined {
        value = try machine.call(function, this: this, element, Value(index))
      }
      try put(&machine, value, in: target, index)
      index += 1
      return true
    }
    try machine.setLength(target, index)
    return .object(target)
  }

  private static func put(
    _ machine: inout Machine, _ value: Value, in target: Ref, _ index: Int
  ) throws(Abrupt) {
    if machine.kind(target) == .array, machine.hasPlainElements(target),
      index == Int(machine.arrayLength(target))
    {
      try machine.append(value, to: target)
    } else {
      try machine.define(target, try machine.key(at: index), value)
    }
  }

  private static func of(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let target = try makeTarget(&machine, call, length: call.count)
    for index in 0..<call.count {
      try put(&machine, machine.argument(call, index), in: target, index)
    }
    try machine.setLength(target, call.count)
    return .object(target)
  }
}
