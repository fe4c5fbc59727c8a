import PantileJSON
import PantileMeasure

/// What a scenario came to.
struct ProofRow {
  let scenario: Scenario
  let report: CeilingReport
  let counters: SharedCounters
  let seconds: Double

  init(
    _ scenario: Scenario, _ report: CeilingReport, _ counters: SharedCounters, _ seconds: Double
  ) {
    self.scenario = scenario
    self.report = report
    self.counters = counters
    self.seconds = seconds
  }

  var isGood: Bool { report.end == .exited(0) && report.peak <= scenario.goal }

  var verdict: String {
    if report.end != .exited(0) { return report.verdict }
    return report.peak <= scenario.goal ? "ok" : "over its goal"
  }

  /// Why it is not good.
  var reasons: [String] {
    guard !isGood else { return [] }
    var lines = [scenario.about]
    if !counters.text.isEmpty { lines += counters.text.split(separator: "\n").map(String.init) }
    if let reason = report.reason(while: counters.phase) { lines.append(reason) }
    return lines + counters.placesOfMemory
  }
}

// MARK: - Text

extension ProofRow {
  private static let widths = [16, 10, 9, 10, 10, 8, 8, 8, 9]

  static let heading =
    row([
      "scenario", "renders", "seconds", "peak MB", "goal MB", "anon", "files", "heap", "machines",
    ]) + "  verdict"

  var text: String {
    let mb = { (bytes: Int) in Figure.fixed(Double(bytes) / 1e6, 2) }
    let cells = [
      scenario.name, Figure.whole(counters[.renders]), Figure.fixed(seconds, 2), mb(report.peak),
      mb(scenario.goal), mb(counters[.anonymous]), mb(counters[.file]),
      mb(counters[.heapAllocated]), "\(counters[.idleMachines])",
    ]
    return "\(Self.row(cells))  \(verdict)\(note)"
  }

  /// The time from the start of the process to its first payload, where it was taken.
  private var note: String {
    let time = counters[.firstPayloadAt] - counters[.startedAt]
    return counters[.firstPayloadAt] > 0 ? ", first payload after \(Figure.duration(time))" : ""
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, widths).enumerated().map { index, pair in
      let space = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
      return index == 0 ? pair.0 + space : space + pair.0
    }.joined()
  }
}

// MARK: - JSON

extension ProofRow {
  /// All rows as JSON.
  static func json(_ rows: [ProofRow], _ options: ProofOptions) throws(JSONError) -> String {
    var writer = JSONWriter(style: .pretty(indent: 2), capacity: 4 << 10)
    try writer.beginObject()
    try writer.key("ceilingInBytes")
    try writer.integer(options.ceiling)
    try writer.key("quick")
    try writer.bool(options.isQuick)
    try writer.key("scenarios")
    try writer.beginArray()
    for row in rows { try row.write(&writer) }
    try writer.endArray()
    try writer.endObject()
    try writer.finish()
    return writer.buffer.text() + "\n"
  }

  private func write(_ writer: inout JSONWriter) throws(JSONError) {
    try writer.beginObject()
    for (key, text) in [
      ("name", scenario.name), ("verdict", verdict), ("method", report.method.rawValue),
    ] {
      try writer.key(key)
      try writer.string(text)
    }
    for (key, number) in [
      ("renders", counters[.renders]), ("peakInBytes", report.peak), ("goalInBytes", scenario.goal),
      ("chargedInBytes", report.groupPeak ?? 0), ("anonymousInBytes", counters[.anonymous]),
      ("fileInBytes", counters[.file]), ("heapInBytes", counters[.heapAllocated]),
      ("milliseconds", Int(seconds * 1_000)),
    ] {
      try writer.key(key)
      try writer.integer(number)
    }
    try writer.endObject()
  }
}
