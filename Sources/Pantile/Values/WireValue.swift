/// A value of a closed set, which the payload shows as a word.
public protocol WireValue: Sendable {
  /// The word: ASCII that needs no escape.
  var wire: StaticString { get }
}
