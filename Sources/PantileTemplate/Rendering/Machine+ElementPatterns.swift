internal import PantileCore

// Elements that were made from a pattern: names, order and constants are known, so that only the
// holes are looked at.

extension Machine {
  /// Renders a pattern's record; nil when it takes the ordinary way.
  mutating func patternContent(_ ref: Ref, _ tree: inout Tree) throws(Abrupt) -> Content? {
    let number = Int(heap.load32(Int(ref) &+ ElementPattern.number))
    let pattern = code.patterns[number]
    try checkHostStack()
    let depth = render.depth &+ Int(pattern.depth)
    render.elementCount &+= Int(pattern.nodeCount)
    if !usesPatterns || render.isAndroid || depth > limits.elementDepth
      || render.elementCount &* 8 > limits.output
    {
      render.elementCount &-= Int(pattern.nodeCount)
      try materialise(pattern: ref)
      return nil
    }
    fuel &-= Int(pattern.nodeCount)
    if fuel < 0 { throw .limit(.steps) }
    if depth > render.deepest { render.deepest = depth }
    if render.usesForms {
      var list = Content()
      tree.append(try formInstance(ref, number, pattern, &tree), to: &list)
      if !isKind(ref, .pattern) { metOpenPattern = true }
      return list
    }
    let outer = render.depth
    let place = PatternPlace(ref: ref, pattern: pattern, index: 0, outer: outer)
    let node = try patternElement(place, &tree)
    if !isKind(ref, .pattern) { metOpenPattern = true }
    render.depth = outer
    var list = Content()
    tree.append(node, to: &list)
    return list
  }

  /// An element of a pattern that is being rendered.
  private struct PatternPlace {
    var ref: Ref
    var pattern: ElementPattern
    var index: Int
    /// How many elements are open around the pattern.
    var outer: Int
  }

  /// Renders an element of a pattern.
  private mutating func patternElement(
    _ place: PatternPlace, _ tree: inout Tree
  ) throws(Abrupt) -> NodeID {
    let node = code.patternNodes[Int(place.pattern.firstNode) &+ place.index]
    let holder = try tree.element(node.component)
    render.depth = place.outer &+ Int(node.depth)
    do throws(Abrupt) {
      if node.component == Component.text.rawValue {
        tree.setContent(text: try patternText(place, node, holder, &tree), of: holder)
      } else if node.children != .none {
        tree.setContent(try patternChildren(place, node, &tree), of: holder)
      }
      if node.propCount > 0 { try setPatternProps(place, node, holder, &tree) }
    } catch {
      throw try leaving(place.ref, place.index, error)
    }
    return holder
  }

  /// Notes that an error leaves an element of a pattern.
  @inline(never)
  private mutating func leaving(
    _ ref: Ref, _ index: Int, _ error: Abrupt
  ) throws(Abrupt) -> Abrupt {
    // The elements around it add themselves, each with what is an ordinary element by then.
    if isKind(ref, .pattern) {
      render.patternElements = try elements(ofPattern: ref)
    } else if render.patternElements.first != ref {
      metOpenPattern = true
    }
    let known = render.patternElements
    return leaving(known.first == ref ? known[index] : ref, error)
  }

  /// Notes that an error leaves an element of a pattern and those around it.
  @inline(never)
  mutating func leaving(
    _ ref: Ref, _ pattern: ElementPattern, _ start: UInt16, _ error: Abrupt
  ) throws(Abrupt) -> Abrupt {
    var index = Int(start)
    while index > 0 {
      _ = try leaving(ref, index, error)
      index = Int(code.patternNodes[Int(pattern.firstNode) + index].parent)
    }
    return try leaving(ref, 0, error)
  }

  // MARK: Children

  @inline(__always)
  private mutating func patternText(
    _ place: PatternPlace, _ node: PatternNode, _ holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange {
    let first = Int(node.firstPart) &+ Int(node.propCount)
    switch node.children {
    case .none: return .empty
    case .single: return try textContent(patternValue(first, place.ref), holder, &tree)
    case .list: return try patternTexts(first, Int(node.childCount), place.ref, holder, &tree)
    }
  }

  /// The text of several children.
  mutating func patternTexts(
    _ first: Int, _ count: Int, _ ref: Ref, _ holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) -> TextRange {
    let outer = render.textHolder
    render.textHolder = holder
    tree.beginText()
    var hasOther = false
    for index in first..<first &+ count {
      let value = patternValue(index, ref)
      if value.isString {
        try append(value.ref, to: &tree)
      } else if try textNode(value, &tree) == .other {
        hasOther = true
      }
    }
    render.textHolder = outer
    if hasOther { throw plainError("Text component children must resolve to strings.") }
    return tree.endText()
  }

  private mutating func patternChildren(
    _ place: PatternPlace, _ node: PatternNode, _ tree: inout Tree
  ) throws(Abrupt) -> Content {
    let first = Int(node.firstPart) &+ Int(node.propCount)
    var list = Content(isArray: node.children == .list)
    for index in first..<first &+ Int(node.childCount) {
      let part = code.patternParts[index]
      if part.kind == .node {
        var inner = place
        inner.index = Int(part.index)
        tree.append(try patternElement(inner, &tree), to: &list)
        render.depth = place.outer &+ Int(node.depth)
      } else {
        let value = part.kind == .constant ? part.value : patternHole(Int(place.ref), part.index)
        let content = try self.node(value, &tree)
        if node.children == .single { return content }
        tree.append(contentsOf: content, to: &list)
      }
    }
    return list
  }

  @inline(__always)
  mutating func patternValue(_ index: Int, _ ref: Ref) -> Value {
    let part = code.patternParts[index]
    return part.kind == .constant ? part.value : patternHole(Int(ref), part.index)
  }

  // MARK: Props

  @inline(__always)
  private mutating func setPatternProps(
    _ place: PatternPlace, _ node: PatternNode, _ holder: NodeID, _ tree: inout Tree
  ) throws(Abrupt) {
    var props = PropList()
    for index in Int(node.firstPart)..<Int(node.firstPart) &+ Int(node.propCount) {
      let part = code.patternParts[index]
      if part.kind == .styleLiteral {
        let number = try patternStyle(Int(part.index), place, &tree)
        try tree.add(PropName(.style), .style(number), to: &props)
        continue
      }
      let value = part.kind == .constant ? part.value : patternHole(Int(place.ref), part.index)
      switch part.handling {
      case .style:
        let number = try styleIndex(value, &tree)
        try tree.add(PropName(.style), .style(number), to: &props)
      case .id: try setID(value, of: holder, &tree)
      default:
        let name = PropName(ShortName(rawValue: part.name))
        if value.isString {
          try tree.add(name, .string(try keep(value.ref, in: &tree)), to: &props)
        } else if value.isNumber {
          try tree.add(name, .number(value.number), to: &props)
        } else {
          let encoded = try encode(value, part.key, &tree)
          try tree.add(name, encoded, to: &props)
        }
      }
    }
    if !props.isEmpty { tree.setProps(props, of: holder) }
  }

  /// The index of a style literal, which is registered once for each record.
  private mutating func patternStyle(
    _ number: Int, _ place: PatternPlace, _ tree: inout Tree
  ) throws(Abrupt) -> Int {
    let style = code.patternStyles[number]
    let memo = place.pattern.memo(of: style, in: place.ref)
    let known = heap.load64(memo)
    if known >> 32 == UInt64(render.generation) { return Int(known & 0xFFFF_FFFF) &- 1 }
    let index = tree.styleCount
    heap.store64(
      memo, UInt64(render.generation) << 32 | UInt64(truncatingIfNeeded: index &+ 1))
    let node = try tree.style()
    var members = PropList()
    fuel &-= Int(style.count)
    for index in Int(style.firstPart)..<Int(style.firstPart) &+ Int(style.count) {
      let part = code.patternParts[index]
      let value = part.kind == .constant ? part.value : patternHole(Int(place.ref), part.index)
      let name = PropName(ShortName(rawValue: part.name))
      if value.isNumber {
        try tree.add(name, .number(value.number), to: &members)
      } else if value.isString {
        try tree.add(name, .string(try keep(value.ref, in: &tree)), to: &members)
      } else if !value.isNullish, !value.isSymbol {
        guard let encoded = try styleMember(part.key, value, &tree) else { continue }
        try tree.add(name, encoded, to: &members)
      }
    }
    if !members.isEmpty { tree.setProps(members, of: node) }
    return tree.register(node)
  }
}
