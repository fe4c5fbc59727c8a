extension Stdlib {
  /// `Set` and its iterators. The value of each entry is its key.
  static func installSet(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.setPrototype = proto
    let constructor = try machine.addConstructor("Set", 0, proto: proto, construct)
    try machine.addGetter(constructor, "@@species") { (machine, call) throws(Abrupt) in
      machine.this(call)
    }
    try machine.addMethod(proto, "has", 1) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .set, "Set.prototype.has")
      return Value(try machine.findEntry(set, machine.argument(call, 0)) != 0)
    }
    try machine.addMethod(proto, "add", 1) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .set, "Set.prototype.add")
      try machine.addToSet(set, machine.argument(call, 0))
      return .object(set)
    }
    try machine.addMethod(proto, "delete", 1) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .set, "Set.prototype.delete")
      return Value(try machine.removeEntry(set, machine.argument(call, 0)))
    }
    try machine.addMethod(proto, "clear", 0) { (machine, call) throws(Abrupt) in
      try machine.removeAllEntries(try machine.collection(call, .set, "Set.prototype.clear"))
      return .undefined
    }
    try machine.addMethod(proto, "entries", 0) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .set, "Set.prototype.entries")
      return try machine.makeSetIterator(set, .entries)
    }
    try machine.addMethod(proto, "forEach", 1) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .set, "Set.prototype.forEach")
      try machine.forEachEntry(set, call) { entry in (entry, entry) }
      return .undefined
    }
    try machine.addGetter(proto, "size") { (machine, call) throws(Abrupt) in
      Value(machine.entryCount(try machine.collection(call, .set, "get Set.prototype.size")))
    }
    let values = try machine.addMethod(proto, "values", 0) { (machine, call) throws(Abrupt) in
      let set = try machine.collection(call, .set, "Set.prototype.values")
      return try machine.makeSetIterator(set, .values)
    }
    try machine.addNamed(proto, .keys, .object(values), .hidden)
    try machine.addTag(proto, "Set")
    try machine.addNamed(proto, .symbolIterator, .object(values), .hidden)
    try installIterator(&machine)
  }

  private static func installIterator(_ machine: inout Machine) throws(Abrupt) {
    let iterator = try machine.makePrototype(machine.intrinsics.iteratorPrototype)
    machine.intrinsics.setIteratorPrototype = iterator
    try machine.addMethod(iterator, "next", 0) { (machine, call) throws(Abrupt) in
      try machine.nextEntry(try machine.iterator(call, .setIterator, "Set Iterator"))
    }
    try machine.addTag(iterator, "Set Iterator")
  }

  private static func construct(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let set = try machine.makeCollection(call, .set, machine.intrinsics.setPrototype, "Set")
    let source = machine.argument(call, 0)
    if source.isNullish { return .object(set) }
    let adder = try machine.adder(set, .add)
    try machine.forEachOfArgument(source) { (machine, value) throws(Abrupt) in
      if let adder {
        _ = try machine.call(adder, this: .object(set), value)
      } else {
        try machine.addToSet(set, value)
      }
      return true
    }
    return .object(set)
  }
}

extension Machine {
  /// Adds a value to a set.
  mutating func addToSet(_ set: Ref, _ value: Value) throws(Abrupt) {
    let isZero = value.isNumber && value.number == 0
    let key = isZero ? Value(0.0) : value
    try setEntry(set, key, key)
  }

  /// An iterator of a set.
  mutating func makeSetIterator(_ set: Ref, _ gives: IterationKind) throws(Abrupt) -> Value {
    try makeTableIterator(.setIterator, intrinsics.setIteratorPrototype, set, gives)
  }
}
