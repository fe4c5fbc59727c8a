internal import PantileJSON

extension Stdlib {
  static func installNumberMethods(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "toExponential", 1, numberToExponential)
    try machine.addMethod(proto, "toFixed", 1, numberToFixed)
    try machine.addMethod(proto, "toPrecision", 1, numberToPrecision)
    try machine.addMethod(proto, "toString", 1, numberToString)
    try machine.addMethod(proto, "valueOf", 0) { (machine, call) throws(Abrupt) in
      Value(try thisNumber(&machine, call, "valueOf"))
    }
  }

  /// The number that a method of `Number.prototype` is called on.
  static func thisNumber(
    _ machine: inout Machine, _ call: Call, _ method: StaticString
  ) throws(Abrupt) -> Double {
    let this = machine.this(call)
    if this.isNumber { return this.number }
    if this.isObject, machine.kind(this.ref) == .boxedNumber {
      return machine.heap.value(Int(this.ref) + ObjectLayout.primitive).number
    }
    throw machine.typeError("Number.prototype.\(method) requires that 'this' be a Number")
  }

  private static func numberToString(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let number = try thisNumber(&machine, call, "toString")
    let argument = machine.argument(call, 0)
    let radix = argument.isUndefined ? 10 : try machine.toInteger(argument)
    guard radix >= 2, radix <= 36 else {
      throw machine.rangeError("toString() radix argument must be between 2 and 36")
    }
    if radix == 10 || !number.isFinite { return try machine.numberString(number) }
    machine.text.removeAll()
    RadixText.append(number, radix: Int(radix), to: &machine.text)
    return try machine.makeStringOfText()
  }

  private static func numberToFixed(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let number = try thisNumber(&machine, call, "toFixed")
    let digits = try machine.toInteger(machine.argument(call, 0))
    guard digits >= 0, digits <= 100 else {
      throw machine.rangeError("toFixed() digits argument must be between 0 and 100")
    }
    guard abs(number) < 1e21 else { return try machine.numberString(number) }
    machine.text.removeAll()
    FixedText.append(number, digits: Int(digits), to: &machine.text)
    return try machine.makeStringOfText()
  }

  private static func numberToPrecision(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let number = try thisNumber(&machine, call, "toPrecision")
    let argument = machine.argument(call, 0)
    if argument.isUndefined { return try machine.numberString(number) }
    let precision = try machine.toInteger(argument)
    guard number.isFinite else { return try machine.numberString(number) }
    guard precision >= 1, precision <= 100 else {
      throw machine.rangeError("toPrecision() argument must be between 1 and 100")
    }
    machine.text.removeAll()
    PreciseText.append(number, precision: Int(precision), to: &machine.text)
    return try machine.makeStringOfText()
  }

  private static func numberToExponential(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let number = try thisNumber(&machine, call, "toExponential")
    let argument = machine.argument(call, 0)
    let digits = try machine.toInteger(argument)
    guard number.isFinite else { return try machine.numberString(number) }
    guard digits >= 0, digits <= 100 else {
      throw machine.rangeError("toExponential() argument must be between 0 and 100")
    }
    machine.text.removeAll()
    PreciseText.append(
      number, fractionDigits: argument.isUndefined ? nil : Int(digits), to: &machine.text)
    return try machine.makeStringOfText()
  }
}

extension Machine {
  /// A string of the ASCII bytes in ``text``.
  mutating func makeStringOfText() throws(Abrupt) -> Value {
    let count = text.count
    if count == 1 { return character(UInt16(text[0])) }
    let ref = try allocateString(count: count, isWide: false)
    text.withBytes { bytes in heap.initBytes(Int(ref) + 8, bytes) }
    return .string(ref)
  }
}
