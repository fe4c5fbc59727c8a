// Reading and writing of properties as the language defines it.

extension Machine {
  // MARK: Own properties

  /// Finds an own property of an object.
  mutating func findOwn(_ object: Ref, _ key: PropertyKey) throws(Abrupt) -> OwnProperty? {
    if key.isIndex {
      if kind(object) == .boxedString, let own = try stringElement(object, key.index) {
        return own
      }
      return findElement(object, key.index)
    }
    return try findOwn(object, key.atom)
  }

  /// Finds an own property under an atom.
  @inline(__always)
  mutating func findOwn(_ object: Ref, _ atom: Atom) throws(Abrupt) -> OwnProperty? {
    let kind = kind(object)
    if kind == .plain { return findNamed(object, atom) }
    return try findOwnOfKind(object, atom, kind)
  }

  private mutating func findOwnOfKind(
    _ object: Ref, _ atom: Atom, _ kind: ObjectKind
  ) throws(Abrupt) -> OwnProperty? {
    switch kind {
    case .array where atom == .length:
      let isFixed = flags(object).contains(.fixedLength)
      return OwnProperty(
        value: Value(Double(arrayLength(object))), flags: isFixed ? [] : .writable, place: 0)
    case .closure, .native, .bound, .component:
      if atom == .name || atom == .length || atom == .prototype { try materialise(object) }
    case .boxedString where atom == .length:
      let text = heap.value(Int(object) + ObjectLayout.primitive)
      return OwnProperty(value: Value(stringLength(text.ref)), flags: [], place: 0)
    case .error where atom == .stack:
      if let own = findNamed(object, atom) { return own }
      return OwnProperty(value: try errorHeader(object), flags: .hidden, place: 0)
    default: break
    }
    return findNamed(object, atom)
  }

  private mutating func stringElement(
    _ object: Ref, _ index: UInt32
  ) throws(Abrupt) -> OwnProperty? {
    let text = heap.value(Int(object) + ObjectLayout.primitive).ref
    guard Int(index) < stringLength(text) else { return nil }
    let run = try run(text)
    return OwnProperty(
      value: try makeCharacter(unit(run, Int(index))), flags: .enumerable, place: 0)
  }

  // MARK: Reading

  /// `base[key]`.
  mutating func get(_ base: Value, _ key: PropertyKey) throws(Abrupt) -> Value {
    if base.isObject { return try get(base.ref, key, receiver: base) }
    if base.isString {
      if key.isIndex {
        guard Int(key.index) < stringLength(base.ref) else {
          return try get(intrinsics.stringPrototype, key, receiver: base)
        }
        let run = try run(base.ref)
        return try makeCharacter(unit(run, Int(key.index)))
      }
      if key.atom == .length { return Value(stringLength(base.ref)) }
    }
    guard let proto = primitiveProto(base) else {
      let kind = base.isNull ? "null" : "undefined"
      throw typeError("Cannot read properties of \(kind) (reading '\(describe(key))')")
    }
    return try get(proto, key, receiver: base)
  }

  /// `base.name`.
  mutating func get(_ base: Value, _ atom: Atom) throws(Abrupt) -> Value {
    try get(base, PropertyKey(atom))
  }

  /// `object.name` of an object.
  mutating func get(_ object: Ref, _ atom: Atom) throws(Abrupt) -> Value {
    try get(object, PropertyKey(atom), receiver: .object(object))
  }

  /// `object[index]` of an object.
  @inline(__always)
  mutating func get(_ object: Ref, index: UInt32) throws(Abrupt) -> Value {
    if !flags(object).contains(.sparse) {
      let value = denseElement(object, index)
      if !value.isHole { return value }
    }
    return try get(object, PropertyKey(index: index), receiver: .object(object))
  }

  /// Looks a property up along the prototypes.
  mutating func get(
    _ object: Ref, _ key: PropertyKey, receiver: Value
  ) throws(Abrupt) -> Value {
    var holder = object
    while holder != 0 {
      if let own = try findOwn(holder, key) {
        if !own.flags.contains(.accessor) { return own.value }
        let getter = heap.value(Int(own.value.ref))
        return getter.isUndefined ? .undefined : try call(getter, this: receiver)
      }
      holder = proto(holder)
    }
    return .undefined
  }

  /// The prototype of a primitive; nil for undefined and null.
  mutating func primitiveProto(_ value: Value) -> Ref? {
    if value.isNumber { return intrinsics.numberPrototype }
    if value.isString { return intrinsics.stringPrototype }
    if value.isBoolean { return intrinsics.booleanPrototype }
    if value.isSymbol { return intrinsics.symbolPrototype }
    if value.isBigint { return intrinsics.bigintPrototype }
    return nil
  }

  /// Whether a property exists along the prototypes.
  mutating func has(_ object: Ref, _ key: PropertyKey) throws(Abrupt) -> Bool {
    var holder = object
    while holder != 0 {
      if try findOwn(holder, key) != nil { return true }
      holder = proto(holder)
    }
    return false
  }

  /// A method, or nil when the property is undefined or null.
  mutating func method(_ base: Value, _ atom: Atom) throws(Abrupt) -> Value? {
    let value = try get(base, atom)
    if value.isNullish { return nil }
    guard isCallable(value) else { throw typeError("\(try inspect(value)) is not a function") }
    return value
  }

  // MARK: Writing

  /// `base[key] = value`.
  mutating func set(_ base: Value, _ key: PropertyKey, _ value: Value) throws(Abrupt) {
    if base.isObject { return try set(base.ref, key, value, receiver: base) }
    guard let proto = primitiveProto(base) else {
      let kind = base.isNull ? "null" : "undefined"
      throw typeError("Cannot set properties of \(kind) (setting '\(describe(key))')")
    }
    if base.isString, key.isIndex || key.atom == .length,
      !key.isIndex || Int(key.index) < stringLength(base.ref)
    {
      throw typeError(
        "Cannot assign to read only property '\(describe(key))' of string '\(try inspect(base))'")
    }
    try set(proto, key, value, receiver: base)
  }

  /// `object.name = value`.
  mutating func set(_ object: Ref, _ atom: Atom, _ value: Value) throws(Abrupt) {
    try set(object, PropertyKey(atom), value, receiver: .object(object))
  }

  /// `object[index] = value`.
  mutating func set(_ object: Ref, index: UInt32, _ value: Value) throws(Abrupt) {
    try set(object, PropertyKey(index: index), value, receiver: .object(object))
  }

  private mutating func set(
    _ start: Ref, _ key: PropertyKey, _ value: Value, receiver: Value
  ) throws(Abrupt) {
    var holder = start
    while holder != 0 {
      if let own = try findOwn(holder, key) {
        if own.flags.contains(.accessor) {
          return try callSetter(own, key, value, receiver)
        }
        guard own.flags.contains(.writable) else {
          throw try readOnlyError(key, receiver)
        }
        if receiver.isObject, holder == receiver.ref {
          return try overwrite(holder, key, own, value)
        }
        break
      }
      holder = proto(holder)
    }
    guard receiver.isObject else {
      let type = typeName(receiver)
      throw typeError(
        "Cannot create property '\(describe(key))' on \(type) '\(try inspect(receiver))'")
    }
    let target = receiver.ref
    if target != start, let own = try findOwn(target, key), !own.flags.contains(.accessor) {
      return try overwrite(target, key, own, value)
    }
    try add(target, key, value)
  }

  private mutating func overwrite(
    _ object: Ref, _ key: PropertyKey, _ own: OwnProperty, _ value: Value
  ) throws(Abrupt) {
    if own.place != 0 {
      if flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
      heap.set(own.place, value)
    } else if kind(object) == .array {
      try setLength(object, value)
    } else if kind(object) == .error {
      try addNamed(object, .stack, value, .hidden)
    }
  }

  /// `array.length = value`.
  private mutating func setLength(_ array: Ref, _ value: Value) throws(Abrupt) {
    let number = try toNumber(value)
    let length = toUInt32(number)
    guard Double(length) == number else { throw rangeError("Invalid array length") }
    try setArrayLength(array, length)
  }

  private mutating func callSetter(
    _ own: OwnProperty, _ key: PropertyKey, _ value: Value, _ receiver: Value
  ) throws(Abrupt) {
    let setter = heap.value(Int(own.value.ref) + 8)
    guard !setter.isUndefined else {
      throw typeError(
        "Cannot set property \(describe(key)) of \(try inspect(receiver)) which has only a getter")
    }
    _ = try call(setter, this: receiver, value)
  }

  /// Adds a property by assignment.
  mutating func add(_ object: Ref, _ key: PropertyKey, _ value: Value) throws(Abrupt) {
    if flags(object).contains(.nonExtensible) {
      throw typeError("Cannot add property \(describe(key)), object is not extensible")
    }
    if key.isIndex {
      if flags(object).contains(.fixedLength), key.index >= arrayLength(object) {
        throw typeError("Cannot add property \(key.index), object is not extensible")
      }
      try defineElement(object, key.index, value)
    } else {
      try addNamed(object, key.atom, value)
    }
  }

  private mutating func readOnlyError(
    _ key: PropertyKey, _ receiver: Value
  ) throws(Abrupt) -> Abrupt {
    typeError(
      "Cannot assign to read only property '\(describe(key))' of object '\(try inspect(receiver))'"
    )
  }

  /// Defines a property as object literals do, replacing an earlier one.
  mutating func define(
    _ object: Ref, _ key: PropertyKey, _ value: Value, _ attributes: PropertyFlags = .plain
  ) throws(Abrupt) {
    _ = kind(object)
    if key.isIndex {
      try defineElement(object, key.index, value, attributes)
    } else {
      try defineNamed(object, key.atom, value, attributes)
    }
  }

  // MARK: Deleting

  /// `delete object[key]`.
  mutating func delete(_ base: Value, _ key: PropertyKey) throws(Abrupt) {
    guard base.isObject else {
      if base.isNullish { throw typeError("Cannot convert undefined or null to object") }
      return
    }
    guard let own = try findOwn(base.ref, key) else { return }
    guard own.flags.contains(.configurable) else {
      throw typeError("Cannot delete property '\(describe(key))' of \(try inspect(base))")
    }
    if key.isIndex {
      try removeElement(base.ref, key.index)
    } else {
      try removeNamed(base.ref, key.atom)
    }
  }

  // MARK: Keys

  /// The own keys in the language's order: indices ascending, names, then symbols.
  mutating func ownKeys(_ object: Ref) throws(Abrupt) -> ContiguousArray<PropertyKey> {
    if kind(object) == .closure || kind(object) == .native || kind(object) == .component
      || kind(object) == .bound
    {
      try materialise(object)
    }
    var keys: ContiguousArray<PropertyKey> = []
    if kind(object) == .boxedString {
      let count = stringLength(heap.value(Int(object) + ObjectLayout.primitive).ref)
      try charge(bytes: count * 16)
      for index in 0..<count { keys.append(PropertyKey(index: UInt32(index))) }
    }
    for index in try elementIndices(object) { keys.append(PropertyKey(index: index)) }
    if kind(object) == .array || kind(object) == .boxedString {
      keys.append(PropertyKey(.length))
    }
    let names = namedKeys(object)
    for atom in names where !atoms.isSymbol(atom) { keys.append(PropertyKey(atom)) }
    for atom in names where atoms.isSymbol(atom) && !atoms.isPrivate(atom) {
      keys.append(PropertyKey(atom))
    }
    try charge(bytes: keys.count * 16)
    return keys
  }

  /// The atoms of the named own properties in order.
  mutating func namedKeys(_ object: Ref) -> ContiguousArray<Atom> {
    let shape = shape(object)
    var keys: ContiguousArray<Atom> = []
    if shapes.isDictionary(shape) {
      forEachInDictionary(object) { _, atom, _, _ in keys.append(atom) }
    } else {
      shapes.forEachReversed(shape) { atom, _, _ in keys.append(atom) }
      keys.reverse()
    }
    return keys
  }

  /// A property key as a string or symbol value.
  mutating func value(of key: PropertyKey) throws(Abrupt) -> Value {
    if key.isIndex { return try numberString(Double(key.index)) }
    if atoms.isSymbol(key.atom) { return .symbol(key.atom) }
    return try string(of: key.atom)
  }

  /// A property key for messages.
  mutating func describe(_ key: PropertyKey) -> String {
    if key.isIndex { return "\(key.index)" }
    let text = atoms.string(key.atom)
    return atoms.isSymbol(key.atom) && !atoms.isPrivate(key.atom) ? "Symbol(\(text))" : text
  }
}
