extension Stdlib {
  /// `RegExp`, its prototype, and the iterator of `matchAll`.
  static func installRegex(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.regexPrototype = proto
    let root = try machine.rootShape(proto: proto)
    machine.intrinsics.regexShape = machine.shapes.adding(.lastIndex, .writable, to: root)
    let constructor = try machine.addConstructor("RegExp", 2, proto: proto, makeRegex)
    machine.intrinsics.regexConstructor = constructor
    try machine.addGetter(constructor, "@@species") { (machine, call) throws(Abrupt) in
      machine.this(call)
    }
    try installRegexMethods(&machine, proto)
    try installRegexGetters(&machine, proto)
    try installRegexPatterns(&machine, proto)
    try installRegexIterator(&machine)
  }

  private static func makeRegex(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let pattern = machine.argument(call, 0)
    var flags = machine.argument(call, 1)
    let isRegex = try machine.isRegex(pattern)
    if call.newTarget.isUndefined, isRegex, flags.isUndefined,
      try machine.get(pattern.ref, .constructor) == .object(machine.intrinsics.regexConstructor)
    {
      return pattern
    }
    var source = pattern
    if pattern.isObject, machine.kind(pattern.ref) == .regex {
      source = machine.heap.value(Int(pattern.ref) + ObjectLayout.regexPattern)
      if flags.isUndefined {
        flags = try machine.makeString(machine.regexFlags(pattern.ref).text)
      }
    } else if isRegex {
      source = try machine.get(pattern.ref, .source)
      if flags.isUndefined { flags = try machine.get(pattern.ref, .flags) }
    }
    let text = source.isUndefined ? machine.intrinsics.emptyString : try machine.toString(source)
    let flagText = flags.isUndefined ? machine.intrinsics.emptyString : try machine.toString(flags)
    let proto = try machine.protoOf(
      newTarget: call.newTarget, otherwise: machine.intrinsics.regexPrototype)
    let shape =
      proto == machine.intrinsics.regexPrototype
      ? machine.intrinsics.regexShape : try machine.rootShape(proto: proto)
    return .object(try machine.makeRegex(text, flagText, shape: shape))
  }

  private static func installRegexMethods(
    _ machine: inout Machine, _ proto: Ref
  ) throws(Abrupt) {
    machine.intrinsics.regexExec = try machine.addMethod(proto, "exec", 1) {
      (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      guard this.isObject, machine.kind(this.ref) == .regex else {
        throw try machine.incompatible(this, "exec")
      }
      let text = try machine.toString(machine.argument(call, 0))
      return try machine.execRegex(this.ref, text)
    }
    try machine.addMethod(proto, "toString", 0) { (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      guard this.isObject else { throw try machine.incompatible(this, "toString") }
      let source = try machine.toString(try machine.get(this.ref, .source))
      let flags = try machine.toString(try machine.get(this.ref, .flags))
      let slash = machine.character(0x2F).ref
      let head = try machine.concat(slash, source).ref
      let body = try machine.concat(head, slash).ref
      return try machine.concat(body, flags)
    }
    try machine.addMethod(proto, "test", 1) { (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      guard this.isObject else { throw try machine.incompatible(.undefined, "test") }
      let text = try machine.toString(machine.argument(call, 0))
      if machine.isPlainRegex(this) { return Value(try machine.matchRegex(this.ref, text)) }
      return Value(!(try machine.runExec(this, text, method: "test").isNull))
    }
  }

  private static func installRegexGetters(
    _ machine: inout Machine, _ proto: Ref
  ) throws(Abrupt) {
    let names: [(String, RegexFlags)] = [
      ("dotAll", .dotAll), ("global", .global), ("hasIndices", .hasIndices),
      ("ignoreCase", .ignoreCase), ("multiline", .multiline), ("sticky", .sticky),
      ("unicode", .unicode), ("unicodeSets", []),
    ]
    for (name, flag) in names {
      try machine.addGetter(proto, name) { (machine, call) throws(Abrupt) in
        guard let regex = try regexOfGetter(&machine, call, name) else { return .undefined }
        return Value(!flag.isEmpty && machine.regexFlags(regex).contains(flag))
      }
    }
    try machine.addGetter(proto, "source") { (machine, call) throws(Abrupt) in
      guard let regex = try regexOfGetter(&machine, call, "source") else {
        return try machine.makeString("(?:)")
      }
      return try machine.regexSource(regex)
    }
    try machine.addGetter(proto, "flags", regexFlagText)
    machine.intrinsics.regexFlags = machine.findNamed(proto, .flags)?.value ?? .undefined
  }

  /// The regular expression of a getter; nil for the prototype itself.
  private static func regexOfGetter(
    _ machine: inout Machine, _ call: Call, _ name: String
  ) throws(Abrupt) -> Ref? {
    let this = machine.this(call)
    if this.isObject, machine.kind(this.ref) == .regex { return this.ref }
    if this == .object(machine.intrinsics.regexPrototype) { return nil }
    throw machine.typeError("RegExp.prototype.\(name) getter called on non-RegExp object")
  }

  private static func regexFlagText(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let this = machine.this(call)
    guard this.isObject else {
      let text = try machine.inspect(this)
      throw machine.typeError("RegExp.prototype.flags getter called on non-object \(text)")
    }
    if machine.isPlainRegex(this) {
      return try machine.makeString(machine.regexFlags(this.ref).text)
    }
    let letters: [(String, UInt16)] = [
      ("hasIndices", 0x64), ("global", 0x67), ("ignoreCase", 0x69), ("multiline", 0x6D),
      ("dotAll", 0x73), ("unicode", 0x75), ("unicodeSets", 0x76), ("sticky", 0x79),
    ]
    var text: [UInt16] = []
    for (name, letter) in letters {
      let flag = try machine.get(this.ref, machine.atoms.intern(name))
      if machine.toBoolean(flag) { text.append(letter) }
    }
    return try machine.makeString(text)
  }
}

extension Machine {
  /// The pattern as it can stand between slashes.
  mutating func regexSource(_ regex: Ref) throws(Abrupt) -> Value {
    let pattern = heap.value(Int(regex) + ObjectLayout.regexPattern).ref
    let run = try run(pattern)
    if run.count == 0 { return try makeString("(?:)") }
    try charge(bytes: run.count)
    var units: ContiguousArray<UInt16> = []
    var isEscaped = false
    var isInClass = false
    var changes = false
    for index in 0..<run.count {
      let unit = unit(run, index)
      let letter: UInt16? =
        switch unit {
        case 0x0A: 0x6E
        case 0x0D: 0x72
        default: nil
        }
      if let letter {
        if !isEscaped { units.append(0x5C) }
        units.append(letter)
        changes = true
      } else if unit == 0x2028 || unit == 0x2029 {
        if !isEscaped { units.append(0x5C) }
        units.append(contentsOf: (unit == 0x2028 ? "u2028" : "u2029").utf16)
        changes = true
      } else {
        if unit == 0x2F, !isEscaped, !isInClass {
          units.append(0x5C)
          changes = true
        }
        units.append(unit)
      }
      if isEscaped {
        isEscaped = false
      } else if unit == 0x5C {
        isEscaped = true
      } else if unit == 0x5B {
        isInClass = true
      } else if unit == 0x5D {
        isInClass = false
      }
    }
    return changes ? try makeString(units) : .string(pattern)
  }
}
