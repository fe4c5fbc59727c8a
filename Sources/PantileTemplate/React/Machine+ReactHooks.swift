// Hooks on a server: first values, and effects that never run.

extension ReactModule {
  /// Adds the hooks.
  static func addHooks(_ machine: inout Machine, _ react: Ref) throws(Abrupt) {
    let noop = try machine.makeNative("", 0) { (_, _) throws(Abrupt) in .undefined }
    try addStateHooks(&machine, react, noop)
    try hook("useMemo", 2, &machine, react) { (machine, call) throws(Abrupt) in
      try machine.call(machine.argument(call, 0), this: .undefined)
    }
    try hook("useCallback", 2, &machine, react) { (machine, call) throws(Abrupt) in
      machine.argument(call, 0)
    }
    try hook("useRef", 1, &machine, react) { (machine, call) throws(Abrupt) in
      .object(try machine.makeReference(machine.argument(call, 0)))
    }
    for name in [
      "useEffect", "useLayoutEffect", "useInsertionEffect", "useImperativeHandle",
      "useDebugValue",
    ] {
      try hook(name, 2, &machine, react) { (_, _) throws(Abrupt) in .undefined }
    }
    try hook("useContext", 1, &machine, react) { (machine, call) throws(Abrupt) in
      try machine.readContext(machine.argument(call, 0))
    }
    try hook("use", 1, &machine, react) { (machine, call) throws(Abrupt) in
      try machine.use(machine.argument(call, 0))
    }
    try hook("useId", 0, &machine, react) { (machine, call) throws(Abrupt) in
      try machine.makeIdentifier()
    }
    try addConcurrentHooks(&machine, react, noop)
  }

  /// Adds a hook, which is an error outside of components.
  private static func hook(
    _ name: String, _ length: Int, _ machine: inout Machine, _ react: Ref,
    _ body: @escaping Native
  ) throws(Abrupt) {
    try machine.export(react, name, length) { (machine, call) throws(Abrupt) in
      guard machine.render.isComponentRunning else {
        throw machine.typeError("Cannot read properties of null (reading '\(name)')")
      }
      return try body(&machine, call)
    }
  }

  private static func addStateHooks(
    _ machine: inout Machine, _ react: Ref, _ noop: Ref
  ) throws(Abrupt) {
    try hook("useState", 1, &machine, react) { (machine, call) throws(Abrupt) in
      var initial = machine.argument(call, 0)
      if machine.isCallable(initial) { initial = try machine.call(initial, this: .undefined) }
      return try machine.makePair(initial, .object(noop))
    }
    try hook("useReducer", 3, &machine, react) { (machine, call) throws(Abrupt) in
      var initial = machine.argument(call, 1)
      let start = machine.argument(call, 2)
      if !start.isUndefined { initial = try machine.call(start, this: .undefined, initial) }
      return try machine.makePair(initial, .object(noop))
    }
    try hook("useOptimistic", 2, &machine, react) { (machine, call) throws(Abrupt) in
      try machine.makePair(machine.argument(call, 0), .object(noop))
    }
    try hook("useActionState", 3, &machine, react) { (machine, call) throws(Abrupt) in
      let values = [machine.argument(call, 1), .object(noop), Value.false]
      return .object(try machine.makeArray(ContiguousArray(values)))
    }
  }

  private static func addConcurrentHooks(
    _ machine: inout Machine, _ react: Ref, _ noop: Ref
  ) throws(Abrupt) {
    let run = try machine.makeNative("", 1) { (machine, call) throws(Abrupt) in
      _ = try machine.call(machine.argument(call, 0), this: .undefined)
      return .undefined
    }
    try hook("useTransition", 0, &machine, react) { (machine, call) throws(Abrupt) in
      try machine.makePair(.false, .object(run))
    }
    try hook("useDeferredValue", 2, &machine, react) { (machine, call) throws(Abrupt) in
      machine.argument(call, 0)
    }
    try hook("useSyncExternalStore", 3, &machine, react) { (machine, call) throws(Abrupt) in
      try machine.call(machine.argument(call, 1), this: .undefined)
    }
    try hook("useEffectEvent", 1, &machine, react) { (machine, call) throws(Abrupt) in
      machine.argument(call, 0)
    }
  }
}

extension Machine {
  /// `use(value)`.
  fileprivate mutating func use(_ value: Value) throws(Abrupt) -> Value {
    if value.isObject {
      if isCallable(try get(value.ref, .then)) {
        throw plainError(
          "use() with promises is not supported in Voltra. Async data fetching is not available "
            + "in this synchronous renderer.")
      }
      let mark = try get(value.ref, .typeOf)
      if mark == .symbol(intrinsics.contextSymbol) { return try readContext(value) }
      if mark == .symbol(intrinsics.consumerSymbol) {
        return try readContext(try get(value.ref, host.contextName))
      }
    }
    let text = value.isSymbol ? describe(PropertyKey(value.atom)) : try swiftText(value)
    throw plainError("An unsupported type was passed to use(): \(text)")
  }

  /// `Math.random().toString(36).substr(2, 9)`.
  fileprivate mutating func makeIdentifier() throws(Abrupt) -> Value {
    touchedInputs = true
    let digits = fractionDigits(random.next())
    return try makeString(digits.prefix(9).map { UInt16($0 < 10 ? 0x30 + $0 : 0x57 + $0) })
  }

  /// The digits of a fraction in base 36, as many as tell it from its neighbours.
  private mutating func fractionDigits(_ number: Double) -> [UInt8] {
    var digits: [UInt8] = []
    var fraction = number
    var delta = max(0.5 * number.ulp, Double.leastNonzeroMagnitude)
    guard fraction >= delta else { return digits }
    repeat {
      fraction *= 36
      delta *= 36
      let digit = UInt8(fraction)
      digits.append(digit)
      fraction -= Double(digit)
      if fraction > 0.5 || fraction == 0.5 && digit & 1 == 1, fraction + delta > 1 {
        while let last = digits.popLast() {
          if last < 35 {
            digits.append(last + 1)
            break
          }
        }
        break
      }
    } while fraction >= delta
    return digits
  }
}
