/// The modules that a program may import beside its own files.
enum HostModules {
  /// Makes the modules. Everything of the language exists already.
  static func install(_ machine: inout Machine) throws(Abrupt) {
    machine.host = HostNames.intern(&machine)
    makeMarks(&machine)
    let react = try ReactModule.make(&machine)
    machine.intrinsics.react = react
    try add("react", try module(&machine, of: react, default: react), &machine)
    try add("react/jsx-runtime", try ReactModule.makeRuntime(&machine), &machine)
    try VoltraModule.install(&machine)
    try AndroidModule.install(&machine)
    try add("react-native", try NativeShim.make(&machine), &machine)
  }

  /// Registers a module.
  static func add(_ specifier: String, _ object: Ref, _ machine: inout Machine) throws(Abrupt) {
    machine.hostModules.append((specifier, object))
  }

  /// A module object with the properties of another object as its exports.
  static func module(
    _ machine: inout Machine, of exports: Ref, default: Ref
  ) throws(Abrupt) -> Ref {
    let module = try machine.makePlainObject(capacity: 64)
    for (key, value) in try machine.ownEntries(.object(exports)) {
      try machine.define(module, key, value)
    }
    try machine.addNamed(module, .defaultName, .object(`default`))
    return module
  }

  /// React's symbols, which `Symbol.for` finds.
  private static func makeMarks(_ machine: inout Machine) {
    machine.intrinsics.elementSymbol = registered("react.transitional.element", &machine)
    machine.intrinsics.fragmentSymbol = registered("react.fragment", &machine)
    machine.intrinsics.providerSymbol = registered("react.provider", &machine)
    machine.intrinsics.consumerSymbol = registered("react.consumer", &machine)
    machine.intrinsics.contextSymbol = registered("react.context", &machine)
    machine.intrinsics.memoSymbol = registered("react.memo", &machine)
    machine.intrinsics.forwardRefSymbol = registered("react.forward_ref", &machine)
    machine.intrinsics.lazySymbol = registered("react.lazy", &machine)
    machine.intrinsics.strictModeSymbol = registered("react.strict_mode", &machine)
    machine.intrinsics.profilerSymbol = registered("react.profiler", &machine)
    machine.intrinsics.suspenseSymbol = registered("react.suspense", &machine)
    machine.intrinsics.portalSymbol = registered("react.portal", &machine)
  }

  /// The symbol that `Symbol.for(name)` gives.
  static func registered(_ name: String, _ machine: inout Machine) -> Atom {
    let key = machine.atoms.intern(name)
    for entry in machine.symbolRegistry where entry.key == key { return entry.symbol }
    let symbol = machine.atoms.makeSymbol(description: Array(name.utf16))
    machine.symbolRegistry.append((key, symbol))
    return symbol
  }
}

extension Machine {
  /// The module object of a host module; nil when there is no such module.
  mutating func hostModule(_ specifier: String) -> Ref? {
    for module in hostModules where module.specifier == specifier { return module.object }
    return nil
  }

  /// Adds an exported function to a module object.
  mutating func export(
    _ object: Ref, _ name: String, _ length: Int, _ function: @escaping Native
  ) throws(Abrupt) {
    let native = try makeNative(name, length, function)
    try addNamed(object, atoms.intern(name), .object(native))
  }

  /// Adds an exported value to a module object.
  mutating func export(_ object: Ref, _ name: String, _ value: Value) throws(Abrupt) {
    try addNamed(object, atoms.intern(name), value)
  }
}
