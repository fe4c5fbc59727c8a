/// Props and what they were rendered to.
public struct LastGoodValue: Sendable, Equatable {
  /// The props as JSON text; empty when there are none.
  public var props: [UInt8]
  /// The payload that they gave.
  public var payload: [UInt8]

  /// Creates a value.
  public init(props: [UInt8], payload: [UInt8]) {
    self.props = props
    self.payload = payload
  }
}

/// Keeps the last good value of a slot.
///
/// A store replaces a value as a whole: whoever loads it sees the old one or the new one.
/// ``LastGood`` calls ``save(_:)`` from one thread at a time.
public protocol LastGoodStore: Sendable {
  /// The value that is kept; nil when there is none.
  ///
  /// - Throws: ``LastGoodError`` when what is there is no whole value, or cannot be read.
  func load() throws(LastGoodError) -> LastGoodValue?

  /// Replaces the value.
  ///
  /// - Throws: ``LastGoodError``. The old value is kept then, or, where the error came after the
  ///   new one was in place, the new one.
  func save(_ value: LastGoodValue) throws(LastGoodError)
}

/// Why a store has no value, or did not keep one.
public struct LastGoodError: Error, Sendable, Equatable {
  /// What went wrong.
  public enum Code: Sendable, Equatable {
    /// What is stored is no whole value.
    case damaged
    /// The system refused.
    case unavailable
  }

  /// What went wrong.
  public var code: Code
  /// A lower-case fragment, such as `cannot write 'slot/last-good': No space left on device`.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
