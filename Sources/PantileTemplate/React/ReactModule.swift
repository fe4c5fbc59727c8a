/// The object that `import React from 'react'` gives.
enum ReactModule {
  /// Makes the object with everything that a server-side widget can use.
  static func make(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let react = try machine.makePlainObject(capacity: 64)
    try addTypes(&machine, react)
    try addElements(&machine, react)
    try machine.export(react, "Children", .object(try makeChildren(&machine)))
    try addClasses(&machine, react)
    try addHooks(&machine, react)
    try machine.export(react, "version", try machine.makeString("19.2.4"))
    return react
  }

  /// Makes the module that compiled JSX imports.
  static func makeRuntime(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let module = try machine.makePlainObject(capacity: 4)
    try machine.export(module, "Fragment", .symbol(machine.intrinsics.fragmentSymbol))
    for name in ["jsx", "jsxs"] {
      try machine.export(module, name, 3) { (machine, call) throws(Abrupt) in
        try machine.jsx(
          machine.argument(call, 0), machine.argument(call, 1), machine.argument(call, 2))
      }
    }
    return module
  }

  // MARK: Types

  private static func addTypes(_ machine: inout Machine, _ react: Ref) throws(Abrupt) {
    let marks = machine.intrinsics
    try machine.export(react, "Fragment", .symbol(marks.fragmentSymbol))
    try machine.export(react, "StrictMode", .symbol(marks.strictModeSymbol))
    try machine.export(react, "Profiler", .symbol(marks.profilerSymbol))
    try machine.export(react, "Suspense", .symbol(marks.suspenseSymbol))
    let activity = HostModules.registered("react.activity", &machine)
    try machine.export(react, "Activity", .symbol(activity))
    try machine.export(react, "createContext", 1) { (machine, call) throws(Abrupt) in
      .object(try machine.makeContext(machine.argument(call, 0)))
    }
    try machine.export(react, "memo", 2) { (machine, call) throws(Abrupt) in
      let compare = machine.argument(call, 1)
      let memo = try machine.makePlainObject(capacity: 3)
      try machine.addNamed(memo, .typeOf, .symbol(machine.intrinsics.memoSymbol))
      try machine.addNamed(memo, .typeName, machine.argument(call, 0))
      try machine.addNamed(memo, .compare, compare.isUndefined ? .null : compare)
      return .object(memo)
    }
    try machine.export(react, "forwardRef", 1) { (machine, call) throws(Abrupt) in
      let type = try machine.makePlainObject(capacity: 2)
      try machine.addNamed(type, .typeOf, .symbol(machine.intrinsics.forwardRefSymbol))
      try machine.addNamed(type, .render, machine.argument(call, 0))
      return .object(type)
    }
    try addLazy(&machine, react)
  }

  private static func addLazy(_ machine: inout Machine, _ react: Ref) throws(Abrupt) {
    let start = try machine.makeNative("lazyInitializer", 1) { (machine, call) throws(Abrupt) in
      try machine.startLazy(machine.argument(call, 0))
    }
    let settle = try machine.makeNative("", 1) { (machine, call) throws(Abrupt) in
      let data = machine.nativeData(machine.callee(call)).ref
      let payload = machine.denseElement(data, 0).ref
      if try machine.get(payload, machine.host.status).number <= 0 {
        try machine.set(payload, machine.host.status, machine.denseElement(data, 1))
        try machine.set(payload, machine.host.result, machine.argument(call, 0))
      }
      return .undefined
    }
    machine.intrinsics.lazySettle = machine.nativeID(settle)
    try machine.export(react, "lazy", 1) { (machine, call) throws(Abrupt) in
      let payload = try machine.makePlainObject(capacity: 2)
      try machine.addNamed(payload, machine.host.status, Value(-1))
      try machine.addNamed(payload, machine.host.result, machine.argument(call, 0))
      let type = try machine.makePlainObject(capacity: 3)
      try machine.addNamed(type, .typeOf, .symbol(machine.intrinsics.lazySymbol))
      try machine.addNamed(type, .lazyPayload, .object(payload))
      try machine.addNamed(type, .lazyInit, .object(start))
      return .object(type)
    }
  }

  // MARK: Elements

  private static func addElements(_ machine: inout Machine, _ react: Ref) throws(Abrupt) {
    try machine.export(react, "createElement", 3) { (machine, call) throws(Abrupt) in
      try machine.createElement(call)
    }
    try machine.export(react, "cloneElement", 3) { (machine, call) throws(Abrupt) in
      try machine.cloneElement(call)
    }
    try machine.export(react, "isValidElement", 1) { (machine, call) throws(Abrupt) in
      Value(try machine.isElement(machine.argument(call, 0)))
    }
    try machine.export(react, "createRef", 0) { (machine, call) throws(Abrupt) in
      .object(try machine.makeReference(.null))
    }
    try machine.export(react, "startTransition", 1) { (machine, call) throws(Abrupt) in
      _ = try machine.call(machine.argument(call, 0), this: .undefined)
      return .undefined
    }
    try machine.export(react, "cache", 1) { (machine, call) throws(Abrupt) in
      machine.argument(call, 0)
    }
  }

  // MARK: Classes

  /// Classes that templates may extend; rendering one is an error of the renderer.
  private static func addClasses(_ machine: inout Machine, _ react: Ref) throws(Abrupt) {
    let parent = try machine.makePrototype(machine.intrinsics.objectPrototype)
    let mark = try machine.makePlainObject(capacity: 0)
    try machine.addNamed(parent, .isReactComponent, .object(mark))
    for name in ["setState", "forceUpdate"] {
      try machine.export(parent, name, 1) { (_, _) throws(Abrupt) in .undefined }
    }
    let pure = try machine.makePrototype(parent)
    for (name, proto) in [("Component", parent), ("PureComponent", pure)] {
      let function = try machine.makeNative(name, 3, isConstructor: true) {
        (machine, call) throws(Abrupt) in
        try machine.makeClassComponent(call, proto)
      }
      try machine.addNamed(function, .prototype, .object(proto), [])
      try machine.addNamed(proto, .constructor, .object(function), .hidden)
      try machine.export(react, name, .object(function))
    }
  }
}

extension Machine {
  /// The number of the native function behind a function object.
  mutating func nativeID(_ function: Ref) -> UInt32 {
    heap.load32(Int(function) + ObjectLayout.nativeID)
  }

  /// `{current: value}`.
  mutating func makeReference(_ value: Value) throws(Abrupt) -> Ref {
    let reference = try makePlainObject(capacity: 1)
    try addNamed(reference, .current, value)
    return reference
  }

  /// A context: it is its own provider, as in React 19.
  mutating func makeContext(_ value: Value) throws(Abrupt) -> Ref {
    let context = try makePlainObject(capacity: 6)
    let consumer = try makePlainObject(capacity: 2)
    try addNamed(context, .typeOf, .symbol(intrinsics.contextSymbol))
    try addNamed(context, .currentValue, value)
    try addNamed(context, atoms.intern("_currentValue2"), value)
    try addNamed(context, atoms.intern("_threadCount"), Value(0))
    try addNamed(context, .provider, .object(context))
    try addNamed(context, .consumer, .object(consumer))
    try addNamed(consumer, .typeOf, .symbol(intrinsics.consumerSymbol))
    try addNamed(consumer, host.contextName, .object(context))
    return context
  }

  fileprivate mutating func makeClassComponent(
    _ call: Call, _ proto: Ref
  ) throws(Abrupt) -> Value {
    let actual = try protoOf(newTarget: call.newTarget, otherwise: proto)
    let this = try makeObject(try rootShape(proto: actual), capacity: 4)
    try addNamed(this, .props, argument(call, 0))
    try addNamed(this, atoms.intern("context"), argument(call, 1))
    try addNamed(this, atoms.intern("refs"), .object(try makePlainObject(capacity: 0)))
    try addNamed(this, atoms.intern("updater"), argument(call, 2))
    return .object(this)
  }

  /// What a lazy component's loader gave, once it settled.
  fileprivate mutating func startLazy(_ payload: Value) throws(Abrupt) -> Value {
    if try get(payload, host.status) == Value(-1) {
      let loader = try get(payload, host.result)
      let promise = try self.call(loader, this: .undefined)
      let then = try get(promise, .then)
      var settlers: [Value] = []
      for status in [1, 2] {
        let data = try makeArray([payload, Value(status)])
        let settler = try makeNativeObject(
          id: Int(intrinsics.lazySettle), data: .object(data))
        settlers.append(.object(settler))
      }
      _ = try self.call(then, this: promise, settlers[0], settlers[1])
      if try get(payload, host.status) == Value(-1) {
        try set(payload, PropertyKey(host.status), Value(0))
        try set(payload, PropertyKey(host.result), promise)
      }
    }
    let result = try get(payload, host.result)
    if try get(payload, host.status) == Value(1) { return try get(result, .defaultName) }
    throw throwing(result)
  }
}
