// Objects with many or deleted properties keep them in a block of their own; see ObjectLayout.

extension Machine {
  private static let deleted = UInt32.max

  /// Turns an object's slots into a dictionary.
  mutating func makeDictionary(_ object: Ref) throws(Abrupt) {
    let old = shape(object)
    let properties = shapes.properties(old)
    let slots = Int(heap.load32(Int(object) + ObjectLayout.slots))
    let block = try allocateDictionary(capacity: max(8, properties.count * 2))
    for (index, property) in properties.enumerated() {
      appendEntry(Int(block), property.key, heap.value(slots + index * 8), property.flags)
    }
    heap.store32(Int(object) + ObjectLayout.slots, block)
    setShape(object, shapes.root(proto: shapes.proto(old), isDictionary: true))
    try checkMemory()
  }

  private mutating func allocateDictionary(capacity: Int) throws(Abrupt) -> Ref {
    var buckets = 16
    while buckets < capacity * 2 { buckets *= 2 }
    let block = try heap.allocate(16 + capacity * 16 + buckets * 4)
    let at = Int(block)
    heap.init32(at, UInt32(capacity))
    heap.init32(at + 4, 0)
    heap.init32(at + 8, 0)
    heap.init32(at + 12, UInt32(buckets - 1))
    for bucket in 0..<(buckets / 2) { heap.init64(at + 16 + capacity * 16 + bucket * 8, 0) }
    try charge(bytes: capacity * 16)
    return block
  }

  @inline(__always)
  private mutating func bucket(_ block: Int, _ atom: UInt32) -> (first: Int, mask: Int, index: Int)
  {
    let capacity = Int(heap.load32(block))
    let mask = Int(heap.load32(block + 12))
    let hash = Int(atom &* 0x9E37_79B1 >> 7)
    return (block + 16 + capacity * 16, mask, hash & mask)
  }

  /// The offset of an entry, or 0.
  private mutating func entry(_ block: Int, _ atom: Atom) -> Int {
    var (first, mask, index) = bucket(block, atom.id)
    while true {
      let link = heap.load32(first + index * 4)
      if link == 0 { return 0 }
      let place = block + 16 + (Int(link) - 1) * 16
      if heap.load32(place) == atom.id { return place }
      index = (index + 1) & mask
    }
  }

  private mutating func appendEntry(
    _ block: Int, _ atom: Atom, _ value: Value, _ flags: PropertyFlags
  ) {
    let used = heap.load32(block + 4)
    let place = block + 16 + Int(used) * 16
    heap.store32(place, atom.id)
    heap.store32(place + 4, UInt32(flags.rawValue))
    heap.set(place + 8, value)
    heap.store32(block + 4, used + 1)
    heap.store32(block + 8, heap.load32(block + 8) + 1)
    var (first, mask, index) = bucket(block, atom.id)
    while heap.load32(first + index * 4) != 0 { index = (index + 1) & mask }
    heap.store32(first + index * 4, used + 1)
  }

  mutating func findInDictionary(_ object: Ref, _ atom: Atom) -> OwnProperty? {
    let block = Int(heap.load32(Int(object) + ObjectLayout.slots))
    let place = entry(block, atom)
    guard place != 0 else { return nil }
    let flags = PropertyFlags(rawValue: UInt8(truncatingIfNeeded: heap.load32(place + 4)))
    return OwnProperty(value: heap.value(place + 8), flags: flags, place: place + 8)
  }

  mutating func addToDictionary(
    _ object: Ref, _ atom: Atom, _ value: Value, _ flags: PropertyFlags
  ) throws(Abrupt) {
    var block = Int(heap.load32(Int(object) + ObjectLayout.slots))
    if heap.load32(block + 4) == heap.load32(block) {
      block = Int(try regrowDictionary(object, block))
    }
    appendEntry(block, atom, value, flags)
  }

  private mutating func regrowDictionary(_ object: Ref, _ block: Int) throws(Abrupt) -> Ref {
    let live = Int(heap.load32(block + 8))
    let fresh = try allocateDictionary(capacity: max(8, live * 2))
    forEachEntry(block) { machine, atom, flags, place in
      machine.appendEntry(Int(fresh), atom, machine.heap.value(place), flags)
    }
    heap.store32(Int(object) + ObjectLayout.slots, fresh)
    return fresh
  }

  private mutating func forEachEntry(
    _ block: Int, _ body: (inout Machine, Atom, PropertyFlags, Int) -> Void
  ) {
    for index in 0..<Int(heap.load32(block + 4)) {
      let place = block + 16 + index * 16
      let atom = heap.load32(place)
      if atom == Self.deleted { continue }
      let flags = PropertyFlags(rawValue: UInt8(truncatingIfNeeded: heap.load32(place + 4)))
      body(&self, Atom(id: atom), flags, place + 8)
    }
  }

  /// Visits the properties of a dictionary in order; `place` is where the value lies.
  mutating func forEachInDictionary(
    _ object: Ref, _ body: (inout Machine, Atom, PropertyFlags, Int) -> Void
  ) {
    forEachEntry(Int(heap.load32(Int(object) + ObjectLayout.slots)), body)
  }

  mutating func removeFromDictionary(_ object: Ref, _ atom: Atom) {
    let block = Int(heap.load32(Int(object) + ObjectLayout.slots))
    let place = entry(block, atom)
    guard place != 0 else { return }
    heap.store32(place, Self.deleted)
    heap.store32(block + 8, heap.load32(block + 8) - 1)
  }

  mutating func setDictionaryFlags(_ object: Ref, _ atom: Atom, _ flags: PropertyFlags) {
    let place = entry(Int(heap.load32(Int(object) + ObjectLayout.slots)), atom)
    if place != 0 { heap.store32(place + 4, UInt32(flags.rawValue)) }
  }

  mutating func setAllDictionaryFlags(
    _ object: Ref, _ change: (PropertyFlags) -> PropertyFlags
  ) {
    forEachInDictionary(object) { machine, _, flags, place in
      machine.heap.store32(place - 4, UInt32(change(flags).rawValue))
    }
  }
}
