// Shared elements: cycles, order, use and how many nodes they unfold to.

extension LintRun {
  private enum State {
    case unknown, open
    case done(Int)
  }

  /// Follows all references without unfolding them.
  mutating func checkReferences() {
    var states = [State](repeating: .unknown, count: owners.count)
    var closing = Set<Int>()
    for owner in owners.indices {
      if case .unknown = states[owner] { follow(owner, &states, &closing) }
    }
    for index in sharedElements.indices {
      for reference in owners[index].references
      where reference.target >= index && !closing.contains(reference.value) {
        note(
          .forwardReference, .warning, at: reference.value,
          "e[\(index)] refers to e[\(reference.target)], which comes later; a device copes, other "
            + "readers may not")
      }
    }
    for index in sharedElements.count..<owners.count {
      guard case .done(let count) = states[index] else { continue }
      nodeCounts[owners[index].name] = count
      noteNodes(count, owners[index])
    }
  }

  private mutating func noteNodes(_ count: Int, _ family: Owner) {
    guard count > options.limits.manyNodes else { return }
    let isOver = count > options.limits.nodes
    note(
      .tooManyNodes, isOver ? .error : .warning, at: family.value,
      "\(family.name) has \(count) nodes with shared ones unfolded, where "
        + (isOver ? "\(options.limits.nodes) are the most" : "\(options.limits.manyNodes) are many")
    )
  }

  private mutating func follow(
    _ start: Int, _ states: inout [State], _ closing: inout Set<Int>
  ) {
    var path: [(owner: Int, next: Int, sum: Int)] = [(start, 0, owners[start].nodeCount)]
    states[start] = .open
    while let step = path.last {
      let references = owners[step.owner].references
      guard step.next < references.count else {
        states[step.owner] = .done(step.sum)
        path.removeLast()
        if !path.isEmpty { Self.add(step.sum, to: &path[path.count - 1].sum) }
        continue
      }
      path[path.count - 1].next += 1
      let reference = references[step.next]
      switch states[reference.target] {
      case .done(let count): Self.add(count, to: &path[path.count - 1].sum)
      case .open:
        closing.insert(reference.value)
        noteCycle(reference, hasRoom ? path.map(\.owner) : [])
      case .unknown:
        states[reference.target] = .open
        path.append((reference.target, 0, owners[reference.target].nodeCount))
      }
    }
  }

  private static func add(_ count: Int, to sum: inout Int) {
    let (result, overflow) = sum.addingReportingOverflow(count)
    sum = overflow ? Int.max : result
  }

  private mutating func noteCycle(_ reference: (value: Int, target: Int), _ path: [Int]) {
    let start = path.firstIndex(of: reference.target) ?? 0
    var names = path[start...].prefix(8).map { owners[$0].name }
    if path.count - start > 8 { names.append("…") }
    names.append(owners[reference.target].name)
    note(
      .referenceCycle, at: reference.value,
      "shared elements contain each other without end: \(names.joined(separator: " → ")); the "
        + "device's process ends")
  }

  /// Looks for shared elements and styles that nobody uses.
  mutating func checkUses() {
    for (index, element) in sharedElements.enumerated() where !usedElements[index] {
      note(.unusedShared, .warning, at: element, "e[\(index)] is never used")
    }
    for (index, style) in sharedStyles.enumerated()
    where !usedStyles[index] && tree.kind(style) == .object {
      note(.unusedShared, .warning, at: style, "s[\(index)] is never used")
    }
  }
}
