internal import PantileRender
internal import PantileTemplate

/// The options of `pantile render`, and the request that they make.
enum WidgetOptions {
  static let root = CommandSyntax.Option(
    "--root", value: "folder",
    help: "The project root, which imports cannot leave. (default: the nearest folder at or above "
      + "the widget's with pantile.json, package.json or .git, else the widget's)")

  static let limit = CommandSyntax.Option(
    "--limit", value: "name=value,...",
    help: "Bounds: \(LimitList.names.joined(separator: ", ")). Values may end in KiB or MiB, or "
      + "be written as 2e6.")

  /// What goes in.
  static let inputs = options(takingStandardInput: true)

  /// What goes in, where each file is read more than once.
  static let files = options(takingStandardInput: false)

  private static func options(takingStandardInput: Bool) -> [CommandSyntax.Option] {
    let note = takingStandardInput ? "; - is standard input." : "."
    let sentence = takingStandardInput ? " - is standard input." : ""
    return [
      .init(
        "--snippet", value: "file",
        help: "Render an expression or a function body, with every component in scope, instead of "
          + "a widget" + note),
      .init("--props", value: "file", help: "The props, a JSON object" + note),
      .init(
        "--env", value: "file",
        help: "The environment, a JSON object; widgetFamily is added to it." + sentence),
    ] + settings
  }

  /// How it is rendered.
  private static let settings: [CommandSyntax.Option] = [
    .init(
      "--families", value: "names",
      help: "The families that a function is rendered for, in this order. (default: "
        + "systemSmall,systemMedium,systemLarge)"),
    .init("--export", value: "name", help: "The export to render. (default: default)"),
    .init(
      "--form", value: "form",
      help: "What the export is: variants, function, variants-function or entry. (default: "
        + "automatic, which takes a function as function and an object as variants)"),
    .init("--live", help: "The export is a Live Activity, or a function that returns one."),
    .init(
      "--now", value: "instant",
      help: "The time that the widget sees, such as 2026-01-20T08:00:00Z. (default: the clock)"),
    .init(
      "--time-zone", value: "zone", help: "The local time zone, an IANA name. (default: UTC)"),
    .init("--locale", value: "tag", help: "The default locale, a BCP 47 tag. (default: en-US)"),
    .init(
      "--random", value: "seed",
      help: "Make Math.random repeatable: a number from 0 to 4294967295."),
    root, limit,
  ]

  /// What comes out.
  static let results: [CommandSyntax.Option] = [
    .init(
      "--compact",
      help: "Write the same picture in fewer bytes, and refuse what no device takes."),
    .init("--strict", help: "Refuse what no device takes, where it would be warned of."),
    .init(
      "--base64",
      help: "Write the text that a push carries of a Live Activity: compressed with brotli, as "
        + "base64."),
    .init(
      "--report",
      help: "Write what a Live Activity takes in a push, and which parts take most, in place of "
        + "the payload."),
    .init(
      "--output", value: "file", help: "Write the payload to a file, which is replaced whole."),
    .init("--summary", help: "Write a line of figures to standard error."),
  ]
}

// MARK: - The request

extension WidgetOptions {
  static func request(
    _ arguments: Arguments, _ limits: RenderLimits
  ) throws(CommandError) -> RenderRequest {
    try checkStandardInput(arguments)
    var request = RenderRequest()
    request.limits = limits
    request.limits.hostStack = Process.usableStack()
    request.form = try form(arguments)
    request.export = arguments.value("--export")
    request.now = try now(arguments.value("--now"))
    request.seed = try seed(arguments.value("--random"))
    if let names = arguments.value("--families") { request.families = try families(names) }
    if let zone = arguments.value("--time-zone") {
      request.timeZone = try word(zone, "--time-zone", "_+-/", "an IANA name such as Asia/Tokyo")
    }
    if let tag = arguments.value("--locale") {
      request.locale = try word(tag, "--locale", "-", "a BCP 47 tag such as en-US")
    }
    request.props = try json(arguments.value("--props"), limits)
    request.environment = try json(arguments.value("--env"), limits)
    return request
  }

  private static func checkStandardInput(_ arguments: Arguments) throws(CommandError) {
    let names = ["--snippet", "--props", "--env"].compactMap { arguments.value($0) }
    if (names + arguments.words).count(where: { $0 == "-" }) > 1 {
      throw .wrongUse("standard input can be read only once")
    }
  }

  private static func form(_ arguments: Arguments) throws(CommandError) -> RenderRequest.Form {
    let name = arguments.value("--form") ?? "automatic"
    if arguments.has("--live") {
      guard name == "automatic" else {
        throw .wrongUse("options '--live' and '--form' exclude each other")
      }
      return .live
    }
    switch name {
    case "automatic": return .automatic
    case "variants": return .variants
    case "function": return .function
    case "variants-function": return .variantsFunction
    case "entry": return .entry
    default:
      throw .wrongUse(
        "unknown form \(name.quoted); expected automatic, variants, function, variants-function "
          + "or entry")
    }
  }

  /// Checks the options of what is made for a push.
  static func checkPush(_ arguments: Arguments) throws(CommandError) {
    for option in ["--base64", "--report"] where arguments.has(option) {
      guard arguments.has("--live") else {
        throw .wrongUse("option '\(option)' needs option '--live'")
      }
    }
    if arguments.has("--report"), let other = ["--base64", "--summary"].first(where: arguments.has)
    {
      throw .wrongUse("options '--report' and '\(other)' exclude each other")
    }
  }

  private static func now(_ text: String?) throws(CommandError) -> Double {
    guard let text else { return Process.now() }
    guard let instant = Instant(text) else {
      throw .wrongUse(
        "option '--now' cannot be \(text.quoted); expected an instant such as "
          + "2026-01-20T08:00:00Z")
    }
    return instant.milliseconds
  }

  private static func seed(_ text: String?) throws(CommandError) -> UInt32? {
    guard let text else { return nil }
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let seed = UInt32(text) else {
      throw .wrongUse(
        "option '--random' cannot be \(text.quoted); expected a number from 0 to 4294967295")
    }
    return seed
  }

  /// A name of ASCII letters, digits and some signs.
  private static func word(
    _ text: String, _ option: String, _ signs: String, _ wanted: String
  ) throws(CommandError) -> String {
    let isWord = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
          || signs.unicodeScalars.contains(scalar))
    }
    guard isWord, !text.isEmpty else {
      throw .wrongUse("option '\(option)' cannot be \(text.quoted); expected \(wanted)")
    }
    return text
  }

  private static func families(_ text: String) throws(CommandError) -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if names.contains("") { throw .wrongUse("option '--families' has an empty name") }
    return names
  }

  private static func json(
    _ name: String?, _ limits: RenderLimits
  ) throws(CommandError) -> [UInt8] {
    guard let name else { return [] }
    return try Input(name).read(limit: limits.props)
  }
}

// MARK: - Reports

extension WidgetOptions {
  /// The line of figures.
  static func line(_ summary: RenderSummary) -> String {
    var line = "summary: \(summary.byteCount) bytes, \(summary.nodes) nodes, \(summary.steps) steps"
    if let push = summary.push {
      line += "; \(push.payload) bytes of JSON, \(push.compressed) compressed"
    }
    return line
  }

  /// The report of a render, with the names of the files that props and environment came from.
  static func report(
    _ error: TemplateError, _ arguments: Arguments
  ) -> String {
    guard error.code == .input else {
      let isBare = error.place == nil && error.frames.isEmpty && error.part == nil
      guard isBare, let widget = arguments.words.first, widget != "-" else { return error.report }
      return "\(error.report)\n  in \(widget)"
    }
    let label = label(error.place?.path == "props" ? "--props" : "--env", arguments)
    var named = error
    named.place?.path = label
    return named.report
  }

  /// What messages call the file that an option gives.
  static func label(_ option: String, _ arguments: Arguments) -> String {
    let name = arguments.value(option) ?? option
    return name == "-" ? "standard input" : name
  }
}
