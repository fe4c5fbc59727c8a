internal import PantileCore
internal import PantileJSON

// Elements of patterns as instances of forms: only what is not constant is looked at, in the order
// of the payload.

extension Machine {
  /// The instance that a pattern's record stands for.
  mutating func formInstance(
    _ ref: Ref, _ number: Int, _ pattern: ElementPattern, _ tree: inout Tree
  ) throws(Abrupt) -> NodeID {
    let form = try form(number, pattern, &tree)
    let instance = try tree.instance(of: form)
    let outer = render.depth
    var gap = 0
    while gap < Int(pattern.gapCount) {
      let place = code.patternGaps[Int(pattern.firstGap) &+ gap]
      do throws(Abrupt) {
        let value = try formValue(place, ref, pattern, outer, &tree)
        tree.fill(gap, of: instance, with: value)
      } catch {
        throw try leaving(ref, pattern, place.node, error)
      }
      gap &+= 1
    }
    render.depth = outer
    return instance
  }

  @inline(__always)
  private mutating func formValue(
    _ gap: PatternGap, _ ref: Ref, _ pattern: ElementPattern, _ outer: Int, _ tree: inout Tree
  ) throws(Abrupt) -> PropValue {
    let part = code.patternParts[Int(gap.part)]
    let value =
      part.kind == .constant ? part.value : patternHole(Int(ref), part.index)
    if gap.kind == .text {
      if value.isString { return .string(try keep(value.ref, in: &tree)) }
      render.depth = outer &+ patternDepth(gap, pattern)
      return .string(try textContent(value, .none, &tree))
    }
    if gap.kind == .prop {
      if value.isNumber { return .number(value.number) }
      if value.isString { return .string(try keep(value.ref, in: &tree)) }
    }
    render.depth = outer &+ patternDepth(gap, pattern)
    return try otherFormValue(gap, part, value, ref, pattern, &tree)
  }

  @inline(__always)
  private mutating func patternDepth(_ gap: PatternGap, _ pattern: ElementPattern) -> Int {
    Int(code.patternNodes[Int(pattern.firstNode) &+ Int(gap.node)].depth)
  }

  private mutating func otherFormValue(
    _ gap: PatternGap, _ part: PatternPart, _ value: Value, _ ref: Ref,
    _ pattern: ElementPattern, _ tree: inout Tree
  ) throws(Abrupt) -> PropValue {
    switch gap.kind {
    case .node: return .content(try node(value, &tree))
    case .nodes:
      var list = Content(isArray: true)
      for index in Int(gap.part)..<Int(gap.part) &+ Int(gap.count) {
        let item = patternValue(index, ref)
        tree.append(contentsOf: try node(item, &tree), to: &list)
      }
      return .content(list)
    case .text, .texts:
      return .string(try patternTexts(Int(gap.part), Int(gap.count), ref, .none, &tree))
    case .prop: return try encode(value, part.key, &tree)
    case .id:
      guard value.isString, stringLength(value.ref) > 0 else { return .dropped }
      return .string(try keep(value.ref, in: &tree))
    case .style: return .style(try styleIndex(value, &tree))
    case .styleLiteral:
      return .style(try formStyle(Int(part.index), ref, pattern, &tree))
    }
  }

  // MARK: Styles

  /// The index of a style literal, which is registered once for each record.
  private mutating func formStyle(
    _ number: Int, _ ref: Ref, _ pattern: ElementPattern, _ tree: inout Tree
  ) throws(Abrupt) -> Int {
    let style = code.patternStyles[number]
    let memo = pattern.memo(of: style, in: ref)
    let known = heap.load64(memo)
    if known >> 32 == UInt64(render.generation) { return Int(known & 0xFFFF_FFFF) &- 1 }
    let index = tree.styleCount
    render.noteStyle(index, isFresh: ref >= render.rootStart)
    heap.store64(memo, UInt64(render.generation) << 32 | UInt64(truncatingIfNeeded: index &+ 1))
    fuel &-= Int(style.count)
    let entry = try styleForm(number, style, &tree)
    // A constant style is one record however often it is registered.
    if style.gapCount == 0 { return tree.register(entry) }
    let instance = try tree.instance(of: entry)
    for gap in 0..<Int(style.gapCount) {
      let place = Int(code.patternGaps[Int(style.firstGap) &+ gap].part)
      let value = patternValue(place, ref)
      let encoded: PropValue
      if value.isNumber {
        encoded = .number(value.number)
      } else if value.isString {
        encoded = .string(try keep(value.ref, in: &tree))
      } else if value.isNullish || value.isSymbol {
        encoded = .dropped
      } else {
        encoded = try styleMember(code.patternParts[place].key, value, &tree) ?? .dropped
      }
      tree.fill(gap, of: instance, with: encoded)
    }
    return tree.register(instance)
  }

  // MARK: Forms in the tree

  /// Makes the forms of a program in an empty tree that then keeps them, as many as are worth it.
  mutating func keepForms(in tree: inout Tree) {
    keptForms.removeAll(keepingCapacity: true)
    keptStyleForms.removeAll(keepingCapacity: true)
    do throws(Abrupt) {
      for style in code.patternStyles where tree.byteCount < Self.mostKept {
        keptStyleForms.append(try makeStyleForm(style, &tree))
      }
      for pattern in code.patterns where tree.byteCount < Self.mostKept {
        keptForms.append(try makeForm(pattern, &tree))
      }
    } catch {
      // Forms that are missing are made in a render.
    }
    tree.keep()
  }

  /// The bytes of a tree beyond which forms are made when they are used.
  private static var mostKept: Int { 32 << 10 }

  /// The form of a pattern; one that is not kept is made at its first use in a render.
  @inline(__always)
  private mutating func form(
    _ number: Int, _ pattern: ElementPattern, _ tree: inout Tree
  ) throws(Abrupt) -> NodeID {
    if number < keptForms.count { return keptForms[number] }
    if number < render.forms.count {
      let known = render.forms[number]
      if known >> 32 == UInt64(render.generation) {
        return NodeID(rawValue: UInt32(truncatingIfNeeded: known))
      }
    }
    return try makeForm(number, pattern, &tree)
  }

  @inline(never)
  private mutating func makeForm(
    _ number: Int, _ pattern: ElementPattern, _ tree: inout Tree
  ) throws(Abrupt) -> NodeID {
    while render.forms.count <= number { render.forms.append(0) }
    let form = try makeForm(pattern, &tree)
    render.forms[number] = UInt64(render.generation) << 32 | UInt64(form.rawValue)
    return form
  }

  private mutating func makeForm(
    _ pattern: ElementPattern, _ tree: inout Tree
  ) throws(Abrupt) -> NodeID {
    try tree.form(
      of: code, text: Int(pattern.firstText), Int(pattern.textCount), gaps: Int(pattern.firstGap),
      Int(pattern.gapCount), elementCount: Int(pattern.nodeCount))
  }

  private mutating func makeStyleForm(
    _ style: PatternStyle, _ tree: inout Tree
  ) throws(Abrupt) -> NodeID {
    let form = try tree.form(
      of: code, text: Int(style.firstText), Int(style.textCount), gaps: Int(style.firstGap),
      Int(style.gapCount), elementCount: 0)
    return style.gapCount == 0 ? try tree.instance(of: form) : form
  }

  /// The form of a style literal; for a constant one its only instance.
  private mutating func styleForm(
    _ number: Int, _ style: PatternStyle, _ tree: inout Tree
  ) throws(Abrupt) -> NodeID {
    if number < keptStyleForms.count { return keptStyleForms[number] }
    while render.styleForms.count <= number { render.styleForms.append(0) }
    let known = render.styleForms[number]
    if known >> 32 == UInt64(render.generation) {
      return NodeID(rawValue: UInt32(truncatingIfNeeded: known))
    }
    let form = try makeStyleForm(style, &tree)
    render.styleForms[number] = UInt64(render.generation) << 32 | UInt64(form.rawValue)
    return form
  }
}

extension Tree {
  fileprivate mutating func form(
    of code: CodeStore, text: Int, _ textCount: Int, gaps: Int, _ gapCount: Int, elementCount: Int
  ) throws(Abrupt) -> NodeID {
    let bytes = code.patternText.span.extracting(text..<text + textCount)
    let list = code.formGaps.span.extracting(gaps..<gaps + gapCount)
    do throws(ArenaFull) {
      return try makeForm(bytes, gaps: list, elementCount: elementCount)
    } catch {
      throw .limit(.output)
    }
  }

  @inline(__always)
  fileprivate mutating func instance(of form: NodeID) throws(Abrupt) -> NodeID {
    do throws(ArenaFull) { return try beginInstance(of: form) } catch { throw .limit(.output) }
  }
}
