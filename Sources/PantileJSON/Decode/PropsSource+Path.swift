/// An element of an array that was counted before.
struct PathMark {
  var array: Int
  var element: Int
  var index: Int
}

// The tape links containers to the ones around them, so a path is found from its end. Only the
// number of an element must be counted, from the element that was asked for last in its array.

extension PropsSource {
  /// The container that holds another, or nil for the outermost value.
  private func parent(of container: JSONNode) -> JSONNode? {
    let index = document.word(container.index + 1).high
    return index == 0 ? nil : JSONNode(index: index)
  }

  /// The value around a container, and the container itself when there is none.
  func surrounding(_ container: JSONNode) -> JSONNode { parent(of: container) ?? container }

  /// The way to a value.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - parent: The container around it; the value itself when it is the outermost.
  /// - Complexity: O(*depth*), and amortised over calls for values in the order of the text O(1)
  ///   for each element that is passed.
  func path(to node: JSONNode, in parent: JSONNode) -> PropsPath {
    guard node != parent else { return PropsPath() }
    var nodes = [node, parent]
    var container = parent
    while let outer = self.parent(of: container) {
      nodes.append(outer)
      container = outer
    }
    nodes.reverse()
    var path = PropsPath()
    for level in 0..<(nodes.count - 1) {
      path.steps.append(step(from: nodes[level], to: nodes[level + 1], level))
    }
    return path
  }

  private func step(from container: JSONNode, to node: JSONNode, _ level: Int) -> PropsStep {
    if document.word(container.index).tag == TapeTag.array {
      return .element(elementIndex(of: node, in: container, level))
    }
    // The word before a value is its key's, or the length of a long key.
    let before = document.word(node.index - 1).tag
    let isShort = before >= TapeTag.ascii && before <= TapeTag.surrogates
    let key = JSONNode(index: node.index - (isShort ? 1 : 2))
    return .key(document.string(document.text(at: key)))
  }

  private func elementIndex(of node: JSONNode, in array: JSONNode, _ level: Int) -> Int {
    var mark = PathMark(array: array.index, element: document.first(in: array).index, index: 0)
    if level < marks.count, marks[level].array == array.index, marks[level].element <= node.index {
      mark = marks[level]
    }
    while mark.element < node.index {
      mark.element = document.next(after: JSONNode(index: mark.element)).index
      mark.index += 1
    }
    while marks.count <= level { marks.append(PathMark(array: 0, element: 0, index: 0)) }
    marks[level] = mark
    return mark.index
  }

  /// The value that a coding path leads to, or the last one on the way.
  func node(at path: [any CodingKey]) -> JSONNode {
    var node = document.root
    for key in path {
      switch document.value(at: node) {
      case .object:
        guard let value = member(key.stringValue, of: node) else { return node }
        node = value
      case .array(let count):
        guard let index = key.intValue, index >= 0, index < count else { return node }
        node = document.first(in: node)
        for _ in 0..<index { node = document.next(after: node) }
      default: return node
      }
    }
    return node
  }
}
