internal import PantileCore
internal import PantileJSON
internal import PantileRender
internal import PantileTemplate

/// Building the view tree by hand, and writing trees as payloads.
enum TreeCases {
  static var all: [Benchmark] {
    [build(rows: 100)]
      + ["tiny", "conditions", "grid", "portfolio", "table"].map(encode)
      + ["conditions", "grid", "portfolio"].map(compact)
  }

  /// Rows of a stack, a symbol, two texts and a style: five nodes a row.
  private static func build(rows: Int) -> Benchmark {
    Benchmark("tree.build.\(rows)-rows", gate: 20) { meter in
      var tree = Tree()
      var writer = PayloadWriter()
      var output = ByteBuffer()
      try build(rows: rows, in: &tree)
      try writer.write(tree, to: &output)
      let sizes = Sizes(output: output.count, nodes: rows * 5 + 1)
      try meter.measure(sizes, floors: [.copy(output.array())]) {
        tree.reset()
        try build(rows: rows, in: &tree)
      }
    }
  }

  private static func build(rows: Int, in tree: inout Tree) throws {
    var list = Content(isArray: true)
    for row in 0..<rows {
      var parts = Content(isArray: true)
      let symbol = try tree.beginElement(.symbol)
      try tree.set(PropName(.name), .string(tree.text("star.fill")), of: symbol)
      try tree.set(PropName(.size), .number(12), of: symbol)
      tree.append(symbol, to: &parts)
      for size in [13.0, 11] {
        let text = try tree.beginElement(.text)
        tree.beginText()
        try tree.appendText("row ")
        try tree.appendText(number: Double(row))
        tree.setContent(text: tree.endText(), of: text)
        let style = try tree.beginStyle()
        try tree.set(PropName(.fontSize), .number(size), of: style)
        try tree.set(PropName(.color), .string(tree.text("#F9FAFB")), of: style)
        try tree.set(PropName(.style), .style(tree.register(style)), of: text)
        tree.append(text, to: &parts)
      }
      tree.append(try tree.beginElement(.spacer), to: &parts)
      let stack = try tree.beginElement(.hStack)
      tree.setContent(parts, of: stack)
      try tree.set(PropName(.spacing), .number(8), of: stack)
      tree.append(stack, to: &list)
    }
    let top = try tree.beginElement(.vStack)
    tree.setContent(list, of: top)
    var root = Content()
    tree.append(top, to: &root)
    try tree.addRoot(.systemLarge, root)
  }

  /// The tree of a widget, written in the form of the reference renderer.
  private static func encode(_ name: String) -> Benchmark {
    Benchmark("tree.encode.\(name)", gate: 20) { meter in
      let widget = try WidgetCase(name)
      var writer = PayloadWriter()
      var output = ByteBuffer()
      try widget.withTree { tree, nodes in
        try writer.write(tree, to: &output)
        try widget.check(output)
        let sizes = Sizes(input: tree.byteCount, output: output.count, nodes: nodes)
        try meter.measure(sizes, floors: [.copy(widget.expected)]) {
          output.removeAll()
          try writer.write(tree, to: &output)
        }
      }
    }
  }

  /// The same in compact form.
  private static func compact(_ name: String) -> Benchmark {
    Benchmark("tree.compact.\(name)", gate: 5) { meter in
      let widget = try WidgetCase(name)
      var writer = CompactWriter()
      var output = ByteBuffer()
      try widget.withTree { tree, nodes in
        try writer.write(tree, to: &output)
        let sizes = Sizes(input: tree.byteCount, output: output.count, nodes: nodes)
        try meter.measure(sizes, floors: [.copy(output.array())]) {
          output.removeAll()
          try writer.write(tree, to: &output)
        }
      }
    }
  }
}
