// Bigints in the heap:
//
//     +0 sign: 1 when negative (UInt32)
//     +4 number of digits (UInt32)
//     +8 digits of 32 bits, the lowest first

extension Machine {
  /// The number of bits that a bigint may have.
  private static let largestBitCount = 1 << 22

  // MARK: Records

  /// The integer of a bigint.
  mutating func bigint(_ ref: Ref) -> BigInteger {
    let count = Int(heap.load32(Int(ref) + 4))
    var digits: ContiguousArray<UInt32> = []
    digits.reserveCapacity(count)
    for index in 0..<count { digits.append(heap.load32(Int(ref) + 8 + index * 4)) }
    return BigInteger(Magnitude(digits: digits), isNegative: heap.load32(Int(ref)) != 0)
  }

  /// A bigint.
  mutating func makeBigint(_ integer: BigInteger) throws(Abrupt) -> Value {
    let digits = integer.magnitude.digits
    let ref = try heap.allocate(8 + digits.count * 4)
    try charge(bytes: digits.count * 4)
    heap.init32(Int(ref), integer.isNegative ? 1 : 0)
    heap.init32(Int(ref) + 4, UInt32(digits.count))
    for index in digits.indices { heap.init32(Int(ref) + 8 + index * 4, digits[index]) }
    return .bigint(ref)
  }

  /// A bigint of a small integer.
  mutating func makeBigint(_ value: Int) throws(Abrupt) -> Ref {
    try makeBigint(BigInteger(value)).ref
  }

  private mutating func digitCount(_ ref: Ref) -> Int { Int(heap.load32(Int(ref) + 4)) }

  /// Whether a bigint is zero.
  mutating func bigintIsZero(_ ref: Ref) -> Bool { digitCount(ref) == 0 }

  /// A hash of the value.
  mutating func bigintHash(_ ref: Ref) -> UInt32 {
    var hash = 0x811C_9DC5 ^ heap.load32(Int(ref))
    for index in 0..<digitCount(ref) {
      hash = (hash ^ heap.load32(Int(ref) + 8 + index * 4)) &* 0x0100_0193
      hash ^= hash >> 15
    }
    return hash
  }

  // MARK: Text

  /// The digits of a bigint in a base.
  mutating func bigintString(_ ref: Ref, radix: Int) throws(Abrupt) -> Value {
    let count = digitCount(ref)
    try charge(count + count * count / 4)
    return try makeString(bigint(ref).text(radix: radix))
  }

  /// The bigint of a literal's digits (`0x`, `0o`, `0b` prefixes allowed), or nil.
  mutating func parseBigint(_ text: ArraySlice<UInt16>) throws(Abrupt) -> Value? {
    guard let integer = try parseInteger(text) else { return nil }
    return try makeBigint(integer)
  }

  private mutating func parseInteger(_ text: ArraySlice<UInt16>) throws(Abrupt) -> BigInteger? {
    let parts = text.count / 8
    try charge(parts + parts * parts / 4)
    guard parts * 26 <= Self.largestBitCount else { throw tooLarge() }
    let first = text.startIndex
    var radix = 10
    if text.count > 2, text[first] == 0x30 {
      switch text[first + 1] | 0x20 {
      case 0x78: radix = 16
      case 0x6F: radix = 8
      case 0x62: radix = 2
      default: break
      }
    }
    let digits = radix == 10 ? text : text.dropFirst(2)
    return BigInteger(digits: digits, radix: radix)
  }

  /// The integer that a string spells, as `BigInt(text)` reads it, or nil.
  mutating func integer(fromText ref: Ref) throws(Abrupt) -> BigInteger? {
    var text = try copyUnits(ref)[...]
    while let first = text.first, NumberReader.isSpace(first) { text.removeFirst() }
    while let last = text.last, NumberReader.isSpace(last) { text.removeLast() }
    guard let first = text.first else { return BigInteger(0) }
    guard first == 0x2D || first == 0x2B else { return try parseInteger(text) }
    let parts = text.count / 8
    try charge(parts + parts * parts / 4)
    guard parts * 26 <= Self.largestBitCount else { throw tooLarge() }
    return BigInteger(digits: text.dropFirst(), radix: 10, isNegative: first == 0x2D)
  }

  private mutating func tooLarge() -> Abrupt { rangeError("Maximum BigInt size exceeded") }

  // MARK: Arithmetic

  /// A binary operator on bigints.
  mutating func bigintArithmetic(
    _ operation: BinaryOperator, _ left: Ref, _ right: Ref
  ) throws(Abrupt) -> Value {
    let counts = (digitCount(left), digitCount(right))
    try charge(bytes: (counts.0 + counts.1) * 4)
    let first = bigint(left)
    let second = bigint(right)
    switch operation {
    case .add: return try makeBounded(first + second)
    case .subtract: return try makeBounded(first - second)
    case .multiply: return try makeBounded(try multiply(first, second))
    case .divide, .remainder:
      if second.isZero { throw rangeError("Division by zero") }
      try charge(max(0, counts.0 - counts.1 + 1) * counts.1 / 2)
      let (quotient, remainder) = first.divided(by: second)
      return try makeBigint(operation == .divide ? quotient : remainder)
    case .power: return try power(first, second)
    case .shiftLeft: return try shift(first, second)
    case .shiftRight: return try shift(first, -second)
    case .shiftRightUnsigned:
      throw typeError("BigInts have no unsigned right shift, use >> instead")
    case .bitAnd: return try makeBigint(first.combined(with: second) { $0 & $1 })
    case .bitOr: return try makeBigint(first.combined(with: second) { $0 | $1 })
    case .bitXor: return try makeBigint(first.combined(with: second) { $0 ^ $1 })
    default: return .undefined
    }
  }

  private mutating func makeBounded(_ integer: BigInteger) throws(Abrupt) -> Value {
    guard integer.magnitude.bitCount <= Self.largestBitCount else { throw tooLarge() }
    return try makeBigint(integer)
  }

  private mutating func multiply(
    _ left: BigInteger, _ right: BigInteger
  ) throws(Abrupt) -> BigInteger {
    let size = left.magnitude.bitCount + right.magnitude.bitCount
    guard size <= Self.largestBitCount + 1 else { throw tooLarge() }
    try charge(left.magnitude.count * right.magnitude.count / 2)
    return left * right
  }

  private mutating func power(
    _ base: BigInteger, _ exponent: BigInteger
  ) throws(Abrupt) -> Value {
    if exponent.isNegative { throw rangeError("undefined must be positive") }
    if exponent.isZero { return try makeBigint(BigInteger(1)) }
    if base.isZero { return try makeBigint(base) }
    if base.magnitude.bitCount == 1 {
      let isOdd = exponent.magnitude.low & 1 == 1
      return try makeBigint(isOdd || !base.isNegative ? base : -base)
    }
    guard exponent.magnitude.bitCount <= 32,
      Int(exponent.magnitude.low) <= Self.largestBitCount,
      (base.magnitude.bitCount - 1) * Int(exponent.magnitude.low) <= Self.largestBitCount
    else { throw tooLarge() }
    var rest = exponent.magnitude.low
    var square = base
    var result = BigInteger(1)
    while true {
      if rest & 1 == 1 { result = try multiply(result, square) }
      rest >>= 1
      if rest == 0 { break }
      square = try multiply(square, square)
    }
    return try makeBounded(result)
  }

  /// Shifts to the left, or to the right for a negative amount.
  private mutating func shift(
    _ integer: BigInteger, _ amount: BigInteger
  ) throws(Abrupt) -> Value {
    if integer.isZero || amount.isZero { return try makeBigint(integer) }
    let isSmall = amount.magnitude.bitCount <= 32
    let bits = Int(amount.magnitude.low & 0xFFFF_FFFF)
    if amount.isNegative {
      if isSmall, bits < integer.magnitude.bitCount {
        return try makeBigint(integer.shiftedRight(bits))
      }
      return try makeBigint(BigInteger(integer.isNegative ? -1 : 0))
    }
    guard isSmall, integer.magnitude.bitCount + bits <= Self.largestBitCount else {
      throw tooLarge()
    }
    try charge(bytes: bits / 8)
    return try makeBigint(integer.shiftedLeft(bits))
  }

  /// `-value`.
  mutating func bigintNegate(_ ref: Ref) throws(Abrupt) -> Value {
    try makeBigint(-bigint(ref))
  }

  /// `~value`.
  mutating func bigintComplement(_ ref: Ref) throws(Abrupt) -> Value {
    try makeBounded(-bigint(ref) - BigInteger(1))
  }

  // MARK: Comparing

  /// Whether two bigints are the same integer.
  mutating func bigintEqual(_ left: Ref, _ right: Ref) -> Bool {
    if left == right { return true }
    guard digitCount(left) == digitCount(right), heap.load32(Int(left)) == heap.load32(Int(right))
    else { return false }
    return heap.equal(Int(left) + 8, Int(right) + 8, byteCount: digitCount(left) * 4)
  }

  /// `left == right` where one of them is a bigint and the other a primitive of another type.
  mutating func bigintLooselyEqual(_ left: Value, _ right: Value) throws(Abrupt) -> Bool {
    try bigintCompare(left, right) == 0
  }

  /// Orders bigints, numbers and strings; nil when one of them is NaN.
  mutating func bigintCompare(_ left: Value, _ right: Value) throws(Abrupt) -> Int? {
    guard left.isBigint else {
      guard let order = try bigintCompare(right, left) else { return nil }
      return -order
    }
    let integer = bigint(left.ref)
    try charge(bytes: integer.magnitude.count * 4)
    if right.isBigint { return integer.compare(bigint(right.ref)) }
    if right.isString {
      guard let other = try self.integer(fromText: right.ref) else { return nil }
      return integer.compare(other)
    }
    return integer.compare(try toNumber(right))
  }
}
