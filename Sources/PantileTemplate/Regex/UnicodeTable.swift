/// Reads the numbers of a table in ``UnicodeTables``.
struct UnicodeTable: IteratorProtocol {
  private var bytes: Substring.UTF8View.Iterator

  init(_ text: String) { bytes = text[...].utf8.makeIterator() }

  mutating func next() -> UInt32? {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while let byte = bytes.next() {
      if byte >= 0x5E { return value | UInt32(byte - 0x5E) << shift }
      value |= UInt32(byte - 0x30) << shift
      shift += 5
    }
    return nil
  }
}

extension CodePointSet {
  /// Reads a table of (gap, length).
  init(table: String) {
    self.init()
    var numbers = UnicodeTable(table)
    var start: UInt32 = 0
    while let gap = numbers.next(), let length = numbers.next() {
      start += gap
      add(start...(start + length - 1))
      start += length
    }
  }

  /// Reads a table of (length, value) and keeps the values that `isMember` accepts.
  init(runs table: String, where isMember: (UInt32) -> Bool) {
    self.init()
    var numbers = UnicodeTable(table)
    var start: UInt32 = 0
    while let length = numbers.next(), let value = numbers.next() {
      if isMember(value) { add(start...(start + length - 1)) }
      start += length
    }
    normalize()
  }

  /// The characters with a script in their Script_Extensions.
  init(scriptExtensions script: UInt32) {
    self.init(runs: UnicodeTables.scripts) { $0 == script }
    var numbers = UnicodeTable(UnicodeTables.scriptExtensions)
    var own = CodePointSet()
    var listed = CodePointSet()
    var start: UInt32 = 0
    while let gap = numbers.next(), let length = numbers.next(), let count = numbers.next() {
      start += gap
      listed.add(start...(start + length - 1))
      for _ in 0..<count where numbers.next() == script { own.add(start...(start + length - 1)) }
      start += length
    }
    // (script − listed) ∪ own, as ¬(¬script ∪ listed) ∪ own.
    var outside = inverted
    listed.normalize()
    outside.add(listed)
    outside.normalize()
    self = outside.inverted
    add(own)
    normalize()
  }
}

// MARK: - Property names

extension CodePointSet {
  /// The characters with a property, by the names that `\p{…}` knows; nil for an unknown name.
  init?(property name: String, value: String?) {
    if let value {
      self.init(property: name, named: value)
      return
    }
    if let categories = UnicodeTables.categories(name) {
      self.init(categories: categories)
      return
    }
    switch name {
    case "Any": self = .all
    case "ASCII": self.init(0...0x7F)
    case "Assigned": self.init(categories: ~(1 << 29))
    default:
      guard let table = UnicodeTables.binary(name) else { return nil }
      self.init(table: table)
    }
  }

  private init?(property name: String, named value: String) {
    switch name {
    case "General_Category", "gc":
      guard let categories = UnicodeTables.categories(value) else { return nil }
      self.init(categories: categories)
    case "Script", "sc":
      guard let script = UnicodeTables.script(value) else { return nil }
      self.init(runs: UnicodeTables.scripts) { $0 == script }
    case "Script_Extensions", "scx":
      guard let script = UnicodeTables.script(value) else { return nil }
      self.init(scriptExtensions: script)
    default: return nil
    }
  }

  private init(categories mask: UInt32) {
    self.init(runs: UnicodeTables.generalCategory) { mask >> $0 & 1 == 1 }
  }

  static let identifierStart = CodePointSet(table: UnicodeTables.idStartSet)
  static let identifierContinue = CodePointSet(table: UnicodeTables.idContinueSet)
}
