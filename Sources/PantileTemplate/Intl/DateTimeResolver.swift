/// Turns the options of a date formatter into a pattern, as V8 does.
struct DateTimeResolver {
  let session: IntlSession
  let reader: OptionReader
  let defaults: DateTimeFormat.Defaults

  private struct Components {
    var skeleton = ""
    var named: Set<IntlOption> = []
  }

  func resolve(_ locales: [String]) throws(IntlError) -> DateTimeFormat {
    let tags = try session.canonicalLocales(locales)
    try reader.checkMatcher()
    let calendar = try type(.calendar)
    let digits = try type(.numberingSystem)
    let hour12 = reader.bool(.hour12)
    let cycleOption = try reader.string(.hourCycle, ["h11", "h12", "h23", "h24"])
    let found = try session.resolveLocale(tags, keys: ["ca", "nu", "hc"])
    var tag = found
    if let calendar, let own = found.keyword("ca"), own != calendar { tag.setKeyword("ca", nil) }
    if let digits, let own = found.keyword("nu"), own != digits { tag.setKeyword("nu", nil) }
    var formatting = tag
    if let calendar, try session.isCalendar(calendar, for: found) {
      formatting.setKeyword("ca", calendar)
    }
    if let digits, try session.isNumberingSystem(digits) {
      formatting.setKeyword("nu", digits)
    }
    let icuLocale = try session.icuName(formatting)
    let icu = try ICULibrary.shared()
    let generator = try session.handle("g|\(icuLocale)") { () throws(IntlError) in
      try DatePatternGenerator(locale: icuLocale)
    }
    let usual = HourCycle(letter: generator.owner.defaultHourLetter().utf16.first ?? 0) ?? .h23
    let cycle = hourCycle(
      usual, hour12: hour12, option: cycleOption, keyword: found.keyword("hc"),
      region: found.region)
    let zone = try timeZone(icu)
    let components = try readComponents(cycle)
    _ = try reader.string(.formatMatcher, ["best fit", "basic"])
    let styles = ["full", "long", "medium", "short"]
    let dateStyle = try reader.string(.dateStyle, styles)
    let timeStyle = try reader.string(.timeStyle, styles)
    try checkStyles(dateStyle, timeStyle, components)

    let resolvedCycle: HourCycle?
    let source: DateFormatSource
    if dateStyle != nil || timeStyle != nil {
      resolvedCycle = timeStyle == nil ? nil : cycle
      source = try styleSource(
        dateStyle, timeStyle, resolvedCycle, locale: icuLocale, zone: zone, generator)
    } else {
      resolvedCycle = components.named.contains(.hour) ? cycle : nil
      let skeleton = components.skeleton + missing(components.named, cycle)
      let best = try generator.owner.bestPattern([UInt16](skeleton.utf16))
      source = .pattern(resolvedCycle?.applied(to: best) ?? best)
    }
    if hour12 != nil || cycleOption != nil, let own = tag.keyword("hc"),
      own != resolvedCycle?.rawValue
    {
      tag.setKeyword("hc", nil)
    }
    let handle = try session.dateHandle(locale: icuLocale, source: source, zone: zone)
    return DateTimeFormat(
      locale: tag.text, icuLocale: icuLocale, source: source,
      pattern: try handle.owner.pattern(), timeZone: zone, calendar: handle.owner.calendar,
      hourCycle: resolvedCycle, dateStyle: dateStyle, timeStyle: timeStyle)
  }

  /// A calendar or numbering system by name; the name need not exist.
  private func type(_ option: IntlOption) throws(IntlError) -> String? {
    guard let name = try reader.string(option) else { return nil }
    guard LanguageTagParser.isType(name) else {
      throw .range("Invalid \(option.rawValue) : \(name)")
    }
    return name.lowercased()
  }

  private func hourCycle(
    _ usual: HourCycle, hour12: Bool?, option: String?, keyword: String?, region: String
  ) -> HourCycle {
    switch hour12 {
    case true?:
      if usual == .h11 || usual == .h12 { return usual }
      return region == "JP" ? .h11 : .h12
    case false?:
      return usual == .h24 ? .h24 : .h23
    case nil:
      return (option ?? keyword).flatMap(HourCycle.init(rawValue:)) ?? usual
    }
  }

  private func timeZone(_ icu: ICULibrary) throws(IntlError) -> String {
    guard let id = try reader.string(.timeZone) else { return session.zone.id }
    if id == session.zone.id { return id }
    guard let zone = try session.canonicalZone(id) else {
      throw .range("Invalid time zone specified: \(id)")
    }
    return zone
  }
}

// MARK: Fields

extension DateTimeResolver {
  private static let zoneNames = [
    "long": "zzzz", "short": "z", "longOffset": "OOOO", "shortOffset": "O",
    "longGeneric": "vvvv", "shortGeneric": "v",
  ]

  private func readComponents(_ cycle: HourCycle) throws(IntlError) -> Components {
    var result = Components()
    try add(.weekday, ["narrow": "EEEEE", "long": "EEEE", "short": "EEE"], to: &result)
    try add(.era, ["narrow": "GGGGG", "long": "GGGG", "short": "GGG"], to: &result)
    try add(.year, ["2-digit": "yy", "numeric": "y"], to: &result)
    try add(
      .month,
      ["narrow": "MMMMM", "long": "MMMM", "short": "MMM", "2-digit": "MM", "numeric": "M"],
      to: &result)
    try add(.day, ["2-digit": "dd", "numeric": "d"], to: &result)
    try add(.dayPeriod, ["narrow": "BBBBB", "long": "BBBB", "short": "B"], to: &result)
    let hour = String(decoding: [cycle.letter], as: UTF16.self)
    try add(.hour, ["2-digit": hour + hour, "numeric": hour], to: &result)
    try add(.minute, ["2-digit": "mm", "numeric": "m"], to: &result)
    try add(.second, ["2-digit": "ss", "numeric": "s"], to: &result)
    if let digits = try reader.number(.fractionalSecondDigits, 1...3) {
      result.skeleton += String(repeating: "S", count: digits)
      result.named.insert(.fractionalSecondDigits)
    }
    try add(.timeZoneName, Self.zoneNames, to: &result)
    return result
  }

  private func add(
    _ option: IntlOption, _ letters: [String: String], to result: inout Components
  ) throws(IntlError) {
    guard let value = try reader.string(option) else { return }
    guard let letters = letters[value] else { throw reader.outOfRange(option, value) }
    result.skeleton += letters
    result.named.insert(option)
  }

  /// The skeleton of the fields that a call without any gets.
  private func missing(_ named: Set<IntlOption>, _ cycle: HourCycle) -> String {
    let dates: Set<IntlOption> = [.weekday, .year, .month, .day]
    let times: Set<IntlOption> = [.dayPeriod, .hour, .minute, .second, .fractionalSecondDigits]
    let time = String(decoding: [cycle.letter], as: UTF16.self) + "ms"
    switch defaults {
    case .anyOrDate: return named.isDisjoint(with: dates.union(times)) ? "yMd" : ""
    case .anyOrAll: return named.isDisjoint(with: dates.union(times)) ? "yMd" + time : ""
    case .date: return named.isDisjoint(with: dates) ? "yMd" : ""
    case .time: return named.isDisjoint(with: times) ? time : ""
    }
  }
}

// MARK: Styles

extension DateTimeResolver {
  private func checkStyles(_ dateStyle: String?, _ timeStyle: String?, _ components: Components)
    throws(IntlError)
  {
    guard dateStyle != nil || timeStyle != nil else { return }
    let order: [IntlOption] = [
      .weekday, .era, .year, .month, .day, .dayPeriod, .hour, .minute, .second,
      .fractionalSecondDigits, .timeZoneName,
    ]
    if defaults == .date, timeStyle != nil { throw .type("Invalid option : timeStyle") }
    if defaults == .time, dateStyle != nil { throw .type("Invalid option : dateStyle") }
    if let option = order.first(where: components.named.contains) {
      let style = dateStyle == nil ? "timeStyle" : "dateStyle"
      throw .type("Can't set option \(option.rawValue) when \(style) is used")
    }
  }

  /// ICU's style, or when its clock is not the one wanted, a pattern with the same fields.
  private func styleSource(
    _ dateStyle: String?, _ timeStyle: String?, _ cycle: HourCycle?, locale: String, zone: String,
    _ generator: Opened<DatePatternGenerator>
  ) throws(IntlError) -> DateFormatSource {
    let source = DateFormatSource.styles(date: Self.number(dateStyle), time: Self.number(timeStyle))
    guard let cycle else { return source }
    let handle = try session.dateHandle(locale: locale, source: source, zone: zone)
    let pattern = try handle.owner.pattern()
    if HourCycle(pattern: pattern) == cycle { return source }
    let skeleton = cycle.replaced(inSkeleton: try ICULibrary.shared().skeleton(of: pattern))
    return .pattern(cycle.applied(to: try generator.owner.bestPattern(skeleton)))
  }

  private static func number(_ style: String?) -> Int32 {
    switch style {
    case "full": 0
    case "long": 1
    case "medium": 2
    case "short": 3
    default: -1
    }
  }
}
