/// A call of a native function: its registers in the machine's stack.
struct Call {
  /// The byte offset of the callee; `this` and the arguments follow.
  var base: Int
  /// The number of arguments.
  var count: Int
  /// The constructor that `new` was applied to; undefined for a plain call.
  var newTarget: Value
}

/// A built-in function.
typealias Native = @Sendable (inout Machine, Call) throws(Abrupt) -> Value

/// A built-in function with what it says about itself.
struct NativeEntry: Sendable {
  var name: String
  var length: Int
  /// Whether `new` may be applied.
  var isConstructor: Bool
  var function: Native
}

extension Machine {
  /// The function that is called.
  @inline(__always)
  mutating func callee(_ call: Call) -> Ref { Value(bits: stack.load64(call.base)).ref }

  /// The value of `this`.
  @inline(__always)
  mutating func this(_ call: Call) -> Value { Value(bits: stack.load64(call.base + 8)) }

  /// An argument; undefined when there are fewer.
  @inline(__always)
  mutating func argument(_ call: Call, _ index: Int) -> Value {
    index < call.count ? Value(bits: stack.load64(call.base + 16 + index * 8)) : .undefined
  }
}

// MARK: - Building the realm

extension Machine {
  /// A native function object. For use while the realm is built.
  mutating func makeNative(
    _ name: String, _ length: Int, isConstructor: Bool = false, _ function: @escaping Native
  ) throws(Abrupt) -> Ref {
    natives.append(
      NativeEntry(name: name, length: length, isConstructor: isConstructor, function: function))
    return try makeNativeObject(id: natives.count - 1)
  }

  /// One more function object of a native function, with data of its own.
  mutating func makeNativeObject(
    id: Int, kind: ObjectKind = .native, data: Value = .undefined, name: Atom? = nil
  ) throws(Abrupt) -> Ref {
    let ref = try makeObject(
      intrinsics.closureShape, kind: kind, internals: ObjectLayout.nativeWords)
    heap.init32(Int(ref) + ObjectLayout.nativeID, UInt32(id))
    heap.init32(Int(ref) + ObjectLayout.nativeID + 4, name.map { $0.id + 1 } ?? 0)
    heap.initValue(Int(ref) + ObjectLayout.nativeData, data)
    return ref
  }

  /// The value that a native function object carries.
  mutating func nativeData(_ function: Ref) -> Value {
    heap.value(Int(function) + ObjectLayout.nativeData)
  }

  /// The atom of a name; `@@iterator` and its like are well-known symbols.
  mutating func nameAtom(_ name: String) -> Atom {
    guard name.hasPrefix("@@") else { return atoms.intern(name) }
    let wanted = "symbol_" + name.dropFirst(2)
    let index = Atom.knownTexts.firstIndex(of: String(wanted)) ?? 0
    return Atom(id: UInt32(index))
  }

  /// Defines a method of a built-in object.
  @discardableResult
  mutating func addMethod(
    _ holder: Ref, _ name: String, _ length: Int, _ function: @escaping Native
  ) throws(Abrupt) -> Ref {
    let text = name.hasPrefix("@@") ? "[Symbol.\(name.dropFirst(2))]" : name
    let method = try makeNative(text, length, function)
    try addNamed(holder, nameAtom(name), .object(method), .hidden)
    return method
  }

  /// Defines a getter of a built-in object.
  mutating func addGetter(
    _ holder: Ref, _ name: String, _ function: @escaping Native
  ) throws(Abrupt) {
    let text = name.hasPrefix("@@") ? "[Symbol.\(name.dropFirst(2))]" : name
    let getter = try makeNative("get \(text)", 0, function)
    try defineAccessor(
      holder, PropertyKey(nameAtom(name)), getter: .object(getter), setter: nil, .configurable)
  }

  /// Defines a constant of a built-in object, such as `Math.PI`.
  mutating func addConstant(
    _ holder: Ref, _ name: String, _ value: Value, _ flags: PropertyFlags = []
  ) throws(Abrupt) {
    try addNamed(holder, nameAtom(name), value, flags)
  }

  /// Defines a global constructor and links it with its prototype.
  @discardableResult
  mutating func addConstructor(
    _ name: String, _ length: Int, proto: Ref, parent: Ref? = nil, _ function: @escaping Native
  ) throws(Abrupt) -> Ref {
    let constructor = try makeNative(name, length, isConstructor: true, function)
    if let parent { try setProto(constructor, parent) }
    try addNamed(constructor, .prototype, .object(proto), [])
    try addNamed(proto, .constructor, .object(constructor), .hidden)
    try addNamed(intrinsics.global, nameAtom(name), .object(constructor), .hidden)
    return constructor
  }

  /// An object that inherits from `proto` and is inherited from.
  mutating func makePrototype(_ proto: Ref) throws(Abrupt) -> Ref {
    try makeObject(try rootShape(proto: proto), capacity: 8)
  }

  /// Defines `Symbol.toStringTag`.
  mutating func addTag(_ holder: Ref, _ tag: String) throws(Abrupt) {
    try addNamed(holder, .symbolToStringTag, try makeString(tag), .configurable)
  }
}
