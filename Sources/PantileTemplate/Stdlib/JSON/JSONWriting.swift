internal import PantileJSON

// JSON.stringify without recursion; see JSONFrame for where the open arrays and objects are.

extension Machine {
  private enum JSONStep {
    /// Undefined, a function or a symbol: nothing was written.
    case absent
    case written
    case container(Ref)
  }

  /// Appends a value to `buffer` as `JSON.stringify` writes it, in UTF-8.
  ///
  /// Surrogates without a partner are escaped. Nothing is allocated while buffer and stack are
  /// warm and objects are plain.
  ///
  /// - Parameters:
  ///   - holderKey: The key under which the value was found, for `toJSON`; empty for a root.
  ///   - buffer: Bytes written before an error stay in it.
  /// - Returns: False when the value has no JSON; nothing is written then.
  mutating func stringify(
    _ value: Value, holderKey: PropertyKey = PropertyKey(.emptyText),
    into buffer: inout ByteBuffer, style: JSONStyle = JSONStyle()
  ) throws(Abrupt) -> Bool {
    let floor = stackTop
    let start = buffer.count
    var holder = Value.undefined
    if !style.replacer.isUndefined {
      let wrapper = try makePlainObject(capacity: 1)
      try define(wrapper, holderKey, value)
      holder = .object(wrapper)
    }
    let root = try jsonValue(value, holderKey, holder, style)
    var frame = 0
    var depth = 0
    switch try writeScalar(root, into: &buffer) {
    case .absent: return false
    case .written: return true
    case .container(let object):
      frame = try openContainer(object, holderKey, parent: 0, style, &buffer)
      depth = 1
    }
    while frame != 0 {
      let index = stack.load32(frame + 24)
      let isArray = stack.load32(frame + 4) & JSONFrame.arrayFlag != 0
      guard index < stack.load32(frame + 28) else {
        depth -= 1
        closeContainer(frame, isArray, depth, style, &buffer)
        stackTop = frame
        frame = Int(stack.load32(frame))
        continue
      }
      stack.store32(frame + 24, index + 1)
      try charge(1)
      guard buffer.count - start <= limits.stringLength else {
        throw rangeError("Invalid string length")
      }
      if let inner = try writeMember(frame, index, isArray, depth, style, &buffer) {
        frame = inner
        depth += 1
      }
    }
    stackTop = floor
    try charge(bytes: buffer.count - start)
    return true
  }

  /// Writes an element or a member; returns the frame of a container that it opened.
  private mutating func writeMember(
    _ frame: Int, _ index: UInt32, _ isArray: Bool, _ depth: Int,
    _ style: JSONStyle, _ buffer: inout ByteBuffer
  ) throws(Abrupt) -> Int? {
    let object = Value(bits: stack.load64(frame + 8)).ref
    let key: PropertyKey
    let found: Value
    if isArray {
      key = PropertyKey(index: index)
      found = try get(object, index: index)
    } else {
      let word = stack.load64(frame + JSONFrame.header + Int(index) * 8)
      if word == JSONFrame.skipped { return nil }
      key = JSONFrame.key(word)
      let shape = stack.load32(frame + 32)
      if shape != 0, word & JSONFrame.accessorBit == 0, heap.load32(Int(object)) == shape {
        let slots = Int(heap.load32(Int(object) + ObjectLayout.slots))
        found = heap.value(slots + Int(word >> 34) * 8)
      } else {
        found = try get(object, key, receiver: .object(object))
      }
    }
    let value = try jsonValue(found, key, .object(object), style)
    let mark = buffer.count
    let flags = stack.load32(frame + 4)
    if flags & JSONFrame.startedFlag != 0 { buffer.append(0x2C) }
    if !style.gap.isEmpty { appendBreak(depth, style, &buffer) }
    if !isArray {
      appendKey(key, into: &buffer)
      buffer.append(0x3A)
      if !style.gap.isEmpty { buffer.append(0x20) }
    }
    switch try writeScalar(value, into: &buffer) {
    case .absent:
      guard isArray else {
        buffer.truncate(to: mark)
        return nil
      }
      buffer.append("null")
    case .written: break
    case .container(let inner):
      try checkJSONCycle(inner, key, from: frame)
      stack.store32(frame + 4, flags | JSONFrame.startedFlag)
      return try openContainer(inner, key, parent: frame, style, &buffer)
    }
    stack.store32(frame + 4, flags | JSONFrame.startedFlag)
    return nil
  }

  private mutating func openContainer(
    _ object: Ref, _ key: PropertyKey, parent: Int, _ style: JSONStyle,
    _ buffer: inout ByteBuffer
  ) throws(Abrupt) -> Int {
    buffer.append(kind(object) == .array ? 0x5B : 0x7B)
    return try pushJSONFrame(object, key, parent: parent, style)
  }

  private mutating func closeContainer(
    _ frame: Int, _ isArray: Bool, _ depth: Int, _ style: JSONStyle,
    _ buffer: inout ByteBuffer
  ) {
    let isStarted = stack.load32(frame + 4) & JSONFrame.startedFlag != 0
    if isStarted, !style.gap.isEmpty { appendBreak(depth, style, &buffer) }
    buffer.append(isArray ? 0x5D : 0x7D)
  }

  private mutating func appendBreak(
    _ depth: Int, _ style: JSONStyle, _ buffer: inout ByteBuffer
  ) {
    buffer.append(0x0A)
    for _ in 0..<depth { buffer.append(style.gap.span) }
  }

  /// The value after `toJSON`, the replacer, and the unwrapping of boxed primitives.
  private mutating func jsonValue(
    _ value: Value, _ key: PropertyKey, _ holder: Value, _ style: JSONStyle
  ) throws(Abrupt) -> Value {
    if !value.isObject, !value.isBigint, style.replacer.isUndefined { return value }
    var value = value
    if value.isObject || value.isBigint {
      let method = try get(value, .toJSON)
      if isCallable(method) { value = try call(method, this: value, try jsonKeyText(key)) }
    }
    if !style.replacer.isUndefined {
      value = try call(style.replacer, this: holder, try jsonKeyText(key), value)
    }
    guard value.isObject else { return value }
    switch kind(value.ref) {
    case .boxedNumber: return Value(try toNumber(value))
    case .boxedString: return .string(try toString(value))
    case .boxedBoolean, .boxedBigint:
      return heap.value(Int(value.ref) + ObjectLayout.primitive)
    default: return value
    }
  }

  private mutating func jsonKeyText(_ key: PropertyKey) throws(Abrupt) -> Value {
    try self.value(of: key)
  }

  private mutating func writeScalar(
    _ value: Value, into buffer: inout ByteBuffer
  ) throws(Abrupt) -> JSONStep {
    if value.isString {
      try appendQuoted(value.ref, into: &buffer)
    } else if value.isNumber {
      if value.number.isFinite {
        buffer.append(number: value.number)
      } else {
        buffer.append("null")
      }
    } else if value.isObject {
      return isCallable(value) ? .absent : .container(value.ref)
    } else if value.isNull {
      buffer.append("null")
    } else if value == .true {
      buffer.append("true")
    } else if value == .false {
      buffer.append("false")
    } else if value.isBigint {
      throw typeError("Do not know how to serialize a BigInt")
    } else {
      return .absent
    }
    return .written
  }

  /// Appends a string as JSON, quotes included.
  mutating func appendQuoted(_ text: Ref, into buffer: inout ByteBuffer) throws(Abrupt) {
    let run = try run(text)
    try charge(bytes: run.count)
    if run.isWide {
      heap.withUnits(run.offset, run.count) { buffer.append(jsonString: $0) }
    } else {
      heap.withBytes(run.offset, run.count) { buffer.append(jsonString: $0) }
    }
  }

  /// Appends a property key as JSON, quotes included.
  mutating func appendKey(_ key: PropertyKey, into buffer: inout ByteBuffer) {
    if key.isIndex {
      buffer.append(0x22)
      buffer.append(integer: Int(key.index))
      buffer.append(0x22)
      return
    }
    if !atoms.isWide(key.atom), atoms.withBytes(key.atom, { isPlainJSON($0) }) {
      buffer.append(0x22)
      atoms.withBytes(key.atom) { buffer.append($0) }
      buffer.append(0x22)
      return
    }
    var units = takeUnits()
    for index in 0..<atoms.length(key.atom) { units.append(atoms.unit(key.atom, index)) }
    buffer.append(jsonString: units.span)
    giveBack(&units)
  }

  /// Whether ASCII text needs no escape in JSON.
  private mutating func isPlainJSON(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      let byte = text[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return false }
    }
    return true
  }
}
