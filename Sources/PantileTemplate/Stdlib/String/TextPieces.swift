/// A text that is built from parts of others.
///
/// The parts are kept as values and copied once, when the text is complete.
struct TextPieces {
  private var joinedText = Value.undefined

  /// Whether nothing was added.
  var isEmpty: Bool { joinedText.isUndefined }

  /// Adds a part of a text.
  mutating func append(
    _ text: Ref, _ start: Int, _ end: Int, _ machine: inout Machine
  ) throws(Abrupt) {
    if start < end { try append(try machine.substring(text, start, end).ref, &machine) }
  }

  /// Adds a text.
  mutating func append(_ text: Ref, _ machine: inout Machine) throws(Abrupt) {
    joinedText = isEmpty ? .string(text) : try machine.concat(joinedText.ref, text)
  }

  /// The whole text.
  func joined(_ machine: inout Machine) throws(Abrupt) -> Value {
    isEmpty ? .string(machine.intrinsics.emptyString) : joinedText
  }
}
