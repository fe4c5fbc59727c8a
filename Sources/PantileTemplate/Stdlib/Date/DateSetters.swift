extension Stdlib {
  static func installDateSetters(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    // The first field that a setter changes, and how many may follow.
    let setters: [(String, Int, Int)] = [
      ("Date", 2, 1), ("FullYear", 0, 3), ("Hours", 3, 4), ("Milliseconds", 6, 1),
      ("Minutes", 4, 3), ("Month", 1, 2), ("Seconds", 5, 2),
    ]
    for (name, first, count) in setters {
      try machine.addMethod(proto, "set\(name)", count) { (machine, call) throws(Abrupt) in
        try set(&machine, call, "set\(name)", first, count, isLocal: true)
      }
      try machine.addMethod(proto, "setUTC\(name)", count) { (machine, call) throws(Abrupt) in
        try set(&machine, call, "setUTC\(name)", first, count, isLocal: false)
      }
    }
    try machine.addMethod(proto, "setTime", 1) { (machine, call) throws(Abrupt) in
      _ = try thisTime(&machine, call, "setTime")
      let time = try machine.toNumber(machine.argument(call, 0))
      return store(&machine, call, time)
    }
    try machine.addMethod(proto, "setYear", 1) { (machine, call) throws(Abrupt) in
      let time = try thisTime(&machine, call, "setYear")
      let year = try machine.toNumber(machine.argument(call, 0))
      if year.isNaN { return store(&machine, call, .nan) }
      let zone = try machine.localZone()
      var fields = DateFields7(zone.localTime(time))
      fields.values[0] = TimeValue.makeFullYear(year)
      return store(&machine, call, zone.utcTime(fromLocal: fields.time))
    }
  }

  private static func set(
    _ machine: inout Machine, _ call: Call, _ method: String, _ first: Int, _ count: Int,
    isLocal: Bool
  ) throws(Abrupt) -> Value {
    let time = try thisTime(&machine, call, method)
    var numbers: InlineArray<4, Double> = [.nan, 0, 0, 0]
    let given = min(count, call.count)
    for index in 0..<given { numbers[index] = try machine.toNumber(machine.argument(call, index)) }
    if time.isNaN, first > 0 { return .nan }
    var fields: DateFields7
    if isLocal {
      fields = DateFields7(try machine.localZone().localTime(time))
    } else {
      fields = DateFields7(time)
    }
    for index in 0..<max(1, given) { fields.values[first + index] = numbers[index] }
    let changed =
      isLocal ? try machine.localZone().utcTime(fromLocal: fields.time) : fields.time
    return store(&machine, call, changed)
  }

  private static func store(
    _ machine: inout Machine, _ call: Call, _ time: Double
  ) -> Value {
    let value = Value(canonical: TimeValue.clip(time))
    machine.heap.set(Int(machine.this(call).ref) + ObjectLayout.primitive, value)
    return value
  }
}
