/// Parses a pattern into a ``RegexTree``, with the checks and their order as V8 has them.
///
/// Nesting is kept on a stack of frames, so that deep patterns need no deep call stack.
struct RegexParser {
  /// The most code units of a pattern, and the deepest nesting of groups.
  static let patternLimit = 1 << 15
  static let depthLimit = 256
  static let captureLimit = 32_767
  static let workLimit = 1 << 22
  /// What ``current`` is behind the last unit.
  static let end = UInt32.max

  struct Frame {
    enum Kind {
      case top, group
      case capture(Int, name: [UInt16]?)
      case look(isBehind: Bool, isNegated: Bool)
    }

    var kind: Kind
    var firstTerm: Int
    var firstChoice: Int
    var firstCapture: Int
  }

  let units: [UInt16]
  let flags: RegexFlags
  let isUnicode: Bool
  var index = 0
  var tree = RegexTree()
  var frames: [Frame] = []
  var terms: [Int] = []
  var choices: [Int] = []
  var capturesStarted = 0
  /// The groups inside the last term, and whether that is a lookaround without quantifier.
  var termCaptures = 0..<0
  var termForbidsQuantifier = false
  /// The number of groups and whether one has a name, once somebody asked.
  var scanned: (captureCount: Int, hasNames: Bool)?
  var groups: [[UInt16]: Int] = [:]
  var namedReferences: [(node: Int, name: [UInt16])] = []
  /// Ranges handled while building classes: bounds the time of a compilation.
  var work = 0

  init(_ units: [UInt16], flags: RegexFlags) {
    self.units = units
    self.flags = flags
    isUnicode = flags.contains(.unicode)
  }
}

// MARK: - Reading

extension RegexParser {
  func unit(at position: Int) -> UInt32 {
    position < units.count ? UInt32(units[position]) : Self.end
  }

  /// The character at a position: a surrogate pair is one when `joined`.
  func character(at position: Int, joined: Bool) -> UInt32 {
    let lead = unit(at: position)
    guard joined, lead & 0xFFFF_FC00 == 0xD800 else { return lead }
    let trail = unit(at: position + 1)
    guard trail & 0xFFFF_FC00 == 0xDC00 else { return lead }
    return 0x10000 + (lead & 0x3FF) << 10 + (trail & 0x3FF)
  }

  var current: UInt32 { character(at: index, joined: isUnicode) }
  /// The character behind the unit at ``index``.
  var next: UInt32 { character(at: index + 1, joined: isUnicode) }

  /// Steps over the current character.
  mutating func advance() { index += current > 0xFFFF && current != Self.end ? 2 : 1 }

  mutating func advance(units count: Int) { index += count }

  mutating func spend(_ amount: Int) throws(RegexFault) {
    work += amount
    if work > Self.workLimit { throw .tooLarge }
  }
}

// MARK: - Disjunctions

extension RegexParser {
  mutating func parse() throws(RegexFault) -> RegexTree {
    if units.count > Self.patternLimit { throw .tooLarge }
    frames.append(Frame(kind: .top, firstTerm: 0, firstChoice: 0, firstCapture: 0))
    while index < units.count {
      termCaptures = capturesStarted..<capturesStarted
      termForbidsQuantifier = false
      if try parseTerm() { try parseQuantifier() }
    }
    if frames.count > 1 { throw .unterminatedGroup }
    tree.root = closeDisjunction(frames[0])
    tree.captureCount = capturesStarted
    try resolveNames()
    return tree
  }

  /// Parses one term; returns whether a quantifier may follow.
  private mutating func parseTerm() throws(RegexFault) -> Bool {
    switch current {
    case 0x28:  // (
      try openGroup()
      return false
    case 0x29:  // )
      try closeGroup()
      return true
    case 0x7C:  // |
      advance()
      closeAlternative()
      return false
    case 0x2A, 0x2B, 0x3F: throw .nothingToRepeat
    case 0x5E:  // ^
      advance()
      terms.append(tree.add(.assertion(.start)))
      return false
    case 0x24:  // $
      advance()
      terms.append(tree.add(.assertion(.end)))
      return false
    case 0x5B: terms.append(try parseClass())  // [
    case 0x5C: return try parseAtomEscape()
    case 0x2E:  // .
      advance()
      let any = flags.contains(.dotAll) ? CodePointSet.all : CodePointSet.lineEnds.inverted
      terms.append(tree.addSet(any))
    case 0x7B:  // {
      if try parseInterval() != nil { throw .nothingToRepeat }
      try addBracket()
    case 0x7D, 0x5D: try addBracket()
    default:
      let code = current
      advance()
      addCharacter(code)
    }
    return true
  }

  private mutating func addBracket() throws(RegexFault) {
    if isUnicode { throw .loneBrackets }
    addCharacter(current)
    advance()
  }

  /// Adds a term for one character, with its case variants under `i`.
  mutating func addCharacter(_ code: UInt32) {
    guard flags.contains(.ignoreCase) else {
      terms.append(tree.add(.unit(code)))
      return
    }
    terms.append(tree.addSet(CaseMapping.mapping(unicode: isUnicode).equals(of: code)))
  }

  private mutating func closeAlternative() {
    let base = frames[frames.count - 1].firstTerm
    choices.append(tree.addSequence(terms[base...]))
    terms.removeSubrange(base...)
  }

  private mutating func closeDisjunction(_ frame: Frame) -> Int {
    closeAlternative()
    let node = tree.addChoice(choices[frame.firstChoice...])
    choices.removeSubrange(frame.firstChoice...)
    return node
  }
}

// MARK: - Groups

extension RegexParser {
  private mutating func openGroup() throws(RegexFault) {
    if frames.count > Self.depthLimit { throw .tooLarge }
    let firstCapture = capturesStarted
    advance()
    let kind = try parseGroupKind()
    frames.append(
      Frame(
        kind: kind, firstTerm: terms.count, firstChoice: choices.count,
        firstCapture: firstCapture))
  }

  private mutating func parseGroupKind() throws(RegexFault) -> Frame.Kind {
    guard current == 0x3F else { return .capture(try startCapture(), name: nil) }
    let mark = next
    advance(units: 2)
    switch mark {
    case 0x3A: return .group
    case 0x3D: return .look(isBehind: false, isNegated: false)
    case 0x21: return .look(isBehind: false, isNegated: true)
    case 0x3C:
      if current == 0x3D || current == 0x21 {
        let isNegated = current == 0x21
        advance()
        return .look(isBehind: true, isNegated: isNegated)
      }
      let group = try startCapture()
      return .capture(group, name: try parseGroupName())
    default: throw .invalidGroup
    }
  }

  private mutating func startCapture() throws(RegexFault) -> Int {
    if capturesStarted >= Self.captureLimit { throw .tooManyCaptures }
    capturesStarted += 1
    return capturesStarted
  }

  private mutating func closeGroup() throws(RegexFault) {
    guard frames.count > 1, let frame = frames.last else { throw .unmatchedParen }
    advance()
    var node = closeDisjunction(frame)
    frames.removeLast()
    switch frame.kind {
    case .top, .group: break
    case .capture(let group, let name):
      if let name { try register(name, group) }
      node = tree.add(.capture(group, child: node))
    case .look(let isBehind, let isNegated):
      node = tree.add(.look(child: node, isBehind: isBehind, isNegated: isNegated))
      termForbidsQuantifier = isBehind || isUnicode
    }
    terms.append(node)
    termCaptures = frame.firstCapture..<capturesStarted
  }

  private mutating func register(_ name: [UInt16], _ group: Int) throws(RegexFault) {
    guard groups.updateValue(group, forKey: name) == nil else { throw .duplicateGroupName }
    tree.groupNames.append(RegexGroupName(units: name, group: group))
  }

  /// Whether the parser stands inside a group of that number or name.
  func isInside(_ matches: (Int, [UInt16]?) -> Bool) -> Bool {
    for frame in frames {
      if case .capture(let group, let name) = frame.kind, matches(group, name) { return true }
    }
    return false
  }

  private mutating func resolveNames() throws(RegexFault) {
    for (node, name) in namedReferences {
      guard let group = groups[name] else { throw .invalidNamedCapture }
      tree.nodes[node] = .backreference(group)
    }
    tree.groupNames.sort { $0.group < $1.group }
  }
}

// MARK: - Quantifiers

extension RegexParser {
  private mutating func parseQuantifier() throws(RegexFault) {
    var minimum = 0
    var maximum = RegexLoop.unbounded
    switch current {
    case 0x2A: advance()
    case 0x2B:
      advance()
      minimum = 1
    case 0x3F:
      advance()
      maximum = 1
    case 0x7B:
      guard let interval = try parseInterval() else {
        if isUnicode { throw .incompleteQuantifier }
        return
      }
      (minimum, maximum) = interval
      if maximum < minimum { throw .rangeOutOfOrder }
    default: return
    }
    let isLazy = current == 0x3F
    if isLazy { advance() }
    if termForbidsQuantifier { throw .invalidQuantifier }
    let child = terms.removeLast()
    terms.append(
      tree.add(
        .loop(
          RegexLoop(
            child: child, minimum: minimum, maximum: maximum, isLazy: isLazy,
            captures: termCaptures))))
  }

  /// Parses `{n}`, `{n,}` or `{n,m}`; stays where it is when the text is none of them.
  private mutating func parseInterval() throws(RegexFault) -> (Int, Int)? {
    let start = index
    advance()
    guard isDigit(current) else {
      index = start
      return nil
    }
    let minimum = parseCount()
    var maximum = minimum
    if current == 0x2C {
      advance()
      maximum = current == 0x7D ? RegexLoop.unbounded : parseCount()
    }
    guard current == 0x7D else {
      index = start
      return nil
    }
    advance()
    return (minimum, maximum)
  }

  private mutating func parseCount() -> Int {
    var value = 0
    while isDigit(current) {
      value = min(value * 10 + Int(current - 0x30), RegexLoop.unbounded)
      advance()
    }
    return value
  }

  func isDigit(_ code: UInt32) -> Bool { code >= 0x30 && code <= 0x39 }
}
