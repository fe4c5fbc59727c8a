import Testing

@testable import PantileTemplate

@Suite struct ConsoleTests {
  private func logged(_ values: (inout Machine) throws -> [Value]) throws -> String {
    var machine = try Realm.makeMachine()
    let list = try values(&machine)
    let function = try machine.get(try machine.named("console"), machine.atoms.intern("log"))
    _ = try machine.call(function, this: .undefined, arguments: ContiguousArray(list))
    let isNoted = machine.touchedInputs
    #expect(isNoted)
    return machine.console.lines.map(\.text).joined(separator: "|")
  }

  @Test func `prints primitives as they are written`() throws {
    let text = try logged { machine in
      [try machine.makeString("a\nb"), Value(-0.0), .undefined, .null, .true]
    }
    #expect(text == "a\nb -0 undefined null true")
  }

  @Test func `opens objects two levels deep`() throws {
    let text = try logged { machine in
      var inner = Value(1)
      for _ in 0..<4 {
        let object = try machine.makePlainObject()
        try machine.set(object, machine.atoms.intern("a"), inner)
        inner = .object(object)
      }
      return [inner, try machine.numbers(1, 2)]
    }
    #expect(text == "{ a: { a: { a: [Object] } } } [ 1, 2 ]")
  }

  @Test func `marks circles`() throws {
    let text = try logged { machine in
      let object = try machine.makePlainObject()
      try machine.set(object, machine.atoms.intern("me"), .object(object))
      return [.object(object)]
    }
    #expect(text == "<ref *1> { me: [Circular *1] }")
  }

  @Test func `fills in a format`() throws {
    let text = try logged { machine in
      [
        try machine.makeString("%s has %d%% of %i"), try machine.makeString("x"), Value(1.5),
        Value(2.9), Value(7),
      ]
    }
    #expect(text == "x has 1.5% of 2 7")
  }

  @Test func `ends long texts`() throws {
    let text = try logged { machine in
      let long = try machine.makeString(String(repeating: "y", count: 50_000))
      let list = Array(repeating: long, count: 100)
      return [.object(try machine.makeArray(ContiguousArray(list)))]
    }
    #expect(text.count < 100_000)
    #expect(text.contains("... 40000 more characters"))
  }
}
