// `RegExp.prototype[Symbol.replace]`.

extension Stdlib {
  static func regexReplace(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let regex = try thisRegex(&machine, call, "@@replace", shows: false)
    let text = try machine.toString(machine.argument(call, 0))
    var replacement = machine.argument(call, 1)
    if !machine.isCallable(replacement) {
      replacement = .string(try machine.toString(replacement))
    }
    if machine.isPlainRegex(regex), !machine.regexFlags(regex.ref).contains(.sticky) {
      return try replacePlainly(&machine, regex.ref, text, replacement)
    }
    return try replace(&machine, regex, text, replacement)
  }

  // MARK: Built-in matching

  private static func replacePlainly(
    _ machine: inout Machine, _ regex: Ref, _ text: Ref, _ replacement: Value
  ) throws(Abrupt) -> Value {
    let flags = machine.regexFlags(regex)
    let place = try machine.regexPlace(regex)
    if flags.contains(.global) { try machine.setLastIndex(regex, 0) }
    // All matches are found before the first replacement runs code.
    let matches = try findAll(&machine, place, text, flags)
    if matches.isEmpty { return .string(text) }
    let program = machine.regexes.program(place)
    let width = 2 * (program.captureCount + 1)
    var pieces = TextPieces()
    var end = 0
    for first in stride(from: 0, to: matches.count, by: width) {
      try machine.charge(1)
      let captures = Array(matches[first..<(first + width)])
      var match = SubstitutionMatch(
        text: text, start: Int(captures[0]), end: Int(captures[1]))
      for group in 1..<max(1, width / 2) {
        match.captures.append(try machine.captured(text, captures, group))
      }
      if !program.groupNames.isEmpty {
        match.groups = .object(
          try machine.makeGroups(program.groupNames) { (machine, group) throws(Abrupt) in
            try machine.captured(text, captures, group)
          })
      }
      let fresh = try filling(&machine, match, replacement)
      try pieces.append(text, end, match.start, &machine)
      try pieces.append(fresh, &machine)
      end = match.end
    }
    try pieces.append(text, end, machine.stringLength(text), &machine)
    return try pieces.joined(&machine)
  }

  private static func findAll(
    _ machine: inout Machine, _ place: Int, _ text: Ref, _ flags: RegexFlags
  ) throws(Abrupt) -> ContiguousArray<Int32> {
    let run = try machine.run(text)
    var matches: ContiguousArray<Int32> = []
    var start = 0
    while start <= run.count, try machine.searchRegex(place, in: text, from: start) {
      let captures = machine.regexes.captures
      try machine.charge(bytes: captures.count * 4)
      guard matches.count + captures.count <= machine.limits.memory / 4 else {
        throw .limit(.memory)
      }
      matches.append(contentsOf: captures)
      if !flags.contains(.global) { break }
      let end = Int(captures[1])
      start =
        end == Int(captures[0])
        ? machine.advance(run, end, unicode: flags.contains(.unicode)) : end
    }
    return matches
  }

  /// What takes the place of a match.
  private static func filling(
    _ machine: inout Machine, _ match: SubstitutionMatch, _ replacement: Value
  ) throws(Abrupt) -> Ref {
    if replacement.isString { return try machine.substitute(replacement.ref, match) }
    var arguments: ContiguousArray<Value> = []
    arguments.append(try machine.substring(match.text, match.start, match.end))
    arguments.append(contentsOf: match.captures)
    arguments.append(Value(match.start))
    arguments.append(.string(match.text))
    if !match.groups.isUndefined { arguments.append(match.groups) }
    return try machine.toString(
      try machine.call(replacement, this: .undefined, arguments: arguments))
  }

  // MARK: Matching by an exec of the template

  private static func replace(
    _ machine: inout Machine, _ regex: Value, _ text: Ref, _ replacement: Value
  ) throws(Abrupt) -> Value {
    let flags = try flagUnits(&machine, regex)
    let isGlobal = flags.contains(0x67)
    if isGlobal { try machine.set(regex.ref, .lastIndex, Value(0.0)) }
    var results: ContiguousArray<Value> = []
    while true {
      try machine.charge(1)
      let result = try machine.runExec(regex, text, method: "@@replace")
      guard result.isObject else { break }
      results.append(result)
      if !isGlobal { break }
      let matched = try machine.toString(try machine.get(result.ref, index: 0))
      if machine.stringLength(matched) == 0 {
        try advanceLastIndex(&machine, regex.ref, text, flags.contains(0x75))
      }
    }
    var pieces = TextPieces()
    var end = 0
    for result in results {
      let (matched, match) = try foundMatch(&machine, result.ref, text)
      let fresh = try filling(&machine, match, matched, replacement)
      if match.start >= end {
        try pieces.append(text, end, match.start, &machine)
        try pieces.append(fresh, &machine)
        end = match.start + machine.stringLength(matched)
      }
    }
    if end < machine.stringLength(text) {
      try pieces.append(text, end, machine.stringLength(text), &machine)
    }
    return try pieces.joined(&machine)
  }

  /// The match that a result object describes, and its text.
  private static func foundMatch(
    _ machine: inout Machine, _ result: Ref, _ text: Ref
  ) throws(Abrupt) -> (Ref, SubstitutionMatch) {
    let count = try machine.toLength(try machine.get(result, .length))
    let matched = try machine.toString(try machine.get(result, index: 0))
    let length = machine.stringLength(text)
    let index = try machine.toInteger(try machine.get(result, .indexName))
    let start = Int(max(0, min(index, Double(length))))
    var match = SubstitutionMatch(
      text: text, start: start, end: min(length, start + machine.stringLength(matched)))
    var group = 1.0
    while group < count {
      try machine.charge(1)
      let key = try machine.toPropertyKey(Value(group))
      let capture = try machine.get(.object(result), key)
      match.captures.append(
        capture.isUndefined ? .undefined : .string(try machine.toString(capture)))
      group += 1
    }
    match.groups = try machine.get(result, .groups)
    return (matched, match)
  }

  private static func filling(
    _ machine: inout Machine, _ match: SubstitutionMatch, _ matched: Ref, _ replacement: Value
  ) throws(Abrupt) -> Ref {
    var match = match
    if replacement.isString {
      match.matched = matched
      if !match.groups.isUndefined { match.groups = .object(try machine.toObject(match.groups)) }
      return try machine.substitute(replacement.ref, match)
    }
    var arguments: ContiguousArray<Value> = [.string(matched)]
    arguments.append(contentsOf: match.captures)
    arguments.append(Value(match.start))
    arguments.append(.string(match.text))
    if !match.groups.isUndefined { arguments.append(match.groups) }
    return try machine.toString(
      try machine.call(replacement, this: .undefined, arguments: arguments))
  }
}
