import PantileJSON
import Testing

@testable import PantileTemplate

@Suite struct BuiltInLimitTests {
  @Test(arguments: [
    "lastIndexOf", "indexOf", "includes", "reverse", "copyWithin", "fill", "sort",
    "flat", "concat", "shift", "findLast",
  ])
  func `ends a method of an endless array`(_ name: String) throws {
    var machine = try Realm.makeMachine()
    let object = Value.object(try machine.makePlainObject())
    try machine.set(object.ref, .length, Value(9_007_199_254_740_000.0))
    try machine.set(object.ref, .symbolIsConcatSpreadable, .true)
    let proto = Value.object(machine.intrinsics.arrayPrototype)
    let function = try machine.get(proto, machine.atoms.intern(name))
    let argument =
      name == "findLast"
      ? try machine.function { _ in 0 } : name == "sort" ? Value.undefined : Value(77)
    machine.fuel = 20_000
    #expect(throws: Abrupt.limit(.steps)) {
      _ = try machine.call(function, this: object, argument)
    }
    let rest = machine.fuel
    #expect(rest < 20_000)
  }

  @Test func `refuses arrays that nest too deep for the host's stack`() throws {
    var machine = try Realm.makeMachine()
    machine.hostStackEnd = StackPosition.current() - 200_000
    var nested = try machine.numbers()
    for _ in 0..<20_000 { nested = .object(try machine.makeArray([nested])) }
    #expect(throws: Abrupt.thrown) {
      _ = try machine.send(nested, "flat", Value(Double.infinity))
    }
    #expect(throws: Abrupt.thrown) { _ = try machine.send(nested, "join") }
    let open = machine.openJoins.count
    #expect(open == 0)
  }

  @Test func `bounds the size of bigints`() throws {
    var machine = try Realm.makeMachine()
    let one = try machine.makeBigint(1)
    let large = try machine.makeBigint(1 << 40)
    #expect(throws: Abrupt.thrown) {
      _ = try machine.bigintArithmetic(.shiftLeft, one, large)
    }
    machine.fuel = 1_000
    let digits = ArraySlice("9".utf16).first.map { Array(repeating: $0, count: 9_000) } ?? []
    #expect(throws: Abrupt.limit(.steps)) { _ = try machine.parseBigint(digits[...]) }
  }
}
