@testable import PantileTemplate

extension Machine {
  /// Calls a method of a value by name.
  mutating func send(
    _ value: Value, _ name: String, _ arguments: Value...
  ) throws -> Value {
    let function = try get(value, atoms.intern(name))
    return try call(function, this: value, arguments: ContiguousArray(arguments))
  }

  /// A global object.
  mutating func named(_ name: String) throws -> Value {
    try get(intrinsics.global, atoms.intern(name))
  }

  /// An array of numbers.
  mutating func numbers(_ numbers: Double...) throws -> Value {
    .object(try makeArray(ContiguousArray(numbers.map { Value($0) })))
  }

  /// A function of one number.
  mutating func function(_ body: @escaping @Sendable (Double) -> Double) throws -> Value {
    let ref = try makeNative("f", 1) { (machine, call) throws(Abrupt) in
      Value(body(try machine.toNumber(machine.argument(call, 0))))
    }
    return .object(ref)
  }
}
