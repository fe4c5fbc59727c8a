internal import PantileCore
internal import PantileJSON

// Components of Voltra: children first, then props in order.

extension Machine {
  /// Renders an element of a Voltra component.
  mutating func voltraNode(
    _ ref: Ref, _ component: Ref, _ props: Value, _ tree: inout Tree
  ) throws(Abrupt) -> Content {
    let number = try voltraNumber(component, ref)
    // The shortest element takes eight bytes of the payload, so many cannot fit any more.
    render.elementCount += 1
    if render.elementCount &* 8 > limits.output { throw .limit(.output) }
    let holder = try tree.element(number)
    do throws(Abrupt) {
      if hasOwnEncoding(number) {
        try setEncodedProps(number, props, of: holder, &tree)
      } else {
        let isText = number == (render.isAndroid ? AndroidModule.text : Component.text.rawValue)
        try setProps(props, of: holder, isText: isText, &tree)
      }
    } catch {
      throw leaving(ref, error)
    }
    var list = Content()
    tree.append(holder, to: &list)
    return list
  }

  @inline(__always)
  private mutating func hasOwnEncoding(_ number: UInt8) -> Bool {
    if render.isAndroid { return number == 20 || androidTextProp(number) != nil }
    return number == Component.image.rawValue || number == Component.linearGradient.rawValue
      || number == Component.chart.rawValue
  }

  /// Sets children, id and props of an element.
  mutating func setProps(
    _ props: Value, of holder: NodeID, isText: Bool, _ tree: inout Tree
  ) throws(Abrupt) {
    guard props.isObject, let plan = plainPlan(props.ref) else {
      return try setLooseProps(props, of: holder, isText: isText, &tree)
    }
    let shape = heap.load32(Int(props.ref))
    if plan.children != 0 {
      let slots = Int(heap.load32(Int(props.ref) &+ ObjectLayout.slots))
      let children = heap.value(slots &+ Int(plan.children &- 1) &* 8)
      try setChildren(children, of: holder, isText: isText, &tree)
    } else if isText {
      tree.setContent(text: .empty, of: holder)
    }
    var index = Int(plan.start)
    let end = index &+ Int(plan.count)
    var slots = Int(heap.load32(Int(props.ref) &+ ObjectLayout.slots))
    if heap.load32(Int(props.ref)) != shape { slots = 0 }
    while index < end {
      let entry = render.plans.entries[index]
      index &+= 1
      if entry.handling == .short, slots != 0 {
        let name = PropName(ShortName(rawValue: entry.name))
        let value = heap.value(slots &+ Int(entry.slot) &* 8)
        if value.isString {
          try tree.setProp(name, .string(try keep(value.ref, in: &tree)), of: holder)
          continue
        }
        if value.isNumber {
          try tree.setProp(name, .number(value.number), of: holder)
          continue
        }
      }
      if entry.handling == .skip || entry.handling == .children { continue }
      let value =
        slots != 0
        ? heap.value(slots &+ Int(entry.slot) &* 8) : try get(props.ref, entry.atom)
      try setProp(entry, value, of: holder, &tree)
      // Code that ran meanwhile may have changed the object.
      slots = Int(heap.load32(Int(props.ref) &+ ObjectLayout.slots))
      if heap.load32(Int(props.ref)) != shape { slots = 0 }
    }
  }

  /// The plan of an object that has nothing but plain named properties.
  @inline(__always)
  mutating func plainPlan(_ object: Ref) -> PropPlan? {
    guard heap.load8(Int(object) &+ ObjectLayout.kind) == ObjectKind.plain.rawValue,
      heap.load32(Int(object) &+ ObjectLayout.length) == 0
    else { return nil }
    let shape = shape(object)
    if let plan = render.plans.find(shape) { return plan.isPlain ? plan : nil }
    if shapes.isDictionary(shape) || flags(object).contains(.sparse) { return nil }
    let plan = render.plans.make(shape, shapes, atoms)
    return plan.isPlain ? plan : nil
  }

  private mutating func setProp(
    _ entry: PlanEntry, _ value: Value, of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    switch entry.handling {
    case .short:
      let name = PropName(ShortName(rawValue: entry.name))
      let encoded = try encode(value, PropertyKey(entry.atom), &tree)
      try tree.setProp(name, encoded, of: holder)
    case .style:
      let index = try styleIndex(value, &tree)
      try tree.setProp(PropName(.style), .style(index), of: holder)
    case .id: try setID(value, of: holder, &tree)
    default: try setCustomProp(PropertyKey(entry.atom), value, of: holder, &tree)
    }
  }

  @inline(never)
  private mutating func setCustomProp(
    _ key: PropertyKey, _ value: Value, of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    let encoded = try encode(value, key, &tree)
    try tree.setProp(try propName(key, in: &tree), encoded, of: holder)
  }

  mutating func setID(
    _ value: Value, of holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    if value.isString {
      if stringLength(value.ref) > 0 { tree.setID(try keep(value.ref, in: &tree), of: holder) }
    } else if !value.isNullish {
      tree.noteOtherID(of: holder)
    }
  }

  @inline(__always)
  private mutating func setChildren(
    _ children: Value, of holder: NodeID, isText: Bool, _ tree: inout Tree
  ) throws(Abrupt) {
    if isText {
      tree.setContent(text: try textContent(children, holder, &tree), of: holder)
    } else {
      tree.setContent(try node(children, &tree), of: holder)
    }
  }

  /// A prop's value as the payload shows it.
  mutating func encode(
    _ value: Value, _ key: PropertyKey, _ tree: inout Tree
  ) throws(Abrupt) -> PropValue {
    if value.isString { return .string(try keep(value.ref, in: &tree)) }
    if value.isNumber { return .number(value.number) }
    if value.isBoolean { return .bool(value == .true) }
    if value.isNull { return .null }
    if value.isObject {
      if isKind(value.ref, .array) { return .content(try detachedNode(value, &tree)) }
      if isCallable(value) { return .dropped }
      if try isElementLike(value.ref) { return .content(try detachedNode(value, &tree)) }
      return try encodeObject(value, key, &tree)
    }
    if value.isBigint { throw typeError("Do not know how to serialize a BigInt") }
    return .dropped
  }

  /// An object as `JSON.stringify` writes it.
  mutating func encodeObject(
    _ value: Value, _ key: PropertyKey, _ tree: inout Tree
  ) throws(Abrupt) -> PropValue {
    var holderKey = key
    if !key.isIndex, let short = render.plans.name(of: key.atom, atoms), short.isShortened,
      kind(value.ref) != .date, try has(value.ref, PropertyKey(.toJSON))
    {
      holderKey = PropertyKey(atoms.intern(short.short))
    }
    var buffer = render.takeJSON()
    let isWritten = try stringify(value, holderKey: holderKey, into: &buffer)
    let text = try tree.keep(buffer)
    render.giveBack(buffer)
    return isWritten ? .raw(text) : .dropped
  }

  // MARK: Props that are not plain

  /// Sets the props of an object with getters, of a dictionary or of no object at all.
  private mutating func setLooseProps(
    _ props: Value, of holder: NodeID, isText: Bool, _ tree: inout Tree
  ) throws(Abrupt) {
    let pairs = try takeEntries(of: props)
    var children = Value.undefined
    for (key, value) in pairs where key == PropertyKey(.children) { children = value }
    try setChildren(children, of: holder, isText: isText, &tree)
    try setRest(pairs, of: holder, &tree) { _ in false }
    render.giveBack(pairs)
  }

  /// Sets props but for children and those that `isLeftOut` names.
  mutating func setRest(
    _ pairs: ContiguousArray<OwnEntry>, of holder: NodeID,
    _ tree: inout Tree, _ isLeftOut: (PropertyKey) -> Bool
  ) throws(Abrupt) {
    for (key, value) in pairs {
      if key == PropertyKey(.children) || isLeftOut(key) { continue }
      if key == PropertyKey(.idName) {
        try setID(value, of: holder, &tree)
      } else if key == PropertyKey(.style) {
        let index = try styleIndex(value, &tree)
        try tree.setProp(PropName(.style), .style(index), of: holder)
      } else {
        try setCustomProp(key, value, of: holder, &tree)
      }
    }
  }

  /// `Object.entries(value)`.
  mutating func ownEntries(
    _ value: Value
  ) throws(Abrupt) -> ContiguousArray<OwnEntry> {
    var pairs: ContiguousArray<OwnEntry> = []
    try appendEntries(of: value, to: &pairs)
    return pairs
  }

  /// `Object.entries(value)` in a list that is kept; give it back when it is read.
  mutating func takeEntries(of value: Value) throws(Abrupt) -> ContiguousArray<OwnEntry> {
    var pairs = render.takeEntries()
    try appendEntries(of: value, to: &pairs)
    return pairs
  }

  private mutating func appendEntries(
    of value: Value, to pairs: inout ContiguousArray<OwnEntry>
  ) throws(Abrupt) {
    if value.isNullish { throw typeError("Cannot convert undefined or null to object") }
    if value.isObject, let plan = plainPlan(value.ref) {
      let slots = Int(heap.load32(Int(value.ref) + ObjectLayout.slots))
      for index in 0..<Int(plan.count) {
        let entry = render.plans.entries[Int(plan.start) + index]
        if entry.handling == .skip { continue }
        pairs.append((PropertyKey(entry.atom), heap.value(slots + Int(entry.slot) * 8)))
      }
      return try charge(Int(plan.count))
    }
    try forEachSpread(value) { (machine, key, value) throws(Abrupt) in
      if key.isIndex || !machine.atoms.isSymbol(key.atom) { pairs.append((key, value)) }
    }
  }

  /// Sets children of an element that has its own encoding of props.
  mutating func setNodeChildren(
    _ pairs: ContiguousArray<OwnEntry>, of holder: NodeID,
    _ tree: inout Tree
  ) throws(Abrupt) {
    for (key, value) in pairs where key == PropertyKey(.children) {
      tree.setContent(try node(value, &tree), of: holder)
    }
  }
}
