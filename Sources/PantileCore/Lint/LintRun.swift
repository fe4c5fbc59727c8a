internal import PantileJSON

/// One look at one text: what is known so far, and what was found.
///
/// Values are visited in the order of the text; each one that matters is given a role by the value
/// around it before its turn comes, so that nothing here calls itself.
struct LintRun: ~Copyable {
  enum Role: UInt8 {
    case none, node, style
  }

  /// What belongs to a shared element, a family or a region.
  struct Owner {
    /// The value it is.
    var value: Int
    /// Its name in sentences.
    var name: String
    /// Elements and texts, without those behind references.
    var nodeCount = 0
    /// References: where they stand, and the shared element they mean.
    var references: [(value: Int, target: Int)] = []
    /// Buttons and toggles with an id.
    var interactive: [(id: [UInt8], value: Int)] = []
  }

  /// What `--fix` does about a finding.
  enum Fix {
    case none
    /// Takes a member away.
    case remove(Int)
    case edits([LintFinding.Edit])
  }

  let options: PayloadLinter
  let tree: SourceTree
  var report = LintReport()

  var roles: [Role]
  /// The component of each element, or 255.
  var components: [UInt8]
  /// Shared elements first, then families or regions.
  var owners: [Owner] = []
  /// The owner of the value that is being looked at.
  var owner = 0
  var sharedElements: [Int] = []
  var sharedStyles: [Int] = []
  /// The ids of shared elements, references followed.
  var sharedIDs: [[UInt8]?] = []
  var usedElements: [Bool] = []
  var usedStyles: [Bool] = []
  /// What is known of styles by their value.
  var styleFacts: [Int: StyleFacts] = [:]
  /// The nodes of each family or region, shared ones unfolded.
  var nodeCounts: [String: Int] = [:]
  /// Values that hold text in black, white or grey.
  var holdsNeutralText: [Bool]
  /// Elements that are painted with a gradient from edge to edge.
  var fullGradients: [Int] = []

  init(_ options: PayloadLinter, _ tree: consuming SourceTree) {
    self.options = options
    self.tree = tree
    roles = Array(repeating: .none, count: self.tree.count)
    components = Array(repeating: 255, count: self.tree.count)
    holdsNeutralText = Array(repeating: false, count: self.tree.count)
  }

  /// Looks at everything.
  mutating func check(_ payload: [UInt8]) {
    checkDepth()
    guard checkEnvelope() else { return checkKeys() }
    checkLength(payload)
    visitValues()
    checkKeys()
    checkReferences()
    checkUses()
    checkInteractiveIDs()
    checkContrast()
  }

  /// The report, in the order of the text.
  consuming func finish() -> LintReport {
    var report = report
    report.findings.sort {
      ($0.offset, $0.pointer.utf8.count, $0.code.rawValue, $0.message)
        < ($1.offset, $1.pointer.utf8.count, $1.code.rawValue, $1.message)
    }
    return report
  }

  private mutating func visitValues() {
    for value in 0..<tree.count {
      enter(value)
      switch roles[value] {
      case .none: break
      case .node: checkNode(value)
      case .style: checkStyle(value)
      }
    }
  }

  /// Notices where a shared element or a family begins.
  private mutating func enter(_ value: Int) {
    if next < owners.count, starts[next].value == value {
      owner = starts[next].owner
      next += 1
    }
  }

  /// The owners by the place of their values; made when the envelope is known.
  var starts: [(value: Int, owner: Int)] = []
  private var next = 0
}

// MARK: - Noting

extension LintRun {
  /// Adds a finding, or counts it where there are too many.
  ///
  /// - Parameters:
  ///   - value: The value that it is about.
  ///   - atKey: Whether its key is meant.
  ///   - message: A lower-case sentence.
  ///   - fix: What to do about it.
  mutating func note(
    _ code: LintCode, _ severity: LintFinding.Severity = .error, at value: Int,
    atKey: Bool = false, _ message: String, fix: Fix = .none
  ) {
    if severity == .error { report.errorCount += 1 } else { report.warningCount += 1 }
    guard hasRoom else {
      report.omittedCount += 1
      return
    }
    report.findings.append(
      LintFinding(
        code: code, severity: severity, pointer: tree.pointer(value),
        offset: atKey ? tree.keyStart(value) : tree.start(value),
        component: component(around: value),
        message: message, edits: edits(of: fix)))
  }

  /// Whether findings are still kept; sentences that take time are not needed else.
  var hasRoom: Bool { report.findings.count < options.findingLimit }

  /// Text between quotes, cut and without control characters.
  func shown(_ text: String) -> String {
    var shown = "\""
    for (index, scalar) in text.unicodeScalars.prefix(41).enumerated() {
      if index == 40 {
        shown += "…"
      } else if scalar.value < 0x20 || scalar.value == 0x7f {
        shown += scalar.value < 0x10 ? "\\x0" : "\\x"
        shown += String(scalar.value, radix: 16)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown + "\""
  }

  /// A value as it may stand in a sentence: short text and numbers themselves, else what it is.
  func shown(_ value: Int) -> String {
    switch tree.kind(value) {
    case .string: shown(tree.string(value) ?? "")
    case .number: tree.number(value).map(Self.text) ?? "a number"
    case .bool: tree.bool(value) == true ? "true" : "false"
    default: tree.kind(value).noun
    }
  }

  /// A number as JSON has it.
  static func text(_ number: Double) -> String {
    var text = ByteBuffer(capacity: 32)
    if number.isFinite { text.append(number: number) } else { text.append("null") }
    return text.text()
  }

  /// The component of the element that a value belongs to.
  private func component(around value: Int) -> String? {
    var value = value
    while value > 0, roles[value] != .node { value = tree.parent(value) }
    return Component(rawValue: components[value])?.name.description
  }

  private func edits(of fix: Fix) -> [LintFinding.Edit] {
    switch fix {
    case .none: []
    case .remove(let member): removal(of: member)
    case .edits(let edits): edits
    }
  }

  /// A member without the comma that it needs.
  private func removal(of member: Int) -> [LintFinding.Edit] {
    let range: Range<Int>
    if let before = tree.previous(member) {
      range = tree.end(before)..<tree.end(member)
    } else if let next = tree.next(member) {
      range = tree.keyStart(member)..<tree.keyStart(next)
    } else {
      range = tree.keyStart(member)..<tree.end(member)
    }
    return [LintFinding.Edit(range: range, replacement: "")]
  }

  /// Another text in place of a value.
  func replacement(of value: Int, with text: String) -> LintFinding.Edit {
    LintFinding.Edit(range: tree.start(value)..<tree.end(value), replacement: text)
  }
}
