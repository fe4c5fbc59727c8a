/// Something that the linter noticed in a payload.
public struct LintFinding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// Worth a look.
    case warning
    /// The device shows nothing, something else, or ends.
    case error
  }

  /// A replacement of bytes of the text.
  public struct Edit: Hashable, Sendable {
    /// The bytes that go.
    public var range: Range<Int>
    /// The bytes that come.
    public var replacement: String
  }

  /// The rule.
  public let code: LintCode
  /// How bad it is.
  public let severity: Severity
  /// The value, as a JSON pointer (RFC 6901); empty for the whole text. A key of more than 200
  /// bytes is cut.
  public let pointer: String
  /// The byte at which the value, or the key that is meant, begins.
  public let offset: Int
  /// The name of the component, where it is about one.
  public let component: String?
  /// What was found and what to do, as a lower-case sentence without a stop.
  public let message: String
  /// What `--fix` does; empty where it does nothing. Take all or none.
  public let edits: [Edit]
}

/// What the linter noticed.
public struct LintReport: Hashable, Sendable {
  /// The findings in the order of the text.
  public internal(set) var findings: [LintFinding] = []
  /// How many were left out because there are too many.
  public internal(set) var omittedCount = 0
  /// How many errors there are, with those left out.
  public internal(set) var errorCount = 0
  /// How many warnings there are, with those left out.
  public internal(set) var warningCount = 0

  init() {}
}
