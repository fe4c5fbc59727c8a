/// Prints values for people, much as Node's `util.inspect` does.
///
/// Objects are opened two levels deep, of each at most 100 parts are shown, and no getter runs.
struct ValuePrinter {
  private static let deepest = 2
  private static let mostParts = 100
  private static let mostText = 10_000

  /// The objects that are being printed, from the outermost.
  private var open: ContiguousArray<Ref> = []
  /// How many bytes may still be printed, roughly.
  private var room = 65_536
  /// Objects that contain themselves, in the order in which that was found.
  private var circles: ContiguousArray<Ref> = []

  /// The text of a value.
  mutating func print(_ value: Value, _ machine: inout Machine) throws(Abrupt) -> String {
    try print(value, indent: 0, &machine)
  }

  private mutating func print(
    _ value: Value, indent: Int, _ machine: inout Machine
  ) throws(Abrupt) -> String {
    try machine.charge(1)
    guard room > 0 else { return "..." }
    if value.isString {
      let text = try start(of: value.ref, Self.mostText, &machine)
      room -= text.utf8.count
      let rest = machine.stringLength(value.ref) - Self.mostText
      return quote(text) + (rest > 0 ? "... \(rest) more characters" : "")
    }
    room -= 8
    if value.isBigint { return try machine.swiftText(value) + "n" }
    if value.isNumber, value.number == 0, value.number.sign == .minus { return "-0" }
    if value.isSymbol { return try machine.swiftString(try machine.symbolText(value.atom).ref) }
    guard value.isObject else { return try machine.swiftText(value) }
    if open.contains(value.ref) {
      if !circles.contains(value.ref) { circles.append(value.ref) }
      let number = (circles.firstIndex(of: value.ref) ?? 0) + 1
      return "[Circular *\(number)]"
    }
    let text = try printObject(value.ref, indent: indent, &machine)
    guard let number = circles.firstIndex(of: value.ref) else { return text }
    return "<ref *\(number + 1)> \(text)"
  }

  /// The first units of a string.
  func start(
    of text: Ref, _ count: Int, _ machine: inout Machine
  ) throws(Abrupt) -> String {
    let end = min(count, machine.stringLength(text))
    return try machine.swiftString(try machine.substring(text, 0, end).ref)
  }

  private func quote(_ text: String) -> String {
    let marks: [Character] = ["'", "\"", "`"]
    let mark = marks.first { !text.contains($0) } ?? "'"
    var result = String(mark)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\u{B}": result += "\\v"
      case "\\": result += "\\\\"
      case "'" where mark == "'": result += "\\'"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + String(mark)
  }

  // MARK: Objects

  private mutating func printObject(
    _ object: Ref, indent: Int, _ machine: inout Machine
  ) throws(Abrupt) -> String {
    let name = machine.constructorName(object)
    let kind = machine.kind(object)
    if kind == .error { return try printError(object, &machine) }
    var base = try head(object, kind, name, &machine)
    let isList = kind == .array
    if open.count > Self.deepest, try hasParts(object, kind, &machine) {
      if base.isEmpty { base = isList ? "Array" : name ?? "Object" }
      return base.hasPrefix("[") ? base : "[\(base)]"
    }
    open.append(object)
    defer { open.removeLast() }
    var parts: ContiguousArray<String> = []
    try appendEntries(object, kind, indent: indent, to: &parts, &machine)
    try appendProperties(object, kind, indent: indent, to: &parts, &machine)
    let isLeaf = base.hasPrefix("[") && kind != .plain
    if parts.isEmpty {
      if isLeaf || kind == .date || kind == .regex { return base }
      return base.isEmpty ? (isList ? "[]" : "{}") : base + (isList ? " []" : " {}")
    }
    return wrap(parts, base: base, isList: isList, indent: indent)
  }

  private func hasParts(
    _ object: Ref, _ kind: ObjectKind, _ machine: inout Machine
  ) throws(Abrupt) -> Bool {
    switch kind {
    case .array: if machine.arrayLength(object) > 0 { return true }
    case .map, .set: if machine.entryCount(object) > 0 { return true }
    default: break
    }
    for key in try machine.ownKeys(object) {
      if try machine.findOwn(object, key)?.flags.contains(.enumerable) == true { return true }
    }
    return false
  }

  /// What stands before the braces.
  private mutating func head(
    _ object: Ref, _ kind: ObjectKind, _ name: String?, _ machine: inout Machine
  ) throws(Abrupt) -> String {
    switch kind {
    case .array: return name == "Array" ? "" : "\(name ?? "Array")(\(machine.arrayLength(object)))"
    case .closure, .native, .bound, .component: return try functionHead(object, &machine)
    case .map, .set:
      let type = name ?? (kind == .map ? "Map" : "Set")
      return "\(type)(\(machine.entryCount(object)))"
    case .date, .regex: return try machine.swiftText(.object(object))
    case .boxedNumber, .boxedString, .boxedBoolean, .boxedSymbol, .boxedBigint:
      let primitive = machine.heap.value(Int(object) + ObjectLayout.primitive)
      return "[\(name ?? "Object"): \(try print(primitive, indent: 0, &machine))]"
    case .arguments: return "[Arguments]"
    default:
      guard let name else { return "[Object: null prototype]" }
      return name == "Object" ? "" : name
    }
  }

  private func functionHead(
    _ function: Ref, _ machine: inout Machine
  ) throws(Abrupt) -> String {
    let description = machine.functionDescription(function)
    let isClass = try machine.functionText(function).hasPrefix("class")
    if isClass { return "[class \(description.name.isEmpty ? "(anonymous)" : description.name)]" }
    return description.name.isEmpty
      ? "[Function (anonymous)]" : "[Function: \(description.name)]"
  }

  private func printError(_ error: Ref, _ machine: inout Machine) throws(Abrupt) -> String {
    let stack = try machine.findOwn(error, .stack)
    let text = try machine.swiftText(stack?.value ?? .undefined)
    return open.isEmpty ? text : "[\(text)]"
  }

  // MARK: Parts

  private mutating func appendEntries(
    _ object: Ref, _ kind: ObjectKind, indent: Int, to parts: inout ContiguousArray<String>,
    _ machine: inout Machine
  ) throws(Abrupt) {
    switch kind {
    case .array:
      try appendElements(object, indent: indent, to: &parts, &machine)
    case .map, .set:
      var cursor = machine.cursor(object)
      while let entry = try machine.next(&cursor) {
        if parts.count == Self.mostParts {
          parts.append(more(machine.entryCount(object) - Self.mostParts))
          break
        }
        var text = try print(machine.heap.value(entry), indent: indent + 2, &machine)
        if kind == .map {
          let value = machine.heap.value(entry + 8)
          text += " => " + (try print(value, indent: indent + 2, &machine))
        }
        parts.append(text)
      }
    default: break
    }
  }

  private func more(_ count: Int) -> String {
    "... \(count) more item\(count == 1 ? "" : "s")"
  }

  private mutating func appendElements(
    _ array: Ref, indent: Int, to parts: inout ContiguousArray<String>, _ machine: inout Machine
  ) throws(Abrupt) {
    let length = Int(machine.arrayLength(array))
    var index = 0
    while index < length {
      if parts.count == Self.mostParts {
        parts.append(more(length - index))
        return
      }
      if let own = machine.findElement(array, UInt32(index)) {
        parts.append(try property(own, indent: indent, &machine))
        index += 1
        continue
      }
      let first = index
      while index < length, machine.findElement(array, UInt32(index)) == nil {
        try machine.charge(1)
        index += 1
      }
      let count = index - first
      parts.append("<\(count) empty item\(count == 1 ? "" : "s")>")
    }
  }

  private mutating func appendProperties(
    _ object: Ref, _ kind: ObjectKind, indent: Int, to parts: inout ContiguousArray<String>,
    _ machine: inout Machine
  ) throws(Abrupt) {
    for key in try machine.ownKeys(object) {
      if key.isIndex, kind == .array || kind == .boxedString { continue }
      guard let own = try machine.findOwn(object, key), own.flags.contains(.enumerable) else {
        continue
      }
      if parts.count >= Self.mostParts * 2 {
        parts.append("...")
        return
      }
      let value = try property(own, indent: indent, &machine)
      parts.append("\(label(key, &machine)): \(value)")
    }
  }

  private mutating func property(
    _ own: OwnProperty, indent: Int, _ machine: inout Machine
  ) throws(Abrupt) -> String {
    guard own.flags.contains(.accessor) else {
      return try print(own.value, indent: indent + 2, &machine)
    }
    let hasGetter = !machine.heap.value(Int(own.value.ref)).isUndefined
    let hasSetter = !machine.heap.value(Int(own.value.ref) + 8).isUndefined
    return hasGetter ? (hasSetter ? "[Getter/Setter]" : "[Getter]") : "[Setter]"
  }

  private func label(_ key: PropertyKey, _ machine: inout Machine) -> String {
    let text = machine.describe(key)
    if !key.isIndex, machine.atoms.isSymbol(key.atom) { return "[\(text)]" }
    let isPlain =
      text.utf8.first.map { !($0 >= 0x30 && $0 <= 0x39) } ?? false
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24: true
        default: false
        }
      }
    return isPlain ? text : quote(text)
  }

  /// On one line when everything is short, else a line for each part.
  private func wrap(
    _ parts: ContiguousArray<String>, base: String, isList: Bool, indent: Int
  ) -> String {
    let head = base.isEmpty ? "" : base + " "
    let first = isList ? "[" : "{"
    let last = isList ? "]" : "}"
    var total = parts.count * 2 + indent + base.count + 11
    var isOneLine = true
    for part in parts {
      total += part.count
      if part.contains("\n") { isOneLine = false }
    }
    if isOneLine, total <= 80 {
      return "\(head)\(first) \(parts.joined(separator: ", ")) \(last)"
    }
    let margin = "\n" + String(repeating: " ", count: indent)
    let inner = parts.joined(separator: ",\(margin)  ")
    return "\(head)\(first)\(margin)  \(inner)\(margin)\(last)"
  }
}
