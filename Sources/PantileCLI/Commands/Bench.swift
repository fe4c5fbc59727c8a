internal import PantileMeasure

extension Command {
  /// `pantile bench`: what rendering a widget costs.
  static let bench = Command(
    syntax: CommandSyntax(
      name: "bench", overview: "Measure how fast a widget renders, and what it costs.",
      discussion: [
        "The widget is compiled, rendered until all is warm, and then rendered on every thread "
          + "until the time is over. Figures go to standard output. One MB is 1,000,000 bytes.",
        "With '--ceiling' the program runs itself again under a hard limit of memory: a control "
          + "group where it may make one, else a data limit. The exit status is 1 where the "
          + "widget fails, or where the process was killed, made no progress, or had more memory "
          + "resident than the ceiling.",
      ],
      usages: ["[<options>] <widget>", "[<options>] --snippet <file>"],
      arguments: [
        .init(
          name: "widget", help: "The widget, a TSX, TS, JSX or JS module.", isRequired: false)
      ],
      options: WidgetOptions.files + [
        .init("--seconds", value: "number", help: "How long to render. (default: 5)"),
        .init("--threads", value: "number", help: "How many threads render. (default: 1)"),
        .init(
          "--ceiling", value: "bytes",
          help: "Measure a process that cannot take more memory, such as 30MB."),
        .init(
          "--timeout", value: "seconds",
          help: "With '--ceiling': give up a process that makes no progress for so long. "
            + "(default: 20)"),
        .init("--json", value: "file", help: "Write the figures as JSON too."),
      ])
  ) { (arguments) throws(CommandError) in
    let options = try BenchOptions(arguments)
    // Wrong options are told before anything is measured.
    _ = try WidgetOptions.request(arguments, options.limits.render)
    let result = try BenchRun(options, arguments).run()
    if let failure = result.failure, result.error != nil { throw failure }
    if let file = arguments.value("--json") { try result.writeJSON(file) }
    try Output.write(result.text())
    if let failure = result.failure { throw failure }
  }
}

/// What the words of a command line ask a benchmark for.
struct BenchOptions: Sendable {
  var seconds = 5.0
  var threads = 1
  var ceiling: Int?
  var patience = 20.0
  /// Bytes of the stack of a thread that renders.
  var stackBytes = 8 << 20
  let limits: LimitList

  private static let mostThreads = 256
  private static let mostSeconds = 3_600.0
  /// Stacks under a ceiling: three of the usual size would fill a data limit of 30 MB.
  private static let smallStack = 256 << 10
  private static let leastCeiling = 1_000_000

  init(_ arguments: Arguments) throws(CommandError) {
    limits = try LimitList(arguments.all("--limit"))
    let inputs = ["--snippet", "--props", "--env"].compactMap { arguments.value($0) }
    if (inputs + arguments.words).contains("-") {
      throw .wrongUse("a benchmark reads its inputs more than once, and cannot read '-'")
    }
    let snippet = arguments.value("--snippet")
    guard arguments.words.isEmpty || snippet == nil else {
      throw .wrongUse("a widget and option '--snippet' exclude each other")
    }
    guard !arguments.words.isEmpty || snippet != nil else {
      throw .wrongUse("missing argument '<widget>'")
    }
    if let text = arguments.value("--seconds") { seconds = try Self.seconds(text, "--seconds") }
    if let text = arguments.value("--timeout") { patience = try Self.seconds(text, "--timeout") }
    if let text = arguments.value("--threads") { threads = try Self.threads(text) }
    if let text = arguments.value("--ceiling") {
      ceiling = try Self.ceiling(text)
      stackBytes = Self.smallStack
    } else if arguments.has("--timeout") {
      throw .wrongUse("option '--timeout' needs option '--ceiling'")
    }
  }

  private static func seconds(_ text: String, _ option: String) throws(CommandError) -> Double {
    let isPlain = text.utf8.allSatisfy { $0 == 0x2e || ($0 >= 0x30 && $0 <= 0x39) }
    guard isPlain, let value = Double(text), value >= 0.01, value <= mostSeconds else {
      throw .wrongUse(
        "option '\(option)' cannot be \(text.quoted); expected seconds from 0.01 to 3600")
    }
    return value
  }

  private static func threads(_ text: String) throws(CommandError) -> Int {
    guard let value = Quantity.parse(text), value <= mostThreads else {
      throw .wrongUse(
        "option '--threads' cannot be \(text.quoted); expected a number from 1 to \(mostThreads)")
    }
    return value
  }

  private static func ceiling(_ text: String) throws(CommandError) -> Int {
    guard let value = Quantity.parse(text), value >= leastCeiling else {
      throw .wrongUse(
        "option '--ceiling' cannot be \(text.quoted); expected bytes from 1MB on, such as 30MB "
          + "or 32MiB")
    }
    return value
  }
}
