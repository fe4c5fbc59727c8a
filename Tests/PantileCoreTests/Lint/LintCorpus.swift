import Foundation

@testable import PantileCore

/// The files of `Corpus/lint`.
enum LintCorpus {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Corpus")
  static let folder = root.appendingPathComponent("lint")
  static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// The rows of a table.
  static func rows(_ name: String) -> [[String]] {
    let path = folder.appendingPathComponent(name)
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  static func kind(_ name: String) -> PayloadLinter.Kind {
    name == "live" ? .liveActivity : .widget
  }

  /// The findings of a payload, as lines.
  static func lines(_ payload: String, _ linter: PayloadLinter = PayloadLinter()) -> [String] {
    let bytes = Array(payload.utf8)
    let report = linter.lint(bytes)
    return zip(report.findings, report.positions(in: bytes)).map { finding, position in
      "\(position.line):\(position.column) \(finding.severity) \(finding.code.rawValue) "
        + "\(finding.pointer): \(finding.message)"
    }
  }
}
