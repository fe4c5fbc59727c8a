/// The flags of a regular expression, in the order in which `RegExp.prototype.flags` lists them.
struct RegexFlags: OptionSet, Sendable {
  let rawValue: UInt8

  static let hasIndices = RegexFlags(rawValue: 1)
  static let global = RegexFlags(rawValue: 2)
  static let ignoreCase = RegexFlags(rawValue: 4)
  static let multiline = RegexFlags(rawValue: 8)
  static let dotAll = RegexFlags(rawValue: 16)
  static let unicode = RegexFlags(rawValue: 32)
  static let sticky = RegexFlags(rawValue: 64)
}

extension RegexFlags {
  private static let letters: [(unit: UInt8, flag: RegexFlags)] = [
    (0x64, .hasIndices), (0x67, .global), (0x69, .ignoreCase), (0x6D, .multiline),
    (0x73, .dotAll), (0x75, .unicode), (0x79, .sticky),
  ]

  /// Reads flags as `RegExp(pattern, flags)` does.
  ///
  /// - Throws: ``RegexSyntaxError`` for an unknown or repeated flag, and for `v`.
  init(parsing units: [UInt16]) throws(RegexSyntaxError) {
    var flags: RegexFlags = []
    var seesSets = false
    for unit in units {
      if unit == 0x76, !seesSets {
        seesSets = true
        continue
      }
      guard let flag = Self.letters.first(where: { $0.unit == unit })?.flag,
        flags.insert(flag).inserted
      else { throw .invalidFlags(units) }
    }
    if seesSets {
      throw flags.contains(.unicode) ? .invalidFlags(units) : .unsupportedSetsFlag
    }
    self = flags
  }

  /// The flags as text, each once, in alphabetical order.
  var text: String {
    var text = ""
    for (unit, flag) in Self.letters where contains(flag) {
      text.unicodeScalars.append(Unicode.Scalar(unit))
    }
    return text
  }
}
