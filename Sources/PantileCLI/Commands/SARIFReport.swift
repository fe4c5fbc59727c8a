internal import PantileCore
internal import PantileJSON

/// A lint report in the Static Analysis Results Interchange Format, 2.1.0.
enum SARIFReport {
  static func text(_ files: [LintedFile]) throws(JSONError) -> String {
    var writer = JSONWriter(style: .pretty(indent: 2))
    try writer.beginObject()
    try writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    try writer.member("version", "2.1.0")
    try writer.key("runs")
    try writer.beginArray()
    try writer.beginObject()
    try writeTool(&writer)
    try writer.member("columnKind", "unicodeCodePoints")
    try writer.key("results")
    try writer.beginArray()
    for file in files {
      for (finding, position) in zip(file.report.findings, file.positions) {
        try write(finding, position, file, &writer)
      }
    }
    try writer.endArray()
    try writer.endObject()
    try writer.endArray()
    try writer.endObject()
    return writer.buffer.text() + "\n"
  }

  private static func writeTool(_ writer: inout JSONWriter) throws(JSONError) {
    try writer.key("tool")
    try writer.beginObject()
    try writer.key("driver")
    try writer.beginObject()
    try writer.member("name", "pantile")
    try writer.member("version", Command.version)
    try writer.key("rules")
    try writer.beginArray()
    for code in LintCode.allCases {
      try writer.beginObject()
      try writer.member("id", code.rawValue)
      try writer.message("shortDescription", code.title + ".")
      try writer.endObject()
    }
    try writer.endArray()
    try writer.endObject()
    try writer.endObject()
  }

  private static func write(
    _ finding: LintFinding, _ position: SourcePosition, _ file: LintedFile,
    _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.beginObject()
    try writer.member("ruleId", finding.code.rawValue)
    try writer.member("ruleIndex", LintCode.allCases.firstIndex(of: finding.code) ?? -1)
    try writer.member("level", finding.severity.rawValue)
    try writer.message("message", finding.message)
    try writer.key("locations")
    try writer.beginArray()
    try writer.beginObject()
    try writer.key("physicalLocation")
    try writer.beginObject()
    try writeArtifact(file, &writer)
    try writer.key("region")
    try writer.beginObject()
    try writer.member("startLine", position.line)
    try writer.member("startColumn", position.column)
    try writer.endObject()
    try writer.endObject()
    try writer.key("logicalLocations")
    try writer.beginArray()
    try writer.beginObject()
    try writer.member("fullyQualifiedName", finding.pointer)
    if let component = finding.component { try writer.member("kind", component) }
    try writer.endObject()
    try writer.endArray()
    try writer.endObject()
    try writer.endArray()
    if !finding.edits.isEmpty { try writeFix(finding, file, &writer) }
    try writer.endObject()
  }

  private static func writeFix(
    _ finding: LintFinding, _ file: LintedFile, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key("fixes")
    try writer.beginArray()
    try writer.beginObject()
    try writer.key("artifactChanges")
    try writer.beginArray()
    try writer.beginObject()
    try writeArtifact(file, &writer)
    try writer.key("replacements")
    try writer.beginArray()
    for edit in finding.edits {
      try writer.beginObject()
      try writer.key("deletedRegion")
      try writer.beginObject()
      try writer.member("byteOffset", edit.range.lowerBound)
      try writer.member("byteLength", edit.range.count)
      try writer.endObject()
      try writer.message("insertedContent", edit.replacement)
      try writer.endObject()
    }
    try writer.endArray()
    try writer.endObject()
    try writer.endArray()
    try writer.endObject()
    try writer.endArray()
  }

  private static func writeArtifact(
    _ file: LintedFile, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key("artifactLocation")
    try writer.beginObject()
    try writer.member("uri", file.name == "-" ? "stdin" : uri(file.name))
    try writer.endObject()
  }

  /// A path as a URI reference, with other bytes than letters, digits and `-._~/` in percent form.
  private static func uri(_ path: String) -> String {
    var text = path.utf8.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e, 0x2f:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (byte < 0x10 ? "0" : "") + digits
      }
    }
    return text
  }
}

extension JSONWriter {
  /// Writes a member that is an object with a text.
  mutating func message(_ key: String, _ text: String) throws(JSONError) {
    try self.key(key)
    try beginObject()
    try member("text", text)
    try endObject()
  }
}
