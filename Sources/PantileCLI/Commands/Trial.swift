internal import PantileCore
internal import PantileHost
internal import PantileJSON
internal import PantileRender
internal import PantileTemplate

extension Command {
  /// `pantile trial`: renders props off screen and says whether they can be shown.
  static let trial = Command(
    syntax: CommandSyntax(
      name: "trial", overview: "Say whether props can be shown, family by family.",
      discussion: [
        "Every family is rendered off screen. Props are accepted when all of them render, show "
          + "something, and keep within the limits of a device and of the budget. The verdict goes "
          + "to standard output; the exit status is 0 for accepted props, 1 for refused ones.",
        "With '--commit' a folder keeps the props that were accepted last, and their payload, in "
          + "a file 'last-good'. Refused props leave it as it is.",
      ],
      usages: ["[<options>] <widget>", "[<options>] --snippet <file>"],
      arguments: [
        .init(
          name: "widget", help: "The widget, a TSX, TS, JSX or JS module; - is standard input.",
          isRequired: false)
      ],
      options: WidgetOptions.inputs + [
        .init(
          "--budget", value: "bytes",
          help: "The bytes that the payload may have; the limit 'output' does not count. "
            + "(default: 262144)"),
        .init(
          "--commit", value: "folder",
          help: "Keep accepted props and their payload in a folder, which is made where it is "
            + "missing."),
        .init("--json", help: "Write the verdict as JSON."),
      ])
  ) { (arguments) throws(CommandError) in
    let limits = try LimitList(arguments.all("--limit"))
    let request = try WidgetOptions.request(arguments, limits.render)
    var device = CompactWriter.Limits()
    device.byteCount = try budget(arguments.value("--budget")) ?? device.byteCount
    let template = try Widget.template(arguments, limits)
    for warning in template.warnings { Output.report("warning: \(warning)") }
    var widget = TemplateTrial(template, request)
    widget.propsName = WidgetOptions.label("--props", arguments)
    widget.environmentName = WidgetOptions.label("--env", arguments)
    var verdict = TrialText()
    if let folder = arguments.value("--commit") {
      verdict.add(try offer(request.props, widget, device, folder))
    } else {
      verdict.add(widget.trial(request.props, limits: device))
    }
    try Output.write(try arguments.has("--json") ? verdict.json() : verdict.text())
    if !verdict.isAccepted { throw CommandError(code: .failed, report: "") }
  }

  private static func budget(_ text: String?) throws(CommandError) -> Int? {
    guard let text else { return nil }
    guard let value = Quantity.parse(text), value <= 1 << 28 else {
      throw .wrongUse(
        "option '--budget' cannot be \(text.quoted); expected a number from 1 to \(1 << 28), such "
          + "as 50000 or 256KiB")
    }
    return value
  }

  private static func offer(
    _ props: [UInt8], _ widget: TemplateTrial, _ limits: CompactWriter.Limits, _ folder: String
  ) throws(CommandError) -> LastGood.Offer {
    do throws(LastGoodError) {
      let slot = LastGood(widget, store: try LastGoodFile(folder: folder), limits: limits)
      if let failure = slot.failure {
        guard failure.code == .damaged else { throw failure }
        Output.report("warning: damaged_last_good: \(failure.message)")
      }
      let offer = slot.offer(props)
      if case .notStored(_, let error) = offer { throw error }
      return offer
    } catch {
      throw .failed(error.message)
    }
  }
}
