/// How JSON text is laid out.
@frozen
public enum JSONStyle: Equatable, Sendable {
  /// No space at all.
  case compact
  /// A line a value, as `JSON.stringify(value, null, indent)` with 1...10 spaces.
  case pretty(indent: Int)
}
