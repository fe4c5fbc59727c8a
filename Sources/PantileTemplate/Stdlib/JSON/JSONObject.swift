internal import PantileJSON

extension Stdlib {
  /// `JSON`.
  static func installJSON(_ machine: inout Machine) throws(Abrupt) {
    let json = try machine.makePlainObject(capacity: 4)
    try machine.addNamed(
      machine.intrinsics.global, machine.nameAtom("JSON"), .object(json), .hidden)
    try machine.addMethod(json, "parse", 2, jsonParse)
    try machine.addMethod(json, "stringify", 3, jsonStringify)
    try machine.addTag(json, "JSON")
  }

  private static func jsonStringify(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let style = try machine.jsonStyle(
      replacer: machine.argument(call, 1), space: machine.argument(call, 2))
    var buffer = machine.jsonText.take() ?? ByteBuffer(capacity: 256)
    buffer.removeAll()
    let result: Value
    do throws(Abrupt) {
      let hasText = try machine.stringify(machine.argument(call, 0), into: &buffer, style: style)
      result = hasText ? try machine.makeString(utf8: buffer) : .undefined
    } catch {
      machine.keepJSONText(buffer)
      throw error
    }
    machine.keepJSONText(buffer)
    return result
  }

  private static func jsonParse(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let text = try machine.toString(machine.argument(call, 0))
    let value = try machine.parseJSON(text)
    let reviver = machine.argument(call, 1)
    guard machine.isCallable(reviver) else { return value }
    let holder = try machine.makePlainObject(capacity: 1)
    try machine.addNamed(holder, .emptyText, value)
    return try machine.revive(holder, PropertyKey(.emptyText), reviver)
  }
}

extension Machine {
  /// Keeps a buffer for the next `JSON.stringify` unless it is large.
  mutating func keepJSONText(_ buffer: consuming ByteBuffer) {
    if buffer.capacity <= 256 << 10 { jsonText = consume buffer }
  }

  /// A string of UTF-8 or WTF-8 bytes that are known to be well formed.
  mutating func makeString(utf8 buffer: borrowing ByteBuffer) throws(Abrupt) -> Value {
    let isASCII = buffer.withBytes { bytes in
      for index in 0..<bytes.byteCount where bytes.byte(at: index) >= 0x80 { return false }
      return true
    }
    if isASCII {
      if buffer.count == 1 { return character(UInt16(buffer[0])) }
      let ref = try allocateString(count: buffer.count, isWide: false)
      buffer.withBytes { bytes in heap.initBytes(Int(ref) + 8, bytes) }
      return .string(ref)
    }
    var units = takeUnits()
    buffer.withBytes { bytes in UTF16Decoding.append(wtf8: bytes, to: &units) }
    let result = try makeString(units: units.span)
    giveBack(&units)
    return result
  }

  /// `JSON.parse(text)`.
  mutating func parseJSON(_ text: Ref) throws(Abrupt) -> Value {
    let run = try run(text)
    var reader = JSONReader(offset: run.offset, count: run.count, isWide: run.isWide)
    do throws(Abrupt) { return try reader.read(&self) } catch {
      guard let fault = reader.fault else { throw error }
      let units = try copyUnits(text)
      let message = try makeString(fault.message(in: units, at: reader.position))
      exception = .object(try makeError(intrinsics.syntaxErrorPrototype, message: message))
      throw .thrown
    }
  }

  /// Turns the bytes of props or of the environment into a value, as `JSON.parse` does.
  ///
  /// Lone surrogate escapes, `-0` and numbers beyond the largest double are kept as the language
  /// reads them; a key that occurs twice has its last value at its first place.
  ///
  /// - Parameter bytes: UTF-8 without byte order mark.
  /// - Throws: ``JSONImportError`` with the byte at fault.
  mutating func importJSON(_ bytes: Span<UInt8>) throws(JSONImportError) -> Value {
    var reader = JSONReader(offset: 0, count: 0, isWide: false)
    do throws(Abrupt) {
      let text = try heap.allocate(8 + bytes.count)
      heap.init32(Int(text), UInt32(bytes.count))
      heap.init32(Int(text) + 4, 0)
      heap.initBytes(Int(text) + 8, bytes)
      reader = JSONReader(offset: Int(text) + 8, count: bytes.count, isWide: false)
      return try reader.read(&self)
    } catch {
      if let fault = reader.fault { throw JSONImportError(fault, in: bytes, at: reader.position) }
      if case .limit(let limit) = error {
        throw JSONImportError(message: "", offset: reader.position, limit: limit)
      }
      throw JSONImportError(
        message: "Maximum call stack size exceeded", offset: reader.position, limit: nil)
    }
  }

  /// Applies the reviver of `JSON.parse` to a property and to all below it.
  mutating func revive(
    _ holder: Ref, _ key: PropertyKey, _ reviver: Value
  ) throws(Abrupt) -> Value {
    try checkHostStack()
    try charge(1)
    let value = try get(holder, key, receiver: .object(holder))
    if isArray(value) {
      var index: UInt32 = 0
      let length = arrayLength(value.ref)
      while index < length {
        try reviveMember(value.ref, PropertyKey(index: index), reviver)
        index += 1
      }
    } else if value.isObject {
      for key in try ownKeys(value.ref) {
        if !key.isIndex, atoms.isSymbol(key.atom) { continue }
        guard let own = try findOwn(value.ref, key), own.flags.contains(.enumerable) else {
          continue
        }
        try reviveMember(value.ref, key, reviver)
      }
    }
    let name = try self.value(of: key)
    return try call(reviver, this: .object(holder), name, value)
  }

  private mutating func reviveMember(
    _ object: Ref, _ key: PropertyKey, _ reviver: Value
  ) throws(Abrupt) {
    let value = try revive(object, key, reviver)
    let own = try findOwn(object, key)
    if let own, !own.flags.contains(.configurable) { return }
    if value.isUndefined {
      if own != nil { try delete(.object(object), key) }
    } else if own != nil || !flags(object).contains(.nonExtensible) {
      try define(object, key, value)
    }
  }
}
