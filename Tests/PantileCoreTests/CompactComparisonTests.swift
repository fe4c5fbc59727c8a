import PantileJSON
import Testing

@testable import PantileCore

/// Compares the compact writer with a simple one, in one pass and thoroughly.
@Suite struct CompactComparisonTests {
  private struct Outcome: Equatable {
    var text: String?
    var findings: [Finding]
  }

  private static func outcomes(
    _ tree: borrowing Tree, _ sharing: CompactWriter.Sharing, _ limits: CompactWriter.Limits
  ) -> [Outcome] {
    var simple = SimpleCompactWriter()
    simple.limits = limits
    var out = ByteBuffer()
    out.append("kept")
    var outcomes: [Outcome] = []
    do {
      try simple.write(tree, sharing: sharing, to: &out)
      outcomes.append(Outcome(text: out.text(), findings: simple.findings))
    } catch {
      outcomes.append(Outcome(text: nil, findings: simple.findings))
    }
    for takesShortcut in [true, false] {
      var writer = CompactWriter()
      writer.limits = limits
      writer.takesShortcut = takesShortcut
      // The second time everything is warm.
      for _ in 0..<2 {
        out.removeAll()
        out.append("kept")
        do {
          try writer.write(tree, sharing: sharing, to: &out)
          outcomes.append(Outcome(text: out.text(), findings: writer.findings))
        } catch {
          #expect(out.text() == "kept")
          outcomes.append(Outcome(text: nil, findings: writer.findings))
        }
      }
    }
    return outcomes
  }

  private static func compare(
    _ tree: borrowing Tree, _ name: String, _ limits: CompactWriter.Limits = .init()
  ) {
    for sharing in [CompactWriter.Sharing.whenShorter, .never] {
      let outcomes = outcomes(tree, sharing, limits)
      for outcome in outcomes.dropFirst() {
        #expect(outcome.text == outcomes[0].text, "\(name), \(sharing)")
        // The simple writer does not say which of the siblings it is.
        #expect(
          outcome.findings.map(\.shown) == outcomes[0].findings.map(\.shown), "\(name), \(sharing)")
      }
    }
  }

  @Test(arguments: CorpusTests.payloads)
  func `gives what the simple writer gives for the corpus`(path: String) throws {
    let text = try CorpusTests.text(of: path)
    var tree = Tree()
    try PayloadText.read(text, as: CorpusTests.form(of: text), into: &tree)
    Self.compare(tree, path)
  }

  @Test(arguments: 0..<40)
  func `gives what the simple writer gives for random trees`(group: Int) throws {
    for seed in group * 50..<group * 50 + 50 {
      var source = RandomTree(seed: UInt64(seed))
      var tree = Tree()
      try source.fill(&tree)
      var limits = CompactWriter.Limits()
      if seed % 7 == 0 { limits.nodes = 30 }
      if seed % 5 == 0 { limits.manyNodes = 10 }
      if seed % 11 == 0 { limits.byteCount = 900 }
      if seed % 3 == 0 { limits.manyBytes = 400 }
      if seed % 13 == 0 { limits.depth = 9 }
      Self.compare(tree, "seed \(seed)", limits)
    }
  }
}

extension Finding {
  fileprivate var shown: String {
    "\(code) \(severity) \(root ?? -1) \(code == .duplicateID ? 0 : node.rawValue)"
  }
}

/// Trees of all that a tree can hold, with much that repeats.
struct RandomTree {
  private var state: UInt64
  private var depth = 0
  private var isOdd: Bool

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    isOdd = seed % 4 == 0
  }

  private mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % count
  }

  /// Something that few trees have.
  private mutating func isRare(_ count: Int = 40) -> Bool { isOdd && next(count) == 0 }

  mutating func fill(_ tree: inout Tree) throws {
    tree.form = next(4) == 0 ? .liveActivity : next(9) == 0 ? .bare : .widget
    for _ in 0..<next(5) {
      if isRare(10) {
        _ = try tree.registerNullStyle()
      } else {
        _ = tree.register(try style(&tree))
      }
    }
    for _ in 0..<next(4) { _ = try tree.share(try list(&tree, next(3) == 0 ? next(4) : 1)) }
    let roots = tree.form == .bare ? 1 : 1 + next(4)
    for root in 0..<roots {
      let content = try list(&tree, next(3) == 0 ? next(4) : 1)
      switch tree.form {
      case .liveActivity: try tree.addRoot(Region.allCases[(8 - root * 2)], content)
      case .bare: try tree.addRoot(.empty, content)
      default:
        if isRare(20) {
          try tree.addRoot(tree.text(["v", "e", "s", "x", "systemSmal"][next(5)]), content)
        } else {
          try tree.addRoot(Family.allCases[(6 - root) % 7], content)
        }
      }
    }
    if next(3) == 0 { tree.setTint(.lockScreenBackground, try tree.text("r\"ed")) }
  }

  private mutating func list(_ tree: inout Tree, _ count: Int) throws -> Content {
    var content = Content(isArray: next(4) == 0)
    for _ in 0..<count { tree.append(try node(&tree), to: &content) }
    return content
  }

  private mutating func node(_ tree: inout Tree) throws -> NodeID {
    depth += 1
    defer { depth -= 1 }
    if next(9) == 0 { return try tree.beginReference(to: next(isOdd ? 5 : 4)) }
    if isRare() { return try tree.beginTextNode(try text(&tree)) }
    if isRare() { return try tree.beginRawNode(try tree.text(["null", "1", "[[]]"][next(3)])) }
    let element = try tree.beginElement(
      componentID: UInt8([0, 0, 0, 4, 6, 8, 11, 12, 20, 21][next(10)]))
    if next(6) == 0 { tree.setID(try tree.text("id\(next(isOdd ? 6 : 1000))"), of: element) }
    if isRare() { tree.noteOtherID(of: element) }
    if isRare(12) { tree.noteNonFiniteText(of: element) }
    if next(2) == 0 || depth > 5 {
      tree.setContent(text: try text(&tree), of: element)
    } else {
      tree.setContent(try list(&tree, next(5)), of: element)
    }
    if next(5) == 0 { tree.openProps(of: element) }
    for _ in 0..<next(isRare() ? 40 : 5) { try setProp(&tree, element) }
    if next(3) == 0 { try tree.set(PropName(.style), styleValue(&tree), of: element) }
    return element
  }

  private mutating func styleValue(_ tree: inout Tree) throws -> PropValue {
    next(2) == 0 ? .style(next(5)) : .inlineStyle(try style(&tree))
  }

  private mutating func setProp(_ tree: inout Tree, _ element: NodeID) throws {
    let name = try name(&tree)
    switch next(8) {
    case 0 where depth < 5:
      try tree.set(name, .content(try list(&tree, next(3))), of: element)
    case 1: try tree.set(name, .null, of: element)
    case 2: try tree.set(name, .dropped, of: element)
    default: try tree.set(name, try scalar(&tree), of: element)
    }
  }

  private mutating func name(_ tree: inout Tree) throws -> PropName {
    let names = ["testID", "é", "data-x", "5", "a\"b", "\u{1F600}", "\u{FB01}", "zz"]
    if next(12) == 0 { return try tree.name(names[next(names.count)]) }
    return PropName(ShortName(rawValue: UInt8(next(180))))
  }

  private mutating func style(_ tree: inout Tree) throws -> NodeID {
    let style = try tree.beginStyle()
    for _ in 0..<next(4) {
      try tree.set(try name(&tree), next(9) == 0 ? .null : try scalar(&tree), of: style)
    }
    if next(4) == 0 {
      let weights = ["400", "normal", "200", "black", "bold", "", "blacks"]
      let weight: PropValue =
        next(2) == 0
        ? .string(try tree.text(weights[next(weights.count)]))
        : .number([400, 200, 600, 0.5][next(4)])
      try tree.set(PropName(.fontWeight), weight, of: style)
    }
    return style
  }

  private mutating func scalar(_ tree: inout Tree) throws -> PropValue {
    switch next(6) {
    case 0: return .bool(next(2) == 0)
    case 1: return .number(isRare() ? .nan : [0, 4, 99, 100, -0.0, -7, 0.5, 1e21][next(8)])
    case 2:
      let texts = ["{\"b\":1,\"a\":[{\"d\":1,\"c\":2}]}", "null", "[]", "{}", "1.5", "\"x\""]
      return .raw(try tree.text(texts[next(texts.count)]))
    default: return .string(try text(&tree))
    }
  }

  private mutating func text(_ tree: inout Tree) throws -> TextRange {
    let texts = [
      "", "a", "red", "#34D399", "a \"quoted\" text", "line\nfeed", "Grüße 😀",
      "a text that is longer than sixteen bytes", "\u{FB01}",
    ]
    return try tree.text(texts[next(texts.count)])
  }
}
