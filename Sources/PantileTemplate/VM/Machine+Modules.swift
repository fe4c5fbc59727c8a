internal import PantileJSON

extension Machine {
  /// Runs a function that belongs to no closure, such as the body of a module.
  @discardableResult
  mutating func evaluate(_ function: Int) throws(Abrupt) -> Value {
    let closure = try makeObject(
      intrinsics.closureShape, kind: .closure, internals: ObjectLayout.closureWords)
    heap.init32(Int(closure) + ObjectLayout.functionID, UInt32(function))
    heap.initValue(Int(closure) + ObjectLayout.homeObject, .undefined)
    return try call(.object(closure), this: .undefined)
  }

  /// A function that reads a module variable, for namespace objects.
  mutating func makeModuleGetter(_ index: Int) throws(Abrupt) -> Value {
    if moduleGetter == 0 {
      let ref = try makeNative("", 0) { (machine, call) throws(Abrupt) in
        let index = Int(machine.nativeData(machine.callee(call)).number)
        let value = machine.heap.value(machine.moduleBase + index * 8)
        if value == .uninitialised {
          throw machine.uninitialised(machine.code.moduleAtoms[index])
        }
        return value
      }
      moduleGetter = Int(heap.load32(Int(ref) + ObjectLayout.nativeID))
    }
    return .object(try makeNativeObject(id: moduleGetter, data: Value(index)))
  }

  /// Notes where the host's stack stands and how far it may grow.
  mutating func setHostStack() {
    let here = StackPosition.current()
    let room = UInt(max(0, limits.hostStack))
    hostStackEnd = here > room ? here - room : 0
  }
}
