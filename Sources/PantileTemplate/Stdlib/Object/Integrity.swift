extension Stdlib {
  /// `Object.freeze` and its relatives.
  static func installIntegrity(_ machine: inout Machine, _ object: Ref) throws(Abrupt) {
    try machine.addMethod(object, "freeze", 1) { (machine, call) throws(Abrupt) in
      try machine.restrict(machine.argument(call, 0), to: .frozen)
    }
    try machine.addMethod(object, "seal", 1) { (machine, call) throws(Abrupt) in
      try machine.restrict(machine.argument(call, 0), to: .sealed)
    }
    try machine.addMethod(object, "preventExtensions", 1) { (machine, call) throws(Abrupt) in
      try machine.restrict(machine.argument(call, 0), to: .fixed)
    }
    try machine.addMethod(object, "isFrozen", 1) { (machine, call) throws(Abrupt) in
      Value(try machine.isRestricted(machine.argument(call, 0), to: .frozen))
    }
    try machine.addMethod(object, "isSealed", 1) { (machine, call) throws(Abrupt) in
      Value(try machine.isRestricted(machine.argument(call, 0), to: .sealed))
    }
    try machine.addMethod(object, "isExtensible", 1) { (machine, call) throws(Abrupt) in
      let value = machine.argument(call, 0)
      return Value(value.isObject && !machine.flags(value.ref).contains(.nonExtensible))
    }
  }
}

/// What may no longer be done to an object; each includes the ones before it.
enum Restriction {
  /// Adding properties.
  case fixed
  /// Deleting and reconfiguring properties.
  case sealed
  /// Writing properties.
  case frozen
}

extension Machine {
  /// Restricts an object; other values stay as they are.
  mutating func restrict(_ value: Value, to level: Restriction) throws(Abrupt) -> Value {
    guard value.isObject else { return value }
    let object = value.ref
    if isCallable(value) { try materialise(object) }
    if level != .fixed {
      try charge(namedCount(object))
      try changeAllFlags(object) { flags in
        level == .frozen && !flags.contains(.accessor)
          ? flags.subtracting([.configurable, .writable]) : flags.subtracting(.configurable)
      }
      try restrictElements(object, level)
    }
    setFlags(object, flags(object).union(.nonExtensible))
    return value
  }

  private mutating func restrictElements(
    _ object: Ref, _ level: Restriction
  ) throws(Abrupt) {
    var added: ObjectFlags =
      level == .frozen ? [.frozenElements, .sealedElements] : .sealedElements
    if level == .frozen, kind(object) == .array { added.insert(.fixedLength) }
    if flags(object).contains(.sparse) {
      for index in try elementIndices(object) {
        guard let own = findElement(object, index) else { continue }
        var flags = own.flags.subtracting(.configurable)
        if level == .frozen, !flags.contains(.accessor) { flags.remove(.writable) }
        try defineElement(object, index, own.value, flags)
      }
      added.subtract([.frozenElements, .sealedElements])
    }
    setFlags(object, flags(object).union(added))
  }

  /// Whether nothing that `level` forbids can be done to a value.
  mutating func isRestricted(_ value: Value, to level: Restriction) throws(Abrupt) -> Bool {
    guard value.isObject else { return true }
    guard flags(value.ref).contains(.nonExtensible) else { return false }
    for key in try ownKeys(value.ref) {
      guard let own = try findOwn(value.ref, key) else { continue }
      if own.flags.contains(.configurable) { return false }
      if level == .frozen, own.flags.contains(.writable), !own.flags.contains(.accessor) {
        return false
      }
    }
    return true
  }
}
