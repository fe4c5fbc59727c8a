internal import PantileJSON

/// Normalised nodes, equal ones kept once: the tree as a graph without cycles.
///
/// A node's text is stored without what it contains. An edge says which node or style goes in at
/// which byte, so that two nodes are equal exactly when their texts and edges are, and writing a
/// node copies the stretches between its edges:
///
///     {"t":11,"c":[,],"p":{"s":}}       text of a VStack
///                 ↑↑           ↑
///                 edges: two children, one style
///
/// A node has a higher number than all it contains. A node's record, 48 bytes:
///
///     0   text's start, text's length        32 bits each
///     8   first edge, number of edges        32 bits each
///     16  hash, with the kind in it
///     24  length with everything in place
///     32  positions: how often it is written if nothing below a shared node is repeated
///     40  state: its place in a registry, or a negative number; 44 kind, 45 flags
///
/// An edge is the byte of the text in front of which it goes, and the number of the target.
struct CompactGraph: ~Copyable {
  /// What a node of the graph is.
  enum Kind: UInt8 {
    case element
    /// Text or a scalar in place of an element.
    case leaf
    case style
  }

  private struct Node {
    var id: Int
    @inline(__always) var at: Int { 8 &+ id &* CompactGraph.recordSize }
  }

  private static let recordSize = 48
  /// A place in no registry.
  static let unplaced: UInt32 = 0xFFFF_FFFF

  /// The texts of all nodes.
  private(set) var texts = ByteBuffer(capacity: 64)
  private var nodes = Arena(capacity: 64, limit: 1 << 31)
  private var edges = Arena(capacity: 64, limit: 1 << 31)
  /// Edges of nodes that are not complete: as edges, but from the begin of the text under way.
  private var pending = Arena(capacity: 64, limit: 1 << 31)
  private var slots = Arena(capacity: 64, limit: 1 << 31)
  private var stack = Arena(capacity: 64, limit: 1 << 31)
  private var slotCount = 64
  /// Numbers of the shared elements in the order of their registry.
  private var order = Arena(capacity: 64, limit: 1 << 31)
  /// Numbers of the shared styles in the order of their registry.
  private var styles = Arena(capacity: 64, limit: 1 << 31)
  private let seed = UInt64.random(in: 0...UInt64.max)
  /// Whether something did not fit 2 GiB.
  private(set) var isFull = false

  /// Forgets all nodes and keeps the memory.
  mutating func reset() {
    // A table that was hardly used is halved, so that clearing it costs no more than filling it.
    if nodeCount * 16 < slotCount, slotCount > 64 { slotCount /= 2 }
    texts.removeAll()
    nodes.reset()
    edges.reset()
    pending.reset()
    order.reset()
    styles.reset()
    isFull = false
    clearSlots()
  }

  /// The number of nodes.
  var nodeCount: Int { (nodes.top - 8) / Self.recordSize }
  /// The number of shared elements; known behind ``orderShared(_:)``.
  var sharedCount: Int { (order.top - 8) / 4 }
  /// The number of shared styles.
  var styleCount: Int { (styles.top - 8) / 4 }

  /// The node of a shared element.
  func shared(_ index: Int) -> Int { Int(order.load32(8 + index * 4)) }
  /// The node of a shared style.
  func style(_ index: Int) -> Int { Int(styles.load32(8 + index * 4)) }

  private mutating func clearSlots() {
    if slots.capacity < 8 + slotCount * 4 {
      slots.reset()
      if !Self.grow(&slots, slotCount * 4) { isFull = true }
    }
    if slots.capacity >= 8 + slotCount * 4 { slots.fill64(8, count: slotCount / 2, 0) }
  }

  /// Makes room for more; false when there is no memory.
  @inline(never)
  private static func grow(_ arena: inout Arena, _ byteCount: Int) -> Bool {
    do throws(ArenaFull) {
      try arena.grow(byteCount)
      return true
    } catch {
      return false
    }
  }

  /// Appends a number to a list; false when there is no memory.
  private static func append(_ value: Int, to list: inout Arena) -> Bool {
    if list.capacity &- list.top < 4, !grow(&list, 4) { return false }
    list.store32(list.top, UInt32(truncatingIfNeeded: value))
    list.top &+= 4
    return true
  }
}

// MARK: - Pending edges

extension CompactGraph {
  /// Where the edges that follow begin.
  @inline(__always)
  var pendingTop: Int { pending.top }

  /// Notes that `target` goes in at a byte of the text under way.
  @inline(__always)
  mutating func link(_ target: Int, at position: Int) {
    if pending.capacity &- pending.top < 8, !Self.grow(&pending, 8) {
      isFull = true
      return
    }
    pending.store64(
      pending.top,
      UInt64(truncatingIfNeeded: position) | UInt64(truncatingIfNeeded: target) &<< 32)
    pending.top &+= 8
  }

  /// The target of the edge at `offset`.
  func pendingTarget(_ offset: Int) -> Int { Int(pending.load32(offset + 4)) }

  /// Forgets the edges from `start` on.
  mutating func dropPending(from start: Int) { pending.top = start }
}

// MARK: - Adding nodes

extension CompactGraph {
  /// Makes a node of the bytes of `text` from `start` on and the pending edges from `firstEdge` on,
  /// or finds its equal, and returns its number. The bytes and the edges are taken away.
  mutating func intern(
    _ kind: Kind, _ text: inout ByteBuffer, from start: Int, firstEdge: Int
  ) -> Int {
    let byteCount = text.count &- start
    var hash = text.hash(from: start, to: text.count, seed: seed ^ UInt64(kind.rawValue))
    var edge = firstEdge
    while edge < pending.top {
      // Positions count from the begin of the node.
      let word = pending.load64(edge) &- UInt64(truncatingIfNeeded: start)
      pending.store64(edge, word)
      hash = (hash ^ word) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 32
      edge &+= 8
    }
    var slot = self.slot(hash)
    while case let found = slots.load32(8 &+ slot &* 4), found != 0 {
      let id = Int(found) &- 1
      if isEqual(id, kind, hash, text, start, byteCount, firstEdge) {
        text.truncate(to: start)
        pending.top = firstEdge
        return id
      }
      slot = (slot &+ 1) & (slotCount &- 1)
    }
    let id = add(kind, text, start, byteCount, firstEdge, hash)
    text.truncate(to: start)
    pending.top = firstEdge
    guard !isFull else { return 0 }
    slots.store32(8 &+ slot &* 4, UInt32(truncatingIfNeeded: id &+ 1))
    if (id &+ 1) &* 2 > slotCount { rehash() }
    return id
  }

  @inline(__always)
  private func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (slotCount &- 1)
  }

  @inline(__always)
  private func isEqual(
    _ id: Int, _ kind: Kind, _ hash: UInt64, _ text: borrowing ByteBuffer, _ start: Int,
    _ byteCount: Int, _ firstEdge: Int
  ) -> Bool {
    let at = Node(id: id).at
    let edgeCount = (pending.top &- firstEdge) &>> 3
    guard nodes.load64(at &+ 16) == hash, nodes.load8(at &+ 44) == kind.rawValue,
      Int(nodes.load32(at &+ 4)) == byteCount, Int(nodes.load32(at &+ 12)) == edgeCount,
      text.equals(from: start, texts, from: Int(nodes.load32(at)), byteCount)
    else { return false }
    let known = Int(nodes.load32(at &+ 8))
    for index in 0..<edgeCount
    where pending.load64(firstEdge &+ index &* 8) != edges.load64(known &+ index &* 8) {
      return false
    }
    return true
  }

  private mutating func add(
    _ kind: Kind, _ text: borrowing ByteBuffer, _ start: Int, _ byteCount: Int, _ firstEdge: Int,
    _ hash: UInt64
  ) -> Int {
    let id = nodeCount
    let edgeBytes = pending.top &- firstEdge
    if nodes.capacity &- nodes.top < Self.recordSize, !Self.grow(&nodes, Self.recordSize) {
      isFull = true
    }
    if edges.capacity &- edges.top < edgeBytes, !Self.grow(&edges, edgeBytes) { isFull = true }
    if texts.count > 1 << 30 { isFull = true }
    guard !isFull else { return 0 }
    let at = nodes.top
    nodes.top = at &+ Self.recordSize
    nodes.store32(at, UInt32(truncatingIfNeeded: texts.count))
    nodes.store32(at &+ 4, UInt32(truncatingIfNeeded: byteCount))
    nodes.store32(at &+ 8, UInt32(truncatingIfNeeded: edges.top))
    nodes.store32(at &+ 12, UInt32(truncatingIfNeeded: edgeBytes &>> 3))
    nodes.store64(at &+ 16, hash)
    var length = byteCount
    var flags: UInt64 = 0
    var edge = firstEdge
    while edge < pending.top {
      let word = pending.load64(edge)
      let target = Node(id: Int(word &>> 32)).at
      length &+= Int(truncatingIfNeeded: nodes.load64(target &+ 24))
      if nodes.load8(target &+ 44) == Kind.element.rawValue { flags = UInt64(Self.holdsElements) }
      edges.store64(edges.top, word)
      edges.top &+= 8
      edge &+= 8
    }
    nodes.store64(at &+ 24, UInt64(truncatingIfNeeded: length))
    nodes.store64(at &+ 32, 0)
    nodes.store64(
      at &+ 40, UInt64(Self.unplaced) | UInt64(kind.rawValue) &<< 32 | flags &<< 40)
    texts.append(text, from: start, byteCount)
    return id
  }

  private mutating func rehash() {
    slotCount *= 2
    clearSlots()
    guard !isFull else { return }
    for id in 0..<nodeCount {
      var slot = self.slot(nodes.load64(Node(id: id).at + 16))
      while slots.load32(8 + slot * 4) != 0 { slot = (slot + 1) & (slotCount - 1) }
      slots.store32(8 + slot * 4, UInt32(id + 1))
    }
  }

  /// The length of a node with everything in place.
  @inline(__always)
  func fullLength(_ id: Int) -> Int {
    Int(truncatingIfNeeded: nodes.load64(Node(id: id).at &+ 24))
  }
}

// MARK: - Sharing

extension CompactGraph {
  private static let isShared: UInt8 = 1
  private static let isVisited: UInt8 = 2
  private static let holdsElements: UInt8 = 4

  /// Whether an element is written once and referred to.
  @inline(__always)
  private func isShared(_ id: Int) -> Bool {
    nodes.load8(Node(id: id).at &+ 45) & Self.isShared != 0
  }

  /// Notes that a node is the root of a family.
  mutating func addRoot(_ id: Int) {
    let at = Node(id: id).at
    nodes.store64(at + 32, nodes.load64(at + 32) + 1)
  }

  /// Decides which elements and styles pay as shared ones, and returns whether any element does.
  mutating func decideSharing() -> Bool {
    var found = false
    var at = nodes.top &- Self.recordSize
    while at >= 8 {
      let positions = Int(truncatingIfNeeded: nodes.load64(at &+ 32))
      let kind = nodes.load8(at &+ 44)
      var share = positions
      if positions >= 2 {
        let length = Int(truncatingIfNeeded: nodes.load64(at &+ 24))
        if kind == Kind.element.rawValue, (positions &- 1) &* length > 9 &* positions &+ 1 {
          nodes.store8(at &+ 45, nodes.load8(at &+ 45) | Self.isShared)
          found = true
          share = 1
        } else if kind == Kind.style.rawValue,
          (positions &- 1) &* length > 2 &* positions &+ 1
        {
          nodes.store8(at &+ 45, Self.isShared)
        }
      }
      var edge = Int(nodes.load32(at &+ 8))
      let end = edge &+ Int(nodes.load32(at &+ 12)) &* 8
      while edge < end {
        let target = Node(id: Int(edges.load32(edge &+ 4))).at &+ 32
        nodes.store64(target, nodes.load64(target) &+ UInt64(truncatingIfNeeded: share))
        edge &+= 8
      }
      at &-= Self.recordSize
    }
    return found
  }

  /// Numbers the shared elements below a root in the order in which their texts are completed.
  mutating func orderShared(_ root: Int) {
    let bottom = stack.top
    guard push(root) else { return }
    while stack.top > bottom {
      let frame = stack.top &- 16
      let id = Int(stack.load32(frame))
      let edge = Int(stack.load32(frame &+ 4))
      if edge < Int(stack.load32(frame &+ 8)) {
        stack.store32(frame &+ 4, UInt32(edge &+ 8))
        guard push(Int(edges.load32(edge &+ 4))) else { return }
        continue
      }
      stack.top = frame
      if isShared(id) { number(id) }
    }
  }

  private mutating func number(_ id: Int) {
    nodes.store32(Node(id: id).at &+ 40, UInt32(truncatingIfNeeded: sharedCount))
    if !Self.append(id, to: &order) { isFull = true }
  }

  /// Puts an element on the stack that was not there before, or numbers it at once when it holds
  /// none; false when there is no memory.
  @inline(__always)
  private mutating func push(_ id: Int) -> Bool {
    let at = Node(id: id).at
    let flags = nodes.load8(at &+ 45)
    guard flags & Self.isVisited == 0, nodes.load8(at &+ 44) == Kind.element.rawValue else {
      return true
    }
    nodes.store8(at &+ 45, flags | Self.isVisited)
    if flags & Self.holdsElements != 0 { return pushFrame(id, at) }
    if flags & Self.isShared != 0 { number(id) }
    return true
  }

  private mutating func pushFrame(_ id: Int, _ at: Int) -> Bool {
    if stack.capacity &- stack.top < 16, !Self.grow(&stack, 16) {
      isFull = true
      return false
    }
    let first = nodes.load32(at &+ 8)
    stack.store32(stack.top, UInt32(truncatingIfNeeded: id))
    stack.store32(stack.top &+ 4, first)
    stack.store32(stack.top &+ 8, first &+ nodes.load32(at &+ 12) &* 8)
    stack.store32(stack.top &+ 12, 0)
    stack.top &+= 16
    return true
  }
}

// MARK: - Writing

extension CompactGraph {
  /// Writes a root, as a reference where it is shared.
  mutating func write(root: Int, to out: inout ByteBuffer) {
    if isShared(root) { writeReference(root, &out) } else { write(root, to: &out) }
  }

  // Mutating, as a call that only borrows would first copy the graph's fields.
  @inline(__always)
  private mutating func writeReference(_ id: Int, _ out: inout ByteBuffer) {
    out.append(word: 0x3A22_7224_227B, count: 6)  // {"$r":
    out.append(index: Int(nodes.load32(Node(id: id).at &+ 40)))
    out.append(UInt8(ascii: "}"))
  }

  /// Writes a style's text.
  mutating func write(style id: Int, to out: inout ByteBuffer) {
    let at = Node(id: id).at
    out.append(texts, from: Int(nodes.load32(at)), Int(nodes.load32(at &+ 4)))
  }

  /// Writes a node and all below it; shared nodes below it as references, shared styles as indices.
  mutating func write(_ id: Int, to out: inout ByteBuffer) {
    let bottom = stack.top
    guard pushFrame(id, Node(id: id).at) else { return }
    while stack.top > bottom {
      let frame = stack.top &- 16
      let at = Node(id: Int(stack.load32(frame))).at
      let edge = Int(stack.load32(frame &+ 4))
      let position = Int(stack.load32(frame &+ 12))
      let start = Int(nodes.load32(at))
      guard edge < Int(stack.load32(frame &+ 8)) else {
        out.append(texts, from: start &+ position, Int(nodes.load32(at &+ 4)) &- position)
        stack.top = frame
        continue
      }
      let word = edges.load64(edge)
      let next = Int(word & 0xFFFF_FFFF)
      out.append(texts, from: start &+ position, next &- position)
      stack.store32(frame &+ 4, UInt32(truncatingIfNeeded: edge &+ 8))
      stack.store32(frame &+ 12, UInt32(truncatingIfNeeded: next))
      guard writeEdge(Int(word &>> 32), &out) else { return }
    }
  }

  /// Writes what an edge leads to, or puts it on the stack; false when there is no memory.
  @inline(__always)
  private mutating func writeEdge(_ id: Int, _ out: inout ByteBuffer) -> Bool {
    let at = Node(id: id).at
    let isShared = nodes.load8(at &+ 45) & Self.isShared != 0
    if nodes.load8(at &+ 44) == Kind.style.rawValue {
      writeStyle(id, at, &out)
      return true
    }
    if isShared {
      writeReference(id, &out)
      return true
    }
    let edgeCount = nodes.load32(at &+ 12)
    let start = Int(nodes.load32(at))
    let byteCount = Int(nodes.load32(at &+ 4))
    if edgeCount == 0 {
      out.append(texts, from: start, byteCount)
      return true
    }
    if edgeCount == 1, case let word = edges.load64(Int(nodes.load32(at &+ 8))),
      case let target = Node(id: Int(word &>> 32)).at,
      nodes.load8(target &+ 44) == Kind.style.rawValue
    {
      let position = Int(word & 0xFFFF_FFFF)
      out.append(texts, from: start, position)
      writeStyle(Int(word &>> 32), target, &out)
      out.append(texts, from: start &+ position, byteCount &- position)
      return true
    }
    return pushFrame(id, at)
  }

  @inline(__always)
  private mutating func writeStyle(_ id: Int, _ at: Int, _ out: inout ByteBuffer) {
    guard nodes.load8(at &+ 45) & Self.isShared != 0 else {
      return out.append(texts, from: Int(nodes.load32(at)), Int(nodes.load32(at &+ 4)))
    }
    if nodes.load32(at &+ 40) == Self.unplaced {
      nodes.store32(at &+ 40, UInt32(truncatingIfNeeded: styleCount))
      if !Self.append(id, to: &styles) { isFull = true }
    }
    out.append(index: Int(nodes.load32(at &+ 40)))
  }
}
