/// Interned texts as UTF-16 code units, shared by all files of a program.
struct NameTable {
  private var units: ContiguousArray<UInt16> = []
  private var ranges: ContiguousArray<(start: UInt32, count: UInt32)> = []
  /// Open addressing; 0 is free, else a name's id plus one.
  private var slots: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 256)

  /// The number of names.
  var count: Int { ranges.count }

  /// The code units of a name.
  func text(_ name: Name) -> ArraySlice<UInt16> {
    let range = ranges[Int(name.id)]
    return ArraySlice(units[Int(range.start)..<Int(range.start + range.count)])
  }

  /// A name's text for messages; lone surrogates become U+FFFD.
  func string(_ name: Name) -> String { String(decoding: text(name), as: UTF16.self) }

  /// The name of an ASCII or other Swift text.
  mutating func intern(_ text: String) -> Name { intern(ContiguousArray(text.utf16)) }

  /// The name of a text given in code units.
  mutating func intern(_ text: ContiguousArray<UInt16>) -> Name {
    if ranges.count * 2 >= slots.count { rehash() }
    var slot = hash(text[...]) & (slots.count - 1)
    while slots[slot] != 0 {
      let id = slots[slot] - 1
      let range = ranges[Int(id)]
      if Int(range.count) == text.count,
        units[Int(range.start)..<Int(range.start + range.count)].elementsEqual(text)
      {
        return Name(id: id)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = UInt32(ranges.count)
    ranges.append((UInt32(units.count), UInt32(text.count)))
    units.append(contentsOf: text)
    slots[slot] = id + 1
    return Name(id: id)
  }

  private func hash(_ text: ContiguousArray<UInt16>.SubSequence) -> Int {
    var value: UInt32 = 0x811c_9dc5
    for unit in text { value = (value ^ UInt32(unit)) &* 0x0100_0193 }
    return Int(value ^ (value >> 15))
  }

  private mutating func rehash() {
    slots = ContiguousArray(repeating: 0, count: slots.count * 2)
    for id in ranges.indices {
      let range = ranges[id]
      var slot =
        hash(units[Int(range.start)..<Int(range.start + range.count)]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(id) + 1
    }
  }
}
