import Testing

@testable import PantileTemplate

@Test func `known atoms have the ids of their constants`() throws {
  let machine = try Realm.makeMachine()
  #expect(machine.atoms.string(.length) == "length")
  #expect(machine.atoms.string(.symbolIterator) == "Symbol.iterator")
  #expect(machine.atoms.string(.map) == "map")
  #expect(machine.atoms.count >= Atom.knownTexts.count)
}
