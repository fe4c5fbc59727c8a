extension Stdlib {
  /// Methods of arrays that look for a value or read one element.
  static func installArraySearch(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.arrayPrototype
    try machine.addMethod(proto, "includes", 1, includes)
    try machine.addMethod(proto, "indexOf", 1, indexOf)
    try machine.addMethod(proto, "lastIndexOf", 1, lastIndexOf)
    try machine.addMethod(proto, "at", 1, at)
  }

  private static func includes(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let wanted = machine.argument(call, 0)
    guard length > 0 else { return .false }
    var index = try machine.relativeIndex(machine.argument(call, 1), count: length, otherwise: 0)
    while index < length {
      try machine.charge(1)
      let value = try machine.elementOrUndefined(object, index)
      if try machine.sameValueZero(value, wanted) { return .true }
      index += 1
    }
    return .false
  }

  private static func indexOf(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call, "indexOf")
    let wanted = machine.argument(call, 0)
    guard length > 0 else { return Value(-1) }
    var index = try machine.relativeIndex(machine.argument(call, 1), count: length, otherwise: 0)
    while index < length {
      try machine.charge(1)
      if let value = try machine.element(object, index), try machine.strictlyEqual(value, wanted) {
        return Value(index)
      }
      index += 1
    }
    return Value(-1)
  }

  private static func lastIndexOf(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let wanted = machine.argument(call, 0)
    guard length > 0 else { return Value(-1) }
    var index = length - 1
    if call.count > 1 {
      let start = try machine.toInteger(machine.argument(call, 1))
      index = Int(start < 0 ? max(-1, Double(length) + start) : min(start, Double(length - 1)))
    }
    while index >= 0 {
      try machine.charge(1)
      if let value = try machine.element(object, index), try machine.strictlyEqual(value, wanted) {
        return Value(index)
      }
      index -= 1
    }
    return Value(-1)
  }

  private static func at(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let wanted = try machine.toInteger(machine.argument(call, 0))
    let index = wanted < 0 ? Double(length) + wanted : wanted
    guard index >= 0, index < Double(length) else { return .undefined }
    return try machine.elementOrUndefined(object, Int(index))
  }
}
