/// Looks for clock texts such as `4:05` and `1:04:05`.
enum ClockText {
  /// Whether a text is nothing but a clock.
  static func isClock(_ text: String) -> Bool {
    let bytes = TextCursor.trimmed(Array(text.utf8)[...])
    return !bytes.isEmpty && length(bytes) == bytes.count
  }

  /// Whether a text has a clock anywhere.
  static func holdsClock(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var wasDigit = false
    for index in bytes.indices {
      let isDigit = digit(bytes[index])
      if isDigit, !wasDigit, length(bytes[index...]) > 0 { return true }
      wasDigit = isDigit
    }
    return false
  }

  /// The length of the clock at the front: one or two digits, then `:` and two digits once or twice.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    let hours = bytes.prefix(3).prefix(while: digit).count
    guard hours == 1 || hours == 2 else { return 0 }
    var rest = bytes.dropFirst(hours)
    var groups = 0
    while groups < 2, rest.first == UInt8(ascii: ":"),
      rest.dropFirst().prefix(3).prefix(while: digit).count == 2
    {
      rest = rest.dropFirst(3)
      groups += 1
    }
    return groups == 0 ? 0 : bytes.count - rest.count
  }

  private static func digit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
