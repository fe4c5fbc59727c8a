public import PantileJSON

/// The bits of an element's second byte, at their place in the first 32-bit word.
@usableFromInline
enum ElementFlags {
  @inlinable static var hasProps: UInt32 { 1 << 8 }
  @inlinable static var hasText: UInt32 { 1 << 9 }
  @inlinable static var hasNodes: UInt32 { 1 << 10 }
  @inlinable static var hasID: UInt32 { 1 << 11 }
  @inlinable static var hasOtherID: UInt32 { 1 << 12 }
  @inlinable static var hasNonFiniteText: UInt32 { 1 << 13 }
}

// MARK: - Making nodes

extension Tree {
  /// Makes an element without content and props, in no list yet.
  ///
  /// - Throws: `ArenaFull` when the tree's limit is reached.
  @inlinable @inline(__always)
  public mutating func beginElement(_ component: Component) throws(ArenaFull) -> NodeID {
    try beginElement(componentID: component.rawValue)
  }

  /// Makes an element of a component given by its number, such as one of Android's.
  @inlinable @inline(__always)
  public mutating func beginElement(componentID: UInt8) throws(ArenaFull) -> NodeID {
    let at = try allocate(32)
    madeNodes &+= 1
    records.store64(at, UInt64(NodeKind.element.rawValue) | UInt64(componentID) << 16)
    records.store64(at &+ 16, 0)
    return NodeID(rawValue: UInt32(truncatingIfNeeded: at))
  }

  /// Makes a reference to the shared element `index`, in no list yet.
  @inlinable
  public mutating func beginReference(to index: Int) throws(ArenaFull) -> NodeID {
    let value = UInt64(UInt32(truncatingIfNeeded: Swift.min(Swift.max(index, 0), 0xFFFF_FFFF)))
    return try beginLeaf(.reference, value)
  }

  /// Makes a node that is plain text.
  @inlinable
  public mutating func beginTextNode(_ text: TextRange) throws(ArenaFull) -> NodeID {
    try beginLeaf(.text, text.word)
  }

  /// Makes a node that is JSON text, such as a number.
  @inlinable
  public mutating func beginRawNode(_ json: TextRange) throws(ArenaFull) -> NodeID {
    try beginLeaf(.raw, json.word)
  }

  @inlinable
  mutating func beginLeaf(_ kind: NodeKind, _ value: UInt64) throws(ArenaFull) -> NodeID {
    let at = try allocate(16)
    madeNodes &+= 1
    records.store64(at, UInt64(kind.rawValue))
    records.store64(at &+ 8, value)
    return NodeID(rawValue: UInt32(truncatingIfNeeded: at))
  }

  /// Makes a style without members; give it members with ``set(_:_:of:)``.
  @inlinable @inline(__always)
  public mutating func beginStyle() throws(ArenaFull) -> NodeID {
    let at = try allocate(24)
    records.store64(at, UInt64(NodeKind.style.rawValue))
    records.store64(at &+ 16, 0)
    return NodeID(rawValue: UInt32(truncatingIfNeeded: at))
  }
}

// MARK: - Lists

extension Tree {
  /// Puts a node at the end of a list. A node can be in one list only.
  @inlinable @inline(__always)
  public mutating func append(_ node: NodeID, to list: inout Content) {
    append(node, node, 1, to: &list)
  }

  /// Moves the nodes of `other` to the end of a list, as nested arrays are flattened.
  @inlinable @inline(__always)
  public mutating func append(contentsOf other: Content, to list: inout Content) {
    guard other.count > 0 else { return }
    append(other.first, end(of: other), other.count, to: &list)
  }

  @inlinable @inline(__always)
  mutating func append(
    _ first: NodeID, _ last: NodeID, _ count: UInt32, to list: inout Content
  ) {
    if list.count == 0 {
      list.first = first
    } else {
      records.store32(end(of: list).offset &+ 4, first.rawValue)
    }
    list.last = last
    list.count &+= count
  }

  /// The last node of a list; a list read back from the tree is walked to its end.
  @inlinable @inline(__always)
  mutating func end(of list: Content) -> NodeID {
    list.last == .none ? walkToEnd(of: list) : list.last
  }

  // Mutating, as a call that only borrows would first copy the tree's fields.
  @inline(never)
  @usableFromInline
  mutating func walkToEnd(of list: Content) -> NodeID {
    var node = list.first
    while case let next = self.next(after: node), next != .none { node = next }
    return node
  }
}

// MARK: - Parts of an element

extension Tree {
  @inlinable @inline(__always)
  mutating func setFlags(_ flags: UInt32, of element: NodeID) {
    records.store32(element.offset, records.load32(element.offset) | flags)
  }

  /// Gives an element its children. An empty list leaves `c` out.
  @inlinable @inline(__always)
  public mutating func setContent(_ content: Content, of element: NodeID) {
    guard content.count > 0 else { return }
    records.store64(element.offset &+ 8, content.word)
    setFlags(ElementFlags.hasNodes, of: element)
  }

  /// Gives an element text in place of children.
  @inlinable @inline(__always)
  public mutating func setContent(text: TextRange, of element: NodeID) {
    records.store64(element.offset &+ 8, text.word)
    setFlags(ElementFlags.hasText, of: element)
  }

  /// Gives an element its `i`. Leave it out for an empty id.
  @inlinable @inline(__always)
  public mutating func setID(_ id: TextRange, of element: NodeID) {
    records.store64(element.offset &+ 24, id.word)
    setFlags(ElementFlags.hasID, of: element)
  }

  /// Makes `p` appear even when no prop follows.
  @inlinable @inline(__always)
  public mutating func openProps(of element: NodeID) {
    setFlags(ElementFlags.hasProps, of: element)
  }

  /// Notes that the source gave an id that is no string: compact mode refuses it.
  public mutating func noteOtherID(of element: NodeID) {
    setFlags(ElementFlags.hasOtherID, of: element)
  }

  /// Notes that NaN or an infinity went into the text: compact mode warns.
  public mutating func noteNonFiniteText(of element: NodeID) {
    setFlags(ElementFlags.hasNonFiniteText, of: element)
  }
}
