extension Stdlib {
  /// `structuredClone`.
  static func installStructuredClone(_ machine: inout Machine) throws(Abrupt) {
    try machine.addMethod(machine.intrinsics.global, "structuredClone", 1) {
      (machine, call) throws(Abrupt) in
      guard call.count > 0 else {
        throw machine.typeError("The value argument must be specified")
      }
      var clone = StructuredClone()
      return try clone.copy(machine.argument(call, 0), &machine)
    }
  }
}

/// One run of `structuredClone`.
private struct StructuredClone {
  /// What was copied, with its copy, so that shared and circular references stay that.
  private var copies: [Ref: Ref] = [:]

  mutating func copy(_ value: Value, _ machine: inout Machine) throws(Abrupt) -> Value {
    if value.isSymbol { throw try refuse(value, &machine) }
    guard value.isObject else { return value }
    if let known = copies[value.ref] { return .object(known) }
    try machine.checkHostStack()
    try machine.charge(4)
    let source = value.ref
    switch machine.kind(source) {
    case .plain, .arguments, .moduleNamespace:
      let target = try machine.makePlainObject()
      copies[source] = target
      try copyProperties(source, target, &machine)
      return .object(target)
    case .array:
      let target = try machine.makeArray()
      copies[source] = target
      try machine.setArrayLength(target, machine.arrayLength(source))
      try copyProperties(source, target, &machine)
      return .object(target)
    case .map: return try copyMap(source, &machine)
    case .set: return try copySet(source, &machine)
    case .date, .boxedNumber, .boxedString, .boxedBoolean, .boxedBigint:
      return try copyPrimitive(source, &machine)
    case .error: return try copyError(source, &machine)
    case .regex:
      let pattern = try machine.get(source, .source)
      let flags = try machine.get(source, .flags)
      let target = try machine.makeRegex(pattern, flags)
      copies[source] = target.ref
      return target
    default: throw try refuse(value, &machine)
    }
  }

  private mutating func copyProperties(
    _ source: Ref, _ target: Ref, _ machine: inout Machine
  ) throws(Abrupt) {
    for key in try machine.ownKeys(source) {
      if !key.isIndex, machine.atoms.isSymbol(key.atom) { continue }
      try machine.charge(1)
      guard let own = try machine.findOwn(source, key), own.flags.contains(.enumerable) else {
        continue
      }
      let value = try machine.get(source, key, receiver: .object(source))
      try machine.define(target, key, try copy(value, &machine))
    }
  }

  private mutating func copyMap(
    _ source: Ref, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    let target = try makeCollection(.map, machine.intrinsics.mapPrototype, &machine)
    copies[source] = target
    var cursor = machine.cursor(source)
    while let entry = try machine.next(&cursor) {
      let key = try copy(machine.heap.value(entry), &machine)
      let value = try copy(machine.heap.value(entry + 8), &machine)
      try machine.setEntry(target, key, value)
    }
    return .object(target)
  }

  private mutating func copySet(
    _ source: Ref, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    let target = try makeCollection(.set, machine.intrinsics.setPrototype, &machine)
    copies[source] = target
    var cursor = machine.cursor(source)
    while let entry = try machine.next(&cursor) {
      try machine.addToSet(target, try copy(machine.heap.value(entry), &machine))
    }
    return .object(target)
  }

  private func makeCollection(
    _ kind: ObjectKind, _ proto: Ref, _ machine: inout Machine
  ) throws(Abrupt) -> Ref {
    let target = try machine.makeObject(
      try machine.rootShape(proto: proto), kind: kind, internals: ObjectLayout.collectionWords)
    try machine.makeTable(target)
    return target
  }

  private mutating func copyPrimitive(
    _ source: Ref, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    let value = machine.heap.value(Int(source) + ObjectLayout.primitive)
    let target: Ref
    if machine.kind(source) == .date {
      target = try machine.makeObject(
        try machine.rootShape(proto: machine.intrinsics.datePrototype), kind: .date,
        internals: ObjectLayout.primitiveWords)
      machine.heap.initValue(Int(target) + ObjectLayout.primitive, value)
    } else {
      target = try machine.toObject(value)
    }
    copies[source] = target
    return .object(target)
  }

  private mutating func copyError(
    _ source: Ref, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    let name = try machine.get(source, .name)
    let known = name.isString ? try machine.swiftString(name.ref) : ""
    let intrinsics = machine.intrinsics
    let proto =
      switch known {
      case "EvalError": intrinsics.evalErrorPrototype
      case "RangeError": intrinsics.rangeErrorPrototype
      case "ReferenceError": intrinsics.referenceErrorPrototype
      case "SyntaxError": intrinsics.syntaxErrorPrototype
      case "TypeError": intrinsics.typeErrorPrototype
      case "URIError": intrinsics.uriErrorPrototype
      default: intrinsics.errorPrototype
      }
    var message: Value?
    if let own = try machine.findOwn(source, .message), !own.flags.contains(.accessor) {
      message = .string(try machine.toString(own.value))
    }
    let target = try machine.makeError(proto, message: message)
    copies[source] = target
    if let own = try machine.findOwn(source, .cause), !own.flags.contains(.accessor) {
      try machine.addNamed(target, .cause, try copy(own.value, &machine), .hidden)
    }
    return .object(target)
  }

  private func refuse(_ value: Value, _ machine: inout Machine) throws(Abrupt) -> Abrupt {
    let text = try machine.inspect(value)
    let abrupt = machine.plainError("\(text) could not be cloned.")
    guard abrupt == .thrown, machine.exception.isObject else { return abrupt }
    let name = try machine.makeString("DataCloneError")
    try machine.addNamed(machine.exception.ref, .name, name, .hidden)
    let code = machine.nameAtom("code")
    try machine.addNamed(machine.exception.ref, code, Value(25), .hidden)
    return abrupt
  }
}
