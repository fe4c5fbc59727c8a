internal import PantileJSON

/// Normalises a tree into a ``CompactGraph``.
///
/// The work list stands for a recursion over the tree: an element is left again once the nodes of
/// all its lists lie on the stack of results.
struct CompactBuilder: ~Copyable {
  var graph = CompactGraph()
  var findings: [Finding] = []
  var root = 0
  /// The text of the node under way.
  private var text = ByteBuffer(capacity: 64)
  /// The length that the payload must not have; all texts of the graph are part of it.
  var byteLimit = Int.max
  /// Whether ``byteLimit`` was passed and the work given up.
  private(set) var isOverLimit = false
  private let keys = KeyTable()
  private var sorter = JSONSorter()

  private var work: [Step] = []
  /// Nodes of the graph that no list has taken yet, and what they were made of.
  private var results: [Part] = []
  /// Where the lists that are open begin in `results`.
  private var starts: [Int] = []
  /// Lengths of the lists that are complete and not taken yet.
  private var counts: [Int] = []
  /// Sorted props of the elements that are open.
  private var props: [Prop] = []
  /// The graph's node of each registered style, or a state below zero.
  private var styles: [Int] = []
  /// The nodes that each shared element stands for.
  private var shared: [Expansion] = []
  private var expanded: [Part] = []
  private var siblings: [(hash: UInt64, node: NodeID)] = []

  private static let unknown = -1
  private static let noStyle = -2
  private static let expandedLimit = 1 << 20

  private enum Step {
    case visit(NodeID)
    case beginList
    case endList
    case leave(NodeID, props: Int)
    case endShared(Int)
  }

  private struct Part {
    var node: Int
    var source: NodeID
  }

  private struct Prop {
    var id: PropID
    var name: PropName
    var style: Int
  }

  private enum Expansion {
    case unknown
    case open(start: Int)
    case known(Range<Int>)
  }

  /// Forgets everything and keeps the memory.
  mutating func reset() {
    graph.reset()
    text.removeAll()
    findings.removeAll(keepingCapacity: true)
    work.removeAll(keepingCapacity: true)
    results.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    props.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    shared.removeAll(keepingCapacity: true)
    expanded.removeAll(keepingCapacity: true)
    isOverLimit = false
  }

  /// Normalises a root; `nil` when it renders to nothing or the text is over the limit.
  ///
  /// The caller has counted the root's nodes: references expand within bounds and without cycles.
  mutating func add(_ content: Content, _ tree: borrowing Tree) -> Int? {
    while styles.count < tree.styleCount { styles.append(Self.unknown) }
    while shared.count < tree.sharedCount { shared.append(.unknown) }
    pushList(content)
    while let step = work.popLast() {
      switch step {
      case .visit(let node): visit(node, tree)
      case .beginList: starts.append(results.count)
      case .endList:
        let start = starts.popLast() ?? 0
        counts.append(results.count - start)
        checkSiblings(from: start, tree)
      case .leave(let node, let base): leave(node, props: base, tree)
      case .endShared(let index): endShared(index)
      }
      if graph.texts.count > byteLimit || graph.isFull {
        isOverLimit = true
        return nil
      }
    }
    let count = counts.popLast() ?? 0
    defer { results.removeAll(keepingCapacity: true) }
    guard count != 1 else { return results.last?.node }
    return count == 0 ? nil : wrap(results.count - count)
  }

  private mutating func pushList(_ content: Content) {
    work.append(.endList)
    if content.count > 0 { work.append(.visit(content.first)) }
    work.append(.beginList)
  }

  /// Several nodes in a plain VStack.
  private mutating func wrap(_ base: Int) -> Int {
    let firstEdge = graph.pendingTop
    text.append("{\"t\":11,\"c\":")
    writeList(base, results.count)
    text.append(UInt8(ascii: "}"))
    return graph.intern(.element, &text, from: 0, firstEdge: firstEdge)
  }
}

// MARK: - Nodes

extension CompactBuilder {
  private mutating func visit(_ node: NodeID, _ tree: borrowing Tree) {
    let next = tree.next(after: node)
    if next != .none { work.append(.visit(next)) }
    switch tree.kind(of: node) {
    case .element: enter(node, tree)
    case .reference: expand(tree.index(of: node), tree)
    case .text, .raw: addLeaf(node, tree)
    case .none, .style, .nullStyle, .instance: break
    }
  }

  private mutating func addLeaf(_ node: NodeID, _ tree: borrowing Tree) {
    let leaf = tree.text(of: node)
    if tree.kind(of: node) == .text {
      tree.write(string: leaf, to: &text)
    } else if tree.isNull(leaf) {
      return
    } else {
      tree.write(raw: leaf, to: &text)
    }
    let id = graph.intern(.leaf, &text, from: 0, firstEdge: graph.pendingTop)
    results.append(Part(node: id, source: node))
  }

  private mutating func expand(_ index: Int, _ tree: borrowing Tree) {
    guard index < shared.count, let content = tree.shared(index) else { return }
    switch shared[index] {
    case .known(let range):
      for place in range { results.append(expanded[place]) }
    case .open: break
    case .unknown:
      shared[index] = .open(start: results.count)
      work.append(.endShared(index))
      if content.count > 0 { work.append(.visit(content.first)) }
    }
  }

  private mutating func endShared(_ index: Int) {
    guard case .open(let start) = shared[index] else { return }
    let count = results.count - start
    guard count <= 1 || expanded.count + count <= Self.expandedLimit else {
      // Expanded anew at the next use, which the number of nodes bounds.
      shared[index] = .unknown
      return
    }
    shared[index] = .known(expanded.count..<expanded.count + count)
    for place in start..<results.count { expanded.append(results[place]) }
  }

  private mutating func enter(_ element: NodeID, _ tree: borrowing Tree) {
    check(element, tree)
    let base = props.count
    collectProps(of: element, tree)
    work.append(.leave(element, props: base))
    for index in (base..<props.count).reversed() {
      if case .content(let content) = tree.value(of: props[index].id) { pushList(content) }
    }
    let content = tree.content(of: element)
    if content.count > 0 { pushList(content) }
  }

  private mutating func leave(_ element: NodeID, props base: Int, _ tree: borrowing Tree) {
    var listCount = tree.content(of: element).count > 0 ? 1 : 0
    for index in base..<props.count {
      if case .content = tree.value(of: props[index].id) { listCount += 1 }
    }
    let firstList = counts.count - listCount
    var nodes = results.count
    for list in firstList..<counts.count { nodes -= counts[list] }
    let kept = nodes

    let firstEdge = graph.pendingTop
    text.append("{\"t\":")
    tree.write(index: Int(tree.componentID(of: element)), to: &text)
    if let id = tree.id(of: element) {
      text.append(",\"i\":")
      tree.write(string: id, to: &text)
    }
    var list = firstList
    if let content = tree.contentText(of: element) {
      text.append(",\"c\":")
      tree.write(string: content, to: &text)
    } else if tree.content(of: element).count > 0 {
      if counts[list] > 0 {
        text.append(",\"c\":")
        writeList(nodes, nodes + counts[list])
        nodes += counts[list]
      }
      list += 1
    }
    writeProps(base, list, nodes, tree)
    text.append(UInt8(ascii: "}"))
    props.removeLast(props.count - base)
    counts.removeLast(listCount)
    results.removeLast(results.count - kept)
    let id = graph.intern(.element, &text, from: 0, firstEdge: firstEdge)
    results.append(Part(node: id, source: element))
  }

  /// Writes an object for one node, else an array.
  private mutating func writeList(_ start: Int, _ end: Int) {
    if end - start != 1 { text.append(UInt8(ascii: "[")) }
    for index in start..<end {
      if index > start { text.append(UInt8(ascii: ",")) }
      graph.link(results[index].node, at: text.count)
    }
    if end - start != 1 { text.append(UInt8(ascii: "]")) }
  }
}

// MARK: - Props

extension CompactBuilder {
  /// Puts the props that are written behind `props`, sorted by name.
  private mutating func collectProps(of element: NodeID, _ tree: borrowing Tree) {
    let base = props.count
    var id = tree.firstProp(of: element)
    while id != .none {
      var prop = Prop(id: id, name: tree.name(of: id), style: Self.noStyle)
      if isWritten(tree.value(of: id), &prop, element, tree) { props.append(prop) }
      id = tree.next(after: id)
    }
    sortProps(from: base, tree)
  }

  private mutating func isWritten(
    _ value: PropValue, _ prop: inout Prop, _ element: NodeID, _ tree: borrowing Tree
  ) -> Bool {
    switch value {
    case .null, .dropped: return false
    case .bool, .string, .content: return true
    case .raw(let json):
      if prop.name.short == .style { prop.style = addStyle(json: json, tree) }
      return !tree.isNull(json)
    case .number(let number):
      if !number.isFinite { note(.nonFiniteNumber, element) }
      return number.isFinite
    case .inlineStyle(let style):
      prop.style = addStyle(style, element, tree)
      return prop.style >= 0
    case .style(let index):
      guard index < styles.count else { return false }
      if styles[index] == Self.unknown {
        styles[index] = addStyle(tree.style(index), element, tree)
      }
      prop.style = styles[index]
      return prop.style >= 0
    }
  }

  private mutating func sortProps(from base: Int, _ tree: borrowing Tree) {
    for step in shellGaps.indices {
      let gap = shellGaps[step]
      guard gap < props.count - base else { continue }
      for index in base + gap..<props.count {
        var place = index
        while place >= base + gap, tree.precedes(props[place].name, props[place - gap].name) {
          props.swapAt(place, place - gap)
          place -= gap
        }
      }
    }
  }

  private mutating func writeProps(
    _ base: Int, _ firstList: Int, _ firstNode: Int, _ tree: borrowing Tree
  ) {
    var list = firstList
    var node = firstNode
    var isOpen = false
    for index in base..<props.count {
      let prop = props[index]
      let value = tree.value(of: prop.id)
      var count = 0
      if case .content = value {
        count = counts[list]
        list += 1
        guard count > 0 else { continue }
      }
      text.append(isOpen ? "," : ",\"p\":{")
      isOpen = true
      keys.write(prop.name, tree, to: &text)
      if count > 0 {
        writeList(node, node + count)
        node += count
      } else if prop.style >= 0 {
        graph.link(prop.style, at: text.count)
      } else {
        tree.write(scalar: value, to: &text)
      }
    }
    if isOpen { text.append(UInt8(ascii: "}")) }
  }
}

// MARK: - Styles

extension CompactBuilder {
  /// Adds a style's text to the graph; below zero when it has no members to write.
  private mutating func addStyle(
    _ style: NodeID, _ element: NodeID, _ tree: borrowing Tree
  ) -> Int {
    guard style != .none, tree.kind(of: style) == .style else { return Self.noStyle }
    let base = props.count
    defer { props.removeLast(props.count - base) }
    var member = tree.firstProp(of: style)
    while member != .none {
      if isMember(member, element, tree) {
        props.append(Prop(id: member, name: tree.name(of: member), style: Self.noStyle))
      }
      member = tree.next(after: member)
    }
    guard props.count > base else { return Self.noStyle }
    sortProps(from: base, tree)
    // The text of an element is not begun before its props are known.
    for index in base..<props.count {
      text.append(index == base ? "{" : ",")
      keys.write(props[index].name, tree, to: &text)
      writeMember(props[index], tree)
    }
    text.append(UInt8(ascii: "}"))
    return graph.intern(.style, &text, from: 0, firstEdge: graph.pendingTop)
  }

  /// Adds a style that is complete text to the graph; below zero when it is no object.
  private mutating func addStyle(json: TextRange, _ tree: borrowing Tree) -> Int {
    guard tree.isObject(json) else { return Self.noStyle }
    tree.write(raw: json, to: &text)
    return graph.intern(.style, &text, from: 0, firstEdge: graph.pendingTop)
  }

  private mutating func isMember(
    _ member: PropID, _ element: NodeID, _ tree: borrowing Tree
  ) -> Bool {
    let value = tree.value(of: member)
    if tree.name(of: member).short == .fontWeight, case .omitted = tree.fontWeight(value) {
      return false
    }
    switch value {
    case .null, .dropped, .content, .style, .inlineStyle: return false
    case .bool, .string: return true
    case .raw(let json): return !tree.isNull(json)
    case .number(let number):
      if !number.isFinite { note(.nonFiniteNumber, element) }
      return number.isFinite
    }
  }

  private mutating func writeMember(_ member: Prop, _ tree: borrowing Tree) {
    let value = tree.value(of: member.id)
    if member.name.short == .fontWeight {
      tree.write(fontWeight: value, to: &text)
    } else if case .raw(let json) = value {
      sorter.write(json, tree, to: &text)
    } else {
      tree.write(scalar: value, to: &text)
    }
  }
}

// MARK: - Checks

extension CompactBuilder {
  mutating func note(
    _ code: Finding.Code, _ severity: Finding.Severity = .error, _ node: NodeID = .none
  ) {
    findings.append(Finding(code, severity, root: root, node: node))
  }

  private mutating func note(_ code: Finding.Code, _ node: NodeID) { note(code, .error, node) }

  private mutating func check(_ element: NodeID, _ tree: borrowing Tree) {
    if tree.hasOtherID(element) { note(.otherID, element) }
    if tree.hasNonFiniteText(element) { note(.nonFiniteText, .warning, element) }
    if tree.hasBadRange(element) { note(.badRange, element) }
  }

  /// Looks for equal ids among the results from `start` on.
  private mutating func checkSiblings(from start: Int, _ tree: borrowing Tree) {
    siblings.removeAll(keepingCapacity: true)
    for index in start..<results.count {
      let source = results[index].source
      guard tree.kind(of: source) == .element, let id = tree.id(of: source) else { continue }
      siblings.append((tree.textHash(id), source))
    }
    guard siblings.count > 1 else { return }
    siblings.sort { $0.hash < $1.hash }
    for index in 1..<siblings.count where siblings[index - 1].hash == siblings[index].hash {
      return note(.duplicateID, siblings[index].node)
    }
  }
}
