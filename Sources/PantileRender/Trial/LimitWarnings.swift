public import PantileCore
public import PantileJSON

/// Warns of payloads that are written although a device may not show them: of nodes and levels
/// beyond its limits, and of families that it does not know.
///
/// A tree that is small and shares nothing costs next to nothing: it is not walked.
public struct LimitWarnings: ~Copyable {
  /// What a device takes.
  public var limits = CompactWriter.Limits()
  /// Those of the last warnings that stop strict and compact output.
  public private(set) var errors: [String] = []
  private var counter = NodeCounter()

  private static let families = Family.allCases.map { Array($0.name.description.utf8) }

  /// Creates it; it can be used again and again.
  public init() {}

  /// The warnings about a tree and its payload, as `code: sentence`.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - payload: A buffer that ends with the tree's payload.
  ///   - start: Where the payload begins.
  ///   - levels: How deeply the payload can nest at most; its text is read only where that is more
  ///     than a device takes.
  /// - Complexity: O(*n*) in the nodes of a tree that shares elements or is large, and in the text
  ///   where that is read; else O(*n*) in the roots.
  /// - Note: No heap allocation when there is nothing to warn of, and the counter is warm.
  public mutating func warnings(
    of tree: borrowing Tree, payload: borrowing ByteBuffer, from start: Int,
    levels: Int = Int.max
  ) -> [String] {
    var warnings: [String] = []
    if !errors.isEmpty { errors.removeAll() }
    if tree.form == .widget { addUnknownFamilies(tree, &warnings) }
    addNodes(tree, &warnings)
    guard levels > limits.depth else { return warnings }
    let depth = payload.withBytes(from: start) {
      PayloadOutline.depth(of: $0, above: limits.depth)
    }
    if let depth {
      addError(
        "too_deep: containers nest \(depth) levels deep, where a device takes \(limits.depth)",
        &warnings)
    }
    return warnings
  }

  /// The nodes of all roots, with shared elements expanded.
  public mutating func nodeCount(of tree: borrowing Tree) -> Int {
    counter.reset()
    var sum = 0
    for index in 0..<tree.rootCount {
      let count = counter.count(tree.root(index).content, in: tree)
      sum = count > Int.max - sum ? Int.max : sum + count
    }
    return sum
  }

  private mutating func addError(_ text: String, _ warnings: inout [String]) {
    warnings.append(text)
    errors.append(text)
  }

  private mutating func addNodes(_ tree: borrowing Tree, _ warnings: inout [String]) {
    guard tree.sharedCount > 0 || tree.nodeCount > limits.manyNodes else { return }
    counter.reset()
    for index in 0..<tree.rootCount {
      let root = tree.root(index)
      let count = counter.count(root.content, in: tree)
      guard count > limits.manyNodes else { continue }
      let text = "too_many_nodes: \(tree.shownName(ofRoot: index)) has \(count) nodes with "
      if count > limits.nodes {
        addError(text + "shared ones expanded, where a device takes \(limits.nodes)", &warnings)
      } else {
        warnings.append(text + "shared ones expanded, where \(limits.manyNodes) are many")
      }
    }
  }

  private mutating func addUnknownFamilies(_ tree: borrowing Tree, _ warnings: inout [String]) {
    for index in 0..<tree.rootCount {
      let name = tree.root(index).name
      let isKnown = tree.withText(name) { bytes in
        Self.families.contains { Self.equal($0, bytes) }
      }
      guard !isKnown else { continue }
      addError(
        "unknown_family: \(tree.shownName(ofRoot: index)) is no widget family", &warnings)
    }
  }

  private static func equal(_ name: [UInt8], _ bytes: RawSpan) -> Bool {
    guard name.count == bytes.byteCount else { return false }
    for index in name.indices where name[index] != bytes.byte(at: index) { return false }
    return true
  }
}
