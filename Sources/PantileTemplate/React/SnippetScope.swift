internal import PantileCore

// Snippets: one expression or function body with everything in scope.

extension Machine {
  /// The names that a snippet may use beside the globals, and their values.
  ///
  /// `V`, `L`, `IL` and `E` give a marked object; ``renderSnippet(_:into:)`` renders what they
  /// were called with.
  mutating func snippetScope() throws(Abrupt) -> [(name: String, value: Value)] {
    var scope: [(name: String, value: Value)] = []
    let voltra = Value.object(intrinsics.voltra)
    for (key, value) in try ownEntries(voltra) {
      let name = describe(key)
      scope.append((name == "Symbol" ? "Symbol_" : name, value))
    }
    scope.append(("Voltra", voltra))
    scope.append(("React", .object(intrinsics.react)))
    for name in [
      "useState", "useReducer", "useMemo", "useCallback", "useRef", "useEffect",
      "useLayoutEffect", "useContext",
    ] {
      scope.append((name, try get(intrinsics.react, atoms.intern(name))))
    }
    let create = try makeNative("createVoltraComponent", 1) { (machine, call) throws(Abrupt) in
      try machine.createVoltraComponent(machine.argument(call, 0))
    }
    scope.append(("createVoltraComponent", .object(create)))
    for (number, name) in ["V", "L", "IL", "E"].enumerated() {
      let function = try makeNative(name, 1) { (machine, call) throws(Abrupt) in
        let result = try machine.makePair(Value(number), machine.argument(call, 0))
        try machine.addNamed(result.ref, machine.host.snippetForm, .true)
        return result
      }
      scope.append((name, .object(function)))
    }
    return scope
  }

  /// Renders the result of a snippet: what `V`, `L`, `IL` or `E` marked, else a small widget.
  mutating func renderSnippet(_ result: Value, into tree: inout Tree) throws(Abrupt) {
    guard isArray(result), findNamed(result.ref, host.snippetForm) != nil else {
      let variants = try makePlainObject(capacity: 1)
      try addNamed(variants, atoms.intern("systemSmall"), result)
      return try renderWidget(variants: .object(variants), into: &tree)
    }
    let value = denseElement(result.ref, 1)
    switch denseElement(result.ref, 0).number {
    case 0: try renderWidget(variants: value, into: &tree)
    case 1: try renderLive(value, into: &tree)
    case 2: try renderLive(value, isDeviceModule: true, into: &tree)
    default: try renderBare(value, into: &tree)
    }
  }
}
