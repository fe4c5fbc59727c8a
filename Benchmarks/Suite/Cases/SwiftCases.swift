internal import Pantile
internal import PantileJSON
internal import PantileTemplate

/// The same widgets in Swift: `dsl.render` from values to payload bytes, `dsl.props` from props bytes,
/// which are decoded first.
enum SwiftCases {
  static var all: [Benchmark] {
    both("tiny", Tiny.self) + both("conditions", Conditions.self) + both("chart", Forecast.self)
      + both("unicode", Feed.self) + both("outline", Outline.self) + both("list", Tasks.self)
      + both("grid", Grid.self) + both("portfolio", Portfolio.self) + both("table", Table.self)
  }

  /// The outline is nested more deeply than usual props.
  private static let decoder = PropsDecoder(depthLimit: 128)

  private static func both<Content: BenchWidget>(
    _ name: String, _ type: Content.Type
  ) -> [Benchmark] {
    [render(name, type), props(name, type)]
  }

  private static func render<Content: BenchWidget>(
    _ name: String, _ type: Content.Type
  ) -> Benchmark {
    Benchmark("dsl.render.\(name)", gate: 5) { meter in
      let widget = try WidgetCase(name)
      let content = try decoder.decode(Content.self, from: widget.request.props)
      try widget.check(content)
      var renderer = WidgetRenderer()
      var output = ByteBuffer()
      try renderer.render(content, families: Content.families, into: &output)
      let sizes = Sizes(output: output.count, nodes: try widget.nodeCount(widget.template()))
      try meter.measure(sizes, floors: [.copy(output.array())]) {
        output.removeAll()
        try renderer.render(content, families: Content.families, into: &output)
      }
    }
  }

  private static func props<Content: BenchWidget>(
    _ name: String, _ type: Content.Type
  ) -> Benchmark {
    Benchmark("dsl.props.\(name)", gate: name == "portfolio" || name == "table" ? 5 : 0) { meter in
      let widget = try WidgetCase(name)
      let props = widget.request.props
      let content = try decoder.decode(Content.self, from: props)
      try widget.check(content)
      var renderer = WidgetRenderer()
      var output = ByteBuffer()
      try renderer.render(content, families: Content.families, into: &output)
      let nodes = try widget.nodeCount(widget.template())
      let sizes = Sizes(input: props.count, output: output.count, nodes: nodes)
      try meter.measure(sizes, floors: [.copy(output.array()), .parse(props)]) {
        let content = try decoder.decode(Content.self, from: props)
        output.removeAll()
        try renderer.render(content, families: Content.families, into: &output)
      }
    }
  }
}

extension WidgetCase {
  /// Checks that a widget in Swift shows what the TSX shows: both in compact form, with each style
  /// and element written where it stands.
  fileprivate func check<Content: BenchWidget>(_ content: Content) throws {
    var renderer = WidgetRenderer()
    renderer.sharing = .never
    renderer.limits.byteCount = 1 << 20
    var found = ByteBuffer()
    try renderer.render(content, families: Content.families, into: &found)
    var writer = CompactWriter()
    writer.limits.byteCount = 1 << 20
    var wanted = ByteBuffer()
    try withTree { tree, _ in try writer.write(tree, sharing: .never, to: &wanted) }
    let (left, right) = (found.array(), wanted.array())
    guard left != right else { return }
    let equal = zip(left, right).prefix { $0 == $1 }.count
    let parts = [left, right].map {
      String(decoding: $0.dropFirst(max(0, equal - 40)).prefix(120), as: UTF8.self)
    }
    throw BenchmarkError(
      "\(name): Swift shows something else than TSX\n  Swift …\(parts[0])\n  TSX   …\(parts[1])")
  }
}
