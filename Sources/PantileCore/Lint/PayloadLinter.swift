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
  /// Gives the bytes of a payload when compressed, and of the base64 text that a push carries.
  /// Without it the budget of a Live Activity is not checked.
  public var pushByteCount: (@Sendable (_ payload: [UInt8]) -> (compressed: Int, text: Int)?)?

  /// Longer texts, in bytes, are not looked at.
  public static let byteLimit = 2 << 20
  /// The bytes of a push's text that are safe, and those worth a warning.
  static let pushBudget = (most: 3_345, many: 3_000)
  /// How many times longer than its compressed form a payload may be.
  static let pushRatio = 8

  /// Creates a linter.
  public init(_ kind: Kind = .widget) { self.kind = kind }

  /// Looks at a payload.
  ///
  /// - Parameter payload: The text; a byte order mark at its start is skipped.
  /// - Complexity: O(*n* log *n*).
  public func lint(_ payload: [UInt8]) -> LintReport {
    guard payload.count <= Self.byteLimit else { return oversize() }
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

  private func oversize() -> LintReport {
    var report = LintReport()
    report.errorCount = 1
    report.findings.append(
      LintFinding(
        code: .bodyOverLimit, severity: .error, pointer: "", offset: 0, component: nil,
        message: "the payload has more than \(Self.byteLimit) bytes, where a device takes "
          + "\(limits.byteCount), and is not looked at",
        edits: []))
    return report
  }
}
