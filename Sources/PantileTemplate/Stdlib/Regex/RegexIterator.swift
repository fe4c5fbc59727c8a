// The iterator of `matchAll`.
//
//     +24 the regular expression, or undefined at the end
//     +32 the text
//     +40 bit 0 global, bit 1 unicode

extension ObjectLayout {
  static let iteratedRegex = 24
  static let iteratedText = 32
  static let iteratedFlags = 40
  static let regexIteratorWords = 3
}

extension Stdlib {
  static func installRegexIterator(_ machine: inout Machine) throws(Abrupt) {
    let parent = machine.intrinsics.iteratorPrototype
    let proto = try machine.makePrototype(
      parent != 0 ? parent : machine.intrinsics.objectPrototype)
    machine.intrinsics.regexIteratorPrototype = proto
    try machine.addMethod(proto, "next", 0, nextMatch)
    try machine.addTag(proto, "RegExp String Iterator")
  }

  private static func nextMatch(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let this = machine.this(call)
    guard this.isObject, machine.kind(this.ref) == .regexIterator else {
      let text = try machine.inspect(this)
      throw machine.typeError(
        "Method %RegExpStringIterator%.prototype.next called on incompatible receiver \(text)")
    }
    let at = Int(this.ref)
    let regex = machine.heap.value(at + ObjectLayout.iteratedRegex)
    guard regex.isObject else { return try machine.makeMatchResult(.undefined, isDone: true) }
    let text = machine.heap.value(at + ObjectLayout.iteratedText).ref
    let flags = machine.heap.load64(at + ObjectLayout.iteratedFlags)
    let result = try machine.runExec(regex, text, method: "exec")
    guard result.isObject else {
      machine.heap.set(at + ObjectLayout.iteratedRegex, .undefined)
      return try machine.makeMatchResult(.undefined, isDone: true)
    }
    if flags & 1 == 0 {
      machine.heap.set(at + ObjectLayout.iteratedRegex, .undefined)
    } else {
      let matched = try machine.toString(try machine.get(result.ref, index: 0))
      if machine.stringLength(matched) == 0 {
        try advanceLastIndex(&machine, regex.ref, text, flags & 2 != 0)
      }
    }
    return try machine.makeMatchResult(result, isDone: false)
  }
}

extension Machine {
  mutating func makeRegexIterator(
    _ regex: Value, _ text: Ref, isGlobal: Bool, isUnicode: Bool
  ) throws(Abrupt) -> Ref {
    let iterator = try makeObject(
      try rootShape(proto: intrinsics.regexIteratorPrototype), kind: .regexIterator,
      internals: ObjectLayout.regexIteratorWords)
    heap.initValue(Int(iterator) + ObjectLayout.iteratedRegex, regex)
    heap.initValue(Int(iterator) + ObjectLayout.iteratedText, .string(text))
    heap.init64(
      Int(iterator) + ObjectLayout.iteratedFlags, (isGlobal ? 1 : 0) | (isUnicode ? 2 : 0))
    return iterator
  }

  fileprivate mutating func makeMatchResult(
    _ value: Value, isDone: Bool
  ) throws(Abrupt) -> Value {
    let result = try makeObject(intrinsics.iterResultShape, capacity: 2)
    heap.initValue(Int(result) + ObjectLayout.internals, value)
    heap.initValue(Int(result) + ObjectLayout.internals + 8, Value(isDone))
    return .object(result)
  }
}
