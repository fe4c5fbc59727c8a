internal import PantileJSON

/// Reads a payload's text as a device would and says what is wrong with it.
///
///     let report = PayloadLinter().lint(Array(#"{"v":1,"systemSmall":null}"#.utf8))
///     report.findings[0].code  // emptyFamily
///     report.findings[0].pointer  // "/systemSmall"
///
/// Any bytes are fine. What lies deeper than a device reads is not looked at.
public struct PayloadLinter: Sendable {
  /// What the text should be.
  public enum Kind: Sendable {
    /// A widget: one key a family.
    case widget
    /// A Live Activity: one key a region.
    case liveActivity
  }

  /// What the text should be.
  public var kind: Kind
  /// The oldest version of iOS that shows it.
  public var targetIOS = 17
  /// The most findings that are kept.
  public var findingLimit = 1_000
  /// Bounds of a device.
  public var limits = CompactWriter.Limits()
  /// Gives the length of the text that a push carries: compressed, in base64. Without it the budget
  /// of a Live Activity is not checked.
  public var pushByteCount: (@Sendable (_ payload: [UInt8]) -> Int?)?

  /// Longer texts are not looked at.
  static let byteLimit = 2 << 20
  /// The bytes of a push's text that are safe, and those worth a warning.
  static let pushBudget = (most: 3_345, many: 3_000)

  /// Creates a linter.
  public init(_ kind: Kind = .widget) { self.kind = kind }

  /// Looks at a payload.
  ///
  /// - Parameter payload: The text; a byte order mark at its start is skipped.
  /// - Complexity: O(*n* log *n*).
  public func lint(_ payload: [UInt8]) -> LintReport {
    guard payload.count <= Self.byteLimit else { return oversize(payload.count) }
    do throws(JSONError) {
      var run = LintRun(self, try SourceTree(payload))
      run.check(payload)
      return run.finish()
    } catch {
      var report = LintReport()
      report.errorCount = 1
      report.findings.append(
        LintFinding(
          code: error.code == .depthLimit ? .tooDeep : .invalidJSON, severity: .error,
          pointer: "", offset: error.offset, component: nil, message: error.code.message,
          edits: []))
      return report
    }
  }

  private func oversize(_ count: Int) -> LintReport {
    var report = LintReport()
    report.errorCount = 1
    report.findings.append(
      LintFinding(
        code: .bodyOverLimit, severity: .error, pointer: "", offset: 0, component: nil,
        message: "the payload has \(count) bytes, where a device takes \(limits.byteCount); it is "
          + "too long to be looked at",
        edits: []))
    return report
  }
}
