extension Stdlib {
  /// `WeakMap` and `WeakSet`. Everything ends with its render, so they hold on to what they have.
  static func installWeakCollections(_ machine: inout Machine) throws(Abrupt) {
    let map = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.weakMapPrototype = map
    try machine.addConstructor("WeakMap", 0, proto: map, constructMap)
    try machine.addMethod(map, "delete", 1) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .weakMap, "WeakMap.prototype.delete")
      return Value(try machine.removeEntry(map, machine.argument(call, 0)))
    }
    try machine.addMethod(map, "get", 1) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .weakMap, "WeakMap.prototype.get")
      let entry = try machine.findEntry(map, machine.argument(call, 0))
      return entry == 0 ? .undefined : machine.heap.value(entry + 8)
    }
    try machine.addMethod(map, "set", 2) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .weakMap, "WeakMap.prototype.set")
      try setWeakly(&machine, map, machine.argument(call, 0), machine.argument(call, 1))
      return .object(map)
    }
    try machine.addMethod(map, "has", 1) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .weakMap, "WeakMap.prototype.has")
      return Value(try machine.findEntry(map, machine.argument(call, 0)) != 0)
    }
    try machine.addTag(map, "WeakMap")
    try installWeakSet(&machine)
  }

  private static func installWeakSet(_ machine: inout Machine) throws(Abrupt) {
    let set = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.weakSetPrototype = set
    try machine.addConstructor("WeakSet", 0, proto: set, constructSet)
    try machine.addMethod(set, "delete", 1) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .weakSet, "WeakSet.prototype.delete")
      return Value(try machine.removeEntry(set, machine.argument(call, 0)))
    }
    try machine.addMethod(set, "has", 1) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .weakSet, "WeakSet.prototype.has")
      return Value(try machine.findEntry(set, machine.argument(call, 0)) != 0)
    }
    try machine.addMethod(set, "add", 1) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .weakSet, "WeakSet.prototype.add")
      try addWeakly(&machine, set, machine.argument(call, 0))
      return .object(set)
    }
    try machine.addTag(set, "WeakSet")
  }

  private static func isHeldWeakly(_ machine: inout Machine, _ value: Value) -> Bool {
    if value.isObject { return true }
    guard value.isSymbol else { return false }
    return !machine.symbolRegistry.contains { $0.symbol == value.atom }
  }

  private static func setWeakly(
    _ machine: inout Machine, _ map: Ref, _ key: Value, _ value: Value
  ) throws(Abrupt) {
    guard isHeldWeakly(&machine, key) else {
      throw machine.typeError("Invalid value used as weak map key")
    }
    try machine.setEntry(map, key, value)
  }

  private static func addWeakly(
    _ machine: inout Machine, _ set: Ref, _ value: Value
  ) throws(Abrupt) {
    guard isHeldWeakly(&machine, value) else {
      throw machine.typeError("Invalid value used in weak set")
    }
    try machine.setEntry(set, value, value)
  }

  private static func constructMap(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let map = try machine.makeCollection(
      call, .weakMap, machine.intrinsics.weakMapPrototype, "WeakMap")
    let source = machine.argument(call, 0)
    if source.isNullish { return .object(map) }
    let adder = try machine.adder(map, .setName)
    try machine.forEachOfArgument(source) { (machine, item) throws(Abrupt) in
      let (key, value) = try machine.entry(item)
      if let adder {
        _ = try machine.call(adder, this: .object(map), key, value)
      } else {
        try setWeakly(&machine, map, key, value)
      }
      return true
    }
    return .object(map)
  }

  private static func constructSet(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let set = try machine.makeCollection(
      call, .weakSet, machine.intrinsics.weakSetPrototype, "WeakSet")
    let source = machine.argument(call, 0)
    if source.isNullish { return .object(set) }
    let adder = try machine.adder(set, .add)
    try machine.forEachOfArgument(source) { (machine, value) throws(Abrupt) in
      if let adder {
        _ = try machine.call(adder, this: .object(set), value)
      } else {
        try addWeakly(&machine, set, value)
      }
      return true
    }
    return .object(set)
  }
}
