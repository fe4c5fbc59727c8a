internal import PantileCore
internal import PantileJSON
internal import PantileRender
internal import PantileTemplate

/// Compiling widgets, running programs, and rendering: from props bytes to payload bytes.
enum TemplateCases {
  static var all: [Benchmark] {
    ["tiny", "portfolio"].map(compile)
      + [("arithmetic", 300), ("objects", 200), ("strings", 200)].map(run)
      + WidgetCase.names.map(render) + ["conditions", "portfolio"].map(trial)
  }

  private static func compile(_ name: String) -> Benchmark {
    Benchmark("template.compile.\(name)", gate: 3) { meter in
      let widget = try WidgetCase(name)
      let source = widget.source
      try meter.measure(Sizes(input: source.count), floors: [.copy(source)]) {
        _ = try widget.template()
      }
    }
  }

  /// The virtual machine by itself: a program whose output is one short text.
  private static func run(_ name: String, to: Int) -> Benchmark {
    Benchmark("vm.run.\(name)", gate: 5) { meter in
      let source = try Files.read("Corpus/programs/\(name).tsx")
      let loader = SourceLoader(files: ["widget.tsx": source])
      let template = try Template(entry: "widget.tsx", loader: loader)
      var request = RenderRequest()
      request.families = ["systemSmall"]
      request.props = Array("{\"to\":\(to)}".utf8)
      var output = ByteBuffer()
      try template.render(request, into: &output)
      let sizes = Sizes(input: request.props.count, output: output.count, nodes: 1)
      try meter.measure(sizes, floors: [.parse(request.props)]) {
        output.removeAll()
        try template.render(request, into: &output)
      }
    }
  }

  private static func render(_ name: String) -> Benchmark {
    Benchmark("template.render.\(name)", gate: name == "table" ? 5 : 10) { meter in
      let widget = try WidgetCase(name)
      let template = try widget.template()
      let request = widget.request
      var output = ByteBuffer()
      try template.render(request, into: &output)
      try widget.check(output)
      let sizes = Sizes(
        input: request.props.count, output: output.count, nodes: try widget.nodeCount(template))
      try meter.measure(sizes, floors: [.copy(widget.expected), .parse(request.props)]) {
        output.removeAll()
        try template.render(request, into: &output)
      }
    }
  }

  /// A trial of props: every family by itself, all together, and what a device makes of it.
  private static func trial(_ name: String) -> Benchmark {
    Benchmark("trial.render.\(name)", gate: 5) { meter in
      let widget = try WidgetCase(name)
      let trial = TemplateTrial(try widget.template(), widget.request)
      let props = widget.request.props
      let report = trial.trial(props)
      guard report.payload == widget.expected else {
        throw BenchmarkError(report.reason ?? "\(name): another payload")
      }
      let nodes = report.whole?.nodeCount ?? 0
      let sizes = Sizes(input: props.count, output: report.payload.count, nodes: nodes)
      var isRight = true
      try meter.measure(sizes, floors: [.copy(widget.expected), .parse(props)]) {
        isRight = trial.trial(props).isAccepted && isRight
      }
      guard isRight else { throw BenchmarkError("a trial refused good props") }
    }
  }
}
