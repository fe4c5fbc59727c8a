extension Stdlib {
  /// `Symbol`.
  static func installSymbol(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makePrototype(machine.intrinsics.objectPrototype)
    machine.intrinsics.symbolPrototype = proto
    machine.shapes.setProto(.symbol, proto)
    let symbol = try machine.addConstructor("Symbol", 0, proto: proto, construct)
    try machine.addMethod(symbol, "for", 1, find)
    try machine.addMethod(symbol, "keyFor", 1, keyFor)
    for text in Atom.knownTexts where text.hasPrefix("symbol_") {
      let name = String(text.dropFirst("symbol_".count))
      let atom = machine.nameAtom("@@" + name)
      try machine.addConstant(symbol, name, .symbol(atom))
    }
    try machine.addMethod(proto, "toString", 0) { (machine, call) throws(Abrupt) in
      let atom = try thisSymbol(&machine, call, "Symbol.prototype.toString")
      return try machine.symbolText(atom)
    }
    try machine.addMethod(proto, "valueOf", 0) { (machine, call) throws(Abrupt) in
      .symbol(try thisSymbol(&machine, call, "Symbol.prototype.valueOf"))
    }
    try machine.addGetter(proto, "description") { (machine, call) throws(Abrupt) in
      let atom = try thisSymbol(&machine, call, "Symbol.prototype.description")
      return machine.atoms.hasDescription(atom) ? try machine.string(of: atom) : .undefined
    }
    try machine.addTag(proto, "Symbol")
    let convert = try machine.makeNative("[Symbol.toPrimitive]", 1) {
      (machine, call) throws(Abrupt) in
      .symbol(try thisSymbol(&machine, call, "Symbol.prototype [ @@toPrimitive ]"))
    }
    try machine.addNamed(proto, .symbolToPrimitive, .object(convert), .configurable)
  }

  private static func construct(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    guard call.newTarget.isUndefined else {
      throw machine.typeError("Symbol is not a constructor")
    }
    let text = machine.argument(call, 0)
    var description: [UInt16]?
    if !text.isUndefined {
      description = try machine.copyUnits(try machine.toString(text))
    }
    let atom = machine.atoms.makeSymbol(description: description)
    try machine.checkMemory()
    return .symbol(atom)
  }

  private static func find(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let text = try machine.toString(machine.argument(call, 0))
    let key = try machine.intern(try machine.run(text))
    for entry in machine.symbolRegistry where entry.key == key { return .symbol(entry.symbol) }
    try machine.charge(machine.symbolRegistry.count)
    let atom = machine.atoms.makeSymbol(description: try machine.copyUnits(text))
    machine.symbolRegistry.append((key, atom))
    try machine.checkMemory()
    return .symbol(atom)
  }

  private static func keyFor(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let symbol = machine.argument(call, 0)
    guard symbol.isSymbol else {
      throw machine.typeError("\(try machine.inspect(symbol)) is not a symbol")
    }
    for entry in machine.symbolRegistry where entry.symbol == symbol.atom {
      return try machine.string(of: entry.key)
    }
    return .undefined
  }

  private static func thisSymbol(
    _ machine: inout Machine, _ call: Call, _ method: String
  ) throws(Abrupt) -> Atom {
    let this = machine.this(call)
    if this.isSymbol { return this.atom }
    if this.isObject, machine.kind(this.ref) == .boxedSymbol {
      return machine.heap.value(Int(this.ref) + ObjectLayout.primitive).atom
    }
    throw machine.typeError("\(method) requires that 'this' be a Symbol")
  }
}

extension Machine {
  /// `Symbol(description)`.
  mutating func symbolText(_ atom: Atom) throws(Abrupt) -> Value {
    var units = ContiguousArray("Symbol(".utf16)
    units.append(contentsOf: atoms.units(atom))
    units.append(0x29)
    try charge(bytes: units.count)
    return try makeString(units)
  }
}
