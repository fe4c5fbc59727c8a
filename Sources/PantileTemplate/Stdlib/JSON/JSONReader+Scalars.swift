internal import PantileJSON

// Strings and numbers.

extension JSONReader {
  /// Reads a string behind its first quote.
  mutating func string(_ machine: inout Machine) throws(Abrupt) -> Value {
    let start = position
    skipPlain(&machine)
    let length = position - start
    if position < count, unit(&machine, position) == 0x22 {
      position += 1
      return try plainString(start, length, &machine)
    }
    var units = machine.takeUnits()
    appendUnits(from: start, to: position, &machine, &units)
    do throws(Abrupt) { try rest(&machine, &units) } catch {
      machine.giveBack(&units)
      throw error
    }
    let value: Value
    do throws(Abrupt) { value = try machine.makeString(units: units.span) } catch {
      machine.giveBack(&units)
      throw error
    }
    machine.giveBack(&units)
    return value
  }

  /// Reads a key behind its first quote.
  mutating func keyText(_ machine: inout Machine) throws(Abrupt) -> PropertyKey {
    let start = position
    skipPlain(&machine)
    if !isWide, position < count, unit(&machine, position) == 0x22 {
      let run = TextRun(offset: offset + start, count: position - start, isWide: false)
      position += 1
      return try machine.propertyKey(run: run)
    }
    position = start
    let text = try string(&machine)
    return try machine.propertyKey(string: text.ref)
  }

  /// Goes on to the first character that is not copied as it is.
  @inline(__always)
  private mutating func skipPlain(_ machine: inout Machine) {
    if isWide {
      while position < count {
        let unit = unit(&machine, position)
        if unit < 0x20 || unit == 0x22 || unit == 0x5C { return }
        position &+= 1
      }
      return
    }
    // Eight bytes at a time. The heap has eight bytes behind its last record.
    while position < count {
      let word = machine.heap.load64(offset &+ position)
      let stop = Self.special(word)
      if stop != 0 {
        position = min(count, position &+ stop.trailingZeroBitCount &>> 3)
        return
      }
      position &+= 8
    }
    position = count
  }

  /// The top bits of bytes that are control characters, quotes, backslashes or not ASCII; those
  /// behind the first one may be wrong.
  @inline(__always)
  static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let control = word &- ones &* 0x20
    let marks = ((quote &- ones) | (backslash &- ones) | control) & ~word | word
    return marks & (ones &* 0x80)
  }

  func plainString(
    _ start: Int, _ length: Int, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    if length == 0 { return .string(machine.intrinsics.emptyString) }
    if isWide { return try wideString(start, length, &machine) }
    let from = offset + start
    if length == 1 { return machine.character(UInt16(machine.heap.load8(from))) }
    if length > 8 { return try slice(start, length, &machine) }
    let ref = try machine.heap.allocate(16)
    machine.heap.init32(Int(ref), UInt32(length))
    machine.heap.init32(Int(ref) + 4, 0)
    machine.heap.init64(Int(ref) + 8, machine.heap.load64(from))
    return .string(ref)
  }

  private func slice(
    _ start: Int, _ length: Int, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    // A slice counts from behind the header of a flat string, which nobody reads.
    let ref = try machine.heap.allocate(16)
    machine.heap.init32(Int(ref), UInt32(length))
    machine.heap.init32(Int(ref) + 4, (isWide ? 4 : 0) | StringForm.slice.rawValue)
    machine.heap.init32(Int(ref) + 8, UInt32(offset - 8))
    machine.heap.init32(Int(ref) + 12, UInt32(start))
    return .string(ref)
  }

  /// Text from UTF-16 input, narrow when it is ASCII.
  private func wideString(
    _ start: Int, _ length: Int, _ machine: inout Machine
  ) throws(Abrupt) -> Value {
    var merged: UInt16 = 0
    for index in start..<(start + length) { merged |= unit(&machine, index) }
    if merged > 0x7F, length > 4 { return try slice(start, length, &machine) }
    if length == 1 { return try machine.makeCharacter(unit(&machine, start)) }
    let isWide = merged > 0x7F
    let ref = try machine.allocateString(count: length, isWide: isWide)
    for index in 0..<length {
      let unit = unit(&machine, start + index)
      if isWide {
        machine.heap.store16(Int(ref) + 8 + index * 2, unit)
      } else {
        machine.heap.store8(Int(ref) + 8 + index, UInt8(truncatingIfNeeded: unit))
      }
    }
    return .string(ref)
  }

  private func appendUnits(
    from start: Int, to end: Int, _ machine: inout Machine,
    _ units: inout ContiguousArray<UInt16>
  ) {
    for index in start..<end { units.append(unit(&machine, index)) }
  }

  /// Reads the rest of a string with escapes or characters beyond ASCII.
  private mutating func rest(
    _ machine: inout Machine, _ units: inout ContiguousArray<UInt16>
  ) throws(Abrupt) {
    while true {
      let start = position
      skipPlain(&machine)
      appendUnits(from: start, to: position, &machine, &units)
      guard position < count else { throw failure(.unterminatedString) }
      let unit = unit(&machine, position)
      switch unit {
      case 0x22:
        position += 1
        return
      case 0x5C: try escape(&machine, &units)
      case 0..<0x20: throw failure(.controlCharacter)
      default: try decode(&machine, &units)
      }
    }
  }

  private mutating func escape(
    _ machine: inout Machine, _ units: inout ContiguousArray<UInt16>
  ) throws(Abrupt) {
    position += 1
    guard position < count else { throw failure(.unexpectedEnd) }
    let letter = unit(&machine, position)
    switch letter {
    case 0x22, 0x2F, 0x5C: units.append(letter)
    case 0x62: units.append(0x08)
    case 0x66: units.append(0x0C)
    case 0x6E: units.append(0x0A)
    case 0x72: units.append(0x0D)
    case 0x74: units.append(0x09)
    case 0x75:
      var code: UInt16 = 0
      for _ in 0..<4 {
        position += 1
        guard position < count else { throw failure(.badUnicodeEscape) }
        guard let digit = NumberReader.digit(unit(&machine, position)), digit < 16 else {
          throw failure(.badUnicodeEscape)
        }
        code = code << 4 | UInt16(digit)
      }
      units.append(code)
    default:
      // V8 looks up what an escape is among the first 256 characters.
      throw letter >= (isWide ? 0x100 : 0xC4) ? failure(.unexpectedToken) : failure(.badEscape)
    }
    position += 1
  }

  /// Decodes a character of two to four bytes.
  private mutating func decode(
    _ machine: inout Machine, _ units: inout ContiguousArray<UInt16>
  ) throws(Abrupt) {
    let first = UInt32(unit(&machine, position))
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, position + length <= count else {
      throw failure(.invalidUTF8)
    }
    var scalar = first & (0x7F >> UInt32(length))
    for step in 1..<length {
      let byte = UInt32(unit(&machine, position + step))
      guard byte & 0xC0 == 0x80 else { throw failure(.invalidUTF8) }
      scalar = scalar << 6 | byte & 0x3F
    }
    let isShortest = length == 2 || length == 3 && scalar >= 0x800 || scalar >= 0x10000
    guard isShortest, scalar <= 0x10FFFF, scalar & 0xFFFF_F800 != 0xD800 else {
      throw failure(.invalidUTF8)
    }
    if scalar >= 0x10000 {
      units.append(UInt16(truncatingIfNeeded: 0xD7C0 + (scalar >> 10)))
      units.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
    } else {
      units.append(UInt16(truncatingIfNeeded: scalar))
    }
    position += length
  }

  // MARK: Numbers

  /// Reads a number that begins with a digit or a minus sign.
  mutating func number(_ machine: inout Machine) throws(Abrupt) -> Double {
    let start = position
    let isNegative = unit(&machine, position) == 0x2D
    if isNegative { position += 1 }
    guard let first = digit(&machine) else { throw failure(.missingNumber) }
    var significand: UInt64 = 0
    var digits = 0
    if first == 0 {
      position += 1
      if digit(&machine) != nil { throw failure(.unexpectedNumber) }
    } else {
      while let digit = digit(&machine) {
        significand = significand &* 10 &+ digit
        digits += 1
        position += 1
      }
    }
    var exponent = 0
    if position < count, unit(&machine, position) == 0x2E {
      position += 1
      guard digit(&machine) != nil else { throw failure(.missingFraction) }
      while let digit = digit(&machine) {
        significand = significand &* 10 &+ digit
        if significand != 0 { digits += 1 }
        exponent -= 1
        position += 1
      }
    }
    if position < count, unit(&machine, position) | 0x20 == 0x65 { exponent += try power(&machine) }
    if digits > 19 { return long(start, &machine) }
    let value = NumberParser.double(significand: significand, exponent: exponent)
    return isNegative ? -value : value
  }

  /// The number that a significand with a power of ten stands for.
  static func scaled(_ significand: UInt64, _ exponent: Int) -> Double {
    NumberParser.double(significand: significand, exponent: exponent)
  }

  private mutating func power(_ machine: inout Machine) throws(Abrupt) -> Int {
    position += 1
    var isNegative = false
    if position < count {
      let sign = unit(&machine, position)
      isNegative = sign == 0x2D
      if isNegative || sign == 0x2B { position += 1 }
    }
    guard digit(&machine) != nil else { throw failure(.missingExponent) }
    var value = 0
    while let digit = digit(&machine) {
      if value < 1_000_000_000 { value = value * 10 + Int(digit) }
      position += 1
    }
    return isNegative ? -value : value
  }

  @inline(__always)
  private func digit(_ machine: inout Machine) -> UInt64? {
    guard position < count else { return nil }
    let digit = unit(&machine, position) &- 0x30
    return digit <= 9 ? UInt64(digit) : nil
  }

  /// A number with more digits than fit a word.
  private func long(_ start: Int, _ machine: inout Machine) -> Double {
    var bytes: ContiguousArray<UInt8> = []
    bytes.reserveCapacity(position - start)
    for index in start..<position {
      bytes.append(UInt8(truncatingIfNeeded: unit(&machine, index)))
    }
    return NumberParser.parse(bytes.span) ?? .nan
  }
}

extension Machine {
  /// The property key that a run of text spells.
  mutating func propertyKey(run: TextRun) throws(Abrupt) -> PropertyKey {
    if run.count > 0, run.count <= 10, !run.isWide,
      heap.load8(run.offset) >= 0x30, heap.load8(run.offset) <= 0x39
    {
      if run.count == 1 || heap.load8(run.offset) != 0x30 {
        var value: UInt64 = 0
        var isNumber = true
        for index in 0..<run.count {
          let digit = heap.load8(run.offset + index) &- 0x30
          if digit > 9 { isNumber = false }
          value = value &* 10 &+ UInt64(digit)
        }
        if isNumber, value < 4_294_967_295 { return PropertyKey(index: UInt32(value)) }
      }
    }
    return PropertyKey(try intern(run))
  }
}
