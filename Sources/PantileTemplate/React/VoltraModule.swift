internal import PantileCore

/// The modules `@use-voltra/ios` and `@use-voltra/ios-server`.
enum VoltraModule {
  /// The chart marks: host names with the numbers that follow those of components.
  static let marks = [
    "VoltraBarMark", "VoltraLineMark", "VoltraAreaMark", "VoltraPointMark", "VoltraRuleMark",
    "VoltraSectorMark",
  ]
  /// The number of the first mark.
  static let firstMark = 100
  /// The number of the first Android component.
  static let firstAndroid = 200

  /// Makes both modules.
  static func install(_ machine: inout Machine) throws(Abrupt) {
    let template = try machine.makeNative("", 1) { (machine, call) throws(Abrupt) in
      try machine.hostElement(call)
    }
    machine.intrinsics.componentNative = machine.nativeID(template)
    let voltra = try makeNamespace(&machine)
    machine.intrinsics.voltra = voltra
    for name in ["@use-voltra/ios", "@use-voltra/ios-server"] {
      let isDevice = name == "@use-voltra/ios"
      let module = try machine.makePlainObject(capacity: 8)
      try machine.export(module, "Voltra", .object(voltra))
      try addRenderers(&machine, module, isDevice: isDevice)
      try addNames(&machine, module)
      try HostModules.add(name, module, &machine)
    }
  }

  /// The namespace with a component for each name, in alphabetical order.
  private static func makeNamespace(_ machine: inout Machine) throws(Abrupt) -> Ref {
    var components: [(name: String, number: Int, host: String)] = []
    for component in Component.allCases {
      let name = component.name.description
      components.append((name, Int(component.rawValue), name))
    }
    for (index, host) in marks.enumerated() {
      components.append((String(host.dropFirst(6)), firstMark + index, host))
    }
    components.sort { $0.name < $1.name }
    let voltra = try machine.makePlainObject(capacity: 32)
    for (name, number, host) in components {
      let component = try machine.makeComponent(Value(number), name: host)
      try machine.export(voltra, name, .object(component))
    }
    // Nothing can be assigned to a namespace; compiled elements rely on that.
    _ = try machine.restrict(.object(voltra), to: .frozen)
    return voltra
  }

  // MARK: Renderers

  private static func addRenderers(
    _ machine: inout Machine, _ module: Ref, isDevice: Bool
  ) throws(Abrupt) {
    try machine.export(module, "renderWidgetToJson", 1) { (machine, call) throws(Abrupt) in
      try machine.parseJSON(try machine.nestedRender(.widget, machine.argument(call, 0)))
    }
    try machine.export(module, "renderWidgetToString", 1) { (machine, call) throws(Abrupt) in
      try machine.nestedRender(.widget, machine.argument(call, 0))
    }
    try machine.export(module, "renderVoltraVariantToJson", 1) { (machine, call) throws(Abrupt) in
      try machine.parseJSON(try machine.nestedRender(.bare, machine.argument(call, 0)))
    }
    let form = NestedForm.live(isDeviceModule: isDevice)
    try machine.export(module, "renderLiveActivityToJson", 1) { (machine, call) throws(Abrupt) in
      try machine.parseJSON(try machine.nestedRender(form, machine.argument(call, 0)))
    }
  }

  // MARK: Names

  private static func addNames(_ machine: inout Machine, _ module: Ref) throws(Abrupt) {
    try machine.export(module, "getComponentId", 1) { (machine, call) throws(Abrupt) in
      let name = try machine.swiftText(machine.argument(call, 0))
      for component in Component.allCases where component.name.description == name {
        return Value(Int(component.rawValue))
      }
      throw machine.unknownComponent(name)
    }
    try machine.export(module, "getComponentName", 1) { (machine, call) throws(Abrupt) in
      let number = machine.argument(call, 0)
      for component in Component.allCases where Value(Int(component.rawValue)) == number {
        return try machine.makeString(component.name.description)
      }
      let text = try machine.swiftText(number)
      throw machine.plainError(
        "Unknown component ID: \(text). Valid IDs: 0-\(Component.allCases.count - 1)")
    }
  }
}

extension Machine {
  /// A component: a function object that the renderer knows by its number, or by its name.
  mutating func makeComponent(_ data: Value, name: String) throws(Abrupt) -> Ref {
    let atom = atoms.intern(name)
    let component = try makeNativeObject(
      id: Int(intrinsics.componentNative), kind: .component, data: data, name: atom)
    try addNamed(component, .displayName, try string(of: atom))
    return component
  }

  /// `createVoltraComponent(name)`.
  mutating func createVoltraComponent(_ name: Value) throws(Abrupt) -> Value {
    let text = try swiftText(name)
    for component in Component.allCases where component.name.description == text {
      return .object(try makeComponent(Value(Int(component.rawValue)), name: text))
    }
    return .object(try makeComponent(name, name: text))
  }

  /// What a component gives when it is called: an element of its name, which cannot be rendered.
  fileprivate mutating func hostElement(_ call: Call) throws(Abrupt) -> Value {
    let name = functionDescription(callee(call)).name
    let props = try makePlainCopy(argument(call, 0), isAttributes: true)
    return try makeElement(try makeString(name), key: .null, props: props)
  }

  /// The number of a component in the payload.
  @inline(__always)
  mutating func voltraNumber(_ component: Ref, _ element: Ref) throws(Abrupt) -> UInt8 {
    let data = nativeData(component)
    if data.isNumber, data.number < 100, !render.isAndroid { return UInt8(data.number) }
    return try otherNumber(component, data, element)
  }

  @inline(never)
  private mutating func otherNumber(
    _ component: Ref, _ data: Value, _ element: Ref
  ) throws(Abrupt) -> UInt8 {
    render.failing = element
    let name = functionDescription(component).name
    guard data.isNumber else { throw unknownComponent(name) }
    let number = Int(data.number)
    if number >= VoltraModule.firstMark, number < VoltraModule.firstAndroid {
      throw plainError("Host component \"\(name)\" is not supported in Voltra.")
    }
    guard render.isAndroid == (number >= VoltraModule.firstAndroid) else {
      throw unknownComponent(name)
    }
    render.failing = 0
    return UInt8(truncatingIfNeeded: number - VoltraModule.firstAndroid)
  }

  mutating func unknownComponent(_ name: String) -> Abrupt {
    let known =
      render.isAndroid
      ? AndroidModule.names : Component.allCases.map { $0.name.description }
    return plainError(
      "Unknown component name: \"\(name)\". Available components: "
        + known.joined(separator: ", "))
  }
}
