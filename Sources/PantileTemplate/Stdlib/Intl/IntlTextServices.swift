// Collator, PluralRules, RelativeTimeFormat, ListFormat and DisplayNames.

extension Stdlib {
  static func installCollator(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    let function = try machine.makeNative("", 2) { (machine, call) throws(Abrupt) in
      let object = machine.nativeData(machine.callee(call))
      guard let collator = machine.formatter(of: object, .collator) as? Collator else {
        return .undefined
      }
      let left = try machine.toString(machine.argument(call, 0))
      let right = try machine.toString(machine.argument(call, 1))
      return try machine.collate(left, right, collator)
    }
    try machine.addGetter(proto, "compare") { (machine, call) throws(Abrupt) in
      _ = try machine.formatter(call, .collator, "get compare")
      return try machine.boundIntl(machine.this(call).ref, function)
    }
  }

  static func installPluralRules(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "select", 1) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .pluralRules, "select")
      guard let rules = found as? PluralRules else { return .undefined }
      let number = try machine.toNumber(machine.argument(call, 0))
      let keyword = try machine.withIntl { (session) throws(IntlError) in
        try session.select(number, rules)
      }
      return try machine.makeString(keyword)
    }
    try machine.addMethod(proto, "selectRange", 2) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .pluralRules, "selectRange")
      guard let rules = found as? PluralRules else { return .undefined }
      let (first, second) = (machine.argument(call, 0), machine.argument(call, 1))
      if first.isUndefined { throw machine.typeError("Invalid start : undefined") }
      if second.isUndefined { throw machine.typeError("Invalid end : undefined") }
      let from = try machine.toNumber(first)
      let to = try machine.toNumber(second)
      let keyword = try machine.withIntl { (session) throws(IntlError) in
        try session.selectRange(from, to, rules)
      }
      return try machine.makeString(keyword)
    }
  }

  static func installRelativeTimeFormat(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "format", 2) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .relativeTimeFormat, "format")
      guard let format = found as? RelativeTimeFormat else { return .undefined }
      let value = try machine.toNumber(machine.argument(call, 0))
      let unit = try machine.swiftText(machine.argument(call, 1))
      let text = try machine.withIntl { (session) throws(IntlError) in
        try session.format(value, unit, format)
      }
      return try machine.makeString(text)
    }
    try machine.addMethod(proto, "formatToParts", 2) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .relativeTimeFormat, "formatToParts")
      guard let format = found as? RelativeTimeFormat else { return .undefined }
      let value = try machine.toNumber(machine.argument(call, 0))
      let unit = try machine.swiftText(machine.argument(call, 1))
      let parts = try machine.withIntl { (session) throws(IntlError) in
        try session.formatToParts(value, unit, format)
      }
      return try machine.makeParts(parts)
    }
  }

  static func installListFormat(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "format", 1) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .listFormat, "format")
      guard let format = found as? ListFormat else { return .undefined }
      let items = try machine.textList(machine.argument(call, 0))
      let text = try machine.withIntl { (session) throws(IntlError) in
        try session.format(items, format)
      }
      return try machine.makeString(text)
    }
    try machine.addMethod(proto, "formatToParts", 1) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .listFormat, "formatToParts")
      guard let format = found as? ListFormat else { return .undefined }
      let items = try machine.textList(machine.argument(call, 0))
      let parts = try machine.withIntl { (session) throws(IntlError) in
        try session.formatToParts(items, format)
      }
      return try machine.makeParts(parts)
    }
  }

  static func installDisplayNames(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "of", 1) { (machine, call) throws(Abrupt) in
      let found = try machine.formatter(call, .displayNames, "of")
      guard let names = found as? DisplayNames else { return .undefined }
      let code = try machine.swiftText(machine.argument(call, 0))
      let name = try machine.withIntl { (session) throws(IntlError) in
        try session.name(of: code, names)
      }
      guard let name else { return .undefined }
      return try machine.makeString(name)
    }
  }
}

extension Machine {
  /// −1, 0 or 1 for the order of two texts.
  mutating func collate(
    _ left: Ref, _ right: Ref, _ collator: Collator
  ) throws(Abrupt) -> Value {
    if try equal(left, right) { return Value(0.0) }
    let first = try copyUnits(left)
    let second = try copyUnits(right)
    try charge(4 + (first.count + second.count) / 8)
    let order = try withIntl { (session) throws(IntlError) in
      try session.compare(first, second, collator)
    }
    return Value(order.signum())
  }

  /// The strings that a value iterates.
  fileprivate mutating func textList(_ value: Value) throws(Abrupt) -> [[UInt16]] {
    var items: [[UInt16]] = []
    if value.isUndefined { return items }
    let iterator = value.isNull ? Value.undefined : try get(value, .symbolIterator)
    guard isCallable(iterator) else { throw notIterableValue(value) }
    try forEach(in: value) { (machine, element) throws(Abrupt) in
      guard element.isString else {
        let text = try machine.inspect(element)
        throw machine.typeError(IntlSession.notAString(text).message)
      }
      items.append(try machine.copyUnits(element.ref))
      return true
    }
    return items
  }
}
