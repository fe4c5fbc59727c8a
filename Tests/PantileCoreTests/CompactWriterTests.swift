import PantileJSON
import Testing

@testable import PantileCore

/// What compact mode makes of payload text: the bytes, or nothing when it refuses, and findings.
func compact(
  _ text: String, as form: Tree.Form = .widget, sharing: CompactWriter.Sharing = .whenShorter
) throws -> (text: String?, findings: [Finding.Code]) {
  var tree = Tree()
  try PayloadText.read(text, as: form, into: &tree)
  return compact(tree, sharing: sharing)
}

func compact(
  _ tree: borrowing Tree, sharing: CompactWriter.Sharing = .whenShorter
) -> (text: String?, findings: [Finding.Code]) {
  var writer = CompactWriter()
  var out = ByteBuffer()
  do {
    try writer.write(tree, sharing: sharing, to: &out)
    return (out.text(), writer.findings.map(\.code))
  } catch {
    return (out.count == 0 ? nil : out.text(), writer.findings.map(\.code))
  }
}

struct CompactWriterTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reference: String
    let compact: String
  }

  static let symbol = ##"{"t":4,"p":{"n":"star.fill","tc":"#F59E0B"}}"##

  static let examples = [
    Example(
      testDescription: "equal styles",
      reference: ##"{"v":1,"systemSmall":{"t":20,"c":[{"t":0,"c":"a","p":{"s":0}},"##
        + ##"{"t":0,"c":"b","p":{"s":1}}]},"s":[{"c":"red"},{"c":"red"}]}"##,
      compact: ##"{"v":1,"systemSmall":{"t":20,"c":[{"t":0,"c":"a","p":{"s":0}},"##
        + ##"{"t":0,"c":"b","p":{"s":0}}]},"s":[{"c":"red"}]}"##),
    Example(
      testDescription: "null style",
      reference: ##"{"v":1,"systemSmall":{"t":20,"c":[{"t":0,"c":"a","p":{"s":0}},"##
        + ##"{"t":0,"c":"b","p":{"s":1}}]},"s":[null,{"fs":20}]}"##,
      compact: ##"{"v":1,"systemSmall":{"t":20,"c":[{"t":0,"c":"a"},"##
        + ##"{"t":0,"c":"b","p":{"s":{"fs":20}}}]}}"##),
    Example(
      testDescription: "array root",
      reference: ##"{"v":1,"systemSmall":[{"t":0,"c":"a","p":{"s":0}},{"t":0,"c":"b"}],"##
        + ##""s":[{"fs":20}]}"##,
      compact: ##"{"v":1,"systemSmall":{"t":11,"c":[{"t":0,"c":"a","p":{"s":{"fs":20}}},"##
        + ##"{"t":0,"c":"b"}]}}"##),
    Example(
      testDescription: "array of one, null prop",
      reference: ##"{"v":1,"systemSmall":{"t":11,"c":[{"t":0,"c":"x"}],"p":{"foo":null}}}"##,
      compact: ##"{"v":1,"systemSmall":{"t":11,"c":{"t":0,"c":"x"}}}"##),
    Example(
      testDescription: "references would be longer",
      reference: ##"{"v":1,"systemSmall":{"t":11,"c":[{"t":17},{"t":17},{"t":17}],"p":{}}}"##,
      compact: ##"{"v":1,"systemSmall":{"t":11,"c":[{"t":17},{"t":17},{"t":17}]}}"##),
    Example(
      testDescription: "symbol in two families",
      reference: ##"{"v":1,"systemSmall":{"t":11,"c":[\##(symbol),{"t":0,"c":"1"},"##
        + ##"\##(symbol)]},"systemMedium":{"t":12,"c":\##(symbol)}}"##,
      compact: ##"{"v":1,"systemSmall":{"t":11,"c":[{"$r":0},{"t":0,"c":"1"},{"$r":0}]},"##
        + ##""systemMedium":{"t":12,"c":{"$r":0}},"e":[\##(symbol)]}"##),
    Example(
      testDescription: "equal but for the order of keys and families",
      reference: ##"{"v":1,"systemMedium":{"t":11,"c":[{"t":0,"c":"72°","p":{"s":{"fs":32,"##
        + ##""c":"#FFF"}}},{"t":0,"c":"Sunny","p":{"s":{"c":"#94A3B8"}}}],"##
        + ##""p":{"s":{"pad":16,"fl":1}}},"##
        + ##""systemSmall":{"t":11,"c":[{"t":0,"c":"72°","p":{"s":{"c":"#FFF","fs":32}}},"##
        + ##"{"t":0,"c":"Sunny","p":{"s":{"c":"#94A3B8"}}}],"p":{"s":{"fl":1,"pad":16}}}}"##,
      compact: ##"{"v":1,"systemSmall":{"$r":0},"systemMedium":{"$r":0},"##
        + ##""e":[{"t":11,"c":[{"t":0,"c":"72°","p":{"s":{"c":"#FFF","fs":32}}},"##
        + ##"{"t":0,"c":"Sunny","p":{"s":{"c":"#94A3B8"}}}],"p":{"s":{"fl":1,"pad":16}}}]}"##),
    Example(
      testDescription: "nested objects of styles are sorted, those of props are kept",
      reference: ##"{"v":1,"systemSmall":{"t":20,"p":{"z":{"b":1,"a":2},"##
        + ##""s":{"tf":[{"z":"}","a\"":[{"y":1,"x":{}}]}],"sho":{"width":1,"height":2}}}}}"##,
      compact: ##"{"v":1,"systemSmall":{"t":20,"p":{"##
        + ##""s":{"sho":{"height":2,"width":1},"tf":[{"a\"":[{"x":{},"y":1}],"z":"}"}]},"##
        + ##""z":{"b":1,"a":2}}}}"##),
    Example(
      testDescription: "references of the tree are expanded, lists flattened",
      reference: ##"{"v":1,"systemSmall":{"t":11,"c":[{"$r":1},{"$r":0}],"p":{"lbl":[]}},"##
        + ##""e":[{"t":0,"c":"x"},[{"t":0,"c":"y"},{"t":0,"c":"z"}]]}"##,
      compact: ##"{"v":1,"systemSmall":{"t":11,"c":[{"t":0,"c":"y"},{"t":0,"c":"z"},"##
        + ##"{"t":0,"c":"x"}]}}"##),
  ]

  @Test(arguments: examples)
  func `normalises and shares as the format says`(example: Example) throws {
    let result = try compact(example.reference)
    #expect(result.text == example.compact)
    #expect(result.findings == [])
  }

  @Test(arguments: examples)
  func `leaves its own output as it is`(example: Example) throws {
    #expect(try compact(example.compact).text == example.compact)
  }

  @Test(arguments: CorpusTests.payloads)
  func `gives a fixed point for the corpus`(path: String) throws {
    let text = try CorpusTests.text(of: path)
    let form = CorpusTests.form(of: text)
    let first = try compact(text, as: form)
    guard let once = first.text else { return }
    #expect(try compact(once, as: form).text == once)
    #expect(once.utf8.count <= text.utf8.count + 24, "\(text.utf8.count) → \(once.utf8.count)")
  }

  @Test func `writes everything in place on request`() throws {
    let text = ##"{"v":1,"systemSmall":{"t":20,"c":[{"$r":0},{"$r":0}]},"e":[\##(Self.symbol)]}"##
    let result = try compact(text, sharing: .never)
    #expect(
      result.text
        == ##"{"v":1,"systemSmall":{"t":20,"c":[\##(Self.symbol),\##(Self.symbol)]}}"##)
  }

  @Test func `keeps Live Activity keys in order`() throws {
    let text =
      ##"{"v":1,"ls":{"t":0,"c":"a"},"isl_min":{"t":0,"c":"a"},"##
      + ##""ls_background_tint":"red"}"##
    #expect(try compact(text, as: .liveActivity).text == text)
  }
}

struct CompactFindingTests {
  static func nested(_ depth: Int, array: Bool) -> String {
    let open = array ? ##"{"t":11,"c":["## : ##"{"t":11,"c":"##
    let close = array ? "]}" : "}"
    let list = array ? ##"{"t":17},"## : ""
    return ##"{"v":1,"systemSmall":"## + String(repeating: open + list, count: depth - 1)
      + ##"{"t":17}"## + String(repeating: close, count: depth - 1) + "}"
  }

  static let cases: [(text: String, findings: [Finding.Code], isWritten: Bool)] = [
    (##"{"v":1}"##, [.noContent], false),
    (##"{"v":1,"systemSmall":[]}"##, [.emptyRoot, .noContent], false),
    (
      ##"{"v":1,"systemSmall":[],"systemLarge":{"t":17}}"##, [.emptyRoot], true
    ),
    (##"{"v":1,"foo":{"t":17}}"##, [.unknownFamily, .noContent], false),
    (##"{"v":{"t":17},"systemSmall":{"t":17}}"##, [.reservedFamily], false),
    (
      ##"{"v":1,"systemSmall":{"t":11,"c":[{"t":1,"i":"a"},{"t":16},{"t":5,"i":"a"}]}}"##,
      [.duplicateID], false
    ),
    (
      ##"{"v":1,"systemSmall":{"t":11,"c":[{"t":1,"i":"a"},{"t":16},{"t":5,"i":"b"}]}}"##,
      [], true
    ),
    (##"{"v":1,"systemSmall":{"t":8,"p":{"min":2,"max":1}}}"##, [.badRange], false),
    (##"{"v":1,"systemSmall":{"t":8,"p":{"min":1}}}"##, [.badRange], false),
    (##"{"v":1,"systemSmall":{"t":8,"p":{"max":2}}}"##, [], true),
    (##"{"v":1,"systemSmall":{"t":6,"p":{"max":0}}}"##, [.badRange], false),
    (##"{"v":1,"systemSmall":{"$r":0},"e":[{"$r":0}]}"##, [.referenceCycle, .noContent], false),
    (
      ##"{"v":1,"systemSmall":{"$r":1},"e":[{"t":17}]}"##,
      [.referenceOutOfRange, .emptyRoot, .noContent], false
    ),
    (nested(510, array: false), [], true),
    (nested(512, array: false), [.tooDeep], false),
    (nested(256, array: true), [], true),
    (nested(257, array: true), [.tooDeep], false),
  ]

  @Test(arguments: cases)
  func `refuses what a device cannot take`(
    text: String, findings: [Finding.Code], isWritten: Bool
  ) throws {
    let result = try compact(text)
    #expect(result.findings == findings)
    #expect((result.text != nil) == isWritten)
  }

  @Test(arguments: [1, 3])
  func `refuses a body over the limit`(families: Int) throws {
    let names = ["systemSmall", "systemMedium", "systemLarge"].prefix(families)
    func body(_ length: Int) -> String {
      // Different texts: equal ones would be written once.
      let roots = names.enumerated().map { index, name in
        #","\#(name)":{"t":0,"c":"\#(String(repeating: "x", count: length / families + index))"}"#
      }
      return #"{"v":1"# + roots.joined() + "}"
    }
    #expect(try compact(body(262_000)).findings == [.largeBody])
    #expect(try compact(body(262_144)).findings == [.bodyOverLimit])
  }

  static let weights = [
    ("600", ##"{"fw":"600"}"##), ("200", ##"{"fw":"100"}"##), ("400", nil),
    ("900", ##"{"fw":"900"}"##),
    (##""600""##, ##"{"fw":"600"}"##), (##""200""##, ##"{"fw":"100"}"##), (##""normal""##, nil),
    (##""400""##, nil), (##""black""##, ##"{"fw":"900"}"##), (##""bold""##, ##"{"fw":"bold"}"##),
  ]

  @Test(arguments: weights)
  func `writes font weights that a device knows`(value: String, style: String?) throws {
    let text = ##"{"v":1,"systemSmall":{"t":0,"c":"x","p":{"s":{"fw":\##(value)}}}}"##
    let props = style.map { ##","p":{"s":\##($0)}"## } ?? ""
    let expected = ##"{"v":1,"systemSmall":{"t":0,"c":"x"\##(props)}}"##
    #expect(try compact(text).text == expected)
  }

  @Test func `expands lists in lists without quadratic memory`() throws {
    var entries = [##"{"t":17}"##]
    for level in 0..<3000 { entries.append(##"[{"$r":\##(level)},{"t":16}]"##) }
    let text = ##"{"v":1,"systemSmall":{"$r":3000},"e":[\##(entries.joined(separator: ","))]}"##
    let result = try compact(text)
    #expect(result.findings == [.tooManyNodes])
    let frame = ##"{"v":1,"systemSmall":{"t":11,"c":[]}}"##
    let expected = frame.utf8.count + 3000 * #"{"t":16},"#.utf8.count + #"{"t":17}"#.utf8.count
    #expect(result.text?.utf8.count == expected)
  }

  @Test func `counts doubling references without expanding them`() throws {
    var entries = [##"{"t":17}"##]
    for level in 0..<60 { entries.append(##"{"t":11,"c":[{"$r":\##(level)},{"$r":\##(level)}]}"##) }
    let text = ##"{"v":1,"systemSmall":{"$r":60},"e":[\##(entries.joined(separator: ","))]}"##
    #expect(try compact(text).findings == [.tooManyNodes, .noContent])
  }

  @Test func `refuses numbers that JSON cannot show and warns of such text`() throws {
    var tree = Tree()
    let text = try tree.label("NaN")
    tree.noteNonFiniteText(of: text)
    try tree.addRoot(.systemSmall, tree.list([text]))
    #expect(compact(tree).findings == [.nonFiniteText])
    try tree.prop("lineLimit", .number(.nan), text)
    tree.noteOtherID(of: text)
    #expect(compact(tree).findings == [.otherID, .nonFiniteText, .nonFiniteNumber])
    #expect(compact(tree).text == nil)
  }

  /// A tree of elements that hold one another, as children or as props.
  private static func chain(_ depth: Int, asProps: Bool) throws -> Tree {
    var tree = Tree(limit: 256 << 20)
    var content = tree.list([try tree.label("x")])
    for level in 0..<depth {
      let box = try tree.beginElement(.vStack)
      if asProps, level % 2 == 0 {
        try tree.set(PropName(.label), .content(content), of: box)
      } else {
        tree.setContent(content, of: box)
      }
      content = tree.list([box])
    }
    try tree.addRoot(.systemSmall, content)
    return tree
  }

  @Test(arguments: [9_999, 10_000, 500_000], [false, true])
  func `refuses deep trees without a deep stack`(depth: Int, asProps: Bool) throws {
    for sharing in [CompactWriter.Sharing.whenShorter, .never] {
      let result = compact(try Self.chain(depth, asProps: asProps), sharing: sharing)
      #expect(result.text == nil)
      #expect(
        result.findings
          == (depth < 10_000
            ? [.tooManyNodes, .largeBody, .tooDeep] : [.tooManyNodes, .noContent]))
    }
  }

  @Test func `refuses in-place text over the limit before it is made`() throws {
    var tree = Tree(limit: 256 << 20)
    let element = try tree.label(String(repeating: "x", count: 60_000))
    let shared = try tree.share(tree.list([element]))
    var content = Content()
    for _ in 0..<5_000 { tree.append(try tree.beginReference(to: shared), to: &content) }
    try tree.addRoot(.systemSmall, content)
    #expect(compact(tree, sharing: .never).findings == [.tooManyNodes, .bodyOverLimit])
    #expect(compact(tree).findings == [.tooManyNodes, .largeBody])
  }

  @Test func `gives the same when it was used for a large tree before`() throws {
    var large = Tree()
    try PayloadText.read(
      CorpusTests.text(of: CorpusTests.payloads[0]), as: .widget, into: &large)
    var small = Tree()
    try small.addRoot(.systemSmall, small.list([try small.label("x")]))
    var writer = CompactWriter()
    for sharing in [CompactWriter.Sharing.whenShorter, .never, .whenShorter] {
      var ignored = ByteBuffer()
      try? writer.write(large, sharing: sharing, to: &ignored)
      var out = ByteBuffer()
      try writer.write(small, sharing: sharing, to: &out)
      #expect(out.text() == ##"{"v":1,"systemSmall":{"t":0,"c":"x"}}"##)
    }
  }
}
