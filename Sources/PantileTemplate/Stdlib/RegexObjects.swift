extension Machine {
  /// A regular expression object; invalid patterns throw a SyntaxError.
  mutating func makeRegex(_ pattern: Value, _ flags: Value) throws(Abrupt) -> Value {
    throw syntaxError("regular expressions are not supported")
  }
}
