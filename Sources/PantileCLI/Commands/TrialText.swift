internal import PantileJSON
internal import PantileRender

/// A verdict about props, for people or for programs.
struct TrialText {
  private var report: TrialReport?
  /// Whether the props were committed; nil where nobody asked for it.
  private var isCommitted: Bool?

  mutating func add(_ report: TrialReport) { self.report = report }

  mutating func add(_ offer: LastGood.Offer) {
    report = offer.report
    if case .committed = offer { isCommitted = true } else { isCommitted = false }
  }

  var isAccepted: Bool { report?.isAccepted ?? false }

  private var outcomes: [TrialOutcome] {
    guard let report else { return [] }
    return report.parts + (report.whole.map { [$0] } ?? [])
  }
}

// MARK: - For people

extension TrialText {
  /// A line for each part, what went wrong below it, and the verdict.
  func text() -> String {
    var text = ""
    for outcome in outcomes {
      text += "\(outcome.name): \(Self.line(outcome))\n"
      if let failure = outcome.verdict.failure { text += failure.report + "\n" }
      for warning in outcome.warnings { text += "  warning: \(warning)\n" }
    }
    return text + verdict + "\n"
  }

  private static func line(_ outcome: TrialOutcome) -> String {
    if outcome.verdict.failure != nil {
      return outcome.verdict.code.split(separator: "_").joined(separator: " ")
    }
    guard outcome.verdict.isOK else { return outcome.verdict.message }
    var figures = [count(outcome.byteCount, "byte"), count(outcome.nodeCount, "node")]
    if let steps = outcome.steps { figures.append(count(steps, "step")) }
    return "ok, " + figures.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private var verdict: String {
    guard let report, report.isAccepted else { return "refused" }
    return isCommitted == true ? "accepted and committed" : "accepted"
  }
}

// MARK: - For programs

extension TrialText {
  /// The verdict as JSON, with a line feed at its end.
  func json() throws(CommandError) -> String {
    var writer = JSONWriter(style: .pretty(indent: 2), capacity: 1 << 10)
    do throws(JSONError) {
      try write(&writer)
      try writer.finish()
    } catch {
      throw .failed("the verdict cannot be written: \(error.code.message)")
    }
    return writer.buffer.text() + "\n"
  }

  private func write(_ writer: inout JSONWriter) throws(JSONError) {
    try writer.beginObject()
    try writer.key("accepted")
    try writer.bool(isAccepted)
    if let isCommitted {
      try writer.key("committed")
      try writer.bool(isCommitted)
    }
    try writer.key("parts")
    try writer.beginArray()
    for part in report?.parts ?? [] { try write(part, &writer) }
    try writer.endArray()
    if let whole = report?.whole {
      try writer.key("payload")
      try write(whole, &writer)
    }
    try writer.endObject()
  }

  private func write(
    _ outcome: TrialOutcome, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.beginObject()
    try member("name", outcome.name, &writer)
    try member("verdict", outcome.verdict.code, &writer)
    if !outcome.verdict.isOK { try member("message", outcome.verdict.message, &writer) }
    try member("bytes", outcome.byteCount, &writer)
    try member("nodes", outcome.nodeCount, &writer)
    if let steps = outcome.steps { try member("steps", steps, &writer) }
    if let failure = outcome.verdict.failure { try write(failure, &writer) }
    if !outcome.warnings.isEmpty {
      try writer.key("warnings")
      try writer.beginArray()
      for warning in outcome.warnings { try writer.string(warning) }
      try writer.endArray()
    }
    try writer.endObject()
  }

  private func write(
    _ failure: TrialFailure, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key("error")
    try writer.beginObject()
    try member("name", failure.name, &writer)
    try member("message", failure.message, &writer)
    if let place = failure.place {
      try member("file", place.path, &writer)
      try member("line", place.line, &writer)
      try member("column", place.column, &writer)
    }
    try member("report", failure.report, &writer)
    try writer.endObject()
  }

  private func member(
    _ key: String, _ text: String, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key(key)
    try writer.string(text)
  }

  private func member(
    _ key: String, _ number: Int, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key(key)
    try writer.integer(number)
  }
}
