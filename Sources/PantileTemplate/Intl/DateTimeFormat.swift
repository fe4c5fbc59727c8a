/// A resolved `Intl.DateTimeFormat`: plain values, no open handle.
final class DateTimeFormat: Sendable {
  /// What a call of `toLocale…String` asks for.
  enum Defaults: Sendable {
    /// `Intl.DateTimeFormat`: any field will do, the date is the default.
    case anyOrDate
    /// `toLocaleString`.
    case anyOrAll
    /// `toLocaleDateString`.
    case date
    /// `toLocaleTimeString`.
    case time
  }

  /// The resolved tag.
  let locale: String
  /// ICU's locale with calendar and digits from the options.
  let icuLocale: String
  let source: DateFormatSource
  let pattern: [UInt16]
  let timeZone: String
  let calendar: String
  let hourCycle: HourCycle?
  let dateStyle: String?
  let timeStyle: String?
  /// The session's name for the open handle.
  let key: String

  init(
    locale: String, icuLocale: String, source: DateFormatSource, pattern: [UInt16],
    timeZone: String, calendar: String, hourCycle: HourCycle?, dateStyle: String?,
    timeStyle: String?
  ) {
    self.locale = locale
    self.icuLocale = icuLocale
    self.source = source
    self.pattern = pattern
    self.timeZone = timeZone
    self.calendar = calendar
    self.hourCycle = hourCycle
    self.dateStyle = dateStyle
    self.timeStyle = timeStyle
    key = source.key(locale: icuLocale, zone: timeZone)
  }
}

/// The clock of an hour field; the raw value is BCP 47's.
enum HourCycle: String, Sendable {
  case h11, h12, h23, h24

  /// CLDR's pattern letter.
  var letter: UInt16 {
    switch self {
    case .h11: 0x4B
    case .h12: 0x68
    case .h23: 0x48
    case .h24: 0x6B
    }
  }

  init?(letter: UInt16) {
    switch letter {
    case 0x4B: self = .h11
    case 0x68: self = .h12
    case 0x48: self = .h23
    case 0x6B: self = .h24
    default: return nil
    }
  }

  /// The cycle of the first hour field of a pattern.
  init?(pattern: [UInt16]) {
    var isQuoted = false
    for unit in pattern {
      if unit == 0x27 {
        isQuoted.toggle()
      } else if !isQuoted, let cycle = HourCycle(letter: unit) {
        self = cycle
        return
      }
    }
    return nil
  }

  /// `pattern` with this cycle in its hour fields.
  func applied(to pattern: [UInt16]) -> [UInt16] {
    var isQuoted = false
    var result: [UInt16] = []
    var last: UInt16 = 0
    for unit in pattern {
      if unit == 0x27 { isQuoted.toggle() }
      if !isQuoted, HourCycle(letter: unit) != nil {
        if last == 0x64 { result.append(0x20) }
        result.append(letter)
      } else {
        result.append(unit)
      }
      last = unit
    }
    return result
  }

  /// A skeleton with this cycle's hours and without day periods.
  func replaced(inSkeleton skeleton: [UInt16]) -> [UInt16] {
    skeleton.compactMap { unit in
      if [0x61, 0x62, 0x42].contains(unit) { return nil }
      return HourCycle(letter: unit) == nil ? unit : letter
    }
  }
}

extension DateFormatSource {
  /// The session's name for an open handle of this source.
  fileprivate func key(locale: String, zone: String) -> String {
    switch self {
    case .styles(let date, let time): "d|\(locale)|\(zone)|\(date),\(time)"
    case .pattern(let pattern):
      "d|\(locale)|\(zone)|\(String(decoding: pattern, as: UTF16.self))"
    }
  }
}

// MARK: Formatting

extension IntlSession {
  /// A formatter for `Intl.DateTimeFormat` or a `toLocale…String` method.
  ///
  /// - Parameter method: The name in messages, such as `Date.prototype.toLocaleDateString`.
  func dateTimeFormat(
    locales: [String], options: IntlOptions, defaults: DateTimeFormat.Defaults = .anyOrDate,
    method: String = IntlService.dateTimeFormat.rawValue
  ) throws(IntlError) -> DateTimeFormat {
    let key = ResolutionKey(
      service: .dateTimeFormat, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      let resolver = DateTimeResolver(
        session: self, reader: OptionReader(options: options, service: method), defaults: defaults)
      return try resolver.resolve(locales)
    }
  }

  /// `format`: the narrow no-break spaces of ICU's patterns become spaces, as in V8.
  func format(_ time: Double, _ format: DateTimeFormat) throws(IntlError) -> [UInt16] {
    let time = TimeValue.clip(time)
    if time.isNaN { throw .invalidTime }
    let handle = try dateHandle(format)
    countFormat()
    return Self.plainSpaces(try handle.owner.format(time))
  }

  /// `formatToParts`; as in V8, ICU's narrow spaces stay here.
  func formatToParts(_ time: Double, _ format: DateTimeFormat) throws(IntlError) -> [IntlPart] {
    let time = TimeValue.clip(time)
    if time.isNaN { throw .invalidTime }
    let handle = try dateHandle(format)
    countFormat()
    let formatted = try handle.owner.formatWithFields(time)
    return IntlPart.date(formatted, spans: nil)
  }

  /// `formatRange`: ICU's text as it is, or that of one date when both print alike.
  func formatRange(_ from: Double, _ to: Double, _ format: DateTimeFormat) throws(IntlError)
    -> [UInt16]
  {
    guard let formatted = try formattedRange(from, to, format) else {
      return try self.format(from, format)
    }
    return formatted.text
  }

  /// `formatRangeToParts`.
  func formatRangeToParts(_ from: Double, _ to: Double, _ format: DateTimeFormat)
    throws(IntlError) -> [IntlPart]
  {
    guard let formatted = try formattedRange(from, to, format) else {
      return try formatToParts(from, format).map { part in
        var part = part
        part.source = .shared
        return part
      }
    }
    return IntlPart.date(formatted, spans: RangeSpans(formatted, RangeSpans.dates))
  }

  private func dateHandle(_ format: DateTimeFormat) throws(IntlError) -> Opened<DateFormatter> {
    try handle(format.key) { () throws(IntlError) in
      try DateFormatter(
        locale: format.icuLocale, source: format.source, zone: format.timeZone)
    }
  }

  /// The open formatter of a pattern or style.
  func dateHandle(locale: String, source: DateFormatSource, zone: String) throws(IntlError)
    -> Opened<DateFormatter>
  {
    try handle(source.key(locale: locale, zone: zone)) { () throws(IntlError) in
      try DateFormatter(locale: locale, source: source, zone: zone)
    }
  }

  /// Nil when the two dates do not differ in what is printed.
  private func formattedRange(_ from: Double, _ to: Double, _ format: DateTimeFormat)
    throws(IntlError) -> FormattedText?
  {
    let from = TimeValue.clip(from)
    let to = TimeValue.clip(to)
    if from.isNaN || to.isNaN { throw .invalidTime }
    let pattern = String(decoding: format.pattern, as: UTF16.self)
    let cycle = format.hourCycle?.rawValue ?? ""
    let key = "i|\(format.icuLocale)|\(format.timeZone)|\(cycle)|\(pattern)"
    let handle = try handle(key) { () throws(IntlError) in
      let icu = try ICULibrary.shared()
      var locale = format.icuLocale
      if let hourCycle = format.hourCycle {
        locale = try icu.setKeyword("hours", hourCycle.rawValue, in: locale)
      }
      return try DateIntervalFormatter(
        locale: locale, skeleton: try icu.skeleton(of: format.pattern), zone: format.timeZone)
    }
    countFormat()
    let formatted = try handle.owner.format(from: from, to: to)
    let isRange = formatted.fields.contains { $0.category == RangeSpans.dates }
    return isRange ? formatted : nil
  }

  static func plainSpaces(_ text: [UInt16]) -> [UInt16] {
    text.map { $0 == 0x202F ? 0x20 : $0 }
  }
}
