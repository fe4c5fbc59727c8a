// `match`, `matchAll`, `search` and `split` of regular expressions. Each has a direct path for
// objects whose `exec` and `flags` nobody changed.

extension Stdlib {
  static func installRegexPatterns(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "@@match", 1, regexMatch)
    try machine.addMethod(proto, "@@matchAll", 1, regexMatchAll)
    try machine.addMethod(proto, "@@replace", 2, regexReplace)
    try machine.addMethod(proto, "@@search", 1, regexSearch)
    try machine.addMethod(proto, "@@split", 2, regexSplit)
  }

  /// The object that a method is called on.
  static func thisRegex(
    _ machine: inout Machine, _ call: Call, _ method: String, shows: Bool = true
  ) throws(Abrupt) -> Value {
    let this = machine.this(call)
    guard this.isObject else {
      throw try machine.incompatible(shows ? this : .undefined, method)
    }
    return this
  }

  static func flagUnits(
    _ machine: inout Machine, _ regex: Value
  ) throws(Abrupt) -> [UInt16] {
    try machine.copyUnits(try machine.toString(try machine.get(regex.ref, .flags)))
  }

  // MARK: match

  private static func regexMatch(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let regex = try thisRegex(&machine, call, "@@match")
    let text = try machine.toString(machine.argument(call, 0))
    if machine.isPlainRegex(regex) {
      guard machine.regexFlags(regex.ref).contains(.global) else {
        return try machine.execRegex(regex.ref, text)
      }
      return try matchAllTexts(&machine, regex.ref, text)
    }
    let flags = try flagUnits(&machine, regex)
    guard flags.contains(0x67) else {
      return try machine.runExec(regex, text, method: "@@match")
    }
    let isUnicode = flags.contains(0x75)
    try machine.set(regex.ref, .lastIndex, Value(0.0))
    let array = try machine.makeArray()
    while true {
      try machine.charge(1)
      let result = try machine.runExec(regex, text, method: "@@match")
      guard result.isObject else { break }
      let matched = try machine.toString(try machine.get(result.ref, index: 0))
      try machine.push(array, .string(matched))
      if machine.stringLength(matched) == 0 {
        try advanceLastIndex(&machine, regex.ref, text, isUnicode)
      }
    }
    return machine.arrayLength(array) == 0 ? .null : .object(array)
  }

  private static func matchAllTexts(
    _ machine: inout Machine, _ regex: Ref, _ text: Ref
  ) throws(Abrupt) -> Value {
    try machine.setLastIndex(regex, 0)
    let place = try machine.regexPlace(regex)
    let isUnicode = machine.regexFlags(regex).contains(.unicode)
    let run = try machine.run(text)
    let array = try machine.makeArray()
    var start = 0
    while start <= run.count, try machine.searchRegex(place, in: text, from: start) {
      let (first, end) = (Int(machine.regexes.captures[0]), Int(machine.regexes.captures[1]))
      try machine.push(array, try machine.substring(text, first, end))
      start = end == first ? machine.advance(run, end, unicode: isUnicode) : end
    }
    return machine.arrayLength(array) == 0 ? .null : .object(array)
  }

  static func advanceLastIndex(
    _ machine: inout Machine, _ regex: Ref, _ text: Ref, _ isUnicode: Bool
  ) throws(Abrupt) {
    let index = try machine.toLength(try machine.get(regex, .lastIndex))
    let run = try machine.run(text)
    let next =
      index < Double(run.count)
      ? Double(machine.advance(run, Int(index), unicode: isUnicode)) : index + 1
    try machine.set(regex, .lastIndex, Value(next))
  }

  // MARK: matchAll

  private static func regexMatchAll(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let regex = try thisRegex(&machine, call, "@@matchAll")
    let text = try machine.toString(machine.argument(call, 0))
    let species = try machine.speciesConstructor(regex, machine.intrinsics.regexConstructor)
    let flags = try machine.toString(try machine.get(regex.ref, .flags))
    let units = try machine.copyUnits(flags)
    let matcher = try machine.construct(species, [regex, .string(flags)])
    let index = try machine.toLength(try machine.get(regex.ref, .lastIndex))
    try machine.set(matcher, PropertyKey(.lastIndex), Value(index))
    return .object(
      try machine.makeRegexIterator(
        matcher, text, isGlobal: units.contains(0x67), isUnicode: units.contains(0x75)))
  }

  // MARK: search

  private static func regexSearch(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let regex = try thisRegex(&machine, call, "@@search", shows: false)
    let text = try machine.toString(machine.argument(call, 0))
    if machine.isPlainRegex(regex) {
      let place = try machine.regexPlace(regex.ref)
      let isFound = try machine.searchRegex(place, in: text, from: 0)
      return Value(isFound ? Int(machine.regexes.captures[0]) : -1)
    }
    let before = try machine.get(regex.ref, .lastIndex)
    if try !machine.sameValue(before, Value(0.0)) {
      try machine.set(regex.ref, .lastIndex, Value(0.0))
    }
    let result = try machine.runExec(regex, text, method: "@@search")
    let after = try machine.get(regex.ref, .lastIndex)
    if try !machine.sameValue(after, before) { try machine.set(regex.ref, .lastIndex, before) }
    return result.isObject ? try machine.get(result.ref, .indexName) : Value(-1)
  }

  // MARK: split

  private static func regexSplit(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let regex = try thisRegex(&machine, call, "@@split")
    let text = try machine.toString(machine.argument(call, 0))
    let second = machine.argument(call, 1)
    if machine.isPlainRegex(regex), try hasOwnSpecies(&machine, regex) {
      let limit = second.isUndefined ? .max : machine.toUInt32(try machine.toNumber(second))
      return try splitPlainly(&machine, regex.ref, text, limit)
    }
    let species = try machine.speciesConstructor(regex, machine.intrinsics.regexConstructor)
    var flags = try flagUnits(&machine, regex)
    let isUnicode = flags.contains(0x75)
    if !flags.contains(0x79) { flags.append(0x79) }
    let splitter = try machine.construct(species, [regex, try machine.makeString(flags)])
    let limit = second.isUndefined ? .max : machine.toUInt32(try machine.toNumber(second))
    return try split(&machine, splitter, text, limit, isUnicode)
  }

  /// Whether the constructor of a plain regular expression is the built-in one.
  private static func hasOwnSpecies(
    _ machine: inout Machine, _ regex: Value
  ) throws(Abrupt) -> Bool {
    try machine.get(regex.ref, .constructor) == .object(machine.intrinsics.regexConstructor)
  }

  private static func splitPlainly(
    _ machine: inout Machine, _ regex: Ref, _ text: Ref, _ limit: UInt32
  ) throws(Abrupt) -> Value {
    let array = try machine.makeArray()
    if limit == 0 { return .object(array) }
    let place = try machine.unanchoredPlace(regex)
    let isUnicode = machine.regexFlags(regex).contains(.unicode)
    let run = try machine.run(text)
    if run.count == 0 {
      if try machine.searchRegex(place, in: text, from: 0) { return .object(array) }
      try machine.push(array, .string(text))
      return .object(array)
    }
    var start = 0
    var from = 0
    while from < run.count, try machine.searchRegex(place, in: text, from: from) {
      let captures = machine.regexes.captures
      let (first, end) = (Int(captures[0]), Int(captures[1]))
      if first >= run.count { break }
      if end == start || end == first && first < from {
        from = machine.advance(run, max(first, from), unicode: isUnicode)
        continue
      }
      try machine.push(array, try machine.substring(text, start, first))
      if machine.arrayLength(array) == limit { return .object(array) }
      for group in 1..<max(1, captures.count / 2) {
        try machine.push(array, try machine.captured(text, captures, group))
        if machine.arrayLength(array) == limit { return .object(array) }
      }
      start = end
      from = end == first ? machine.advance(run, end, unicode: isUnicode) : end
    }
    try machine.push(array, try machine.substring(text, start, run.count))
    return .object(array)
  }

  private static func split(
    _ machine: inout Machine, _ splitter: Value, _ text: Ref, _ limit: UInt32, _ isUnicode: Bool
  ) throws(Abrupt) -> Value {
    let array = try machine.makeArray()
    if limit == 0 { return .object(array) }
    let run = try machine.run(text)
    if run.count == 0 {
      let result = try machine.runExec(splitter, text, method: "@@split")
      if result.isNull { try machine.push(array, .string(text)) }
      return .object(array)
    }
    var start = 0
    var index = 0
    while index < run.count {
      try machine.charge(1)
      try machine.set(splitter, PropertyKey(.lastIndex), Value(index))
      let result = try machine.runExec(splitter, text, method: "@@split")
      let last = try machine.toLength(try machine.get(splitter, .lastIndex))
      let end = Int(min(last, Double(run.count)))
      if result.isNull || end == start {
        index = machine.advance(run, index, unicode: isUnicode)
        continue
      }
      try machine.push(array, try machine.substring(text, start, index))
      if machine.arrayLength(array) == limit { return .object(array) }
      start = end
      let length = try machine.toLength(try machine.get(result.ref, .length))
      var group = 1.0
      while group < length {
        let key = try machine.toPropertyKey(Value(group))
        try machine.push(array, try machine.get(result, key))
        if machine.arrayLength(array) == limit { return .object(array) }
        group += 1
      }
      index = start
    }
    try machine.push(array, try machine.substring(text, start, run.count))
    return .object(array)
  }
}

extension Machine {
  /// `SpeciesConstructor`.
  mutating func speciesConstructor(_ object: Value, _ fallback: Ref) throws(Abrupt) -> Value {
    let constructor = try get(object.ref, .constructor)
    if constructor.isUndefined { return .object(fallback) }
    guard constructor.isObject else {
      throw typeError("The .constructor property is not an object")
    }
    let species = try get(constructor.ref, .symbolSpecies)
    if species.isNullish { return .object(fallback) }
    guard isConstructor(species) else {
      throw typeError("object.constructor[Symbol.species] is not a constructor")
    }
    return species
  }
}
