extension Stdlib {
  /// Methods of arrays that give another array with the same elements, or some of them.
  static func installArrayCopies(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.arrayPrototype
    try machine.addMethod(proto, "slice", 2, slice)
    try machine.addMethod(proto, "concat", 1, concat)
    try machine.addMethod(proto, "flat", 0, flat)
    try machine.addMethod(proto, "flatMap", 1, flatMap)
    try machine.addMethod(proto, "toReversed", 0, toReversed)
    try machine.addMethod(proto, "toSpliced", 2, toSpliced)
    try machine.addMethod(proto, "with", 2, with)
  }

  private static func slice(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let start = try machine.relativeIndex(machine.argument(call, 0), count: length, otherwise: 0)
    let end = try machine.relativeIndex(
      machine.argument(call, 1), count: length, otherwise: length)
    let count = max(0, end - start)
    if machine.kind(object) == .array, end <= Int(machine.elementCapacity(object)),
      end <= Int(machine.arrayLength(object))
    {
      let result = try machine.makeArray(capacity: count)
      try machine.charge(bytes: count * 8)
      let elements = Int(machine.heap.load32(Int(object) + ObjectLayout.elements))
      if count > 0 {
        machine.heap.initCopy(
          from: elements + start * 8, to: Int(result) + ObjectLayout.internals,
          byteCount: count * 8)
      }
      machine.heap.init32(Int(result) + ObjectLayout.length, UInt32(count))
      return .object(result)
    }
    let result = try machine.makeResult(length: count, like: object)
    for index in 0..<count {
      try machine.charge(1)
      if let value = try machine.element(object, start + index) {
        try machine.place(value, in: result, index)
      }
    }
    return .object(result)
  }

  // MARK: concat

  private static func concat(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let this = machine.this(call)
    if this.isNullish {
      throw machine.typeError("Array.prototype.concat called on null or undefined")
    }
    let receiver = Value.object(try machine.toObject(this))
    let result = try machine.makeArray(capacity: try concatSize(&machine, receiver, call))
    var length = try concat(&machine, receiver, to: result, length: 0)
    for index in 0..<call.count {
      length = try concat(&machine, machine.argument(call, index), to: result, length: length)
    }
    guard length <= 4_294_967_295 else { throw machine.rangeError("Invalid array length") }
    if length != Int(machine.arrayLength(result)) {
      try machine.setArrayLength(result, UInt32(length))
    }
    return .object(result)
  }

  /// How many elements the result will have if everything is as it looks.
  private static func concatSize(
    _ machine: inout Machine, _ receiver: Value, _ call: Call
  ) throws(Abrupt) -> Int {
    var size = 0
    for index in -1..<call.count {
      let value = index < 0 ? receiver : machine.argument(call, index)
      let extent =
        machine.isArray(value)
        ? min(machine.arrayLength(value.ref), machine.elementCapacity(value.ref)) : 1
      size += Int(extent)
    }
    return size
  }

  private static func concat(
    _ machine: inout Machine, _ value: Value, to result: Ref, length: Int
  ) throws(Abrupt) -> Int {
    guard try isSpreadable(&machine, value) else {
      try machine.charge(1)
      try put(&machine, value, in: result, length)
      return length + 1
    }
    let count = try machine.lengthOf(value.ref)
    guard length + count <= 9_007_199_254_740_991 else {
      throw machine.typeError("Invalid array length")
    }
    for index in 0..<count {
      try machine.charge(1)
      if let element = try machine.element(value.ref, index) {
        try put(&machine, element, in: result, length + index)
      }
    }
    return length + count
  }

  private static func put(
    _ machine: inout Machine, _ value: Value, in result: Ref, _ index: Int
  ) throws(Abrupt) {
    guard index < 4_294_967_295 else { throw machine.rangeError("Invalid array length") }
    if index == Int(machine.arrayLength(result)), index < Int(machine.elementCapacity(result)) {
      try machine.push(result, value)
    } else {
      try machine.defineElement(result, UInt32(index), value)
    }
  }

  private static func isSpreadable(
    _ machine: inout Machine, _ value: Value
  ) throws(Abrupt) -> Bool {
    guard value.isObject else { return false }
    let mark = try machine.get(value.ref, .symbolIsConcatSpreadable)
    return mark.isUndefined ? machine.kind(value.ref) == .array : machine.toBoolean(mark)
  }

  // MARK: flat

  private static func flat(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let wanted = machine.argument(call, 0)
    let depth = wanted.isUndefined ? 1 : try machine.toInteger(wanted)
    let result = try machine.makeArray(capacity: min(length, 8))
    try flatten(&machine, object, length, depth: depth, into: result)
    return .object(result)
  }

  private static func flatten(
    _ machine: inout Machine, _ object: Ref, _ length: Int, depth: Double, into result: Ref
  ) throws(Abrupt) {
    try machine.checkHostStack()
    for index in 0..<length {
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      if depth > 0, machine.isArray(value) {
        let count = Int(machine.arrayLength(value.ref))
        try flatten(&machine, value.ref, count, depth: depth - 1, into: result)
      } else {
        try machine.append(value, to: result)
      }
    }
  }

  private static func flatMap(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    guard machine.isCallable(machine.argument(call, 0)) else {
      throw machine.typeError("flatMap mapper function is not callable")
    }
    let callback = try machine.callback(
      machine.argument(call, 0), this: machine.argument(call, 1), count: 3)
    let result = try machine.makeArray(capacity: min(length, 8))
    for index in 0..<length {
      try machine.charge(1)
      guard let value = try machine.element(object, index) else { continue }
      let mapped = try machine.call(callback, value, Value(index), .object(object))
      if machine.isArray(mapped) {
        let count = Int(machine.arrayLength(mapped.ref))
        try flatten(&machine, mapped.ref, count, depth: 0, into: result)
      } else {
        try machine.append(mapped, to: result)
      }
    }
    return .object(result)
  }

  // MARK: Changed copies

  private static func toReversed(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let result = try machine.makeResult(length: length, like: object)
    for index in 0..<length {
      try machine.charge(1)
      let value = try machine.elementOrUndefined(object, length - 1 - index)
      try machine.place(value, in: result, index)
    }
    return .object(result)
  }

  private static func toSpliced(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let start = try machine.relativeIndex(machine.argument(call, 0), count: length, otherwise: 0)
    var removed = length - start
    if call.count == 0 {
      removed = 0
    } else if call.count > 1 {
      let wanted = try machine.toInteger(machine.argument(call, 1))
      removed = Int(min(max(wanted, 0), Double(length - start)))
    }
    let added = max(0, call.count - 2)
    let after = length - removed + added
    guard after <= 9_007_199_254_740_991 else { throw machine.typeError("Invalid array length") }
    let result = try machine.makeResult(length: after, like: object)
    for index in 0..<after {
      try machine.charge(1)
      let value: Value
      if index < start {
        value = try machine.elementOrUndefined(object, index)
      } else if index < start + added {
        value = machine.argument(call, 2 + index - start)
      } else {
        value = try machine.elementOrUndefined(object, index - added + removed)
      }
      try machine.place(value, in: result, index)
    }
    return .object(result)
  }

  private static func with(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let wanted = try machine.toInteger(machine.argument(call, 0))
    let changed = wanted < 0 ? Double(length) + wanted : wanted
    guard changed >= 0, changed < Double(length) else {
      let text = try machine.inspect(machine.argument(call, 0))
      throw machine.rangeError("Invalid index : \(text)")
    }
    let result = try machine.makeResult(length: length, like: object)
    for index in 0..<length {
      try machine.charge(1)
      let value =
        index == Int(changed)
        ? machine.argument(call, 1) : try machine.elementOrUndefined(object, index)
      try machine.place(value, in: result, index)
    }
    return .object(result)
  }
}
