/// What `Object.defineProperty` is asked for; parts that are not given are nil.
struct PropertyDescriptor {
  var value: Value?
  var getter: Value?
  var setter: Value?
  var isWritable: Bool?
  var isEnumerable: Bool?
  var isConfigurable: Bool?

  var isAccessor: Bool { getter != nil || setter != nil }
  var isData: Bool { value != nil || isWritable != nil }
}

extension Stdlib {
  /// The functions of `Object` about property descriptors.
  static func installDescriptors(_ machine: inout Machine, _ object: Ref) throws(Abrupt) {
    try machine.addMethod(object, "defineProperty", 3, defineProperty)
    try machine.addMethod(object, "defineProperties", 2) { (machine, call) throws(Abrupt) in
      let target = machine.argument(call, 0)
      guard target.isObject else {
        throw machine.typeError("Object.defineProperties called on non-object")
      }
      try machine.defineProperties(target.ref, machine.argument(call, 1))
      return target
    }
    try machine.addMethod(object, "getOwnPropertyDescriptor", 2) {
      (machine, call) throws(Abrupt) in
      let object = try machine.toObject(machine.argument(call, 0))
      let key = try machine.toPropertyKey(machine.argument(call, 1))
      return try machine.describeProperty(object, key)
    }
    try machine.addMethod(object, "getOwnPropertyDescriptors", 1) {
      (machine, call) throws(Abrupt) in
      let object = try machine.toObject(machine.argument(call, 0))
      let result = try machine.makePlainObject()
      for key in try machine.ownKeys(object) {
        try machine.define(result, key, try machine.describeProperty(object, key))
      }
      return .object(result)
    }
    try machine.addMethod(object, "getOwnPropertyNames", 1) { (machine, call) throws(Abrupt) in
      try listKeys(&machine, call, symbols: false)
    }
    try machine.addMethod(object, "getOwnPropertySymbols", 1) { (machine, call) throws(Abrupt) in
      try listKeys(&machine, call, symbols: true)
    }
  }

  private static func defineProperty(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let target = machine.argument(call, 0)
    guard target.isObject else {
      throw machine.typeError("Object.defineProperty called on non-object")
    }
    let key = try machine.toPropertyKey(machine.argument(call, 1))
    let descriptor = try machine.readDescriptor(machine.argument(call, 2))
    try machine.defineOwn(target.ref, key, descriptor)
    return target
  }

  private static func listKeys(
    _ machine: inout Machine, _ call: Call, symbols: Bool
  ) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.argument(call, 0))
    let result = try machine.makeArray()
    for key in try machine.ownKeys(object) {
      let isSymbol = !key.isIndex && machine.atoms.isSymbol(key.atom)
      if isSymbol == symbols { try machine.append(try machine.value(of: key), to: result) }
    }
    return .object(result)
  }
}

extension Machine {
  // MARK: Reading

  /// The descriptor object of an own property, or undefined.
  mutating func describeProperty(
    _ object: Ref, _ key: PropertyKey
  ) throws(Abrupt) -> Value {
    guard let own = try findOwn(object, key) else { return .undefined }
    let result = try makePlainObject(capacity: 4)
    if own.flags.contains(.accessor) {
      try addNamed(result, .getName, heap.value(Int(own.value.ref)))
      try addNamed(result, .setName, heap.value(Int(own.value.ref) + 8))
    } else {
      try addNamed(result, .value, own.value)
      try addNamed(result, .writable, Value(own.flags.contains(.writable)))
    }
    try addNamed(result, .enumerable, Value(own.flags.contains(.enumerable)))
    try addNamed(result, .configurable, Value(own.flags.contains(.configurable)))
    return .object(result)
  }

  private mutating func part(_ object: Ref, _ atom: Atom) throws(Abrupt) -> Value? {
    guard try has(object, PropertyKey(atom)) else { return nil }
    return try get(object, atom)
  }

  private mutating func flag(_ object: Ref, _ atom: Atom) throws(Abrupt) -> Bool? {
    guard let value = try part(object, atom) else { return nil }
    return toBoolean(value)
  }

  /// Reads a descriptor object.
  mutating func readDescriptor(_ value: Value) throws(Abrupt) -> PropertyDescriptor {
    guard value.isObject else {
      throw typeError("Property description must be an object: \(try inspect(value))")
    }
    let object = value.ref
    var descriptor = PropertyDescriptor()
    descriptor.isEnumerable = try flag(object, .enumerable)
    descriptor.isConfigurable = try flag(object, .configurable)
    descriptor.value = try part(object, .value)
    descriptor.isWritable = try flag(object, .writable)
    descriptor.getter = try part(object, .getName)
    if let getter = descriptor.getter, !getter.isUndefined, !isCallable(getter) {
      throw typeError("Getter must be a function: \(try inspect(getter))")
    }
    descriptor.setter = try part(object, .setName)
    if let setter = descriptor.setter, !setter.isUndefined, !isCallable(setter) {
      throw typeError("Setter must be a function: \(try inspect(setter))")
    }
    if descriptor.isAccessor, descriptor.isData {
      throw typeError(
        "Invalid property descriptor. Cannot both specify accessors and a value or writable "
          + "attribute, \(try inspect(value))")
    }
    return descriptor
  }

  // MARK: Defining

  /// Defines the properties that the own enumerable properties of a value describe.
  mutating func defineProperties(_ object: Ref, _ value: Value) throws(Abrupt) {
    let source = try toObject(value)
    var descriptors: ContiguousArray<(PropertyKey, PropertyDescriptor)> = []
    for key in try ownKeys(source) {
      guard let own = try findOwn(source, key), own.flags.contains(.enumerable) else { continue }
      let described = try get(source, key, receiver: .object(source))
      descriptors.append((key, try readDescriptor(described)))
    }
    for (key, descriptor) in descriptors { try defineOwn(object, key, descriptor) }
  }

  /// Defines an own property, or throws when that is not allowed.
  mutating func defineOwn(
    _ object: Ref, _ key: PropertyKey, _ descriptor: PropertyDescriptor
  ) throws(Abrupt) {
    if kind(object) == .array, !key.isIndex, key.atom == .length {
      return try defineLength(object, descriptor)
    }
    guard let own = try findOwn(object, key) else {
      return try addOwn(object, key, descriptor)
    }
    guard try allows(own, descriptor) else {
      throw typeError("Cannot redefine property: \(describe(key))")
    }
    var flags = own.flags
    change(&flags, .enumerable, descriptor.isEnumerable)
    change(&flags, .configurable, descriptor.isConfigurable)
    if descriptor.isAccessor {
      flags.remove(.writable)
      if own.flags.contains(.accessor) {
        try defineAccessor(
          object, key, getter: descriptor.getter, setter: descriptor.setter,
          flags.subtracting(.accessor))
      } else {
        try defineFreshAccessor(object, key, descriptor, flags)
      }
      return
    }
    var value = own.value
    if descriptor.isData, own.flags.contains(.accessor) {
      flags.subtract([.accessor, .writable])
      value = .undefined
    }
    change(&flags, .writable, descriptor.isWritable)
    try define(object, key, descriptor.value ?? value, flags)
  }

  private mutating func defineFreshAccessor(
    _ object: Ref, _ key: PropertyKey, _ descriptor: PropertyDescriptor, _ flags: PropertyFlags
  ) throws(Abrupt) {
    try defineAccessor(
      object, key, getter: descriptor.getter ?? .undefined,
      setter: descriptor.setter ?? .undefined, flags)
  }

  private mutating func addOwn(
    _ object: Ref, _ key: PropertyKey, _ descriptor: PropertyDescriptor
  ) throws(Abrupt) {
    let odd = flags(object)
    let isBeyond = key.isIndex && odd.contains(.fixedLength) && key.index >= arrayLength(object)
    if odd.contains(.nonExtensible) || isBeyond {
      throw typeError("Cannot define property \(describe(key)), object is not extensible")
    }
    var flags: PropertyFlags = []
    change(&flags, .enumerable, descriptor.isEnumerable)
    change(&flags, .configurable, descriptor.isConfigurable)
    if descriptor.isAccessor { return try defineFreshAccessor(object, key, descriptor, flags) }
    change(&flags, .writable, descriptor.isWritable)
    try define(object, key, descriptor.value ?? .undefined, flags)
  }

  private mutating func change(_ flags: inout PropertyFlags, _ flag: PropertyFlags, _ wanted: Bool?)
  {
    guard let wanted else { return }
    if wanted { flags.insert(flag) } else { flags.remove(flag) }
  }

  /// Whether a property may be changed as a descriptor asks.
  private mutating func allows(
    _ own: OwnProperty, _ descriptor: PropertyDescriptor
  ) throws(Abrupt) -> Bool {
    if own.flags.contains(.configurable) { return true }
    if descriptor.isConfigurable == true { return false }
    if let wanted = descriptor.isEnumerable, wanted != own.flags.contains(.enumerable) {
      return false
    }
    if own.flags.contains(.accessor) {
      if descriptor.isData { return false }
      let pair = Int(own.value.ref)
      if let getter = descriptor.getter, getter != heap.value(pair) { return false }
      if let setter = descriptor.setter, setter != heap.value(pair + 8) { return false }
      return true
    }
    if descriptor.isAccessor { return false }
    if own.flags.contains(.writable) { return true }
    if descriptor.isWritable == true { return false }
    guard let value = descriptor.value else { return true }
    return try sameValue(value, own.value)
  }

  private mutating func defineLength(
    _ array: Ref, _ descriptor: PropertyDescriptor
  ) throws(Abrupt) {
    let isFixed = flags(array).contains(.fixedLength)
    var length: UInt32?
    if let value = descriptor.value {
      let number = try toNumber(value)
      let whole = toUInt32(number)
      guard Double(whole) == number else { throw rangeError("Invalid array length") }
      length = whole
    }
    let isOdd =
      descriptor.isAccessor || descriptor.isConfigurable == true
      || descriptor.isEnumerable == true
      || isFixed
        && (descriptor.isWritable == true || length ?? arrayLength(array) != arrayLength(array))
    if isOdd { throw typeError("Cannot redefine property: length") }
    if let length { try set(.object(array), PropertyKey(.length), Value(Double(length))) }
    if descriptor.isWritable == false { setFlags(array, flags(array).union(.fixedLength)) }
  }
}
