internal import PantileJSON

/// An array or object that is being written; its record lies in the machine's stack.
///
///     +0  parent UInt32, flags UInt32     +24 next UInt32, count UInt32
///     +8  the array or object             +32 shape UInt32 (0: properties are looked up)
///     +16 the key that led to it          +40 the keys of an object, a word each
///
/// A key word is an atom, or an array index with bit 32 set. Above it lies what is known of the
/// place: bit 33 for an accessor, the slot from bit 34 on. All ones is a key to skip.
struct JSONFrame {
  static let header = 40
  static let skipped = UInt64.max
  static let accessorBit: UInt64 = 1 << 33
  static let arrayFlag: UInt32 = 1
  static let startedFlag: UInt32 = 2

  @inline(__always)
  static func word(_ key: PropertyKey) -> UInt64 {
    key.isIndex ? UInt64(key.index) | 1 << 32 : UInt64(key.atom.id)
  }

  @inline(__always)
  static func key(_ word: UInt64) -> PropertyKey {
    let low = UInt32(truncatingIfNeeded: word)
    return word & 1 << 32 != 0 ? PropertyKey(index: low) : PropertyKey(Atom(id: low))
  }
}

extension Machine {
  /// Begins the frame of an array or object and returns where it lies.
  mutating func pushJSONFrame(
    _ object: Ref, _ key: PropertyKey, parent: Int, _ style: JSONStyle
  ) throws(Abrupt) -> Int {
    let frame = stackTop
    try reserveStack(frame + JSONFrame.header)
    stackTop = frame + JSONFrame.header
    stack.store32(frame, UInt32(parent))
    stack.store32(frame + 4, 0)
    stack.store64(frame + 8, Value.object(object).bits)
    stack.store64(frame + 16, JSONFrame.word(key))
    stack.store32(frame + 24, 0)
    stack.store32(frame + 28, 0)
    stack.store32(frame + 32, 0)
    if kind(object) == .array {
      stack.store32(frame + 4, JSONFrame.arrayFlag)
      stack.store32(frame + 28, arrayLength(object))
    } else if let keys = style.keys {
      try pushKeys(frame, keys) { _, _ in true }
    } else if kind(object) == .plain, arrayLength(object) == 0,
      !flags(object).contains(.sparse), !shapes.isDictionary(shape(object))
    {
      try pushSlots(frame, object)
    } else {
      try pushKeys(frame, try ownKeys(object)) { (machine, key) throws(Abrupt) in
        if !key.isIndex, machine.atoms.isSymbol(key.atom) { return false }
        return try machine.findOwn(object, key)?.flags.contains(.enumerable) ?? false
      }
    }
    return frame
  }

  private mutating func pushSlots(_ frame: Int, _ object: Ref) throws(Abrupt) {
    let shape = shape(object)
    let count = shapes.propertyCount(shape)
    let first = frame + JSONFrame.header
    try reserveStack(first + count * 8)
    stackTop = first + count * 8
    stack.store32(frame + 28, UInt32(count))
    stack.store32(frame + 32, shape.id)
    let table = shapes
    table.forEachReversed(shape) { atom, flags, slot in
      var word = UInt64(atom.id) | UInt64(slot) << 34
      if flags.contains(.accessor) { word |= JSONFrame.accessorBit }
      if !flags.contains(.enumerable) || atoms.isSymbol(atom) { word = JSONFrame.skipped }
      stack.store64(first + slot * 8, word)
    }
  }

  private mutating func pushKeys(
    _ frame: Int, _ keys: ContiguousArray<PropertyKey>,
    where isWanted: (inout Machine, PropertyKey) throws(Abrupt) -> Bool
  ) throws(Abrupt) {
    let first = frame + JSONFrame.header
    try reserveStack(first + keys.count * 8)
    stackTop = first + keys.count * 8
    stack.store32(frame + 28, UInt32(keys.count))
    for index in keys.indices {
      let key = keys[index]
      let word = try isWanted(&self, key) ? JSONFrame.word(key) : JSONFrame.skipped
      stack.store64(first + index * 8, word)
    }
  }

  /// Throws when an object is being written already.
  mutating func checkJSONCycle(
    _ object: Ref, _ key: PropertyKey, from innermost: Int
  ) throws(Abrupt) {
    var frame = innermost
    var steps = 0
    while frame != 0 {
      if Value(bits: stack.load64(frame + 8)).ref == object {
        throw circularError(frame, innermost, key)
      }
      frame = Int(stack.load32(frame))
      steps += 1
    }
    try charge(steps >> 3)
  }

  private mutating func circularError(
    _ first: Int, _ last: Int, _ key: PropertyKey
  ) -> Abrupt {
    var between: [Int] = []
    var frame = last
    while frame != first {
      between.append(frame)
      frame = Int(stack.load32(frame))
    }
    between.reverse()
    var text = "Converting circular structure to JSON"
    text += "\n    --> starting at \(constructorText(first))"
    for (index, frame) in between.enumerated() {
      if index < 2 || index == between.count - 1 {
        let step = stepText(Int(stack.load32(frame)), JSONFrame.key(stack.load64(frame + 16)))
        text += "\n    |     \(step) -> \(constructorText(frame))"
      } else if index == 2 {
        text += "\n    |     ..."
      }
    }
    text += "\n    --- \(stepText(last, key)) closes the circle"
    return typeError(text)
  }

  private mutating func constructorText(_ frame: Int) -> String {
    let object = Value(bits: stack.load64(frame + 8)).ref
    return "object with constructor '\(constructorName(object) ?? "Object")'"
  }

  private mutating func stepText(_ holder: Int, _ key: PropertyKey) -> String {
    if stack.load32(holder + 4) & JSONFrame.arrayFlag != 0 { return "index \(describe(key))" }
    let name = describe(key)
    return name.isEmpty ? "<anonymous>" : "property '\(name)'"
  }
}
