/// What `JSON.stringify` was asked for beside the value.
struct JSONStyle {
  /// The replacer function; undefined if there is none.
  var replacer = Value.undefined
  /// The only properties to write, if the replacer is an array.
  var keys: ContiguousArray<PropertyKey>?
  /// The indentation of a level in WTF-8; without it everything is on one line.
  var gap: ContiguousArray<UInt8> = []
}

extension Machine {
  /// Reads the second and third argument of `JSON.stringify`.
  mutating func jsonStyle(replacer: Value, space: Value) throws(Abrupt) -> JSONStyle {
    var style = JSONStyle()
    if isCallable(replacer) {
      style.replacer = replacer
    } else if isArray(replacer) {
      style.keys = try jsonKeys(replacer.ref)
    }
    if !space.isUndefined { style.gap = try jsonGap(space) }
    return style
  }

  private mutating func jsonKeys(_ list: Ref) throws(Abrupt) -> ContiguousArray<PropertyKey> {
    var keys: ContiguousArray<PropertyKey> = []
    var seen: Set<UInt64> = []
    for index in 0..<arrayLength(list) {
      try charge(1)
      let item = try get(list, index: index)
      let isBoxed =
        item.isObject && (kind(item.ref) == .boxedNumber || kind(item.ref) == .boxedString)
      guard item.isString || item.isNumber || isBoxed else { continue }
      let key = try propertyKey(string: try toString(item))
      if seen.insert(JSONFrame.word(key)).inserted { keys.append(key) }
    }
    return keys
  }

  private mutating func jsonGap(_ space: Value) throws(Abrupt) -> ContiguousArray<UInt8> {
    var space = space
    if space.isObject {
      let kind = kind(space.ref)
      if kind == .boxedNumber { space = Value(try toNumber(space)) }
      if kind == .boxedString { space = .string(try toString(space)) }
    }
    if space.isNumber {
      let count = Int(max(0, min(10, try toInteger(space))))
      return ContiguousArray(repeating: 0x20, count: count)
    }
    guard space.isString else { return [] }
    let run = try run(space.ref)
    var gap: ContiguousArray<UInt8> = []
    for index in 0..<min(10, run.count) {
      let code = UInt32(unit(run, index))
      if code < 0x80 {
        gap.append(UInt8(code))
      } else if code < 0x800 {
        gap.append(UInt8(code >> 6 | 0xC0))
        gap.append(UInt8(code & 0x3F | 0x80))
      } else {
        // A surrogate takes three bytes; pairs join again when the text is decoded.
        gap.append(UInt8(code >> 12 | 0xE0))
        gap.append(UInt8(code >> 6 & 0x3F | 0x80))
        gap.append(UInt8(code & 0x3F | 0x80))
      }
    }
    return gap
  }
}
