// Elements of arrays and of whatever has a length, as the generic methods of arrays see them.

extension Machine {
  /// `this` of an array method as an object, with its length.
  ///
  /// - Parameter name: The method, for the message; nil for methods whose message does not say it.
  @inline(__always)
  mutating func arrayLike(
    _ call: Call, _ name: StaticString? = nil
  ) throws(Abrupt) -> (object: Ref, length: Int) {
    let this = this(call)
    if this.isObject, kind(this.ref) == .array { return (this.ref, Int(arrayLength(this.ref))) }
    if this.isNullish, let name {
      throw typeError("Array.prototype.\(name) called on null or undefined")
    }
    let object = try toObject(this)
    return (object, try lengthOf(object))
  }

  /// The length of an array-like object.
  mutating func lengthOf(_ object: Ref) throws(Abrupt) -> Int {
    if kind(object) == .array { return Int(arrayLength(object)) }
    return Int(try toLength(try get(object, .length)))
  }

  /// The property key of an index, which may be larger than an array's.
  mutating func key(at index: Int) throws(Abrupt) -> PropertyKey {
    if index >= 0, index < 4_294_967_295 { return PropertyKey(index: UInt32(index)) }
    return try toPropertyKey(try numberString(Double(index)))
  }

  /// The element at an index, own or inherited; nil where there is none.
  @inline(__always)
  mutating func element(_ object: Ref, _ index: Int) throws(Abrupt) -> Value? {
    let at = Int(object)
    if index < Int(heap.load32(at &+ ObjectLayout.length)),
      index < Int(heap.load32(at &+ ObjectLayout.elementCapacity))
    {
      let elements = Int(heap.load32(at &+ ObjectLayout.elements))
      let value = heap.value(elements &+ index &* 8)
      if !value.isHole { return value }
    }
    return try findElementAlong(object, index)
  }

  private mutating func findElementAlong(_ object: Ref, _ index: Int) throws(Abrupt) -> Value? {
    let key = try key(at: index)
    var holder = object
    while holder != 0 {
      if let own = try findOwn(holder, key) {
        if !own.flags.contains(.accessor) { return own.value }
        let getter = heap.value(Int(own.value.ref))
        return getter.isUndefined ? .undefined : try call(getter, this: .object(object))
      }
      holder = proto(holder)
    }
    return nil
  }

  /// `object[index]`.
  @inline(__always)
  mutating func elementOrUndefined(_ object: Ref, _ index: Int) throws(Abrupt) -> Value {
    try element(object, index) ?? .undefined
  }

  /// `object[index] = value`.
  mutating func setElement(_ object: Ref, _ index: Int, _ value: Value) throws(Abrupt) {
    let at = Int(object)
    if index < Int(heap.load32(at + ObjectLayout.length)),
      index < Int(heap.load32(at + ObjectLayout.elementCapacity)), hasPlainElements(object)
    {
      let place = Int(heap.load32(at + ObjectLayout.elements)) + index * 8
      if !heap.value(place).isHole {
        heap.set(place, value)
        return
      }
    }
    try set(.object(object), try key(at: index), value)
  }

  /// `delete object[index]`.
  mutating func deleteElement(_ object: Ref, _ index: Int) throws(Abrupt) {
    try delete(.object(object), try key(at: index))
  }

  /// Copies an element, or its absence, to another index of the same object.
  mutating func moveElement(_ object: Ref, from: Int, to: Int) throws(Abrupt) {
    if let value = try element(object, from) {
      try setElement(object, to, value)
    } else {
      try deleteElement(object, to)
    }
  }

  /// `object.length = length`.
  mutating func setLength(_ object: Ref, _ length: Int) throws(Abrupt) {
    try set(.object(object), PropertyKey(.length), Value(length))
  }

  /// The offset of the elements if an array has nothing but `count` dense elements or holes that
  /// built-ins may write.
  @inline(__always)
  mutating func plainElements(_ object: Ref, count: Int) -> Int? {
    guard kind(object) == .array, hasPlainElements(object),
      flags(object).isDisjoint(with: .sealedElements), count <= Int(elementCapacity(object)),
      count == Int(arrayLength(object))
    else { return nil }
    return Int(heap.load32(Int(object) + ObjectLayout.elements))
  }

  // MARK: Results

  /// An array of `length` holes to be filled by ``place(_:in:_:)``.
  ///
  /// - Parameter source: The object whose elements are mapped: what it has room for, the result has.
  mutating func makeResult(length: Int, like source: Ref) throws(Abrupt) -> Ref {
    guard length <= 4_294_967_295 else { throw rangeError("Invalid array length") }
    let isSmall = length <= 1024 || length <= Int(elementCapacity(source))
    let array = try makeArray(capacity: isSmall ? length : 0)
    heap.init32(Int(array) + ObjectLayout.length, UInt32(length))
    return array
  }

  /// Fills an index of an array that no other code has seen.
  @inline(__always)
  mutating func place(_ value: Value, in array: Ref, _ index: Int) throws(Abrupt) {
    let at = Int(array)
    if index < Int(heap.load32(at &+ ObjectLayout.elementCapacity)) {
      heap.initValue(Int(heap.load32(at &+ ObjectLayout.elements)) &+ index &* 8, value)
    } else {
      try defineElement(array, UInt32(truncatingIfNeeded: index), value)
    }
  }

  /// Appends to an array that no other code has seen.
  @inline(__always)
  mutating func append(_ value: Value, to array: Ref) throws(Abrupt) {
    guard arrayLength(array) < 4_294_967_295 else { throw rangeError("Invalid array length") }
    try push(array, value)
  }
}
