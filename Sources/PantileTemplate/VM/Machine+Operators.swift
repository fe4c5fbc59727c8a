// The operators whose fast paths are in the interpreter.

extension Machine {
  // MARK: Arithmetic

  /// `left + right`.
  mutating func add(_ left: Value, _ right: Value) throws(Abrupt) -> Value {
    if left.isNumber, right.isNumber { return Value(left.number + right.number) }
    if left.isString, right.isString { return try concat(left.ref, right.ref) }
    let first = try toPrimitive(left)
    let second = try toPrimitive(right)
    if first.isString || second.isString {
      let head = try toString(first)
      let tail = try toString(second)
      return try concat(head, tail)
    }
    return try arithmetic(.add, first, second)
  }

  /// A binary operator on numbers or bigints.
  mutating func arithmetic(
    _ operation: BinaryOperator, _ left: Value, _ right: Value
  ) throws(Abrupt) -> Value {
    let first = try toNumeric(left)
    let second = try toNumeric(right)
    if first.isBigint || second.isBigint {
      guard first.isBigint, second.isBigint else {
        throw typeError("Cannot mix BigInt and other types, use explicit conversions")
      }
      return try bigintArithmetic(operation, first.ref, second.ref)
    }
    return Value(compute(operation, first.number, second.number))
  }

  /// A binary operator on numbers.
  mutating func compute(_ operation: BinaryOperator, _ left: Double, _ right: Double) -> Double {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .remainder: left.truncatingRemainder(dividingBy: right)
    case .power: NumberMath.power(left, right)
    case .shiftLeft: Double(toInt32(left) << Int32(toUInt32(right) & 31))
    case .shiftRight: Double(toInt32(left) >> Int32(toUInt32(right) & 31))
    case .shiftRightUnsigned: Double(toUInt32(left) >> (toUInt32(right) & 31))
    case .bitAnd: Double(toInt32(left) & toInt32(right))
    case .bitOr: Double(toInt32(left) | toInt32(right))
    case .bitXor: Double(toInt32(left) ^ toInt32(right))
    default: .nan
    }
  }

  /// `-value`, `+1`, `-1` and `~value` on numbers or bigints.
  mutating func negate(_ value: Value) throws(Abrupt) -> Value {
    let numeric = try toNumeric(value)
    return numeric.isBigint ? try bigintNegate(numeric.ref) : Value(-numeric.number)
  }

  /// `~value`.
  mutating func complement(_ value: Value) throws(Abrupt) -> Value {
    let numeric = try toNumeric(value)
    if numeric.isBigint { return try bigintComplement(numeric.ref) }
    return Value(Double(~toInt32(numeric.number)))
  }

  /// `value + 1` or `value - 1` of a value that is numeric.
  mutating func step(_ numeric: Value, by amount: Int) throws(Abrupt) -> Value {
    if numeric.isBigint {
      let one = try makeBigint(amount)
      return try bigintArithmetic(.add, numeric.ref, one)
    }
    return Value(numeric.number + Double(amount))
  }

  // MARK: Equality

  /// `left === right`.
  @inline(__always)
  mutating func strictlyEqual(_ left: Value, _ right: Value) throws(Abrupt) -> Bool {
    if left.isNumber, right.isNumber { return left.number == right.number }
    if left == right { return true }
    if left.isString, right.isString { return try equal(left.ref, right.ref) }
    if left.isBigint, right.isBigint { return bigintEqual(left.ref, right.ref) }
    return false
  }

  /// `left == right`.
  mutating func looselyEqual(_ left: Value, _ right: Value) throws(Abrupt) -> Bool {
    if left.isNullish || right.isNullish { return left.isNullish && right.isNullish }
    if left.isObject == right.isObject, sameType(left, right) {
      return try strictlyEqual(left, right)
    }
    if left.isObject { return try looselyEqual(try toPrimitive(left), right) }
    if right.isObject { return try looselyEqual(left, try toPrimitive(right)) }
    if left.isSymbol || right.isSymbol { return false }
    if left.isBigint || right.isBigint { return try bigintLooselyEqual(left, right) }
    return try toNumber(left) == toNumber(right)
  }

  private mutating func sameType(_ left: Value, _ right: Value) -> Bool {
    typeAtom(left) == typeAtom(right) || left.isObject && right.isObject
  }

  /// Equality of `Object.is`.
  mutating func sameValue(_ left: Value, _ right: Value) throws(Abrupt) -> Bool {
    if left.isNumber, right.isNumber {
      if left.number.isNaN { return right.number.isNaN }
      return left.number == right.number && left.number.sign == right.number.sign
    }
    return try strictlyEqual(left, right)
  }

  /// Equality of `Array.prototype.includes` and of keys in maps and sets.
  mutating func sameValueZero(_ left: Value, _ right: Value) throws(Abrupt) -> Bool {
    if left.isNumber, right.isNumber, left.number.isNaN { return right.number.isNaN }
    return try strictlyEqual(left, right)
  }

  // MARK: Order

  /// `left < right` and its relatives; comparisons with NaN are false.
  mutating func compare(
    _ operation: BinaryOperator, _ left: Value, _ right: Value
  ) throws(Abrupt) -> Bool {
    let first = try toPrimitive(left, hint: .number)
    let second = try toPrimitive(right, hint: .number)
    if first.isString, second.isString {
      let order = try compare(first.ref, second.ref)
      return holds(operation, order < 0, order == 0)
    }
    if first.isBigint || second.isBigint {
      guard let order = try bigintCompare(first, second) else { return false }
      return holds(operation, order < 0, order == 0)
    }
    let low = try toNumber(first)
    let high = try toNumber(second)
    if low.isNaN || high.isNaN { return false }
    return holds(operation, low < high, low == high)
  }

  private mutating func holds(_ operation: BinaryOperator, _ isLess: Bool, _ isEqual: Bool) -> Bool
  {
    switch operation {
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    case .greater: !isLess && !isEqual
    default: !isLess
    }
  }

  // MARK: Objects

  /// `key in object`.
  mutating func isIn(_ key: Value, _ object: Value) throws(Abrupt) -> Bool {
    guard object.isObject else {
      let name = key.isSymbol ? describe(PropertyKey(key.atom)) : try swiftText(key)
      throw typeError(
        "Cannot use 'in' operator to search for '\(name)' in \(try inspect(object))")
    }
    let key = try toPropertyKey(key)
    return try has(object.ref, key)
  }

  /// `value instanceof constructor`.
  mutating func isInstance(_ value: Value, _ constructor: Value) throws(Abrupt) -> Bool {
    guard constructor.isObject else {
      throw typeError("Right-hand side of 'instanceof' is not an object")
    }
    if let method = try method(constructor, .symbolHasInstance) {
      return toBoolean(try call(method, this: constructor, value))
    }
    return try ordinaryIsInstance(value, constructor)
  }

  /// `instanceof` by the chain of prototypes.
  mutating func ordinaryIsInstance(
    _ value: Value, _ constructor: Value
  ) throws(Abrupt) -> Bool {
    guard isCallable(constructor) else {
      throw typeError("Right-hand side of 'instanceof' is not callable")
    }
    if kind(constructor.ref) == .bound {
      return try isInstance(
        value, heap.value(Int(constructor.ref) + ObjectLayout.boundTarget))
    }
    guard value.isObject else { return false }
    let wanted = try get(constructor.ref, .prototype)
    guard wanted.isObject else {
      let text = try inspect(wanted)
      throw typeError("Function has non-object prototype '\(text)' in instanceof check")
    }
    var current = proto(value.ref)
    while current != 0 {
      if current == wanted.ref { return true }
      current = proto(current)
    }
    return false
  }
}
