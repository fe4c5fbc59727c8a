// Regular expression objects.
//
//     +24 the pattern as it was given
//     +32 flags UInt32, the place of the program UInt32
//     then `lastIndex`, the first slot

extension ObjectLayout {
  static let regexPattern = 24
  static let regexFlags = 32
  static let regexPlace = 36
  static let regexWords = 2
}

extension Machine {
  /// A regular expression object; invalid patterns throw a SyntaxError.
  mutating func makeRegex(_ pattern: Value, _ flags: Value) throws(Abrupt) -> Value {
    let text = pattern.isUndefined ? intrinsics.emptyString : try toString(pattern)
    let flagText = flags.isUndefined ? intrinsics.emptyString : try toString(flags)
    return .object(try makeRegex(text, flagText, shape: intrinsics.regexShape))
  }

  mutating func makeRegex(_ pattern: Ref, _ flagText: Ref, shape: Shape) throws(Abrupt) -> Ref {
    var flags: RegexFlags = []
    if stringLength(flagText) > 0 {
      let units = try copyUnits(flagText)
      do throws(RegexSyntaxError) { flags = try RegexFlags(parsing: units) } catch {
        throw try regexError(error)
      }
    }
    let place = try compileRegex(pattern, flags)
    let regex = try makeObject(
      shape, kind: .regex, internals: ObjectLayout.regexWords, capacity: 1)
    heap.initValue(Int(regex) + ObjectLayout.regexPattern, .string(pattern))
    heap.init32(Int(regex) + ObjectLayout.regexFlags, UInt32(flags.rawValue))
    heap.init32(Int(regex) + ObjectLayout.regexPlace, UInt32(place))
    if shape == intrinsics.regexShape {
      heap.initValue(Int(heap.load32(Int(regex) + ObjectLayout.slots)), Value(0.0))
    } else {
      try addNamed(regex, .lastIndex, Value(0.0), .writable)
    }
    return regex
  }

  private mutating func compileRegex(
    _ pattern: Ref, _ flags: RegexFlags
  ) throws(Abrupt) -> Int {
    let units = try copyUnits(pattern)
    var cost = 0
    let place: Int
    do throws(RegexSyntaxError) {
      place = try regexes.place(units, flags, cost: &cost)
    } catch {
      throw try regexError(error)
    }
    try charge(cost)
    return place
  }

  private mutating func regexError(_ error: RegexSyntaxError) throws(Abrupt) -> Abrupt {
    let message = try makeString(error.message)
    exception = .object(try makeError(intrinsics.syntaxErrorPrototype, message: message))
    return .thrown
  }

  mutating func regexFlags(_ regex: Ref) -> RegexFlags {
    RegexFlags(
      rawValue: UInt8(
        truncatingIfNeeded: heap.load32(Int(regex) + ObjectLayout.regexFlags)))
  }

  /// Where the program of a regular expression is.
  mutating func regexPlace(_ regex: Ref) throws(Abrupt) -> Int {
    let pattern = heap.value(Int(regex) + ObjectLayout.regexPattern).ref
    let place = Int(heap.load32(Int(regex) + ObjectLayout.regexPlace))
    let flags = regexFlags(regex)
    let text = try run(pattern)
    if regexes.holds(place, flags: flags, count: text.count, { unit(text, $0) }) { return place }
    let fresh = try compileRegex(pattern, flags)
    heap.store32(Int(regex) + ObjectLayout.regexPlace, UInt32(fresh))
    return fresh
  }

  /// The place of a regular expression without its flag `y`.
  mutating func unanchoredPlace(_ regex: Ref) throws(Abrupt) -> Int {
    let flags = regexFlags(regex)
    if !flags.contains(.sticky) { return try regexPlace(regex) }
    let pattern = heap.value(Int(regex) + ObjectLayout.regexPattern).ref
    return try compileRegex(pattern, flags.subtracting(.sticky))
  }

  /// Searches a text from an index on; the groups are in `regexes.captures` afterwards.
  mutating func searchRegex(
    _ place: Int, in text: Ref, from start: Int
  ) throws(Abrupt) -> Bool {
    let run = try run(text)
    let outcome: RegexStore.Outcome
    if run.isWide {
      outcome = heap.withUnits(run.offset, run.count) { units in
        regexes.search(place, in: units, from: start, fuel: &fuel)
      }
    } else {
      outcome = heap.withASCII(run.offset, run.count) { bytes in
        regexes.search(place, in: bytes, from: start, fuel: &fuel)
      }
    }
    switch outcome {
    case .found: return true
    case .missed: return false
    case .outOfSteps: throw .limit(.steps)
    case .outOfMemory: throw .limit(.memory)
    }
  }

  /// Whether `exec`, `flags` and `lastIndex` of a regular expression are the built-in ones.
  mutating func isPlainRegex(_ value: Value) -> Bool {
    guard value.isObject, kind(value.ref) == .regex, shape(value.ref) == intrinsics.regexShape
    else { return false }
    let proto = intrinsics.regexPrototype
    return findNamed(proto, .exec)?.value == .object(intrinsics.regexExec)
      && findNamed(proto, .flags)?.value == intrinsics.regexFlags
  }

  /// Sets `lastIndex` of an object by the rules of assignment.
  mutating func setLastIndex(_ regex: Ref, _ index: Int) throws(Abrupt) {
    if shape(regex) == intrinsics.regexShape {
      heap.set(Int(heap.load32(Int(regex) + ObjectLayout.slots)), Value(index))
    } else {
      try set(regex, .lastIndex, Value(index))
    }
  }

  /// The next index behind an empty match.
  mutating func advance(_ run: TextRun, _ index: Int, unicode: Bool) -> Int {
    guard unicode, index < run.count else { return index + 1 }
    return index + codePoint(run, index).length
  }
}

// MARK: - exec

extension Machine {
  /// The built-in `exec` without its result: matches and moves `lastIndex`.
  mutating func matchRegex(_ regex: Ref, _ text: Ref) throws(Abrupt) -> Bool {
    var start = try toLength(try get(regex, .lastIndex))
    let flags = regexFlags(regex)
    let keepsIndex = flags.contains(.global) || flags.contains(.sticky)
    if !keepsIndex { start = 0 }
    let place = try regexPlace(regex)
    guard start <= Double(stringLength(text)),
      try searchRegex(place, in: text, from: Int(start))
    else {
      if keepsIndex { try setLastIndex(regex, 0) }
      return false
    }
    if keepsIndex { try setLastIndex(regex, Int(regexes.captures[1])) }
    return true
  }

  /// The result of the built-in `exec`: an array, or null.
  mutating func execRegex(_ regex: Ref, _ text: Ref) throws(Abrupt) -> Value {
    guard try matchRegex(regex, text) else { return .null }
    return .object(try makeMatch(regex, text))
  }

  /// `RegExpExec`: the object's own `exec` if it has one.
  mutating func runExec(
    _ regex: Value, _ text: Ref, method: StaticString
  ) throws(Abrupt) -> Value {
    let exec = try get(regex.ref, .exec)
    if isCallable(exec), exec != .object(intrinsics.regexExec) {
      let result = try call(exec, this: regex, .string(text))
      guard result.isObject || result.isNull else {
        throw typeError("RegExp exec method returned something other than an Object or null")
      }
      return result
    }
    guard kind(regex.ref) == .regex else { throw try incompatible(regex, "exec") }
    return try execRegex(regex.ref, text)
  }

  mutating func incompatible(_ this: Value, _ method: String) throws(Abrupt) -> Abrupt {
    typeError(
      "Method RegExp.prototype.\(method) called on incompatible receiver \(try inspect(this))")
  }

  /// The array that `exec` gives for the last match.
  private mutating func makeMatch(_ regex: Ref, _ text: Ref) throws(Abrupt) -> Ref {
    let captures = regexes.captures
    let count = captures.count / 2
    let names = regexes.program(try regexPlace(regex)).groupNames
    let array = try makeArray(capacity: count)
    for group in 0..<count { try push(array, try captured(text, captures, group)) }
    try addNamed(array, .indexName, Value(Int(captures[0])))
    try addNamed(array, .input, .string(text))
    var groups = Value.undefined
    if !names.isEmpty {
      let object = try makeGroups(names) { (machine, group) throws(Abrupt) in
        try machine.captured(text, captures, group)
      }
      groups = .object(object)
    }
    try addNamed(array, .groups, groups)
    if regexFlags(regex).contains(.hasIndices) {
      try addNamed(array, .indices, .object(try makeIndices(captures, names)))
    }
    return array
  }

  private mutating func makeIndices(
    _ captures: [Int32], _ names: [RegexGroupName]
  ) throws(Abrupt) -> Ref {
    let array = try makeArray(capacity: captures.count / 2)
    for group in 0..<(captures.count / 2) { try push(array, try span(captures, group)) }
    var groups = Value.undefined
    if !names.isEmpty {
      let object = try makeGroups(names) { (machine, group) throws(Abrupt) in
        try machine.span(captures, group)
      }
      groups = .object(object)
    }
    try addNamed(array, .groups, groups)
    return array
  }

  private mutating func span(_ captures: [Int32], _ group: Int) throws(Abrupt) -> Value {
    guard captures[group * 2] >= 0 else { return .undefined }
    let pair = try makeArray(capacity: 2)
    try push(pair, Value(Int(captures[group * 2])))
    try push(pair, Value(Int(captures[group * 2 + 1])))
    return .object(pair)
  }

  /// The text of a group, or undefined.
  mutating func captured(
    _ text: Ref, _ captures: [Int32], _ group: Int
  ) throws(Abrupt) -> Value {
    guard captures[group * 2] >= 0 else { return .undefined }
    return try substring(text, Int(captures[group * 2]), Int(captures[group * 2 + 1]))
  }

  /// An object of named groups; it inherits from nothing.
  mutating func makeGroups(
    _ names: [RegexGroupName], _ value: (inout Machine, Int) throws(Abrupt) -> Value
  ) throws(Abrupt) -> Ref {
    let groups = try makeObject(try rootShape(proto: 0), capacity: names.count)
    for name in names {
      let atom = atoms.intern(name.units.span)
      try checkMemory()
      let found = try value(&self, name.group)
      if let own = findNamed(groups, atom) {
        if !found.isUndefined { heap.set(own.place, found) }
      } else {
        try addNamed(groups, atom, found)
      }
    }
    return groups
  }
}
