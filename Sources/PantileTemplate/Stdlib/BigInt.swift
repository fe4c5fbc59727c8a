// Arithmetic of bigints.

extension Machine {
  func bigintIsZero(_ ref: Ref) -> Bool { false }
  mutating func bigintString(_ ref: Ref, radix: Int) throws(Abrupt) -> Value { .undefined }
  mutating func bigintArithmetic(
    _ operation: BinaryOperator, _ left: Ref, _ right: Ref
  ) throws(Abrupt) -> Value { throw typeError("bigint") }
  mutating func bigintNegate(_ ref: Ref) throws(Abrupt) -> Value { throw typeError("bigint") }
  mutating func bigintComplement(_ ref: Ref) throws(Abrupt) -> Value { throw typeError("bigint") }
  mutating func makeBigint(_ value: Int) throws(Abrupt) -> Ref { throw typeError("bigint") }
  /// The bigint of a literal's digits (`0x`, `0o`, `0b` prefixes allowed), or nil.
  mutating func parseBigint(_ text: ArraySlice<UInt16>) throws(Abrupt) -> Value? { nil }
  func bigintEqual(_ left: Ref, _ right: Ref) -> Bool { false }
  mutating func bigintLooselyEqual(_ left: Value, _ right: Value) throws(Abrupt) -> Bool { false }
  /// Orders bigints, numbers and strings; nil when one of them is NaN.
  mutating func bigintCompare(_ left: Value, _ right: Value) throws(Abrupt) -> Int? { nil }
}
