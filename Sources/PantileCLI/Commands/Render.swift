internal import PantileJSON
internal import PantileTemplate

extension Command {
  /// `pantile render`: a widget and its data to a payload.
  static let render = Command(
    syntax: CommandSyntax(
      name: "render", overview: "Render a widget to its payload.",
      discussion: [
        "The payload goes to standard output, without a line feed at its end. An error goes to "
          + "standard error with its place in the source, and the exit status is 1."
      ],
      usages: ["[<options>] <widget>", "[<options>] --snippet <file>"],
      arguments: [
        .init(
          name: "widget", help: "The widget, a TSX, TS, JSX or JS module; - is standard input.",
          isRequired: false)
      ],
      options: WidgetOptions.inputs + WidgetOptions.results)
  ) { (arguments) throws(CommandError) in
    let limits = try LimitList(arguments.all("--limit"))
    var request = try WidgetOptions.request(arguments, limits.render)
    request.countsNodes = arguments.has("--summary")
    request.mode = arguments.has("--compact") ? .compact : .reference
    request.isStrict = arguments.has("--strict")
    request.encoding = arguments.has("--base64") ? .push : .json
    try WidgetOptions.checkPush(arguments)
    let template = try Widget.template(arguments, limits)
    Process.giveBackProgramPages()
    var payload = ByteBuffer(capacity: 4 << 10)
    let summary: RenderSummary
    do throws(TemplateError) {
      if arguments.has("--report") {
        let (report, found) = try template.report(request)
        summary = found
        payload.append(utf8: report.text)
      } else {
        summary = try template.render(request, into: &payload)
      }
    } catch {
      throw .failed(
        WidgetOptions.report(error, arguments), followedBy: template.warnings + error.warnings,
        console: error.console)
    }
    for warning in template.warnings + summary.warnings {
      Output.report("warning: \(warning)")
    }
    for line in summary.console { Output.report(line) }
    if arguments.has("--summary") { Output.report(WidgetOptions.line(summary)) }
    if let file = arguments.value("--output") {
      try Output.write(payload, file: file)
    } else {
      try Output.write(payload)
    }
  }

  /// `pantile check`: compiles a widget.
  static let check = Command(
    syntax: CommandSyntax(
      name: "check", overview: "Compile a widget without rendering it.",
      discussion: [
        "The exit status is 0 where the widget and all that it imports compile, else 1."
      ],
      arguments: [
        .init(name: "widget", help: "The widget, a TSX, TS, JSX or JS module; - is standard input.")
      ],
      options: [WidgetOptions.root, WidgetOptions.limit])
  ) { (arguments) throws(CommandError) in
    let template = try Widget.template(arguments, try LimitList(arguments.all("--limit")))
    for warning in template.warnings { Output.report("warning: \(warning)") }
  }
}

/// The widget or snippet of a command line.
enum Widget {
  static func template(
    _ arguments: Arguments, _ limits: LimitList
  ) throws(CommandError) -> Template {
    let snippet = arguments.value("--snippet")
    guard let widget = arguments.words.first else {
      guard let snippet else { throw .wrongUse("missing argument '<widget>'") }
      return try compile(snippet: Input(snippet), limits)
    }
    guard snippet == nil else {
      throw .wrongUse("a widget and option '--snippet' exclude each other")
    }
    let project = try Project(
      of: widget, root: arguments.value("--root"), limit: limits.compile.source)
    do throws(TemplateError) {
      return try Template(
        entry: project.entry, loader: project.loader, limits: limits.compile,
        budget: RenderBudget(bytes: limits.totalMemory))
    } catch {
      throw CommandError(code: .failed, report: error.report)
    }
  }

  private static func compile(
    snippet input: Input, _ limits: LimitList
  ) throws(CommandError) -> Template {
    let source = try input.read(limit: limits.compile.source)
    let path = input.isStandardInput ? "stdin.tsx" : input.name
    do throws(TemplateError) {
      return try Template(snippet: source, path: path, limits: limits.compile)
    } catch {
      throw CommandError(code: .failed, report: error.report)
    }
  }
}
