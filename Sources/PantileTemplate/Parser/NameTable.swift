/// Interned texts as UTF-16 code units, shared by all files of a program.
///
/// The first names are the spellings of ``Word``.
struct NameTable {
  private var units: ContiguousArray<UInt16> = []
  private var ranges: ContiguousArray<Entry> = []
  /// Open addressing; 0 is free, else a name's id plus one.
  private var slots: ContiguousArray<UInt32>

  private struct Entry {
    var start: UInt32
    var count: UInt32
    var hash: UInt32
  }

  /// A table that holds the words.
  init() {
    slots = ContiguousArray(repeating: 0, count: 512)
    for spelling in Word.spellings { _ = intern(spelling) }
  }

  /// A table that only stands in while another one is lent out.
  init(placeholder: Void) { slots = [] }

  /// The number of names.
  var count: Int { ranges.count }

  /// The code units of a name.
  func text(_ name: Name) -> ArraySlice<UInt16> {
    let range = ranges[Int(name.id)]
    return ArraySlice(units[Int(range.start)..<Int(range.start + range.count)])
  }

  /// A name's text for messages; lone surrogates become U+FFFD.
  func string(_ name: Name) -> String {
    let range = ranges[Int(name.id)]
    return String(
      decoding: units[Int(range.start)..<Int(range.start + range.count)], as: UTF16.self)
  }

  /// The name of an ASCII or other Swift text.
  mutating func intern(_ text: String) -> Name { intern(ContiguousArray(text.utf16)) }

  /// The name of a text given in code units.
  mutating func intern(_ text: ContiguousArray<UInt16>) -> Name {
    var hash = NameTable.hashSeed
    for unit in text { hash = NameTable.hash(hash, unit) }
    var slot = firstSlot(hash)
    while slots[slot] != 0 {
      let id = slots[slot] - 1
      if matches(id, hash, text) { return Name(id: id) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let start = UInt32(units.count)
    units.append(contentsOf: text)
    return add(start: start, hash: hash, slot: slot)
  }

  /// The name of an ASCII text in `source`, whose hash the caller has made while it read the text.
  mutating func intern(ascii source: ContiguousArray<UInt8>, _ range: Range<Int>, hash: UInt32)
    -> Name
  {
    var slot = firstSlot(hash)
    while slots[slot] != 0 {
      let id = slots[slot] - 1
      if matches(id, hash, ascii: source, range) { return Name(id: id) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let start = UInt32(units.count)
    for index in range { units.append(UInt16(source[index])) }
    return add(start: start, hash: hash, slot: slot)
  }

  static let hashSeed: UInt32 = 0x811c_9dc5

  /// The hash of a text that continues with `unit`.
  @inline(__always)
  static func hash(_ value: UInt32, _ unit: UInt16) -> UInt32 {
    (value ^ UInt32(unit)) &* 0x0100_0193
  }

  private mutating func matches(_ id: UInt32, _ hash: UInt32, _ text: ContiguousArray<UInt16>)
    -> Bool
  {
    let entry = ranges[Int(id)]
    guard entry.hash == hash, Int(entry.count) == text.count else { return false }
    var index = Int(entry.start)
    for unit in text {
      if units[index] != unit { return false }
      index += 1
    }
    return true
  }

  private mutating func matches(
    _ id: UInt32, _ hash: UInt32, ascii source: ContiguousArray<UInt8>, _ range: Range<Int>
  ) -> Bool {
    let entry = ranges[Int(id)]
    guard entry.hash == hash, Int(entry.count) == range.count else { return false }
    var index = Int(entry.start)
    for at in range {
      if units[index] != UInt16(source[at]) { return false }
      index += 1
    }
    return true
  }

  private mutating func firstSlot(_ hash: UInt32) -> Int {
    if ranges.count * 2 >= slots.count { grow() }
    return slot(hash)
  }

  @inline(__always)
  private func slot(_ hash: UInt32) -> Int { Int(hash ^ (hash >> 15)) & (slots.count - 1) }

  private mutating func add(start: UInt32, hash: UInt32, slot: Int) -> Name {
    let id = UInt32(ranges.count)
    ranges.append(Entry(start: start, count: UInt32(units.count) - start, hash: hash))
    slots[slot] = id + 1
    return Name(id: id)
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: 0, count: max(512, slots.count * 2))
    for id in ranges.indices {
      var slot = slot(ranges[id].hash)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(id) + 1
    }
  }
}
