// React.Children, with the keys that React gives.

extension ReactModule {
  /// Makes `React.Children`.
  static func makeChildren(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let object = try machine.makePlainObject(capacity: 5)
    try machine.export(object, "map", 3) { (machine, call) throws(Abrupt) in
      try machine.mapChildren(machine.argument(call, 0)) { (machine, child, index) throws(Abrupt) in
        try machine.callVisitor(call, child, index, name: "func", method: "call")
      }
    }
    try machine.export(object, "forEach", 3) { (machine, call) throws(Abrupt) in
      _ = try machine.mapChildren(machine.argument(call, 0)) {
        (machine, child, index) throws(Abrupt) in
        _ = try machine.callVisitor(call, child, index, name: "forEachFunc", method: "apply")
        return .undefined
      }
      return .undefined
    }
    try machine.export(object, "count", 1) { (machine, call) throws(Abrupt) in
      var count = 0
      _ = try machine.mapChildren(machine.argument(call, 0)) { (_, _, _) throws(Abrupt) in
        count += 1
        return .undefined
      }
      return Value(count)
    }
    try machine.export(object, "toArray", 1) { (machine, call) throws(Abrupt) in
      let result = try machine.mapChildren(machine.argument(call, 0)) {
        (_, child, _) throws(Abrupt) in child
      }
      return result.isNullish ? .object(try machine.makeArray()) : result
    }
    try machine.export(object, "only", 1) { (machine, call) throws(Abrupt) in
      let child = machine.argument(call, 0)
      guard try machine.isElement(child) else {
        throw machine.plainError(
          "React.Children.only expected to receive a single React element child.")
      }
      return child
    }
    return object
  }
}

/// What is done with each child.
typealias ChildVisitor = (inout Machine, Value, Int) throws(Abrupt) -> Value

/// The state of one walk over children.
private struct ChildWalk {
  /// The array that results are put in.
  var results: Ref
  var count = 0
  /// What stands before the keys of results.
  var prefix: [UInt16] = []
}

extension Machine {
  /// `React.Children.map`.
  mutating func mapChildren(
    _ children: Value, _ visitor: ChildVisitor
  ) throws(Abrupt) -> Value {
    if children.isNullish { return children }
    var walk = ChildWalk(results: try makeArray())
    try visit(children, name: [], &walk, visitor)
    return .object(walk.results)
  }

  /// Calls the second argument of `map` or `forEach` with a child.
  fileprivate mutating func callVisitor(
    _ call: Call, _ child: Value, _ index: Int, name: String, method: String
  ) throws(Abrupt) -> Value {
    let function = argument(call, 1)
    guard isCallable(function) else {
      if function.isNullish { _ = try get(function, atoms.intern(method)) }
      throw typeError("\(name).\(method) is not a function")
    }
    return try self.call(function, this: argument(call, 2), child, Value(index))
  }

  private mutating func visit(
    _ value: Value, name: [UInt16], _ walk: inout ChildWalk, _ visitor: ChildVisitor
  ) throws(Abrupt) {
    try charge(1)
    let child = value.isUndefined || value.isBoolean ? Value.null : value
    if child.isSymbol || isCallable(child) { return }
    guard child.isObject else { return try visitLeaf(child, name, &walk, visitor) }
    if try isElement(child) { return try visitLeaf(child, name, &walk, visitor) }
    try checkHostStack()
    let mark = try get(child.ref, .typeOf)
    if mark == .symbol(intrinsics.portalSymbol) {
      return try visitLeaf(child, name, &walk, visitor)
    }
    if mark == .symbol(intrinsics.lazySymbol) {
      let start = try get(child.ref, .lazyInit)
      let inner = try call(start, this: .undefined, try get(child.ref, .lazyPayload))
      return try visit(inner, name: name, &walk, visitor)
    }
    try visitItems(of: child, name: name.isEmpty ? [0x2E] : name + [0x3A], &walk, visitor)
  }

  private mutating func visitItems(
    of list: Value, name: [UInt16], _ walk: inout ChildWalk, _ visitor: ChildVisitor
  ) throws(Abrupt) {
    var position = 0
    if kind(list.ref) == .array {
      while position < Int(arrayLength(list.ref)) {
        let item = try get(list.ref, index: UInt32(position))
        try visit(item, name: name + (try childKey(item, position)), &walk, visitor)
        position += 1
      }
      return
    }
    let method = try get(list.ref, .symbolIterator)
    guard isCallable(method) else { throw try noChild(list) }
    try forEach(in: list) { (machine, item) throws(Abrupt) in
      try machine.visit(
        item, name: name + (try machine.childKey(item, position)), &walk, visitor)
      position += 1
      return true
    }
  }

  private mutating func visitLeaf(
    _ child: Value, _ name: [UInt16], _ walk: inout ChildWalk, _ visitor: ChildVisitor
  ) throws(Abrupt) {
    let result = try visitor(&self, child, walk.count)
    walk.count += 1
    let key = name.isEmpty ? [0x2E] + (try childKey(child, 0)) : name
    if isArray(result) {
      var inner = ChildWalk(results: walk.results)
      inner.prefix = slashed(key)
      return try visit(result, name: [], &inner) { (_, item, _) throws(Abrupt) in item }
    }
    if result.isNullish { return }
    guard try isElement(result) else { return try push(walk.results, result) }
    let old = try get(result, .key)
    var full = walk.prefix
    if !old.isNullish, try !hasKey(child, old) { full += slashed(try copyUnits(toString(old))) }
    full += key
    let props = try get(result, .props)
    guard props.isObject else { return try push(walk.results, result) }
    let copy = try makeElement(
      try get(result, .typeName), key: try makeString(full), props: props.ref)
    keepPlace(of: result.ref, in: copy.ref)
    try push(walk.results, copy)
  }

  /// Lets a copy of an element tell the place of its tag.
  private mutating func keepPlace(of element: Ref, in copy: Ref) {
    guard heap.load32(Int(element)) == intrinsics.elementShape.id else { return }
    heap.init64(Int(copy) + 24, heap.load64(Int(element) + 24))
  }

  private mutating func hasKey(_ child: Value, _ key: Value) throws(Abrupt) -> Bool {
    guard child.isObject else { return false }
    return try strictlyEqual(try get(child, .key), key)
  }

  /// What a child adds to the name of its place: its own key, or its position in base 36.
  private mutating func childKey(_ child: Value, _ position: Int) throws(Abrupt) -> [UInt16] {
    if child.isObject {
      let key = try get(child.ref, .key)
      if !key.isNullish {
        var text: [UInt16] = [0x24]
        for unit in try copyUnits(try toString(key)) {
          switch unit {
          case 0x3D: text += [0x3D, 0x30]
          case 0x3A: text += [0x3D, 0x32]
          default: text.append(unit)
          }
        }
        return text
      }
    }
    return Array(String(position, radix: 36).utf16)
  }

  /// A key with its slashes doubled and one behind it.
  private mutating func slashed(_ key: [UInt16]) -> [UInt16] {
    var text: [UInt16] = []
    var isAfterSlash = false
    for unit in key {
      // A run of slashes gets one more.
      if isAfterSlash, unit != 0x2F { text.append(0x2F) }
      isAfterSlash = unit == 0x2F
      text.append(unit)
    }
    if isAfterSlash { text.append(0x2F) }
    return text + [0x2F]
  }

  /// The error for an object that is no child.
  mutating func noChild(_ value: Value) throws(Abrupt) -> Abrupt {
    var text = try swiftText(value)
    if text == "[object Object]" {
      var names: [String] = []
      for (key, _) in try ownEntries(value) { names.append(describe(key)) }
      text = "object with keys {\(names.joined(separator: ", "))}"
    }
    return plainError(
      "Objects are not valid as a React child (found: \(text)). "
        + "If you meant to render a collection of children, use an array instead.")
  }
}
