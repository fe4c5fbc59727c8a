internal import PantileJSON

/// Turns JSON text that lies in the heap into values, in one pass and without recursion.
///
/// The text is ASCII or UTF-8 bytes, or UTF-16 code units. Open arrays and objects lie in the
/// machine's stack, each with a header of 24 bytes and its values behind it:
///
///     +0 parent UInt32, form UInt32
///     +8 the shape that the object has so far; for a large container the container itself
///     +16 the place of the pending member: its slot; for a large object its key
///
/// Objects with the same keys in the same order get the same shape. Long strings without escapes
/// are slices of the text.
struct JSONReader {
  enum Form: UInt32 {
    case array, object
    /// More elements than are kept in the stack.
    case largeArray
    /// An object with array indices among its keys, or with very many keys.
    case largeObject
  }

  static let header = 24
  static let elementsInStack = 2_048
  static let membersInShape = 64

  /// Where the text begins in the heap.
  let offset: Int
  /// The number of bytes or code units.
  let count: Int
  let isWide: Bool
  var position = 0
  /// Set when the text is at fault; `position` is the place.
  var fault: JSONFault?
  var frame = 0
  var top = 0

  init(offset: Int, count: Int, isWide: Bool) {
    self.offset = offset
    self.count = count
    self.isWide = isWide
  }

  /// Reads the whole text.
  ///
  /// - Throws: `.thrown` with ``fault`` set, or what the machine throws.
  mutating func read(_ machine: inout Machine) throws(Abrupt) -> Value {
    try machine.charge(bytes: count)
    top = machine.stackTop
    frame = 0
    if !isWide { return try readBytes(&machine) }
    while true {
      try machine.charge(1)
      guard var value = try begin(&machine) else { continue }
      while frame != 0 {
        try attach(value, &machine)
        guard try isClosed(&machine) else { break }
        value = try close(&machine)
      }
      if frame == 0 {
        skipSpace(&machine)
        if position < count { throw failure(.trailingText) }
        return value
      }
    }
  }

  /// Records a fault at the current position.
  mutating func failure(_ fault: JSONFault) -> Abrupt {
    self.fault = fault
    return .thrown
  }

  /// Records that the current character cannot stand where it stands.
  mutating func unexpected(_ machine: inout Machine) -> Abrupt {
    guard position < count else { return failure(.unexpectedEnd) }
    switch unit(&machine, position) {
    case 0x22: return failure(.unexpectedString)
    case 0x30...0x39, 0x2D: return failure(.unexpectedNumber)
    default: return failure(.unexpectedToken)
    }
  }

  @inline(__always)
  func unit(_ machine: inout Machine, _ index: Int) -> UInt16 {
    isWide
      ? machine.heap.load16(offset &+ index &* 2) : UInt16(machine.heap.load8(offset &+ index))
  }

  @inline(__always)
  mutating func skipSpace(_ machine: inout Machine) {
    while position < count {
      let unit = unit(&machine, position)
      if unit > 0x20 || unit != 0x20 && unit != 0x0A && unit != 0x0D && unit != 0x09 { return }
      position &+= 1
    }
  }

  @inline(__always)
  private mutating func next(_ machine: inout Machine, is wanted: UInt16) -> Bool {
    guard position < count, unit(&machine, position) == wanted else { return false }
    position &+= 1
    return true
  }
}

// MARK: - Values

extension JSONReader {
  /// Reads a scalar or an empty container; nil when a container was opened instead.
  mutating func begin(_ machine: inout Machine) throws(Abrupt) -> Value? {
    skipSpace(&machine)
    guard position < count else { throw failure(.unexpectedEnd) }
    switch unit(&machine, position) {
    case 0x22:
      position += 1
      return try string(&machine)
    case 0x7B:
      position += 1
      skipSpace(&machine)
      if next(&machine, is: 0x7D) { return .object(try machine.makePlainObject(capacity: 0)) }
      try open(.object, &machine)
      guard next(&machine, is: 0x22) else { throw failure(.expectedPropertyName) }
      try key(&machine, isFirst: true)
      return nil
    case 0x5B:
      position += 1
      skipSpace(&machine)
      if next(&machine, is: 0x5D) { return .object(try machine.makeArray()) }
      try open(.array, &machine)
      return nil
    case 0x2D, 0x30...0x39: return Value(try number(&machine))
    case 0x74: return try literal("true", .true, &machine)
    case 0x66: return try literal("false", .false, &machine)
    case 0x6E: return try literal("null", .null, &machine)
    default: throw unexpected(&machine)
    }
  }

  private mutating func literal(
    _ text: StaticString, _ value: Value, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    for letter in text.description.utf8 {
      guard next(&machine, is: UInt16(letter)) else { throw unexpected(&machine) }
    }
    return value
  }

  mutating func open(_ form: Form, _ machine: inout Machine) throws(Abrupt) {
    try machine.reserveStack(top + Self.header)
    machine.stack.store32(top, UInt32(frame))
    machine.stack.store32(top + 4, form.rawValue)
    machine.stack.store64(top + 8, UInt64(machine.intrinsics.objectShape.id))
    machine.stack.store64(top + 16, 0)
    frame = top
    top += Self.header
  }

  private func form(_ machine: inout Machine) -> Form {
    Form(rawValue: machine.stack.load32(frame + 4)) ?? .array
  }

  private func container(_ machine: inout Machine) -> Ref {
    UInt32(truncatingIfNeeded: machine.stack.load64(frame + 8))
  }

  /// Puts a value into the innermost container.
  mutating func attach(_ value: Value, _ machine: inout Machine) throws(Abrupt) {
    switch form(&machine) {
    case .array:
      if top - frame >= Self.header + Self.elementsInStack * 8 {
        let array = try makeArray(&machine)
        try machine.push(array, value)
        machine.stack.store32(frame + 4, Form.largeArray.rawValue)
        machine.stack.store64(frame + 8, UInt64(array))
        top = frame + Self.header
        return
      }
      try machine.reserveStack(top + 8)
      machine.stack.store64(top, value.bits)
      top += 8
    case .object:
      let slot = Int(machine.stack.load64(frame + 16))
      machine.stack.store64(frame + Self.header + slot * 8, value.bits)
    case .largeArray:
      try machine.push(container(&machine), value)
    case .largeObject:
      let key = JSONFrame.key(machine.stack.load64(frame + 16))
      try machine.define(container(&machine), key, value)
    }
  }

  /// Reads what follows a member: the end of the container, or a comma and the next key.
  mutating func isClosed(_ machine: inout Machine) throws(Abrupt) -> Bool {
    skipSpace(&machine)
    let form = form(&machine)
    if form == .array || form == .largeArray {
      if next(&machine, is: 0x2C) { return false }
      if next(&machine, is: 0x5D) { return true }
      throw failure(.expectedCommaOrBracket)
    }
    if next(&machine, is: 0x2C) {
      skipSpace(&machine)
      guard next(&machine, is: 0x22) else { throw failure(.expectedQuotedName) }
      try key(&machine, isFirst: false)
      return false
    }
    if next(&machine, is: 0x7D) { return true }
    throw failure(.expectedCommaOrBrace)
  }

  /// Makes the innermost container and leaves its frame.
  mutating func close(_ machine: inout Machine) throws(Abrupt) -> Value {
    let made: Ref
    switch form(&machine) {
    case .array: made = try makeArray(&machine)
    case .object: made = try makeObject(&machine)
    case .largeArray, .largeObject: made = container(&machine)
    }
    top = frame
    frame = Int(machine.stack.load32(frame))
    return .object(made)
  }

  private func makeArray(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let first = frame + Self.header
    let number = (top - first) / 8
    return try machine.newArray(number, first).ref
  }

  private func makeObject(_ machine: inout Machine) throws(Abrupt) -> Ref {
    let first = frame + Self.header
    let number = (top - first) / 8
    let object = try machine.makeObject(Shape(id: container(&machine)), capacity: number)
    let slots = Int(object) + ObjectLayout.internals
    for index in 0..<number {
      machine.heap.init64(slots + index * 8, machine.stack.load64(first + index * 8))
    }
    return object
  }
}

// MARK: - Keys

extension JSONReader {
  /// Reads a key behind its first quote, and the colon.
  private mutating func key(_ machine: inout Machine, isFirst: Bool) throws(Abrupt) {
    let key = try keyText(&machine)
    try note(key, &machine)
    skipSpace(&machine)
    // V8 has a message for the first key only.
    guard next(&machine, is: 0x3A) else {
      throw isFirst ? failure(.expectedColon) : unexpected(&machine)
    }
  }

  /// Finds the place of a member in the innermost object.
  private mutating func note(_ key: PropertyKey, _ machine: inout Machine) throws(Abrupt) {
    if form(&machine) == .object {
      let shape = Shape(id: container(&machine))
      let number = machine.shapes.propertyCount(shape)
      if !key.isIndex {
        if let slot = machine.shapes.find(shape, key.atom) {
          machine.stack.store64(frame + 16, UInt64(slot.index))
          return
        }
        if number < Self.membersInShape {
          let before = machine.shapes.count
          let next = machine.shapes.adding(key.atom, .plain, to: shape)
          if machine.shapes.count != before { try machine.checkMemory() }
          machine.stack.store64(frame + 8, UInt64(next.id))
          machine.stack.store64(frame + 16, UInt64(number))
          try machine.reserveStack(top + 8)
          machine.stack.store64(top, Value.undefined.bits)
          top += 8
          return
        }
      }
      let object = try makeObject(&machine)
      machine.stack.store32(frame + 4, Form.largeObject.rawValue)
      machine.stack.store64(frame + 8, UInt64(object))
      top = frame + Self.header
    }
    machine.stack.store64(frame + 16, JSONFrame.word(key))
  }
}
