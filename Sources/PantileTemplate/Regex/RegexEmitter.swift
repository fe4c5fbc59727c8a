/// Turns a ``RegexTree`` into words.
///
/// What is left to do is a stack of tasks, so that deep trees need no deep call stack. Branches name
/// labels, which the last step replaces by word indices.
struct RegexEmitter {
  /// The most words of a program, its sets included.
  static let programLimit = 1 << 17

  private enum Task {
    case node(Int, backward: Bool)
    case words([UInt32])
    case branch(RegexOpcode, label: Int)
    /// A word that holds the place of a label and nothing else.
    case place(Int)
    case bind(Int)
  }

  private let tree: RegexTree
  private let flags: RegexFlags
  private var tasks: [Task] = []
  private var code: [UInt32] = []
  private var sets: [UInt32] = []
  private var setOffsets: [Int: UInt32] = [:]
  private var labels: [UInt32] = []
  private var fixups: [(word: Int, label: Int, isArgument: Bool)] = []
  private var registers: Int

  init(_ tree: RegexTree, flags: RegexFlags) {
    self.tree = tree
    self.flags = flags
    registers = 2 * (tree.captureCount + 1)
  }

  private var isUnicode: Bool { flags.contains(.unicode) }

  mutating func emit() throws(RegexFault) {
    tasks.append(.words([word(.accept)]))
    tasks.append(.node(tree.root, backward: false))
    while let task = tasks.popLast() {
      if code.count + sets.count > Self.programLimit { throw .tooLarge }
      switch task {
      case .node(let node, let backward): emit(node, backward)
      case .words(let words): code += words
      case .branch(let opcode, let label):
        fixups.append((code.count, label, true))
        code.append(word(opcode))
      case .place(let label):
        fixups.append((code.count, label, false))
        code.append(0)
      case .bind(let label): labels[label] = UInt32(code.count)
      }
    }
    for fixup in fixups {
      let target = labels[fixup.label]
      code[fixup.word] |= fixup.isArgument ? target << 8 : target
    }
  }

  func program(cost: Int) -> RegexProgram {
    let traits = tree.traits[tree.root]
    return RegexProgram(
      flags: flags, captureCount: tree.captureCount, groupNames: tree.groupNames,
      cost: cost + code.count / 4, code: code, sets: sets, registerCount: registers,
      first: traits.isNullable ? nil : traits.first,
      isAnchored: code.first.map { $0 & 0xFF } == UInt32(RegexOpcode.assertStart.rawValue))
  }
}

// MARK: - Parts

extension RegexEmitter {
  private func word(_ opcode: RegexOpcode, _ argument: UInt32 = 0) -> UInt32 {
    UInt32(opcode.rawValue) | argument << 8
  }

  private func word(_ opcode: RegexOpcode, _ argument: Int) -> UInt32 {
    word(opcode, UInt32(argument))
  }

  private mutating func label() -> Int {
    labels.append(0)
    return labels.count - 1
  }

  private mutating func register(_ count: Int = 1) -> Int {
    registers += count
    return registers - count
  }

  private mutating func schedule(_ next: [Task]) { tasks += next.reversed() }

  /// The operation that reads one character of a node, if the node is one.
  private mutating func characterWords(_ node: Int) -> [UInt32]? {
    switch tree.nodes[node] {
    case .unit(let code):
      if code > 0xFFFF || isUnicode && code & 0xF800 == 0xD800 {
        var set = CodePointSet()
        set.add(code)
        return [word(.setPoint, table(set))]
      }
      return [word(.unit, code)]
    case .set(let index):
      let set = tree.sets[index]
      let bounds = set.bounds
      if set == .all { return [word(isUnicode ? .anyPoint : .any)] }
      if bounds.count == 4, bounds[0] + 1 == bounds[1], bounds[2] + 1 == bounds[3],
        bounds[3] <= 0xD800
      {
        return [word(.pair), bounds[0] | bounds[2] << 16]
      }
      let offset = setOffsets[index] ?? table(set)
      setOffsets[index] = offset
      return [word(isUnicode ? .setPoint : .set, offset)]
    default: return nil
    }
  }

  /// Writes a set and returns its offset.
  private mutating func table(_ set: CodePointSet) -> UInt32 {
    let offset = sets.count
    var map = CodePointSet.ASCIIMap()
    var ranges: [UInt32] = []
    for index in stride(from: 0, to: set.bounds.count, by: 2) {
      let start = set.bounds[index]
      let end = set.bounds[index + 1]
      for code in start..<max(start, min(end, 128)) { map.insert(code) }
      if end > 128 { ranges += [max(start, 128), end] }
    }
    sets += map.words
    sets.append(UInt32(ranges.count / 2))
    sets += ranges
    return UInt32(offset)
  }
}

extension CodePointSet {
  /// Membership of the ASCII characters, a bit each.
  struct ASCIIMap {
    var words: [UInt32] = [0, 0, 0, 0]

    mutating func insert(_ code: UInt32) { words[Int(code >> 5)] |= 1 << (code & 31) }
  }
}

// MARK: - Nodes

extension RegexEmitter {
  private mutating func emit(_ node: Int, _ backward: Bool) {
    if let words = characterWords(node) {
      let back = word(isUnicode ? .backPoint : .back)
      code += backward ? [back] + words + [back] : words
      return
    }
    switch tree.nodes[node] {
    case .empty, .unit, .set: break
    case .sequence(let range): emitSequence(range, backward)
    case .choice(let range): emitChoice(range, backward)
    case .capture(let group, let child):
      let first = word(.save, group * 2 + (backward ? 1 : 0))
      let second = word(.save, group * 2 + (backward ? 0 : 1))
      schedule([.words([first]), .node(child, backward: backward), .words([second])])
    case .backreference(let group): emitBackreference(group, backward)
    case .assertion(let assertion): emitAssertion(assertion)
    case .look(let child, let isBehind, let isNegated):
      let kept = register(2)
      let body = Task.node(child, backward: isBehind)
      if isNegated {
        let exit = label()
        schedule([
          .words([word(.lookNot, kept)]), .place(exit), body, .words([word(.lookNotEnd, kept)]),
          .bind(exit),
        ])
      } else {
        schedule([.words([word(.look, kept)]), body, .words([word(.lookEnd, kept)])])
      }
    case .loop(let loop): emitLoop(loop, backward)
    }
  }

  private mutating func emitSequence(_ range: Range<Int>, _ backward: Bool) {
    var next: [Task] = []
    var literal: [UInt32] = []
    for child in tree.children[range] {
      if !backward, case .unit(let code) = tree.nodes[child],
        code < 0xD800 || code <= 0xFFFF && (code > 0xDFFF || !isUnicode)
      {
        literal.append(code)
        continue
      }
      flush(&literal, into: &next)
      next.append(.node(child, backward: backward))
    }
    flush(&literal, into: &next)
    tasks += backward ? next : next.reversed()
  }

  /// Appends the operation for a run of plain units.
  private func flush(_ literal: inout [UInt32], into next: inout [Task]) {
    if literal.isEmpty { return }
    if literal.count == 1 {
      next.append(.words([word(.unit, literal[0])]))
    } else {
      var words = [word(.units, literal.count)]
      for index in stride(from: 0, to: literal.count, by: 2) {
        words.append(literal[index] | (index + 1 < literal.count ? literal[index + 1] << 16 : 0))
      }
      next.append(.words(words))
    }
    literal.removeAll()
  }

  private mutating func emitChoice(_ range: Range<Int>, _ backward: Bool) {
    let exit = label()
    var next: [Task] = []
    for (offset, child) in tree.children[range].enumerated() {
      if offset + 1 == range.count {
        next.append(.node(child, backward: backward))
        break
      }
      let other = label()
      next += [
        .branch(.split, label: other), .node(child, backward: backward),
        .branch(.jump, label: exit), .bind(other),
      ]
    }
    next.append(.bind(exit))
    schedule(next)
  }

  private mutating func emitBackreference(_ group: Int, _ backward: Bool) {
    var bits = backward ? RegexReferenceBits.backward : 0
    if flags.contains(.ignoreCase) { bits |= RegexReferenceBits.ignoreCase }
    if isUnicode { bits |= RegexReferenceBits.unicode }
    code += [word(.backreference, group), bits]
  }

  private mutating func emitAssertion(_ assertion: RegexAssertion) {
    let isMultiline = flags.contains(.multiline)
    let isFolded: UInt32 = isUnicode && flags.contains(.ignoreCase) ? 1 : 0
    switch assertion {
    case .start: code.append(word(isMultiline ? .assertLineStart : .assertStart))
    case .end: code.append(word(isMultiline ? .assertLineEnd : .assertEnd))
    case .boundary: code.append(word(.boundary, isFolded))
    case .notBoundary: code.append(word(.notBoundary, isFolded))
    }
  }
}

// MARK: - Loops

extension RegexEmitter {
  private mutating func emitLoop(_ loop: RegexLoop, _ backward: Bool) {
    let traits = tree.traits[loop.child]
    let body = Task.node(loop.child, backward: backward)
    if loop.maximum == 0 || traits.isZeroWidth && loop.minimum == 0 { return }
    if traits.isZeroWidth || loop.minimum == 1 && loop.maximum == 1 {
      tasks.append(body)
      return
    }
    if !backward, let words = characterWords(loop.child) {
      code.append(word(loop.isLazy ? .lazyRun : .run))
      code += [UInt32(loop.minimum), UInt32(loop.maximum)] + words
      return
    }
    if loop.minimum == 0, loop.maximum == 1 || loop.maximum == RegexLoop.unbounded {
      emitOptional(loop, body)
    } else if loop.minimum == 1, loop.maximum == RegexLoop.unbounded, !traits.isNullable {
      let start = label()
      schedule(
        [.bind(start)] + clear(loop) + [body]
          + again(start, isLazy: loop.isLazy))
    } else {
      emitCounted(loop, body)
    }
  }

  /// Goes back to `start`, or on.
  private mutating func again(_ start: Int, isLazy: Bool) -> [Task] {
    let exit = label()
    return [
      .branch(isLazy ? .splitLazy : .split, label: exit), .branch(.jump, label: start),
      .bind(exit),
    ]
  }

  private func clear(_ loop: RegexLoop) -> [Task] {
    if loop.captures.isEmpty { return [] }
    let first = loop.captures.lowerBound + 1
    let end = loop.captures.upperBound + 1
    return [.words([word(.clear, first * 2), UInt32(end * 2)])]
  }

  /// `X?` and `X*`.
  private mutating func emitOptional(_ loop: RegexLoop, _ body: Task) {
    let start = label()
    let exit = label()
    var next: [Task] = [
      .bind(start), .branch(loop.isLazy ? .splitLazy : .split, label: exit),
    ]
    next += clear(loop)
    if tree.traits[loop.child].isNullable {
      let mark = register()
      next += [.words([word(.save, mark)]), body, .words([word(.checkMoved, mark)])]
    } else {
      next.append(body)
    }
    if loop.maximum > 1 { next.append(.branch(.jump, label: start)) }
    next.append(.bind(exit))
    schedule(next)
  }

  private mutating func emitCounted(_ loop: RegexLoop, _ body: Task) {
    let counter = register()
    let start = label()
    let exit = label()
    let minimum = UInt32(loop.minimum)
    var next: [Task] = [
      .words([word(.zero, counter)]), .bind(start),
      .words([
        word(loop.isLazy ? .lazyLoop : .loop, counter), minimum, UInt32(loop.maximum),
      ]), .place(exit),
    ]
    next += clear(loop)
    if tree.traits[loop.child].isNullable {
      let mark = register()
      let check = [word(.checkCounted, mark), UInt32(counter), minimum]
      next += [.words([word(.save, mark)]), body, .words(check)]
    } else {
      next.append(body)
    }
    next += [.words([word(.next, counter)]), .place(start), .bind(exit)]
    schedule(next)
  }
}
