extension Machine {
  /// Whether all own properties of an object are named, in slots, and what they seem.
  mutating func hasOnlySlots(_ object: Ref) -> Bool {
    kind(object) == .plain && !shapes.isDictionary(shape(object)) && arrayLength(object) == 0
      && !flags(object).contains(.sparse)
  }

  /// Visits the own enumerable properties with string keys in the language's order.
  ///
  /// What `body` does to the object is seen: properties that are gone by then are left out.
  ///
  /// - Parameter reads: Whether `body` wants the values; getters run then.
  mutating func forEachOwn(
    _ object: Ref, reads: Bool,
    _ body: (inout Machine, PropertyKey, Value) throws(Abrupt) -> Void
  ) throws(Abrupt) {
    guard hasOnlySlots(object) else {
      for key in try ownKeys(object) where key.isIndex || !atoms.isSymbol(key.atom) {
        try visit(object, key, reads: reads, body)
      }
      return
    }
    var names = takeRefs()
    shapes.forEachReversed(shape(object)) { atom, _, _ in names.append(atom.id) }
    do throws(Abrupt) {
      for index in names.indices.reversed() where !atoms.isSymbol(Atom(id: names[index])) {
        try visit(object, PropertyKey(Atom(id: names[index])), reads: reads, body)
      }
    } catch {
      giveBack(&names)
      throw error
    }
    giveBack(&names)
  }

  @inline(__always)
  private mutating func visit(
    _ object: Ref, _ key: PropertyKey, reads: Bool,
    _ body: (inout Machine, PropertyKey, Value) throws(Abrupt) -> Void
  ) throws(Abrupt) {
    try charge(1)
    guard let own = try findOwn(object, key), own.flags.contains(.enumerable) else { return }
    var value = own.value
    if reads, own.flags.contains(.accessor) {
      value = try get(object, key, receiver: .object(object))
    }
    try body(&self, key, value)
  }

  /// An upper bound of the number of named properties.
  mutating func namedCount(_ object: Ref) -> Int {
    shapes.isDictionary(shape(object)) ? 8 : shapes.propertyCount(shape(object))
  }
}
