internal import CICU

/// Where a date formatter takes its pattern from.
enum DateFormatSource: Hashable, Sendable {
  /// ICU's own styles, 0 (full) to 3 (short); -1 for none.
  case styles(date: Int32, time: Int32)
  /// A pattern in CLDR's letters.
  case pattern([UInt16])
}

/// An open ICU date formatter with its calendar.
@safe struct DateFormatter: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer
  /// The calendar's BCP 47 type, such as `gregory`.
  let calendar: String

  init(locale: String, source: DateFormatSource, zone: String) throws(IntlError) {
    let icu = try ICULibrary.shared()
    // Safe: the calendar is closed below; the formatter keeps a copy.
    let calendar = unsafe try icu.openCalendar(zone: zone, locale: locale)
    // Safe: opened above, used no more.
    defer { unsafe icu.table.ucal_close(calendar) }
    // Safe: the calendar is open.
    let type = unsafe try icu.calendarType(calendar)
    // Safe: the handle is owned by this value.
    let opened = unsafe try icu.openDateFormat(locale: locale, source: source, zone: zone)
    // Safe: both handles are open.
    unsafe icu.table.udat_setCalendar(opened, calendar)
    self.icu = icu
    self.calendar = type
    unsafe handle = opened
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.udat_close(handle)
  }

  /// The pattern in CLDR's letters.
  func pattern() throws(IntlError) -> [UInt16] {
    try icu.text("udat_toPattern") { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.udat_toPattern(handle, 0, buffer, capacity, &status)
    }
  }

  func format(_ time: Double) throws(IntlError) -> [UInt16] {
    try icu.text("udat_format") { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.udat_format(handle, time, buffer, capacity, nil, &status)
    }
  }

  func formatWithFields(_ time: Double) throws(IntlError) -> FormattedText {
    var status = ICUConstant.noError
    // Safe: the iterator is closed below.
    let iterator = unsafe icu.table.ufieldpositer_open(&status)
    try icu.check(status, "ufieldpositer_open")
    // Safe: opened above, used no more.
    defer { unsafe icu.table.ufieldpositer_close(iterator) }
    let text = try icu.text("udat_formatForFields") { buffer, capacity, status in
      // Safe: the handles are open, and the buffer holds `capacity` units.
      unsafe icu.table.udat_formatForFields(handle, time, buffer, capacity, iterator, &status)
    }
    var fields: [TextField] = []
    while true {
      var start: Int32 = 0
      var end: Int32 = 0
      // Safe: the iterator is open.
      let field = unsafe icu.table.ufieldpositer_next(iterator, &start, &end)
      guard field >= 0 else { break }
      fields.append(
        TextField(category: -1, field: Int(field), start: Int(start), end: Int(end)))
    }
    return FormattedText(text: text, fields: fields)
  }
}

extension ICULibrary {
  fileprivate func calendarType(_ calendar: UnsafeMutableRawPointer) throws(IntlError)
    -> String
  {
    var status = ICUConstant.noError
    // Safe: the calendar is open; the name is static.
    let type = unsafe table.ucal_getType(calendar, &status)
    try check(status, "ucal_getType")
    guard let type = unsafe type else { return "gregory" }
    // Safe: ICU gives a terminated string, here and for the unicode type.
    guard let unicode = unsafe table.uloc_toUnicodeLocaleType("ca", type) else {
      // Safe: as above.
      return unsafe String(cString: type)
    }
    // Safe: as above.
    return unsafe String(cString: unicode)
  }

  fileprivate func openDateFormat(
    locale: String, source: DateFormatSource, zone: String
  ) throws(IntlError) -> UnsafeMutableRawPointer {
    let zone = [UInt16](zone.utf16)
    let count = Int32(zone.count)
    var status = ICUConstant.noError
    let opened: UnsafeMutableRawPointer?
    switch source {
    case .styles(let date, let time):
      // Safe: the arguments live through the call.
      unsafe opened = table.udat_open(
        time, date, locale, zone, count, nil, 0, &status)
    case .pattern(let pattern):
      // Safe: the arguments live through the call.
      unsafe opened = table.udat_open(
        ICUConstant.patternStyle, ICUConstant.patternStyle, locale, zone, count, pattern,
        Int32(pattern.count), &status)
    }
    guard let handle = unsafe opened, !Self.failed(status) else {
      throw failure(status, "udat_open")
    }
    return unsafe handle
  }
}
