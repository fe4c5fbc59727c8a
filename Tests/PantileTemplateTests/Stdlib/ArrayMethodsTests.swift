import Testing

@testable import PantileTemplate

@Suite struct ArrayMethodsTests {
  @Test func `maps, filters, sorts and joins`() throws {
    var machine = try Realm.makeMachine()
    let array = try machine.numbers(10, 9, 1)
    let double = try machine.function { $0 * 2 }
    let mapped = try machine.send(array, "map", double)
    #expect(try machine.swiftText(mapped) == "20,18,2")
    let isLarge = try machine.function { $0 > 5 ? 1 : 0 }
    #expect(try machine.swiftText(try machine.send(mapped, "filter", isLarge)) == "20,18")
    #expect(try machine.swiftText(try machine.send(array, "sort")) == "1,10,9")
    #expect(try machine.swiftText(try machine.send(array, "slice", Value(1))) == "10,9")
    #expect(try machine.swiftText(try machine.send(array, "indexOf", Value(9))) == "2")
    #expect(try machine.swiftText(try machine.send(array, "concat", array)) == "1,10,9,1,10,9")
    #expect(try machine.swiftText(try machine.send(array, "shift")) == "1")
    #expect(try machine.swiftText(try machine.send(array, "unshift", Value(3), Value(4))) == "4")
    #expect(try machine.swiftText(array) == "3,4,10,9")
  }

  @Test func `lists the keys of an object`() throws {
    var machine = try Realm.makeMachine()
    let object = Value.object(try machine.makePlainObject())
    try machine.set(object.ref, machine.atoms.intern("b"), Value(1))
    try machine.set(object.ref, machine.atoms.intern("a"), Value(2))
    let constructor = try machine.named("Object")
    #expect(try machine.swiftText(try machine.send(constructor, "keys", object)) == "b,a")
    #expect(try machine.swiftText(try machine.send(constructor, "entries", object)) == "b,1,a,2")
    #expect(try machine.swiftText(object) == "[object Object]")
  }
}
