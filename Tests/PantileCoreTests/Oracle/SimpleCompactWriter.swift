import PantileJSON

@testable import PantileCore

/// Compact mode written for clarity: what ``CompactWriter`` must give, and is compared with.
struct SimpleCompactWriter: ~Copyable {
  /// The bounds that are checked.
  var limits = CompactWriter.Limits()
  /// What was noticed in the last tree, in its order.
  var findings: [Finding] { builder.findings }

  private var builder = SimpleCompactBuilder()
  private var counter = NodeCounter()
  private var body = ByteBuffer(capacity: 4096)
  /// Where styles go in `body`.
  private var marks: [(position: Int, style: Int)] = []
  /// Styles in the order of their first use.
  private var styles: [Int] = []
  private var stack: [(node: Int, edge: Int, position: Int)] = []

  /// Creates a writer.
  init() {}

  /// Appends the payload of `tree` to `out`.
  ///
  /// - Throws: ``PayloadError`` with code `.refused` when there is a finding of severity error;
  ///   `out` is as it was then.
  /// - Complexity: O(*n*) in the nodes of the tree with references expanded, and in its text.
  mutating func write(
    _ tree: borrowing Tree, sharing: CompactWriter.Sharing = .whenShorter, to out: inout ByteBuffer
  ) throws(PayloadError) {
    builder.reset()
    builder.byteLimit = limits.byteCount
    counter.reset()
    let roots = addRoots(tree)
    if builder.isOverLimit {
      report(.bodyOverLimit)
    } else if roots.isEmpty, tree.form != .liveActivity {
      report(.noContent)
    }
    try stopOnErrors()
    let isShared = sharing == .whenShorter && tree.form != .bare
    let start = out.count
    var order: [Int] = []
    if isShared {
      builder.graph.decideSharing(roots.map(\.node))
      order = builder.graph.orderShared(roots.map(\.node))
    }
    writeBody(roots, order, tree)
    finish(shareStyles: isShared, tree, to: &out)
    check(out, from: start)
    do throws(PayloadError) { try stopOnErrors() } catch {
      out.truncate(to: start)
      throw error
    }
  }

  private mutating func report(
    _ code: Finding.Code, _ severity: Finding.Severity = .error, root: Int? = nil
  ) {
    builder.findings.append(Finding(code, severity, root: root))
  }

  private func stopOnErrors() throws(PayloadError) {
    for finding in builder.findings where finding.severity == .error {
      throw PayloadError(.refused)
    }
  }
}

// MARK: - Roots

extension SimpleCompactWriter {
  private struct Root {
    var place: Int
    var key: StaticString
    var node: Int
  }

  /// Normalises the roots and puts them in the order of the payload.
  private mutating func addRoots(_ tree: borrowing Tree) -> [Root] {
    var roots: [Root] = []
    for place in tree.rootList.indices {
      let root = tree.rootList[place]
      guard let (rank, key) = keyOfRoot(root, place, tree) else { continue }
      roots.append(Root(place: rank << 32 | place, key: key, node: 0))
    }
    roots.sort { $0.place < $1.place }
    var kept: [Root] = []
    for var root in roots {
      let place = root.place & 0xFFFF_FFFF
      guard countNodes(place, tree) else { continue }
      builder.root = place
      if let node = builder.add(tree.rootList[place].content, tree) {
        root.node = node
        kept.append(root)
      } else if builder.isOverLimit {
        return []
      } else {
        report(.emptyRoot, .warning, root: place)
      }
    }
    return kept
  }

  private mutating func keyOfRoot(
    _ root: Tree.Root, _ place: Int, _ tree: borrowing Tree
  ) -> (Int, StaticString)? {
    if tree.form == .bare { return (0, "") }
    if let region = root.region { return (Int(region.rawValue), region.key) }
    let name = tree.string(root.name)
    if let family = Family.allCases.first(where: { $0.name.description == name }) {
      return (Int(family.rawValue), family.name)
    }
    let isReserved = name == "v" || name == "e" || name == "s"
    report(isReserved ? .reservedFamily : .unknownFamily, root: place)
    return nil
  }

  /// Whether a root's references can be expanded.
  private mutating func countNodes(_ place: Int, _ tree: borrowing Tree) -> Bool {
    let count = counter.count(tree.rootList[place].content, in: tree)
    if counter.foundCycle { report(.referenceCycle, root: place) }
    if counter.foundDanglingReference { report(.referenceOutOfRange, root: place) }
    if count > limits.nodes {
      report(.tooManyNodes, root: place)
    } else if count > limits.manyNodes {
      report(.tooManyNodes, .warning, root: place)
    }
    return count <= limits.nodes && !counter.foundCycle
  }
}

// MARK: - Text

extension SimpleCompactWriter {
  /// Writes roots and shared elements to `body`, leaving the styles out.
  private mutating func writeBody(_ roots: [Root], _ order: [Int], _ tree: borrowing Tree) {
    body.removeAll()
    marks.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    if tree.form == .bare {
      if let root = roots.first { write(root.node) }
      return
    }
    body.append("{\"v\":1")
    for root in roots {
      body.append(",\"")
      body.append(root.key)
      body.append("\":")
      if builder.graph.nodes[root.node].isShared {
        writeReference(root.node)
      } else {
        write(root.node)
      }
    }
    guard !order.isEmpty else { return }
    for index in order.indices {
      body.append(index == 0 ? ",\"e\":[" : ",")
      write(order[index])
    }
    body.append(UInt8(ascii: "]"))
  }

  private mutating func writeReference(_ node: Int) {
    body.append("{\"$r\":")
    body.append(integer: builder.graph.nodes[node].index)
    body.append(UInt8(ascii: "}"))
  }

  /// Writes a node and all below it; shared nodes below it as references.
  private mutating func write(_ node: Int) {
    stack.append((node, 0, 0))
    while let (current, edge, position) = stack.last {
      let node = builder.graph.nodes[current]
      guard edge < node.edgeCount else {
        copy(node, position, node.byteCount)
        stack.removeLast()
        continue
      }
      let next = builder.graph.edges[node.firstEdge + edge]
      copy(node, position, next.position)
      stack[stack.count - 1] = (current, edge + 1, next.position)
      let target = builder.graph.nodes[next.target]
      if target.kind == .style {
        if target.uses == 0 { styles.append(next.target) }
        builder.graph.nodes[next.target].uses += 1
        marks.append((body.count, next.target))
      } else if target.isShared {
        writeReference(next.target)
      } else {
        stack.append((next.target, 0, 0))
      }
    }
  }

  private mutating func copy(_ node: SimpleCompactGraph.Node, _ start: Int, _ end: Int) {
    builder.graph.bytes.withBytes(from: node.start + start, length: end - start) {
      body.append($0)
    }
  }

  /// Decides which styles are shared, puts the styles into the text and completes it.
  private mutating func finish(
    shareStyles: Bool, _ tree: borrowing Tree, to out: inout ByteBuffer
  ) {
    var shared: [Int] = []
    for style in styles where shareStyles {
      let node = builder.graph.nodes[style]
      guard node.uses >= 2, (node.uses - 1) * node.byteCount > 2 * node.uses + 1 else { continue }
      builder.graph.nodes[style].index = shared.count
      shared.append(style)
    }
    var copied = 0
    for mark in marks {
      body.withBytes(from: copied, length: mark.position - copied) { out.append($0) }
      copied = mark.position
      let index = builder.graph.nodes[mark.style].index
      if index >= 0 { out.append(integer: index) } else { append(style: mark.style, to: &out) }
    }
    body.withBytes(from: copied) { out.append($0) }
    guard tree.form != .bare else { return }
    for index in shared.indices {
      out.append(index == 0 ? ",\"s\":[" : ",")
      append(style: shared[index], to: &out)
    }
    if !shared.isEmpty { out.append(UInt8(ascii: "]")) }
    append("ls_background_tint", tree.tint(.lockScreenBackground), tree, to: &out)
    append("isl_keyline_tint", tree.tint(.islandKeyline), tree, to: &out)
    out.append(UInt8(ascii: "}"))
  }

  private func append(style: Int, to out: inout ByteBuffer) {
    let node = builder.graph.nodes[style]
    builder.graph.bytes.withBytes(from: node.start, length: node.byteCount) { out.append($0) }
  }

  private func append(
    _ key: StaticString, _ tint: TextRange, _ tree: borrowing Tree, to out: inout ByteBuffer
  ) {
    guard tree.form == .liveActivity, tint.byteCount > 0 else { return }
    out.append(",\"")
    out.append(key)
    out.append("\":")
    tree.write(string: tint, to: &out)
  }

  /// Checks the length and the depth of the text.
  private mutating func check(_ out: borrowing ByteBuffer, from start: Int) {
    let byteCount = out.count - start
    if byteCount > limits.byteCount {
      report(.bodyOverLimit)
    } else if byteCount > limits.manyBytes {
      report(.largeBody, .warning)
    }
    var depth = 0
    var deepest = 0
    var isString = false
    var at = start
    while at < out.count {
      switch out[at] {
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString:
        depth += 1
        deepest = Swift.max(deepest, depth)
      case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString: depth -= 1
      default: break
      }
      at += 1
    }
    if deepest > limits.depth { report(.tooDeep) }
  }
}
