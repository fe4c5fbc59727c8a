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
      let content = try PropsDecoder().decode(Content.self, from: widget.request.props)
      var renderer = WidgetRenderer()
      var output = ByteBuffer()
      try renderer.render(content, families: Content.families, into: &output)
      try widget.checkCompact(output)
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
      let decoder = PropsDecoder()
      var renderer = WidgetRenderer()
      var output = ByteBuffer()
      let content = try decoder.decode(Content.self, from: props)
      try renderer.render(content, families: Content.families, into: &output)
      try widget.checkCompact(output)
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
  /// Checks that a payload is the one of the TSX in compact mode.
  fileprivate func checkCompact(_ payload: borrowing ByteBuffer) throws {
    var request = request
    request.mode = .compact
    var wanted = ByteBuffer()
    try template().render(request, into: &wanted)
    let (left, right) = (payload.array(), wanted.array())
    guard left != right else { return }
    let equal = zip(left, right).prefix { $0 == $1 }.count
    let parts = [left, right].map {
      String(decoding: $0.dropFirst(max(0, equal - 40)).prefix(120), as: UTF8.self)
    }
    throw BenchmarkError(
      "\(name): Swift gives another payload than TSX\n  Swift …\(parts[0])\n  TSX   …\(parts[1])")
  }
}
