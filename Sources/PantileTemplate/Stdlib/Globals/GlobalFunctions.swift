extension Stdlib {
  /// Properties of the global object that belong to no other object.
  static func installGlobals(_ machine: inout Machine) throws(Abrupt) {
    let global = machine.intrinsics.global
    try machine.addConstant(global, "undefined", .undefined)
    try machine.addConstant(global, "NaN", .nan)
    try machine.addConstant(global, "Infinity", Value(Double.infinity))
    try machine.addConstant(global, "globalThis", .object(global), .hidden)
    try machine.addTag(global, "global")
    try machine.addMethod(global, "isNaN", 1) { (machine, call) throws(Abrupt) in
      Value(try machine.toNumber(machine.argument(call, 0)).isNaN)
    }
    try machine.addMethod(global, "isFinite", 1) { (machine, call) throws(Abrupt) in
      Value(try machine.toNumber(machine.argument(call, 0)).isFinite)
    }
    try machine.addMethod(global, "parseInt", 2, parseInt)
    try machine.addMethod(global, "parseFloat", 1, parseFloat)
    try installURI(&machine)
    try installStructuredClone(&machine)
  }

  private static func parseInt(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let value = machine.argument(call, 0)
    let text = try machine.toString(value)
    let run = try machine.run(text)
    var radix = Int(machine.toInt32(try machine.toNumber(machine.argument(call, 1))))
    try machine.charge(bytes: run.count)
    var start = 0
    while start < run.count, NumberReader.isSpace(machine.unit(run, start)) { start += 1 }
    var isNegative = false
    if start < run.count {
      let first = machine.unit(run, start)
      isNegative = first == 0x2D
      if isNegative || first == 0x2B { start += 1 }
    }
    guard radix == 0 || radix >= 2 && radix <= 36 else { return .nan }
    let isPrefixed =
      start + 1 < run.count && machine.unit(run, start) == 0x30
      && machine.unit(run, start + 1) | 0x20 == 0x78
    if isPrefixed, radix == 0 || radix == 16 {
      start += 2
      radix = 16
    }
    if radix == 0 { radix = 10 }
    var end = start
    while end < run.count, let digit = NumberReader.digit(machine.unit(run, end)), digit < radix {
      end += 1
    }
    guard end > start else { return .nan }
    let number = integer(&machine, run, start, end, radix)
    return Value(isNegative ? -number : number)
  }

  private static func integer(
    _ machine: inout Machine, _ run: TextRun, _ start: Int, _ end: Int, _ radix: Int
  ) -> Double {
    if radix == 10, end - start > 15 {
      let width = run.isWide ? 2 : 1
      let part = TextRun(
        offset: run.offset + start * width, count: end - start, isWide: run.isWide)
      return machine.number(of: part)
    }
    if radix.nonzeroBitCount == 1 {
      var value = ExactInteger(radix: radix)
      for index in start..<end { value.append(NumberReader.digit(machine.unit(run, index)) ?? 0) }
      return value.number
    }
    // As V8 rounds: digits are gathered in parts of 32 bits.
    var number = 0.0
    var part = 0
    var scale = 1
    for index in start..<end {
      if scale * radix > 0xFFFF_FFFF / 36 {
        number = number * Double(scale) + Double(part)
        (part, scale) = (0, 1)
      }
      part = part * radix + (NumberReader.digit(machine.unit(run, index)) ?? 0)
      scale *= radix
    }
    return number * Double(scale) + Double(part)
  }

  private static func parseFloat(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let value = machine.argument(call, 0)
    if value.isNumber { return value.number == 0 ? Value(0.0) : value }
    let text = try machine.toString(value)
    let run = try machine.run(text)
    try machine.charge(bytes: run.count)
    var start = 0
    while start < run.count, NumberReader.isSpace(machine.unit(run, start)) { start += 1 }
    let end = endOfDecimal(&machine, run, start)
    guard end > start else { return .nan }
    let width = run.isWide ? 2 : 1
    let part = TextRun(offset: run.offset + start * width, count: end - start, isWide: run.isWide)
    return Value(machine.number(of: part))
  }

  /// Where the longest decimal number that begins at `start` ends; `start` if none does.
  private static func endOfDecimal(
    _ machine: inout Machine, _ run: TextRun, _ start: Int
  ) -> Int {
    func unit(_ index: Int) -> UInt16 { index < run.count ? machine.unit(run, index) : 0 }
    func skipDigits(_ index: Int) -> Int {
      var index = index
      while unit(index) >= 0x30, unit(index) <= 0x39 { index += 1 }
      return index
    }
    var place = start
    if unit(place) == 0x2D || unit(place) == 0x2B { place += 1 }
    let infinity = "Infinity".utf16
    if zip(infinity, 0...).allSatisfy({ unit(place + $1) == $0 }) { return place + infinity.count }
    var end = skipDigits(place)
    var hasDigits = end > place
    if unit(end) == 0x2E {
      let fraction = skipDigits(end + 1)
      if hasDigits || fraction > end + 1 {
        hasDigits = true
        end = fraction
      }
    }
    guard hasDigits else { return start }
    if unit(end) | 0x20 == 0x65 {
      var exponent = end + 1
      if unit(exponent) == 0x2D || unit(exponent) == 0x2B { exponent += 1 }
      let after = skipDigits(exponent)
      if after > exponent { end = after }
    }
    return end
  }
}

extension Machine {
  /// The number that a run spells.
  fileprivate mutating func number(of run: TextRun) -> Double {
    NumberReader.parse(count: run.count) { unit(run, $0) }
  }
}
