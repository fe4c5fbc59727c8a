extension Stdlib {
  /// `encodeURI` and its relatives.
  static func installURI(_ machine: inout Machine) throws(Abrupt) {
    let global = machine.intrinsics.global
    try machine.addMethod(global, "decodeURI", 1) { (machine, call) throws(Abrupt) in
      try decode(&machine, call, keeping: reserved)
    }
    try machine.addMethod(global, "decodeURIComponent", 1) { (machine, call) throws(Abrupt) in
      try decode(&machine, call, keeping: [])
    }
    try machine.addMethod(global, "encodeURI", 1) { (machine, call) throws(Abrupt) in
      try encode(&machine, call, keeping: reserved + marks)
    }
    try machine.addMethod(global, "encodeURIComponent", 1) { (machine, call) throws(Abrupt) in
      try encode(&machine, call, keeping: marks)
    }
    try machine.addMethod(global, "escape", 1, escape)
    try machine.addMethod(global, "unescape", 1, unescape)
  }

  private static let reserved = Array(";/?:@&=+$,#".utf16)
  private static let marks = Array("-_.!~*'()".utf16)
  private static let plain = Array("@*_+-./".utf16)
  private static let hexadecimal = Array("0123456789ABCDEF".utf16)

  private static func isAlphanumeric(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  private static func malformed(_ machine: inout Machine) -> Abrupt {
    machine.failure(machine.intrinsics.uriErrorPrototype, "URI malformed")
  }

  private static func finish(
    _ machine: inout Machine, _ units: inout ContiguousArray<UInt16>
  ) throws(Abrupt) -> Value {
    guard units.count <= machine.limits.stringLength else {
      throw machine.rangeError("Invalid string length")
    }
    let result = try machine.makeString(units)
    machine.giveBack(&units)
    return result
  }

  private static func appendEscape(_ byte: UInt8, to units: inout ContiguousArray<UInt16>) {
    units.append(0x25)
    units.append(hexadecimal[Int(byte >> 4)])
    units.append(hexadecimal[Int(byte & 15)])
  }

  // MARK: Encoding

  private static func encode(
    _ machine: inout Machine, _ call: Call, keeping kept: [UInt16]
  ) throws(Abrupt) -> Value {
    let text = try machine.toString(machine.argument(call, 0))
    let run = try machine.run(text)
    try machine.charge(bytes: run.count)
    var result = machine.takeUnits()
    var index = 0
    while index < run.count {
      let unit = machine.unit(run, index)
      index += 1
      if isAlphanumeric(unit) || kept.contains(unit) {
        result.append(unit)
        continue
      }
      var point = UInt32(unit)
      if unit & 0xF800 == 0xD800 {
        guard unit < 0xDC00, index < run.count else { throw malformed(&machine) }
        let low = machine.unit(run, index)
        guard low & 0xFC00 == 0xDC00 else { throw malformed(&machine) }
        index += 1
        point = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(low) & 0x3FF
      }
      guard let scalar = UnicodeScalar(point) else { throw malformed(&machine) }
      for byte in UTF8.encode(scalar).map(Array.init) ?? [] { appendEscape(byte, to: &result) }
    }
    return try finish(&machine, &result)
  }

  // MARK: Decoding

  /// The byte that `%XX` at an index stands for.
  private static func byte(
    _ machine: inout Machine, _ run: TextRun, _ index: Int
  ) -> UInt8? {
    guard index + 2 < run.count, machine.unit(run, index) == 0x25,
      let high = NumberReader.digit(machine.unit(run, index + 1)), high < 16,
      let low = NumberReader.digit(machine.unit(run, index + 2)), low < 16
    else { return nil }
    return UInt8(high << 4 | low)
  }

  private static func decode(
    _ machine: inout Machine, _ call: Call, keeping kept: [UInt16]
  ) throws(Abrupt) -> Value {
    let text = try machine.toString(machine.argument(call, 0))
    let run = try machine.run(text)
    try machine.charge(bytes: run.count)
    var result = machine.takeUnits()
    var index = 0
    while index < run.count {
      let unit = machine.unit(run, index)
      guard unit == 0x25 else {
        result.append(unit)
        index += 1
        continue
      }
      guard let first = byte(&machine, run, index) else { throw malformed(&machine) }
      if first < 0x80 {
        if kept.contains(UInt16(first)) {
          for offset in 0..<3 { result.append(machine.unit(run, index + offset)) }
        } else {
          result.append(UInt16(first))
        }
        index += 3
        continue
      }
      let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      var bytes = [first]
      while bytes.count < count {
        guard let next = byte(&machine, run, index + bytes.count * 3) else {
          throw malformed(&machine)
        }
        bytes.append(next)
      }
      guard let decoded = String(validating: bytes, as: UTF8.self) else {
        throw malformed(&machine)
      }
      result.append(contentsOf: decoded.utf16)
      index += count * 3
    }
    return try finish(&machine, &result)
  }

  // MARK: escape and unescape

  private static func escape(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let text = try machine.toString(machine.argument(call, 0))
    let run = try machine.run(text)
    try machine.charge(bytes: run.count)
    var result = machine.takeUnits()
    for index in 0..<run.count {
      let unit = machine.unit(run, index)
      if isAlphanumeric(unit) || plain.contains(unit) {
        result.append(unit)
      } else if unit < 256 {
        appendEscape(UInt8(unit), to: &result)
      } else {
        result.append(0x25)
        result.append(0x75)
        for shift in [12, 8, 4, 0] as [UInt16] {
          result.append(hexadecimal[Int(unit >> shift & 15)])
        }
      }
    }
    return try finish(&machine, &result)
  }

  private static func unescape(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let text = try machine.toString(machine.argument(call, 0))
    let run = try machine.run(text)
    try machine.charge(bytes: run.count)
    var result = machine.takeUnits()
    var index = 0
    while index < run.count {
      let unit = machine.unit(run, index)
      if unit == 0x25, let wide = wideEscape(&machine, run, index) {
        result.append(wide)
        index += 6
      } else if unit == 0x25, let byte = byte(&machine, run, index) {
        result.append(UInt16(byte))
        index += 3
      } else {
        result.append(unit)
        index += 1
      }
    }
    return try finish(&machine, &result)
  }

  /// The unit that `%uXXXX` at an index stands for.
  private static func wideEscape(
    _ machine: inout Machine, _ run: TextRun, _ index: Int
  ) -> UInt16? {
    guard index + 5 < run.count, machine.unit(run, index + 1) == 0x75 else { return nil }
    var value = 0
    for offset in 2..<6 {
      guard let digit = NumberReader.digit(machine.unit(run, index + offset)), digit < 16 else {
        return nil
      }
      value = value << 4 | digit
    }
    return UInt16(value)
  }
}
