// Dates: objects of the kind `date` with their time value as the primitive.

extension Stdlib {
  /// `Date` and its prototype.
  static func installDate(_ machine: inout Machine) throws(Abrupt) {
    let proto = try machine.makeObject(
      try machine.rootShape(proto: machine.intrinsics.objectPrototype), capacity: 52)
    machine.intrinsics.datePrototype = proto
    let constructor = try machine.addConstructor("Date", 7, proto: proto, makeDate)
    try machine.addMethod(constructor, "now", 0) { (machine, _) throws(Abrupt) in
      Value(machine.now())
    }
    try machine.addMethod(constructor, "parse", 1) { (machine, call) throws(Abrupt) in
      let text = try machine.toString(machine.argument(call, 0))
      return Value(canonical: try machine.parseDate(text))
    }
    try machine.addMethod(constructor, "UTC", 7) { (machine, call) throws(Abrupt) in
      let fields = try DateFields7(&machine, call)
      return Value(canonical: TimeValue.clip(fields.time))
    }
    try installDateGetters(&machine, proto)
    try installDateSetters(&machine, proto)
    try installDateStrings(&machine, proto)
    try installDateLocaleStrings(&machine, proto)
  }

  private static func makeDate(_ machine: inout Machine, _ call: Call) throws(Abrupt) -> Value {
    if call.newTarget.isUndefined {
      return try machine.dateText(machine.now(), .full)
    }
    let time: Double
    if call.count == 0 {
      time = machine.now()
    } else if call.count == 1 {
      time = try timeValue(&machine, machine.argument(call, 0))
    } else {
      let fields = try DateFields7(&machine, call)
      time = TimeValue.clip(try machine.localZone().utcTime(fromLocal: fields.time))
    }
    let proto = try machine.protoOf(
      newTarget: call.newTarget, otherwise: machine.intrinsics.datePrototype)
    let date = try machine.makeObject(
      try machine.rootShape(proto: proto), kind: .date, internals: ObjectLayout.primitiveWords)
    machine.heap.initValue(Int(date) + ObjectLayout.primitive, Value(canonical: time))
    return .object(date)
  }

  private static func timeValue(
    _ machine: inout Machine, _ value: Value
  ) throws(Abrupt) -> Double {
    if value.isObject, machine.kind(value.ref) == .date { return machine.time(of: value.ref) }
    let primitive = try machine.toPrimitive(value)
    if primitive.isString { return try machine.parseDate(primitive.ref) }
    return TimeValue.clip(try machine.toNumber(primitive))
  }
}

/// Year, month, day, hour, minute, second and millisecond of a date that is put together.
struct DateFields7 {
  var values: InlineArray<7, Double> = [.nan, 0, 1, 0, 0, 0, 0]

  /// The arguments of `Date.UTC` or of the constructor.
  init(_ machine: inout Machine, _ call: Call) throws(Abrupt) {
    for index in 0..<min(7, call.count) {
      values[index] = try machine.toNumber(machine.argument(call, index))
    }
    values[0] = TimeValue.makeFullYear(values[0])
  }

  /// The parts of a time value; 1 January 1970 when it is not a number.
  init(_ time: Double) {
    guard let parts = DateParts(time) else {
      values[0] = 1970
      return
    }
    values = [
      Double(parts.year), Double(parts.month), Double(parts.day), Double(parts.hour),
      Double(parts.minute), Double(parts.second), Double(parts.millisecond),
    ]
  }

  /// The time value that the fields make.
  var time: Double {
    TimeValue.makeDate(
      day: TimeValue.makeDay(year: values[0], month: values[1], day: values[2]),
      time: TimeValue.makeTime(
        hour: values[3], minute: values[4], second: values[5], millisecond: values[6]))
  }
}

extension Machine {
  /// The clock.
  mutating func now() -> Double {
    touchedInputs = true
    return TimeValue.clip(inputs.now)
  }

  /// The zone of local time.
  mutating func localZone() throws(Abrupt) -> DateZone {
    try intlSession().zone
  }

  /// The time value of a date object.
  mutating func time(of date: Ref) -> Double {
    heap.value(Int(date) + ObjectLayout.primitive).number
  }

  /// `Date.parse`.
  mutating func parseDate(_ text: Ref) throws(Abrupt) -> Double {
    let units = try copyUnits(text)
    try charge(units.count)
    return DateParser.parse(units, zone: try localZone())
  }
}
