// `resolvedOptions` of the two big services.
extension IntlSession {
  func resolvedOptions(_ format: NumberFormat) throws(IntlError) -> [IntlProperty] {
    let icu = try ICULibrary.shared()
    var list = [
      IntlProperty("locale", .string(format.locale)),
      IntlProperty("numberingSystem", .string(icu.numberingSystem(of: format.icuLocale))),
      IntlProperty("style", .string(format.style.rawValue)),
    ]
    if format.style == .currency, let currency = format.currency {
      list.append(IntlProperty("currency", .string(currency)))
      list.append(IntlProperty("currencyDisplay", .string(format.currencyDisplay)))
      list.append(IntlProperty("currencySign", .string(format.currencySign)))
    }
    if format.style == .unit, let unit = format.unit {
      list.append(IntlProperty("unit", .string(unit)))
      list.append(IntlProperty("unitDisplay", .string(format.unitDisplay)))
    }
    list += format.digits.resolved
    let grouping = format.grouping
    list.append(
      IntlProperty("useGrouping", grouping == "false" ? .bool(false) : .string(grouping)))
    list.append(IntlProperty("notation", .string(format.notation.rawValue)))
    if format.notation == .compact {
      list.append(IntlProperty("compactDisplay", .string(format.compactDisplay)))
    }
    let digits = format.digits
    list += [
      IntlProperty("signDisplay", .string(format.signDisplay)),
      IntlProperty("roundingMode", .string(digits.mode)),
      IntlProperty("roundingIncrement", .number(digits.increment)),
      IntlProperty("trailingZeroDisplay", .string(digits.stripsZeros ? "stripIfInteger" : "auto")),
      IntlProperty("roundingPriority", .string(digits.priority.rawValue)),
    ]
    return list
  }

  func resolvedOptions(_ format: DateTimeFormat) throws(IntlError) -> [IntlProperty] {
    let icu = try ICULibrary.shared()
    var list = [
      IntlProperty("locale", .string(format.locale)),
      IntlProperty("calendar", .string(format.calendar)),
      IntlProperty("numberingSystem", .string(icu.numberingSystem(of: format.icuLocale))),
      IntlProperty("timeZone", .string(format.timeZone)),
    ]
    if let cycle = format.hourCycle {
      list.append(IntlProperty("hourCycle", .string(cycle.rawValue)))
      list.append(IntlProperty("hour12", .bool(cycle == .h11 || cycle == .h12)))
    }
    if format.dateStyle == nil, format.timeStyle == nil {
      list += PatternFields(format.pattern).properties
    }
    if let style = format.dateStyle { list.append(IntlProperty("dateStyle", .string(style))) }
    if let style = format.timeStyle { list.append(IntlProperty("timeStyle", .string(style))) }
    return list
  }
}

/// The fields of a date pattern by their letters.
private struct PatternFields {
  /// The first run of each letter outside quotes.
  private var lengths: [UInt16: Int] = [:]

  init(_ pattern: [UInt16]) {
    var isQuoted = false
    var index = 0
    while index < pattern.count {
      let unit = pattern[index]
      var end = index + 1
      while end < pattern.count, pattern[end] == unit { end += 1 }
      if unit == 0x27 {
        if (end - index) % 2 == 1 { isQuoted.toggle() }
      } else if !isQuoted, lengths[unit] == nil {
        lengths[unit] = end - index
      }
      index = end
    }
  }

  private static let widths = [3: "short", 4: "long", 5: "narrow"]
  private static let months = [1: "numeric", 2: "2-digit", 3: "short", 4: "long", 5: "narrow"]
  private static let numbers = [1: "numeric", 2: "2-digit"]
  private static let periods = [1: "short", 4: "long", 5: "narrow"]

  private func length(_ letters: String) -> Int? {
    letters.utf16.lazy.compactMap { lengths[$0] }.first
  }

  private func name(_ letters: String, _ names: [Int: String]) -> String? {
    length(letters).flatMap { names[$0] }
  }

  private var zoneName: String? {
    if let length = length("z") { return length == 4 ? "long" : "short" }
    if let length = length("O") { return length == 4 ? "longOffset" : "shortOffset" }
    return length("v").map { $0 == 4 ? "longGeneric" : "shortGeneric" }
  }

  var properties: [IntlProperty] {
    let year = length("y").map { $0 == 2 ? "2-digit" : "numeric" }
    let named: [(String, String?)] = [
      ("weekday", name("Ec", Self.widths)), ("era", name("G", Self.widths)),
      ("year", year), ("month", name("ML", Self.months)), ("day", name("d", Self.numbers)),
      ("dayPeriod", name("Bb", Self.periods)), ("hour", name("HhkK", Self.numbers)),
      ("minute", name("m", Self.numbers)), ("second", name("s", Self.numbers)),
    ]
    var list = named.compactMap { name, value in value.map { IntlProperty(name, .string($0)) } }
    if let digits = length("S") {
      list.append(IntlProperty("fractionalSecondDigits", .number(digits)))
    }
    if let zoneName { list.append(IntlProperty("timeZoneName", .string(zoneName))) }
    return list
  }
}
