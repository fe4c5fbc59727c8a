import PantileJSON

@testable import PantileCore

/// Normalises a tree into a ``SimpleCompactGraph``.
///
/// The work list stands for a recursion over the tree: an element is left again once the nodes of
/// all its lists lie on the stack of results.
struct SimpleCompactBuilder: ~Copyable {
  var graph = SimpleCompactGraph()
  var findings: [Finding] = []
  var root = 0
  /// The length that the payload must not have; all bytes of the graph are part of it.
  var byteLimit = Int.max
  /// Whether ``byteLimit`` was passed and the work given up.
  private(set) var isOverLimit = false
  private let keys = KeyTable()
  private var sorter = JSONSorter()

  private var work: [Step] = []
  /// Nodes of the graph that no list has taken yet.
  private var results: [Int] = []
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
  private var expanded: [Int] = []
  private var siblings: [(hash: UInt64, node: Int)] = []

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
      if graph.bytes.count > byteLimit {
        isOverLimit = true
        return nil
      }
    }
    let count = counts.popLast() ?? 0
    defer { results.removeAll(keepingCapacity: true) }
    guard count != 1 else { return results.last }
    return count == 0 ? nil : wrap(results.count - count)
  }

  private mutating func pushList(_ content: Content) {
    work.append(.endList)
    if content.count > 0 { work.append(.visit(content.first)) }
    work.append(.beginList)
  }

  /// Several nodes in a plain VStack.
  private mutating func wrap(_ base: Int) -> Int {
    let start = graph.bytes.count
    let firstEdge = graph.edges.count
    graph.bytes.append("{\"t\":11,\"c\":")
    writeList(base, results.count, start)
    graph.bytes.append(UInt8(ascii: "}"))
    return graph.intern(.element, from: start, firstEdge: firstEdge)
  }
}

// MARK: - Nodes

extension SimpleCompactBuilder {
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
    let text = tree.text(of: node)
    let start = graph.bytes.count
    if tree.kind(of: node) == .text {
      tree.write(string: text, to: &graph.bytes)
    } else if tree.isNull(text) {
      return
    } else {
      tree.write(raw: text, to: &graph.bytes)
    }
    results.append(graph.intern(.leaf, from: start, firstEdge: graph.edges.count))
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

    let start = graph.bytes.count
    let firstEdge = graph.edges.count
    graph.bytes.append("{\"t\":")
    tree.write(index: Int(tree.componentID(of: element)), to: &graph.bytes)
    let id = tree.id(of: element)
    if let id {
      graph.bytes.append(",\"i\":")
      tree.write(string: id, to: &graph.bytes)
    }
    var list = firstList
    if let text = tree.contentText(of: element) {
      graph.bytes.append(",\"c\":")
      tree.write(string: text, to: &graph.bytes)
    } else if tree.content(of: element).count > 0 {
      if counts[list] > 0 {
        graph.bytes.append(",\"c\":")
        writeList(nodes, nodes + counts[list], start)
        nodes += counts[list]
      }
      list += 1
    }
    writeProps(base, list, nodes, start, tree)
    graph.bytes.append(UInt8(ascii: "}"))
    props.removeLast(props.count - base)
    counts.removeLast(listCount)
    results.removeLast(results.count - kept)
    results.append(graph.intern(.element, from: start, firstEdge: firstEdge, id: id))
  }

  /// Writes an object for one node, else an array.
  private mutating func writeList(_ start: Int, _ end: Int, _ nodeStart: Int) {
    if end - start != 1 { graph.bytes.append(UInt8(ascii: "[")) }
    for index in start..<end {
      if index > start { graph.bytes.append(UInt8(ascii: ",")) }
      addEdge(results[index], nodeStart)
    }
    if end - start != 1 { graph.bytes.append(UInt8(ascii: "]")) }
  }

  private mutating func addEdge(_ target: Int, _ nodeStart: Int) {
    graph.edges.append(
      SimpleCompactGraph.Edge(position: graph.bytes.count - nodeStart, target: target))
  }
}

// MARK: - Props

extension SimpleCompactBuilder {
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
    case .raw(let json): return !tree.isNull(json)
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
    _ base: Int, _ firstList: Int, _ firstNode: Int, _ start: Int, _ tree: borrowing Tree
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
      graph.bytes.append(isOpen ? "," : ",\"p\":{")
      isOpen = true
      keys.write(prop.name, tree, to: &graph.bytes)
      if count > 0 {
        writeList(node, node + count, start)
        node += count
      } else if prop.style >= 0 {
        addEdge(prop.style, start)
      } else {
        writeScalar(value, tree)
      }
    }
    if isOpen { graph.bytes.append(UInt8(ascii: "}")) }
  }

  private mutating func writeScalar(_ value: PropValue, _ tree: borrowing Tree) {
    switch value {
    case .bool(let flag): graph.bytes.append(flag ? "true" : "false")
    case .number(let number): tree.write(number: number, to: &graph.bytes)
    case .string(let text): tree.write(string: text, to: &graph.bytes)
    case .raw(let json): tree.write(raw: json, to: &graph.bytes)
    case .null, .content, .style, .inlineStyle, .dropped: graph.bytes.append("null")
    }
  }
}

// MARK: - Styles

extension SimpleCompactBuilder {
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
    let start = graph.bytes.count
    for index in base..<props.count {
      graph.bytes.append(UInt8(ascii: index == base ? "{" : ","))
      keys.write(props[index].name, tree, to: &graph.bytes)
      writeMember(props[index], tree)
    }
    graph.bytes.append(UInt8(ascii: "}"))
    return graph.intern(.style, from: start, firstEdge: graph.edges.count)
  }

  private mutating func isMember(
    _ member: PropID, _ element: NodeID, _ tree: borrowing Tree
  ) -> Bool {
    let value = tree.value(of: member)
    if tree.name(of: member).short == .fontWeight, case .omitted = weight(value, tree) {
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
      switch weight(value, tree) {
      case .kept, .omitted: writeScalar(value, tree)
      case .named(let text): graph.bytes.append(text)
      case .quoted(let number):
        graph.bytes.append(UInt8(ascii: "\""))
        tree.write(number: number, to: &graph.bytes)
        graph.bytes.append(UInt8(ascii: "\""))
      }
    } else if case .raw(let json) = value {
      sorter.write(json, tree, to: &graph.bytes)
    } else {
      writeScalar(value, tree)
    }
  }

  /// What becomes of a font weight, of which a device knows only certain strings.
  private enum Weight {
    case kept
    case omitted
    case named(StaticString)
    case quoted(Double)
  }

  private func weight(_ value: PropValue, _ tree: borrowing Tree) -> Weight {
    switch value {
    case .number(400): return .omitted
    case .number(200): return .named("\"100\"")
    case .number(let number): return .quoted(number)
    case .string(let text) where text.byteCount <= 6:
      switch tree.string(text) {
      case "400", "normal": return .omitted
      case "200": return .named("\"100\"")
      case "black": return .named("\"900\"")
      default: return .kept
      }
    default: return .kept
    }
  }
}

// MARK: - Checks

extension SimpleCompactBuilder {
  mutating func note(
    _ code: Finding.Code, _ severity: Finding.Severity = .error, _ node: NodeID = .none
  ) {
    findings.append(Finding(code, severity, root: root, node: node))
  }

  private mutating func note(_ code: Finding.Code, _ node: NodeID) { note(code, .error, node) }

  private mutating func check(_ element: NodeID, _ tree: borrowing Tree) {
    if tree.hasOtherID(element) { note(.otherID, element) }
    if tree.hasNonFiniteText(element) { note(.nonFiniteText, .warning, element) }
    switch tree.component(of: element) {
    case .gauge:
      let lower = number(.minimumValue, of: element, 0, tree)
      if lower >= number(.maximumValue, of: element, 1, tree) { note(.badRange, element) }
    case .linearProgressView, .circularProgressView:
      if number(.maximumValue, of: element, 100, tree) <= 0 { note(.badRange, element) }
    default: break
    }
  }

  private func number(
    _ name: ShortName, of element: NodeID, _ fallback: Double, _ tree: borrowing Tree
  ) -> Double {
    if case .number(let number)? = tree.value(name, of: element) { number } else { fallback }
  }

  /// Looks for equal ids among the results from `start` on.
  private mutating func checkSiblings(from start: Int, _ tree: borrowing Tree) {
    siblings.removeAll(keepingCapacity: true)
    for index in start..<results.count {
      guard let id = graph.nodes[results[index]].id else { continue }
      siblings.append((tree.textHash(id), results[index]))
    }
    guard siblings.count > 1 else { return }
    siblings.sort { $0.hash < $1.hash }
    for index in 1..<siblings.count where siblings[index - 1].hash == siblings[index].hash {
      return note(.duplicateID)
    }
  }
}
