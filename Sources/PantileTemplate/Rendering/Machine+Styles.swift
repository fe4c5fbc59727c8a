internal import PantileCore
internal import PantileJSON

// Styles: one entry of the registry for each object.

extension Machine {
  /// The index of a style, which is registered at its first use.
  mutating func styleIndex(_ value: Value, _ tree: inout Tree) throws(Abrupt) -> Int {
    guard value.isObject else { return try primitiveStyle(value, &tree) }
    let place = render.styles.insert(value.ref)
    let known = render.styles[place]
    if known != 0 { return Int(known) - 1 }
    let index = tree.styleCount
    render.noteStyle(index, isFresh: value.ref >= render.rootStart)
    render.styles[place] = UInt32(truncatingIfNeeded: index + 1)
    if isKind(value.ref, .array) {
      let merged = try makePlainObject()
      try flatten(value, into: merged, depth: 0)
      return tree.register(try makeStyle(.object(merged), &tree))
    }
    return tree.register(try makeStyle(value, &tree))
  }

  private mutating func primitiveStyle(_ value: Value, _ tree: inout Tree) throws(Abrupt) -> Int {
    for (known, index) in render.primitiveStyles where try sameValueZero(known, value) {
      return index
    }
    let index: Int
    if value.isNullish {
      index = try tree.nullStyle()
    } else if !toBoolean(value) {
      throw typeError("Cannot convert undefined or null to object")
    } else {
      index = tree.register(try makeStyle(value, &tree))
    }
    render.primitiveStyles.append((value, index))
    return index
  }

  /// A style node with the members of a value.
  private mutating func makeStyle(_ value: Value, _ tree: inout Tree) throws(Abrupt) -> NodeID {
    let style = try tree.style()
    guard value.isObject, let plan = plainPlan(value.ref) else {
      for (key, member) in try ownEntries(value) {
        try setMember(key, member, of: style, &tree)
      }
      return style
    }
    let shape = heap.load32(Int(value.ref))
    var slots = Int(heap.load32(Int(value.ref) &+ ObjectLayout.slots))
    var index = Int(plan.start)
    let end = index &+ Int(plan.count)
    fuel &-= Int(plan.count)
    while index < end {
      let entry = render.plans.entries[index]
      index &+= 1
      if entry.handling == .short, slots != 0 {
        let name = PropName(ShortName(rawValue: entry.name))
        let member = heap.value(slots &+ Int(entry.slot) &* 8)
        if member.isNumber {
          try tree.setProp(name, .number(member.number), of: style)
          continue
        }
        if member.isString {
          try tree.setProp(name, .string(try keep(member.ref, in: &tree)), of: style)
          continue
        }
      }
      if entry.handling == .skip { continue }
      let member =
        slots != 0
        ? heap.value(slots &+ Int(entry.slot) &* 8) : try get(value.ref, entry.atom)
      try setMember(PropertyKey(entry.atom), member, of: style, &tree)
      slots = Int(heap.load32(Int(value.ref) &+ ObjectLayout.slots))
      if heap.load32(Int(value.ref)) != shape { slots = 0 }
    }
    return style
  }

  private mutating func setMember(
    _ key: PropertyKey, _ value: Value, of style: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    guard let encoded = try styleMember(key, value, &tree) else { return }
    try tree.setProp(try propName(key, in: &tree), encoded, of: style)
  }

  /// The value of a style's member; nil when it is left out.
  mutating func styleMember(
    _ key: PropertyKey, _ value: Value, _ tree: inout Tree
  ) throws(Abrupt) -> PropValue? {
    if value.isNullish || value.isSymbol { return nil }
    guard value.isObject else { return try encode(value, key, &tree) }
    return isCallable(value) ? nil : try encodeObject(value, key, &tree)
  }

  // MARK: Arrays

  /// Copies the members of the styles in an array, nested ones too, from left to right.
  private mutating func flatten(
    _ value: Value, into target: Ref, depth: Int
  ) throws(Abrupt) {
    try charge(1)
    if !toBoolean(value) { return }
    if value.isObject, kind(value.ref) == .array {
      try checkHostStack()
      for index in 0..<arrayLength(value.ref) {
        try flatten(try get(value.ref, index: index), into: target, depth: depth + 1)
      }
      return
    }
    guard value.isObject else {
      if value.isString {
        for (key, member) in try ownEntries(value) { try define(target, key, member) }
      }
      return
    }
    if let plan = plainPlan(value.ref), isPlainHolder(proto(value.ref)) {
      for index in 0..<Int(plan.count) {
        let entry = render.plans.entries[Int(plan.start) + index]
        if entry.handling == .skip { continue }
        let slots = Int(heap.load32(Int(value.ref) + ObjectLayout.slots))
        try defineNamed(target, entry.atom, heap.value(slots + Int(entry.slot) * 8))
      }
      return
    }
    try flattenInherited(value, into: target)
  }

  /// Whether an object that others inherit from shows nothing in a loop over names.
  private mutating func isPlainHolder(_ holder: Ref) -> Bool {
    if holder == 0 { return true }
    guard proto(holder) == 0, heap.load32(Int(holder) + ObjectLayout.length) == 0 else {
      return false
    }
    let shape = shape(holder)
    if shapes.isDictionary(shape) || flags(holder).contains(.sparse) { return false }
    let plan = render.plans.find(shape) ?? render.plans.make(shape, shapes, atoms)
    return !plan.hasNames
  }

  private mutating func flattenInherited(_ value: Value, into target: Ref) throws(Abrupt) {
    let place = stackTop
    try reserveStack(place + 24)
    stackTop += 24
    try enumerate(place, value)
    while let name = try enumerateNext(place) {
      let key = try toPropertyKey(name)
      try define(target, key, try get(value, key))
    }
    stackTop = place
  }
}
