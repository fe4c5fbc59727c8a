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
/// style that is a node of the graph already has the node's number in place of the offset.
struct PlainTreeWriter: ~Copyable {
  /// Nodes of a root beyond which it gives up.
  var nodeLimit = 10_000
  /// The length of the text beyond which it gives up.
  var end = Int.max
  /// Nodes of the last root.
  private(set) var nodeCount = 0
  /// An upper bound of how deeply containers nest in one root.
  var depthBound: Int { deepest * 4 + longestRaw / 2 + 8 }

  private let keys = KeyTable()
  private var sorter = JSONSorter()
  private var stack = Arena(capacity: 4 << 10)
  /// What is known of each style: 0 nothing, 1 that it is empty, else where its text lies or which
  /// node it is.
  private var styles = Arena(capacity: 64)
  /// Levels of elements on the stack, and the most of them.
  private var level = 0
  private var deepest = 0
  private var longestRaw = 0
  private var sharesParts = false

  private static let longestIDList = 256
  private static let mostProps = 32
  private static let isEmpty: UInt64 = 1

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
  private struct Element {
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
    styles.reset()
    let byteCount = tree.styleCount * 8
    if styles.capacity - 16 < byteCount, !Self.grow(&styles, byteCount + 16) { return false }
    styles.fill64(8, count: tree.styleCount, 0)
    return true
  }

  private static func grow(_ arena: inout Arena, _ byteCount: Int) -> Bool {
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
        node = target(of: node, tree)
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
          out.append(word: 0x5B3A_2263_222C, content.count > 1 ? 6 : 5)  // ,"c":[
          guard descend(&list, element, content) else { return false }
          continue
        }
        guard gather(header, &element, tree, &graph, &out) else { return false }
        guard let inner = writeProps(&element, true, tree, &graph, &out) else { return false }
        if inner.count > 0 {
          guard descend(&list, element, inner) else { return false }
          continue
        }
        isOpen = true
      } else {
        guard writeLeaf(node, tree, &graph, &out) else { return false }
      }
      while true {
        if isOpen { close(element, &graph, &out) }
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
          guard gather(header, &element, tree, &graph, &out) else { return false }
        }
        guard let inner = writeProps(&element, isFirst, tree, &graph, &out) else { return false }
        if inner.count > 0 {
          guard descend(&list, element, inner) else { return false }
          break
        }
        isOpen = true
      }
    }
  }

  /// The one element that a reference stands for, or 0.
  private func target(of reference: Int, _ tree: borrowing Tree) -> Int {
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
    out.append(UInt8(ascii: "}"))
    guard sharesParts else { return }
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
    let component = Int(header &>> 16 & 0xFF)
    if component < 10 {
      out.append(word: 0x3A22_7422_7B | UInt64(0x30 &+ component) &<< 40, 6)  // {"t":0
    } else {
      out.append(word: 0x3A22_7422_7B, 5)
      out.append(index: component)
    }
    if header & ElementFlags.hasID != 0 {
      let id = TextRange(word: tree.records.load64(node &+ 24))
      guard note(id, &list, tree) else { return false }
      out.append(word: 0x3A_2269_222C, 5)  // ,"i":
      tree.write(string: id, to: &out)
    }
    if header & ElementFlags.hasText != 0 {
      out.append(word: 0x3A_2263_222C, 5)  // ,"c":
      tree.write(string: TextRange(word: tree.records.load64(node &+ 8)), to: &out)
    }
    return true
  }

  /// Notes an id of the list; false when another one in it is equal, or there are too many.
  private func note(_ id: TextRange, _ list: inout List, _ tree: borrowing Tree) -> Bool {
    let bit: UInt64 = 1 &<< (tree.textHash(id) & 63)
    list.idCount &+= 1
    guard list.ids & bit != 0 else {
      list.ids |= bit
      return true
    }
    guard list.idCount <= Self.longestIDList else { return false }
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

// MARK: - Props

extension PlainTreeWriter {
  /// The kind of a prop whose style is a node of the graph.
  private static let linkedStyle: UInt64 = 0xFF

  /// Puts the props that are written on the stack, sorted by name; false when it gives up.
  private mutating func gather(
    _ header: UInt32, _ element: inout Element, _ tree: borrowing Tree,
    _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) -> Bool {
    let base = stack.top
    element.firstProp = base
    element.prop = base
    guard header & ElementFlags.hasProps != 0 else { return true }
    var hasOwnNames = false
    var prop = Int(tree.records.load32(element.node &+ 16))
    while prop != 0 {
      let word = tree.records.load64(prop)
      let value = tree.records.load64(prop &+ 8)
      var entry = UInt64(truncatingIfNeeded: prop) | (word & 0xFF) &<< 48
      switch ValueKind(rawValue: UInt8(truncatingIfNeeded: word)) {
      case .bool, .string: break
      case .number: if !Double(bitPattern: value).isFinite { return false }
      case .content: if Content(word: value).count == 0 { entry = 0 }
      case .raw:
        let json = TextRange(word: value)
        longestRaw = Swift.max(longestRaw, json.byteCount)
        if tree.isNull(json) { entry = 0 }
      case .style:
        guard let found = find(style: Int(value), entry, tree, &graph, &out) else { return false }
        entry = found
      case .inlineStyle:
        let style = Int(truncatingIfNeeded: value)
        guard let found = find(inlineStyle: style, entry, tree, &graph, &out) else { return false }
        entry = found
      case .null, .dropped: entry = 0
      case .table, nil: return false
      }
      if entry != 0, !insert(entry, word, base, &hasOwnNames, tree) { return false }
      prop = Int(word &>> 32)
    }
    return true
  }

  /// Sorts a prop into those on the stack; false when there are too many.
  @inline(__always)
  private mutating func insert(
    _ entry: UInt64, _ word: UInt64, _ base: Int, _ hasOwnNames: inout Bool,
    _ tree: borrowing Tree
  ) -> Bool {
    let id = Int(word &>> 16 & 0xFFFF)
    var at = stack.top
    guard at &- base < Self.mostProps &* 8 else { return false }
    if stack.capacity &- at < 8, !Self.grow(&stack, 8) { return false }
    stack.top = at &+ 8
    if id >= Int(ShortName.count) || hasOwnNames {
      hasOwnNames = true
      insertSlowly(entry | UInt64(id) &<< 32, base, tree)
      return true
    }
    let sorted = entry | UInt64(id) &<< 32 | UInt64(keys.rank(id)) &<< 56
    while at > base, case let before = stack.load64(at &- 8), before > sorted {
      stack.store64(at, before)
      at &-= 8
    }
    stack.store64(at, sorted)
    return true
  }

  /// Sorts a prop in by comparing the texts of names.
  @inline(never)
  private mutating func insertSlowly(_ entry: UInt64, _ base: Int, _ tree: borrowing Tree) {
    var at = stack.top &- 8
    let name = name(of: entry, tree)
    while at > base, case let before = stack.load64(at &- 8),
      tree.precedes(name, self.name(of: before, tree))
    {
      stack.store64(at, before)
      at &-= 8
    }
    stack.store64(at, entry)
  }

  private func name(of entry: UInt64, _ tree: borrowing Tree) -> PropName {
    let id = UInt16(truncatingIfNeeded: entry &>> 32)
    guard id == PropName.custom else { return PropName(id: id, text: .empty) }
    return tree.name(of: PropID(rawValue: UInt32(truncatingIfNeeded: entry)))
  }

  /// Writes props up to the next one that holds nodes, and returns those; an empty list at the end,
  /// `nil` when it gives up.
  private mutating func writeProps(
    _ element: inout Element, _ isFirst: Bool, _ tree: borrowing Tree,
    _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) -> Content? {
    let end = stack.top
    if isFirst {
      guard element.prop < end else { return Content() }
      out.append(word: 0x7B3A_2270_222C, 6)  // ,"p":{
    }
    var at = element.prop
    while at < end {
      let entry = stack.load64(at)
      writeKey(entry, isFirst: at == element.firstProp, tree, &out)
      at &+= 8
      let kind = entry &>> 48 & 0xFF
      if kind == Self.linkedStyle {
        graph.link(Int(entry & 0xFFFF_FFFF), at: out.count)
        continue
      }
      let value = tree.records.load64(Int(entry & 0xFFFF_FFFF) &+ 8)
      switch ValueKind(rawValue: UInt8(truncatingIfNeeded: kind)) {
      case .content:
        let content = Content(word: value)
        if content.count > 1 { out.append(UInt8(ascii: "[")) }
        element.prop = at
        return content
      case .style:
        guard write(style: Int(value), tree, &out) else { return nil }
      case .inlineStyle:
        guard write(members: Int(truncatingIfNeeded: value), tree, &out) != nil else { return nil }
      case let kind: writeScalar(kind, value, tree, &out)
      }
    }
    out.append(UInt8(ascii: "}"))
    stack.top = element.firstProp
    return Content()
  }

  @inline(__always)
  private func writeKey(
    _ entry: UInt64, isFirst: Bool, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    let id = Int(entry &>> 32 & 0xFFFF)
    if id < Int(ShortName.count) { return keys.write(id, isFirst: isFirst, to: &out) }
    if !isFirst { out.append(UInt8(ascii: ",")) }
    tree.write(string: name(of: entry, tree).text, to: &out)
    out.append(UInt8(ascii: ":"))
  }

  @inline(__always)
  private func writeScalar(
    _ kind: ValueKind?, _ value: UInt64, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    switch kind {
    case .string: tree.write(string: TextRange(word: value), to: &out)
    case .number:
      let number = Double(bitPattern: value)
      if number >= 0, number < 100, case let whole = Int(number), Double(whole) == number {
        out.append(index: whole)
      } else {
        out.append(number: number)
      }
    case .bool: if value != 0 { out.append("true") } else { out.append("false") }
    default: tree.write(raw: TextRange(word: value), to: &out)
    }
  }
}

// MARK: - Styles

extension PlainTreeWriter {
  /// The prop of a registered style: 0 when the style is empty, `nil` when it gives up.
  @inline(__always)
  private mutating func find(
    style index: Int, _ entry: UInt64, _ tree: borrowing Tree, _ graph: inout CompactGraph,
    _ out: inout ByteBuffer
  ) -> UInt64? {
    guard index < tree.styleCount else { return 0 }
    let known = styles.load64(8 &+ index &* 8)
    if known == Self.isEmpty { return 0 }
    if known != 0 { return sharesParts ? known : entry }
    let style = Int(tree.styleOffsets[index])
    guard let found = find(inlineStyle: style, entry, tree, &graph, &out) else { return nil }
    if found == 0 {
      styles.store64(8 &+ index &* 8, Self.isEmpty)
    } else if sharesParts {
      styles.store64(8 &+ index &* 8, found)
    }
    return found
  }

  /// The prop of a style: 0 when the style is empty, `nil` when it gives up.
  private mutating func find(
    inlineStyle style: Int, _ entry: UInt64, _ tree: borrowing Tree,
    _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) -> UInt64? {
    let id = NodeID(rawValue: UInt32(truncatingIfNeeded: style))
    guard style != 0, tree.kind(of: id) == .style else { return 0 }
    guard sharesParts else { return hasMembers(style, tree) ? entry : 0 }
    let start = out.count
    guard let isWritten = write(members: style, tree, &out) else { return nil }
    guard isWritten else { return 0 }
    let node = graph.intern(.style, &out, from: start, firstEdge: graph.pendingTop)
    return UInt64(truncatingIfNeeded: node) | Self.linkedStyle &<< 48
  }

  /// Writes a registered style that is not empty; a copy of its text where it is there already.
  private mutating func write(
    style index: Int, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) -> Bool {
    let known = styles.load64(8 &+ index &* 8)
    if known != 0 {
      out.append(again: Int(known &>> 32), Int(known & 0xFFFF_FFFF))
      return true
    }
    let start = out.count
    guard write(members: Int(tree.styleOffsets[index]), tree, &out) != nil else { return false }
    if out.count <= Int(UInt32.max) {
      styles.store64(
        8 &+ index &* 8,
        UInt64(truncatingIfNeeded: start) &<< 32
          | UInt64(truncatingIfNeeded: out.count &- start))
    }
    return true
  }

  /// Whether a style has a member that is written.
  private func hasMembers(_ style: Int, _ tree: borrowing Tree) -> Bool {
    var member = tree.firstProp(of: NodeID(rawValue: UInt32(truncatingIfNeeded: style)))
    while member != .none {
      if isWritten(member, tree) { return true }
      member = tree.next(after: member)
    }
    return false
  }

  @inline(__always)
  private func isWritten(_ member: PropID, _ tree: borrowing Tree) -> Bool {
    let word = tree.records.load64(member.offset)
    switch ValueKind(rawValue: UInt8(truncatingIfNeeded: word)) {
    case .bool, .number, .string: break
    case .raw:
      if tree.isNull(TextRange(word: tree.records.load64(member.offset &+ 8))) { return false }
    default: return false
    }
    guard word &>> 16 & 0xFFFF == UInt64(ShortName.fontWeight.rawValue) else { return true }
    if case .omitted = tree.fontWeight(tree.value(of: member)) { return false }
    return true
  }

  /// Writes a style; false when it has no members, `nil` when it gives up.
  private mutating func write(
    members style: Int, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) -> Bool? {
    let base = stack.top
    var hasOwnNames = false
    var member = PropID(rawValue: tree.records.load32(style &+ 16))
    while member != .none {
      let word = tree.records.load64(member.offset)
      let kind = UInt8(truncatingIfNeeded: word)
      if kind == ValueKind.table.rawValue { return nil }
      if kind == ValueKind.number.rawValue,
        !Double(bitPattern: tree.records.load64(member.offset &+ 8)).isFinite
      {
        return nil
      }
      if isWritten(member, tree) {
        let entry = UInt64(member.rawValue) | (word & 0xFF) &<< 48
        guard insert(entry, word, base, &hasOwnNames, tree) else { return nil }
      }
      member = PropID(rawValue: UInt32(truncatingIfNeeded: word &>> 32))
    }
    let end = stack.top
    stack.top = base
    guard base < end else { return false }
    out.append(UInt8(ascii: "{"))
    var at = base
    while at < end {
      let entry = stack.load64(at)
      writeKey(entry, isFirst: at == base, tree, &out)
      writeMember(entry, tree, &out)
      at &+= 8
    }
    out.append(UInt8(ascii: "}"))
    return true
  }

  @inline(__always)
  private mutating func writeMember(
    _ entry: UInt64, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    let member = PropID(rawValue: UInt32(truncatingIfNeeded: entry))
    if entry &>> 32 & 0xFFFF == UInt64(ShortName.fontWeight.rawValue) {
      return tree.write(fontWeight: tree.value(of: member), to: &out)
    }
    let kind = ValueKind(rawValue: UInt8(truncatingIfNeeded: entry &>> 48))
    let value = tree.records.load64(member.offset &+ 8)
    if kind == .raw {
      let json = TextRange(word: value)
      longestRaw = Swift.max(longestRaw, json.byteCount)
      return sorter.write(json, tree, to: &out)
    }
    writeScalar(kind, value, tree, &out)
  }
}
