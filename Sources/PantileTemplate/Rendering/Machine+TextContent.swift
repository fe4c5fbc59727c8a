internal import PantileCore

// Text mode: what is inside a Text component must come to a string.

/// What a value is inside a Text.
enum TextForm {
  /// Text, which was appended.
  case text
  case nothing
  /// A component of Voltra, or a shared element.
  case other
}

extension Machine {
  /// The text of a Text component's children.
  mutating func textContent(
    _ children: Value, _ holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange {
    if children.isString { return try keep(children.ref, in: &tree) }
    if children.isNullish { return .empty }
    let outer = render.textHolder
    render.textHolder = holder
    tree.beginText()
    let form = try textNode(children, &tree)
    render.textHolder = outer
    guard form == .text else {
      throw plainError(
        "Text component children must resolve to a string. Nested components are allowed, but "
          + "they must eventually resolve to a string.")
    }
    return tree.endText()
  }

  /// Appends the text of a value.
  mutating func textNode(_ value: Value, _ tree: inout Tree) throws(Abrupt) -> TextForm {
    fuel &-= 1
    if fuel < 0 { throw .limit(.steps) }
    if value.isString {
      try append(value.ref, to: &tree)
      return .text
    }
    if value.isNumber {
      if !value.number.isFinite, render.textHolder != .none {
        tree.noteNonFiniteText(of: render.textHolder)
      }
      try tree.append(number: value.number)
      return .text
    }
    if value.isObject {
      return kind(value.ref) == .array
        ? try textNodes(of: value.ref, &tree) : try textElement(value.ref, &tree)
    }
    if value.isNullish { return .nothing }
    if value.isBoolean { return .text }
    if value.isBigint {
      try append(try bigintString(value.ref, radix: 10).ref, to: &tree)
      return .text
    }
    throw plainError(
      "Expected element-like object with type and props, got \(typeName(value))")
  }

  private mutating func textNodes(of array: Ref, _ tree: inout Tree) throws(Abrupt) -> TextForm {
    try checkHostStack()
    let count = arrayLength(array)
    if count == 0 {
      throw plainError(
        "Text component must have at least one child that resolves to a string.")
    }
    var hasOther = false
    var index: UInt32 = 0
    while index < count {
      let value =
        flags(array).contains(.sparse)
        ? findElement(array, index)?.value ?? .hole : denseElement(array, index)
      index &+= 1
      try charge(1)
      if value.isHole { continue }
      if try textNode(value, &tree) == .other { hasOther = true }
    }
    if hasOther { throw plainError("Text component children must resolve to strings.") }
    return .text
  }

  private mutating func textElement(_ ref: Ref, _ tree: inout Tree) throws(Abrupt) -> TextForm {
    guard render.depth < limits.elementDepth else {
      throw rangeError("Maximum call stack size exceeded")
    }
    try checkHostStack()
    render.depth += 1
    let (type, props) = try parts(of: ref)
    let isShared =
      render.hasShared && (render.marks.find(ref) ?? 0) & SharingMark.isShared != 0
    var result = TextForm.other
    switch try form(of: type, ref) {
    case .voltra(let component): _ = try voltraNode(ref, component, props, &tree)
    case .function(let function):
      do throws(Abrupt) {
        result = try textNode(try callComponent(function, props), &tree)
      } catch {
        throw leaving(ref, error)
      }
    case .children: result = try textNode(try get(props, .children), &tree)
    case .provider(let context):
      try pushContext(context, props)
      result = try textNode(try get(props, .children), &tree)
      render.contexts.removeLast()
    case .consumer(let context):
      result = try textNode(try callConsumer(context, props), &tree)
    }
    render.depth -= 1
    return isShared ? .other : result
  }
}
