internal import PantileJSON

// Conversions between types.

extension Machine {
  // MARK: Booleans and numbers

  /// `Boolean(value)`.
  @inline(__always)
  mutating func toBoolean(_ value: Value) -> Bool {
    if value.isBoolean { return value == .true }
    if value.isObject { return true }
    if value.isNumber { return value.number != 0 && value.number == value.number }
    if value.isString { return stringLength(value.ref) != 0 }
    if value.isSymbol { return true }
    if value.isBigint { return !bigintIsZero(value.ref) }
    return false
  }

  /// `Number(value)` without bigints.
  @inline(__always)
  mutating func toNumber(_ value: Value) throws(Abrupt) -> Double {
    value.isNumber ? value.number : try convertToNumber(value)
  }

  private mutating func convertToNumber(_ value: Value) throws(Abrupt) -> Double {
    if value.isUndefined { return .nan }
    if value.isNull || value == .false { return 0 }
    if value == .true { return 1 }
    if value.isString { return try stringToNumber(value.ref) }
    if value.isSymbol { throw typeError("Cannot convert a Symbol value to a number") }
    if value.isBigint { throw typeError("Cannot convert a BigInt value to a number") }
    return try toNumber(try toPrimitive(value, hint: .number))
  }

  /// A number or a bigint.
  mutating func toNumeric(_ value: Value) throws(Abrupt) -> Value {
    if value.isNumber || value.isBigint { return value }
    let primitive = value.isObject ? try toPrimitive(value, hint: .number) : value
    return primitive.isBigint ? primitive : Value(try toNumber(primitive))
  }

  /// The integer part; NaN is 0.
  mutating func toInteger(_ value: Value) throws(Abrupt) -> Double {
    let number = try toNumber(value)
    return number.isNaN ? 0 : number.rounded(.towardZero) + 0
  }

  /// An index relative to the end when negative, clamped to `0...count`.
  mutating func relativeIndex(
    _ value: Value, count: Int, otherwise: Int
  ) throws(Abrupt) -> Int {
    if value.isUndefined { return otherwise }
    let number = try toInteger(value)
    if number < 0 { return Int(max(0, Double(count) + number)) }
    return Int(min(number, Double(count)))
  }

  /// The low 32 bits.
  @inline(__always)
  mutating func toUInt32(_ number: Double) -> UInt32 { UInt32(bitPattern: toInt32(number)) }

  /// The low 32 bits as a signed integer.
  @inline(__always)
  mutating func toInt32(_ number: Double) -> Int32 {
    if number > -2_147_483_649, number < 2_147_483_648 { return Int32(number) }
    return Self.wrapToInt32(number)
  }

  private static func wrapToInt32(_ number: Double) -> Int32 {
    guard number.isFinite else { return 0 }
    let rest = number.rounded(.towardZero).truncatingRemainder(dividingBy: 4_294_967_296)
    return Int32(truncatingIfNeeded: Int64(rest))
  }

  /// A length: an integer from 0 to 2⁵³−1.
  mutating func toLength(_ value: Value) throws(Abrupt) -> Double {
    min(max(try toInteger(value), 0), 9_007_199_254_740_991)
  }

  /// The number that a text spells; NaN if it spells none.
  mutating func stringToNumber(_ ref: Ref) throws(Abrupt) -> Double {
    let run = try run(ref)
    try charge(bytes: run.count)
    return NumberReader.parse(count: run.count) { unit(run, $0) }
  }

  // MARK: Strings

  /// `String(value)`, but symbols throw.
  @inline(__always)
  mutating func toString(_ value: Value) throws(Abrupt) -> Ref {
    value.isString ? value.ref : try convertToString(value)
  }

  private mutating func convertToString(_ value: Value) throws(Abrupt) -> Ref {
    if value.isNumber { return try numberString(value.number).ref }
    if value.isUndefined { return try string(of: .undefinedText).ref }
    if value.isNull { return try string(of: .nullText).ref }
    if value.isBoolean { return try string(of: value == .true ? .trueText : .falseText).ref }
    if value.isBigint { return try bigintString(value.ref, radix: 10).ref }
    if value.isSymbol { throw typeError("Cannot convert a Symbol value to a string") }
    return try toString(try toPrimitive(value, hint: .string))
  }

  /// The text of a number.
  mutating func numberString(_ number: Double) throws(Abrupt) -> Value {
    if number >= 0, number < 10, let digit = Int(exactly: number) {
      return character(UInt16(0x30 + digit))
    }
    text.removeAll()
    text.append(number: number)
    let count = text.count
    let ref = try allocateString(count: count, isWide: false)
    text.withBytes { bytes in heap.initBytes(Int(ref) + 8, bytes) }
    return .string(ref)
  }

  /// The Swift text of `String(value)`.
  mutating func swiftText(_ value: Value) throws(Abrupt) -> String {
    try swiftString(try toString(value))
  }

  // MARK: Objects

  enum Hint { case none, number, string }

  /// A primitive value of an object.
  mutating func toPrimitive(_ value: Value, hint: Hint = .none) throws(Abrupt) -> Value {
    guard value.isObject else { return value }
    if let exotic = try method(value, .symbolToPrimitive) {
      let name: Atom = hint == .none ? .defaultName : hint == .number ? .numberText : .stringText
      let result = try call(exotic, this: value, try string(of: name))
      if !result.isObject { return result }
      throw typeError("Cannot convert object to primitive value")
    }
    for atom in hint == .string ? [Atom.toString, .valueOf] : [.valueOf, .toString] {
      let function = try get(value.ref, atom)
      guard isCallable(function) else { continue }
      let result = try call(function, this: value)
      if !result.isObject { return result }
    }
    throw typeError("Cannot convert object to primitive value")
  }

  /// The property key that a value stands for.
  @inline(__always)
  mutating func toPropertyKey(_ value: Value) throws(Abrupt) -> PropertyKey {
    if value.isString { return try propertyKey(string: value.ref) }
    if let index = value.index { return PropertyKey(index: index) }
    return try convertToPropertyKey(value)
  }

  private mutating func convertToPropertyKey(_ value: Value) throws(Abrupt) -> PropertyKey {
    if value.isSymbol { return PropertyKey(value.atom) }
    let primitive = try toPrimitive(value, hint: .string)
    if primitive.isSymbol { return PropertyKey(primitive.atom) }
    return try propertyKey(string: try toString(primitive))
  }

  /// `Object(value)`; undefined and null throw.
  mutating func toObject(_ value: Value) throws(Abrupt) -> Ref {
    if value.isObject { return value.ref }
    let kind: ObjectKind
    if value.isNumber {
      kind = .boxedNumber
    } else if value.isString {
      kind = .boxedString
    } else if value.isBoolean {
      kind = .boxedBoolean
    } else if value.isSymbol {
      kind = .boxedSymbol
    } else if value.isBigint {
      kind = .boxedBigint
    } else {
      throw typeError("Cannot convert undefined or null to object")
    }
    let shape = try rootShape(proto: primitiveProto(value) ?? 0)
    let object = try makeObject(shape, kind: kind, internals: ObjectLayout.primitiveWords)
    heap.initValue(Int(object) + ObjectLayout.primitive, value)
    return object
  }

  // MARK: Types

  /// The atom of `typeof value`.
  mutating func typeAtom(_ value: Value) -> Atom {
    if value.isNumber { return .numberText }
    if value.isString { return .stringText }
    if value.isObject { return isCallable(value) ? .functionText : .objectText }
    if value.isBoolean { return .booleanText }
    if value.isUndefined { return .undefinedText }
    if value.isSymbol { return .symbolText }
    if value.isBigint { return .bigintText }
    return .objectText
  }

  /// `typeof value` for messages.
  mutating func typeName(_ value: Value) -> String { atoms.string(typeAtom(value)) }

  /// Whether a value can be called.
  @inline(__always)
  mutating func isCallable(_ value: Value) -> Bool {
    guard value.isObject else { return false }
    switch kind(value.ref) {
    case .closure, .native, .bound, .component: return true
    default: return false
    }
  }

  /// Whether a value is an array.
  @inline(__always)
  mutating func isArray(_ value: Value) -> Bool { value.isObject && kind(value.ref) == .array }
}
