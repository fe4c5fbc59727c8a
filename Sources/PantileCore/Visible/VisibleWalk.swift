internal import PantileJSON

/// A walk over a payload that writes its visible form, members in any order.
///
/// The walk keeps what is still to be written on a list, so nesting takes no stack. References make
/// a payload larger than its text, so nodes are counted.
struct VisibleWalk: ~Copyable {
  private enum Step {
    case byte(UInt8)
    case key(String)
    case leaf(JSONNode)
  }

  private var steps: [Step] = []
  private var elements: [JSONNode] = []
  private var styles: [JSONNode] = []
  private var nodes = 0
  private var isTooLarge = false

  /// The nodes that all families may have together; a device takes 10,000 for each.
  private static let nodeLimit = 70_000

  /// Writes the form; false where the payload has none.
  mutating func run(_ document: borrowing JSONDocument, _ text: inout ByteBuffer) -> Bool {
    let root = document.root
    guard case .object = document.value(at: root) else { return false }
    elements = Self.list(document, document.member("e", of: root))
    // The device drops what is no style before it counts.
    styles = Self.list(document, document.member("s", of: root)).filter {
      Self.isObject(document, $0)
    }
    text.append(0x7b)
    var isEmpty = true
    for family in Family.allCases {
      guard let node = document.member(family.name, of: root) else { continue }
      if !isEmpty { text.append(0x2c) }
      isEmpty = false
      text.append(jsonString: family.name.description)
      text.append(0x3a)
      let leaves = leaves(document, node)
      if leaves.isEmpty { text.append("null") }
      push(leaves)
      while let step = steps.popLast(), !isTooLarge { write(step, document, &text) }
      if isTooLarge { return false }
    }
    text.append(0x7d)
    return !isEmpty
  }

  private static func list(
    _ document: borrowing JSONDocument, _ node: JSONNode?
  ) -> [JSONNode] {
    guard let node, case .array(let count) = document.value(at: node) else { return [] }
    var nodes: [JSONNode] = []
    nodes.reserveCapacity(count)
    var child = document.first(in: node)
    for _ in 0..<count {
      nodes.append(child)
      child = document.next(after: child)
    }
    return nodes
  }

  private static func isObject(_ document: borrowing JSONDocument, _ node: JSONNode) -> Bool {
    if case .object = document.value(at: node) { return true }
    return false
  }

  /// Schedules nodes as a value: one as it is, several as an array.
  private mutating func push(_ leaves: [JSONNode]) {
    if leaves.count == 1 { return steps.append(.leaf(leaves[0])) }
    if leaves.isEmpty { return }
    steps.append(.byte(0x5d))
    for (index, leaf) in leaves.enumerated().reversed() {
      steps.append(.leaf(leaf))
      if index > 0 { steps.append(.byte(0x2c)) }
    }
    steps.append(.byte(0x5b))
  }

  private mutating func write(
    _ step: Step, _ document: borrowing JSONDocument, _ text: inout ByteBuffer
  ) {
    switch step {
    case .byte(let byte): text.append(byte)
    case .key(let key):
      text.append(jsonString: key)
      text.append(0x3a)
    case .leaf(let node):
      if Self.isObject(document, node) {
        writeElement(node, document, &text)
      } else {
        text.append(jsonString: Self.scalar(document, node))
      }
    }
  }
}

// MARK: - Nodes

extension VisibleWalk {
  /// The elements and scalars that a node stands for, in order: arrays flattened, references
  /// resolved, and without what shows nothing.
  private mutating func leaves(
    _ document: borrowing JSONDocument, _ node: JSONNode
  ) -> [JSONNode] {
    var leaves: [JSONNode] = []
    var open = [node]
    while let node = open.popLast() {
      nodes += 1
      if nodes > Self.nodeLimit {
        isTooLarge = true
        return []
      }
      switch document.value(at: node) {
      case .null: continue
      case .bool, .number, .string: leaves.append(node)
      case .array: open += Self.list(document, node).reversed()
      case .object:
        if let target = reference(document, node) {
          open.append(target)
        } else if Self.component(document, node) != nil {
          leaves.append(node)
        }
      }
    }
    return leaves
  }

  /// The shared element that an object refers to; nil where it refers to none.
  private func reference(_ document: borrowing JSONDocument, _ node: JSONNode) -> JSONNode? {
    guard let value = document.member("$r", of: node),
      let index = Self.integer(document, value), elements.indices.contains(index)
    else { return nil }
    return elements[index]
  }

  private static func component(
    _ document: borrowing JSONDocument, _ node: JSONNode
  ) -> Component? {
    guard let value = document.member("t", of: node), let id = integer(document, value),
      let raw = UInt8(exactly: id)
    else { return nil }
    return Component(rawValue: raw)
  }

  private static func integer(_ document: borrowing JSONDocument, _ node: JSONNode) -> Int? {
    guard case .number(let number) = document.value(at: node) else { return nil }
    return Int(exactly: number)
  }

  /// The text that a device shows for a scalar.
  private static func scalar(_ document: borrowing JSONDocument, _ node: JSONNode) -> String {
    switch document.value(at: node) {
    case .bool(let value): value ? "true" : "false"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .string: string(document, node)
    case .null, .array, .object: ""
    }
  }

  private static func string(_ document: borrowing JSONDocument, _ node: JSONNode) -> String {
    document.string(of: document.text(at: node))
  }
}

// MARK: - Elements

extension VisibleWalk {
  /// Writes an element; its children and props that are nodes are scheduled.
  private mutating func writeElement(
    _ node: JSONNode, _ document: borrowing JSONDocument, _ text: inout ByteBuffer
  ) {
    guard let component = Self.component(document, node) else { return }
    text.append("{\"t\":")
    text.append(integer: Int(component.rawValue))
    if let id = document.member("i", of: node), case .string = document.value(at: id) {
      text.append(",\"i\":")
      text.append(jsonString: Self.string(document, id))
    }
    var tail: [Step] = []
    if let props = document.member("p", of: node) {
      tail = writeProps(props, component, document, &text)
    }
    if let content = document.member("c", of: node) {
      let leaves = leaves(document, content)
      if !leaves.isEmpty { tail += [.byte(0x2c)] + Self.member("c", leaves) }
    }
    tail.append(.byte(0x7d))
    steps += tail.reversed()
  }

  /// A member whose value is nodes.
  private static func member(_ key: String, _ leaves: [JSONNode]) -> [Step] {
    var steps: [Step] = [.key(key)]
    if leaves.count != 1 { steps.append(.byte(0x5b)) }
    for (index, leaf) in leaves.enumerated() {
      if index > 0 { steps.append(.byte(0x2c)) }
      steps.append(.leaf(leaf))
    }
    if leaves.count != 1 { steps.append(.byte(0x5d)) }
    return steps
  }

  /// Writes the props that a component reads, with its style; gives what is left to write: those that
  /// are nodes, and the end.
  private mutating func writeProps(
    _ props: JSONNode, _ component: Component, _ document: borrowing JSONDocument,
    _ text: inout ByteBuffer
  ) -> [Step] {
    guard case .object(let count) = document.value(at: props) else { return [] }
    var nested: [Step] = []
    var isEmpty = true
    let start = text.count
    text.append(",\"p\":{")
    var key = document.first(in: props)
    for _ in 0..<count {
      let value = document.next(after: key)
      defer { key = document.next(after: value) }
      if case .null = document.value(at: value) { continue }
      let name = Self.name(Self.string(document, key))
      let before = text.count
      if !isEmpty { text.append(0x2c) }
      text.append(jsonString: name?.short ?? "")
      text.append(0x3a)
      if name == .style {
        if !writeStyle(value, document, &text) { text.truncate(to: before) }
      } else if name == .modifiers {
        Self.writeEmbedded(value, document, &text)
      } else if let name, let rule = PropRule.rule(of: name, on: component) {
        switch rule.kind {
        case .node:
          text.truncate(to: before)
          let leaves = leaves(document, value)
          if !leaves.isEmpty { nested += [.byte(0x2c)] + Self.member(name.short, leaves) }
        case .jsonString: Self.writeEmbedded(value, document, &text)
        case .string, .number, .boolean: document.write(value, to: &text)
        }
      } else {
        text.truncate(to: before)
      }
      isEmpty = isEmpty && text.count == before
    }
    if isEmpty, nested.isEmpty {
      text.truncate(to: start)
      return []
    }
    // The first member has no comma in front of it.
    if isEmpty { nested.removeFirst() }
    return nested + [.byte(0x7d)]
  }

  private static func name(_ key: String) -> ShortName? {
    ShortName(key) ?? ShortName(short: key)
  }

  /// Writes a style with the keys that the device reads; false where nothing of it is left.
  private func writeStyle(
    _ value: JSONNode, _ document: borrowing JSONDocument, _ text: inout ByteBuffer
  ) -> Bool {
    var style = value
    if let index = Self.integer(document, value) {
      guard styles.indices.contains(index) else { return false }
      style = styles[index]
    }
    guard case .object(let count) = document.value(at: style) else { return false }
    var isEmpty = true
    text.append(0x7b)
    var key = document.first(in: style)
    for _ in 0..<count {
      let value = document.next(after: key)
      defer { key = document.next(after: value) }
      guard let name = Self.name(Self.string(document, key)),
        let rule = StyleRule.all[name.full], rule.kind != .unread
      else { continue }
      if case .null = document.value(at: value) { continue }
      if !isEmpty { text.append(0x2c) }
      isEmpty = false
      text.append(jsonString: name.short)
      text.append(0x3a)
      document.write(value, to: &text)
    }
    text.append(0x7d)
    return !isEmpty
  }

  /// Writes text that holds JSON as that JSON, and anything else as it is.
  private static func writeEmbedded(
    _ value: JSONNode, _ document: borrowing JSONDocument, _ text: inout ByteBuffer
  ) {
    if case .string(let string) = document.value(at: value) {
      var embedded = JSONDocument()
      let isJSON = document.withBytes(of: string) { bytes in
        do throws(JSONError) { try embedded.parse(bytes) } catch { return false }
        return true
      }
      if isJSON { return embedded.write(embedded.root, to: &text) }
    }
    document.write(value, to: &text)
  }
}
