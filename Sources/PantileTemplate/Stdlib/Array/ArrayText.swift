extension Stdlib {
  /// Methods of arrays that give text.
  static func installArrayText(_ machine: inout Machine) throws(Abrupt) {
    let proto = machine.intrinsics.arrayPrototype
    try machine.addMethod(proto, "join", 1, join)
    try machine.addMethod(proto, "toString", 0, toString)
    try machine.addMethod(proto, "toLocaleString", 0, toLocaleString)
  }

  private static func join(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let wanted = machine.argument(call, 0)
    let separator =
      wanted.isUndefined
      ? machine.character(0x2C).ref : try machine.toString(wanted)
    return try join(&machine, object, length, separator, isLocal: false)
  }

  private static func toString(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.this(call))
    let function = try machine.get(object, .join)
    if machine.isCallable(function) { return try machine.call(function, this: .object(object)) }
    return try machine.objectTag(.object(object))
  }

  private static func toLocaleString(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let (object, length) = try machine.arrayLike(call)
    let separator = machine.character(0x2C).ref
    return try join(
      &machine, object, length, separator, isLocal: true, machine.argument(call, 0),
      machine.argument(call, 1))
  }

  /// The texts of the elements with a separator between them. An array inside of itself is empty.
  private static func join(
    _ machine: inout Machine, _ object: Ref, _ length: Int, _ separator: Ref, isLocal: Bool,
    _ locales: Value = .undefined, _ options: Value = .undefined
  ) throws(Abrupt) -> Value {
    if length == 0 || machine.openJoins.contains(object) {
      return .string(machine.intrinsics.emptyString)
    }
    let gap = machine.stringLength(separator)
    if Double(length - 1) * Double(gap) > Double(machine.limits.stringLength) {
      throw machine.rangeError("Invalid string length")
    }
    try machine.checkHostStack()
    machine.openJoins.append(object)
    var pieces = machine.takeRefs()
    do throws(Abrupt) {
      var total = gap * (length - 1)
      for index in 0..<length {
        try machine.charge(1)
        let value = try machine.elementOrUndefined(object, index)
        let text =
          isLocal
          ? try localText(&machine, value, locales, options) : try text(&machine, value)
        total += machine.stringLength(text)
        pieces.append(text)
        guard total <= machine.limits.stringLength else {
          throw machine.rangeError("Invalid string length")
        }
      }
      machine.openJoins.removeLast()
      let result = try machine.join(pieces, separator: separator, count: total)
      machine.giveBack(&pieces)
      return result
    } catch {
      if machine.openJoins.last == object { machine.openJoins.removeLast() }
      machine.giveBack(&pieces)
      throw error
    }
  }

  private static func text(_ machine: inout Machine, _ value: Value) throws(Abrupt) -> Ref {
    value.isNullish ? machine.intrinsics.emptyString : try machine.toString(value)
  }

  private static func localText(
    _ machine: inout Machine, _ value: Value, _ locales: Value, _ options: Value
  ) throws(Abrupt) -> Ref {
    if value.isNullish { return machine.intrinsics.emptyString }
    let function = try machine.get(value, machine.nameAtom("toLocaleString"))
    guard machine.isCallable(function) else {
      throw machine.typeError("\(try machine.inspect(function)) is not a function")
    }
    return try machine.toString(try machine.call(function, this: value, locales, options))
  }
}

extension Machine {
  /// Scratch for a list of records; give it back with ``giveBack(_:)``.
  mutating func takeRefs() -> ContiguousArray<Ref> {
    var taken: ContiguousArray<Ref> = []
    swap(&taken, &refs)
    taken.removeAll(keepingCapacity: true)
    return taken
  }

  /// Returns scratch from ``takeRefs()``.
  mutating func giveBack(_ taken: inout ContiguousArray<Ref>) {
    if taken.capacity <= 65_536 {
      taken.removeAll(keepingCapacity: true)
      swap(&taken, &refs)
    }
  }

  /// Joins strings.
  ///
  /// - Parameter count: The length of the result.
  mutating func join(
    _ pieces: ContiguousArray<Ref>, separator: Ref, count: Int
  ) throws(Abrupt) -> Value {
    if pieces.count == 1 { return .string(pieces[0]) }
    if count == 0 { return .string(intrinsics.emptyString) }
    var isWide = heap.load32(Int(separator) + 4) & 4 != 0 && pieces.count > 1
    for piece in pieces {
      isWide = isWide || heap.load32(Int(piece) + 4) & 4 != 0
      _ = try run(piece)
    }
    let gap = try run(separator)
    let ref = try allocateString(count: count, isWide: isWide)
    let width = isWide ? 2 : 1
    var end = Int(ref) + 8
    for index in pieces.indices {
      if index > 0, gap.count > 0 {
        place(gap, at: end, isWide: isWide)
        end += gap.count * width
      }
      let piece = try run(pieces[index])
      place(piece, at: end, isWide: isWide)
      end += piece.count * width
    }
    return .string(ref)
  }
}
