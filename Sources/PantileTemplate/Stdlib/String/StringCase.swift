// Upper and lower case, normalisation, and order.

extension Stdlib {
  static func installStringCase(_ machine: inout Machine, _ proto: Ref) throws(Abrupt) {
    try machine.addMethod(proto, "toLocaleLowerCase", 0) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "toLocaleLowerCase")
      return try machine.localeCase(text, upper: false, machine.argument(call, 0))
    }
    try machine.addMethod(proto, "toLocaleUpperCase", 0) { (machine, call) throws(Abrupt) in
      let text = try machine.thisText(call, "toLocaleUpperCase")
      return try machine.localeCase(text, upper: true, machine.argument(call, 0))
    }
    try machine.addMethod(proto, "normalize", 0, stringNormalize)
    try machine.addMethod(proto, "localeCompare", 1, stringLocaleCompare)
    try machine.addMethod(proto, "toLowerCase", 0) { (machine, call) throws(Abrupt) in
      try machine.lowercased(try machine.thisText(call, "toLowerCase"))
    }
    try machine.addMethod(proto, "toUpperCase", 0) { (machine, call) throws(Abrupt) in
      try machine.uppercased(try machine.thisText(call, "toUpperCase"))
    }
  }

  private static func stringNormalize(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let text = try machine.thisText(call, "normalize")
    let argument = machine.argument(call, 0)
    let name = argument.isUndefined ? "NFC" : try machine.swiftText(argument)
    guard let form = NormalizationForm(rawValue: name) else {
      throw machine.rangeError(
        "The normalization form should be one of NFC, NFD, NFKC, NFKD.")
    }
    guard try machine.run(text).isWide else { return .string(text) }
    let units = try machine.copyUnits(text)
    let normal: [UInt16]
    do throws(IntlError) { normal = try TextNormalizer.normalize(units, form) } catch {
      throw machine.plainError(error.message)
    }
    return try machine.makeString(normal)
  }

  private static func stringLocaleCompare(
    _ machine: inout Machine, _ call: Call
  ) throws(Abrupt) -> Value {
    let text = try machine.thisText(call, "localeCompare")
    let other = try machine.toString(machine.argument(call, 0))
    let method = "String.prototype.localeCompare"
    let locales = try machine.localeList(machine.argument(call, 1))
    let options = try machine.intlOptions(machine.argument(call, 2), .collator, onNull: method)
    let collator = try machine.withIntl { (session) throws(IntlError) in
      try session.collator(locales: locales, options: options, method: method)
    }
    return try machine.collate(text, other, collator)
  }
}

extension Machine {
  /// Upper or lower case by the rules of a locale.
  fileprivate mutating func localeCase(
    _ text: Ref, upper: Bool, _ locales: Value
  ) throws(Abrupt) -> Value {
    let locales = try localeList(locales)
    let language = inputs.locale.prefix(2)
    let isPlain = locales.isEmpty && !["tr", "az", "lt", "el"].contains(language)
    touchedInputs = true
    if isPlain { return upper ? try uppercased(text) : try lowercased(text) }
    let units = try copyUnits(text)
    let mapped = try withIntl { (session) throws(IntlError) in
      try session.localeCase(units, upper: upper, locales: locales)
    }
    return try makeString(mapped)
  }

  /// The lower-case form of a text.
  mutating func lowercased(_ text: Ref) throws(Abrupt) -> Value {
    let run = try run(text)
    try charge(bytes: run.count)
    guard run.isWide else { return try mapASCII(text, run, from: 0x41, by: 0x20) }
    return try mapWide(run) { machine, index, code in
      if code == 0x3A3 {
        return machine.isFinalSigma(run, index) ? "\u{3C2}" : "\u{3C3}"
      }
      return Unicode.Scalar(code)?.properties.lowercaseMapping
    }
  }

  /// The upper-case form of a text.
  mutating func uppercased(_ text: Ref) throws(Abrupt) -> Value {
    let run = try run(text)
    try charge(bytes: run.count)
    guard run.isWide else { return try mapASCII(text, run, from: 0x61, by: 0x20) }
    return try mapWide(run) { _, _, code in
      Unicode.Scalar(code)?.properties.uppercaseMapping
    }
  }

  /// Flips the case bit of the 26 letters from `first` on.
  private mutating func mapASCII(
    _ text: Ref, _ run: TextRun, from first: UInt8, by bit: UInt8
  ) throws(Abrupt) -> Value {
    var changes = false
    for index in 0..<run.count where heap.load8(run.offset + index) &- first < 26 {
      changes = true
      break
    }
    if !changes { return .string(text) }
    if run.count == 1 { return character(UInt16(heap.load8(run.offset) ^ bit)) }
    let ref = try allocateString(count: run.count, isWide: false)
    for index in 0..<run.count {
      let byte = heap.load8(run.offset + index)
      heap.store8(Int(ref) + 8 + index, byte &- first < 26 ? byte ^ bit : byte)
    }
    return .string(ref)
  }

  private mutating func mapWide(
    _ run: TextRun, _ mapping: (inout Machine, Int, UInt32) -> String?
  ) throws(Abrupt) -> Value {
    var units = takeUnits()
    var index = 0
    while index < run.count {
      let (code, length) = codePoint(run, index)
      if let mapped = mapping(&self, index, code) {
        units.append(contentsOf: mapped.utf16)
      } else {
        units.append(UInt16(truncatingIfNeeded: code))
      }
      index += length
    }
    let result = try makeString(units: units.span)
    giveBack(&units)
    return result
  }

  /// Whether a sigma ends a word: a letter before it and none behind, marks left out.
  private mutating func isFinalSigma(_ run: TextRun, _ index: Int) -> Bool {
    var before = index
    var hasLetter = false
    while before > 0, !hasLetter {
      var code = UInt32(unit(run, before - 1))
      before -= 1
      if code & 0xFC00 == 0xDC00, before > 0, unit(run, before - 1) & 0xFC00 == 0xD800 {
        code = codePoint(run, before - 1).code
        before -= 1
      }
      guard let properties = Unicode.Scalar(code)?.properties else { return false }
      if properties.isCaseIgnorable { continue }
      guard properties.isCased else { return false }
      hasLetter = true
    }
    guard hasLetter else { return false }
    var behind = index + 1
    while behind < run.count {
      let (code, length) = codePoint(run, behind)
      guard let properties = Unicode.Scalar(code)?.properties else { return true }
      if !properties.isCaseIgnorable { return !properties.isCased }
      behind += length
    }
    return true
  }
}
