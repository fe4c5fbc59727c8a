/// A value of a closed set, which the payload shows as a word.
public protocol WireValue: Sendable {
  /// The word: ASCII that needs no escape.
  var wire: StaticString { get }

  /// The bytes of the word, the first in the lowest bits; 0 for a word of more than eight.
  var packed: UInt64 { get }
}

extension WireValue {
  /// None.
  @inlinable public var packed: UInt64 { 0 }
}
