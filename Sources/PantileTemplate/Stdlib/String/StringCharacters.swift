// Methods that look at single characters.

extension Stdlib {
  static func installStringCharacters(
    _ machine: inout Machine, _ proto: Ref
  ) throws(Abrupt) {
    try machine.addMethod(proto, "at", 1) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "at")
      var index = try machine.toInteger(machine.argument(call, 0))
      if index < 0 { index += Double(machine.stringLength(text)) }
      return try machine.character(of: text, at: index) ?? .undefined
    }
    try machine.addMethod(proto, "charAt", 1) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "charAt")
      let index = try machine.toInteger(machine.argument(call, 0))
      return try machine.character(of: text, at: index) ?? .string(machine.intrinsics.emptyString)
    }
    try machine.addMethod(proto, "charCodeAt", 1) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "charCodeAt")
      let index = try machine.toInteger(machine.argument(call, 0))
      guard index >= 0, index < Double(machine.stringLength(text)) else { return .nan }
      let run = try machine.run(text)
      return Value(Int(machine.unit(run, Int(index))))
    }
    try machine.addMethod(proto, "codePointAt", 1) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "codePointAt")
      let index = try machine.toInteger(machine.argument(call, 0))
      guard index >= 0, index < Double(machine.stringLength(text)) else { return .undefined }
      let run = try machine.run(text)
      return Value(Int(machine.codePoint(run, Int(index)).code))
    }
    try machine.addMethod(proto, "isWellFormed", 0) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "isWellFormed")
      return Value(try machine.loneSurrogate(try machine.run(text), from: 0) == nil)
    }
    try machine.addMethod(proto, "toWellFormed", 0, stringToWellFormed)
    for name in ["toString", "valueOf"] {
      try machine.addMethod(proto, name, 0) { (machine, call) throws(Abrupt) in
        let this = machine.this(call)
        if this.isString { return this }
        guard this.isObject, machine.kind(this.ref) == .boxedString else {
          throw machine.typeError("String.prototype.\(name) requires that 'this' be a String")
        }
        return machine.heap.value(Int(this.ref) + ObjectLayout.primitive)
      }
    }
  }

  private static func stringToWellFormed(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let text = try machine.thisText(call, "toWellFormed")
    let run = try machine.run(text)
    guard var lone = try machine.loneSurrogate(run, from: 0) else { return .string(text) }
    var units = ContiguousArray(try machine.copyUnits(text))
    while true {
      units[lone] = 0xFFFD
      guard let next = try machine.loneSurrogate(run, from: lone + 1) else { break }
      lone = next
    }
    return try machine.makeString(units)
  }
}

extension Machine {
  /// The character at an index, or nil outside of the text.
  mutating func character(of text: Ref, at index: Double) throws(Abrupt) -> Value? {
    guard index >= 0, index < Double(stringLength(text)) else { return nil }
    let run = try run(text)
    return try makeCharacter(unit(run, Int(index)))
  }

  /// The index of the first surrogate without a partner.
  mutating func loneSurrogate(_ run: TextRun, from start: Int) throws(Abrupt) -> Int? {
    guard run.isWide else { return nil }
    try charge(bytes: run.count - start)
    var index = start
    while index < run.count {
      let (code, length) = codePoint(run, index)
      if code & 0xFFFF_F800 == 0xD800 { return index }
      index += length
    }
    return nil
  }
}
