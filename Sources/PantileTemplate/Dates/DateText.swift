/// The fixed formats of `Date.prototype`: ASCII, but for the name of the zone.
enum DateText {
  static let invalid = "Invalid Date"
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `toISOString`; nil for an invalid date, where ECMAScript throws ``IntlError/invalidTime``.
  static func iso(_ time: Double) -> String? {
    guard let parts = DateParts(time) else { return nil }
    let year =
      switch parts.year {
      case 0...9999: padded(parts.year, 4)
      case ..<0: "-" + padded(-parts.year, 6)
      default: "+" + padded(parts.year, 6)
      }
    return "\(year)-\(padded(parts.month + 1, 2))-\(padded(parts.day, 2))T\(clock(parts))"
      + ".\(padded(parts.millisecond, 3))Z"
  }

  /// `toUTCString`.
  static func utc(_ time: Double) -> String {
    guard let parts = DateParts(time) else { return invalid }
    return "\(weekdays[parts.weekday]), \(padded(parts.day, 2)) \(months[parts.month])"
      + " \(year(parts)) \(clock(parts)) GMT"
  }

  /// `toDateString` of an instant in a zone.
  static func date(_ time: Double, zone: DateZone) -> String {
    guard let parts = DateParts(zone.localTime(time)) else { return invalid }
    return date(parts)
  }

  /// `toTimeString` of an instant in a zone; `locale` is the ICU locale of the zone's name.
  static func time(_ time: Double, zone: DateZone, locale: String) throws(IntlError) -> [UInt16] {
    guard let parts = DateParts(zone.localTime(time)) else { return [UInt16](invalid.utf16) }
    return try self.time(time, parts, zone: zone, locale: locale)
  }

  /// `toString` of an instant in a zone; `locale` is the ICU locale of the zone's name.
  static func full(_ time: Double, zone: DateZone, locale: String) throws(IntlError) -> [UInt16] {
    guard let parts = DateParts(zone.localTime(time)) else { return [UInt16](invalid.utf16) }
    return [UInt16]("\(date(parts)) ".utf16)
      + (try self.time(time, parts, zone: zone, locale: locale))
  }

  private static func date(_ parts: DateParts) -> String {
    "\(weekdays[parts.weekday]) \(months[parts.month]) \(padded(parts.day, 2)) \(year(parts))"
  }

  private static func time(
    _ time: Double, _ parts: DateParts, zone: DateZone, locale: String
  ) throws(IntlError) -> [UInt16] {
    let minutes = Int(zone.offset(atUTC: time) / TimeValue.millisecondsPerMinute)
    let sign = minutes < 0 ? "-" : "+"
    let offset = padded(abs(minutes) / 60, 2) + padded(abs(minutes) % 60, 2)
    let name = try zone.name(time, locale: locale)
    return [UInt16]("\(clock(parts)) GMT\(sign)\(offset) (".utf16) + name + [0x29]
  }

  private static func clock(_ parts: DateParts) -> String {
    "\(padded(parts.hour, 2)):\(padded(parts.minute, 2)):\(padded(parts.second, 2))"
  }

  private static func year(_ parts: DateParts) -> String {
    parts.year < 0 ? "-" + padded(-parts.year, 4) : padded(parts.year, 4)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
