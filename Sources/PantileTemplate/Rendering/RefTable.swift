/// A hash table from heap objects to numbers, emptied in one step and kept between renders.
///
/// An entry counts only while its generation is the table's, so emptying changes one number.
struct RefTable {
  private struct Entry {
    var ref: Ref
    var generation: UInt32
    var value: UInt32
  }

  private var entries: ContiguousArray<Entry> = []
  private var generation: UInt32 = 1
  /// The number of objects in the table.
  private(set) var count = 0

  /// Forgets everything.
  mutating func removeAll() {
    if count == 0 { return }
    count = 0
    generation &+= 1
    if generation == 0 || entries.count > 65_536 {
      entries = []
      generation = 1
    }
  }

  /// The number of an object; nil when it is not in the table.
  @inline(__always)
  func find(_ ref: Ref) -> UInt32? {
    if count == 0 { return nil }
    let place = place(of: ref)
    return entries[place].generation == generation ? entries[place].value : nil
  }

  /// The place of an object, which is put in with the number 0 if it is not there.
  @inline(__always)
  mutating func insert(_ ref: Ref) -> Int {
    if count &* 2 >= entries.count { grow() }
    let place = place(of: ref)
    if entries[place].generation != generation {
      entries[place] = Entry(ref: ref, generation: generation, value: 0)
      count &+= 1
    }
    return place
  }

  /// The number at a place, which holds until the next ``insert(_:)``.
  @inline(__always)
  subscript(place: Int) -> UInt32 {
    get { entries[place].value }
    set { entries[place].value = newValue }
  }

  @inline(__always)
  private func place(of ref: Ref) -> Int {
    let mask = entries.count &- 1
    let mixed = (ref >> 3) &* 0x9E37_79B1
    var place = Int(mixed ^ mixed >> 15) & mask
    while entries[place].generation == generation, entries[place].ref != ref {
      place = (place &+ 1) & mask
    }
    return place
  }

  @inline(never)
  private mutating func grow() {
    let old = entries
    let blank = Entry(ref: 0, generation: 0, value: 0)
    entries = ContiguousArray(repeating: blank, count: max(64, old.count * 2))
    for entry in old where entry.generation == generation {
      entries[place(of: entry.ref)] = entry
    }
  }
}
