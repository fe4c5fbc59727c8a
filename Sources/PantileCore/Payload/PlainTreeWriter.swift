internal import PantileJSON

/// Normalises and writes the roots of a tree in one pass, or gives up on a tree that has something
/// unusual: errors, references to anything but one element, long lists of names or ids.
///
/// ``CompactBuilder`` takes every tree and finds every error; where this writer does not give up,
/// both come to the same.
///
/// The loop stands for a recursion over children and node-valued props. The stack holds the sorted
/// props of elements that are open, and a frame of 40 bytes for every list that is left for an
/// inner one:
///
///     0   node of the list, first node of the list             32 bits each
///     8   ids of the list so far: a Bloom filter of 64 bits
///     16  element that holds the inner list, its text's start  32 bits each
///     24  its pending edges' start, number of ids              32 bits each
///     32  its next prop, or 0 when the inner list is its children; its first prop
///         32 bits each, the highest bit says that the list is an array
///
/// The props of the element end where the frame begins. A prop is its offset (32 bits), the name
/// (16), the kind and the name's rank (8 each), so that sorting the numbers sorts the names; a
/// style has its number in the cache, or in the graph, in place of the offset.
struct PlainTreeWriter: ~Copyable {
  /// Nodes of a root beyond which it gives up.
  var nodeLimit = 10_000
  /// The length of the text beyond which it gives up.
  var end = Int.max
  /// Nodes of the last root.
  private(set) var nodeCount = 0
  /// An upper bound of how deeply containers nest in one root.
  var depthBound: Int { deepest * 4 + Swift.max(longestRaw, styles.longestRaw) / 2 + 8 }

  let keys = KeyTable()
  var stack = Arena(capacity: 4 << 10)
  var styles = StyleCache()
  /// Levels of elements on the stack, and the most of them.
  var level = 0
  var deepest = 0
  var longestRaw = 0
  var sharesParts = false

  private static let longestIDList = 256
  static let mostProps = 32

  /// A list that is being written.
  private struct List {
    var node: Int
    var first: Int
    var ids: UInt64 = 0
    var idCount = 0
    var isArray: Bool

    init(_ content: Content) {
      node = content.first.offset
      first = node
      isArray = content.count > 1
    }

    init(node: Int, first: Int, ids: UInt64, idCount: Int, isArray: Bool) {
      self.node = node
      self.first = first
      self.ids = ids
      self.idCount = idCount
      self.isArray = isArray
    }
  }

  /// An element that is being written.
  struct Element {
    var node = 0
    var start = 0
    var edges = 0
    /// The first prop and the next one to write, on the stack; 0 before they are gathered.
    var firstProp = 0
    var prop = 0
  }

  /// Prepares for a tree; false when there is no memory.
  mutating func begin(_ tree: borrowing Tree, sharesParts: Bool) -> Bool {
    self.sharesParts = sharesParts
    deepest = 0
    longestRaw = 0
    return styles.begin(tree)
  }

  static func grow(_ arena: inout Arena, _ byteCount: Int) -> Bool {
    do throws(ArenaFull) {
      try arena.grow(byteCount)
      return true
    } catch {
      return false
    }
  }
}

// MARK: - The loop

extension PlainTreeWriter {
  /// Writes a list of at least one node, an array without its brackets.
  ///
  /// With shared parts the nodes go to the graph and leave pending edges; else their text goes to
  /// `out`. What was written is of no use when the result is false.
  mutating func write(
    _ content: Content, _ tree: borrowing Tree, _ graph: inout CompactGraph,
    _ findings: inout [Finding], root: Int, to out: inout ByteBuffer
  ) -> Bool {
    stack.reset()
    level = 0
    nodeCount = 0
    var list = List(content)
    list.isArray = false
    var element = Element()
    while true {
      nodeCount &+= 1
      guard nodeCount <= nodeLimit, out.count <= end else { return false }
      var node = list.node
      var header = tree.records.load32(node)
      if header & 0xFF == UInt32(NodeKind.reference.rawValue) {
        node = Self.target(of: node, tree)
        guard node != 0 else { return false }
        header = tree.records.load32(node)
      }
      var isOpen = false
      if header & 0xFF == UInt32(NodeKind.element.rawValue) {
        element = Element(node: node, start: out.count, edges: graph.pendingTop)
        guard check(node, header, tree, &findings, root) else { return false }
        guard begin(node, header, &list, tree, &out) else { return false }
        if header & ElementFlags.hasNodes != 0 {
          let content = Content(word: tree.records.load64(node &+ 8))
          out.append(word: 0x5B3A_2263_222C, count: content.count > 1 ? 6 : 5)  // ,"c":[
          guard descend(&list, element, content) else { return false }
          continue
        }
        switch writeScalarProps(header, node, tree, &graph, &out) {
        case .done: break
        case .givenUp: return false
        case .holdsNodes:
          guard gather(header, &element, tree, &graph, &out) else { return false }
          guard let inner = writeProps(&element, true, tree, &graph, &out) else { return false }
          if inner.count > 0 {
            guard descend(&list, element, inner) else { return false }
            continue
          }
        }
        isOpen = true
      } else {
        guard writeLeaf(node, tree, &graph, &out) else { return false }
      }
      while true {
        if isOpen, sharesParts { close(element, &graph, &out) }
        isOpen = true
        let next = Int(tree.records.load32(list.node &+ 4))
        if next != 0 {
          list.node = next
          out.append(UInt8(ascii: ","))
          break
        }
        if list.isArray { out.append(UInt8(ascii: "]")) }
        guard level > 0 else { return true }
        ascend(&list, &element)
        let isFirst = element.prop == 0
        if isFirst {
          let header = tree.records.load32(element.node)
          switch writeScalarProps(header, element.node, tree, &graph, &out) {
          case .done: continue
          case .givenUp: return false
          case .holdsNodes:
            guard gather(header, &element, tree, &graph, &out) else { return false }
          }
        }
        guard let inner = writeProps(&element, isFirst, tree, &graph, &out) else { return false }
        if inner.count > 0 {
          guard descend(&list, element, inner) else { return false }
          break
        }
      }
    }
  }

  /// The one element that a reference stands for, or 0.
  private static func target(of reference: Int, _ tree: borrowing Tree) -> Int {
    let index = Int(tree.records.load64(reference &+ 8))
    guard let content = tree.shared(index), content.count == 1,
      tree.kind(of: content.first) == .element
    else { return 0 }
    return content.first.offset
  }

  @inline(__always)
  private mutating func descend(
    _ list: inout List, _ element: Element, _ content: Content
  ) -> Bool {
    if stack.capacity &- stack.top < 40, !Self.grow(&stack, 40) { return false }
    let frame = stack.top
    stack.store64(
      frame, UInt64(truncatingIfNeeded: list.node) | UInt64(truncatingIfNeeded: list.first) &<< 32)
    stack.store64(frame &+ 8, list.ids)
    stack.store64(
      frame &+ 16,
      UInt64(truncatingIfNeeded: element.node) | UInt64(truncatingIfNeeded: element.start) &<< 32)
    stack.store64(
      frame &+ 24,
      UInt64(truncatingIfNeeded: element.edges)
        | UInt64(truncatingIfNeeded: list.idCount) &<< 32)
    stack.store64(
      frame &+ 32,
      UInt64(truncatingIfNeeded: element.prop)
        | UInt64(truncatingIfNeeded: element.firstProp) &<< 32
        | (list.isArray ? 1 &<< 63 : 0))
    stack.top = frame &+ 40
    list = List(content)
    level &+= 1
    if level > deepest { deepest = level }
    return true
  }

  @inline(__always)
  private mutating func ascend(_ list: inout List, _ element: inout Element) {
    let frame = stack.top &- 40
    let nodes = stack.load64(frame)
    let holder = stack.load64(frame &+ 16)
    let counts = stack.load64(frame &+ 24)
    let props = stack.load64(frame &+ 32)
    list = List(
      node: Int(nodes & 0xFFFF_FFFF), first: Int(nodes &>> 32), ids: stack.load64(frame &+ 8),
      idCount: Int(counts &>> 32), isArray: props &>> 63 != 0)
    element = Element(
      node: Int(holder & 0xFFFF_FFFF), start: Int(holder &>> 32),
      edges: Int(counts & 0xFFFF_FFFF), firstProp: Int(props &>> 32 & 0x7FFF_FFFF),
      prop: Int(props & 0xFFFF_FFFF))
    stack.top = frame
    level &-= 1
  }

  /// Ends an element whose props are written.
  @inline(__always)
  private mutating func close(
    _ element: Element, _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) {
    let id = graph.intern(.element, &out, from: element.start, firstEdge: element.edges)
    graph.link(id, at: out.count)
  }
}

// MARK: - Elements

extension PlainTreeWriter {
  /// Looks at an element; false when it has an error.
  @inline(__always)
  private func check(
    _ node: Int, _ header: UInt32, _ tree: borrowing Tree, _ findings: inout [Finding],
    _ root: Int
  ) -> Bool {
    let component = UInt8(truncatingIfNeeded: header &>> 16)
    if component >= Component.linearProgressView.rawValue,
      component <= Component.gauge.rawValue,
      tree.hasBadRange(NodeID(rawValue: UInt32(truncatingIfNeeded: node)))
    {
      return false
    }
    guard header & (ElementFlags.hasOtherID | ElementFlags.hasNonFiniteText) != 0 else {
      return true
    }
    if header & ElementFlags.hasOtherID != 0 { return false }
    let id = NodeID(rawValue: UInt32(truncatingIfNeeded: node))
    // An element that is referred to is mentioned once.
    if !findings.contains(where: { $0.node == id }) {
      findings.append(Finding(.nonFiniteText, .warning, root: root, node: id))
    }
    return true
  }

  /// Writes an element's number, id and text; false when a sibling may have the same id.
  @inline(__always)
  private mutating func begin(
    _ node: Int, _ header: UInt32, _ list: inout List, _ tree: borrowing Tree,
    _ out: inout ByteBuffer
  ) -> Bool {
    let component = header &>> 16 & 0xFF
    let isText = header & (ElementFlags.hasText | ElementFlags.hasID) == ElementFlags.hasText
    if isText, component < 10 {
      let text = TextRange(word: tree.records.load64(node &+ 8))
      // {"t":0,"c":
      let low = 0x222C_303A_2274_227B &+ UInt64(component) &<< 40
      out.append(low: low, high: 0x3A_2263, 11)
      tree.write(string: text, to: &out)
      return true
    }
    out.append(word: 0x3A22_7422_7B, count: 5)  // {"t":
    out.append(index: Int(component))
    if header & ElementFlags.hasID != 0 {
      let id = TextRange(word: tree.records.load64(node &+ 24))
      guard Self.note(id, &list, tree) else { return false }
      out.append(word: 0x3A_2269_222C, count: 5)  // ,"i":
      tree.write(string: id, to: &out)
    }
    if header & ElementFlags.hasText != 0 {
      out.append(word: 0x3A_2263_222C, count: 5)  // ,"c":
      tree.write(string: TextRange(word: tree.records.load64(node &+ 8)), to: &out)
    }
    return true
  }

  /// Notes an id of the list; false when another one in it is equal, or there are too many.
  private static func note(_ id: TextRange, _ list: inout List, _ tree: borrowing Tree) -> Bool {
    let bit: UInt64 = 1 &<< (tree.textHash(id) & 63)
    list.idCount &+= 1
    guard list.ids & bit != 0 else {
      list.ids |= bit
      return true
    }
    guard list.idCount <= longestIDList else { return false }
    var other = list.first
    while other != list.node {
      var node = other
      if tree.kind(of: NodeID(rawValue: UInt32(node))) == .reference {
        node = target(of: node, tree)
      }
      if let known = tree.id(of: NodeID(rawValue: UInt32(node))),
        tree.kind(of: NodeID(rawValue: UInt32(node))) == .element, tree.sameText(known, id)
      {
        return false
      }
      other = Int(tree.records.load32(other &+ 4))
      if other == 0 { return false }
    }
    return true
  }

  /// Writes text or JSON in place of a node; false for anything else.
  private mutating func writeLeaf(
    _ node: Int, _ tree: borrowing Tree, _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) -> Bool {
    let start = out.count
    let id = NodeID(rawValue: UInt32(truncatingIfNeeded: node))
    let text = tree.text(of: id)
    switch tree.kind(of: id) {
    case .text: tree.write(string: text, to: &out)
    case .raw where !tree.isNull(text):
      longestRaw = Swift.max(longestRaw, text.byteCount)
      tree.write(raw: text, to: &out)
    default: return false
    }
    if sharesParts {
      let leaf = graph.intern(.leaf, &out, from: start, firstEdge: graph.pendingTop)
      graph.link(leaf, at: out.count)
    }
    return true
  }
}
