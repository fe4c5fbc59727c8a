extension Stdlib {
  static func installNumberFormat(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    let function = try machine.makeNative("", 1) { (machine, call) throws(Abrupt) in
      let object = machine.nativeData(machine.callee(call))
      guard let format = machine.formatter(of: object, .numberFormat) as? NumberFormat else {
        return .undefined
      }
      let number = try machine.formattable(machine.argument(call, 0))
      let text = try machine.withIntl { (session) throws(IntlError) in
        try session.format(number, format)
      }
      return try machine.makeString(text)
    }
    try machine.addGetter(proto, "format") { (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      if this == .object(proto) { throw try unwrapError(&machine, "NumberFormat", .undefined) }
      _ = try machine.formatter(call, .numberFormat, "get format")
      return try machine.boundIntl(this.ref, function)
    }
    try machine.addMethod(proto, "formatToParts", 1) { (machine, call) throws(Abrupt) in
      let format = try numberFormat(&machine, call, "formatToParts")
      let number = try machine.formattable(machine.argument(call, 0))
      let parts = try machine.withIntl { (session) throws(IntlError) in
        try session.formatToParts(number, format)
      }
      return try machine.makeParts(parts)
    }
    try machine.addMethod(proto, "formatRange", 2) { (machine, call) throws(Abrupt) in
      let format = try numberFormat(&machine, call, "formatRange")
      let (from, to) = try rangeNumbers(&machine, call)
      let text = try machine.withIntl { (session) throws(IntlError) in
        try session.formatRange(from, to, format)
      }
      return try machine.makeString(text)
    }
    try machine.addMethod(proto, "formatRangeToParts", 2) { (machine, call) throws(Abrupt) in
      let format = try numberFormat(&machine, call, "formatRangeToParts")
      let (from, to) = try rangeNumbers(&machine, call)
      let parts = try machine.withIntl { (session) throws(IntlError) in
        try session.formatRangeToParts(from, to, format)
      }
      return try machine.makeParts(parts)
    }
    try installNumberToLocaleString(&machine)
  }

  /// `Number.prototype.toLocaleString`.
  private static func installNumberToLocaleString(_ machine: inout Machine) throws(Abrupt) {
    let holder = machine.intrinsics.numberPrototype
    try machine.addMethod(holder, "toLocaleString", 0) { (machine, call) throws(Abrupt) in
      let number = try thisNumber(&machine, call, "toLocaleString")
      return try machine.localeText(
        .double(number), locales: machine.argument(call, 0), options: machine.argument(call, 1),
        method: "Number.prototype.toLocaleString")
    }
    let bigints = machine.intrinsics.bigintPrototype
    guard bigints != 0 else { return }
    let function = try machine.makeNative("toLocaleString", 0) {
      (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      let isBoxed = this.isObject && machine.kind(this.ref) == .boxedBigint
      let bigint = isBoxed ? machine.heap.value(Int(this.ref) + ObjectLayout.primitive) : this
      guard bigint.isBigint else {
        throw machine.typeError("BigInt.prototype.toLocaleString requires that 'this' be a BigInt")
      }
      return try machine.localeText(
        try machine.formattable(bigint: bigint.ref), locales: machine.argument(call, 0),
        options: machine.argument(call, 1), method: "BigInt.prototype.toLocaleString")
    }
    let name = machine.nameAtom("toLocaleString")
    try machine.defineNamed(bigints, name, .object(function), .hidden)
  }

  private static func numberFormat(
    _ machine: inout Machine, _ call: Call, _ method: String
  ) throws(Abrupt) -> NumberFormat {
    guard let format = try machine.formatter(call, .numberFormat, method) as? NumberFormat else {
      throw machine.typeError("invalid_argument")
    }
    return format
  }

  private static func rangeNumbers(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> (FormattableNumber, FormattableNumber) {
    let from = machine.argument(call, 0)
    let to = machine.argument(call, 1)
    if from.isUndefined { throw machine.typeError("Invalid start : undefined") }
    if to.isUndefined { throw machine.typeError("Invalid end : undefined") }
    return (try machine.formattable(from), try machine.formattable(to))
  }
}

extension Machine {
  /// A value as the number formatters take it: bigints and decimal texts stay exact.
  mutating func formattable(_ value: Value) throws(Abrupt) -> FormattableNumber {
    let primitive = try toPrimitive(value, hint: .number)
    if primitive.isBigint { return try formattable(bigint: primitive.ref) }
    if primitive.isString {
      let text = try trimmed(primitive.ref, start: true, end: true)
      let digits = try swiftString(text.ref)
      // Up to 15 digits a double says as much.
      if digits.utf8.count > 15, let exact = FormattableNumber.exact(digits) { return exact }
    }
    return .double(try toNumber(primitive))
  }

  /// A bigint as the number formatters take it.
  mutating func formattable(bigint: Ref) throws(Abrupt) -> FormattableNumber {
    let digits = try swiftString(try bigintString(bigint, radix: 10).ref)
    return FormattableNumber.exact(digits) ?? .double(.nan)
  }

  /// `toLocaleString` of a number or a bigint.
  mutating func localeText(
    _ number: FormattableNumber, locales: Value, options: Value, method: String
  ) throws(Abrupt) -> Value {
    let locales = try localeList(locales)
    let options = try intlOptions(options, .numberFormat, onNull: method)
    let text = try withIntl { (session) throws(IntlError) in
      let format = try session.numberFormat(locales: locales, options: options, method: method)
      return try session.format(number, format)
    }
    return try makeString(text)
  }
}
