internal import PantileCore

/// A root of a tree as a device would see it.
struct TreePart {
  /// The family or region, as people know it.
  var name: String
  /// The key in a payload.
  var key: String
  /// Nodes with shared ones expanded.
  var nodeCount: Int
  /// Whether anything of it can be seen.
  var isVisible: Bool
  /// Whether it may be empty: a region of a Live Activity beside the lock screen.
  var mayBeEmpty: Bool
  var warnings: [String] = []

  /// The roots of a tree.
  static func all(of tree: borrowing Tree) -> [TreePart] {
    var counter = NodeCounter()
    var scan = VisibilityScan()
    var parts: [TreePart] = []
    for index in 0..<tree.rootCount {
      let root = tree.root(index)
      let isLost = isLost(root.content, tree)
      var part = TreePart(
        name: name(of: root, tree), key: root.region?.key.description ?? tree.string(root.name),
        nodeCount: counter.count(root.content, in: tree),
        isVisible: !isLost && scan.isVisible(root.content, in: tree),
        mayBeEmpty: root.region.map { $0 != .lockScreen } ?? false)
      if isLost {
        part.warnings.append(
          "array_root: \(part.name) is a list of nodes, which a device shows as nothing beside "
            + "styles or shared elements; wrap it in a stack")
      } else if !part.isVisible, part.mayBeEmpty {
        part.warnings.append("nothing_visible: \(part.name) has nothing to see")
      }
      if scan.foundNonFinite {
        part.warnings.append(
          "non_finite_number: \(part.name) has NaN or an infinity, which a payload shows as null")
      }
      parts.append(part)
    }
    return parts
  }

  private static func name(of root: Tree.Root, _ tree: borrowing Tree) -> String {
    if let region = root.region { return String(describing: region) }
    return tree.form == .bare ? "entry" : tree.string(root.name)
  }

  /// Whether a device drops a family: a list of nodes in a payload with registries, or a text.
  private static func isLost(_ content: Content, _ tree: borrowing Tree) -> Bool {
    guard tree.form == .widget, content.isArray || content.count > 1 else { return false }
    return tree.styleCount > 0 || tree.sharedCount > 0
  }
}
