extension Stdlib {
  static func installDateTimeFormat(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    let function = try machine.makeNative("", 1) { (machine, call) throws(Abrupt) in
      let object = machine.nativeData(machine.callee(call))
      guard let format = machine.formatter(of: object, .dateTimeFormat) as? DateTimeFormat else {
        return .undefined
      }
      let time = try timeArgument(&machine, call)
      let text = try machine.withIntl { (session) throws(IntlError) in
        try session.format(time, format)
      }
      return try machine.makeString(text)
    }
    try machine.addGetter(proto, "format") { (machine, call) throws(Abrupt) in
      let this = machine.this(call)
      if this == .object(proto) { throw try unwrapError(&machine, "DateTimeFormat", this) }
      _ = try machine.formatter(call, .dateTimeFormat, "get format")
      return try machine.boundIntl(this.ref, function)
    }
    try machine.addMethod(proto, "formatToParts", 1) { (machine, call) throws(Abrupt) in
      let format = try dateFormat(&machine, call, "formatToParts")
      let time = try timeArgument(&machine, call)
      let parts = try machine.withIntl { (session) throws(IntlError) in
        try session.formatToParts(time, format)
      }
      return try machine.makeParts(parts)
    }
    try machine.addMethod(proto, "formatRange", 2) { (machine, call) throws(Abrupt) in
      let format = try dateFormat(&machine, call, "formatRange")
      let (from, to) = try rangeArguments(&machine, call)
      let text = try machine.withIntl { (session) throws(IntlError) in
        try session.formatRange(from, to, format)
      }
      return try machine.makeString(text)
    }
    try machine.addMethod(proto, "formatRangeToParts", 2) { (machine, call) throws(Abrupt) in
      let format = try dateFormat(&machine, call, "formatRangeToParts")
      let (from, to) = try rangeArguments(&machine, call)
      let parts = try machine.withIntl { (session) throws(IntlError) in
        try session.formatRangeToParts(from, to, format)
      }
      return try machine.makeParts(parts)
    }
  }

  static func unwrapError(
    _ machine: inout Machine, _ name: String, _ this: Value
  ) throws(Abrupt) -> Abrupt {
    machine.typeError(
      "Method Unwrap\(name) called on incompatible receiver \(try machine.inspect(this))")
  }

  private static func dateFormat(
    _ machine: inout Machine, _ call: Call, _ method: String
  ) throws(Abrupt) -> DateTimeFormat {
    guard
      let format = try machine.formatter(call, .dateTimeFormat, method) as? DateTimeFormat
    else { throw machine.typeError("invalid_argument") }
    return format
  }

  private static func timeArgument(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Double {
    let value = machine.argument(call, 0)
    return value.isUndefined ? machine.now() : try machine.toNumber(value)
  }

  private static func rangeArguments(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> (Double, Double) {
    let from = machine.argument(call, 0)
    let to = machine.argument(call, 1)
    if from.isUndefined || to.isUndefined { throw machine.typeError("Invalid time value") }
    return (try machine.toNumber(from), try machine.toNumber(to))
  }
}
