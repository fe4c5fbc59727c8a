/// Limits and choices of a parse.
public struct JSONReadOptions: Equatable, Sendable {
  /// How deeply arrays and objects may be nested.
  public var depthLimit: Int
  /// The largest input in bytes, at most 2 GiB - 128.
  public var byteLimit: Int
  /// What happens to a key that an object has already.
  public var duplicates: DuplicateKeys

  /// Creates options.
  public init(
    depthLimit: Int = 1_024, byteLimit: Int = 1 << 28, duplicates: DuplicateKeys = .lastWins
  ) {
    self.depthLimit = depthLimit
    self.byteLimit = Swift.min(byteLimit, 1 << 31 - 128)
    self.duplicates = duplicates
  }

  /// The ways to treat a key that occurs twice in an object.
  public enum DuplicateKeys: UInt8, Equatable, Sendable {
    /// The last value stands at the first place, as in JavaScript.
    case lastWins
    /// Each member stays, for a reader whose own objects let the last one win.
    case keep
    /// The parse fails with ``JSONError/Code/duplicateKey``.
    case refuse
  }
}
