// Elements: values under array indices; see ObjectLayout.

extension Machine {
  @inline(__always)
  mutating func arrayLength(_ object: Ref) -> UInt32 {
    heap.load32(Int(object) + ObjectLayout.length)
  }

  @inline(__always)
  mutating func elementCapacity(_ object: Ref) -> UInt32 {
    heap.load32(Int(object) + ObjectLayout.elementCapacity)
  }

  /// A dense element; a hole where there is none.
  @inline(__always)
  mutating func denseElement(_ object: Ref, _ index: UInt32) -> Value {
    let at = Int(object)
    guard index < heap.load32(at + ObjectLayout.length),
      index < heap.load32(at + ObjectLayout.elementCapacity)
    else { return .hole }
    return heap.value(Int(heap.load32(at + ObjectLayout.elements)) + Int(index) * 8)
  }

  /// Whether elements are dense, writable values, and adding is allowed.
  @inline(__always)
  mutating func hasPlainElements(_ object: Ref) -> Bool {
    let odd: ObjectFlags = [.sparse, .frozenElements, .nonExtensible, .fixedLength]
    return flags(object).isDisjoint(with: odd)
  }

  // MARK: Finding

  mutating func findElement(_ object: Ref, _ index: UInt32) -> OwnProperty? {
    let flags = flags(object)
    if flags.contains(.sparse) { return findSparse(object, index) }
    let value = denseElement(object, index)
    if value.isHole { return nil }
    let place = Int(heap.load32(Int(object) + ObjectLayout.elements)) + Int(index) * 8
    let attributes: PropertyFlags =
      flags.contains(.frozenElements)
      ? .enumerable : flags.contains(.sealedElements) ? [.enumerable, .writable] : .plain
    return OwnProperty(value: value, flags: attributes, place: place)
  }

  private mutating func findSparse(_ object: Ref, _ index: UInt32) -> OwnProperty? {
    let (position, isThere) = sparsePosition(object, index)
    guard isThere else { return nil }
    let place = Int(heap.load32(Int(object) + ObjectLayout.elements)) + 8 + position * 16
    let flags = PropertyFlags(rawValue: UInt8(truncatingIfNeeded: heap.load32(place + 4)))
    return OwnProperty(value: heap.value(place + 8), flags: flags, place: place + 8)
  }

  private mutating func sparsePosition(_ object: Ref, _ index: UInt32) -> (Int, Bool) {
    let block = Int(heap.load32(Int(object) + ObjectLayout.elements))
    var low = 0
    var high = block == 0 ? 0 : Int(heap.load32(block + 4))
    while low < high {
      let middle = (low + high) / 2
      let found = heap.load32(block + 8 + middle * 16)
      if found == index { return (middle, true) }
      if found < index { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }

  // MARK: Defining

  /// Sets or adds an element as a plain property; the caller checked that it may.
  mutating func defineElement(
    _ object: Ref, _ index: UInt32, _ value: Value, _ attributes: PropertyFlags = .plain
  ) throws(Abrupt) {
    if flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    if !flags(object).contains(.sparse) {
      let capacity = elementCapacity(object)
      let isNear = index < capacity || UInt64(index) <= UInt64(capacity) * 4 + 1024
      let odd = !flags(object).isDisjoint(with: [.frozenElements, .sealedElements])
      if attributes == .plain, isNear, !odd {
        try reserveElements(object, index)
        let at = Int(object)
        heap.set(Int(heap.load32(at + ObjectLayout.elements)) + Int(index) * 8, value)
        if index >= heap.load32(at + ObjectLayout.length) {
          heap.store32(at + ObjectLayout.length, index + 1)
        }
        return
      }
      try makeSparse(object)
    }
    try defineSparse(object, index, value, attributes)
  }

  /// Makes room for the dense element `index`.
  @inline(__always)
  mutating func reserveElements(_ object: Ref, _ index: UInt32) throws(Abrupt) {
    if index >= elementCapacity(object) { try growElements(object, index) }
  }

  private mutating func growElements(_ object: Ref, _ index: UInt32) throws(Abrupt) {
    let at = Int(object)
    let old = Int(elementCapacity(object))
    let capacity = max(8, max(Int(index) + 1, old * 2))
    let fresh = try heap.allocate(capacity * 8)
    let count = min(old, Int(arrayLength(object)))
    if count > 0 {
      heap.initCopy(
        from: Int(heap.load32(at + ObjectLayout.elements)), to: Int(fresh), byteCount: count * 8)
    }
    heap.initHoles(Int(fresh) + count * 8, count: capacity - count)
    heap.store32(at + ObjectLayout.elements, fresh)
    heap.store32(at + ObjectLayout.elementCapacity, UInt32(capacity))
    try charge(bytes: capacity * 8)
  }

  /// Appends to an array with plain elements.
  @inline(__always)
  mutating func push(_ array: Ref, _ value: Value) throws(Abrupt) {
    let length = arrayLength(array)
    try reserveElements(array, length)
    let at = Int(array)
    heap.set(Int(heap.load32(at + ObjectLayout.elements)) + Int(length) * 8, value)
    heap.store32(at + ObjectLayout.length, length + 1)
  }

  private mutating func makeSparse(_ object: Ref) throws(Abrupt) {
    let at = Int(object)
    let flags = flags(object)
    let extent = min(arrayLength(object), elementCapacity(object))
    let attributes: PropertyFlags =
      flags.contains(.frozenElements)
      ? .enumerable : flags.contains(.sealedElements) ? [.enumerable, .writable] : .plain
    let capacity = Int(extent) + 8
    let block = try heap.allocate(8 + capacity * 16)
    try charge(bytes: capacity * 16)
    var count = 0
    let old = Int(heap.load32(at + ObjectLayout.elements))
    for index in 0..<Int(extent) {
      let value = heap.value(old + index * 8)
      if value.isHole { continue }
      let place = Int(block) + 8 + count * 16
      heap.init32(place, UInt32(index))
      heap.init32(place + 4, UInt32(attributes.rawValue))
      heap.initValue(place + 8, value)
      count += 1
    }
    heap.init32(Int(block), UInt32(capacity))
    heap.init32(Int(block) + 4, UInt32(count))
    heap.store32(at + ObjectLayout.elements, block)
    heap.store32(at + ObjectLayout.elementCapacity, 0)
    setFlags(object, flags.union(.sparse))
  }

  private mutating func defineSparse(
    _ object: Ref, _ index: UInt32, _ value: Value, _ attributes: PropertyFlags
  ) throws(Abrupt) {
    let at = Int(object)
    let (position, isThere) = sparsePosition(object, index)
    var block = Int(heap.load32(at + ObjectLayout.elements))
    if !isThere {
      let count = Int(heap.load32(block + 4))
      if count == Int(heap.load32(block)) {
        let capacity = count * 2 + 8
        let fresh = try heap.allocate(8 + capacity * 16)
        heap.initCopy(from: block, to: Int(fresh), byteCount: 8 + count * 16)
        heap.init32(Int(fresh), UInt32(capacity))
        heap.store32(at + ObjectLayout.elements, fresh)
        block = Int(fresh)
      }
      let place = block + 8 + position * 16
      try charge(bytes: (count - position) * 16)
      heap.move(from: place, to: place + 16, wordCount: (count - position) * 2)
      heap.store32(block + 4, UInt32(count + 1))
    }
    let place = block + 8 + position * 16
    heap.store32(place, index)
    heap.store32(place + 4, UInt32(attributes.rawValue))
    heap.set(place + 8, value)
    if index >= arrayLength(object) { heap.store32(at + ObjectLayout.length, index + 1) }
  }

  /// Removes an element; the caller checked that it may.
  mutating func removeElement(_ object: Ref, _ index: UInt32) throws(Abrupt) {
    if flags(object).contains(.isPrototype) { protoEpoch &+= 1 }
    if flags(object).contains(.sparse) {
      let (position, isThere) = sparsePosition(object, index)
      guard isThere else { return }
      let block = Int(heap.load32(Int(object) + ObjectLayout.elements))
      let count = Int(heap.load32(block + 4))
      let place = block + 8 + position * 16
      try charge(bytes: (count - position) * 16)
      heap.move(from: place + 16, to: place, wordCount: (count - position - 1) * 2)
      heap.store32(block + 4, UInt32(count - 1))
    } else if index < min(arrayLength(object), elementCapacity(object)) {
      heap.set(Int(heap.load32(Int(object) + ObjectLayout.elements)) + Int(index) * 8, .hole)
    }
  }

  /// Sets the length of an array, dropping elements behind it.
  mutating func setArrayLength(_ array: Ref, _ length: UInt32) throws(Abrupt) {
    let old = arrayLength(array)
    if length < old {
      if !flags(array).isDisjoint(with: [.sparse, .sealedElements]) {
        try refuseToDrop(array, from: length)
      }
      if flags(array).contains(.sparse) {
        let (position, _) = sparsePosition(array, length)
        let block = Int(heap.load32(Int(array) + ObjectLayout.elements))
        heap.store32(block + 4, UInt32(position))
      } else {
        let extent = min(old, elementCapacity(array))
        let elements = Int(heap.load32(Int(array) + ObjectLayout.elements))
        if length < extent {
          try charge(bytes: Int(extent - length) * 8)
          for index in length..<extent { heap.set(elements + Int(index) * 8, .hole) }
        }
      }
    }
    heap.store32(Int(array) + ObjectLayout.length, length)
  }

  /// Cuts an array behind the last element that cannot be deleted, if one lies at or behind `length`.
  private mutating func refuseToDrop(_ array: Ref, from length: UInt32) throws(Abrupt) {
    for index in try elementIndices(array).reversed() {
      if index < length { return }
      guard let own = findElement(array, index) else { continue }
      guard own.flags.contains(.configurable) else {
        heap.store32(Int(array) + ObjectLayout.length, index + 1)
        throw typeError("Cannot delete property '\(index)' of [object Array]")
      }
      try removeElement(array, index)
    }
  }

  /// The indices of an object's elements in ascending order.
  mutating func elementIndices(_ object: Ref) throws(Abrupt) -> ContiguousArray<UInt32> {
    var indices: ContiguousArray<UInt32> = []
    if flags(object).contains(.sparse) {
      let block = Int(heap.load32(Int(object) + ObjectLayout.elements))
      let count = Int(heap.load32(block + 4))
      try charge(bytes: count * 16)
      for position in 0..<count { indices.append(heap.load32(block + 8 + position * 16)) }
    } else {
      let extent = min(arrayLength(object), elementCapacity(object))
      try charge(bytes: Int(extent) * 8)
      for index in 0..<extent where !denseElement(object, index).isHole { indices.append(index) }
    }
    return indices
  }
}
