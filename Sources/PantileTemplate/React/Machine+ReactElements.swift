// createElement and its relatives, as React 19 does them.

extension Machine {
  /// Whether a value is a React element.
  mutating func isElement(_ value: Value) throws(Abrupt) -> Bool {
    guard value.isObject else { return false }
    if heap.load32(Int(value.ref)) == intrinsics.elementShape.id {
      let slots = Int(heap.load32(Int(value.ref) + ObjectLayout.slots))
      return heap.value(slots) == .symbol(intrinsics.elementSymbol)
    }
    return try get(value.ref, .typeOf) == .symbol(intrinsics.elementSymbol)
  }

  /// `createElement(type, config, ...children)`.
  mutating func createElement(_ call: Call) throws(Abrupt) -> Value {
    let type = argument(call, 0)
    let config = argument(call, 1)
    let props = try makePlainObject()
    var key = Value.null
    if !config.isNullish {
      let wanted = try get(config, .key)
      if !wanted.isUndefined { key = .string(try toString(wanted)) }
      try copyAttributes(from: config, to: props)
    }
    try addChildren(call, to: props)
    if toBoolean(type) {
      let defaults = try get(type, .defaultProps)
      if defaults.isObject { try applyDefaults(defaults, to: props) }
    }
    return try makeElement(type, key: key, props: props)
  }

  /// Sets `children` when a call has arguments behind the second.
  private mutating func addChildren(_ call: Call, to props: Ref) throws(Abrupt) {
    if call.count < 3 { return }
    if call.count == 3 { return try set(props, .children, argument(call, 2)) }
    let array = try makeArray(capacity: call.count - 2)
    for index in 2..<call.count { try push(array, argument(call, index)) }
    try set(props, .children, .object(array))
  }

  private mutating func applyDefaults(_ defaults: Value, to props: Ref) throws(Abrupt) {
    for (key, value) in try ownEntries(defaults) {
      let own = try get(props, key, receiver: .object(props))
      if own.isUndefined { try set(.object(props), key, value) }
    }
  }

  /// `cloneElement(element, config, ...children)`.
  mutating func cloneElement(_ call: Call) throws(Abrupt) -> Value {
    let element = argument(call, 0)
    if element.isNullish {
      let text = element.isNull ? "null" : "undefined"
      throw plainError("The argument must be a React element, but you passed \(text).")
    }
    let config = argument(call, 1)
    let props = try makePlainObject()
    try copyProperties(from: try get(element, .props), to: props)
    var key = try get(element, .key)
    if !config.isNullish {
      let wanted = try get(config, .key)
      if !wanted.isUndefined { key = .string(try toString(wanted)) }
      for (name, value) in try ownEntries(config) {
        if name == PropertyKey(.key) || name == PropertyKey(.jsxSelf)
          || name == PropertyKey(.jsxSource) || name == PropertyKey(.protoName)
          || name == PropertyKey(.ref) && value.isUndefined
        {
          continue
        }
        try define(props, name, value)
      }
    }
    try addChildren(call, to: props)
    return try makeElement(try get(element, .typeName), key: key, props: props)
  }

  /// `jsx(type, config, key)`.
  mutating func jsx(_ type: Value, _ config: Value, _ maybeKey: Value) throws(Abrupt) -> Value {
    var key = Value.null
    if !maybeKey.isUndefined { key = .string(try toString(maybeKey)) }
    let wanted = try get(config, .key)
    if !wanted.isUndefined { key = .string(try toString(wanted)) }
    var props = config
    if config.isObject, try has(config.ref, PropertyKey(.key)) {
      let copy = try makePlainObject()
      for (name, value) in try ownEntries(config) where name != PropertyKey(.key) {
        try define(copy, name, value)
      }
      props = .object(copy)
    }
    guard props.isObject else {
      return try makeElement(type, key: key, props: try makePlainObject())
    }
    return try makeElement(type, key: key, props: props.ref)
  }
}
