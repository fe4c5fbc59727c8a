import PantileCore
import PantileJSON

/// Lints, repairs and explains a payload; what they say must agree.
enum PayloadInput {
  static func run(_ input: [UInt8]) -> String {
    var linter = PayloadLinter(input.count % 2 == 0 ? .widget : .liveActivity)
    linter.findingLimit = input.count % 3 == 0 ? 5 : 1_000
    linter.pushByteCount = { ($0.count, $0.count) }
    let report = linter.lint(input)
    check(report, input)
    let isJSON = !report.findings.contains { $0.code == .invalidJSON }
    let fix = PayloadFix(input, with: linter)
    check(fix.report, fix.payload)
    precondition(fix.count > 0 || fix.payload == input, "a repair that nobody counted")
    precondition(
      !isJSON || !fix.report.findings.contains { $0.code == .invalidJSON }, "a repair broke JSON")
    do throws(JSONError) {
      _ = try PayloadExplainer.explain(input)
      return "ok"
    } catch {
      precondition(!isJSON, "only one of two readers refuses the text")
      return error.description(in: input.span)
    }
  }

  private static func check(_ report: LintReport, _ payload: [UInt8]) {
    let count = report.findings.count + report.omittedCount
    precondition(count == report.errorCount + report.warningCount, "\(report)")
    precondition(report.positions(in: payload).count == report.findings.count)
    for finding in report.findings {
      precondition(payload.indices.contains(finding.offset) || finding.offset == payload.count)
      for edit in finding.edits {
        precondition(edit.range.lowerBound >= 0 && edit.range.upperBound <= payload.count)
      }
    }
  }
}
