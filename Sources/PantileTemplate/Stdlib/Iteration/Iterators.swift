// Iterator objects. Their internal words:
//
//     +24 what is iterated; undefined once the end was reached
//     +32 the next index, as a number
//     +40 keys, values or entries: 0, 1 or 2; for maps and sets the table in the upper half

/// What an iterator gives for each element.
enum IterationKind: UInt32 {
  case keys, values, entries
}

extension ObjectLayout {
  static let iterated = 24
  static let iteratorIndex = 32
  static let iteratorKind = 40
  static let iteratorTable = 44
  static let iteratorWords = 3
}

extension Machine {
  /// An iterator object.
  mutating func makeIterator(
    _ kind: ObjectKind, proto: Ref, over value: Value, _ gives: IterationKind
  ) throws(Abrupt) -> Value {
    let iterator = try makeObject(
      try rootShape(proto: proto), kind: kind, internals: ObjectLayout.iteratorWords)
    let at = Int(iterator)
    heap.initValue(at + ObjectLayout.iterated, value)
    heap.initValue(at + ObjectLayout.iteratorIndex, Value(0.0))
    heap.init32(at + ObjectLayout.iteratorKind, gives.rawValue)
    heap.init32(at + ObjectLayout.iteratorTable, 0)
    return .object(iterator)
  }

  /// `{value, done}`.
  mutating func makeIterResult(_ value: Value, isDone: Bool) throws(Abrupt) -> Value {
    let result = try makeObject(intrinsics.iterResultShape, capacity: 2)
    let slots = Int(result) + ObjectLayout.internals
    heap.initValue(slots, value)
    heap.initValue(slots + 8, Value(isDone))
    return .object(result)
  }

  /// What a built-in iterator answers at its end, now and ever after.
  mutating func finish(_ iterator: Ref) throws(Abrupt) -> Value {
    heap.set(Int(iterator) + ObjectLayout.iterated, .undefined)
    return try makeIterResult(.undefined, isDone: true)
  }

  /// `[key, value]`.
  mutating func makePair(_ key: Value, _ value: Value) throws(Abrupt) -> Value {
    let pair = try makeArray(capacity: 2)
    heap.initValue(Int(pair) + ObjectLayout.internals, key)
    heap.initValue(Int(pair) + ObjectLayout.internals + 8, value)
    heap.init32(Int(pair) + ObjectLayout.length, 2)
    return .object(pair)
  }

  /// `this` of an iterator's `next`.
  mutating func iterator(
    _ call: Call, _ kind: ObjectKind, _ name: String
  ) throws(Abrupt) -> Ref {
    let this = this(call)
    guard this.isObject, self.kind(this.ref) == kind else {
      throw typeError(
        "Method \(name).prototype.next called on incompatible receiver \(try inspect(this))")
    }
    return this.ref
  }

  /// Whether a value has a method `Symbol.iterator`.
  mutating func isIterable(_ value: Value) throws(Abrupt) -> Bool {
    if value.isNullish { return false }
    return try method(value, .symbolIterator) != nil
  }

  /// Visits what an argument of a built-in iterates; see ``forEach(in:_:)``.
  ///
  /// - Throws: The TypeError that names the value, since no expression stands for it.
  mutating func forEachOfArgument(
    _ value: Value, _ body: (inout Machine, Value) throws(Abrupt) -> Bool
  ) throws(Abrupt) {
    if !isArray(value), !value.isString {
      let method = value.isNullish ? Value.undefined : try get(value, .symbolIterator)
      guard isCallable(method) else { throw notIterableValue(value) }
    }
    try forEach(in: value, body)
  }
}

extension Stdlib {
  /// `%IteratorPrototype%` and the iterators of arrays and strings.
  static func installIterators(_ machine: inout Machine) throws(Abrupt) {
    let iterator = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.iteratorPrototype = iterator
    try machine.addMethod(iterator, "@@iterator", 0) { (machine, call) throws(Abrupt) in
      machine.this(call)
    }
    let array = try machine.makePrototype(iterator)
    machine.intrinsics.arrayIteratorPrototype = array
    machine.intrinsics.arrayIteratorNext = try machine.addMethod(array, "next", 0, nextElement)
    try machine.addTag(array, "Array Iterator")

    let text = try machine.makePrototype(iterator)
    machine.intrinsics.stringIteratorPrototype = text
    try machine.addMethod(text, "next", 0, nextCharacter)
    try machine.addTag(text, "String Iterator")

    let proto = machine.intrinsics.arrayPrototype
    try machine.addMethod(proto, "keys", 0) { (machine, call) throws(Abrupt) in
      try makeArrayIterator(&machine, call, .keys)
    }
    try machine.addMethod(proto, "entries", 0) { (machine, call) throws(Abrupt) in
      try makeArrayIterator(&machine, call, .entries)
    }
    let values = try machine.addMethod(proto, "values", 0) { (machine, call) throws(Abrupt) in
      try makeArrayIterator(&machine, call, .values)
    }
    machine.intrinsics.arrayValues = values
    try machine.addNamed(proto, .symbolIterator, .object(values), .hidden)
  }

  /// `String.prototype[Symbol.iterator]`, once strings have a prototype.
  static func installStringIterator(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.stringPrototype
    guard proto != 0 else { return }
    machine.intrinsics.stringIterator = try machine.addMethod(
      proto, "@@iterator", 0, makeStringIterator)
  }

  private static func makeArrayIterator(
    _ machine: inout Machine, _ call: Call, _ kind: IterationKind
  ) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.this(call))
    return try machine.makeIterator(
      .arrayIterator, proto: machine.intrinsics.arrayIteratorPrototype, over: .object(object), kind)
  }

  private static func nextElement(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let iterator = try machine.iterator(call, .arrayIterator, "Array Iterator")
    let at = Int(iterator)
    let source = machine.heap.value(at + ObjectLayout.iterated)
    guard source.isObject else { return try machine.makeIterResult(.undefined, isDone: true) }
    let index = Int(machine.heap.value(at + ObjectLayout.iteratorIndex).number)
    guard index < (try machine.lengthOf(source.ref)) else { return try machine.finish(iterator) }
    machine.heap.set(at + ObjectLayout.iteratorIndex, Value(index + 1))
    let kind = machine.heap.load32(at + ObjectLayout.iteratorKind)
    if kind == IterationKind.keys.rawValue {
      return try machine.makeIterResult(Value(index), isDone: false)
    }
    let value = try machine.elementOrUndefined(source.ref, index)
    if kind == IterationKind.values.rawValue {
      return try machine.makeIterResult(value, isDone: false)
    }
    return try machine.makeIterResult(try machine.makePair(Value(index), value), isDone: false)
  }

  private static func makeStringIterator(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let this = machine.this(call)
    if this.isNullish {
      throw machine.typeError(
        "String.prototype[Symbol.iterator] called on null or undefined")
    }
    let text = try machine.toString(this)
    return try machine.makeIterator(
      .stringIterator, proto: machine.intrinsics.stringIteratorPrototype, over: .string(text),
      .values)
  }

  private static func nextCharacter(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let iterator = try machine.iterator(call, .stringIterator, "String Iterator")
    let at = Int(iterator)
    let source = machine.heap.value(at + ObjectLayout.iterated)
    guard source.isString else { return try machine.makeIterResult(.undefined, isDone: true) }
    let run = try machine.run(source.ref)
    let index = Int(machine.heap.value(at + ObjectLayout.iteratorIndex).number)
    guard index < run.count else { return try machine.finish(iterator) }
    let isPair =
      machine.unit(run, index) & 0xFC00 == 0xD800 && index + 1 < run.count
      && machine.unit(run, index + 1) & 0xFC00 == 0xDC00
    let end = index + (isPair ? 2 : 1)
    machine.heap.set(at + ObjectLayout.iteratorIndex, Value(end))
    let character = try machine.substring(source.ref, index, end)
    return try machine.makeIterResult(character, isDone: false)
  }
}
