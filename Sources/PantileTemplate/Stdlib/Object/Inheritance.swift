extension Stdlib {
  /// The functions of `Object` about prototypes, and `__proto__`.
  static func installInheritance(_ machine: inout Machine, _ object: Ref) throws(Abrupt) {
    try machine.addMethod(object, "getPrototypeOf", 1) { (machine, call) throws(Abrupt) in
      try machine.protoValue(machine.argument(call, 0))
    }
    try machine.addMethod(object, "setPrototypeOf", 2) { (machine, call) throws(Abrupt) in
      let value = machine.argument(call, 0)
      if value.isNullish {
        throw machine.typeError("Object.setPrototypeOf called on null or undefined")
      }
      let proto = machine.argument(call, 1)
      guard proto.isObject || proto.isNull else {
        throw machine.typeError(
          "Object prototype may only be an Object or null: \(try machine.inspect(proto))")
      }
      try machine.changeProto(value, to: proto)
      return value
    }
    let getter = try machine.makeNative("get __proto__", 0) { (machine, call) throws(Abrupt) in
      try machine.protoValue(machine.this(call))
    }
    let setter = try machine.makeNative("set __proto__", 1) { (machine, call) throws(Abrupt) in
      let proto = machine.argument(call, 0)
      let this = machine.this(call)
      if this.isNullish {
        throw machine.typeError("Object.prototype.__proto__ called on null or undefined")
      }
      if proto.isObject || proto.isNull { try machine.changeProto(this, to: proto) }
      return .undefined
    }
    try machine.defineAccessor(
      machine.intrinsics.objectPrototype, PropertyKey(.protoName), getter: .object(getter),
      setter: .object(setter), .configurable)
  }
}

extension Machine {
  /// What `Object.getPrototypeOf` gives.
  mutating func protoValue(_ value: Value) throws(Abrupt) -> Value {
    if value.isObject {
      let proto = proto(value.ref)
      return proto == 0 ? .null : .object(proto)
    }
    guard let proto = primitiveProto(value) else {
      throw typeError("Cannot convert undefined or null to object")
    }
    return .object(proto)
  }

  /// Makes an object inherit from another or from nothing; primitives stay as they are.
  mutating func changeProto(_ value: Value, to proto: Value) throws(Abrupt) {
    guard value.isObject else { return }
    let wanted = proto.isNull ? 0 : proto.ref
    if self.proto(value.ref) == wanted { return }
    if value.ref == intrinsics.objectPrototype {
      throw typeError(
        "Immutable prototype object 'Object.prototype' cannot have their prototype set")
    }
    if flags(value.ref).contains(.nonExtensible) {
      throw typeError("\(try inspect(value)) is not extensible")
    }
    var holder = wanted
    while holder != 0 {
      if holder == value.ref { throw typeError("Cyclic __proto__ value") }
      try charge(1)
      holder = self.proto(holder)
    }
    try setProto(value.ref, wanted)
  }
}
