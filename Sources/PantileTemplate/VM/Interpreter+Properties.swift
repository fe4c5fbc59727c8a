// Property access behind the interpreter's fast paths, with the filling of inline caches.

extension Machine {
  // MARK: Reading

  /// `base.name` of a cache, beyond the hit on an own property.
  mutating func getField(_ base: Value, _ site: Int) throws(Abrupt) -> Value {
    let shape: Shape
    if base.isObject {
      _ = kind(base.ref)
      shape = self.shape(base.ref)
    } else if base.isString {
      shape = .string
    } else if base.isNumber {
      shape = .number
    } else {
      return try get(base, PropertyKey(code.cacheAtoms[site]))
    }
    let cache = caches[site]
    if cache.shape == shape.id, cache.epoch == protoEpoch, cache.holder != 0 {
      if cache.holder == InlineCache.missing { return .undefined }
      let slots = Int(heap.load32(Int(cache.holder) + ObjectLayout.slots))
      return heap.value(slots + Int(cache.slot) * 8)
    }
    let atom = code.cacheAtoms[site]
    if !base.isObject {
      if base.isString, atom == .length { return Value(stringLength(base.ref)) }
      return try lookUp(shapes.proto(shape), atom, base, site: site, shape: shape, isOwn: false)
    }
    return try lookUp(base.ref, atom, base, site: site, shape: shape, isOwn: true)
  }

  private mutating func lookUp(
    _ start: Ref, _ atom: Atom, _ receiver: Value, site: Int, shape: Shape, isOwn: Bool
  ) throws(Abrupt) -> Value {
    var holder = start
    var isFirst = isOwn
    while holder != 0 {
      if let own = try findOwn(holder, atom) {
        if own.flags.contains(.accessor) {
          let getter = heap.value(Int(own.value.ref))
          return getter.isUndefined ? .undefined : try call(getter, this: receiver)
        }
        if own.place != 0 {
          fillCache(site, shape, holder: isFirst ? 0 : holder, in: holder, place: own.place)
        }
        return own.value
      }
      isFirst = false
      holder = proto(holder)
    }
    if !shapes.isDictionary(shape) || shape.id <= Shape.bigint.id, atom != .stack {
      caches[site] = InlineCache(
        shape: shape.id, slot: 0, holder: InlineCache.missing, epoch: protoEpoch, next: 0)
    }
    return .undefined
  }

  private mutating func fillCache(
    _ site: Int, _ shape: Shape, holder: Ref, in object: Ref, place: Int
  ) {
    // A function may have got its name just now, which changes its shape.
    let current = holder == 0 ? self.shape(object) : shape
    guard !shapes.isDictionary(self.shape(object)) else { return }
    if holder != 0, shapes.isDictionary(shape), shape.id > Shape.bigint.id { return }
    let slots = Int(heap.load32(Int(object) + ObjectLayout.slots))
    caches[site] = InlineCache(
      shape: current.id, slot: UInt32((place - slots) / 8), holder: holder, epoch: protoEpoch,
      next: 0)
  }

  /// `base[key]`.
  mutating func getIndex(_ base: Value, _ key: Value) throws(Abrupt) -> Value {
    if base.isNullish {
      if key == .symbol(.symbolIterator) { throw notIterableValue(base) }
      let kind = base.isNull ? "null" : "undefined"
      let name = key.isSymbol ? describe(PropertyKey(key.atom)) : try inspect(key)
      throw typeError("Cannot read properties of \(kind) (reading '\(name)')")
    }
    return try get(base, try toPropertyKey(key))
  }

  // MARK: Writing

  /// `base.name = value` of a cache, beyond the hit on an own property.
  mutating func setField(_ base: Value, _ value: Value, _ site: Int) throws(Abrupt) {
    let atom = code.cacheAtoms[site]
    guard base.isObject else { return try set(base, PropertyKey(atom), value) }
    let object = base.ref
    _ = kind(object)
    let shape = shape(object)
    let cache = caches[site]
    if cache.shape == shape.id, cache.next != 0, cache.epoch == protoEpoch,
      !flags(object).contains(.nonExtensible)
    {
      try placeSlot(object, Int(cache.slot), value)
      setShape(object, Shape(id: cache.next))
      return
    }
    try set(base, PropertyKey(atom), value)
    guard !shapes.isDictionary(shape), kind(object) == .plain || kind(object) == .closure,
      !flags(object).contains(.isPrototype)
    else { return }
    let after = self.shape(object)
    guard !shapes.isDictionary(after), let slot = shapes.find(after, atom),
      slot.flags.isSuperset(of: .writable), !slot.flags.contains(.accessor)
    else { return }
    if after == shape {
      caches[site] = InlineCache(shape: shape.id, slot: slot.index, holder: 0, epoch: 0, next: 0)
    } else if shapes.propertyCount(after) == shapes.propertyCount(shape) + 1 {
      caches[site] = InlineCache(
        shape: shape.id, slot: slot.index, holder: 0, epoch: protoEpoch, next: after.id)
    }
  }

  /// `base[key] = value`.
  mutating func setIndex(_ base: Value, _ key: Value, _ value: Value) throws(Abrupt) {
    if base.isNullish {
      let kind = base.isNull ? "null" : "undefined"
      let name = key.isSymbol ? describe(PropertyKey(key.atom)) : try inspect(key)
      throw typeError("Cannot set properties of \(kind) (setting '\(name)')")
    }
    try set(base, try toPropertyKey(key), value)
  }

  // MARK: Super and private names

  /// `super[key]` for a home object.
  mutating func getSuper(
    _ home: Value, _ key: PropertyKey, _ this: Value
  ) throws(Abrupt) -> Value {
    guard home.isObject else { return .undefined }
    let parent = proto(home.ref)
    guard parent != 0 else {
      throw typeError("Cannot read properties of null (reading '\(describe(key))')")
    }
    return try get(parent, key, receiver: this)
  }

  /// `object.#name`.
  mutating func getPrivate(_ object: Value, _ name: Value) throws(Abrupt) -> Value {
    guard object.isObject, let own = findNamed(object.ref, name.atom) else {
      let text = atoms.string(name.atom)
      throw typeError(
        "Cannot read private member \(text) from an object whose class did not declare it")
    }
    guard own.flags.contains(.accessor) else { return own.value }
    let getter = heap.value(Int(own.value.ref))
    guard !getter.isUndefined else {
      throw typeError("'\(atoms.string(name.atom))' was defined without a getter")
    }
    return try call(getter, this: object)
  }

  /// `object.#name = value`.
  mutating func setPrivate(
    _ object: Value, _ name: Value, _ value: Value
  ) throws(Abrupt) {
    let text = atoms.string(name.atom)
    guard object.isObject, let own = findNamed(object.ref, name.atom) else {
      throw typeError(
        "Cannot write private member \(text) to an object whose class did not declare it")
    }
    if own.flags.contains(.accessor) {
      let setter = heap.value(Int(own.value.ref) + 8)
      guard !setter.isUndefined else {
        throw typeError("'\(text)' was defined without a setter")
      }
      _ = try call(setter, this: object, value)
    } else if own.flags.contains(.writable) {
      heap.set(own.place, value)
    } else {
      throw typeError("Private method '\(text)' is not writable")
    }
  }

  /// Adds a private field, method or accessor to an object.
  mutating func definePrivate(
    _ object: Value, _ name: Value, _ value: Value, kind: Int
  ) throws(Abrupt) {
    guard object.isObject else { return }
    switch kind {
    case 2, 3:
      try defineAccessor(
        object.ref, PropertyKey(name.atom), getter: kind == 2 ? value : nil,
        setter: kind == 3 ? value : nil, [])
    default:
      if findNamed(object.ref, name.atom) != nil {
        throw typeError("Cannot initialize private methods of class twice on the same object")
      }
      try addNamed(object.ref, name.atom, value, kind == 0 ? .writable : [])
    }
  }

  /// Defines one half or both of an accessor property.
  mutating func defineAccessor(
    _ object: Ref, _ key: PropertyKey, getter: Value?, setter: Value?, _ flags: PropertyFlags
  ) throws(Abrupt) {
    let pair = try heap.allocate(16)
    var oldGetter = Value.undefined
    var oldSetter = Value.undefined
    if let own = try findOwn(object, key), own.flags.contains(.accessor) {
      oldGetter = heap.value(Int(own.value.ref))
      oldSetter = heap.value(Int(own.value.ref) + 8)
    }
    heap.initValue(Int(pair), getter ?? oldGetter)
    heap.initValue(Int(pair) + 8, setter ?? oldSetter)
    try define(object, key, .accessor(pair), flags.union(.accessor))
  }
}
