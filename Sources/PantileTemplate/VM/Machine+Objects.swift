// Objects: making them, and their named properties. Elements are in Machine+Elements.swift,
// dictionaries in Machine+Dictionary.swift, the language's get and set in Machine+Access.swift.

/// An own property as it was found.
struct OwnProperty {
  var value: Value
  var flags: PropertyFlags
  /// Where the value lies in the heap; 0 for values that are computed.
  var place: Int
}

extension Machine {
  // MARK: Header

  @inline(__always)
  mutating func shape(_ object: Ref) -> Shape { Shape(id: heap.load32(Int(object))) }

  /// What an object is. An element made from a pattern becomes an ordinary one here, as somebody
  /// looks at it.
  @inline(__always)
  mutating func kind(_ object: Ref) -> ObjectKind {
    let kind = ObjectKind(rawValue: heap.load8(Int(object) + ObjectLayout.kind)) ?? .plain
    return kind == .pattern ? materialisedKind(object) : kind
  }

  /// Makes an element of a pattern; without memory for it, the next allocation fails.
  @inline(never)
  private mutating func materialisedKind(_ object: Ref) -> ObjectKind {
    do throws(Abrupt) { try materialise(pattern: object) } catch {
      heap.exhaust()
      fuel = 0
    }
    return .plain
  }

  @inline(__always)
  mutating func flags(_ object: Ref) -> ObjectFlags {
    ObjectFlags(rawValue: heap.load8(Int(object) + ObjectLayout.flags))
  }

  mutating func setFlags(_ object: Ref, _ flags: ObjectFlags) {
    heap.store8(Int(object) + ObjectLayout.flags, flags.rawValue)
  }

  @inline(__always)
  mutating func setShape(_ object: Ref, _ shape: Shape) { heap.store32(Int(object), shape.id) }

  /// The object that an object inherits from; 0 is null.
  @inline(__always)
  mutating func proto(_ object: Ref) -> Ref { shapes.proto(shape(object)) }

  // MARK: Making

  /// An object without properties.
  ///
  /// - Parameters:
  ///   - internals: Words between the header and the first slots; they are cleared.
  ///   - capacity: Slots that lie in the record itself.
  mutating func makeObject(
    _ shape: Shape, kind: ObjectKind = .plain, internals: Int = 0, capacity: Int = 0
  ) throws(Abrupt) -> Ref {
    let ref = try heap.allocate(ObjectLayout.internals + (internals + capacity) * 8)
    let at = Int(ref)
    heap.init32(at, shape.id)
    heap.init32(at + 4, UInt32(kind.rawValue) | UInt32(capacity) << 16)
    let slots = UInt32(at + ObjectLayout.internals + internals * 8)
    heap.init64(at + 8, UInt64(slots))
    heap.init64(at + 16, 0)
    for word in 0..<internals { heap.init64(at + ObjectLayout.internals + word * 8, 0) }
    return ref
  }

  /// An empty plain object.
  mutating func makePlainObject(capacity: Int = 4) throws(Abrupt) -> Ref {
    try makeObject(intrinsics.objectShape, capacity: capacity)
  }

  /// An empty array with room for `capacity` elements.
  mutating func makeArray(capacity: Int = 0) throws(Abrupt) -> Ref {
    let ref = try heap.allocate(ObjectLayout.internals + capacity * 8)
    let at = Int(ref)
    heap.init32(at, intrinsics.arrayShape.id)
    heap.init32(at + 4, UInt32(ObjectKind.array.rawValue))
    let elements = UInt64(at + ObjectLayout.internals)
    heap.init64(at + 8, capacity == 0 ? 0 : elements << 32)
    heap.init64(at + 16, UInt64(capacity) << 32)
    heap.initHoles(at + ObjectLayout.internals, count: capacity)
    return ref
  }

  /// An array of values.
  mutating func makeArray(_ values: ContiguousArray<Value>) throws(Abrupt) -> Ref {
    let array = try makeArray(capacity: values.count)
    let at = Int(heap.load32(Int(array) + ObjectLayout.elements))
    for index in values.indices { heap.initValue(at + index * 8, values[index]) }
    heap.init32(Int(array) + ObjectLayout.length, UInt32(values.count))
    return array
  }

  /// The shape of objects that inherit from `proto`, which is marked as a prototype.
  mutating func rootShape(proto: Ref) throws(Abrupt) -> Shape {
    if proto != 0 {
      let flags = flags(proto)
      if !flags.contains(.isPrototype) { setFlags(proto, flags.union(.isPrototype)) }
      if Int(proto) >= heap.imageEnd, heap.imageEnd > 0 { hasVolatileShapes = true }
    }
    let before = shapes.count
    let shape = shapes.root(proto: proto)
    if shapes.count != before { try checkMemory() }
    return shape
  }

  /// Makes an object inherit from another; the caller checked for cycles.
  mutating func setProto(_ object: Ref, _ proto: Ref) throws(Abrupt) {
    _ = try rootShape(proto: proto)
    _ = kind(object)
    setShape(object, shapes.rebasing(shape(object), onto: proto))
    if flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    try checkMemory()
  }

  // MARK: Named own properties

  /// Finds an own property under an atom, without the values that the kind computes.
  @inline(__always)
  mutating func findNamed(_ object: Ref, _ atom: Atom) -> OwnProperty? {
    let shape = shape(object)
    if shapes.isDictionary(shape) { return findInDictionary(object, atom) }
    guard let slot = shapes.find(shape, atom) else { return nil }
    let place = Int(heap.load32(Int(object) + ObjectLayout.slots)) + Int(slot.index) * 8
    return OwnProperty(value: heap.value(place), flags: slot.flags, place: place)
  }

  /// Adds a named property that the object does not have.
  mutating func addNamed(
    _ object: Ref, _ atom: Atom, _ value: Value, _ flags: PropertyFlags = .plain
  ) throws(Abrupt) {
    if self.flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    let shape = shape(object)
    if !shapes.isDictionary(shape) {
      let count = shapes.propertyCount(shape)
      if count < ShapeTable.largestCount {
        let before = shapes.count
        let next = shapes.adding(atom, flags, to: shape)
        if shapes.count != before { try checkMemory() }
        try placeSlot(object, count, value)
        setShape(object, next)
        return
      }
      try makeDictionary(object)
    }
    try addToDictionary(object, atom, value, flags)
  }

  /// Writes the slot behind the last one, making room for it.
  @inline(__always)
  mutating func placeSlot(_ object: Ref, _ index: Int, _ value: Value) throws(Abrupt) {
    let at = Int(object)
    if index >= Int(heap.load16(at + ObjectLayout.slotCapacity)) {
      try growSlots(object, count: index)
    }
    heap.set(Int(heap.load32(at + ObjectLayout.slots)) + index * 8, value)
  }

  private mutating func growSlots(_ object: Ref, count: Int) throws(Abrupt) {
    let at = Int(object)
    let capacity = max(4, count * 2)
    let fresh = try heap.allocate(capacity * 8)
    heap.initCopy(
      from: Int(heap.load32(at + ObjectLayout.slots)), to: Int(fresh), byteCount: count * 8)
    heap.store16(at + ObjectLayout.slotCapacity, UInt16(capacity))
    heap.store32(at + ObjectLayout.slots, fresh)
  }

  /// Defines a named property, replacing value and attributes of an earlier one.
  mutating func defineNamed(
    _ object: Ref, _ atom: Atom, _ value: Value, _ flags: PropertyFlags = .plain
  ) throws(Abrupt) {
    guard let own = findNamed(object, atom) else {
      return try addNamed(object, atom, value, flags)
    }
    if own.flags != flags { try changeFlags(object, atom, flags) }
    guard let own = findNamed(object, atom) else { return }
    if self.flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    heap.set(own.place, value)
  }

  /// Changes the attributes of a named property.
  mutating func changeFlags(
    _ object: Ref, _ atom: Atom, _ flags: PropertyFlags
  ) throws(Abrupt) {
    if self.flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    if shapes.isDictionary(shape(object)) {
      setDictionaryFlags(object, atom, flags)
    } else {
      setShape(
        object, shapes.replacingFlags(shape(object)) { key, old in key == atom ? flags : old })
      try checkMemory()
    }
  }

  /// Changes the attributes of all named properties.
  mutating func changeAllFlags(
    _ object: Ref, _ change: (PropertyFlags) -> PropertyFlags
  ) throws(Abrupt) {
    if flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    if shapes.isDictionary(shape(object)) {
      setAllDictionaryFlags(object, change)
    } else {
      setShape(object, shapes.replacingFlags(shape(object)) { _, old in change(old) })
      try checkMemory()
    }
  }

  /// Removes a named property.
  mutating func removeNamed(_ object: Ref, _ atom: Atom) throws(Abrupt) {
    if flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    if !shapes.isDictionary(shape(object)) { try makeDictionary(object) }
    removeFromDictionary(object, atom)
  }

  // MARK: Functions' own names

  /// Gives a function its `name`, `length` and `prototype`, which are made when somebody looks.
  mutating func materialise(_ function: Ref) throws(Abrupt) {
    let flags = flags(function)
    if flags.contains(.materialised) { return }
    setFlags(function, flags.union(.materialised))
    let description = functionDescription(function)
    if findNamed(function, .length) == nil {
      try addNamed(function, .length, Value(description.length), .configurable)
    }
    if findNamed(function, .name) == nil {
      let name = try functionName(description)
      try addNamed(function, .name, name, .configurable)
    }
    if description.hasPrototype, findNamed(function, .prototype) == nil {
      let proto = try makePlainObject()
      try addNamed(proto, .constructor, .object(function), .hidden)
      try addNamed(function, .prototype, .object(proto), .writable)
    }
  }
}
