internal import CICU

/// A Gregorian calendar in one time zone: offsets, transitions and names.
@safe struct ZoneCalendar: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer

  /// Opens a calendar for a zone id that ``ICULibrary/canonicalZone(_:)`` accepted.
  init(zone: String) throws(IntlError) {
    let icu = try ICULibrary.shared()
    // Safe: the handle is owned by this value.
    let opened = unsafe try icu.openCalendar(zone: zone, locale: "en")
    self.icu = icu
    unsafe handle = opened
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.ucal_close(handle)
  }

  /// The offset of local time from UTC at the instant `time`, both in milliseconds.
  func offset(atUTC time: Double) -> Double {
    var status = ICUConstant.noError
    // Safe: the handle is open.
    unsafe icu.table.ucal_setMillis(handle, time, &status)
    // Safe: the handle is open.
    let standard = unsafe icu.table.ucal_get(handle, ICUConstant.zoneOffset, &status)
    // Safe: the handle is open.
    let saving = unsafe icu.table.ucal_get(handle, ICUConstant.savingOffset, &status)
    return ICULibrary.failed(status) ? 0 : Double(standard) + Double(saving)
  }

  /// The offset at a local time; in a gap or an overlap, the one from before the transition.
  func offset(atLocal time: Double) -> Double {
    var status = ICUConstant.noError
    // ICU takes the calendar's time for a local one here.
    // Safe: the handle is open.
    unsafe icu.table.ucal_setMillis(handle, time, &status)
    var standard: Int32 = 0
    var saving: Int32 = 0
    // Safe: the handle is open.
    unsafe icu.table.ucal_getTimeZoneOffsetFromLocal(
      handle, ICUConstant.localFormer, ICUConstant.localFormer, &standard, &saving, &status)
    return ICULibrary.failed(status) ? 0 : Double(standard) + Double(saving)
  }

  /// The nearest instant at which the offset changes: at or before `time`, or after it.
  func transition(_ direction: Direction, _ time: Double) -> Double? {
    var status = ICUConstant.noError
    // Safe: the handle is open.
    unsafe icu.table.ucal_setMillis(handle, time, &status)
    var result: Double = 0
    let kind =
      direction == .next ? ICUConstant.nextTransition : ICUConstant.previousTransitionInclusive
    // Safe: the handle is open.
    let found = unsafe icu.table.ucal_getTimeZoneTransitionDate(handle, kind, &result, &status)
    return found != 0 && !ICULibrary.failed(status) ? result : nil
  }

  enum Direction {
    case previous
    case next
  }

  /// The long name of the zone at an instant, as `Date.prototype.toString` prints it.
  func name(atUTC time: Double, locale: String) throws(IntlError) -> [UInt16] {
    var status = ICUConstant.noError
    // Safe: the handle is open.
    unsafe icu.table.ucal_setMillis(handle, time, &status)
    // ICU's own question about summer time only sees zones that have it today.
    // Safe: the handle is open.
    let saving = unsafe icu.table.ucal_get(handle, ICUConstant.savingOffset, &status) != 0
    let kind = saving ? ICUConstant.savingName : ICUConstant.standardName
    return try icu.text("ucal_getTimeZoneDisplayName") { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.ucal_getTimeZoneDisplayName(
        handle, kind, locale, buffer, capacity, &status)
    }
  }
}

extension ICULibrary {
  /// Opens the calendar that `locale` asks for, proleptic where it is Gregorian as ECMAScript's is.
  func openCalendar(zone: String, locale: String) throws(IntlError)
    -> UnsafeMutableRawPointer
  {
    let zone = [UInt16](zone.utf16)
    var status = ICUConstant.noError
    // Safe: the arguments live through the call.
    let opened = unsafe table.ucal_open(
      zone, Int32(zone.count), locale, ICUConstant.localeCalendar, &status)
    guard let handle = unsafe opened, !Self.failed(status) else {
      throw failure(status, "ucal_open")
    }
    // ECMAScript's time begins before any date; calendars of other kinds refuse, which is fine.
    var ignored = ICUConstant.noError
    // Safe: the handle was just opened.
    unsafe table.ucal_setGregorianChange(handle, -9_007_199_254_740_992, &ignored)
    return unsafe handle
  }

  /// The canonical id of a zone as V8 reports it, or nil when there is no such zone.
  ///
  /// Letter case does not matter; `GMT+5` and the like are not zones.
  func canonicalZone(_ id: String) throws(IntlError) -> String? {
    guard !id.isEmpty, id.utf8.count <= 64, id.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var known = try isSystemZone(id) ? id : nil
    if known == nil { known = try systemZone(ignoringCase: id) }
    guard let known, known != "Etc/Unknown" else { return nil }
    let name = [UInt16](known.utf16)
    let canonical = try text("ucal_getCanonicalTimeZoneID") { buffer, capacity, status in
      // Safe: the arguments live through the call, and the buffer holds `capacity` units.
      unsafe table.ucal_getCanonicalTimeZoneID(
        name, Int32(name.count), buffer, capacity, nil, &status)
    }
    let result = String(decoding: canonical, as: UTF16.self)
    return ["Etc/UTC", "Etc/GMT", "GMT"].contains(result) ? "UTC" : result
  }

  private func isSystemZone(_ id: String) throws(IntlError) -> Bool {
    let name = [UInt16](id.utf16)
    var status = ICUConstant.noError
    var isSystem: Int8 = 0
    var buffer = [UInt16](repeating: 0, count: 128)
    // Safe: the arguments live through the call, and the buffer holds 128 units.
    _ = unsafe table.ucal_getCanonicalTimeZoneID(
      name, Int32(name.count), &buffer, 128, &isSystem, &status)
    return !Self.failed(status) && isSystem != 0
  }

  private func systemZone(ignoringCase id: String) throws(IntlError) -> String? {
    let wanted = id.lowercased()
    var status = ICUConstant.noError
    // Safe: the enumeration is closed below.
    let zones = unsafe table.ucal_openTimeZoneIDEnumeration(
      ICUConstant.anyZone, nil, nil, &status)
    try check(status, "ucal_openTimeZoneIDEnumeration")
    // Safe: opened above, used no more.
    defer { unsafe table.uenum_close(zones) }
    while true {
      // Safe: the enumeration is open; the text belongs to it and is copied at once.
      guard let next = unsafe table.uenum_next(zones, nil, &status), !Self.failed(status) else {
        return nil
      }
      // Safe: ICU gives a terminated string.
      let zone = unsafe String(cString: next)
      if zone.lowercased() == wanted { return zone }
    }
  }
}
