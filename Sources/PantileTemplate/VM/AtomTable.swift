internal import PantileJSON

/// Interned property names and symbols.
///
/// Atoms outlive a render, so that property lookups stay warm; ``truncate(to:)`` drops those of
/// odd props when too many have come together.
struct AtomTable {
  private struct Entry {
    var start: UInt32
    var count: UInt32
    var hash: UInt32
    var flags: UInt32
  }

  private static let wideFlag: UInt32 = 1
  private static let symbolFlag: UInt32 = 2
  private static let hasDescriptionFlag: UInt32 = 4
  private static let privateFlag: UInt32 = 8

  private var bytes: ContiguousArray<UInt8> = []
  private var entries: ContiguousArray<Entry> = []
  /// Open addressing; 0 is free, else an atom plus one.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 2048)

  /// The number of atoms.
  var count: Int { entries.count }

  /// The memory that names and tables take.
  var byteCount: Int { bytes.count + entries.count * 16 + slots.count * 4 }

  // MARK: Names

  /// The atom of an ASCII text.
  mutating func intern(ascii text: RawSpan) -> Atom {
    var hash: UInt32 = 0x811c_9dc5
    for index in 0..<text.byteCount {
      hash = (hash ^ UInt32(text.byte(at: index))) &* 0x0100_0193
    }
    var slot = start(hash)
    while slots[slot] != 0 {
      let id = slots[slot] - 1
      let entry = entries[Int(id)]
      if entry.hash == hash, entry.flags & Self.wideFlag == 0, Int(entry.count) == text.byteCount,
        matches(entry, text)
      {
        return Atom(id: id)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let first = bytes.count
    for index in 0..<text.byteCount { bytes.append(text.byte(at: index)) }
    return add(Entry(start: UInt32(first), count: UInt32(text.byteCount), hash: hash, flags: 0))
  }

  /// The atom of a text given as UTF-16 code units.
  mutating func intern(_ units: Span<UInt16>) -> Atom {
    var isASCII = true
    var hash: UInt32 = 0x811c_9dc5
    for index in 0..<units.count {
      let unit = units[index]
      if unit > 0x7F { isASCII = false }
      hash = (hash ^ UInt32(unit)) &* 0x0100_0193
    }
    let flags = isASCII ? 0 : Self.wideFlag
    var slot = start(hash)
    while slots[slot] != 0 {
      let id = slots[slot] - 1
      let entry = entries[Int(id)]
      if entry.hash == hash, entry.flags == flags, Int(entry.count) == units.count,
        matches(entry, units)
      {
        return Atom(id: id)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let first = bytes.count
    for index in 0..<units.count {
      bytes.append(UInt8(truncatingIfNeeded: units[index]))
      if !isASCII { bytes.append(UInt8(truncatingIfNeeded: units[index] >> 8)) }
    }
    return add(Entry(start: UInt32(first), count: UInt32(units.count), hash: hash, flags: flags))
  }

  /// The atom of a text.
  mutating func intern(_ text: String) -> Atom {
    let units = ContiguousArray(text.utf16)
    return intern(units.span)
  }

  /// Whether the text holds other than ASCII characters.
  func isWide(_ atom: Atom) -> Bool { entries[Int(atom.id)].flags & Self.wideFlag != 0 }

  /// The length in UTF-16 code units.
  func length(_ atom: Atom) -> Int { Int(entries[Int(atom.id)].count) }

  /// A code unit of the text.
  func unit(_ atom: Atom, _ index: Int) -> UInt16 {
    let entry = entries[Int(atom.id)]
    if entry.flags & Self.wideFlag == 0 { return UInt16(bytes[Int(entry.start) + index]) }
    let at = Int(entry.start) + index * 2
    return UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
  }

  /// The text in UTF-16 code units.
  func units(_ atom: Atom) -> [UInt16] { (0..<length(atom)).map { unit(atom, $0) } }

  /// The text for messages; lone surrogates become U+FFFD.
  func string(_ atom: Atom) -> String { String(decoding: units(atom), as: UTF16.self) }

  /// Lends the bytes of the text: ASCII, or UTF-16 in little-endian order.
  func withBytes<Result>(
    _ atom: Atom, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    let entry = entries[Int(atom.id)]
    let width = entry.flags & Self.wideFlag == 0 ? 1 : 2
    let span = bytes.span
    let first = Int(entry.start)
    return try body(span.extracting(first..<(first + Int(entry.count) * width)))
  }

  // MARK: Symbols

  /// A new symbol, different from every other.
  mutating func makeSymbol(description: [UInt16]?, isPrivate: Bool = false) -> Atom {
    let text = description ?? []
    var flags = Self.symbolFlag | (text.allSatisfy { $0 < 0x80 } ? 0 : Self.wideFlag)
    if description != nil { flags |= Self.hasDescriptionFlag }
    if isPrivate { flags |= Self.privateFlag }
    let first = bytes.count
    for unit in text {
      bytes.append(UInt8(truncatingIfNeeded: unit))
      if flags & Self.wideFlag != 0 { bytes.append(UInt8(truncatingIfNeeded: unit >> 8)) }
    }
    entries.append(
      Entry(start: UInt32(first), count: UInt32(text.count), hash: 0, flags: flags))
    return Atom(id: UInt32(entries.count - 1))
  }

  /// Whether the atom is a symbol (private names included).
  @inline(__always)
  func isSymbol(_ atom: Atom) -> Bool { entries[Int(atom.id)].flags & Self.symbolFlag != 0 }

  /// Whether the atom is the private name of a class.
  func isPrivate(_ atom: Atom) -> Bool { entries[Int(atom.id)].flags & Self.privateFlag != 0 }

  /// Whether a symbol was made with a description.
  func hasDescription(_ atom: Atom) -> Bool {
    entries[Int(atom.id)].flags & Self.hasDescriptionFlag != 0
  }

  // MARK: Housekeeping

  /// Drops the atoms from `count` on.
  mutating func truncate(to count: Int) {
    guard count < entries.count else { return }
    bytes.removeSubrange(Int(entries[count].start)...)
    entries.removeSubrange(count...)
    rebuild(slots.count)
  }

  private func start(_ hash: UInt32) -> Int { Int(hash ^ (hash >> 15)) & (slots.count - 1) }

  private func matches(_ entry: Entry, _ text: RawSpan) -> Bool {
    let first = Int(entry.start)
    for index in 0..<text.byteCount where bytes[first + index] != text.byte(at: index) {
      return false
    }
    return true
  }

  private func matches(_ entry: Entry, _ units: Span<UInt16>) -> Bool {
    let first = Int(entry.start)
    let isWide = entry.flags & Self.wideFlag != 0
    for index in 0..<units.count {
      let unit =
        isWide
        ? UInt16(bytes[first + index * 2]) | UInt16(bytes[first + index * 2 + 1]) << 8
        : UInt16(bytes[first + index])
      if unit != units[index] { return false }
    }
    return true
  }

  private mutating func add(_ entry: Entry) -> Atom {
    if entries.count * 2 >= slots.count { rebuild(slots.count * 2) }
    entries.append(entry)
    insert(UInt32(entries.count - 1))
    return Atom(id: UInt32(entries.count - 1))
  }

  private mutating func insert(_ id: UInt32) {
    var slot = start(entries[Int(id)].hash)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = id + 1
  }

  private mutating func rebuild(_ size: Int) {
    slots = ContiguousArray(repeating: 0, count: size)
    for id in entries.indices where entries[id].flags & Self.symbolFlag == 0 {
      insert(UInt32(id))
    }
  }
}
