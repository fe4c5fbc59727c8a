/// Why a tree has no payload.
public struct PayloadError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// The payload would be longer than the limit, in bytes.
    case outputLimit(Int)
    /// Compact mode found something that it refuses to write; the findings tell what.
    case refused
  }

  /// What went wrong.
  public let code: Code

  /// Creates the error.
  public init(_ code: Code) { self.code = code }
}
