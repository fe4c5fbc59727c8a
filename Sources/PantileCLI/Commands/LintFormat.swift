internal import PantileCore
internal import PantileJSON

/// The forms of a lint report.
enum LintFormat: String {
  case text, json, sarif

  init(_ name: String?) throws(CommandError) {
    guard let name else {
      self = .text
      return
    }
    guard let format = LintFormat(rawValue: name) else {
      let hint = Suggestion.text(for: name, among: ["text", "json", "sarif"])
      throw .wrongUse("unknown format \(name.quoted); expected 'text', 'json' or 'sarif'\(hint)")
    }
    self = format
  }

  /// The report about files.
  func report(_ files: [LintedFile]) throws(CommandError) -> String {
    do throws(JSONError) {
      switch self {
      case .text: return Self.text(files)
      case .json: return try Self.json(files)
      case .sarif: return try SARIFReport.text(files)
      }
    } catch {
      throw .failed("cannot write the report: \(error.code.message)")
    }
  }

  // MARK: Text

  private static func text(_ files: [LintedFile]) -> String {
    var text = ""
    var errors = 0
    var warnings = 0
    var fixes = 0
    for file in files {
      for (finding, position) in zip(file.report.findings, file.positions) {
        text += "\(file.label):\(position.line):\(position.column): "
        text += "\(finding.severity): \(finding.code.rawValue): \(finding.message)"
        if !finding.pointer.isEmpty { text += " (at \(shown(finding.pointer)))" }
        text += "\n"
      }
      if file.report.omittedCount > 0 {
        text += "\(file.label): \(count(file.report.omittedCount, "finding")) more\n"
      }
      errors += file.report.errorCount
      warnings += file.report.warningCount
      fixes += file.fixCount
    }
    var sums: [String] = []
    if errors > 0 { sums.append(count(errors, "error")) }
    if warnings > 0 { sums.append(count(warnings, "warning")) }
    if fixes > 0 { sums.append("\(fixes) repaired") }
    if !sums.isEmpty { text += sums.joined(separator: ", ") + "\n" }
    return text
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A pointer without control characters.
  private static func shown(_ pointer: String) -> String {
    String(pointer.quoted.dropFirst().dropLast())
  }

  // MARK: JSON

  private static func json(_ files: [LintedFile]) throws(JSONError) -> String {
    var writer = JSONWriter(style: .pretty(indent: 2))
    try writer.beginObject()
    try writer.key("files")
    try writer.beginArray()
    for file in files { try write(file, &writer) }
    try writer.endArray()
    try writer.endObject()
    return writer.buffer.text() + "\n"
  }

  private static func write(
    _ file: LintedFile, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.beginObject()
    try writer.member("name", file.name)
    try writer.member("errors", file.report.errorCount)
    try writer.member("warnings", file.report.warningCount)
    try writer.member("repaired", file.fixCount)
    try writer.member("omitted", file.report.omittedCount)
    try writer.key("findings")
    try writer.beginArray()
    for (finding, position) in zip(file.report.findings, file.positions) {
      try writer.beginObject()
      try writer.member("code", finding.code.rawValue)
      try writer.member("severity", finding.severity.rawValue)
      try writer.member("pointer", finding.pointer)
      try writer.member("line", position.line)
      try writer.member("column", position.column)
      if let component = finding.component { try writer.member("component", component) }
      try writer.member("message", finding.message)
      try writer.key("fixable")
      try writer.bool(!finding.edits.isEmpty)
      try writer.endObject()
    }
    try writer.endArray()
    try writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a member of text.
  mutating func member(_ key: String, _ text: String) throws(JSONError) {
    try self.key(key)
    try string(text)
  }

  /// Writes a member that is a whole number.
  mutating func member(_ key: String, _ number: Int) throws(JSONError) {
    try self.key(key)
    try integer(number)
  }
}
