internal import PantileJSON

// Methods that look for a text.

extension Stdlib {
  static func installStringSearch(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "endsWith", 1, stringEndsWith)
    try machine.addMethod(proto, "startsWith", 1, stringStartsWith)
    try machine.addMethod(proto, "includes", 1) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "includes")
      let wanted = try searchText(&machine, call, "includes")
      let start = try clamped(&machine, machine.argument(call, 1), machine.stringLength(text))
      return Value(try machine.find(wanted, in: text, from: start) != nil)
    }
    try machine.addMethod(proto, "indexOf", 1) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "indexOf")
      let wanted = try machine.toString(machine.argument(call, 0))
      let start = try clamped(&machine, machine.argument(call, 1), machine.stringLength(text))
      return Value(try machine.find(wanted, in: text, from: start) ?? -1)
    }
    try machine.addMethod(proto, "lastIndexOf", 1, stringLastIndexOf)
  }

  private static func clamped(
    _ machine: inout Machine, _ value: Value, _ count: Int
  ) throws(Abrupt) -> Int {
    if value.isUndefined { return 0 }
    return Int(max(0, min(try machine.toInteger(value), Double(count))))
  }

  /// The first argument as text; regular expressions are refused.
  private static func searchText(
    _ machine: inout Machine, _ call: Call, _ method: StaticString
  ) throws(Abrupt) -> Ref {
    let wanted = machine.argument(call, 0)
    if wanted.isString { return wanted.ref }
    if try machine.isRegex(wanted) {
      throw machine.typeError(
        "First argument to String.prototype.\(method) must not be a regular expression")
    }
    return try machine.toString(wanted)
  }

  private static func stringEndsWith(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let text = try machine.thisText(call, "endsWith")
    let wanted = try searchText(&machine, call, "endsWith")
    let count = machine.stringLength(text)
    let second = machine.argument(call, 1)
    let end = second.isUndefined ? count : try clamped(&machine, second, count)
    let start = end - machine.stringLength(wanted)
    guard start >= 0 else { return .false }
    return Value(try machine.matches(wanted, in: text, at: start))
  }

  private static func stringStartsWith(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let text = try machine.thisText(call, "startsWith")
    let wanted = try searchText(&machine, call, "startsWith")
    let count = machine.stringLength(text)
    let start = try clamped(&machine, machine.argument(call, 1), count)
    guard start + machine.stringLength(wanted) <= count else { return .false }
    return Value(try machine.matches(wanted, in: text, at: start))
  }

  private static func stringLastIndexOf(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let text = try machine.thisText(call, "lastIndexOf")
    let wanted = try machine.toString(machine.argument(call, 0))
    let number = try machine.toNumber(machine.argument(call, 1))
    let last = machine.stringLength(text) - machine.stringLength(wanted)
    let limit = number.isNaN ? .infinity : number.rounded(.towardZero)
    var start = Int(max(0, min(limit, Double(max(last, 0)))))
    guard last >= 0 else { return Value(-1) }
    let whole = try machine.run(text)
    let piece = try machine.run(wanted)
    while true {
      if machine.matches(piece, in: whole, at: start) { return Value(start) }
      if start == 0 { return Value(-1) }
      try machine.charge(1 + piece.count >> 4)
      start -= 1
    }
  }
}

extension Machine {
  /// Whether a value counts as a regular expression.
  mutating func isRegex(_ value: Value) throws(Abrupt) -> Bool {
    guard value.isObject else { return false }
    let mark = try get(value.ref, .symbolMatch)
    if !mark.isUndefined { return toBoolean(mark) }
    return kind(value.ref) == .regex
  }

  /// Whether a text has another at an index; the caller checked the length.
  mutating func matches(_ wanted: Ref, in text: Ref, at index: Int) throws(Abrupt) -> Bool {
    let whole = try run(text)
    let piece = try run(wanted)
    try charge(bytes: piece.count)
    return matches(piece, in: whole, at: index)
  }

  mutating func matches(_ piece: TextRun, in whole: TextRun, at index: Int) -> Bool {
    if piece.isWide == whole.isWide {
      let width = whole.isWide ? 2 : 1
      return heap.equal(
        whole.offset + index * width, piece.offset, byteCount: piece.count * width)
    }
    for place in 0..<piece.count where unit(piece, place) != unit(whole, index + place) {
      return false
    }
    return true
  }

  /// The first index from `start` on at which a text has another.
  mutating func find(_ wanted: Ref, in text: Ref, from start: Int) throws(Abrupt) -> Int? {
    let piece = try run(wanted)
    let whole = try run(text)
    return try find(piece, in: whole, from: start)
  }

  mutating func find(
    _ piece: TextRun, in whole: TextRun, from start: Int
  ) throws(Abrupt) -> Int? {
    let last = whole.count - piece.count
    guard start <= last else { return nil }
    if piece.count == 0 { return start }
    let first = unit(piece, 0)
    var index = start
    while index <= last {
      guard let found = nextUnit(first, in: whole, from: index, to: last) else {
        try charge(bytes: last - index)
        return nil
      }
      try charge(1 + (found - index + piece.count) >> 4)
      if matches(piece, in: whole, at: found) { return found }
      index = found + 1
    }
    return nil
  }

  /// The first index of a code unit up to `last`.
  private mutating func nextUnit(
    _ wanted: UInt16, in run: TextRun, from start: Int, to last: Int
  ) -> Int? {
    if run.isWide {
      return heap.withUnits(run.offset, run.count) { units in
        for index in start...last where units[index] == wanted { return index }
        return nil
      }
    }
    guard wanted < 0x80 else { return nil }
    let byte = UInt8(truncatingIfNeeded: wanted)
    return heap.withBytes(run.offset, run.count) { bytes in
      for index in start...last where bytes.byte(at: index) == byte { return index }
      return nil
    }
  }
}
