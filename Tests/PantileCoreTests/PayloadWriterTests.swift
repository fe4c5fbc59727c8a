import PantileJSON
import Testing

@testable import PantileCore

/// The payload of a tree that `build` makes.
func payload(
  limit: Int = 1 << 20, _ build: (inout Tree) throws -> Void
) throws -> String {
  var tree = Tree()
  try build(&tree)
  var writer = PayloadWriter(limit: limit)
  var out = ByteBuffer()
  try writer.write(tree, to: &out)
  return out.text()
}

extension Tree {
  /// A `Text` element.
  mutating func label(_ text: String) throws -> NodeID {
    let node = try beginElement(.text)
    setContent(text: try self.text(text), of: node)
    return node
  }

  /// A list of nodes.
  mutating func list(_ nodes: [NodeID], isArray: Bool = false) -> Content {
    var content = Content(isArray: isArray)
    for node in nodes { append(node, to: &content) }
    return content
  }

  /// An element with children.
  mutating func box(
    _ component: Component, _ children: [NodeID] = [], isArray: Bool = false
  ) throws -> NodeID {
    let node = try beginElement(component)
    setContent(list(children, isArray: isArray), of: node)
    return node
  }

  /// Sets a prop given by its full name.
  mutating func prop(_ name: String, _ value: PropValue, _ node: NodeID) throws {
    try set(try self.name(name), value, of: node)
  }

  /// A style with numbers as members.
  mutating func style(_ members: KeyValuePairs<String, Double>) throws -> NodeID {
    let style = try beginStyle()
    for (name, value) in members { try prop(name, .number(value), style) }
    return style
  }
}

struct PayloadWriterTests {
  @Test func `writes the example of the tree's documentation`() throws {
    let bytes = try payload { tree in
      let title = try tree.label("Hi")
      let style = try tree.style(["padding": 4])
      let box = try tree.box(.vStack, [title])
      try tree.set(PropName(.style), .style(tree.register(style)), of: box)
      try tree.addRoot(.systemSmall, tree.list([box]))
    }
    #expect(
      bytes
        == #"{"v":1,"systemSmall":{"t":11,"c":{"t":0,"c":"Hi"},"p":{"s":0}},"s":[{"pad":4}]}"#)
  }

  @Test func `writes the envelope without roots`() throws {
    #expect(try payload { _ in } == #"{"v":1}"#)
  }
}
