// How values and functions are named in messages.

/// What a function says about itself.
struct FunctionDescription {
  var name: String
  var length: Int
  var hasPrototype: Bool
}

extension Machine {
  /// A value as messages print it: `#<Object>`, `[object Array]`, `abc`, `5`.
  mutating func inspect(_ value: Value) throws(Abrupt) -> String {
    if value.isSymbol { return describe(PropertyKey(value.atom)) }
    guard value.isObject else { return try swiftText(value) }
    switch kind(value.ref) {
    case .array: return "[object Array]"
    case .date: return "[object Date]"
    case .regex: return "[object RegExp]"
    case .error: return try swiftString(try errorHeader(value.ref).ref)
    case .closure, .native, .bound, .component: return try functionText(value.ref)
    default:
      guard let name = constructorName(value.ref) else { return "[object Object]" }
      return "#<\(name)>"
    }
  }

  /// The name of an object's constructor, looked up without running code.
  mutating func constructorName(_ object: Ref) -> String? {
    var holder = object
    while holder != 0 {
      if let own = findNamed(holder, .constructor), isCallable(own.value) {
        let description = functionDescription(own.value.ref)
        return description.name.isEmpty ? "Object" : description.name
      }
      holder = proto(holder)
    }
    return nil
  }

  /// The source text of a function.
  mutating func functionText(_ function: Ref) throws(Abrupt) -> String {
    if kind(function) == .closure {
      let id = Int(heap.load32(Int(function) + ObjectLayout.functionID))
      if let text = code.sourceText(ofFunction: id) { return text }
    }
    let name = functionDescription(function).name
    return "function \(name)() { [native code] }"
  }

  /// `name: message` of an error, as `Error.prototype.toString` gives it.
  mutating func errorHeader(_ error: Ref) throws(Abrupt) -> Value {
    let name = try get(error, .name)
    let message = try get(error, .message)
    let head = name.isUndefined ? "Error" : try inspectText(name)
    let tail = message.isUndefined ? "" : try inspectText(message)
    if head.isEmpty { return try makeString(tail) }
    return try makeString(tail.isEmpty ? head : "\(head): \(tail)")
  }

  private mutating func inspectText(_ value: Value) throws(Abrupt) -> String {
    value.isSymbol ? describe(PropertyKey(value.atom)) : try swiftText(value)
  }

  /// Name, length and kind of a function, as they are before anybody changes them.
  mutating func functionDescription(_ function: Ref) -> FunctionDescription {
    let at = Int(function)
    switch kind(function) {
    case .closure:
      let code = code.functions[Int(heap.load32(at + ObjectLayout.functionID))]
      return FunctionDescription(
        name: atoms.string(code.name), length: Int(code.length),
        hasPrototype: code.flags.contains(.hasPrototype))
    case .native, .component:
      let entry = natives[Int(heap.load32(at + ObjectLayout.nativeID))]
      let override = heap.load32(at + ObjectLayout.nativeID + 4)
      let name = override == 0 ? entry.name : atoms.string(Atom(id: override - 1))
      return FunctionDescription(name: name, length: entry.length, hasPrototype: false)
    case .bound:
      let target = heap.value(at + ObjectLayout.boundTarget).ref
      let inner = functionDescription(target)
      let bound = Int(arrayLength(heap.value(at + ObjectLayout.boundArguments).ref))
      return FunctionDescription(
        name: "bound \(inner.name)", length: max(0, inner.length - bound), hasPrototype: false)
    default:
      return FunctionDescription(name: "", length: 0, hasPrototype: false)
    }
  }

  /// The initial `name` of a function.
  mutating func functionName(_ description: FunctionDescription) throws(Abrupt) -> Value {
    try makeString(description.name)
  }
}
