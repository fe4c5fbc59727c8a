extension Stdlib {
  /// Methods of arrays that rearrange or overwrite elements.
  static func installArrayOrder(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.arrayPrototype
    try machine.addMethod(proto, "reverse", 0, reverse)
    try machine.addMethod(proto, "fill", 1, fill)
    try machine.addMethod(proto, "copyWithin", 2, copyWithin)
    try machine.addMethod(proto, "sort", 1, sort)
    try machine.addMethod(proto, "toSorted", 1, toSorted)
  }

  private static func reverse(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    try machine.charge(length / 2)
    if let elements = machine.plainElements(object, count: length) {
      var low = 0
      var high = length - 1
      while low < high {
        let value = machine.heap.value(elements + low * 8)
        machine.heap.set(elements + low * 8, machine.heap.value(elements + high * 8))
        machine.heap.set(elements + high * 8, value)
        low += 1
        high -= 1
      }
      return .object(object)
    }
    var low = 0
    while low < length / 2 {
      let high = length - 1 - low
      let first = try machine.element(object, low)
      let last = try machine.element(object, high)
      if let last {
        try machine.setElement(object, low, last)
      } else if first != nil {
        try machine.deleteElement(object, low)
      }
      if let first {
        try machine.setElement(object, high, first)
      } else if last != nil {
        try machine.deleteElement(object, high)
      }
      low += 1
    }
    return .object(object)
  }

  private static func fill(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let value = machine.argument(call, 0)
    let start = try machine.relativeIndex(machine.argument(call, 1), count: length, otherwise: 0)
    let end = try machine.relativeIndex(
      machine.argument(call, 2), count: length, otherwise: length)
    guard start < end else { return .object(object) }
    if machine.kind(object) == .array, machine.hasPlainElements(object),
      machine.flags(object).isDisjoint(with: [.sealedElements, .isPrototype]),
      end <= Int(machine.arrayLength(object))
    {
      // Memory first: an array that cannot exist ends with that, not with its steps.
      try machine.reserveElements(object, UInt32(end - 1))
      try machine.charge(end - start)
      let elements = Int(machine.heap.load32(Int(object) + ObjectLayout.elements))
      for index in start..<end { machine.heap.set(elements + index * 8, value) }
      return .object(object)
    }
    try machine.charge(end - start)
    for index in start..<end { try machine.setElement(object, index, value) }
    return .object(object)
  }

  private static func copyWithin(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let to = try machine.relativeIndex(machine.argument(call, 0), count: length, otherwise: 0)
    let from = try machine.relativeIndex(machine.argument(call, 1), count: length, otherwise: 0)
    let final = try machine.relativeIndex(
      machine.argument(call, 2), count: length, otherwise: length)
    let count = max(0, min(final - from, length - to))
    try machine.charge(count)
    let isBackward = from < to && to < from + count
    for step in 0..<count {
      let offset = isBackward ? count - 1 - step : step
      try machine.moveElement(object, from: from + offset, to: to + offset)
    }
    return .object(object)
  }

  // MARK: Sorting

  private static func sort(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let comparison = try comparison(&machine, call)
    let (object, length) = try machine.arrayLike(call)
    guard length > 1 else { return .object(object) }
    // Holes stay behind everything else, so only what exists is sorted.
    var list = try SortList(&machine, capacity: min(length, 1024))
    for index in 0..<length {
      try machine.charge(1)
      if let value = try machine.element(object, index) { try list.append(value, &machine) }
    }
    try list.sort(&machine, comparison)
    for index in 0..<list.count {
      try machine.setElement(object, index, list.sorted(index, &machine))
    }
    var index = list.count
    while index < length {
      try machine.charge(1)
      try machine.deleteElement(object, index)
      index += 1
    }
    return .object(object)
  }

  private static func toSorted(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let comparison = try comparison(&machine, call)
    let (object, length) = try machine.arrayLike(call)
    guard length <= 4_294_967_295 else { throw machine.rangeError("Invalid array length") }
    var list = try SortList(&machine, capacity: min(length, 1024))
    for index in 0..<length {
      try machine.charge(1)
      try list.append(try machine.elementOrUndefined(object, index), &machine)
    }
    try list.sort(&machine, comparison)
    let result = try machine.makeArray(capacity: length)
    for index in 0..<length { try machine.push(result, list.sorted(index, &machine)) }
    return .object(result)
  }

  private static func comparison(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let function = machine.argument(call, 0)
    guard function.isUndefined || machine.isCallable(function) else {
      throw machine.typeError(
        "The comparison function must be either a function or undefined")
    }
    return function
  }
}
