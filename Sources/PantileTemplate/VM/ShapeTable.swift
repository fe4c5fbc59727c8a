/// The attributes of a property.
struct PropertyFlags: OptionSet, Hashable {
  var rawValue: UInt8
  static let writable = PropertyFlags(rawValue: 1)
  static let enumerable = PropertyFlags(rawValue: 2)
  static let configurable = PropertyFlags(rawValue: 4)
  /// The value is an accessor pair.
  static let accessor = PropertyFlags(rawValue: 8)

  /// A property made by assignment.
  static let plain: PropertyFlags = [.writable, .enumerable, .configurable]
  /// A method of a built-in prototype.
  static let hidden: PropertyFlags = [.writable, .configurable]
}

/// The layout of objects: a prototype and a list of named properties in order.
struct Shape: Hashable {
  var id: UInt32

  static let none = Shape(id: 0)
  // Stand-ins for primitives, so that method calls on them are cached like those on objects.
  static let string = Shape(id: 1)
  static let number = Shape(id: 2)
  static let boolean = Shape(id: 3)
  static let symbol = Shape(id: 4)
  static let bigint = Shape(id: 5)
}

/// The place of a property in objects of one shape.
struct PropertySlot: Equatable {
  var index: UInt32
  var flags: PropertyFlags
}

/// The tree of shapes, shared by all objects of a machine.
///
/// Shapes outlive a render, so that inline caches stay warm; ``truncate(to:)`` drops those of odd
/// props when too many have come together.
struct ShapeTable {
  private struct Entry {
    var parent: UInt32
    var key: Atom
    var proto: Ref
    var count: UInt16
    var flags: PropertyFlags
    var isDictionary: Bool
  }

  private struct Lookup {
    var shape: UInt32
    var atom: UInt32
    /// The slot index, or ``missing``.
    var slot: UInt32
    var flags: PropertyFlags
  }

  private static let missing = UInt32.max
  /// Objects with more named properties than this are kept as dictionaries.
  static let largestCount = 64

  private var entries: ContiguousArray<Entry> = []
  /// Transitions, open addressing; 0 is free, else a shape.
  private var transitions = ContiguousArray<UInt32>(repeating: 0, count: 1024)
  private var lookups: ContiguousArray<Lookup>

  init() {
    lookups = ContiguousArray(
      repeating: Lookup(shape: 0, atom: 0, slot: 0, flags: []), count: 512)
    let blank = Entry(
      parent: 0, key: Atom(id: .max), proto: 0, count: 0, flags: [], isDictionary: true)
    entries = ContiguousArray(repeating: blank, count: 6)
  }

  /// The number of shapes.
  var count: Int { entries.count }

  /// The memory that the tables take.
  var byteCount: Int { entries.count * 20 + transitions.count * 4 }

  /// The prototype of objects of a shape; 0 is null.
  @inline(__always)
  func proto(_ shape: Shape) -> Ref { entries[Int(shape.id)].proto }

  /// The number of properties.
  @inline(__always)
  func propertyCount(_ shape: Shape) -> Int { Int(entries[Int(shape.id)].count) }

  /// Whether objects of this shape keep their properties in a table of their own.
  @inline(__always)
  func isDictionary(_ shape: Shape) -> Bool { entries[Int(shape.id)].isDictionary }

  /// Sets the prototype of a primitive's stand-in.
  mutating func setProto(_ shape: Shape, _ proto: Ref) { entries[Int(shape.id)].proto = proto }

  /// The shape of objects without properties that inherit from `proto`.
  mutating func root(proto: Ref, isDictionary: Bool = false) -> Shape {
    transition(
      parent: 0, key: Atom(id: isDictionary ? .max - 1 : .max), proto: proto, flags: [])
  }

  /// The root of React elements, which no other object shares.
  mutating func elementRoot(proto: Ref) -> Shape {
    transition(parent: 0, key: Atom(id: .max - 2), proto: proto, flags: [])
  }

  /// The shape of elements made from patterns, which have no properties yet.
  mutating func patternRoot(proto: Ref) -> Shape {
    transition(parent: 0, key: Atom(id: .max - 3), proto: proto, flags: [])
  }

  /// The shape with one more property.
  mutating func adding(_ key: Atom, _ flags: PropertyFlags, to shape: Shape) -> Shape {
    transition(parent: shape.id, key: key, proto: entries[Int(shape.id)].proto, flags: flags)
  }

  /// The property that a shape has and its parent has not.
  func lastKey(_ shape: Shape) -> Atom { entries[Int(shape.id)].key }

  /// Where objects of a shape keep a property.
  @inline(__always)
  mutating func find(_ shape: Shape, _ atom: Atom) -> PropertySlot? {
    let place = Int((shape.id &* 31 &+ atom.id &* 7) & 511)
    let known = lookups[place]
    if known.shape == shape.id, known.atom == atom.id {
      if known.slot == Self.missing { return nil }
      return PropertySlot(index: known.slot, flags: known.flags)
    }
    return search(shape, atom, place)
  }

  private mutating func search(_ shape: Shape, _ atom: Atom, _ place: Int) -> PropertySlot? {
    var id = shape.id
    var found: PropertySlot?
    while true {
      let entry = entries[Int(id)]
      guard entry.parent != 0 || entry.count > 0 else { break }
      if entry.key == atom {
        found = PropertySlot(index: UInt32(entry.count) - 1, flags: entry.flags)
        break
      }
      id = entry.parent
    }
    lookups[place] = Lookup(
      shape: shape.id, atom: atom.id, slot: found?.index ?? Self.missing,
      flags: found?.flags ?? [])
    return found
  }

  /// The properties of a shape in order.
  func properties(_ shape: Shape) -> ContiguousArray<(key: Atom, flags: PropertyFlags)> {
    var list: ContiguousArray<(key: Atom, flags: PropertyFlags)> = []
    forEachReversed(shape) { key, flags, _ in list.append((key, flags)) }
    list.reverse()
    return list
  }

  /// Visits the properties from the last to the first, without making a list.
  @inline(__always)
  func forEachReversed(_ shape: Shape, _ body: (Atom, PropertyFlags, Int) -> Void) {
    var id = shape.id
    while entries[Int(id)].count > 0 {
      let entry = entries[Int(id)]
      body(entry.key, entry.flags, Int(entry.count) - 1)
      id = entry.parent
    }
  }

  /// The same properties under another prototype.
  mutating func rebasing(_ shape: Shape, onto proto: Ref) -> Shape {
    if isDictionary(shape) { return root(proto: proto, isDictionary: true) }
    var result = root(proto: proto)
    for (key, flags) in properties(shape) { result = adding(key, flags, to: result) }
    return result
  }

  /// The same properties with other attributes.
  mutating func replacingFlags(
    _ shape: Shape, _ change: (Atom, PropertyFlags) -> PropertyFlags
  ) -> Shape {
    var result = root(proto: proto(shape))
    for (key, flags) in properties(shape) { result = adding(key, change(key, flags), to: result) }
    return result
  }

  /// Drops the shapes from `count` on.
  mutating func truncate(to count: Int) {
    guard count < entries.count else { return }
    entries.removeSubrange(count...)
    rebuild(transitions.count)
    for index in lookups.indices { lookups[index].shape = 0 }
  }

  // MARK: Transitions

  private mutating func transition(
    parent: UInt32, key: Atom, proto: Ref, flags: PropertyFlags
  ) -> Shape {
    var slot = start(parent, key, proto, flags)
    while transitions[slot] != 0 {
      let id = transitions[slot]
      let entry = entries[Int(id)]
      if entry.parent == parent, entry.key == key, entry.proto == proto, entry.flags == flags {
        return Shape(id: id)
      }
      slot = (slot + 1) & (transitions.count - 1)
    }
    if entries.count * 2 >= transitions.count { rebuild(transitions.count * 2) }
    let count = parent == 0 ? 0 : entries[Int(parent)].count + 1
    entries.append(
      Entry(
        parent: parent, key: key, proto: proto, count: count, flags: flags,
        isDictionary: parent == 0 && key.id == .max - 1))
    insert(UInt32(entries.count - 1))
    return Shape(id: UInt32(entries.count - 1))
  }

  private func start(_ parent: UInt32, _ key: Atom, _ proto: Ref, _ flags: PropertyFlags) -> Int {
    var hash = parent &* 0x9E37_79B1 ^ key.id &* 0x85EB_CA77
    hash ^= UInt32(flags.rawValue) << 24 ^ (parent == 0 ? proto &* 0xC2B2_AE3D : 0)
    hash ^= hash >> 15
    return Int(hash) & (transitions.count - 1)
  }

  private mutating func insert(_ id: UInt32) {
    let entry = entries[Int(id)]
    var slot = start(entry.parent, entry.key, entry.proto, entry.flags)
    while transitions[slot] != 0 { slot = (slot + 1) & (transitions.count - 1) }
    transitions[slot] = id
  }

  private mutating func rebuild(_ size: Int) {
    transitions = ContiguousArray(repeating: 0, count: size)
    for id in entries.indices where id > 5 { insert(UInt32(id)) }
  }
}
