extension Stdlib {
  /// Methods of arrays that add and remove elements.
  static func installArrayEnds(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.arrayPrototype
    try machine.addMethod(proto, "push", 1, push)
    try machine.addMethod(proto, "pop", 0, pop)
    try machine.addMethod(proto, "shift", 0, shift)
    try machine.addMethod(proto, "unshift", 1, unshift)
    try machine.addMethod(proto, "splice", 2, splice)
  }

  private static func push(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let this = machine.this(call)
    if this.isObject, machine.kind(this.ref) == .array, machine.hasPlainElements(this.ref),
      machine.flags(this.ref).isDisjoint(with: .sealedElements),
      Int(machine.arrayLength(this.ref)) <= Int(machine.elementCapacity(this.ref)),
      !machine.flags(this.ref).contains(.isPrototype)
    {
      try machine.charge(call.count)
      for index in 0..<call.count {
        try machine.push(this.ref, machine.argument(call, index))
      }
      return Value(Double(machine.arrayLength(this.ref)))
    }
    let (object, length) = try machine.arrayLike(call)
    try checkGrowth(&machine, length, call.count, "Pushing")
    if machine.kind(object) == .array, machine.flags(object).contains(.fixedLength),
      !machine.flags(object).contains(.nonExtensible)
    {
      try machine.setLength(object, length)
    }
    for index in 0..<call.count {
      try machine.charge(1)
      try machine.setElement(object, length + index, machine.argument(call, index))
    }
    try machine.setLength(object, length + call.count)
    return Value(length + call.count)
  }

  private static func checkGrowth(
    _ machine: inout Machine, _ length: Int, _ count: Int, _ verb: String
  ) throws(Abrupt) {
    if length + count > 9_007_199_254_740_991 {
      throw machine.typeError(
        "\(verb) \(count) elements on an array-like of length \(length) is disallowed, as the "
          + "total surpasses 2**53-1")
    }
  }

  private static func pop(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    if length > 0, let elements = machine.plainElements(object, count: length) {
      let place = elements + (length - 1) * 8
      let value = machine.heap.value(place)
      if !value.isHole {
        machine.heap.set(place, .hole)
        machine.heap.store32(Int(object) + ObjectLayout.length, UInt32(length - 1))
        return value
      }
    }
    guard length > 0 else {
      try machine.setLength(object, 0)
      return .undefined
    }
    let value = try machine.elementOrUndefined(object, length - 1)
    try machine.deleteElement(object, length - 1)
    try machine.setLength(object, length - 1)
    return value
  }

  private static func shift(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    guard length > 0 else {
      try machine.setLength(object, 0)
      return .undefined
    }
    if let elements = machine.plainElements(object, count: length),
      !machine.heap.value(elements).isHole
    {
      // The elements begin one later; nothing is moved.
      let value = machine.heap.value(elements)
      let at = Int(object)
      machine.heap.store32(at + ObjectLayout.elements, UInt32(elements + 8))
      machine.heap.store32(at + ObjectLayout.elementCapacity, machine.elementCapacity(object) - 1)
      machine.heap.store32(at + ObjectLayout.length, UInt32(length - 1))
      return value
    }
    let first = try machine.elementOrUndefined(object, 0)
    for index in 1..<length {
      try machine.charge(1)
      try machine.moveElement(object, from: index, to: index - 1)
    }
    try machine.deleteElement(object, length - 1)
    try machine.setLength(object, length - 1)
    return first
  }

  private static func unshift(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let count = call.count
    if count > 0, machine.plainElements(object, count: length) != nil {
      try open(&machine, object, at: 0, removing: 0, adding: count, length: length)
      let elements = Int(machine.heap.load32(Int(object) + ObjectLayout.elements))
      for index in 0..<count {
        machine.heap.set(elements + index * 8, machine.argument(call, index))
      }
      return Value(length + count)
    }
    if count > 0 {
      try checkGrowth(&machine, length, count, "Unshifting")
      var index = length
      while index > 0 {
        index -= 1
        try machine.charge(1)
        try machine.moveElement(object, from: index, to: index + count)
      }
      for index in 0..<count {
        try machine.setElement(object, index, machine.argument(call, index))
      }
    }
    try machine.setLength(object, length + count)
    return Value(length + count)
  }

  /// Moves the tail of an array with plain elements, so that `added` elements have room where
  /// `removed` lay, and sets the new length.
  private static func open(
    _ machine: inout Machine, _ array: Ref, at start: Int, removing removed: Int,
    adding added: Int, length: Int
  ) throws(Abrupt) {
    let after = length - removed + added
    guard after < 4_294_967_295 else { throw machine.rangeError("Invalid array length") }
    if after > 0 { try machine.reserveElements(array, UInt32(after - 1)) }
    let at = Int(array)
    let elements = Int(machine.heap.load32(at + ObjectLayout.elements))
    let tail = length - start - removed
    if added != removed, tail > 0 {
      try machine.charge(bytes: tail * 8)
      machine.heap.move(
        from: elements + (start + removed) * 8, to: elements + (start + added) * 8,
        wordCount: tail)
    }
    var index = after
    while index < length {
      machine.heap.set(elements + index * 8, .hole)
      index += 1
    }
    machine.heap.store32(at + ObjectLayout.length, UInt32(after))
  }

  private static func splice(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
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
    let result = try machine.makeResult(length: removed, like: object)
    if let elements = machine.plainElements(object, count: length) {
      try machine.charge(bytes: removed * 8)
      for index in 0..<removed {
        let value = machine.heap.value(elements + (start + index) * 8)
        if !value.isHole { try machine.place(value, in: result, index) }
      }
      try open(&machine, object, at: start, removing: removed, adding: added, length: length)
      let opened = Int(machine.heap.load32(Int(object) + ObjectLayout.elements))
      for index in 0..<added {
        machine.heap.set(opened + (start + index) * 8, machine.argument(call, 2 + index))
      }
      return .object(result)
    }
    try spliceSlowly(&machine, object, length, start, removed, added, into: result)
    for index in 0..<added {
      try machine.setElement(object, start + index, machine.argument(call, 2 + index))
    }
    try machine.setLength(object, length - removed + added)
    return .object(result)
  }

  private static func spliceSlowly(
    _ machine: inout Machine, _ object: Ref, _ length: Int, _ start: Int, _ removed: Int,
    _ added: Int, into result: Ref
  ) throws(Abrupt) {
    if length - removed + added > 9_007_199_254_740_991 {
      throw machine.typeError("Invalid array length")
    }
    for index in 0..<removed {
      try machine.charge(1)
      if let value = try machine.element(object, start + index) {
        try machine.place(value, in: result, index)
      }
    }
    if added < removed {
      var index = start
      while index < length - removed {
        try machine.charge(1)
        try machine.moveElement(object, from: index + removed, to: index + added)
        index += 1
      }
      index = length
      while index > length - removed + added {
        index -= 1
        try machine.charge(1)
        try machine.deleteElement(object, index)
      }
    } else if added > removed {
      var index = length - removed
      while index > start {
        index -= 1
        try machine.charge(1)
        try machine.moveElement(object, from: index + removed, to: index + added)
      }
    }
  }
}
