extension Stdlib {
  /// Methods of arrays that call a function once an element.
  static func installArrayCallbacks(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.arrayPrototype
    try machine.addMethod(proto, "map", 1, map)
    try machine.addMethod(proto, "filter", 1, filter)
    try machine.addMethod(proto, "forEach", 1, forEach)
    try machine.addMethod(proto, "some", 1, some)
    try machine.addMethod(proto, "every", 1, every)
    try machine.addMethod(proto, "find", 1, find)
    try machine.addMethod(proto, "findIndex", 1, findIndex)
    try machine.addMethod(proto, "findLast", 1, findLast)
    try machine.addMethod(proto, "findLastIndex", 1, findLastIndex)
    try machine.addMethod(proto, "reduce", 1, reduce)
    try machine.addMethod(proto, "reduceRight", 1, reduceRight)
  }

  private static func map(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call, "map")
    let callback = try machine.callback(
      machine.argument(call, 0), this: machine.argument(call, 1), count: 3)
    let result = try machine.makeResult(length: length, like: object)
    for index in 0..<length {
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      let mapped = try machine.call(callback, value, Value(index), .object(object))
      try machine.place(mapped, in: result, index)
    }
    return .object(result)
  }

  private static func filter(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call, "filter")
    let callback = try machine.callback(
      machine.argument(call, 0), this: machine.argument(call, 1), count: 3)
    let result = try machine.makeArray(capacity: min(length, 8))
    for index in 0..<length {
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      let verdict = try machine.call(callback, value, Value(index), .object(object))
      if machine.toBoolean(verdict) { try machine.append(value, to: result) }
    }
    return .object(result)
  }

  private static func forEach(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call, "forEach")
    let callback = try machine.callback(
      machine.argument(call, 0), this: machine.argument(call, 1), count: 3)
    for index in 0..<length {
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      _ = try machine.call(callback, value, Value(index), .object(object))
    }
    return .undefined
  }

  private static func some(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    Value(try findExisting(&machine, call, "some", wanted: true))
  }

  private static func every(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    Value(!(try findExisting(&machine, call, "every", wanted: false)))
  }

  /// Whether the function answers `wanted` for an element that exists.
  private static func findExisting(
    _ machine: inout Machine, _ call: Call, _ name: StaticString, wanted: Bool
  ) throws(Abrupt) -> Bool {
    let (object, length) = try machine.arrayLike(call, name)
    let callback = try machine.callback(
      machine.argument(call, 0), this: machine.argument(call, 1), count: 3)
    for index in 0..<length {
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      let verdict = try machine.call(callback, value, Value(index), .object(object))
      if machine.toBoolean(verdict) == wanted { return true }
    }
    return false
  }

  // MARK: Finding

  private static func find(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    try findFirst(&machine, call, "find")?.value ?? .undefined
  }

  private static func findIndex(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    Value(try findFirst(&machine, call, "findIndex")?.index ?? -1)
  }

  private static func findLast(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    try findFinal(&machine, call, "findLast")?.value ?? .undefined
  }

  private static func findLastIndex(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    Value(try findFinal(&machine, call, "findLastIndex")?.index ?? -1)
  }

  private static func findFirst(
    _ machine: inout Machine, _ call: Call, _ name: StaticString
  ) throws(Abrupt) -> (value: Value, index: Int)? {
    let (object, length) = try machine.arrayLike(call, name)
    let callback = try machine.callback(
      machine.argument(call, 0), this: machine.argument(call, 1), count: 3)
    for index in 0..<length {
      try machine.charge(1)
      let value = try machine.elementOrUndefined(object, index)
      let verdict = try machine.call(callback, value, Value(index), .object(object))
      if machine.toBoolean(verdict) { return (value, index) }
    }
    return nil
  }

  private static func findFinal(
    _ machine: inout Machine, _ call: Call, _ name: StaticString
  ) throws(Abrupt) -> (value: Value, index: Int)? {
    let (object, length) = try machine.arrayLike(call, name)
    let callback = try machine.callback(
      machine.argument(call, 0), this: machine.argument(call, 1), count: 3)
    var index = length
    while index > 0 {
      index -= 1
      try machine.charge(1)
      let value = try machine.elementOrUndefined(object, index)
      let verdict = try machine.call(callback, value, Value(index), .object(object))
      if machine.toBoolean(verdict) { return (value, index) }
    }
    return nil
  }

  // MARK: Reducing

  private static func reduce(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call, "reduce")
    let callback = try machine.callback(machine.argument(call, 0), count: 4)
    var result = call.count > 1 ? machine.argument(call, 1) : .hole
    for index in 0..<length {
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      result =
        result.isHole
        ? value : try machine.call(callback, result, value, Value(index), .object(object))
    }
    return try reduced(&machine, result)
  }

  private static func reduceRight(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call, "reduceRight")
    let callback = try machine.callback(machine.argument(call, 0), count: 4)
    var result = call.count > 1 ? machine.argument(call, 1) : .hole
    var index = length
    while index > 0 {
      index -= 1
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      result =
        result.isHole
        ? value : try machine.call(callback, result, value, Value(index), .object(object))
    }
    return try reduced(&machine, result)
  }

  private static func reduced(
    _ machine: inout Machine, _ result: Value
  ) throws(Abrupt) -> Value {
    if result.isHole { throw machine.typeError("Reduce of empty array with no initial value") }
    return result
  }
}
