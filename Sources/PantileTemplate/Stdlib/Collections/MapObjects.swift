extension Stdlib {
  /// `Map` and its iterators.
  static func installMap(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.mapPrototype = proto
    let constructor = try machine.addConstructor("Map", 0, proto: proto, construct)
    try machine.addGetter(constructor, "@@species") { (machine, call) throws(Abrupt) in
      machine.this(call)
    }
    try machine.addMethod(proto, "get", 1, get)
    try machine.addMethod(proto, "set", 2, set)
    try machine.addMethod(proto, "has", 1) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .map, "Map.prototype.has")
      return Value(try machine.findEntry(map, machine.argument(call, 0)) != 0)
    }
    try machine.addMethod(proto, "delete", 1) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .map, "Map.prototype.delete")
      return Value(try machine.removeEntry(map, machine.argument(call, 0)))
    }
    try machine.addMethod(proto, "clear", 0) { (machine, call) throws(Abrupt) in
      try machine.removeAllEntries(try machine.collection(call, .map, "Map.prototype.clear"))
      return .undefined
    }
    let entries = try machine.addMethod(proto, "entries", 0) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .map, "Map.prototype.entries")
      return try machine.makeMapIterator(map, .entries)
    }
    try machine.addMethod(proto, "forEach", 1, forEach)
    try machine.addMethod(proto, "keys", 0) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .map, "Map.prototype.keys")
      return try machine.makeMapIterator(map, .keys)
    }
    try machine.addGetter(proto, "size") { (machine, call) throws(Abrupt) in
      Value(machine.entryCount(try machine.collection(call, .map, "get Map.prototype.size")))
    }
    try machine.addMethod(proto, "values", 0) { (machine, call) throws(Abrupt) in
      let map = try machine.collection(call, .map, "Map.prototype.values")
      return try machine.makeMapIterator(map, .values)
    }
    try machine.addTag(proto, "Map")
    try machine.addNamed(proto, .symbolIterator, .object(entries), .hidden)
    try installIterator(&machine)
  }

  private static func installIterator(_ machine: inout Machine) throws(Abrupt) {
    let iterator = try machine.makePrototype(machine.intrinsics.iteratorPrototype)
    machine.intrinsics.mapIteratorPrototype = iterator
    try machine.addMethod(iterator, "next", 0) { (machine, call) throws(Abrupt) in
      try machine.nextEntry(try machine.iterator(call, .mapIterator, "Map Iterator"))
    }
    try machine.addTag(iterator, "Map Iterator")
  }

  private static func construct(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let map = try machine.makeCollection(call, .map, machine.intrinsics.mapPrototype, "Map")
    let source = machine.argument(call, 0)
    if source.isNullish { return .object(map) }
    let adder = try machine.adder(map, .setName)
    try machine.forEachOfArgument(source) { (machine, item) throws(Abrupt) in
      let (key, value) = try machine.entry(item)
      if let adder {
        _ = try machine.call(adder, this: .object(map), key, value)
      } else {
        try machine.setEntry(map, key, value)
      }
      return true
    }
    return .object(map)
  }

  private static func get(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let map = try machine.collection(call, .map, "Map.prototype.get")
    let entry = try machine.findEntry(map, machine.argument(call, 0))
    return entry == 0 ? .undefined : machine.heap.value(entry + 8)
  }

  private static func set(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let map = try machine.collection(call, .map, "Map.prototype.set")
    try machine.setEntry(map, machine.argument(call, 0), machine.argument(call, 1))
    return .object(map)
  }

  private static func forEach(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let map = try machine.collection(call, .map, "Map.prototype.forEach")
    try machine.forEachEntry(map, call) { entry in (entry + 8, entry) }
    return .undefined
  }
}

extension Machine {
  // MARK: What maps and sets have in common

  /// `this` of a method of a collection.
  @inline(__always)
  mutating func collection(
    _ call: Call, _ kind: ObjectKind, _ method: StaticString
  ) throws(Abrupt) -> Ref {
    let this = this(call)
    guard this.isObject, self.kind(this.ref) == kind else {
      throw typeError("Method \(method) called on incompatible receiver \(try inspect(this))")
    }
    return this.ref
  }

  /// A new collection for its constructor.
  mutating func makeCollection(
    _ call: Call, _ kind: ObjectKind, _ proto: Ref, _ name: String
  ) throws(Abrupt) -> Ref {
    guard !call.newTarget.isUndefined else {
      throw typeError("Constructor \(name) requires 'new'")
    }
    let proto = try protoOf(newTarget: call.newTarget, otherwise: proto)
    let object = try makeObject(
      try rootShape(proto: proto), kind: kind, internals: ObjectLayout.collectionWords)
    try makeTable(object)
    return object
  }

  /// The method by which a constructor adds; nil when it is the built-in one.
  mutating func adder(_ object: Ref, _ name: Atom) throws(Abrupt) -> Value? {
    let method = try get(object, name)
    guard isCallable(method) else {
      let receiver = try inspect(.object(object))
      throw typeError(
        "'\(try inspect(method))' returned for property '\(describe(PropertyKey(name)))' of object "
          + "'\(receiver)' is not a function")
    }
    return kind(method.ref) == .native ? nil : method
  }

  /// Calls a function for each entry; `places` says where its first two arguments lie.
  mutating func forEachEntry(
    _ object: Ref, _ call: Call, _ places: (Int) -> (Int, Int)
  ) throws(Abrupt) {
    let function = argument(call, 0)
    guard isCallable(function) else {
      throw typeError("\(try sortOfValue(function)) is not a function")
    }
    let callback = try callback(function, this: argument(call, 1), count: 3)
    var cursor = cursor(object)
    while let entry = try next(&cursor) {
      let (first, second) = places(entry)
      _ = try self.call(callback, heap.value(first), heap.value(second), .object(object))
    }
  }

  // MARK: Iterators

  /// An iterator of a map.
  mutating func makeMapIterator(_ map: Ref, _ gives: IterationKind) throws(Abrupt) -> Value {
    try makeTableIterator(.mapIterator, intrinsics.mapIteratorPrototype, map, gives)
  }

  /// An iterator of a map or set.
  mutating func makeTableIterator(
    _ kind: ObjectKind, _ proto: Ref, _ collection: Ref, _ gives: IterationKind
  ) throws(Abrupt) -> Value {
    let iterator = try makeIterator(kind, proto: proto, over: .object(collection), gives)
    let table = heap.load32(Int(collection) + ObjectLayout.table)
    heap.init32(Int(iterator.ref) + ObjectLayout.iteratorTable, table)
    return iterator
  }

  /// What `next` of an iterator of a map or set answers.
  mutating func nextEntry(_ iterator: Ref) throws(Abrupt) -> Value {
    let at = Int(iterator)
    guard heap.value(at + ObjectLayout.iterated).isObject else {
      return try makeIterResult(.undefined, isDone: true)
    }
    var cursor = TableCursor(
      table: Int(heap.load32(at + ObjectLayout.iteratorTable)),
      index: Int(heap.value(at + ObjectLayout.iteratorIndex).number))
    guard let entry = try next(&cursor) else { return try finish(iterator) }
    heap.store32(at + ObjectLayout.iteratorTable, UInt32(cursor.table))
    heap.set(at + ObjectLayout.iteratorIndex, Value(cursor.index))
    let key = heap.value(entry)
    let value = heap.value(entry + 8)
    switch IterationKind(rawValue: heap.load32(at + ObjectLayout.iteratorKind)) ?? .keys {
    case .keys: return try makeIterResult(key, isDone: false)
    case .values: return try makeIterResult(value, isDone: false)
    case .entries: return try makeIterResult(try makePair(key, value), isDone: false)
    }
  }
}
