/// The built-in objects of the language.
enum Realm {
  /// A machine with the built-in objects and no program.
  static func makeMachine() throws(Abrupt) -> Machine {
    var machine = Machine(heapLimit: 64 << 20)
    machine.limits.memory = 64 << 20
    machine.fuel = .max
    internKnownAtoms(&machine)
    try makeRoots(&machine)
    try Stdlib.install(&machine)
    try HostModules.install(&machine)
    return machine
  }

  private static func internKnownAtoms(_ machine: inout Machine) {
    for text in Atom.knownTexts {
      if text.hasPrefix("symbol_") {
        let name = "Symbol." + text.dropFirst("symbol_".count)
        _ = machine.atoms.makeSymbol(description: Array(name.utf16))
      } else if text.hasPrefix("private_") {
        _ = machine.atoms.makeSymbol(description: [], isPrivate: true)
      } else {
        _ = machine.atoms.intern(text)
      }
    }
  }

  private static func makeRoots(_ machine: inout Machine) throws(Abrupt) {
    // One string a character, each in a record of 16 bytes, so that its place is known.
    for unit in 0..<128 {
      let ref = try machine.heap.allocate(16)
      if unit == 0 { machine.intrinsics.characterStrings = ref }
      machine.heap.init32(Int(ref), 1)
      machine.heap.init32(Int(ref) + 4, 0)
      machine.heap.init64(Int(ref) + 8, UInt64(unit))
      if unit < 0x30 || unit > 0x39 {
        let atom = machine.atoms.intern(String(UnicodeScalar(UInt8(unit))))
        machine.heap.init32(Int(ref) + 4, (atom.id + 1) << 4)
      }
    }
    let empty = try machine.heap.allocate(8)
    machine.heap.init32(Int(empty), 0)
    machine.heap.init32(Int(empty) + 4, (Atom.emptyText.id + 1) << 4)
    machine.intrinsics.emptyString = empty

    let objectProto = try machine.makeObject(machine.shapes.root(proto: 0), capacity: 16)
    machine.intrinsics.objectPrototype = objectProto
    machine.intrinsics.objectShape = try machine.rootShape(proto: objectProto)
    let functionProto = try machine.makeObject(
      machine.intrinsics.objectShape, kind: .native, internals: ObjectLayout.nativeWords,
      capacity: 8)
    machine.natives.append(
      NativeEntry(name: "", length: 0, isConstructor: false) { (_, _) throws(Abrupt) in .undefined }
    )
    machine.intrinsics.functionPrototype = functionProto
    machine.intrinsics.closureShape = try machine.rootShape(proto: functionProto)
    machine.intrinsics.global = try machine.makePlainObject(capacity: 64)
    let array = try machine.makeObject(machine.intrinsics.objectShape, kind: .array, capacity: 48)
    machine.intrinsics.arrayPrototype = array
    machine.intrinsics.arrayShape = try machine.rootShape(proto: array)
    machine.intrinsics.elementShape = try elementShape(&machine)
    machine.intrinsics.patternShape = machine.shapes.patternRoot(
      proto: machine.intrinsics.objectPrototype)
    var result = machine.intrinsics.objectShape
    for atom in [Atom.value, .done] { result = machine.shapes.adding(atom, .plain, to: result) }
    machine.intrinsics.iterResultShape = result
  }

  /// Elements have a shape of their own, so that no other object is taken for one.
  private static func elementShape(_ machine: inout Machine) throws(Abrupt) -> Shape {
    var shape = machine.shapes.elementRoot(proto: machine.intrinsics.objectPrototype)
    for atom in [Atom.typeOf, .typeName, .key, .ref, .props] {
      shape = machine.shapes.adding(atom, .plain, to: shape)
    }
    return shape
  }
}
