/// What is wrong with a source file, and where.
struct SyntaxError: Error, Equatable {
  /// The error's name: `SyntaxError`, or `LimitError` for a source that is too large.
  var name = "SyntaxError"
  /// The message without the name before it.
  var message: String
  /// The offset in bytes of the offending token.
  var offset: UInt32
  /// The other place of a message that speaks of two.
  var secondOffset: UInt32?

  init(_ message: String, at offset: UInt32, and secondOffset: UInt32? = nil) {
    self.message = message
    self.offset = offset
    self.secondOffset = secondOffset
  }
}

/// Thrown inside the parser, which keeps the ``SyntaxError`` itself; nothing is cheaper to pass on.
struct Stop: Error {}
