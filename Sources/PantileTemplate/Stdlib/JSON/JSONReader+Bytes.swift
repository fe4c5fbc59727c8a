// The reader's loop for text in bytes: what is usual is done in place, all else by the functions
// that serve every text.

/// The key that came last behind the keys of a shape, and the shape with it.
struct JSONKeyGuess {
  var next: UInt32 = 0
  /// The number of bytes; 0 while there is no guess.
  var count: UInt32 = 0
  var low: UInt64 = 0
  var high: UInt64 = 0
}

extension JSONReader {
  /// Reads the whole text.
  mutating func readBytes(_ machine: inout Machine) throws(Abrupt) -> Value {
    while true {
      machine.fuel &-= 1
      if machine.fuel < 0 { throw .limit(.steps) }
      skipBytes(&machine)
      if position &+ 20 < count, byte(&machine, position) == 0x7B,
        byte(&machine, position &+ 1) == 0x22
      {
        try openBytes(&machine)
        continue
      }
      var value: Value
      if let usual = try usualValue(&machine) {
        value = usual
      } else {
        guard let other = try begin(&machine) else { continue }
        value = other
      }
      while frame != 0 {
        try put(value, &machine)
        guard try isClosedBytes(&machine) else { break }
        value = try close(&machine)
      }
      if frame == 0 {
        skipSpace(&machine)
        if position < count { throw failure(.trailingText) }
        return value
      }
    }
  }

  @inline(__always)
  private func byte(_ machine: inout Machine, _ index: Int) -> UInt8 {
    machine.heap.load8(offset &+ index)
  }

  @inline(__always)
  private mutating func skipBytes(_ machine: inout Machine) {
    if position < count, byte(&machine, position) > 0x20 { return }
    skipSpace(&machine)
  }

  /// A string without escapes or a short number; nil for anything else, which stays unread.
  @inline(__always)
  private mutating func usualValue(_ machine: inout Machine) throws(Abrupt) -> Value? {
    guard position < count else { return nil }
    let first = byte(&machine, position)
    if first == 0x22 {
      let start = position &+ 1
      var stop = start
      while stop < count {
        let marks = Self.special(machine.heap.load64(offset &+ stop))
        if marks != 0 {
          stop &+= marks.trailingZeroBitCount &>> 3
          break
        }
        stop &+= 8
      }
      guard stop < count, byte(&machine, stop) == 0x22 else { return nil }
      position = stop &+ 1
      return try plainString(start, stop &- start, &machine)
    }
    guard first == 0x2D || first &- 0x30 <= 9 else { return nil }
    return usualNumber(&machine, first)
  }

  /// A number of at most 15 digits without an exponent.
  @inline(__always)
  private mutating func usualNumber(_ machine: inout Machine, _ first: UInt8) -> Value? {
    let isNegative = first == 0x2D
    let start = isNegative ? position &+ 1 : position
    var at = start
    var significand: UInt64 = 0
    while at < count {
      let digit = byte(&machine, at) &- 0x30
      if digit > 9 { break }
      significand = significand &* 10 &+ UInt64(digit)
      at &+= 1
    }
    let whole = at &- start
    guard whole > 0, whole == 1 || byte(&machine, start) != 0x30 else { return nil }
    var exponent = 0
    if at < count, byte(&machine, at) == 0x2E {
      let fraction = at &+ 1
      at = fraction
      while at < count {
        let digit = byte(&machine, at) &- 0x30
        if digit > 9 { break }
        significand = significand &* 10 &+ UInt64(digit)
        at &+= 1
      }
      exponent = fraction &- at
      if exponent == 0 { return nil }
    }
    guard whole &- exponent <= 15, at >= count || byte(&machine, at) | 0x20 != 0x65 else {
      return nil
    }
    position = at
    let value = exponent == 0 ? Double(significand) : Self.scaled(significand, exponent)
    return Value(isNegative ? -value : value)
  }

  // MARK: Containers

  /// Opens an object that begins with a key.
  @inline(__always)
  private mutating func openBytes(_ machine: inout Machine) throws(Abrupt) {
    try open(.object, &machine)
    if isGuessed(&machine) { return }
    top = frame
    frame = Int(machine.stack.load32(frame))
    let mark = position
    _ = try begin(&machine)
    noteGuess(UInt64(machine.intrinsics.objectShape.id), mark, &machine)
  }

  /// Puts a value into the innermost container.
  @inline(__always)
  private mutating func put(_ value: Value, _ machine: inout Machine) throws(Abrupt) {
    let form = machine.stack.load32(frame &+ 4)
    if form == Form.object.rawValue {
      let slot = Int(truncatingIfNeeded: machine.stack.load64(frame &+ 16))
      machine.stack.store64(frame &+ Self.header &+ slot &* 8, value.bits)
    } else if form == Form.array.rawValue,
      top &- frame < Self.header &+ Self.elementsInStack &* 8
    {
      try machine.reserveStack(top &+ 8)
      machine.stack.store64(top, value.bits)
      top &+= 8
    } else {
      try attach(value, &machine)
    }
  }

  /// Reads what follows a member, with the next key when there is one.
  @inline(__always)
  private mutating func isClosedBytes(_ machine: inout Machine) throws(Abrupt) -> Bool {
    skipBytes(&machine)
    guard position &+ 20 < count else { return try isClosed(&machine) }
    let mark = byte(&machine, position)
    let form = machine.stack.load32(frame &+ 4)
    if form == Form.object.rawValue {
      if mark == 0x7D {
        position &+= 1
        return true
      }
      if mark == 0x2C, isGuessed(&machine) { return false }
      let shape = machine.stack.load64(frame &+ 8)
      let before = position
      if try isClosed(&machine) { return true }
      noteGuess(shape, before, &machine)
      return false
    }
    if form == Form.array.rawValue {
      if mark == 0x2C || mark == 0x5D {
        position &+= 1
        return mark == 0x5D
      }
    }
    return try isClosed(&machine)
  }

  /// Takes a comma and the key that is expected, if that is what comes.
  @inline(__always)
  private mutating func isGuessed(_ machine: inout Machine) -> Bool {
    let shape = Int(truncatingIfNeeded: machine.stack.load64(frame &+ 8))
    guard shape < machine.jsonKeys.count else { return false }
    let guess = machine.jsonKeys[shape]
    let length = Int(guess.count)
    // The comma, two quotes and the colon stand around the key.
    guard length > 0, byte(&machine, position &+ 1) == 0x22, position &+ length &+ 4 < count,
      byte(&machine, position &+ length &+ 2) == 0x22,
      byte(&machine, position &+ length &+ 3) == 0x3A
    else { return false }
    let text = offset &+ position &+ 2
    let low = machine.heap.load64(text)
    if length < 8 {
      let shift = UInt64(truncatingIfNeeded: 64 &- length &* 8)
      if (low ^ guess.low) << shift != 0 { return false }
    } else {
      let high = machine.heap.load64(text &+ length &- 8)
      if low != guess.low || high != guess.high { return false }
    }
    guard top &+ 72 <= machine.stack.capacity else { return false }
    machine.stack.store64(frame &+ 8, UInt64(guess.next))
    machine.stack.store64(
      frame &+ 16, UInt64(truncatingIfNeeded: (top &- frame &- Self.header) &>> 3))
    machine.stack.store64(top, Value.undefined.bits)
    top &+= 8
    position &+= length &+ 4
    return true
  }

  /// Remembers the key behind the comma at `mark` if it led from one shape to the next.
  private mutating func noteGuess(_ before: UInt64, _ mark: Int, _ machine: inout Machine) {
    let after = machine.stack.load64(frame + 8)
    guard machine.stack.load32(frame + 4) == Form.object.rawValue, after != before,
      byte(&machine, mark + 1) == 0x22
    else { return }
    let key = machine.shapes.lastKey(Shape(id: UInt32(truncatingIfNeeded: after)))
    let length = machine.atoms.length(key)
    let text = offset + mark + 2
    // Written in the plain way, without escapes or spaces.
    guard length > 0, length <= 16, !machine.atoms.isWide(key), mark + 4 + length == position
    else { return }
    let shape = Int(before)
    while machine.jsonKeys.count <= shape { machine.jsonKeys.append(JSONKeyGuess()) }
    machine.jsonKeys[shape] = JSONKeyGuess(
      next: UInt32(truncatingIfNeeded: after), count: UInt32(length),
      low: machine.heap.load64(text),
      high: length < 8 ? 0 : machine.heap.load64(text + length - 8))
  }
}
