// The tables of maps and sets. A collection has one internal word: its table, and the number of
// entries that are there. A table keeps its entries in the order of their insertion:
//
//     +0  capacity, used entries, bucket mask, the table that took its place (UInt32 each)
//     +16 entries of 24 bytes: key (a hole once it is deleted), value, next in bucket, hash
//     then the buckets: mask + 1 UInt32, 0 for none, else entry + 1
//
// A full table is replaced by another one without the deleted entries. Whoever is iterating finds
// its place in the new table by counting the entries that were before it in the old one.

extension ObjectLayout {
  static let table = 24
  static let liveCount = 28
  static let collectionWords = 1
}

/// A place in the entries of a collection that stays right while the collection changes.
struct TableCursor {
  var table: Int
  var index = 0
}

extension Machine {
  private static let entrySize = 24

  // MARK: Tables

  /// Gives a collection an empty table.
  mutating func makeTable(_ object: Ref, capacity: Int = 8) throws(Abrupt) {
    let table = try allocateTable(capacity: capacity)
    heap.store32(Int(object) + ObjectLayout.table, UInt32(table))
    heap.store32(Int(object) + ObjectLayout.liveCount, 0)
  }

  private mutating func allocateTable(capacity: Int) throws(Abrupt) -> Int {
    var buckets = 8
    while buckets < capacity { buckets *= 2 }
    let table = Int(try heap.allocate(16 + capacity * Self.entrySize + buckets * 4))
    try charge(bytes: capacity * Self.entrySize)
    heap.init32(table, UInt32(capacity))
    heap.init32(table + 4, 0)
    heap.init32(table + 8, UInt32(buckets - 1))
    heap.init32(table + 12, 0)
    let first = table + 16 + capacity * Self.entrySize
    for word in 0..<(buckets / 2) { heap.init64(first + word * 8, 0) }
    return table
  }

  /// The number of entries of a collection.
  mutating func entryCount(_ object: Ref) -> Int {
    Int(heap.load32(Int(object) + ObjectLayout.liveCount))
  }

  private mutating func bucket(_ table: Int, _ hash: UInt32) -> Int {
    let capacity = Int(heap.load32(table))
    return table + 16 + capacity * Self.entrySize + Int(hash & heap.load32(table + 8)) * 4
  }

  // MARK: Entries

  /// The offset of the entry of a key, or 0; its value lies 8 bytes further.
  mutating func findEntry(_ object: Ref, _ key: Value) throws(Abrupt) -> Int {
    if entryCount(object) == 0 { return 0 }
    return try findEntry(object, key, try hash(key))
  }

  private mutating func findEntry(
    _ object: Ref, _ key: Value, _ hash: UInt32
  ) throws(Abrupt) -> Int {
    let table = Int(heap.load32(Int(object) + ObjectLayout.table))
    var link = heap.load32(bucket(table, hash))
    while link != 0 {
      let entry = table + 16 + (Int(link) - 1) * Self.entrySize
      if heap.load32(entry + 20) == hash, try sameValueZero(heap.value(entry), key) {
        return entry
      }
      try charge(1)
      link = heap.load32(entry + 16)
    }
    return 0
  }

  /// Sets the value of a key, adding it behind the others if it is not there.
  mutating func setEntry(_ object: Ref, _ key: Value, _ value: Value) throws(Abrupt) {
    let hash = try hash(key)
    let found = try findEntry(object, key, hash)
    if found != 0 {
      heap.set(found + 8, value)
      return
    }
    var table = Int(heap.load32(Int(object) + ObjectLayout.table))
    if heap.load32(table + 4) == heap.load32(table) { table = try regrow(object, table) }
    let isZero = key.isNumber && key.number == 0
    append(table, isZero ? Value(0.0) : key, value, hash)
    let count = heap.load32(Int(object) + ObjectLayout.liveCount)
    heap.store32(Int(object) + ObjectLayout.liveCount, count + 1)
  }

  private mutating func append(_ table: Int, _ key: Value, _ value: Value, _ hash: UInt32) {
    let used = heap.load32(table + 4)
    let entry = table + 16 + Int(used) * Self.entrySize
    let bucket = bucket(table, hash)
    heap.set(entry, key)
    heap.set(entry + 8, value)
    heap.store32(entry + 16, heap.load32(bucket))
    heap.store32(entry + 20, hash)
    heap.store32(bucket, used + 1)
    heap.store32(table + 4, used + 1)
  }

  private mutating func regrow(_ object: Ref, _ table: Int) throws(Abrupt) -> Int {
    let live = entryCount(object)
    let fresh = try allocateTable(capacity: max(8, live * 2))
    for index in 0..<Int(heap.load32(table + 4)) {
      let entry = table + 16 + index * Self.entrySize
      let key = heap.value(entry)
      if !key.isHole { append(fresh, key, heap.value(entry + 8), heap.load32(entry + 20)) }
    }
    replace(object, table, by: fresh)
    return fresh
  }

  private mutating func replace(_ object: Ref, _ table: Int, by fresh: Int) {
    heap.store32(table + 12, UInt32(fresh))
    heap.store32(Int(object) + ObjectLayout.table, UInt32(fresh))
  }

  /// Removes a key; false when it is not there.
  mutating func removeEntry(_ object: Ref, _ key: Value) throws(Abrupt) -> Bool {
    let entry = try findEntry(object, key)
    guard entry != 0 else { return false }
    heap.set(entry, .hole)
    heap.set(entry + 8, .undefined)
    let count = heap.load32(Int(object) + ObjectLayout.liveCount)
    heap.store32(Int(object) + ObjectLayout.liveCount, count - 1)
    return true
  }

  /// Removes all keys.
  mutating func removeAllEntries(_ object: Ref) throws(Abrupt) {
    let table = Int(heap.load32(Int(object) + ObjectLayout.table))
    if heap.load32(table + 4) == 0 { return }
    let fresh = try allocateTable(capacity: 8)
    // Nothing is before the place of any iteration then.
    heap.store32(table + 4, 0)
    replace(object, table, by: fresh)
    heap.store32(Int(object) + ObjectLayout.liveCount, 0)
  }

  // MARK: Iterating

  /// A cursor before the first entry.
  mutating func cursor(_ object: Ref) -> TableCursor {
    TableCursor(table: Int(heap.load32(Int(object) + ObjectLayout.table)))
  }

  /// The offset of the next entry, or nil behind the last one.
  mutating func next(_ cursor: inout TableCursor) throws(Abrupt) -> Int? {
    while true {
      let newer = Int(heap.load32(cursor.table + 12))
      if newer == 0 { break }
      var index = 0
      for old in 0..<min(cursor.index, Int(heap.load32(cursor.table + 4)))
      where !heap.value(cursor.table + 16 + old * Self.entrySize).isHole {
        index += 1
      }
      try charge(cursor.index)
      cursor = TableCursor(table: newer, index: index)
    }
    while cursor.index < Int(heap.load32(cursor.table + 4)) {
      let entry = cursor.table + 16 + cursor.index * Self.entrySize
      cursor.index += 1
      try charge(1)
      if !heap.value(entry).isHole { return entry }
    }
    return nil
  }

  // MARK: Hashes

  private mutating func hash(_ key: Value) throws(Abrupt) -> UInt32 {
    if key.isString { return try hash(text: key.ref) }
    if key.isBigint { return bigintHash(key.ref) }
    if key.isNumber {
      if key.number == 0 { return mix(0) }
      return mix(key.number.isNaN ? Value.nan.bits : key.bits)
    }
    return mix(key.bits)
  }

  private mutating func mix(_ bits: UInt64) -> UInt32 {
    var hash = bits
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    return UInt32(truncatingIfNeeded: hash)
  }

  private mutating func hash(text: Ref) throws(Abrupt) -> UInt32 {
    let run = try run(text)
    try charge(bytes: run.count)
    var hash: UInt32 = 0x811C_9DC5
    for index in 0..<run.count { hash = (hash ^ UInt32(unit(run, index))) &* 0x0100_0193 }
    return hash ^ hash >> 15
  }
}
