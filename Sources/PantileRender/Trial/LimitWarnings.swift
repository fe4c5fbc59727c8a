public import PantileCore
public import PantileJSON

/// Warns of payloads that are written although a device may not show them: of nodes and levels
/// beyond its limits, and of families that it does not know.
///
/// A tree that is small and shares nothing costs next to nothing: it is not walked.
public struct LimitWarnings: ~Copyable {
  /// What a device takes.
  public var limits = CompactWriter.Limits()
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
    if tree.form == .widget { addUnknownFamilies(tree, &warnings) }
    addNodes(tree, &warnings)
    guard levels > limits.depth else { return warnings }
    let depth = payload.withBytes(from: start) {
      PayloadOutline.depth(of: $0, above: limits.depth)
    }
    if let depth {
      warnings.append(
        "too_deep: containers nest \(depth) levels deep, where a device takes \(limits.depth)")
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

  private mutating func addNodes(_ tree: borrowing Tree, _ warnings: inout [String]) {
    guard tree.sharedCount > 0 || tree.nodeCount > limits.manyNodes else { return }
    counter.reset()
    for index in 0..<tree.rootCount {
      let root = tree.root(index)
      let count = counter.count(root.content, in: tree)
      guard count > limits.manyNodes else { continue }
      let name = root.region.map { String(describing: $0) } ?? shown(root.name, tree)
      warnings.append(
        "too_many_nodes: \(name) has \(count) nodes with shared ones expanded, "
          + (count > limits.nodes
            ? "where a device takes \(limits.nodes)" : "where \(limits.manyNodes) are many"))
    }
  }

  private func addUnknownFamilies(_ tree: borrowing Tree, _ warnings: inout [String]) {
    for index in 0..<tree.rootCount {
      let name = tree.root(index).name
      let isKnown = tree.withText(name) { bytes in
        Self.families.contains { Self.equal($0, bytes) }
      }
      if !isKnown { warnings.append("unknown_family: \(shown(name, tree)) is no widget family") }
    }
  }

  private static func equal(_ name: [UInt8], _ bytes: RawSpan) -> Bool {
    guard name.count == bytes.byteCount else { return false }
    for index in name.indices where name[index] != bytes.byte(at: index) { return false }
    return true
  }

  /// A name for people: between quotes where it is no known one, control characters as `\xNN`.
  private func shown(_ name: TextRange, _ tree: borrowing Tree) -> String {
    if tree.form == .bare { return "entry" }
    let text = tree.string(name)
    if Self.families.contains(Array(text.utf8)) { return text }
    var shown = "'"
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7f {
        shown += scalar.value < 0x10 ? "\\x0" : "\\x"
        shown += String(scalar.value, radix: 16)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown + "'"
  }
}
