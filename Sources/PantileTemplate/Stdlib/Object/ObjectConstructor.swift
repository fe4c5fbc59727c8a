extension Stdlib {
  /// `Object` and the functions that make objects, or lists of their properties.
  static func installObject(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.objectPrototype
    let object = try machine.addConstructor("Object", 1, proto: proto, construct)
    try machine.addMethod(object, "assign", 2, assign)
    try machine.addMethod(object, "keys", 1, keys)
    try machine.addMethod(object, "values", 1, values)
    try machine.addMethod(object, "entries", 1, entries)
    try machine.addMethod(object, "fromEntries", 1, fromEntries)
    try machine.addMethod(object, "groupBy", 2, groupBy)
    try machine.addMethod(object, "create", 2, create)
    try machine.addMethod(object, "is", 2) { (machine, call) throws(Abrupt) in
      Value(try machine.sameValue(machine.argument(call, 0), machine.argument(call, 1)))
    }
    try machine.addMethod(object, "hasOwn", 2) { (machine, call) throws(Abrupt) in
      let object = try machine.toObject(machine.argument(call, 0))
      let key = try machine.toPropertyKey(machine.argument(call, 1))
      return Value(try machine.findOwn(object, key) != nil)
    }
    try installDescriptors(&machine, object)
    try installIntegrity(&machine, object)
    try installInheritance(&machine, object)
  }

  private static func construct(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    if !call.newTarget.isUndefined, call.newTarget != .object(machine.callee(call)) {
      let proto = try machine.protoOf(
        newTarget: call.newTarget, otherwise: machine.intrinsics.objectPrototype)
      return .object(try machine.makeObject(try machine.rootShape(proto: proto), capacity: 4))
    }
    let value = machine.argument(call, 0)
    if value.isNullish { return .object(try machine.makePlainObject()) }
    return .object(try machine.toObject(value))
  }

  private static func assign(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let target = Value.object(try machine.toObject(machine.argument(call, 0)))
    for index in 1..<max(1, call.count) {
      let source = machine.argument(call, index)
      try machine.forEachSpread(source) { (machine, key, value) throws(Abrupt) in
        try machine.set(target, key, value)
      }
    }
    return target
  }

  // MARK: Lists of properties

  private static func keys(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.argument(call, 0))
    let result = try machine.makeArray(capacity: machine.namedCount(object))
    try machine.forEachOwn(object, reads: false) { (machine, key, _) throws(Abrupt) in
      try machine.append(try machine.value(of: key), to: result)
    }
    return .object(result)
  }

  private static func values(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.argument(call, 0))
    let result = try machine.makeArray(capacity: machine.namedCount(object))
    try machine.forEachOwn(object, reads: true) { (machine, _, value) throws(Abrupt) in
      try machine.append(value, to: result)
    }
    return .object(result)
  }

  private static func entries(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.argument(call, 0))
    let result = try machine.makeArray(capacity: machine.namedCount(object))
    try machine.forEachOwn(object, reads: true) { (machine, key, value) throws(Abrupt) in
      let pair = try machine.makePair(try machine.value(of: key), value)
      try machine.append(pair, to: result)
    }
    return .object(result)
  }

  private static func fromEntries(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let source = machine.argument(call, 0)
    if source.isNullish {
      throw machine.typeError("undefined is not iterable")
    }
    let result = try machine.makePlainObject()
    try machine.forEachOfArgument(source) { (machine, entry) throws(Abrupt) in
      let (key, value) = try machine.entry(entry)
      try machine.define(result, try machine.toPropertyKey(key), value)
      return true
    }
    return .object(result)
  }

  private static func groupBy(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let source = machine.argument(call, 0)
    if source.isNullish {
      throw machine.typeError("\(try machine.inspect(source)) is not iterable")
    }
    let function = machine.argument(call, 1)
    guard machine.isCallable(function) else {
      throw machine.typeError("\(try machine.inspect(function)) is not a function")
    }
    let result = try machine.makeObject(try machine.rootShape(proto: 0), capacity: 4)
    var index = 0
    try machine.forEachOfArgument(source) { (machine, value) throws(Abrupt) in
      let name = try machine.call(function, this: .undefined, value, Value(index))
      index += 1
      let key = try machine.toPropertyKey(name)
      if let group = try machine.findOwn(result, key) {
        try machine.append(value, to: group.value.ref)
      } else {
        let group = try machine.makeArray(capacity: 4)
        try machine.append(value, to: group)
        try machine.define(result, key, .object(group))
      }
      return true
    }
    return .object(result)
  }

  private static func create(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let proto = machine.argument(call, 0)
    guard proto.isObject || proto.isNull else {
      throw machine.typeError(
        "Object prototype may only be an Object or null: \(try machine.inspect(proto))")
    }
    let shape = try machine.rootShape(proto: proto.isNull ? 0 : proto.ref)
    let object = try machine.makeObject(shape, capacity: 4)
    let properties = machine.argument(call, 1)
    if !properties.isUndefined { try machine.defineProperties(object, properties) }
    return .object(object)
  }
}

extension Machine {
  /// The two parts of `[key, value]`.
  mutating func entry(_ value: Value) throws(Abrupt) -> (key: Value, value: Value) {
    guard value.isObject else {
      throw typeError("Iterator value \(try inspect(value)) is not an entry object")
    }
    let first = try elementOrUndefined(value.ref, 0)
    return (first, try elementOrUndefined(value.ref, 1))
  }
}
