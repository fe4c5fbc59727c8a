// Nodes: arrays, references and elements.

extension LintRun {
  mutating func checkNode(_ value: Int) {
    switch tree.kind(value) {
    case .array: checkArray(value)
    case .object: checkObject(value)
    case .null: break
    default:
      // Text that is a component's content is part of the element.
      if tree.values[value].key == nil || tree.parent(value) == SourceTree.root { countNode() }
    }
  }

  private mutating func countNode() {
    if owner < owners.count { owners[owner].nodeCount += 1 }
  }

  /// Gives the role of a node to a value, unless it lies too deep.
  mutating func markNode(_ value: Int) {
    if isReadable(value) { roles[value] = .node }
  }

  // MARK: Arrays

  private mutating func checkArray(_ array: Int) {
    var seen = Set<[UInt8]>()
    var hasTimer = false
    var clocks: [Int] = []
    var child = tree.first(array)
    while let item = child {
      markNode(item)
      if let id = id(of: item), !seen.insert(id).inserted {
        note(
          .duplicateID, at: item,
          "two siblings have the id \(shown(String(decoding: id, as: UTF8.self))), and a device "
            + "may mix them up")
      }
      if isElement(item, .timer) { hasTimer = true }
      if isElement(item, .text), showsClock(item) { clocks.append(item) }
      child = tree.next(item)
    }
    guard hasTimer else { return }
    for clock in clocks {
      note(
        .timerFrozen, .warning, at: clock,
        "a clock is written out as text next to a Timer; the text stands still while the timer "
          + "runs")
    }
  }

  /// The id of a node, references followed.
  private func id(of node: Int) -> [UInt8]? {
    guard tree.kind(node) == .object else { return nil }
    if let target = target(of: node) { return sharedIDs[target] }
    return tree.text("i", of: node).map { Array($0.utf8) }
  }

  /// The shared element that a node refers to; nil where it is none, or there is none.
  func target(of node: Int) -> Int? {
    guard let reference = tree.member("$r", of: node), let index = tree.integer(reference),
      sharedElements.indices.contains(index)
    else { return nil }
    return index
  }

  private func isElement(_ node: Int, _ component: Component) -> Bool {
    guard let type = tree.member("t", of: node) else { return false }
    return tree.integer(type) == Int(component.rawValue)
  }

  private func showsClock(_ text: Int) -> Bool {
    guard let content = tree.member("c", of: text), let string = tree.string(content) else {
      return false
    }
    return ClockText.isClock(string)
  }

  // MARK: References

  private mutating func checkObject(_ value: Int) {
    if let reference = tree.member("$r", of: value) {
      if checkReference(reference, in: value) { return }
      if tree.member("t", of: value) == nil { return }
    }
    guard let type = tree.member("t", of: value) else {
      return note(
        .unknownComponent, at: value, "an object without a component \"t\" is not shown")
    }
    guard let id = tree.integer(type) else {
      return note(
        .badType, at: type,
        "the component \"t\" is \(shown(type)), not a whole number, and the node is not shown")
    }
    guard let raw = UInt8(exactly: id), let component = Component(rawValue: raw) else {
      return note(
        .unknownComponent, at: type,
        "there is no component \(id); a device knows 0 to \(Component.allCases.count - 1)")
    }
    components[value] = raw
    countNode()
    checkElement(value, component)
  }

  /// Whether a reference is one, so that nothing else of the object counts.
  private mutating func checkReference(_ reference: Int, in node: Int) -> Bool {
    guard let index = tree.integer(reference) else {
      note(.badType, at: reference, "the reference is \(shown(reference)), not a whole number")
      return false
    }
    guard sharedElements.indices.contains(index) else {
      note(
        .referenceOutOfRange, at: reference,
        sharedElements.isEmpty
          ? "there is no e[\(index)], since the payload shares no elements"
          : "there is no e[\(index)]; the last one is e[\(sharedElements.count - 1)]")
      return false
    }
    usedElements[index] = true
    if owner < owners.count { owners[owner].references.append((node, index)) }
    return true
  }

  // MARK: Elements

  private mutating func checkElement(_ element: Int, _ component: Component) {
    var id: Int?
    var content: Int?
    var props: Int?
    var child = tree.first(element)
    while let member = child {
      if tree.hasKey(member, "i") { id = member }
      if tree.hasKey(member, "c") { content = member }
      if tree.hasKey(member, "p") { props = member }
      child = tree.next(member)
    }
    if let id, tree.kind(id) != .string {
      note(
        .badType, at: id,
        "the id is \(tree.kind(id).noun), not a string, and counts as absent")
    }
    if let content { checkContent(content, of: element, component) }
    var holder = PropHolder(element: element, component: component)
    if let props {
      if tree.kind(props) == .object {
        collect(props, into: &holder)
      } else {
        note(
          .badType, at: props,
          "the props are \(tree.kind(props).noun), not an object, and count as absent")
      }
    }
    checkProps(holder)
    checkComponent(holder, id: id.flatMap { tree.string($0) })
  }

  private mutating func checkContent(_ content: Int, of element: Int, _ component: Component) {
    guard component == .text else { return markNode(content) }
    switch tree.kind(content) {
    case .string:
      if let text = tree.string(content), let found = MarkdownScan.find(in: text) {
        note(
          .markdownInText, .warning, at: content,
          "a device reads text as Markdown, and \(shown(found)) is part of it")
      }
    case .number, .bool: break
    case .object where tree.member("$r", of: content) != nil: markNode(content)
    default:
      note(
        .badType, at: content,
        "the content of a Text is \(tree.kind(content).noun), not a string, and nothing is shown")
    }
  }
}
