internal import PantileMeasure
internal import PantileTemplate

/// The work of a benchmark, in the process that is measured.
enum BenchChild {
  /// What a child shall do.
  enum Mode: Int {
    /// Measure renders.
    case load = 0
    /// Render once, and say when the payload was ready.
    case start = 1
  }

  /// Does the work of a child where the words of the command line say that this process is one.
  ///
  /// - Returns: The exit status; nil where the process is no child.
  static func run(_ words: [String]) -> Int32? {
    // Other commands shall not touch the code that measures.
    guard words.first?.utf8.first == UInt8(ascii: "-") else { return nil }
    do throws(MeasureError) {
      guard let child = try CeilingChild.enter(CommandLine.arguments) else { return nil }
      return try run(child)
    } catch {
      Output.report("error: \(error.message)")
      return 1
    }
  }

  private static func run(_ child: CeilingChild) throws(MeasureError) -> Int32 {
    let counters = child.counters
    let isStart = counters[.mode] == Mode.start.rawValue
    var status: Int32 = 0
    do throws(CommandError) {
      guard
        let arguments = try Arguments.parse(child.words.dropFirst(), for: Command.bench.syntax)
      else { return 64 }
      let options = try BenchOptions(arguments)
      if isStart {
        try start(counters, options, arguments)
      } else {
        try load(child, options, arguments)
      }
    } catch {
      counters.text = error.report
      status = 1
    }
    child.finish()
    return status
  }

  private static func start(
    _ counters: SharedCounters, _ options: BenchOptions, _ arguments: Arguments
  ) throws(CommandError) {
    let session = RenderSession(counters)
    let request = try WidgetOptions.request(arguments, options.limits.render)
    let template = try session.compile { () throws(CommandError) in
      try Widget.template(arguments, options.limits)
    }
    Process.giveBackLibraryPages()
    do throws(TemplateError) { try session.renderOnce(template, request) } catch {
      throw .failed(WidgetOptions.report(error, arguments), followedBy: [], console: error.console)
    }
  }

  private static func load(
    _ child: CeilingChild, _ options: BenchOptions, _ arguments: Arguments
  ) throws(CommandError) {
    do throws(MeasureError) { try child.startMonitor() } catch { throw .failed(error.message) }
    try measure(child.counters, options, arguments)
  }

  /// All steps of a benchmark.
  static func measure(
    _ counters: SharedCounters, _ options: BenchOptions, _ arguments: Arguments
  ) throws(CommandError) {
    var session = RenderSession(counters)
    session.threads = options.threads
    session.seconds = options.seconds
    session.stackBytes = options.stackBytes
    let request = try WidgetOptions.request(arguments, options.limits.render)
    let template = try session.compile { () throws(CommandError) in
      try Widget.template(arguments, options.limits)
    }
    Process.giveBackProgramPages()
    do throws(TemplateError) {
      let summary = try session.renderFirst(template, request)
      for warning in template.warnings + summary.warnings { Output.report("warning: \(warning)") }
      try session.countAllocations(template, request)
    } catch {
      throw failure(error, template, arguments)
    }
    try session.compileAgain { () throws(CommandError) in
      try Widget.template(arguments, options.limits)
    }
    do throws(RenderFailure) { try session.render(template, request) } catch {
      switch error {
      case .template(let error): throw failure(error, template, arguments)
      case .thread(let error): throw .failed("\(error.message)\n  for \(options.threads) threads")
      }
    }
  }

  private static func failure(
    _ error: TemplateError, _ template: Template, _ arguments: Arguments
  ) -> CommandError {
    .failed(
      WidgetOptions.report(error, arguments), followedBy: template.warnings,
      console: error.console)
  }
}
