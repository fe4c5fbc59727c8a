internal import PantileJSON

/// A hash table from heap objects to numbers, emptied in one step and kept between renders.
///
/// An entry counts only while its generation is the table's, so emptying changes one number.
///
///     entry, 16 bytes    +0 object (32 bits), generation (32 bits)    +8 number
struct RefTable: ~Copyable {
  private var slots: Arena?
  /// The number of slots, a power of two; 0 before the first use.
  private var size = 0
  private var generation: UInt64 = 1
  /// The number of objects in the table.
  private(set) var count = 0

  /// Forgets everything.
  mutating func removeAll() {
    if count == 0 { return }
    count = 0
    generation += 1
    if generation > 0xFFFF_FFFF || size > 65_536 {
      slots = nil
      size = 0
      generation = 1
    }
  }

  /// The number of an object; nil when it is not in the table.
  func find(_ ref: Ref) -> UInt32? {
    if count == 0 { return nil }
    let place = place(of: ref)
    guard slots?.load64(place) == word(ref) else { return nil }
    return slots?.load32(place + 8)
  }

  /// The place of an object, which is put in with the number 0 if it is not there.
  mutating func insert(_ ref: Ref) -> Int {
    if count &* 2 >= size { grow() }
    let place = place(of: ref)
    let word = word(ref)
    if slots?.load64(place) != word {
      slots?.store64(place, word)
      slots?.store64(place + 8, 0)
      count &+= 1
    }
    return place
  }

  /// The number at a place, which holds until the next ``insert(_:)``.
  subscript(place: Int) -> UInt32 {
    get { slots?.load32(place + 8) ?? 0 }
    set { slots?.store32(place + 8, newValue) }
  }

  @inline(__always)
  private func word(_ ref: Ref) -> UInt64 { UInt64(ref) | generation << 32 }

  /// The offset of an object's slot, or of the free slot where it belongs.
  @inline(__always)
  private func place(of ref: Ref) -> Int {
    let wanted = word(ref)
    let mask = size &- 1
    let mixed = (ref >> 3) &* 0x9E37_79B1
    var slot = Int(mixed ^ mixed >> 15) & mask
    while let word = slots?.load64(8 &+ slot &* 16), word != wanted, word >> 32 == generation {
      slot = (slot &+ 1) & mask
    }
    return 8 &+ slot &* 16
  }

  @inline(never)
  private mutating func grow() {
    let oldSize = size
    let old = slots.take()
    size = max(64, oldSize * 2)
    var fresh = Arena(capacity: 8 + size * 16)
    fresh.fill64(8, count: size * 2, 0)
    slots = consume fresh
    guard let old else { return }
    for slot in 0..<oldSize where old.load64(8 + slot * 16) >> 32 == generation {
      let place = place(of: old.load32(8 + slot * 16))
      slots?.store64(place, old.load64(8 + slot * 16))
      slots?.store64(place + 8, old.load64(16 + slot * 16))
    }
  }
}
