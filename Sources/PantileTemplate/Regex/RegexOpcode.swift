/// The operations of a compiled pattern.
///
/// A program is a run of 32-bit words. An operation is one word and up to three more:
///
///      31                     8 7        0
///     ┌────────────────────────┬──────────┐ ┌─────────┐ ┌─────────┐ ┌─────────┐
///     │ argument               │ opcode   │ │ operand │ │ operand │ │ operand │
///     └────────────────────────┴──────────┘ └─────────┘ └─────────┘ └─────────┘
///
/// The argument is a unit, a register, an offset into the set table or the index of another word.
/// Operations that read a character step behind it; when one cannot, the match backtracks.
enum RegexOpcode: UInt8, Sendable {
  /// The pattern has matched.
  case accept
  /// A code unit.
  case unit
  /// One of two code units, in the halves of the operand.
  case pair
  /// As many code units as the argument says, two to a word.
  case units
  /// Any code unit, or any code point.
  case any
  case anyPoint
  /// A code unit, or a code point, of a set.
  case set
  case setPoint
  /// Repeats the character operation behind its two operands, minimum and maximum.
  case run
  case lazyRun
  /// Goes to the argument.
  case jump
  /// Goes on, and to the argument on backtracking; `splitLazy` the other way round.
  case split
  case splitLazy
  /// Sets a register to the position.
  case save
  /// Unsets the registers from the argument to the operand.
  case clear
  /// Fails when the position is that in a register.
  case checkMoved
  /// Sets a counter to zero.
  case zero
  /// Decides on another iteration: counter; minimum, maximum, exit.
  case loop
  case lazyLoop
  /// ``checkMoved`` once a counter reached its minimum: register; counter, minimum.
  case checkCounted
  /// Adds one to a counter and goes to the operand.
  case next
  case assertStart
  case assertLineStart
  case assertEnd
  case assertLineEnd
  /// The argument is 1 where `\w` has the two characters that fold to ASCII.
  case boundary
  case notBoundary
  /// The text of a group. The argument is the group; the operand has the bits of
  /// ``RegexReferenceBits``.
  case backreference
  /// Steps back one code unit, or one code point.
  case back
  case backPoint
  /// Keeps position and stack height in two registers, to come back to on ``lookEnd``.
  case look
  case lookEnd
  /// The same for a negated lookaround: goes to the operand when the body fails.
  case lookNot
  case lookNotEnd
}

/// The bits of a backreference's operand.
enum RegexReferenceBits {
  static let backward: UInt32 = 1
  static let ignoreCase: UInt32 = 2
  static let unicode: UInt32 = 4
}
