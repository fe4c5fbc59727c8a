extension Stdlib {
  /// The methods that every object inherits.
  static func installObjectPrototype(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.objectPrototype
    try machine.addMethod(proto, "hasOwnProperty", 1) { (machine, call) throws(Abrupt) in
      let key = try machine.toPropertyKey(machine.argument(call, 0))
      let object = try machine.toObject(machine.this(call))
      return Value(try machine.findOwn(object, key) != nil)
    }
    try machine.addMethod(proto, "propertyIsEnumerable", 1) { (machine, call) throws(Abrupt) in
      let key = try machine.toPropertyKey(machine.argument(call, 0))
      let object = try machine.toObject(machine.this(call))
      let own = try machine.findOwn(object, key)
      return Value(own?.flags.contains(.enumerable) ?? false)
    }
    try machine.addMethod(proto, "isPrototypeOf", 1, isPrototypeOf)
    try machine.addMethod(proto, "toString", 0) { (machine, call) throws(Abrupt) in
      try machine.objectTag(machine.this(call))
    }
    try machine.addMethod(proto, "toLocaleString", 0) { (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      if this.isNullish {
        throw machine.typeError(
          "Object.prototype.toLocaleString called on null or undefined")
      }
      return try machine.call(try machine.get(this, .toString), this: this)
    }
    try machine.addMethod(proto, "valueOf", 0) { (machine, call) throws(Abrupt) in
      .object(try machine.toObject(machine.this(call)))
    }
    try installLegacyAccessors(&machine, proto)
  }

  private static func isPrototypeOf(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let value = machine.argument(call, 0)
    guard value.isObject else { return .false }
    let object = try machine.toObject(machine.this(call))
    var holder = machine.proto(value.ref)
    while holder != 0 {
      if holder == object { return .true }
      holder = machine.proto(holder)
    }
    return .false
  }

  // MARK: __defineGetter__ and its relatives

  private static func installLegacyAccessors(
    _ machine: inout Machine, _ proto: Ref
  ) throws(Abrupt) {
    try machine.addMethod(proto, "__defineGetter__", 2) { (machine, call) throws(Abrupt) in
      try defineAccessor(&machine, call, isGetter: true)
    }
    try machine.addMethod(proto, "__defineSetter__", 2) { (machine, call) throws(Abrupt) in
      try defineAccessor(&machine, call, isGetter: false)
    }
    try machine.addMethod(proto, "__lookupGetter__", 1) { (machine, call) throws(Abrupt) in
      try findAccessor(&machine, call, isGetter: true)
    }
    try machine.addMethod(proto, "__lookupSetter__", 1) { (machine, call) throws(Abrupt) in
      try findAccessor(&machine, call, isGetter: false)
    }
  }

  private static func defineAccessor(
    _ machine: inout Machine, _ call: Call, isGetter: Bool
  ) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.this(call))
    let function = machine.argument(call, 1)
    guard machine.isCallable(function) else {
      let name = isGetter ? "__defineGetter__" : "__defineSetter__"
      throw machine.typeError("Object.prototype.\(name): Expecting function")
    }
    var descriptor = PropertyDescriptor(isEnumerable: true, isConfigurable: true)
    if isGetter { descriptor.getter = function } else { descriptor.setter = function }
    let key = try machine.toPropertyKey(machine.argument(call, 0))
    try machine.defineOwn(object, key, descriptor)
    return .undefined
  }

  private static func findAccessor(
    _ machine: inout Machine, _ call: Call, isGetter: Bool
  ) throws(Abrupt) -> Value {
    var holder = try machine.toObject(machine.this(call))
    let key = try machine.toPropertyKey(machine.argument(call, 0))
    while holder != 0 {
      if let own = try machine.findOwn(holder, key) {
        guard own.flags.contains(.accessor) else { return .undefined }
        return machine.heap.value(Int(own.value.ref) + (isGetter ? 0 : 8))
      }
      holder = machine.proto(holder)
    }
    return .undefined
  }
}

extension Machine {
  /// `[object Array]` and so on, as `Object.prototype.toString` gives it.
  mutating func objectTag(_ value: Value) throws(Abrupt) -> Value {
    if value.isUndefined { return try makeString("[object Undefined]") }
    if value.isNull { return try makeString("[object Null]") }
    let object = try toObject(value)
    let tag = try get(object, .symbolToStringTag)
    if tag.isString {
      return try makeString("[object \(try swiftString(tag.ref))]")
    }
    let name =
      switch kind(object) {
      case .array: "Array"
      case .closure, .native, .bound, .component: "Function"
      case .error: "Error"
      case .boxedBoolean: "Boolean"
      case .boxedNumber: "Number"
      case .boxedString: "String"
      case .date: "Date"
      case .regex: "RegExp"
      case .arguments: "Arguments"
      default: "Object"
      }
    return try makeString("[object \(name)]")
  }
}
