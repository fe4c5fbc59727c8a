/// Counts the nodes of a root as the device sees them: with every reference expanded.
///
/// A shared element is counted once and remembered, so that references which double at each level
/// cost nothing. Counts stop at `Int.max`.
public struct NodeCounter: ~Copyable {
  /// Whether a reference led back to itself; it counts as nothing.
  public private(set) var foundCycle = false
  /// Whether a reference had no shared element; it counts as nothing.
  public private(set) var foundDanglingReference = false

  /// Nodes still to visit, each with the rest of its list; a negative entry ends a shared element.
  private var stack: [Int] = []
  /// Counts of the shared elements that are being counted, the root's first.
  private var sums: [Int] = []
  /// The count of each shared element, or a state below zero.
  private var known: [Int] = []

  private static let unknown = -1
  private static let open = -2

  /// Creates a counter; it serves one tree until ``reset()``.
  public init() {}

  /// Forgets what is known of the tree.
  public mutating func reset() {
    known.removeAll(keepingCapacity: true)
    foundCycle = false
    foundDanglingReference = false
  }

  /// The number of nodes in `content`, text and references' targets included.
  public mutating func count(_ content: Content, in tree: borrowing Tree) -> Int {
    while known.count < tree.sharedCount { known.append(Self.unknown) }
    stack.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    sums.append(0)
    push(content)
    while let step = stack.popLast() {
      if step < 0 {
        let sum = sums.removeLast()
        known[-step - 1] = sum
        add(sum)
      } else {
        visit(NodeID(rawValue: UInt32(step)), tree)
      }
    }
    return sums[0]
  }

  private mutating func push(_ content: Content) {
    if content.count > 0 { stack.append(Int(content.first.rawValue)) }
  }

  private mutating func add(_ count: Int) {
    let (sum, overflow) = sums[sums.count - 1].addingReportingOverflow(count)
    sums[sums.count - 1] = overflow ? Int.max : sum
  }

  private mutating func visit(_ node: NodeID, _ tree: borrowing Tree) {
    let next = tree.next(after: node)
    if next != .none { stack.append(Int(next.rawValue)) }
    switch tree.kind(of: node) {
    case .element:
      add(1)
      push(tree.content(of: node))
      var prop = tree.firstProp(of: node)
      while prop != .none {
        if case .content(let content) = tree.value(of: prop) { push(content) }
        prop = tree.next(after: prop)
      }
    case .reference: follow(tree.index(of: node), tree)
    case .text, .raw: add(1)
    case .instance:
      add(tree.elementCount(of: node))
      for gap in 0..<tree.gapCount(of: node) {
        if let content = tree.content(in: gap, of: node) { push(content) }
      }
    case .none, .style, .nullStyle: break
    }
  }

  private mutating func follow(_ index: Int, _ tree: borrowing Tree) {
    guard index < known.count, let content = tree.shared(index) else {
      foundDanglingReference = true
      return
    }
    switch known[index] {
    case Self.unknown:
      known[index] = Self.open
      stack.append(-index - 1)
      sums.append(0)
      push(content)
    case Self.open: foundCycle = true
    case let count: add(count)
    }
  }
}
