internal import PantileJSON

extension Machine {
  mutating func stringify(
    _ value: Value, holderKey: PropertyKey = PropertyKey(.emptyText),
    into buffer: inout ByteBuffer
  ) throws(Abrupt) -> Bool {
    var value = value
    if value.isObject || value.isBigint {
      let method = try get(value, .toJSON)
      if isCallable(method) {
        value = try call(method, this: value, try self.value(of: holderKey))
      }
    }
    if value.isObject {
      switch kind(value.ref) {
      case .boxedNumber: value = Value(try toNumber(value))
      case .boxedString: value = .string(try toString(value))
      case .boxedBoolean: value = heap.value(Int(value.ref) + ObjectLayout.primitive)
      default: break
      }
    }
    if value.isNull { buffer.append("null") }
    else if value == .true { buffer.append("true") }
    else if value == .false { buffer.append("false") }
    else if value.isNumber {
      if value.number.isFinite { buffer.append(number: value.number) } else { buffer.append("null") }
    } else if value.isString {
      let run = try run(value.ref)
      if run.isWide {
        heap.withUnits(run.offset, run.count) { buffer.append(jsonString: $0) }
      } else {
        heap.withBytes(run.offset, run.count) { buffer.append(jsonString: $0) }
      }
    } else if value.isBigint {
      throw typeError("Do not know how to serialize a BigInt")
    } else if value.isObject, !isCallable(value) {
      try checkHostStack()
      try charge(1)
      if kind(value.ref) == .array {
        buffer.append("[")
        for index in 0..<arrayLength(value.ref) {
          if index > 0 { buffer.append(",") }
          let item = try get(value.ref, index: index)
          if try !stringify(item, holderKey: PropertyKey(index: index), into: &buffer) {
            buffer.append("null")
          }
        }
        buffer.append("]")
      } else {
        buffer.append("{")
        let start = buffer.count
        for (key, item) in try ownEntries(value) {
          let before = buffer.count
          if before > start { buffer.append(",") }
          _ = try stringify(try self.value(of: key), into: &buffer)
          buffer.append(":")
          if try !stringify(item, holderKey: key, into: &buffer) { buffer.truncate(to: before) }
        }
        buffer.append("}")
      }
    } else {
      return false
    }
    return true
  }
}
