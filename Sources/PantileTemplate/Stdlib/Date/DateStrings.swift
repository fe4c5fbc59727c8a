extension Stdlib {
  static func installDateStrings(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    let forms: [(String, DateForm)] = [
      ("toString", .full), ("toDateString", .date), ("toTimeString", .time),
    ]
    for (name, form) in forms {
      try machine.addMethod(proto, name, 0) { (machine, call) throws(Abrupt) in
        try machine.dateText(try thisTime(&machine, call, name), form)
      }
    }
    try machine.addMethod(proto, "toISOString", 0) { (machine, call) throws(Abrupt) in
      guard let text = DateText.iso(try thisTime(&machine, call, "toISOString")) else {
        throw machine.rangeError("Invalid time value")
      }
      try machine.charge(4)
      return try machine.makeString(text)
    }
    let utc = try machine.addMethod(proto, "toUTCString", 0) { (machine, call) throws(Abrupt) in
      let text = DateText.utc(try thisTime(&machine, call, "toUTCString"))
      try machine.charge(4)
      return try machine.makeString(text)
    }
    try machine.addNamed(proto, machine.nameAtom("toGMTString"), .object(utc), .hidden)
    try machine.addMethod(proto, "toJSON", 1, dateToJSON)
    let primitive = try machine.makeNative("[Symbol.toPrimitive]", 1, dateToPrimitive)
    try machine.addNamed(proto, .symbolToPrimitive, .object(primitive), .configurable)
  }

  private static func dateToJSON(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    let object = try machine.toObject(machine.this(call))
    let primitive = try machine.toPrimitive(.object(object), hint: .number)
    if primitive.isNumber, !primitive.number.isFinite { return .null }
    let method = try machine.get(object, machine.atoms.intern("toISOString"))
    guard machine.isCallable(method) else {
      throw machine.typeError("toISOString is not a function")
    }
    return try machine.call(method, this: .object(object))
  }

  private static func dateToPrimitive(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let this = machine.this(call)
    let hint = machine.argument(call, 0)
    guard this.isObject else {
      let text = try machine.inspect(this)
      throw machine.typeError(
        "Method Date.prototype [ @@toPrimitive ] called on incompatible receiver \(text)")
    }
    let name = hint.isString ? try machine.swiftString(hint.ref) : ""
    guard ["default", "string", "number"].contains(name) else {
      throw machine.typeError("Invalid hint: \(try machine.inspect(hint))")
    }
    for atom in name == "number" ? [Atom.valueOf, .toString] : [.toString, .valueOf] {
      let method = try machine.get(this.ref, atom)
      guard machine.isCallable(method) else { continue }
      let result = try machine.call(method, this: this)
      if !result.isObject { return result }
    }
    throw machine.typeError("Cannot convert object to primitive value")
  }

  static func installDateLocaleStrings(
    _ machine: inout Machine, _ proto: Ref
  ) throws(Abrupt) {
    let methods: [(String, DateTimeFormat.Defaults)] = [
      ("toLocaleString", .anyOrAll), ("toLocaleDateString", .date),
      ("toLocaleTimeString", .time),
    ]
    for (name, defaults) in methods {
      try machine.addMethod(proto, name, 0) { (machine, call) throws(Abrupt) in
        let time = try thisTime(&machine, call, name)
        if time.isNaN { return try machine.makeString(DateText.invalid) }
        let method = "Date.prototype.\(name)"
        let locales = try machine.localeList(machine.argument(call, 0))
        let options = try machine.intlOptions(
          machine.argument(call, 1), .dateTimeFormat, onNull: nil)
        let text = try machine.withIntl { (session) throws(IntlError) in
          let format = try session.dateTimeFormat(
            locales: locales, options: options, defaults: defaults, method: method)
          return try session.format(time, format)
        }
        return try machine.makeString(text)
      }
    }
  }
}

/// The parts of a date that its fixed formats print.
enum DateForm {
  case full, date, time
}

extension Machine {
  /// `toString`, `toDateString` or `toTimeString` of a time value.
  mutating func dateText(_ time: Double, _ form: DateForm) throws(Abrupt) -> Value {
    try charge(8)
    let text = try withIntl { (session) throws(IntlError) in
      if form == .date { return Array(DateText.date(time, zone: session.zone).utf16) }
      let locale = try session.icuName(try session.availableDefault())
      return form == .full
        ? try DateText.full(time, zone: session.zone, locale: locale)
        : try DateText.time(time, zone: session.zone, locale: locale)
    }
    return try makeString(text)
  }
}
