internal import PantileCore
internal import PantileJSON
internal import PantileRender
internal import PantileTemplate

/// What is done with payloads on their way out: Live Activities, compression, compact form, and a
/// look as a device would take it.
enum DeliveryCases {
  static var all: [Benchmark] {
    [activity("reference", .reference), activity("compact", .compact)]
      + ["conditions", "portfolio"].map(compact)
      + [gzip("portfolio", level: 1), gzip("portfolio", level: 6)]
      + [brotli("portfolio", quality: 2), brotli("portfolio", quality: 5)]
      + ["conditions", "grid", "portfolio", "table"].map(lint)
  }

  /// A Live Activity with all regions: from props bytes to the text of a push. Reference mode takes
  /// brotli's quality 2, compact mode quality 11 twice.
  private static func activity(_ name: String, _ mode: RenderRequest.Mode) -> Benchmark {
    Benchmark("live.push.\(name)", gate: 3) { meter in
      let folder = "Corpus/cases/delivery-activity"
      let files = [
        "widget.tsx": try Files.read("\(folder)/widget.tsx"),
        "steps.tsx": try Files.read("\(folder)/steps.tsx"),
      ]
      let template = try Template(entry: "widget.tsx", loader: SourceLoader(files: files))
      var request = RenderRequest()
      request.form = .live
      request.props = try Files.read("\(folder)/runs/riding/props.json")
      request.now = 1_775_758_800_000
      var output = ByteBuffer()
      request.countsNodes = true
      let summary = try template.render(request, into: &output)
      let isRight = output.array() == (try Files.read("\(folder)/runs/riding/expected.json"))
      guard isRight else { throw BenchmarkError("another payload than expected") }
      request.countsNodes = false
      request.mode = mode
      request.encoding = .push
      output.removeAll()
      try template.render(request, into: &output)
      let sizes = Sizes(
        input: request.props.count, output: output.count, nodes: summary.nodes)
      try meter.measure(sizes, floors: [.copy(output.array()), .parse(request.props)]) {
        output.removeAll()
        try template.render(request, into: &output)
      }
    }
  }

  /// A template whose payload is written in compact form.
  private static func compact(_ name: String) -> Benchmark {
    Benchmark("template.compact.\(name)", gate: 5) { meter in
      let widget = try WidgetCase(name)
      let template = try widget.template()
      let nodes = try widget.nodeCount(template)
      var request = widget.request
      request.mode = .compact
      var output = ByteBuffer()
      try template.render(request, into: &output)
      let sizes = Sizes(input: request.props.count, output: output.count, nodes: nodes)
      try meter.measure(sizes, floors: [.copy(output.array()), .parse(request.props)]) {
        output.removeAll()
        try template.render(request, into: &output)
      }
    }
  }

  private static func gzip(_ name: String, level: Int) -> Benchmark {
    Benchmark("gzip.\(level).\(name)", gate: level == 1 ? 3 : 0) { meter in
      let payload = try WidgetCase(name).expected
      var compressor = Gzip()
      var output = ByteBuffer(capacity: payload.count)
      try compressor.compress(payload.span, level: level, into: &output)
      let sizes = Sizes(input: payload.count, output: output.count)
      try meter.measure(sizes, floors: [.copy(payload)]) {
        output.removeAll()
        try compressor.compress(payload.span, level: level, into: &output)
      }
    }
  }

  private static func brotli(_ name: String, quality: Int) -> Benchmark {
    Benchmark("brotli.\(quality).\(name)", gate: quality == 2 ? 3 : 0) { meter in
      let payload = try WidgetCase(name).expected
      var output = ByteBuffer(capacity: payload.count)
      try Brotli.compress(payload.span, quality: quality, into: &output)
      let sizes = Sizes(input: payload.count, output: output.count)
      try meter.measure(sizes, floors: [.copy(payload)]) {
        output.removeAll()
        try Brotli.compress(payload.span, quality: quality, into: &output)
      }
    }
  }

  private static func lint(_ name: String) -> Benchmark {
    Benchmark("lint.payload.\(name)", gate: 5) { meter in
      let widget = try WidgetCase(name)
      let payload = widget.expected
      let linter = PayloadLinter()
      let wanted = linter.lint(payload)
      guard wanted.errorCount == 0 else {
        throw BenchmarkError("\(name): \(wanted.findings.first?.message ?? "")")
      }
      let sizes = Sizes(input: payload.count, nodes: try widget.nodeCount(widget.template()))
      var isRight = true
      try meter.measure(sizes, floors: [.copy(payload), .parse(payload)]) {
        isRight = linter.lint(payload).findings.count == wanted.findings.count && isRight
      }
      guard isRight else { throw BenchmarkError("two reports of one payload differ") }
    }
  }
}
