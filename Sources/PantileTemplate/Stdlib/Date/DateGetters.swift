extension Stdlib {
  static func installDateGetters(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    let parts: [(String, @Sendable (DateParts) -> Int)] = [
      ("Date", { $0.day }), ("Day", { $0.weekday }), ("FullYear", { $0.year }),
      ("Hours", { $0.hour }), ("Milliseconds", { $0.millisecond }), ("Minutes", { $0.minute }),
      ("Month", { $0.month }), ("Seconds", { $0.second }),
    ]
    for (name, part) in parts {
      try machine.addMethod(proto, "get\(name)", 0) { (machine, call) throws(Abrupt) in
        let time = try thisTime(&machine, call)
        guard let parts = DateParts(try machine.localZone().localTime(time)) else { return .nan }
        return Value(part(parts))
      }
      try machine.addMethod(proto, "getUTC\(name)", 0) { (machine, call) throws(Abrupt) in
        guard let parts = DateParts(try thisTime(&machine, call)) else { return .nan }
        return Value(part(parts))
      }
    }
    for name in ["getTime", "valueOf"] {
      try machine.addMethod(proto, name, 0) { (machine, call) throws(Abrupt) in
        Value(canonical: try thisTime(&machine, call))
      }
    }
    try machine.addMethod(proto, "getTimezoneOffset", 0) { (machine, call) throws(Abrupt) in
      let time = try thisTime(&machine, call)
      if time.isNaN { return .nan }
      return Value(try machine.localZone().timezoneOffset(time))
    }
    try machine.addMethod(proto, "getYear", 0) { (machine, call) throws(Abrupt) in
      let time = try thisTime(&machine, call, "getYear")
      guard let parts = DateParts(try machine.localZone().localTime(time)) else { return .nan }
      return Value(parts.year - 1900)
    }
  }

  /// The time value that a getter is called on.
  private static func thisTime(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Double {
    let this = machine.this(call)
    guard this.isObject, machine.kind(this.ref) == .date else {
      throw machine.typeError("this is not a Date object.")
    }
    return machine.time(of: this.ref)
  }

  /// The time value that any other method is called on.
  static func thisTime(
    _ machine: inout Machine, _ call: Call, _ method: String
  ) throws(Abrupt) -> Double {
    let this = machine.this(call)
    guard this.isObject, machine.kind(this.ref) == .date else {
      let text = try machine.inspect(this)
      throw machine.typeError(
        "Method Date.prototype.\(method) called on incompatible receiver \(text)")
    }
    return machine.time(of: this.ref)
  }
}
