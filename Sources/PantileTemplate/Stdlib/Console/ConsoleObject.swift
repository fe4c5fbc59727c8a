extension Stdlib {
  /// `console`, which writes to the diagnostics of a render.
  static func installConsole(_ machine: inout Machine) throws(Abrupt) {
    let console = try machine.makePlainObject(capacity: 8)
    for level in ["log", "warn", "error", "info", "debug"] {
      try machine.addNamed(
        console, machine.nameAtom(level),
        .object(
          try machine.makeNative(level, 0) { (machine, call) throws(Abrupt) in
            try write(&machine, call, level)
          }), .plain)
    }
    try machine.addTag(console, "console")
    try machine.addNamed(
      machine.intrinsics.global, machine.nameAtom("console"), .object(console), .hidden)
  }

  private static func write(
    _ machine: inout Machine, _ call: Call, _ level: String
  ) throws(Abrupt) -> Value {
    machine.touchedInputs = true
    var printer = ValuePrinter()
    var text = ""
    var next = 0
    if call.count > 1, machine.argument(call, 0).isString {
      (text, next) = try fill(&machine, call, &printer)
    }
    for index in next..<max(next, call.count) {
      if index > 0 { text += " " }
      text += try plainText(&machine, machine.argument(call, index), &printer)
    }
    try machine.charge(bytes: text.utf8.count)
    machine.console.append(level: level, text)
    return .undefined
  }

  private static func plainText(
    _ machine: inout Machine, _ value: Value, _ printer: inout ValuePrinter
  ) throws(Abrupt) -> String {
    value.isString
      ? try printer.start(of: value.ref, 65_536, &machine)
      : try printer.print(value, &machine)
  }

  /// Replaces `%s` and its like in the first argument; returns how many arguments that took.
  private static func fill(
    _ machine: inout Machine, _ call: Call, _ printer: inout ValuePrinter
  ) throws(Abrupt) -> (String, Int) {
    let format = Array(
      try printer.start(of: machine.argument(call, 0).ref, 65_536, &machine).unicodeScalars)
    var text = String.UnicodeScalarView()
    var next = 1
    var index = 0
    while index < format.count {
      let mark = index + 1 < format.count ? format[index + 1] : " "
      guard format[index] == "%", mark == "%" || "sdifjoOc".unicodeScalars.contains(mark) else {
        text.append(format[index])
        index += 1
        continue
      }
      if mark != "%", next >= call.count {
        text.append("%")
        text.append(mark)
      } else if mark == "%" {
        text.append("%")
      } else {
        let value = machine.argument(call, next)
        text.append(contentsOf: try part(&machine, value, mark, &printer).unicodeScalars)
        next += 1
      }
      index += 2
    }
    return (String(text), next)
  }

  private static func part(
    _ machine: inout Machine, _ value: Value, _ mark: UnicodeScalar,
    _ printer: inout ValuePrinter
  ) throws(Abrupt) -> String {
    switch mark {
    case "s": return try plainText(&machine, value, &printer)
    case "c": return ""
    case "d", "i", "f":
      if value.isObject || value.isSymbol { return "NaN" }
      if value.isBigint { return try machine.swiftText(value) + "n" }
      let number = try machine.toNumber(value)
      return try machine.swiftText(Value(mark == "i" ? number.rounded(.towardZero) : number))
    default: return try printer.print(value, &machine)
    }
  }
}
