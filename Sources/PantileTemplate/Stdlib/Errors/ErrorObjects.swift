extension Stdlib {
  /// `Error` and the error types of the language.
  static func installErrors(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.errorPrototype = proto
    let base = try machine.addConstructor("Error", 1, proto: proto) {
      (machine, call) throws(Abrupt) in
      try make(&machine, call, machine.intrinsics.errorPrototype)
    }
    try describe(&machine, proto, "Error")
    try machine.addMethod(proto, "toString", 0, toString)
    try machine.addMethod(base, "captureStackTrace", 2) { (machine, call) throws(Abrupt) in
      guard machine.argument(call, 0).isObject else { throw machine.typeError("invalid_argument") }
      return .undefined
    }
    try machine.addConstant(base, "stackTraceLimit", Value(10), .plain)
    try installNative(&machine, base, "EvalError", \.evalErrorPrototype)
    try installNative(&machine, base, "RangeError", \.rangeErrorPrototype)
    try installNative(&machine, base, "ReferenceError", \.referenceErrorPrototype)
    try installNative(&machine, base, "SyntaxError", \.syntaxErrorPrototype)
    try installNative(&machine, base, "TypeError", \.typeErrorPrototype)
    try installNative(&machine, base, "URIError", \.uriErrorPrototype)
    try installAggregate(&machine, base)
  }

  private static func describe(
    _ machine: inout Machine, _ proto: Ref, _ name: String
  ) throws(Abrupt) {
    try machine.addNamed(proto, .name, try machine.makeString(name), .hidden)
    try machine.addNamed(proto, .message, .string(machine.intrinsics.emptyString), .hidden)
  }

  private static func installNative(
    _ machine: inout Machine, _ base: Ref, _ name: String,
    _ place: WritableKeyPath<Intrinsics, Ref> & Sendable
  ) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.errorPrototype)
    machine.intrinsics[keyPath: place] = proto
    try machine.addConstructor(name, 1, proto: proto, parent: base) {
      (machine, call) throws(Abrupt) in
      try make(&machine, call, proto)
    }
    try describe(&machine, proto, name)
  }

  private static func installAggregate(_ machine: inout Machine, _ base: Ref) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.errorPrototype)
    machine.intrinsics.aggregateErrorPrototype = proto
    try machine.addConstructor("AggregateError", 2, proto: proto, parent: base, makeAggregate)
    try describe(&machine, proto, "AggregateError")
  }

  private static func make(
    _ machine: inout Machine, _ call: Call, _ proto: Ref
  ) throws(Abrupt) -> Value {
    let proto = try machine.protoOf(newTarget: call.newTarget, otherwise: proto)
    return .object(
      try make(&machine, proto, machine.argument(call, 0), machine.argument(call, 1)))
  }

  private static func make(
    _ machine: inout Machine, _ proto: Ref, _ message: Value, _ options: Value
  ) throws(Abrupt) -> Ref {
    let text: Value? =
      message.isUndefined ? nil : .string(try machine.toString(message))
    let error = try machine.makeError(proto, message: text)
    if options.isObject, try machine.has(options.ref, PropertyKey(.cause)) {
      try machine.addNamed(error, .cause, try machine.get(options.ref, .cause), .hidden)
    }
    return error
  }

  private static func makeAggregate(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let proto = try machine.protoOf(
      newTarget: call.newTarget, otherwise: machine.intrinsics.aggregateErrorPrototype)
    let error = try make(&machine, proto, machine.argument(call, 1), machine.argument(call, 2))
    let list = try machine.makeArray()
    try machine.forEachOfArgument(machine.argument(call, 0)) { (machine, value) throws(Abrupt) in
      try machine.append(value, to: list)
      return true
    }
    try machine.addNamed(error, .errors, .object(list), .hidden)
    return .object(error)
  }

  private static func toString(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let this = machine.this(call)
    guard this.isObject else {
      throw machine.typeError(
        "Method Error.prototype.toString called on incompatible receiver "
          + "\(try machine.inspect(this))")
    }
    let name = try machine.get(this.ref, .name)
    let message = try machine.get(this.ref, .message)
    let head =
      name.isUndefined ? try machine.makeString("Error").ref : try machine.toString(name)
    if message.isUndefined { return .string(head) }
    let tail = try machine.toString(message)
    if machine.stringLength(head) == 0 { return .string(tail) }
    if machine.stringLength(tail) == 0 { return .string(head) }
    let colon = try machine.makeString(": ").ref
    return try machine.concat(try machine.concat(head, colon).ref, tail)
  }
}
