internal import PantileCore
internal import PantileJSON

// The forms of a render: what is called, what becomes a root, and in which frame.

extension Machine {
  /// Renders a variants object: a root for each of its properties.
  mutating func renderWidget(variants: Value, into tree: inout Tree) throws(Abrupt) {
    beginRender(.widget, &tree)
    let roots = try takeEntries(of: variants)
    var number: UInt32 = 0
    for (_, value) in roots {
      number += 1
      try noteRoot(value, number)
    }
    for (key, value) in roots where !value.isNullish {
      render.part = .family(key)
      let content = try rootContent(value, &tree)
      try tree.root(try keep(key, in: &tree), content)
    }
    render.giveBack(roots)
  }

  /// Renders a function `(props, env) => node` once for each family.
  ///
  /// It is called as the component of a wrapper would: with a copy of the props, and hooks work.
  mutating func renderFunction(
    _ function: Value, props: Value, env: Value, families: [Atom], into tree: inout Tree
  ) throws(Abrupt) {
    beginRender(.widget, &tree)
    let isRepeatable = render.usesForms && families.count > 1 && ignoresSecondArgument(function)
    for (number, family) in families.enumerated() {
      render.part = .family(PropertyKey(family))
      if number == 1, isRepeatable, !heap.wroteOld, !touchedInputs {
        for family in families.dropFirst() {
          try repeatRoot(try keep(PropertyKey(family), in: &tree), of: families.count, &tree)
        }
        break
      }
      render.rootStart = Ref(heap.byteCount)
      heap.watch()
      let content = try wrapperContent(function, props, env, family: family, &tree)
      try tree.root(try keep(PropertyKey(family), in: &tree), content)
    }
    heap.endWatch()
  }

  /// Whether a call cannot tell what its second argument is.
  private mutating func ignoresSecondArgument(_ function: Value) -> Bool {
    guard function.isObject, isKind(function.ref, .closure) else { return false }
    let id = Int(heap.load32(Int(function.ref) + ObjectLayout.functionID))
    return code.functions[id].parameterCount <= 1
      && code.functions[id].flags.isDisjoint(with: .unusual)
  }

  /// Adds the first root again under another name: the call that made it saw nothing of the
  /// family and changed nothing, so that it would give the same elements with styles of their own.
  private mutating func repeatRoot(
    _ name: TextRange, of count: Int, _ tree: inout Tree
  ) throws(Abrupt) {
    let elements = render.elementCount / tree.rootCount
    render.elementCount += elements
    if render.elementCount &* 8 > limits.output { throw .limit(.output) }
    fuel &-= elements
    if fuel < 0 { throw .limit(.steps) }
    do throws(ArenaFull) {
      try tree.repeatRoot(name) { index in
        index < render.styleIsFresh.count && render.styleIsFresh[index]
      }
    } catch {
      throw .limit(.output)
    }
  }

  /// Renders a function `(props, env) => node` to a node without a frame.
  mutating func renderEntry(
    _ function: Value, props: Value, env: Value, family: Atom?, into tree: inout Tree
  ) throws(Abrupt) {
    beginRender(.bare, &tree)
    render.part = .entry
    let content = try wrapperContent(function, props, env, family: family, &tree)
    try tree.root(.empty, content)
  }

  /// Renders one node without a frame.
  mutating func renderBare(_ value: Value, into tree: inout Tree) throws(Abrupt) {
    beginRender(.bare, &tree)
    render.part = .entry
    try tree.root(.empty, try node(value, &tree))
  }

  /// Renders a Live Activity.
  ///
  /// - Parameter isDeviceModule: Whether a lock screen without `content` is taken for a node, as
  ///   `@use-voltra/ios` does and the server's module does not.
  mutating func renderLive(
    _ variants: Value, isDeviceModule: Bool = false, into tree: inout Tree
  ) throws(Abrupt) {
    beginRender(.liveActivity, &tree)
    var parts = LiveParts()
    try collect(variants, isDeviceModule, &parts)
    for (index, part) in parts.nodes.enumerated() {
      try noteRoot(part.value, UInt32(index + 1))
    }
    for part in parts.nodes {
      render.part = .region(part.region)
      try tree.root(part.region, try rootContent(part.value, &tree))
    }
    if toBoolean(parts.background) {
      let text = try keep(try toString(parts.background), in: &tree)
      tree.setTint(.lockScreenBackground, text)
    }
    if toBoolean(parts.keyline) {
      tree.setTint(.islandKeyline, try keep(try toString(parts.keyline), in: &tree))
    }
  }

  // MARK: Parts of a Live Activity

  private struct LiveParts {
    var nodes: ContiguousArray<(region: Region, value: Value)> = []
    var background = Value.undefined
    var keyline = Value.undefined
  }

  private mutating func collect(
    _ variants: Value, _ isDeviceModule: Bool, _ parts: inout LiveParts
  ) throws(Abrupt) {
    let lockScreen = try get(variants, host.lockScreen)
    var content = lockScreen
    if lockScreen.isObject, kind(lockScreen.ref) != .array {
      let hasContent = try has(lockScreen.ref, PropertyKey(host.content))
      let hasTint = try has(lockScreen.ref, PropertyKey(host.activityBackgroundTint))
      if hasContent || hasTint && !isDeviceModule {
        content = try get(lockScreen.ref, host.content)
        parts.background = try get(lockScreen.ref, host.activityBackgroundTint)
      }
    }
    add(.lockScreen, content, &parts)
    let island = try get(variants, host.island)
    if !island.isNullish {
      let expanded = try get(island, host.expanded)
      add(.expandedCenter, try member(expanded, host.center), &parts)
      add(.expandedLeading, try member(expanded, host.leading), &parts)
      add(.expandedTrailing, try member(expanded, host.trailing), &parts)
      add(.expandedBottom, try member(expanded, host.bottom), &parts)
      let compact = try get(island, host.compact)
      add(.compactLeading, try member(compact, host.leading), &parts)
      add(.compactTrailing, try member(compact, host.trailing), &parts)
      add(.minimal, try get(island, host.minimal), &parts)
      parts.keyline = try get(island, host.keylineTint)
    }
    let families = try get(variants, host.supplementalActivityFamilies)
    add(.supplementalSmall, try member(families, host.small), &parts)
  }

  private mutating func add(_ region: Region, _ value: Value, _ parts: inout LiveParts) {
    if toBoolean(value) { parts.nodes.append((region, value)) }
  }

  private mutating func member(_ base: Value, _ atom: Atom) throws(Abrupt) -> Value {
    base.isNullish ? .undefined : try get(base, atom)
  }

  // MARK: Roots

  mutating func beginRender(_ form: Tree.Form, _ tree: inout Tree) {
    tree.reset()
    tree.form = form
    render.begin()
    renderCount &+= 1
    render.generation = renderCount
    render.usesForms = usesForms && (form == .widget || form == .liveActivity)
  }

  /// Scans a root; one that was a root before is shared.
  private mutating func noteRoot(_ value: Value, _ number: UInt32) throws(Abrupt) {
    guard value.isObject else { return }
    let before = render.roots.count
    _ = render.roots.insert(value.ref)
    if render.roots.count == before, kind(value.ref) != .array {
      let place = render.marks.insert(value.ref)
      render.marks[place] |= SharingMark.isShared
      render.hasShared = true
    }
    try scan(value, root: number)
  }

  /// The content of a root; a root that is used again is not rendered again.
  private mutating func rootContent(_ value: Value, _ tree: inout Tree) throws(Abrupt) -> Content {
    guard value.isObject else { return try node(value, &tree) }
    if let known = render.roots.find(value.ref), known != 0 {
      return render.rootContents[Int(known) - 1]
    }
    let content = try node(value, &tree)
    render.rootContents.append(content)
    let place = render.roots.insert(value.ref)
    render.roots[place] = UInt32(render.rootContents.count)
    return content
  }

  // MARK: Wrappers

  private mutating func wrapperContent(
    _ function: Value, _ props: Value, _ env: Value, family: Atom?, _ tree: inout Tree
  ) throws(Abrupt) -> Content {
    let ownProps = try makePlainCopy(props, isAttributes: true)
    let ownEnv = try makePlainCopy(env, isAttributes: false)
    if let family {
      try set(ownEnv, .widgetFamily, try string(of: family))
    }
    render.depth += 1
    let result = try callComponent(function, .object(ownProps), .object(ownEnv))
    let content = try node(result, &tree)
    render.depth -= 1
    return content
  }

  /// A copy of the own properties of a value, as an element or `{...value}` makes it.
  mutating func makePlainCopy(_ source: Value, isAttributes: Bool) throws(Abrupt) -> Ref {
    if source.isObject, proto(source.ref) == intrinsics.objectPrototype,
      let plan = plainPlan(source.ref), !isAttributes || !hasHiddenAttribute(plan),
      plan.isComplete
    {
      let count = Int(plan.count)
      let copy = try makeObject(shape(source.ref), capacity: count + 1)
      heap.initCopy(
        from: Int(heap.load32(Int(source.ref) + ObjectLayout.slots)),
        to: Int(heap.load32(Int(copy) + ObjectLayout.slots)), byteCount: count * 8)
      return copy
    }
    let copy = try makePlainObject()
    if isAttributes {
      try copyAttributes(from: source, to: copy)
    } else {
      try copyProperties(from: source, to: copy)
    }
    return copy
  }

  private mutating func hasHiddenAttribute(_ plan: PropPlan) -> Bool {
    for index in 0..<Int(plan.count) {
      switch render.plans.entries[Int(plan.start) + index].atom {
      case .key, .jsxSelf, .jsxSource, .protoName: return true
      default: break
      }
    }
    return false
  }
}
