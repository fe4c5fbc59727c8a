extension Stdlib {
  /// `Boolean`.
  static func installBoolean(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makeObject(
      machine.intrinsics.objectShape, kind: .boxedBoolean, internals: ObjectLayout.primitiveWords,
      capacity: 4)
    machine.heap.initValue(Int(proto) + ObjectLayout.primitive, .false)
    machine.intrinsics.booleanPrototype = proto
    machine.shapes.setProto(.boolean, proto)
    try machine.addConstructor("Boolean", 1, proto: proto, construct)
    try machine.addMethod(proto, "toString", 0) { (machine, call) throws(Abrupt) in
      let flag = try thisBoolean(&machine, call, "toString")
      return try machine.string(of: flag == .true ? .trueText : .falseText)
    }
    try machine.addMethod(proto, "valueOf", 0) { (machine, call) throws(Abrupt) in
      try thisBoolean(&machine, call, "valueOf")
    }
  }

  private static func construct(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let flag = Value(machine.toBoolean(machine.argument(call, 0)))
    if call.newTarget.isUndefined { return flag }
    let proto = try machine.protoOf(
      newTarget: call.newTarget, otherwise: machine.intrinsics.booleanPrototype)
    let object = try machine.makeObject(
      try machine.rootShape(proto: proto), kind: .boxedBoolean,
      internals: ObjectLayout.primitiveWords)
    machine.heap.initValue(Int(object) + ObjectLayout.primitive, flag)
    return .object(object)
  }

  private static func thisBoolean(
    _ machine: inout Machine, _ call: Call, _ method: String
  ) throws(Abrupt) -> Value {
    let this = machine.this(call)
    if this.isBoolean { return this }
    if this.isObject, machine.kind(this.ref) == .boxedBoolean {
      return machine.heap.value(Int(this.ref) + ObjectLayout.primitive)
    }
    throw machine.typeError("Boolean.prototype.\(method) requires that 'this' be a Boolean")
  }
}
