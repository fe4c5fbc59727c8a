/// The little of `react-native` that a template may import.
enum NativeShim {
  /// Makes the module.
  static func make(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let module = try machine.makePlainObject(capacity: 4)
    try machine.export(module, "StyleSheet", .object(try makeStyleSheet(&machine)))
    try machine.export(module, "Platform", .object(try makePlatform(&machine)))
    return module
  }

  private static func makeStyleSheet(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let sheet = try machine.makePlainObject(capacity: 4)
    try machine.export(sheet, "create", 1) { (machine, call) throws(Abrupt) in
      machine.argument(call, 0)
    }
    try machine.export(sheet, "flatten", 1) { (machine, call) throws(Abrupt) in
      try machine.flattenStyle(machine.argument(call, 0))
    }
    try machine.export(sheet, "compose", 2) { (machine, call) throws(Abrupt) in
      let first = machine.argument(call, 0)
      let second = machine.argument(call, 1)
      if first.isNullish { return second }
      return second.isNullish ? first : try machine.makePair(first, second)
    }
    try machine.export(sheet, "hairlineWidth", Value(1))
    return sheet
  }

  private static func makePlatform(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let platform = try machine.makePlainObject(capacity: 2)
    try machine.export(platform, "OS", try machine.makeString("ios"))
    try machine.export(platform, "select", 1) { (machine, call) throws(Abrupt) in
      let choices = machine.argument(call, 0)
      guard choices.isObject else { return .undefined }
      let target = machine.atoms.intern(machine.render.isAndroid ? "android" : "ios")
      for name in [target, machine.atoms.intern("native"), .defaultName]
      where try machine.has(choices.ref, PropertyKey(name)) {
        return try machine.get(choices.ref, name)
      }
      return .undefined
    }
    return platform
  }
}

extension Machine {
  /// `StyleSheet.flatten(style)`.
  fileprivate mutating func flattenStyle(_ style: Value) throws(Abrupt) -> Value {
    if style.isNullish || style == .false { return .undefined }
    guard isArray(style) else { return style }
    try checkHostStack()
    let result = try makePlainObject()
    for index in 0..<arrayLength(style.ref) {
      let part = try flattenStyle(try get(style.ref, index: index))
      if !part.isObject { continue }
      for (key, value) in try ownEntries(part) { try define(result, key, value) }
    }
    return .object(result)
  }
}
