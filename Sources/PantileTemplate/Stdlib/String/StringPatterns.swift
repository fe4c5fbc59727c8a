// Methods that take a text or a regular expression.

extension Stdlib {
  static func installStringPatterns(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "match", 1) { (machine, call) throws(Abrupt) in
      try delegate(&machine, call, "match", .symbolMatch, flags: nil)
    }
    try machine.addMethod(proto, "matchAll", 1) { (machine, call) throws(Abrupt) in
      try requireGlobal(&machine, call, "matchAll")
      return try delegate(&machine, call, "matchAll", .symbolMatchAll, flags: "g")
    }
    try machine.addMethod(proto, "replace", 2, stringReplace)
    try machine.addMethod(proto, "replaceAll", 2, stringReplaceAll)
    try machine.addMethod(proto, "search", 1) { (machine, call) throws(Abrupt) in
      try delegate(&machine, call, "search", .symbolSearch, flags: nil)
    }
    try machine.addMethod(proto, "split", 2, stringSplit)
  }

  private static func requireThis(
    _ machine: inout Machine, _ call: Call, _ method: StaticString
  ) throws(Abrupt) {
    if machine.this(call).isNullish {
      throw machine.typeError("String.prototype.\(method) called on null or undefined")
    }
  }

  private static func requireGlobal(
    _ machine: inout Machine, _ call: Call, _ method: StaticString
  ) throws(Abrupt) {
    try requireThis(&machine, call, method)
    let pattern = machine.argument(call, 0)
    guard try machine.isRegex(pattern) else { return }
    let flags = try machine.get(pattern.ref, .flags)
    if flags.isNullish {
      throw machine.typeError("String.prototype.\(method) called on null or undefined")
    }
    let run = try machine.run(try machine.toString(flags))
    for index in 0..<run.count where machine.unit(run, index) == 0x67 { return }
    throw machine.typeError("String.prototype.\(method) called with a non-global RegExp argument")
  }

  /// The pattern's own method, if it has one.
  private static func ownMethod(
    _ machine: inout Machine, _ call: Call, _ symbol: Atom
  ) throws(Abrupt) -> Value? {
    let pattern = machine.argument(call, 0)
    guard pattern.isObject else { return nil }
    return try machine.method(pattern, symbol)
  }

  /// `match`, `matchAll` and `search`: the pattern does the work, or a regular expression of it.
  private static func delegate(
    _ machine: inout Machine, _ call: Call, _ method: StaticString, _ symbol: Atom,
    flags: String?
  ) throws(Abrupt) -> Value {
    try requireThis(&machine, call, method)
    let pattern = machine.argument(call, 0)
    if let own = try ownMethod(&machine, call, symbol) {
      return try machine.call(own, this: pattern, machine.this(call))
    }
    let text = Value.string(try machine.toString(machine.this(call)))
    let flagText = flags == nil ? Value.undefined : try machine.makeString(flags ?? "")
    let regex = try machine.makeRegex(pattern, flagText)
    return try machine.call(try machine.get(regex, symbol), this: regex, text)
  }

  // MARK: replace

  private static func stringReplace(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    try requireThis(&machine, call, "replace")
    if let own = try ownMethod(&machine, call, .symbolReplace) {
      return try machine.call(
        own, this: machine.argument(call, 0), machine.this(call), machine.argument(call, 1))
    }
    let text = try machine.toString(machine.this(call))
    let wanted = try machine.toString(machine.argument(call, 0))
    var replacement = machine.argument(call, 1)
    if !machine.isCallable(replacement) {
      replacement = .string(try machine.toString(replacement))
    }
    guard let found = try machine.find(wanted, in: text, from: 0) else { return .string(text) }
    let fresh = try replaced(&machine, text, wanted, found, replacement)
    let head = try machine.substring(text, 0, found)
    let joined = try machine.concat(head.ref, fresh)
    let end = found + machine.stringLength(wanted)
    let tail = try machine.substring(text, end, machine.stringLength(text))
    return try machine.concat(joined.ref, tail.ref)
  }

  private static func stringReplaceAll(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    try requireGlobal(&machine, call, "replaceAll")
    if let own = try ownMethod(&machine, call, .symbolReplace) {
      return try machine.call(
        own, this: machine.argument(call, 0), machine.this(call), machine.argument(call, 1))
    }
    let text = try machine.toString(machine.this(call))
    let wanted = try machine.toString(machine.argument(call, 0))
    var replacement = machine.argument(call, 1)
    if !machine.isCallable(replacement) {
      replacement = .string(try machine.toString(replacement))
    }
    let count = machine.stringLength(text)
    let step = max(1, machine.stringLength(wanted))
    var result = TextPieces()
    var end = 0
    var start = 0
    while let found = try machine.find(wanted, in: text, from: start) {
      try machine.charge(1)
      let fresh = try replaced(&machine, text, wanted, found, replacement)
      try result.append(text, end, found, &machine)
      try result.append(fresh, &machine)
      end = found + machine.stringLength(wanted)
      start = found + step
    }
    guard end > 0 || !result.isEmpty else { return .string(text) }
    try result.append(text, end, count, &machine)
    return try result.joined(&machine)
  }

  /// What takes the place of one match of a text.
  private static func replaced(
    _ machine: inout Machine, _ text: Ref, _ wanted: Ref, _ found: Int, _ replacement: Value
  ) throws(Abrupt) -> Ref {
    guard replacement.isString else {
      let result = try machine.call(
        replacement, this: .undefined, .string(wanted), Value(found), .string(text))
      return try machine.toString(result)
    }
    let match = SubstitutionMatch(
      text: text, start: found, end: found + machine.stringLength(wanted))
    return try machine.substitute(replacement.ref, match)
  }

  // MARK: split

  private static func stringSplit(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    try requireThis(&machine, call, "split")
    let separator = machine.argument(call, 0)
    if let own = try ownMethod(&machine, call, .symbolSplit) {
      return try machine.call(own, this: separator, machine.this(call), machine.argument(call, 1))
    }
    let text = try machine.toString(machine.this(call))
    let second = machine.argument(call, 1)
    let limit =
      second.isUndefined ? UInt32.max : machine.toUInt32(try machine.toNumber(second))
    let wanted = try machine.toString(separator)
    let array = try machine.makeArray()
    if limit == 0 { return .object(array) }
    if separator.isUndefined {
      try machine.push(array, .string(text))
      return .object(array)
    }
    let count = machine.stringLength(text)
    let length = machine.stringLength(wanted)
    if length == 0 {
      let number = Int(min(UInt32(count), limit))
      let run = try machine.run(text)
      try machine.charge(number)
      for index in 0..<number {
        try machine.push(array, try machine.makeCharacter(machine.unit(run, index)))
      }
      return .object(array)
    }
    var start = 0
    while let found = try machine.find(wanted, in: text, from: start) {
      try machine.charge(1)
      try machine.push(array, try machine.substring(text, start, found))
      if machine.arrayLength(array) == limit { return .object(array) }
      start = found + length
    }
    try machine.push(array, try machine.substring(text, start, count))
    return .object(array)
  }
}
