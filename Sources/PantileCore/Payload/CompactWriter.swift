public import PantileJSON

/// Writes a tree in compact mode: the same picture in fewer bytes, and never bytes that a device
/// cannot take.
///
/// Equal elements and equal styles are written once when that is shorter, whatever the tree says
/// about sharing; empty values are left out and names are sorted. What would blank or crash a
/// widget is refused, and ``findings`` says why.
public struct CompactWriter: ~Copyable {
  /// The bounds of a payload.
  public struct Limits: Sendable {
    /// Containers within containers, in the whole text.
    public var depth = 512
    /// Nodes of a root with references expanded.
    public var nodes = 10_000
    /// Nodes of a root that are worth a warning.
    public var manyNodes = 2_000
    /// The length of the payload in bytes.
    public var byteCount = 262_144
    /// The length in bytes that is worth a warning.
    public var manyBytes = 50_000

    /// The bounds that a device of iOS sets.
    public init() {}
  }

  /// Whether equal parts are written once.
  public enum Sharing: Sendable {
    /// Where it makes the payload shorter.
    case whenShorter
    /// Never: some payloads compress better so.
    case never
  }

  /// The bounds that are checked.
  public var limits = Limits()
  /// What was noticed in the last tree, in its order.
  public private(set) var findings: [Finding] = []
  /// Whether trees without anything unusual are written in one pass; the result is the same.
  var takesShortcut = true

  private var plain = PlainTreeWriter()
  private var builder = CompactBuilder()
  private var counter = NodeCounter()
  private var text = ByteBuffer(capacity: 64)
  private var roots = RootList()

  /// Creates a writer.
  public init() {}

  /// Appends the payload of `tree` to `out`.
  ///
  /// - Throws: ``PayloadError`` with code `.refused` when there is a finding of severity error;
  ///   `out` is as it was then.
  /// - Complexity: O(*n*) in the nodes of the tree with references expanded, and in its text.
  /// - Note: No heap allocation when the writer and the buffer are warm and there is no finding.
  public mutating func write(
    _ tree: borrowing Tree, sharing: Sharing = .whenShorter, to out: inout ByteBuffer
  ) throws(PayloadError) {
    let sharesParts = sharing == .whenShorter && tree.form != .bare
    let start = out.count
    if takesShortcut {
      if !findings.isEmpty { findings.removeAll(keepingCapacity: true) }
      if writeInOnePass(tree, sharesParts, &out) { return }
      out.truncate(to: start)
    }
    findings.removeAll(keepingCapacity: true)
    do throws(PayloadError) { try writeThoroughly(tree, sharesParts, &out) } catch {
      out.truncate(to: start)
      throw error
    }
  }

  private mutating func report(
    _ code: Finding.Code, _ severity: Finding.Severity = .error, root: Int? = nil
  ) {
    findings.append(Finding(code, severity, root: root))
  }

  private func stopOnErrors() throws(PayloadError) {
    for finding in findings where finding.severity == .error {
      throw PayloadError(.refused)
    }
  }
}

// MARK: - In one pass

extension CompactWriter {
  /// Writes a tree that has nothing unusual; false when it has, and what was written is of no use.
  private mutating func writeInOnePass(
    _ tree: borrowing Tree, _ sharesParts: Bool, _ out: inout ByteBuffer
  ) -> Bool {
    guard roots.list(tree, &findings), tree.form != .bare || roots.count == 1,
      plain.begin(tree, sharesParts: sharesParts)
    else { return false }
    let start = out.count
    plain.nodeLimit = limits.nodes
    plain.end = limits.byteCount > Int.max - start ? Int.max : start + limits.byteCount
    if sharesParts {
      guard addRoots(tree) else { return false }
      writeGraph(tree, sharesParts, &out)
      if builder.graph.isFull { return false }
    } else if !writeRoots(tree, &out) {
      return false
    }
    guard out.count - start <= limits.byteCount else { return false }
    warnOfLength(out.count - start)
    return plain.depthBound <= limits.depth || Self.depth(of: out, from: start) <= limits.depth
  }

  /// Adds the roots to the graph; false when the tree has something unusual.
  private mutating func addRoots(_ tree: borrowing Tree) -> Bool {
    builder.graph.reset()
    text.removeAll()
    var kept = 0
    for index in 0..<roots.count {
      let place = roots[index].place
      let content = tree.rootList[place].content
      guard content.count > 0 else {
        report(.emptyRoot, .warning, root: place)
        continue
      }
      let noted = findings.count
      if content.count > 1 { text.append("{\"t\":11,\"c\":[") }
      guard
        plain.write(content, tree, &builder.graph, &findings, root: place, to: &text),
        builder.graph.texts.count <= limits.byteCount
      else { return false }
      if content.count > 1 {
        text.append("]}")
        let node = builder.graph.intern(.element, &text, from: 0, firstEdge: 8)
        builder.graph.link(node, at: 0)
      }
      warnOfNodes(place, at: noted)
      roots[index].node = builder.graph.pendingTarget(8)
      builder.graph.dropPending(from: 8)
      roots.move(index, to: kept)
      kept += 1
    }
    roots.cut(to: kept)
    return kept > 0 || tree.form == .liveActivity
  }

  /// Writes the payload with everything in place; false when the tree has something unusual.
  private mutating func writeRoots(_ tree: borrowing Tree, _ out: inout ByteBuffer) -> Bool {
    if tree.form != .bare { out.append("{\"v\":1") }
    var kept = 0
    for index in 0..<roots.count {
      let place = roots[index].place
      let content = tree.rootList[place].content
      guard content.count > 0 else {
        report(.emptyRoot, .warning, root: place)
        continue
      }
      if tree.form != .bare { roots[index].writeKey(to: &out) }
      let noted = findings.count
      if content.count > 1 { out.append("{\"t\":11,\"c\":[") }
      guard plain.write(content, tree, &builder.graph, &findings, root: place, to: &out) else {
        return false
      }
      if content.count > 1 { out.append("]}") }
      warnOfNodes(place, at: noted)
      kept += 1
    }
    if tree.form != .bare { Self.writeEnd(tree, &out) }
    return kept > 0 || tree.form == .liveActivity
  }

  private mutating func warnOfNodes(_ place: Int, at index: Int) {
    guard plain.nodeCount > limits.manyNodes else { return }
    findings.insert(Finding(.tooManyNodes, .warning, root: place), at: index)
  }

  private mutating func warnOfLength(_ byteCount: Int) {
    if byteCount > limits.manyBytes { report(.largeBody, .warning) }
  }
}

// MARK: - Any tree

extension CompactWriter {
  /// Writes any tree, or finds all that is wrong with it.
  private mutating func writeThoroughly(
    _ tree: borrowing Tree, _ sharesParts: Bool, _ out: inout ByteBuffer
  ) throws(PayloadError) {
    let start = out.count
    builder.reset()
    builder.byteLimit = limits.byteCount
    counter.reset()
    _ = roots.list(tree, &findings)
    let isOver = !buildRoots(tree, sharesParts)
    if isOver {
      report(.bodyOverLimit)
    } else if roots.count == 0, tree.form != .liveActivity {
      report(.noContent)
    }
    try stopOnErrors()
    writeGraph(tree, sharesParts, &out)
    let byteCount = out.count - start
    if byteCount > limits.byteCount || builder.graph.isFull {
      report(.bodyOverLimit)
    } else {
      warnOfLength(byteCount)
    }
    if Self.depth(of: out, from: start) > limits.depth { report(.tooDeep) }
    try stopOnErrors()
  }

  /// Normalises the roots; false when their text is certainly too long.
  private mutating func buildRoots(_ tree: borrowing Tree, _ sharesParts: Bool) -> Bool {
    var kept = 0
    var byteCount = 0
    for index in 0..<roots.count {
      let place = roots[index].place
      guard countNodes(place, tree) else { continue }
      builder.root = place
      swap(&builder.findings, &findings)
      let node = builder.add(tree.rootList[place].content, tree)
      swap(&builder.findings, &findings)
      if builder.isOverLimit {
        roots.cut(to: 0)
        return false
      }
      guard let node else {
        report(.emptyRoot, .warning, root: place)
        continue
      }
      byteCount += builder.graph.fullLength(node)
      roots[index].node = node
      roots.move(index, to: kept)
      kept += 1
    }
    roots.cut(to: kept)
    return sharesParts || byteCount <= limits.byteCount
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

extension CompactWriter {
  /// Writes the roots that are in the graph, and the registries of what they share.
  private mutating func writeGraph(
    _ tree: borrowing Tree, _ sharesParts: Bool, _ out: inout ByteBuffer
  ) {
    if tree.form == .bare {
      if roots.count > 0 { builder.graph.write(roots[0].node, to: &out) }
      return
    }
    if sharesParts {
      for index in 0..<roots.count { builder.graph.addRoot(roots[index].node) }
      if builder.graph.decideSharing() {
        for index in 0..<roots.count { builder.graph.orderShared(roots[index].node) }
      }
    }
    out.append("{\"v\":1")
    for index in 0..<roots.count {
      roots[index].writeKey(to: &out)
      builder.graph.write(root: roots[index].node, to: &out)
    }
    for index in 0..<builder.graph.sharedCount {
      out.append(index == 0 ? ",\"e\":[" : ",")
      builder.graph.write(builder.graph.shared(index), to: &out)
    }
    if builder.graph.sharedCount > 0 { out.append(UInt8(ascii: "]")) }
    for index in 0..<builder.graph.styleCount {
      out.append(index == 0 ? ",\"s\":[" : ",")
      builder.graph.write(style: builder.graph.style(index), to: &out)
    }
    if builder.graph.styleCount > 0 { out.append(UInt8(ascii: "]")) }
    Self.writeEnd(tree, &out)
  }

  private static func writeEnd(_ tree: borrowing Tree, _ out: inout ByteBuffer) {
    write("ls_background_tint", tree.tint(.lockScreenBackground), tree, &out)
    write("isl_keyline_tint", tree.tint(.islandKeyline), tree, &out)
    out.append(UInt8(ascii: "}"))
  }

  private static func write(
    _ key: StaticString, _ tint: TextRange, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    guard tree.form == .liveActivity, tint.byteCount > 0 else { return }
    out.append(",\"")
    out.append(key)
    out.append("\":")
    tree.write(string: tint, to: &out)
  }

  /// How deeply the containers of a text nest.
  private static func depth(of out: borrowing ByteBuffer, from start: Int) -> Int {
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
    return deepest
  }
}
