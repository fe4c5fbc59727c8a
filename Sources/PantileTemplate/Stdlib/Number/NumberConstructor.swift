extension Stdlib {
  /// `Number` and its prototype.
  static func installNumber(_ machine: inout Machine) throws(Abrupt) {
    let shape = try machine.rootShape(proto: machine.intrinsics.objectPrototype)
    let proto = try machine.makeObject(
      shape, kind: .boxedNumber, internals: ObjectLayout.primitiveWords, capacity: 8)
    machine.heap.initValue(Int(proto) + ObjectLayout.primitive, Value(0.0))
    machine.intrinsics.numberPrototype = proto
    _ = try machine.rootShape(proto: proto)
    machine.shapes.setProto(.number, proto)
    let constructor = try machine.addConstructor("Number", 1, proto: proto, makeNumber)
    try installNumberStatics(&machine, constructor)
    try installNumberMethods(&machine, proto)
  }

  private static func makeNumber(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    var number = Value(0.0)
    if call.count > 0 {
      let numeric = try machine.toNumeric(machine.argument(call, 0))
      number = numeric.isBigint ? try numberOf(&machine, bigint: numeric.ref) : numeric
    }
    if call.newTarget.isUndefined { return number }
    let proto = try machine.protoOf(
      newTarget: call.newTarget, otherwise: machine.intrinsics.numberPrototype)
    let box = try machine.makeObject(
      try machine.rootShape(proto: proto), kind: .boxedNumber,
      internals: ObjectLayout.primitiveWords)
    machine.heap.initValue(Int(box) + ObjectLayout.primitive, number)
    return .object(box)
  }

  /// The nearest number of a bigint.
  private static func numberOf(
    _ machine: inout Machine, bigint: Ref
  ) throws(Abrupt) -> Value {
    let digits = try machine.bigintString(bigint, radix: 10)
    return Value(try machine.stringToNumber(digits.ref))
  }

  private static func installNumberStatics(
    _ machine: inout Machine, _ constructor: Ref
  ) throws(Abrupt) {
    let tests: [(String, @Sendable (Double) -> Bool)] = [
      ("isFinite", { $0.isFinite }),
      ("isInteger", { $0.isFinite && $0.rounded(.towardZero) == $0 }),
      ("isNaN", { $0.isNaN }),
      (
        "isSafeInteger",
        { $0.rounded(.towardZero) == $0 && abs($0) <= 9_007_199_254_740_991 }
      ),
    ]
    for (name, test) in tests {
      try machine.addMethod(constructor, name, 1) { (machine, call) throws(Abrupt) in
        let value = machine.argument(call, 0)
        return Value(value.isNumber && test(value.number))
      }
    }
    let constants: [(String, Double)] = [
      ("MAX_VALUE", .greatestFiniteMagnitude), ("MIN_VALUE", .leastNonzeroMagnitude),
      ("NaN", .nan), ("NEGATIVE_INFINITY", -.infinity), ("POSITIVE_INFINITY", .infinity),
      ("MAX_SAFE_INTEGER", 9_007_199_254_740_991), ("MIN_SAFE_INTEGER", -9_007_199_254_740_991),
      ("EPSILON", .ulpOfOne),
    ]
    for (name, number) in constants {
      try machine.addConstant(constructor, name, Value(canonical: number))
    }
  }
}
