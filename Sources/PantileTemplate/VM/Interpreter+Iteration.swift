// Iteration of arrays, strings and whatever has `Symbol.iterator`. Three stack words hold it:
//
//     +0  the array or string, or the iterator
//     +8  a hole for arrays and strings, or the iterator's `next`
//     +16 the next index, or true once the iterator is done

extension Machine {
  /// Whether arrays and strings iterate as the language defines.
  private mutating func iteratesPlainly() -> Bool {
    if plainIterationEpoch == protoEpoch { return true }
    guard let values = findNamed(intrinsics.arrayPrototype, .symbolIterator),
      values.value == .object(intrinsics.arrayValues),
      let next = findNamed(intrinsics.arrayIteratorPrototype, .next),
      next.value == .object(intrinsics.arrayIteratorNext),
      let text = findNamed(intrinsics.stringPrototype, .symbolIterator),
      text.value == .object(intrinsics.stringIterator)
    else { return false }
    plainIterationEpoch = protoEpoch
    return true
  }

  /// Begins to iterate a value.
  mutating func iterate(_ place: Int, _ value: Value) throws(Abrupt) {
    let isPlain =
      value.isString
      || value.isObject && shape(value.ref) == intrinsics.arrayShape
        && kind(value.ref) == .array
    if isPlain, iteratesPlainly() {
      stack.store64(place, value.bits)
      stack.store64(place + 8, Value.hole.bits)
      stack.store64(place + 16, Value(0.0).bits)
      return
    }
    let method = value.isNullish ? Value.undefined : try get(value, .symbolIterator)
    guard isCallable(method) else { throw notIterable(value) }
    let iterator = try call(method, this: value)
    guard iterator.isObject else {
      throw typeError("Result of the Symbol.iterator method is not an object")
    }
    let next = try get(iterator.ref, .next)
    stack.store64(place, iterator.bits)
    stack.store64(place + 8, next.bits)
    stack.store64(place + 16, Value.false.bits)
  }

  /// The next value, or nil at the end.
  mutating func iterateNext(_ place: Int) throws(Abrupt) -> Value? {
    let source = Value(bits: stack.load64(place))
    let next = Value(bits: stack.load64(place + 8))
    if next.isHole {
      let index = UInt32(Value(bits: stack.load64(place + 16)).number)
      if source.isString { return try nextCodePoint(place, source.ref, index) }
      guard index < arrayLength(source.ref) else {
        // An iterator that has ended does not go on when the array grows.
        stack.store64(place + 16, Value(4_294_967_295.0).bits)
        return nil
      }
      stack.store64(place + 16, Value(Double(index) + 1).bits)
      return try get(source.ref, index: index)
    }
    if Value(bits: stack.load64(place + 16)) == .true { return nil }
    stack.store64(place + 16, Value.true.bits)
    guard isCallable(next) else { throw typeError("\(try inspect(next)) is not a function") }
    let result = try call(next, this: source)
    guard result.isObject else {
      throw typeError("Iterator result \(try inspect(result)) is not an object")
    }
    if toBoolean(try get(result.ref, .done)) { return nil }
    let value = try get(result.ref, .value)
    stack.store64(place + 16, Value.false.bits)
    return value
  }

  private mutating func nextCodePoint(
    _ place: Int, _ text: Ref, _ index: UInt32
  ) throws(Abrupt) -> Value? {
    let run = try run(text)
    guard Int(index) < run.count else { return nil }
    let first = unit(run, Int(index))
    let isPair =
      first & 0xFC00 == 0xD800 && Int(index) + 1 < run.count
      && unit(run, Int(index) + 1) & 0xFC00 == 0xDC00
    stack.store64(place + 16, Value(Double(index) + (isPair ? 2 : 1)).bits)
    if !isPair { return try makeCharacter(first) }
    return try makeString([first, unit(run, Int(index) + 1)])
  }

  /// The remaining values in an array.
  mutating func iterateRest(_ place: Int) throws(Abrupt) -> Value {
    let array = try makeArray()
    while let value = try iterateNext(place) {
      try charge(1)
      try push(array, value)
    }
    return .object(array)
  }

  /// Ends an iteration early.
  mutating func iterateClose(_ place: Int) throws(Abrupt) {
    let next = Value(bits: stack.load64(place + 8))
    if next.isHole || Value(bits: stack.load64(place + 16)) == .true { return }
    stack.store64(place + 16, Value.true.bits)
    let iterator = Value(bits: stack.load64(place))
    guard let method = try method(iterator, .returnName) else { return }
    let result = try call(method, this: iterator)
    guard result.isObject else { throw typeError("\(try inspect(result)) is not an object") }
  }

  /// Ends an iteration on the way of an exception, which stays the exception.
  mutating func iterateCloseQuietly(_ place: Int) throws(Abrupt) {
    let pending = exception
    do throws(Abrupt) { try iterateClose(place) } catch {
      guard error == .thrown else { throw error }
    }
    exception = pending
  }

  /// Appends what a value iterates to an array.
  mutating func appendSpread(_ array: Ref, _ value: Value) throws(Abrupt) {
    try forEach(in: value) { (machine, element) throws(Abrupt) in
      try machine.push(array, element)
      return true
    }
  }

  /// Visits what a value iterates until `body` returns false.
  ///
  /// The iterator is closed when `body` stops it or throws.
  mutating func forEach(
    in value: Value, _ body: (inout Machine, Value) throws(Abrupt) -> Bool
  ) throws(Abrupt) {
    let place = stackTop
    try reserveStack(place + 24)
    stackTop += 24
    try iterate(place, value)
    while let element = try iterateNext(place) {
      try charge(1)
      let goesOn: Bool
      do throws(Abrupt) { goesOn = try body(&self, element) } catch {
        if error == .thrown { try iterateCloseQuietly(place) }
        throw error
      }
      if !goesOn {
        try iterateClose(place)
        break
      }
    }
    stackTop = place
  }

  // MARK: for-in

  /// Begins to visit the enumerable string keys of a value and of what it inherits from.
  mutating func enumerate(_ place: Int, _ value: Value) throws(Abrupt) {
    let keys = try makeArray()
    stack.store64(place, value.bits)
    stack.store64(place + 8, Value.object(keys).bits)
    stack.store64(place + 16, Value(0.0).bits)
    if value.isNullish { return }
    let object = try toObject(value)
    stack.store64(place, Value.object(object).bits)
    var seen: Set<UInt64> = []
    var holder = object
    while holder != 0 {
      for key in try ownKeys(holder) {
        if !key.isIndex, atoms.isSymbol(key.atom) { continue }
        try charge(1)
        let mark = key.isIndex ? UInt64(key.index) | 1 << 32 : UInt64(key.atom.id)
        let isOnly = holder == object && proto(object) == 0
        guard isOnly || seen.insert(mark).inserted else { continue }
        if let own = try findOwn(holder, key), own.flags.contains(.enumerable) {
          try push(keys, try self.value(of: key))
        }
      }
      holder = proto(holder)
    }
  }

  /// The next key that is still there, or nil at the end.
  mutating func enumerateNext(_ place: Int) throws(Abrupt) -> Value? {
    let object = Value(bits: stack.load64(place))
    let keys = Value(bits: stack.load64(place + 8)).ref
    while true {
      let index = UInt32(Value(bits: stack.load64(place + 16)).number)
      guard index < arrayLength(keys) else { return nil }
      stack.store64(place + 16, Value(Double(index) + 1).bits)
      let key = denseElement(keys, index)
      if try has(object.ref, try toPropertyKey(key)) { return key }
    }
  }
}
