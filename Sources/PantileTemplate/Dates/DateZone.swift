/// A time zone: offsets between UTC and local time by ECMAScript's rules.
///
/// UTC needs no ICU. Other zones ask ICU once for each span between two changes of the offset and
/// remember the last few spans. Not for use by several threads at once.
final class DateZone {
  /// The canonical id, such as `Europe/Warsaw`.
  let id: String
  private let calendar: ZoneCalendarBox?
  private var spans: [Span] = []
  private static let spanLimit = 8

  private struct Span {
    var start: Double
    var end: Double
    var offset: Double
  }

  private final class ZoneCalendarBox {
    let calendar: ZoneCalendar

    init(zone: String) throws(IntlError) {
      calendar = try ZoneCalendar(zone: zone)
    }
  }

  /// Coordinated universal time.
  static var utc: DateZone { DateZone() }

  private init() {
    id = "UTC"
    calendar = nil
  }

  /// Opens a zone by its IANA id, in any letter case.
  ///
  /// - Throws: An ``IntlError`` with `Invalid time zone specified: Mars/X` for an unknown id.
  init(_ id: String) throws(IntlError) {
    if id == "UTC" {
      self.id = id
      calendar = nil
      return
    }
    guard let canonical = try ICULibrary.shared().canonicalZone(id) else {
      throw .range("Invalid time zone specified: \(id)")
    }
    self.id = canonical
    calendar = canonical == "UTC" ? nil : try ZoneCalendarBox(zone: canonical)
  }

  /// Whether local time is UTC.
  var isUTC: Bool { calendar == nil }

  /// Local time minus UTC at an instant, in milliseconds.
  func offset(atUTC time: Double) -> Double {
    guard let calendar, time.isFinite else { return 0 }
    if let span = spans.last(where: { $0.start <= time && time < $0.end }) {
      return span.offset
    }
    let offset = calendar.calendar.offset(atUTC: time)
    let start = calendar.calendar.transition(.previous, time) ?? -.infinity
    let end = calendar.calendar.transition(.next, time) ?? .infinity
    if start <= time, time < end {
      if spans.count == Self.spanLimit { spans.removeFirst() }
      spans.append(Span(start: start, end: end, offset: offset))
    }
    return offset
  }

  /// The local time of an instant (`LocalTime`).
  func localTime(_ time: Double) -> Double {
    time + offset(atUTC: time)
  }

  /// The instant of a local time (`UTC`): in a gap or an overlap by the offset before the change.
  func utcTime(fromLocal time: Double) -> Double {
    guard let calendar, time.isFinite else { return time }
    // Far beyond the range of dates nothing is meant.
    guard abs(time) <= TimeValue.limit + TimeValue.millisecondsPerDay * 2 else { return .nan }
    for span in spans.reversed() {
      // Well inside a span both directions agree; a day covers every offset and every change.
      let margin = TimeValue.millisecondsPerDay
      if span.start + margin <= time, time < span.end - margin { return time - span.offset }
    }
    return time - calendar.calendar.offset(atLocal: time)
  }

  /// Minutes from local time to UTC, as `Date.prototype.getTimezoneOffset` gives them.
  func timezoneOffset(_ time: Double) -> Double {
    (-offset(atUTC: time) / TimeValue.millisecondsPerMinute).rounded(.towardZero) + 0
  }

  /// The long name at an instant, such as `Central European Standard Time`.
  ///
  /// - Parameter locale: An ICU locale name.
  func name(_ time: Double, locale: String) throws(IntlError) -> [UInt16] {
    let time = Self.equivalentTime(time)
    guard let calendar else {
      if locale == "en_US" || locale == "en" {
        return [UInt16]("Coordinated Universal Time".utf16)
      }
      return try ZoneCalendar(zone: "UTC").name(atUTC: time, locale: locale)
    }
    return try calendar.calendar.name(atUTC: time, locale: locale)
  }

  /// V8 asks for names between 1970 and 2038 only: a time outside moves to a year with the same
  /// calendar there.
  private static func equivalentTime(_ time: Double) -> Double {
    if time >= 0, time <= 2_147_483_647_000 { return time }
    guard let parts = DateParts(time) else { return time }
    let newYear = TimeValue.daysFromCivil(year: parts.year, month: 0, day: 1)
    let weekday = ((newYear + 4) % 7 + 7) % 7
    let length = TimeValue.daysFromCivil(year: parts.year + 1, month: 0, day: 1) - newYear
    let recent = (length == 366 ? 1956 : 1967) + weekday * 12 % 28
    let year = 2008 + (recent + 3 * 28 - 2008) % 28
    let day = TimeValue.daysFromCivil(year: year, month: parts.month, day: parts.day)
    return Double(day) * TimeValue.millisecondsPerDay + TimeValue.timeWithinDay(time)
  }
}
