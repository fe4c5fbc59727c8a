public import PantileJSON

/// Writes a tree as a payload in reference mode: the bytes that Voltra's Node renderer gives.
///
/// The writer keeps its stack between payloads, so a warm one allocates nothing.
public struct PayloadWriter: ~Copyable {
  /// The longest payload that is written, in bytes.
  public var limit: Int
  private var stack: [Frame] = []
  private var end = 0
  /// Where the style indices of the root being written are in the tree's maps, or −1.
  private var styleMap = -1
  private let keys = KeyTable()

  /// A list of nodes that is being written, and where to go on behind it.
  private struct Frame {
    /// The element that holds the list; 0 at the top.
    var owner: UInt32
    /// The prop that holds the list, 0 for children; plus 1 when the list is an array.
    var place: UInt32
  }

  /// Creates a writer.
  public init(limit: Int = 64 << 20) { self.limit = limit }

  /// Appends the payload of `tree` to `out`.
  ///
  /// - Throws: ``PayloadError`` with code `.outputLimit` when the payload is longer than ``limit``;
  ///   `out` is as it was then.
  /// - Complexity: O(*n*) in the bytes of the tree. Nesting takes heap, not stack.
  public mutating func write(
    _ tree: borrowing Tree, to out: inout ByteBuffer
  ) throws(PayloadError) {
    let start = out.count
    end = limit > Int.max - start ? Int.max : start + limit
    do throws(PayloadError) {
      switch tree.form {
      case .widget: try writeWidget(tree, to: &out)
      case .liveActivity: try writeLiveActivity(tree, to: &out)
      case .android: try writeAndroid(tree, to: &out)
      case .bare:
        try write(tree.rootList.first?.content ?? Content(), tree, &out)
      }
      try checkLength(out)
    } catch {
      out.truncate(to: start)
      throw error
    }
  }

  @inline(__always)
  private func checkLength(_ out: borrowing ByteBuffer) throws(PayloadError) {
    if out.count > end { throw PayloadError(.outputLimit(limit)) }
  }
}

// MARK: - Envelopes

extension PayloadWriter {
  private mutating func writeWidget(
    _ tree: borrowing Tree, to out: inout ByteBuffer
  ) throws(PayloadError) {
    out.append(UInt8(ascii: "{"))
    for index in indexRoots(tree) {
      try writeRoot(tree.rootList[index], tree, &out)
      out.append(UInt8(ascii: ","))
    }
    out.append("\"v\":")
    var isVersion = true
    var written = Registries()
    for root in tree.rootList where tree.texts.load8(Int(root.name.offset)) == UInt8(ascii: "v") {
      guard root.name.byteCount == 1 else { continue }
      try write(root.content, tree, &out)
      isVersion = false
    }
    if isVersion { out.append(UInt8(ascii: "1")) }
    for root in tree.rootList where tree.arrayIndex(root.name) == nil {
      try writeNamed(root, &written, tree, &out)
    }
    try writeRegistries(except: written, tree, &out)
    out.append(UInt8(ascii: "}"))
  }

  /// Which registries a family of the same name has given its place to.
  private struct Registries {
    var elements = false
    var styles = false
  }

  private mutating func writeNamed(
    _ root: Tree.Root, _ written: inout Registries, _ tree: borrowing Tree,
    _ out: inout ByteBuffer
  ) throws(PayloadError) {
    if root.name.byteCount == 1 {
      switch tree.texts.load8(Int(root.name.offset)) {
      case UInt8(ascii: "v"): return
      case UInt8(ascii: "e") where tree.sharedCount > 0:
        written.elements = true
        return try writeElements(tree, &out)
      case UInt8(ascii: "s") where tree.styleCount > 0:
        written.styles = true
        return try writeStyles(tree, &out)
      default: break
      }
    }
    out.append(UInt8(ascii: ","))
    try writeRoot(root, tree, &out)
  }

  /// The roots whose names are array indices, ascending: a JavaScript object lists them first.
  private func indexRoots(_ tree: borrowing Tree) -> [Int] {
    var found: [(value: UInt32, root: Int)] = []
    for root in tree.rootList.indices {
      if let value = tree.arrayIndex(tree.rootList[root].name) { found.append((value, root)) }
    }
    if found.count > 1 { found.sort { $0.value < $1.value } }
    return found.map(\.root)
  }

  private mutating func writeRoot(
    _ root: Tree.Root, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) throws(PayloadError) {
    tree.write(string: root.name, to: &out)
    out.append(UInt8(ascii: ":"))
    styleMap = root.styleMap
    try write(root.content, tree, &out)
    styleMap = -1
  }

  private mutating func writeAndroid(
    _ tree: borrowing Tree, to out: inout ByteBuffer
  ) throws(PayloadError) {
    out.append("{\"v\":1")
    try writeRegistries(except: Registries(), tree, &out)
    out.append(",\"variants\":{")
    var isFirst = true
    let indexed = indexRoots(tree)
    for index in indexed {
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      try writeRoot(tree.rootList[index], tree, &out)
    }
    for root in tree.rootList where tree.arrayIndex(root.name) == nil {
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      try writeRoot(root, tree, &out)
    }
    out.append("}}")
  }

  private mutating func writeLiveActivity(
    _ tree: borrowing Tree, to out: inout ByteBuffer
  ) throws(PayloadError) {
    out.append("{\"v\":1")
    for region in Region.allCases {
      for root in tree.rootList where root.region == region {
        out.append(",\"")
        out.append(region.key)
        out.append("\":")
        try write(root.content, tree, &out)
      }
    }
    try writeRegistries(except: Registries(), tree, &out)
    writeTint("ls_background_tint", tree.tint(.lockScreenBackground), tree, &out)
    writeTint("isl_keyline_tint", tree.tint(.islandKeyline), tree, &out)
    out.append(UInt8(ascii: "}"))
  }

  private func writeTint(
    _ key: StaticString, _ text: TextRange, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    guard text.byteCount > 0 else { return }
    out.append(",\"")
    out.append(key)
    out.append("\":")
    tree.write(string: text, to: &out)
  }

  private mutating func writeRegistries(
    except written: Registries, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) throws(PayloadError) {
    if !written.elements, tree.sharedCount > 0 { try writeElements(tree, &out) }
    if !written.styles, tree.styleCount > 0 { try writeStyles(tree, &out) }
  }

  private mutating func writeElements(
    _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) throws(PayloadError) {
    out.append(",\"e\":[")
    for index in tree.sharedContents.indices {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      try write(tree.sharedContents[index], tree, &out)
    }
    out.append(UInt8(ascii: "]"))
  }

  private mutating func writeStyles(
    _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) throws(PayloadError) {
    out.append(",\"s\":[")
    for index in tree.styleOffsets.indices {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      let style = NodeID(rawValue: tree.styleOffsets[index])
      if tree.records.load8(style.offset) == NodeKind.instance.rawValue {
        _ = writeInstance(style, from: 0, tree, &out)
      } else {
        writeStyle(style, tree, &out)
      }
      try checkLength(out)
    }
    out.append(UInt8(ascii: "]"))
  }
}

// MARK: - Nodes

extension PayloadWriter {
  /// Writes a list of nodes.
  ///
  /// The loop stands for a recursion over children and node-valued props: going down pushes a
  /// frame, and the end of a list continues with the props of the element that holds it.
  private mutating func write(
    _ content: Content, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) throws(PayloadError) {
    guard content.count > 0 else { return out.append("[]") }
    stack.removeAll(keepingCapacity: true)
    var node = enter(content, owner: .none, prop: .none, &out)
    while true {
      if let inner = writeStart(of: node, tree, &out) {
        node = inner
        continue
      }
      try checkLength(out)
      while true {
        let next = tree.next(after: node)
        if next != .none {
          out.append(UInt8(ascii: ","))
          node = next
          break
        }
        guard let frame = stack.popLast() else { return }
        if frame.place & 1 != 0 { out.append(UInt8(ascii: "]")) }
        guard frame.owner != 0 else { return }
        node = NodeID(rawValue: frame.owner)
        if tree.records.load8(node.offset) == NodeKind.instance.rawValue {
          let gap = Int(frame.place >> 1)
          if tree.precedesNodes(gap - 1, of: node) { out.append(UInt8(ascii: ",")) }
          if let inner = writeInstance(node, from: gap, tree, &out) {
            node = inner
            break
          }
          try checkLength(out)
          continue
        }
        let prop = PropID(rawValue: frame.place & ~1)
        if let inner = writeProps(of: node, behind: prop, tree, &out) {
          node = inner
          break
        }
      }
    }
  }

  /// Opens a list and returns its first node.
  @inline(__always)
  private mutating func enter(
    _ content: Content, owner: NodeID, prop: PropID, _ out: inout ByteBuffer
  ) -> NodeID {
    let isArray = content.isArray || content.count > 1
    if isArray { out.append(UInt8(ascii: "[")) }
    stack.append(Frame(owner: owner.rawValue, place: prop.rawValue | (isArray ? 1 : 0)))
    return content.first
  }

  /// Writes a node up to its first inner list and returns that list's first node; writes all of it
  /// and returns `nil` when it has none.
  @inline(__always)
  private mutating func writeStart(
    of node: NodeID, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) -> NodeID? {
    let header = tree.records.load32(node.offset)
    guard header & 0xFF == UInt32(NodeKind.element.rawValue) else {
      if header & 0xFF == UInt32(NodeKind.instance.rawValue) {
        return writeInstance(node, from: 0, tree, &out)
      }
      writeLeaf(node, tree, &out)
      return nil
    }
    writeOpening(Int(header >> 16 & 0xFF), &out)
    if header & ElementFlags.hasID != 0 {
      out.append(",\"i\":")
      tree.write(string: TextRange(word: tree.records.load64(node.offset &+ 24)), to: &out)
    }
    if header & ElementFlags.hasText != 0 {
      out.append(word: Self.contentKey, count: 5)
      tree.write(string: TextRange(word: tree.records.load64(node.offset &+ 8)), to: &out)
    } else if header & ElementFlags.hasNodes != 0 {
      out.append(word: Self.contentKey, count: 5)
      let content = Content(word: tree.records.load64(node.offset &+ 8))
      return enter(content, owner: node, prop: .none, &out)
    }
    guard header & ElementFlags.hasProps != 0 else {
      out.append(UInt8(ascii: "}"))
      return nil
    }
    return writeProps(of: node, behind: .none, tree, &out)
  }

  /// `,"c":` and `,"p":{`, the first character lowest.
  private static var contentKey: UInt64 { 0x3A_2263_222C }
  private static var propsKey: UInt64 { 0x7B3A_2270_222C }
  private static var opening: UInt64 { 0x3A_2274_227B }

  /// Writes `{"t":` and the number of a component.
  @inline(__always)
  private func writeOpening(_ component: Int, _ out: inout ByteBuffer) {
    if component < 10 {
      let digit = UInt64(truncatingIfNeeded: 0x30 &+ component)
      out.append(word: Self.opening | digit << 40, count: 6)
    } else if component < 100 {
      let tens = component / 10
      let digits = UInt64(
        truncatingIfNeeded: 0x3030 &+ tens &+ (component &- tens &* 10) << 8)
      out.append(word: Self.opening | digits << 40, count: 7)
    } else {
      out.append(word: Self.opening, count: 5)
      out.append(integer: component)
    }
  }

  private func writeLeaf(_ node: NodeID, _ tree: borrowing Tree, _ out: inout ByteBuffer) {
    switch tree.kind(of: node) {
    case .reference:
      out.append("{\"$r\":")
      tree.write(index: tree.index(of: node), to: &out)
      out.append(UInt8(ascii: "}"))
    case .text: tree.write(string: tree.text(of: node), to: &out)
    case .raw: tree.write(raw: tree.text(of: node), to: &out)
    case .none, .element, .style, .nullStyle, .instance: out.append("null")
    }
  }

  /// Writes an instance from a gap on, or up to the next content, whose first node it returns.
  private mutating func writeInstance(
    _ node: NodeID, from first: Int, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) -> NodeID? {
    let form = Int(tree.records.load32(node.offset &+ 8))
    let count = Int(tree.records.load32(form))
    var text = Int(tree.records.load64(form &+ 8))
    if first > 0 {
      for gap in 0..<first {
        let sizes = tree.records.load64(form &+ 16 &+ gap &* 16)
        text &+= Int(sizes & 0xFFFF_FFFF) &+ Int(sizes >> 32)
      }
    }
    var gap = first
    var dropsComma = false
    while gap < count {
      let place = form &+ 16 &+ gap &* 16
      let sizes = tree.records.load64(place)
      let before = Int(sizes & 0xFFFF_FFFF)
      let key = Int(sizes >> 32)
      let value = node.offset &+ 16 &+ gap &* 16
      let kind = tree.records.load8(value)
      let word = tree.records.load64(value &+ 8)
      if dropsComma {
        dropsComma = appendWithoutComma(text, before, tree, &out)
      } else {
        out.append(from: tree.texts, text, before)
      }
      text &+= before
      gap &+= 1
      if kind == ValueKind.dropped.rawValue {
        let rule = FormGap.Rule(rawValue: tree.records.load32(place &+ 8))
        if rule.contains(.isFirst) { dropsComma = true }
        text &+= key
        continue
      }
      if kind == ValueKind.content.rawValue {
        let rule = FormGap.Rule(rawValue: tree.records.load32(place &+ 8))
        let content = Content(word: word)
        if content.count > 0 {
          if rule.contains(.followsNodes) { out.append(UInt8(ascii: ",")) }
          appendKey(text, key, &dropsComma, tree, &out)
          stack.append(
            Frame(
              owner: node.rawValue,
              place: UInt32(truncatingIfNeeded: gap) << 1
                | (opens(content, rule, &out) ? 1 : 0)))
          return content.first
        }
        // An empty list of children is left out; an empty prop is an empty array.
        if rule.isDisjoint(with: [.isOpen, .isChildren]) {
          appendKey(text, key, &dropsComma, tree, &out)
          out.append("[]")
        }
        text &+= key
        continue
      }
      appendKey(text, key, &dropsComma, tree, &out)
      text &+= key
      writeValue(kind, word, tree, &out)
    }
    let rest = Int(tree.records.load32(form &+ 16 &+ count &* 16))
    if dropsComma {
      _ = appendWithoutComma(text, rest, tree, &out)
    } else {
      out.append(from: tree.texts, text, rest)
    }
    return nil
  }

  /// Opens the list of a gap; whether it is an array that the gap itself closes.
  @inline(__always)
  private func opens(
    _ content: Content, _ rule: FormGap.Rule, _ out: inout ByteBuffer
  ) -> Bool {
    guard !rule.contains(.isOpen), content.isArray || content.count > 1 else { return false }
    out.append(UInt8(ascii: "["))
    return true
  }

  @inline(__always)
  private func appendKey(
    _ text: Int, _ key: Int, _ dropsComma: inout Bool, _ tree: borrowing Tree,
    _ out: inout ByteBuffer
  ) {
    if dropsComma {
      dropsComma = appendWithoutComma(text, key, tree, &out)
    } else {
      out.append(from: tree.texts, text, key)
    }
  }

  /// Appends text of a form without the comma that it begins with; true when there is no text.
  @inline(never)
  private func appendWithoutComma(
    _ text: Int, _ count: Int, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) -> Bool {
    guard count > 0 else { return true }
    let skipped = tree.texts.load8(text) == UInt8(ascii: ",") ? 1 : 0
    out.append(from: tree.texts, text + skipped, count - skipped)
    return false
  }

  /// Writes the props behind `prop` (all when it is none) and the element's end, or up to the next
  /// node-valued prop, whose first node it returns.
  @inline(__always)
  private mutating func writeProps(
    of element: NodeID, behind previous: PropID, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) -> NodeID? {
    var prop: PropID
    var isFirst = false
    if previous == .none {
      guard tree.hasProps(element) else {
        out.append(UInt8(ascii: "}"))
        return nil
      }
      out.append(word: Self.propsKey, count: 6)
      prop = tree.firstProp(of: element)
      isFirst = true
    } else {
      prop = tree.next(after: previous)
    }
    while prop != .none {
      let head = tree.records.load64(prop.offset)
      let word = tree.records.load64(prop.offset &+ 8)
      let kind = UInt8(truncatingIfNeeded: head)
      let next = PropID(rawValue: UInt32(truncatingIfNeeded: head >> 32))
      if kind == ValueKind.dropped.rawValue {
        prop = next
        continue
      }
      keys.write(prop, head, isFirst: isFirst, tree, to: &out)
      isFirst = false
      if kind == ValueKind.content.rawValue {
        let content = Content(word: word)
        if content.count > 0 { return enter(content, owner: element, prop: prop, &out) }
        out.append("[]")
      } else {
        writeValue(kind, word, tree, &out)
      }
      prop = next
    }
    out.append(word: 0x7D7D, count: 2)
    return nil
  }

  /// Writes a value that is no content.
  @inline(__always)
  private func writeValue(
    _ kind: UInt8, _ word: UInt64, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    if kind == ValueKind.number.rawValue {
      tree.write(number: Double(bitPattern: word), to: &out)
    } else if kind == ValueKind.string.rawValue {
      tree.write(string: TextRange(word: word), to: &out)
    } else if kind == ValueKind.style.rawValue, tree.form != .bare {
      let index = styleMap < 0 ? Int(word) : Int(tree.styleMaps[styleMap &+ Int(word)])
      tree.write(index: index, to: &out)
    } else {
      writeOther(kind, word, tree, &out)
    }
  }

  @inline(never)
  private func writeOther(
    _ kind: UInt8, _ word: UInt64, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    switch ValueKind(rawValue: kind) {
    case .bool: if word != 0 { out.append("true") } else { out.append("false") }
    case .raw: tree.write(raw: TextRange(word: word), to: &out)
    case .style: writeStyle(tree.style(Int(word)), tree, &out)
    case .inlineStyle:
      writeStyle(NodeID(rawValue: UInt32(truncatingIfNeeded: word)), tree, &out)
    default: out.append("null")
    }
  }

  @inline(__always)
  private func writeStyle(_ style: NodeID, _ tree: borrowing Tree, _ out: inout ByteBuffer) {
    guard style != .none, tree.kind(of: style) == .style else { return out.append("null") }
    out.append(UInt8(ascii: "{"))
    var member = tree.firstProp(of: style)
    var isFirst = true
    while member != .none {
      let head = tree.records.load64(member.offset)
      let kind = UInt8(truncatingIfNeeded: head)
      // What only a prop can hold is left out.
      if kind <= ValueKind.raw.rawValue {
        keys.write(member, head, isFirst: isFirst, tree, to: &out)
        isFirst = false
        writeValue(kind, tree.records.load64(member.offset &+ 8), tree, &out)
      }
      member = PropID(rawValue: UInt32(truncatingIfNeeded: head >> 32))
    }
    out.append(UInt8(ascii: "}"))
  }
}
