/// A compiled regular expression: read-only, shared by any number of matchers.
struct RegexProgram: Sendable {
  let flags: RegexFlags
  /// The number of capturing groups; group 0, the whole match, is not counted.
  let captureCount: Int
  /// The named groups in the order of their numbers.
  let groupNames: [RegexGroupName]
  /// A measure of the time that the compilation took, in steps.
  let cost: Int

  /// Words as ``RegexOpcode`` describes them.
  let code: [UInt32]
  /// For each set a bit map of ASCII (4 words), the number of further ranges, and for each of them
  /// its first code point and the one behind its last.
  let sets: [UInt32]
  let registerCount: Int
  /// The code units with which a match can begin; nil when it can be empty.
  let first: FirstUnits?
  /// Whether a match begins at the start of the input or nowhere.
  let isAnchored: Bool

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - pattern: UTF-16 code units, without the slashes of a literal.
  ///   - flags: Flags that ``RegexFlags/init(parsing:)`` read.
  /// - Throws: ``RegexSyntaxError`` with the message that Node prints.
  static func compile(
    pattern: [UInt16], flags: RegexFlags
  ) throws(RegexSyntaxError) -> RegexProgram {
    var parser = RegexParser(pattern, flags: flags)
    do {
      let tree = try parser.parse()
      var emitter = RegexEmitter(tree, flags: flags)
      try emitter.emit()
      return emitter.program(cost: pattern.count + parser.work / 4)
    } catch {
      throw .invalid(pattern, flags, error, cost: pattern.count + parser.work / 4)
    }
  }

  /// Compiles a pattern with flags as text.
  static func compile(
    pattern: [UInt16], flags: [UInt16]
  ) throws(RegexSyntaxError) -> RegexProgram {
    try compile(pattern: pattern, flags: RegexFlags(parsing: flags))
  }
}
