import PantileJSON

@testable import PantileCore

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
/// A node has a higher number than all it contains.
struct SimpleCompactGraph: ~Copyable {
  /// What a node of the graph is.
  enum Kind: UInt8 {
    case element
    /// Text or a scalar in place of an element.
    case leaf
    case style
  }

  struct Node {
    var kind: Kind
    var start: Int
    var byteCount: Int
    var firstEdge: Int
    var edgeCount: Int
    /// The length of the whole text, with everything in place.
    var fullLength: Int
    var hash: UInt64
    /// The element's `i`.
    var id: TextRange?
    /// How often it would be written if nothing below a shared node were repeated.
    var positions = 0
    /// Its place in the registry of elements or styles; -1 when it is in none.
    var index = -1
    var isShared = false
    /// How often a style occurs in the text.
    var uses = 0
  }

  struct Edge {
    /// The byte of the node's text before which the target goes.
    var position: Int
    var target: Int
  }

  var bytes = ByteBuffer(capacity: 4096)
  var nodes: [Node] = []
  var edges: [Edge] = []
  private var slots = [Int32](repeating: -1, count: 256)

  /// Forgets all nodes and keeps the memory.
  mutating func reset() {
    bytes.removeAll()
    nodes.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = -1 }
  }

  /// Makes a node of the bytes from `start` and the edges from `firstEdge`, or finds its equal and
  /// drops them.
  mutating func intern(
    _ kind: Kind, from start: Int, firstEdge: Int, id: TextRange? = nil
  ) -> Int {
    var node = Node(
      kind: kind, start: start, byteCount: bytes.count - start, firstEdge: firstEdge,
      edgeCount: edges.count - firstEdge, fullLength: bytes.count - start, hash: 0, id: id)
    for edge in firstEdge..<edges.count { node.fullLength += nodes[edges[edge].target].fullLength }
    node.hash = hash(of: node)
    if nodes.count * 2 >= slots.count { rehash() }
    var slot = self.slot(node.hash)
    while case let other = Int(slots[slot]), other >= 0 {
      if isEqual(nodes[other], node) {
        bytes.truncate(to: start)
        edges.removeLast(edges.count - firstEdge)
        return other
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(nodes.count)
    nodes.append(node)
    return nodes.count - 1
  }

  private func hash(of node: Node) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(node.kind.rawValue)
    for at in node.start..<node.start + node.byteCount {
      hash = (hash ^ UInt64(bytes[at])) &* 0x0000_0100_0000_01B3
    }
    for index in node.firstEdge..<node.firstEdge + node.edgeCount {
      hash = (hash ^ UInt64(edges[index].target)) &* 0x9E37_79B9_7F4A_7C15
    }
    return hash
  }

  private func slot(_ hash: UInt64) -> Int {
    let product = hash.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
  }

  private func isEqual(_ left: Node, _ right: Node) -> Bool {
    guard left.hash == right.hash, left.kind == right.kind, left.byteCount == right.byteCount,
      left.edgeCount == right.edgeCount
    else { return false }
    for index in 0..<left.byteCount
    where bytes[left.start + index] != bytes[right.start + index] {
      return false
    }
    for index in 0..<left.edgeCount {
      let first = edges[left.firstEdge + index]
      let second = edges[right.firstEdge + index]
      guard first.position == second.position, first.target == second.target else { return false }
    }
    return true
  }

  private mutating func rehash() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for index in nodes.indices {
      var slot = self.slot(nodes[index].hash)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}

// MARK: - Sharing

extension SimpleCompactGraph {
  /// Decides which elements pay as shared ones; `roots` are the nodes of the payload's roots.
  mutating func decideSharing(_ roots: [Int]) {
    for root in roots { nodes[root].positions += 1 }
    for index in nodes.indices.reversed() {
      let node = nodes[index]
      let positions = node.positions
      if node.kind == .element, positions >= 2,
        (positions - 1) * node.fullLength > 9 * positions + 1
      {
        nodes[index].isShared = true
      }
      let share = nodes[index].isShared ? 1 : positions
      for edge in node.firstEdge..<node.firstEdge + node.edgeCount {
        nodes[edges[edge].target].positions += share
      }
    }
  }

  /// Numbers the shared elements in the order in which their texts are completed, and returns them.
  mutating func orderShared(_ roots: [Int]) -> [Int] {
    var order: [Int] = []
    var stack: [(node: Int, edge: Int)] = []
    for root in roots {
      stack.append((root, 0))
      while let (node, edge) = stack.last {
        if nodes[node].index >= 0 || nodes[node].kind != .element {
          stack.removeLast()
        } else if edge < nodes[node].edgeCount {
          stack[stack.count - 1].edge += 1
          stack.append((edges[nodes[node].firstEdge + edge].target, 0))
        } else {
          stack.removeLast()
          guard nodes[node].isShared else { continue }
          nodes[node].index = order.count
          order.append(node)
        }
      }
    }
    return order
  }
}
