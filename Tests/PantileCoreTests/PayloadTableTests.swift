import PantileJSON
import Testing

@testable import PantileCore

/// The tables of the format, as far as the tree decides them.
struct PayloadTableTests {
  /// One element in `systemSmall`, without the envelope.
  func element(
    _ component: Component = .view, _ build: (inout Tree, NodeID) throws -> Void
  ) throws -> String {
    try payload { tree in
      tree.form = .bare
      let node = try tree.beginElement(component)
      try build(&tree, node)
      try tree.addRoot(.empty, tree.list([node]))
    }
  }

  // MARK: - Envelope

  func roots(_ names: [String]) throws -> String {
    try payload { tree in
      for name in names {
        let divider = try tree.beginElement(.divider)
        try tree.addRoot(try tree.text(name), tree.list([divider]))
      }
    }
  }

  static let familyCases: [(names: [String], expected: String)] = [
    (["systemLarge", "systemSmall"], #"{"v":1,"systemLarge":D,"systemSmall":D}"#),
    (["foo", "a\"b"], #"{"v":1,"foo":D,"a\"b":D}"#),
    (["b", "10", "2", "a"], #"{"2":D,"10":D,"v":1,"b":D,"a":D}"#),
    (["v"], #"{"v":D}"#),
    (["a", "v", "0"], #"{"0":D,"v":D,"a":D}"#),
    (["e", "s"], #"{"v":1,"e":D,"s":D}"#),
  ]

  @Test(arguments: familyCases)
  func `orders families as JavaScript objects do`(names: [String], expected: String) throws {
    let full = expected.split(separator: "D", omittingEmptySubsequences: false)
      .joined(separator: #"{"t":17}"#)
    #expect(try roots(names) == full)
  }

  @Test func `lets the registries overwrite families of their names`() throws {
    let bytes = try payload { tree in
      let divider = try tree.beginElement(.divider)
      try tree.addRoot(try tree.text("e"), tree.list([divider]))
      try tree.addRoot(try tree.text("s"), Content())
      let text = try tree.label("x")
      let style = tree.register(try tree.style(["a": 1]))
      try tree.prop("style", .style(style), text)
      let shared = try tree.share(tree.list([text]))
      try tree.addRoot(.systemSmall, tree.list([try tree.beginReference(to: shared)]))
    }
    #expect(
      bytes
        == #"{"v":1,"e":[{"t":0,"c":"x","p":{"s":0}}],"s":[{"a":1}],"systemSmall":{"$r":0}}"#)
  }

  @Test func `writes empty and array roots`() throws {
    let bytes = try payload { tree in
      try tree.addRoot(.systemSmall, Content())
      try tree.addRoot(.systemLarge, tree.list([try tree.label("a")], isArray: true))
    }
    #expect(bytes == #"{"v":1,"systemSmall":[],"systemLarge":[{"t":0,"c":"a"}]}"#)
  }

  @Test func `writes styles in place in the bare form`() throws {
    let bytes = try payload { tree in
      tree.form = .bare
      let text = try tree.label("x")
      let red = try tree.beginStyle()
      try tree.prop("color", .string(try tree.text("red")), red)
      try tree.prop("style", .style(tree.register(red)), text)
      let box = try tree.box(.vStack, [text])
      try tree.prop("style", .style(tree.register(try tree.style(["padding": 4]))), box)
      try tree.addRoot(.empty, tree.list([box]))
    }
    #expect(bytes == #"{"t":11,"c":{"t":0,"c":"x","p":{"s":{"c":"red"}}},"p":{"s":{"pad":4}}}"#)
    #expect(try payload { $0.form = .bare } == "[]")
  }

  @Test func `orders Live Activity keys, tints last`() throws {
    let bytes = try payload { tree in
      tree.form = .liveActivity
      tree.setTint(.islandKeyline, try tree.text("blue"))
      tree.setTint(.lockScreenBackground, try tree.text("clear"))
      for region in Region.allCases.reversed() {
        try tree.addRoot(region, tree.list([try tree.beginReference(to: 0)]))
      }
      _ = try tree.share(tree.list([try tree.beginElement(.divider)]))
      _ = try tree.registerNullStyle()
    }
    let regions =
      ["ls", "isl_exp_c", "isl_exp_l", "isl_exp_t", "isl_exp_b", "isl_cmp_l"]
      + ["isl_cmp_t", "isl_min", "saf_sm"]
    let expected = regions.map { #","\#($0)":{"$r":0}"# }.joined()
    #expect(
      bytes == #"{"v":1"# + expected
        + #","e":[{"t":17}],"s":[null],"ls_background_tint":"clear","isl_keyline_tint":"blue"}"#)
    #expect(try payload { $0.form = .liveActivity } == #"{"v":1}"#)
  }

  // MARK: - Elements

  @Test(arguments: Component.allCases)
  func `writes a component without props`(component: Component) throws {
    let bytes = try element(component) { _, _ in }
    #expect(bytes == #"{"t":\#(component.rawValue)}"#)
  }

  @Test func `orders the keys of an element`() throws {
    let bytes = try element(.text) { tree, node in
      try tree.prop("style", .inlineStyle(try tree.beginStyle()), node)
      tree.setContent(text: try tree.text("t"), of: node)
      tree.setID(try tree.text("x"), of: node)
    }
    #expect(bytes == #"{"t":0,"i":"x","c":"t","p":{"s":{}}}"#)
  }

  @Test func `tells one child from an array of one`() throws {
    #expect(try element { $0.setContent(Content(isArray: true), of: $1) } == #"{"t":20}"#)
    for isArray in [false, true] {
      let bytes = try element { tree, node in
        tree.setContent(tree.list([try tree.beginElement(.spacer)], isArray: isArray), of: node)
      }
      #expect(bytes == (isArray ? #"{"t":20,"c":[{"t":16}]}"# : #"{"t":20,"c":{"t":16}}"#))
    }
  }

  @Test func `flattens lists`() throws {
    let bytes = try element { tree, node in
      var list = tree.list([try tree.label("a")])
      let inner = tree.list([try tree.label("b"), try tree.label("c")])
      tree.append(contentsOf: Content(), to: &list)
      tree.append(contentsOf: inner, to: &list)
      tree.append(try tree.label("d"), to: &list)
      tree.setContent(list, of: node)
      var again = tree.content(of: node)
      tree.append(try tree.label("e"), to: &again)
      tree.setContent(again, of: node)
    }
    #expect(bytes.contains(#""c":[{"t":0,"c":"a"},{"t":0,"c":"b"},"#))
    #expect(bytes.hasSuffix(#"{"t":0,"c":"d"},{"t":0,"c":"e"}]}"#))
  }

  // MARK: - Props

  func props(_ list: [(String, Double)]) throws -> String {
    try element { tree, node in
      for (name, value) in list { try tree.prop(name, .number(value), node) }
    }
  }

  static let propCases: [(list: [(String, Double)], expected: String)] = [
    ([("b", 1), ("a", 2), ("b", 3), ("c", 4), ("a", 5)], #"{"b":3,"a":5,"c":4}"#),
    (
      [("b", 0), ("2", 0), ("1", 0), ("01", 0), ("-1", 0), ("4294967294", 0), ("4294967295", 0)],
      #"{"1":0,"2":0,"4294967294":0,"b":0,"01":0,"-1":0,"4294967295":0}"#
    ),
    ([("s", 1), ("style", 2)], #"{"s":2}"#),
    ([("style", 1), ("x", 3), ("s", 2)], #"{"s":2,"x":3}"#),
    ([("value", 1), ("width", 3), ("v", 2)], #"{"v":2,"w":3}"#),
    ([("testID", 1), ("aria-label", 2), ("a:b", 3)], #"{"testID":1,"aria-label":2,"a:b":3}"#),
    ([("modifiers", 1), ("mods", 2), ("yScale", 3)], #"{"modifiers":1,"mods":2,"yScale":3}"#),
    ([("n", .nan), ("i", -.infinity), ("z", -0.0)], #"{"n":null,"i":null,"z":0}"#),
  ]

  @Test(arguments: propCases)
  func `orders, shortens and replaces props`(
    list: [(String, Double)], expected: String
  ) throws {
    #expect(try props(list) == #"{"t":20,"p":\#(expected)}"#)
  }

  @Test func `shows p when all values are dropped`() throws {
    #expect(try element { try $0.prop("foo", .dropped, $1) } == #"{"t":20,"p":{}}"#)
    #expect(try element { $0.openProps(of: $1) } == #"{"t":20,"p":{}}"#)
    let bytes = try element { tree, node in
      try tree.prop("foo", .dropped, node)
      try tree.prop("bar", .null, node)
      try tree.prop("foo", .bool(true), node)
      try tree.prop("bar", .dropped, node)
    }
    #expect(bytes == #"{"t":20,"p":{"foo":true}}"#)
  }

  @Test func `writes every kind of value`() throws {
    let bytes = try element { tree, node in
      try tree.prop("a1", .null, node)
      try tree.prop("a2", .bool(false), node)
      try tree.prop("a3", .number(0.5), node)
      try tree.prop("a4", .string(try tree.text("q\"")), node)
      try tree.prop("a5", .raw(try tree.text(#"{"x":[1]}"#)), node)
      try tree.prop("a6", .content(Content()), node)
      try tree.prop("label", .content(tree.list([try tree.label("l")])), node)
      try tree.prop("a7", .content(tree.list([try tree.label("m")], isArray: true)), node)
      try tree.prop("style", .inlineStyle(try tree.style(["padding": 1, "x": 2])), node)
    }
    #expect(
      bytes == #"{"t":20,"p":{"a1":null,"a2":false,"a3":0.5,"a4":"q\"","a5":{"x":[1]},"a6":[],"#
        + #""lbl":{"t":0,"c":"l"},"a7":[{"t":0,"c":"m"}],"s":{"pad":1,"x":2}}}"#)
  }

  @Test func `replaces among thousands of names`() throws {
    let count = 3000
    let bytes = try element { tree, node in
      for round in 0..<2 {
        for index in 0..<count {
          try tree.prop("n\(index)", .number(Double(index + round)), node)
          try tree.prop("\(count - index)", .number(1), node)
        }
        try tree.prop("padding", .number(Double(round)), node)
        try tree.prop("margin", .number(Double(round)), node)
        try tree.prop("width", .number(Double(round)), node)
      }
    }
    let numbers = (1...count).map { #""\#($0)":1"# }
    let names = (0..<count).map { #""n\#($0)":\#($0 + 1)"# }
    let last = [#""pad":1"#, #""m":1"#, #""w":1"#]
    #expect(bytes == #"{"t":20,"p":{"# + (numbers + names + last).joined(separator: ",") + "}}")
  }

  // MARK: - Limits, reuse

  @Test func `stops at the output limit`() throws {
    #expect(throws: PayloadError(.outputLimit(20))) {
      try payload(limit: 20) { tree in
        try tree.addRoot(.systemSmall, tree.list([try tree.label("some text")]))
      }
    }
    var tree = Tree()
    try tree.addRoot(.systemSmall, tree.list([try tree.label("some text")]))
    var writer = PayloadWriter(limit: 44)
    var out = ByteBuffer()
    out.append("kept")
    #expect(throws: PayloadError.self) { try writer.write(tree, to: &out) }
    #expect(out.text() == "kept")
    writer.limit = 45
    try writer.write(tree, to: &out)
    #expect(out.text() == #"kept{"v":1,"systemSmall":{"t":0,"c":"some text"}}"#)
  }

  @Test func `nests without a limit of its own`() throws {
    let depth = 100_000
    let bytes = try payload(limit: 1 << 24) { tree in
      var node = try tree.beginElement(.divider)
      for _ in 0..<depth { node = try tree.box(.vStack, [node]) }
      try tree.addRoot(.systemSmall, tree.list([node]))
      var counter = NodeCounter()
      #expect(counter.count(tree.root(0).content, in: tree) == depth + 1)
    }
    #expect(bytes.utf8.count == 7 + 14 + 8 + depth * 13 + 1)
  }

  @Test func `starts anew after a reset`() throws {
    var tree = Tree()
    var writer = PayloadWriter()
    var out = ByteBuffer()
    var first = ""
    for _ in 0..<3 {
      tree.reset()
      out.removeAll()
      let text = try tree.label("x")
      try tree.prop("style", .style(tree.register(try tree.style(["padding": 1]))), text)
      _ = try tree.share(tree.list([text]))
      try tree.addRoot(.systemSmall, tree.list([try tree.beginReference(to: 0)]))
      try writer.write(tree, to: &out)
      if first.isEmpty { first = out.text() }
      #expect(out.text() == first)
    }
  }
}
