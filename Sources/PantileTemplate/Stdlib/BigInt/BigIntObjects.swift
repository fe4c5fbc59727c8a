extension Stdlib {
  /// `BigInt`.
  static func installBigInt(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.bigintPrototype = proto
    machine.shapes.setProto(.bigint, proto)
    let constructor = try machine.addConstructor("BigInt", 1, proto: proto, convert)
    try machine.addMethod(constructor, "asUintN", 2) { (machine, call) throws(Abrupt) in
      let bits = try bitCount(&machine, call)
      let integer = try machine.toBigInteger(machine.argument(call, 1))
      guard !integer.isNegative || bits <= 1 << 22 else {
        throw machine.rangeError("Maximum BigInt size exceeded")
      }
      return try machine.makeBigint(integer.wrapped(unsigned: bits))
    }
    try machine.addMethod(constructor, "asIntN", 2) { (machine, call) throws(Abrupt) in
      let bits = try bitCount(&machine, call)
      let integer = try machine.toBigInteger(machine.argument(call, 1))
      if bits > integer.magnitude.bitCount { return try machine.makeBigint(integer) }
      return try machine.makeBigint(integer.wrapped(signed: bits))
    }
    try machine.addMethod(proto, "toString", 0, toString)
    try machine.addMethod(proto, "valueOf", 0) { (machine, call) throws(Abrupt) in
      .bigint(try thisBigint(&machine, call, "valueOf"))
    }
    try machine.addTag(proto, "BigInt")
  }

  private static func bitCount(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Int {
    let bits = try machine.toInteger(machine.argument(call, 0))
    guard bits >= 0, bits <= 9_007_199_254_740_991 else {
      throw machine.rangeError("Invalid value: not (convertible to) a safe integer")
    }
    return Int(bits)
  }

  private static func convert(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    guard call.newTarget.isUndefined else {
      throw machine.typeError("BigInt is not a constructor")
    }
    let value = try machine.toPrimitive(machine.argument(call, 0), hint: .number)
    guard value.isNumber else { return try machine.makeBigint(try machine.toBigInteger(value)) }
    guard let integer = BigInteger(exactly: value.number) else {
      let text = try machine.swiftText(value)
      throw machine.rangeError(
        "The number \(text) cannot be converted to a BigInt because it is not an integer")
    }
    return try machine.makeBigint(integer)
  }

  private static func toString(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let ref = try thisBigint(&machine, call, "toString")
    let wanted = machine.argument(call, 0)
    let radix = wanted.isUndefined ? 10 : try machine.toInteger(wanted)
    guard radix >= 2, radix <= 36 else {
      throw machine.rangeError("toString() radix argument must be between 2 and 36")
    }
    return try machine.bigintString(ref, radix: Int(radix))
  }

  private static func thisBigint(
    _ machine: inout Machine, _ call: Call, _ method: String
  ) throws(Abrupt) -> Ref {
    let this = machine.this(call)
    if this.isBigint { return this.ref }
    if this.isObject, machine.kind(this.ref) == .boxedBigint {
      return machine.heap.value(Int(this.ref) + ObjectLayout.primitive).ref
    }
    throw machine.typeError("BigInt.prototype.\(method) requires that 'this' be a BigInt")
  }
}

extension Machine {
  /// The integer that a value stands for where a bigint is wanted; numbers are refused.
  mutating func toBigInteger(_ value: Value) throws(Abrupt) -> BigInteger {
    let primitive = try toPrimitive(value, hint: .number)
    if primitive.isBigint {
      try charge(bytes: Int(heap.load32(Int(primitive.ref) + 4)) * 4)
      return bigint(primitive.ref)
    }
    if primitive.isBoolean { return BigInteger(primitive == .true ? 1 : 0) }
    guard primitive.isString else {
      throw typeError("Cannot convert \(try inspect(primitive)) to a BigInt")
    }
    if let integer = try integer(fromText: primitive.ref) { return integer }
    throw syntaxError("Cannot convert \(try swiftString(primitive.ref)) to a BigInt")
  }
}
