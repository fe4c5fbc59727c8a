// Methods that cut, join, repeat and pad.

extension Stdlib {
  static func installStringParts(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "concat", 1) { (machine, call) throws(Abrupt) in
      var result = Value.string(try machine.thisText(call, "concat"))
      for index in 0..<call.count {
        let next = try machine.toString(machine.argument(call, index))
        result = try machine.concat(result.ref, next)
      }
      return result
    }
    try machine.addMethod(proto, "padEnd", 1) { (machine, call) throws(Abrupt) in
      try pad(&machine, call, try machine.thisText(call, "padEnd"), atStart: false)
    }
    try machine.addMethod(proto, "padStart", 1) { (machine, call) throws(Abrupt) in
      try pad(&machine, call, try machine.thisText(call, "padStart"), atStart: true)
    }
    try machine.addMethod(proto, "repeat", 1, stringRepeat)
    try machine.addMethod(proto, "slice", 2) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "slice")
      let count = machine.stringLength(text)
      let first = try machine.relativeIndex(machine.argument(call, 0), count: count, otherwise: 0)
      let end = try machine.relativeIndex(
        machine.argument(call, 1), count: count, otherwise: count)
      return try machine.substring(text, first, end)
    }
    try machine.addMethod(proto, "substr", 2) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "substr")
      let count = machine.stringLength(text)
      let first = try machine.relativeIndex(machine.argument(call, 0), count: count, otherwise: 0)
      let second = machine.argument(call, 1)
      let length = second.isUndefined ? Double(count) : try machine.toInteger(second)
      let end = Int(min(Double(first) + max(length, 0), Double(count)))
      return try machine.substring(text, first, end)
    }
    try machine.addMethod(proto, "substring", 2) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "substring")
      let count = Double(machine.stringLength(text))
      let first = try machine.toInteger(machine.argument(call, 0))
      let second = machine.argument(call, 1)
      let last = second.isUndefined ? count : try machine.toInteger(second)
      let low = Int(max(0, min(first, count)))
      let high = Int(max(0, min(last, count)))
      return try machine.substring(text, min(low, high), max(low, high))
    }
    try installStringTrim(&machine, proto)
  }

  private static func installStringTrim(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "trim", 0) { (machine, call) throws(Abrupt) in
      try machine.trimmed(try machine.thisText(call, "trim"), start: true, end: true)
    }
    // The messages name the older of the two names.
    let trimStart = try machine.addMethod(proto, "trimStart", 0) { (machine, call) throws(Abrupt) in
      try machine.trimmed(try machine.thisText(call, "trimLeft"), start: true, end: false)
    }
    try machine.addNamed(proto, machine.nameAtom("trimLeft"), .object(trimStart), .hidden)
    let trimEnd = try machine.addMethod(proto, "trimEnd", 0) { (machine, call) throws(Abrupt) in
      try machine.trimmed(try machine.thisText(call, "trimRight"), start: false, end: true)
    }
    try machine.addNamed(proto, machine.nameAtom("trimRight"), .object(trimEnd), .hidden)
  }

  private static func pad(
    _ machine: inout Machine, _ call: Call, _ text: Ref, atStart: Bool
  ) throws(Abrupt) -> Value {
    let count = machine.stringLength(text)
    let wanted = try machine.toLength(machine.argument(call, 0))
    guard wanted > Double(count) else { return .string(text) }
    let second = machine.argument(call, 1)
    let filler =
      second.isUndefined ? machine.character(0x20).ref : try machine.toString(second)
    if machine.stringLength(filler) == 0 { return .string(text) }
    guard wanted <= Double(machine.limits.stringLength) else {
      throw machine.rangeError("Invalid string length")
    }
    let padding = try machine.repeated(filler, length: Int(wanted) - count).ref
    return atStart ? try machine.concat(padding, text) : try machine.concat(text, padding)
  }

  private static func stringRepeat(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let text = try machine.thisText(call, "repeat")
    let argument = machine.argument(call, 0)
    let times = try machine.toInteger(argument)
    guard times >= 0, times.isFinite else {
      throw machine.rangeError("Invalid count value: \(try machine.inspect(argument))")
    }
    let count = machine.stringLength(text)
    if count == 0 || times == 0 { return .string(machine.intrinsics.emptyString) }
    if times == 1 { return .string(text) }
    guard Double(count) * times <= Double(machine.limits.stringLength) else {
      throw machine.rangeError("Invalid string length")
    }
    return try machine.repeated(text, length: count * Int(times))
  }
}

extension Machine {
  /// A text over and over up to a length.
  mutating func repeated(_ text: Ref, length: Int) throws(Abrupt) -> Value {
    let run = try run(text)
    if length < run.count { return try substring(text, 0, length) }
    let ref = try allocateString(count: length, isWide: run.isWide)
    let width = run.isWide ? 2 : 1
    place(run, at: Int(ref) + 8, isWide: run.isWide)
    var done = run.count
    while done < length {
      let step = min(done, length - done)
      heap.initCopy(
        from: Int(ref) + 8, to: Int(ref) + 8 + done * width, byteCount: step * width)
      done += step
    }
    return .string(ref)
  }

  /// A text without white space at its ends.
  mutating func trimmed(_ text: Ref, start: Bool, end: Bool) throws(Abrupt) -> Value {
    let run = try run(text)
    var first = 0
    var last = run.count
    if start { while first < last, NumberReader.isSpace(unit(run, first)) { first += 1 } }
    if end { while last > first, NumberReader.isSpace(unit(run, last - 1)) { last -= 1 } }
    try charge(bytes: run.count - (last - first))
    return try substring(text, first, last)
  }
}
