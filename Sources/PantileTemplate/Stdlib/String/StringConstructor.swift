extension Stdlib {
  /// `String` and its prototype; the iterator is made with the other iterators.
  static func installString(_ machine: inout Machine) throws(Abrupt) {
    let shape = try machine.rootShape(proto: machine.intrinsics.objectPrototype)
    let proto = try machine.makeObject(
      shape, kind: .boxedString, internals: ObjectLayout.primitiveWords, capacity: 56)
    machine.heap.initValue(
      Int(proto) + ObjectLayout.primitive, .string(machine.intrinsics.emptyString))
    machine.intrinsics.stringPrototype = proto
    _ = try machine.rootShape(proto: proto)
    machine.shapes.setProto(.string, proto)
    let constructor = try machine.addConstructor("String", 1, proto: proto, makeString)
    try machine.addMethod(constructor, "fromCharCode", 1, stringFromCharCode)
    try machine.addMethod(constructor, "fromCodePoint", 1, stringFromCodePoint)
    try machine.addMethod(constructor, "raw", 1, stringRaw)
    try installStringCharacters(&machine, proto)
    try installStringParts(&machine, proto)
    try installStringSearch(&machine, proto)
    try installStringPatterns(&machine, proto)
    try installStringCase(&machine, proto)
  }

  private static func makeString(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    var text = Value.string(machine.intrinsics.emptyString)
    if call.count > 0 {
      let value = machine.argument(call, 0)
      if value.isSymbol, call.newTarget.isUndefined {
        return try machine.makeString(machine.describe(PropertyKey(value.atom)))
      }
      text = .string(try machine.toString(value))
    }
    if call.newTarget.isUndefined { return text }
    let proto = try machine.protoOf(
      newTarget: call.newTarget, otherwise: machine.intrinsics.stringPrototype)
    let box = try machine.makeObject(
      try machine.rootShape(proto: proto), kind: .boxedString,
      internals: ObjectLayout.primitiveWords)
    machine.heap.initValue(Int(box) + ObjectLayout.primitive, text)
    return .object(box)
  }

  private static func stringFromCharCode(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    if call.count == 1 {
      let number = try machine.toNumber(machine.argument(call, 0))
      return try machine.makeCharacter(UInt16(truncatingIfNeeded: machine.toUInt32(number)))
    }
    var units: ContiguousArray<UInt16> = []
    for index in 0..<call.count {
      let number = try machine.toNumber(machine.argument(call, index))
      units.append(UInt16(truncatingIfNeeded: machine.toUInt32(number)))
    }
    return try machine.makeString(units)
  }

  private static func stringFromCodePoint(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    var units: ContiguousArray<UInt16> = []
    for index in 0..<call.count {
      let value = machine.argument(call, index)
      let number = try machine.toNumber(value)
      guard number >= 0, number <= 0x10FFFF, number.rounded(.towardZero) == number else {
        throw machine.rangeError("Invalid code point \(try machine.swiftText(Value(number)))")
      }
      let code = UInt32(number)
      if code >= 0x10000 {
        units.append(UInt16(truncatingIfNeeded: 0xD7C0 + (code >> 10)))
        units.append(UInt16(truncatingIfNeeded: 0xDC00 | code & 0x3FF))
      } else {
        units.append(UInt16(truncatingIfNeeded: code))
      }
    }
    return try machine.makeString(units)
  }

  private static func stringRaw(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let cooked = try machine.toObject(machine.argument(call, 0))
    let raw = try machine.toObject(try machine.get(cooked, .raw))
    let length = try machine.toLength(try machine.get(raw, .length))
    var result = Value.string(machine.intrinsics.emptyString)
    var index = 0.0
    while index < length {
      try machine.charge(1)
      let key = try machine.toPropertyKey(Value(index))
      let piece = try machine.toString(try machine.get(.object(raw), key))
      result = try machine.concat(result.ref, piece)
      index += 1
      if index < length, Int(index) < call.count {
        let value = try machine.toString(machine.argument(call, Int(index)))
        result = try machine.concat(result.ref, value)
      }
    }
    return result
  }
}

extension Machine {
  /// The text that a method of `String.prototype` is called on.
  @inline(__always)
  mutating func thisText(_ call: Call, _ method: StaticString) throws(Abrupt) -> Ref {
    let this = this(call)
    return this.isString ? this.ref : try convertThis(this, method)
  }

  private mutating func convertThis(
    _ this: Value, _ method: StaticString
  ) throws(Abrupt) -> Ref {
    if this.isNullish {
      throw typeError("String.prototype.\(method) called on null or undefined")
    }
    return try toString(this)
  }

  /// The code point at an index, and the number of code units that it takes.
  mutating func codePoint(_ run: TextRun, _ index: Int) -> (code: UInt32, length: Int) {
    let first = UInt32(unit(run, index))
    guard first & 0xFC00 == 0xD800, index + 1 < run.count else { return (first, 1) }
    let second = UInt32(unit(run, index + 1))
    guard second & 0xFC00 == 0xDC00 else { return (first, 1) }
    return (0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), 2)
  }
}
