internal import PantileJSON

// Making of functions, scopes, objects, arrays and elements.

extension Machine {
  // MARK: Functions and scopes

  /// A closure; `detail` holds the registers of its scope and its home object.
  mutating func makeClosure(
    _ function: UInt32, _ detail: UInt64, _ base: Int
  ) throws(Abrupt) -> Value {
    let scopeRegister = Int(UInt16(truncatingIfNeeded: detail >> 16))
    let homeRegister = Int(UInt16(truncatingIfNeeded: detail >> 32))
    let ref = try heap.allocate(ObjectLayout.internals + ObjectLayout.closureWords * 8)
    let at = Int(ref)
    heap.init32(at, intrinsics.closureShape.id)
    heap.init32(at + 4, UInt32(ObjectKind.closure.rawValue))
    heap.init64(at + 8, 0)
    heap.init64(at + 16, 0)
    heap.init32(at + ObjectLayout.functionID, function)
    let scope =
      scopeRegister == 65_535
      ? heap.load32(Int(register(base, 0).ref) + ObjectLayout.scope)
      : register(base, scopeRegister).ref
    heap.init32(at + ObjectLayout.scope, scope)
    heap.initValue(
      at + ObjectLayout.homeObject,
      homeRegister == 65_535 ? .undefined : register(base, homeRegister))
    return .object(ref)
  }

  /// A scope whose variables are not initialised.
  mutating func makeScope(parent: Ref, count: Int) throws(Abrupt) -> Ref {
    let ref = try heap.allocate(8 + count * 8)
    heap.init32(Int(ref), parent)
    heap.init32(Int(ref) + 4, UInt32(count))
    for index in 0..<count { heap.initValue(Int(ref) + 8 + index * 8, .uninitialised) }
    return ref
  }

  /// A copy of a scope.
  mutating func copyScope(_ scope: Ref) throws(Abrupt) -> Ref {
    let byteCount = 8 + Int(heap.load32(Int(scope) + 4)) * 8
    let ref = try heap.allocate(byteCount)
    heap.initCopy(from: Int(scope), to: Int(ref), byteCount: byteCount)
    return ref
  }

  /// The value of a global name.
  mutating func global(_ atom: Atom) throws(Abrupt) -> Value {
    guard let own = try findOwn(intrinsics.global, atom) else {
      throw referenceError("\(atoms.string(atom)) is not defined")
    }
    return own.value
  }

  // MARK: Objects and arrays

  /// An object of a literal's shape with the values that lie in the stack from `values` on.
  mutating func newLiteral(_ literal: Int, _ values: Int) throws(Abrupt) -> Value {
    let (shape, count) = code.literals[literal]
    let slots = Int(count)
    let ref = try heap.allocate(ObjectLayout.internals + slots * 8)
    let at = Int(ref)
    heap.init32(at, shape.id)
    heap.init32(at + 4, UInt32(slots) << 16)
    heap.init64(at + 8, UInt64(at + ObjectLayout.internals))
    heap.init64(at + 16, 0)
    for index in 0..<slots {
      heap.init64(at + ObjectLayout.internals + index * 8, stack.load64(values + index * 8))
    }
    return .object(ref)
  }

  /// A copy of a constant object that has plain properties in its own record and no elements.
  mutating func copyLiteral(_ source: Ref) throws(Abrupt) -> Value {
    let from = Int(source)
    let byteCount =
      ObjectLayout.internals + Int(heap.load16(from + ObjectLayout.slotCapacity)) * 8
    let ref = try heap.allocate(byteCount)
    heap.initCopy(from: from, to: Int(ref), byteCount: byteCount)
    heap.init32(Int(ref) + ObjectLayout.slots, ref + UInt32(ObjectLayout.internals))
    return .object(ref)
  }

  /// An array of values that lie in the stack from `values` on.
  mutating func newArray(_ count: Int, _ values: Int) throws(Abrupt) -> Value {
    let ref = try heap.allocate(ObjectLayout.internals &+ count &* 8)
    let at = Int(ref)
    heap.init64(
      at, UInt64(intrinsics.arrayShape.id) | UInt64(ObjectKind.array.rawValue) << 32)
    let elements = at &+ ObjectLayout.internals
    heap.init64(
      at &+ 8, count == 0 ? 0 : UInt64(truncatingIfNeeded: elements) << 32)
    heap.init64(at &+ 16, UInt64(truncatingIfNeeded: count) &* 0x1_0000_0001)
    var index = 0
    while index < count {
      heap.init64(elements &+ index &* 8, stack.load64(values &+ index &* 8))
      index &+= 1
    }
    return .object(ref)
  }

  /// A copy of a constant array of primitives.
  mutating func copyArray(_ source: Ref) throws(Abrupt) -> Value {
    let count = Int(arrayLength(source))
    let array = try makeArray(capacity: count)
    if count > 0 {
      heap.initCopy(
        from: Int(heap.load32(Int(source) + ObjectLayout.elements)),
        to: Int(array) + ObjectLayout.internals, byteCount: count * 8)
    }
    heap.init32(Int(array) + ObjectLayout.length, UInt32(count))
    return .object(array)
  }

  /// The elements of an array of arguments.
  mutating func listElements(_ array: Ref) throws(Abrupt) -> ContiguousArray<Value> {
    let count = Int(arrayLength(array))
    try charge(bytes: count * 8)
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(count)
    for index in 0..<count {
      let value = denseElement(array, UInt32(index))
      values.append(value.isHole ? .undefined : value)
    }
    return values
  }

  /// Copies the own enumerable properties of a value to an object, as `{...value}` does.
  mutating func copyProperties(from source: Value, to target: Ref) throws(Abrupt) {
    if try copySlots(from: source, to: target) { return }
    try forEachSpread(source) { (machine, key, value) throws(Abrupt) in
      try machine.define(target, key, value)
    }
  }

  /// Makes an empty object take over shape and slots of a plain one in one step.
  private mutating func copySlots(from source: Value, to target: Ref) throws(Abrupt) -> Bool {
    guard source.isObject, kind(source.ref) == .plain, hasOnlySlots(source.ref),
      shape(target) == intrinsics.objectShape, kind(target) == .plain
    else { return false }
    let shape = shape(source.ref)
    guard shapes.proto(shape) == intrinsics.objectPrototype, hasPlainNames(shape) else {
      return false
    }
    let count = shapes.propertyCount(shape)
    try charge(count)
    if count > Int(heap.load16(Int(target) + ObjectLayout.slotCapacity)) {
      // Room for a few properties more, which mostly follow.
      let block = try heap.allocate((count + 2) * 8)
      heap.store32(Int(target) + ObjectLayout.slots, block)
      heap.store16(Int(target) + ObjectLayout.slotCapacity, UInt16(count + 2))
    }
    heap.move(
      from: Int(heap.load32(Int(source.ref) + ObjectLayout.slots)),
      to: Int(heap.load32(Int(target) + ObjectLayout.slots)), wordCount: count)
    setShape(target, shape)
    return true
  }

  /// Whether all properties of a shape are plain and named by strings, and it is no element's: an
  /// element has a hidden word that a copy has not.
  private mutating func hasPlainNames(_ shape: Shape) -> Bool {
    var isPlain = true
    shapes.forEachReversed(shape) { atom, flags, _ in
      if flags != .plain || atom == .typeOf || atoms.isSymbol(atom) { isPlain = false }
    }
    return isPlain
  }

  /// The same for attributes of an element.
  mutating func copyAttributes(from source: Value, to target: Ref) throws(Abrupt) {
    try forEachSpread(source) { (machine, key, value) throws(Abrupt) in
      if !key.isIndex {
        switch key.atom {
        case .key, .jsxSelf, .jsxSource, .protoName: return
        default: break
        }
      }
      try machine.define(target, key, value)
    }
  }

  /// Visits what a spread of a value copies.
  mutating func forEachSpread(
    _ source: Value,
    _ body: (inout Machine, PropertyKey, Value) throws(Abrupt) -> Void
  ) throws(Abrupt) {
    if source.isString {
      let count = stringLength(source.ref)
      try charge(count)
      for index in 0..<count {
        let key = PropertyKey(index: UInt32(index))
        try body(&self, key, try get(source, key))
      }
      return
    }
    guard source.isObject else { return }
    if hasOnlySlots(source.ref), hasPlainNames(shape(source.ref)) {
      return try forEachOwn(source.ref, reads: true, body)
    }
    for key in try ownKeys(source.ref) {
      guard let own = try findOwn(source.ref, key), own.flags.contains(.enumerable) else {
        continue
      }
      try charge(1)
      let value =
        own.flags.contains(.accessor) ? try get(source.ref, key, receiver: source) : own.value
      try body(&self, key, value)
    }
  }

  /// The properties of a value but for the keys in the stack from `keys` on.
  mutating func restObject(
    _ source: Value, _ keys: Int, count: Int
  ) throws(Abrupt) -> Value {
    var excluded: ContiguousArray<PropertyKey> = []
    for index in 0..<count {
      excluded.append(try toPropertyKey(Value(bits: stack.load64(keys + index * 8))))
    }
    let target = try makePlainObject()
    try forEachSpread(source) { (machine, key, value) throws(Abrupt) in
      try machine.charge(excluded.count >> 4)
      if !excluded.contains(key) { try machine.define(target, key, value) }
    }
    return .object(target)
  }

  /// Gives an anonymous function or class a name.
  mutating func nameFunction(
    _ function: Value, _ key: Value, prefix: Int
  ) throws(Abrupt) {
    guard function.isObject, findNamed(function.ref, .name) == nil else { return }
    let key = try toPropertyKey(key)
    var name = describe(key)
    if !key.isIndex, atoms.isSymbol(key.atom), !atoms.isPrivate(key.atom) {
      name = atoms.hasDescription(key.atom) ? "[\(atoms.string(key.atom))]" : ""
    }
    if prefix == 1 { name = "get " + name }
    if prefix == 2 { name = "set " + name }
    try addNamed(function.ref, .name, try makeString(name), .configurable)
  }

  // MARK: Strings

  /// The texts of values in the stack from `values` on, joined.
  mutating func concat(_ values: Int, count: Int) throws(Abrupt) -> Value {
    var total = 0
    var isWide = false
    for index in 0..<count {
      let place = values + index * 8
      let ref = try toString(Value(bits: stack.load64(place)))
      stack.store64(place, Value.string(ref).bits)
      total += stringLength(ref)
      isWide = isWide || heap.load32(Int(ref) + 4) & 4 != 0
    }
    if total == 0 { return .string(intrinsics.emptyString) }
    if total > 256 {
      var result = Value(bits: stack.load64(values)).ref
      for index in 1..<count {
        result = try concat(result, Value(bits: stack.load64(values + index * 8)).ref).ref
      }
      return .string(result)
    }
    for index in 0..<count { _ = try run(Value(bits: stack.load64(values + index * 8)).ref) }
    let ref = try allocateString(count: total, isWide: isWide)
    var end = Int(ref) + 8
    for index in 0..<count {
      let piece = try run(Value(bits: stack.load64(values + index * 8)).ref)
      place(piece, at: end, isWide: isWide)
      end += isWide ? piece.count * 2 : piece.count
    }
    return .string(ref)
  }

  // MARK: Elements

  /// The text of an element's key.
  mutating func elementKey(_ key: Value) throws(Abrupt) -> Value {
    .string(try toString(key))
  }

  /// A React element; where it was made is kept beside its properties.
  mutating func makeElement(
    _ type: Value, key: Value, props: Ref
  ) throws(Abrupt) -> Value {
    let ref = try heap.allocate(ObjectLayout.internals + 48)
    let at = Int(ref)
    heap.init64(at, UInt64(intrinsics.elementShape.id) | 5 << 48)
    heap.init64(at + 8, UInt64(at + ObjectLayout.internals + 8))
    heap.init64(at + 16, 0)
    let function = frames.isEmpty ? -1 : frames[frames.count - 1].function
    heap.init64(
      at + 24,
      UInt64(truncatingIfNeeded: function + 1) | UInt64(truncatingIfNeeded: position) << 32)
    heap.initValue(at + 32, .symbol(intrinsics.elementSymbol))
    heap.initValue(at + 40, type)
    heap.initValue(at + 48, key)
    heap.initValue(at + 56, elementReference(props))
    heap.initValue(at + 64, .object(props))
    return .object(ref)
  }

  /// The `ref` of an element: that of its props, or null.
  @inline(__always)
  private mutating func elementReference(_ props: Ref) -> Value {
    if let plan = plainPlan(props), !plan.hasReference { return .null }
    let reference = findNamed(props, .ref)?.value ?? .undefined
    return reference.isUndefined ? .null : reference
  }

  /// Fills in the `defaultProps` of an element's type, as `createElement` does.
  mutating func applyDefaults(of type: Value, to props: Ref) throws(Abrupt) {
    guard type.isObject else { return }
    let defaults = try get(type.ref, .defaultProps)
    guard defaults.isObject else { return }
    for key in try ownKeys(defaults.ref) {
      let own = try findOwn(props, key)
      if own == nil || own?.value.isUndefined == true {
        try define(props, key, try get(defaults.ref, key, receiver: defaults))
      }
    }
  }

  // MARK: Classes

  /// Links a class constructor with its parent and returns its prototype.
  mutating func makeClass(_ constructor: Ref, _ parent: Value) throws(Abrupt) -> Value {
    var protoParent = intrinsics.objectPrototype
    if !parent.isHole {
      if parent.isNull {
        protoParent = 0
      } else {
        guard isConstructor(parent) else {
          throw typeError("Class extends value \(try inspect(parent)) is not a constructor or null")
        }
        let inherited = try get(parent.ref, .prototype)
        guard inherited.isObject || inherited.isNull else {
          throw typeError(
            "Class extends value does not have valid prototype property \(try inspect(inherited))")
        }
        protoParent = inherited.isNull ? 0 : inherited.ref
        try setProto(constructor, parent.ref)
      }
    }
    let proto = try makeObject(try rootShape(proto: protoParent), capacity: 4)
    setFlags(constructor, flags(constructor).union(.materialised))
    let description = functionDescription(constructor)
    try addNamed(constructor, .length, Value(description.length), .configurable)
    if !description.name.isEmpty {
      try addNamed(constructor, .name, try makeString(description.name), .configurable)
    }
    try addNamed(constructor, .prototype, .object(proto), [])
    try addNamed(proto, .constructor, .object(constructor), .hidden)
    return .object(proto)
  }

  /// Gives a new object the fields and private methods of its class.
  mutating func initialiseFields(_ this: Value, _ constructor: Value) throws(Abrupt) {
    guard let own = findNamed(constructor.ref, .fieldInitializer) else { return }
    // The list holds key, function and kind of each field.
    let list = own.value.ref
    var index: UInt32 = 0
    while index < arrayLength(list) {
      let key = denseElement(list, index)
      let function = denseElement(list, index + 1)
      let kind = Int(denseElement(list, index + 2).number)
      index += 3
      let isPrivate = key.isSymbol && atoms.isPrivate(key.atom)
      if kind != 0 {
        try definePrivate(this, key, function, kind: kind)
        continue
      }
      let value = function.isUndefined ? .undefined : try call(function, this: this)
      if isPrivate {
        try definePrivate(this, key, value, kind: 0)
      } else if this.isObject {
        try define(this.ref, try toPropertyKey(key), value)
      }
    }
  }

  /// `super(...)`: `count` arguments from register a + 2 on, or 65535 for the array there.
  mutating func superCall(_ base: Int, _ a: Int, _ count: Int) throws(Abrupt) -> Value {
    let frame = frames[frames.count - 1]
    let function = register(base, 0)
    let parent = proto(function.ref)
    guard parent != 0, isConstructor(.object(parent)) else {
      let isNull = parent == 0 || parent == intrinsics.functionPrototype
      let text = isNull ? "null" : try inspect(.object(parent))
      let name = functionDescription(function.ref).name
      throw typeError("Super constructor \(text) of anonymous class".replacingTail(name))
    }
    var arguments: ContiguousArray<Value> = []
    if count == 65_535 {
      arguments = try listElements(register(base, a + 2).ref)
    } else {
      for index in 0..<count { arguments.append(register(base, a + 2 + index)) }
    }
    let this = try call(
      .object(parent), this: .uninitialised, arguments: arguments, newTarget: frame.newTarget)
    return this
  }

  /// What a derived constructor returns.
  mutating func derivedResult(_ result: Value, _ this: Value) throws(Abrupt) -> Value {
    if result.isObject { return result }
    guard result.isUndefined else {
      throw typeError("Derived constructors may only return object or undefined")
    }
    guard this != .uninitialised else {
      throw referenceError(
        "Must call super constructor in derived class before accessing 'this' or returning from "
          + "derived constructor")
    }
    return this
  }
}

extension String {
  /// The text with "anonymous class" replaced by the name of a class, if it has one.
  fileprivate func replacingTail(_ name: String) -> String {
    let tail = "of anonymous class"
    guard hasSuffix(tail), !name.isEmpty else { return self + " is not a constructor" }
    return dropLast(tail.count) + "of \(name) is not a constructor"
  }
}
