internal import CICU

/// An open ICU pattern generator: skeletons to patterns of one locale.
@safe struct DatePatternGenerator: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer

  init(locale: String) throws(IntlError) {
    let icu = try ICULibrary.shared()
    var status = ICUConstant.noError
    // Safe: the handle is owned by this value.
    let opened = unsafe icu.table.udatpg_open(locale, &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "udatpg_open")
    }
    self.icu = icu
    unsafe handle = opened
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.udatpg_close(handle)
  }

  /// The pattern that fits `skeleton` best, with the length of hour fields as asked for.
  func bestPattern(_ skeleton: [UInt16]) throws(IntlError) -> [UInt16] {
    try icu.text("udatpg_getBestPattern") { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.udatpg_getBestPatternWithOptions(
        handle, skeleton, Int32(skeleton.count), ICUConstant.matchHourLength, buffer, capacity,
        &status)
    }
  }

  /// The letter of the locale's usual hours: `K` (h11), `h` (h12), `H` (h23) or `k` (h24).
  func defaultHourLetter() -> Character {
    var status = ICUConstant.noError
    // Safe: the handle is open.
    switch unsafe icu.table.udatpg_getDefaultHourCycle(handle, &status) {
    case ICUConstant.hourCycle11: return "K"
    case ICUConstant.hourCycle12: return "h"
    case ICUConstant.hourCycle24: return "k"
    default: return "H"
    }
  }

  /// The name of a date field, as `Intl.DisplayNames` gives it.
  func fieldName(_ field: DateFieldName, width: Int32) throws(IntlError) -> [UInt16] {
    try icu.text("udatpg_getFieldDisplayName") { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.udatpg_getFieldDisplayName(
        handle, field.rawValue, width,
        buffer, capacity, &status)
    }
  }
}

/// Fields with a name of their own, numbered as ICU does.
enum DateFieldName: Int32, Sendable {
  case era = 0
  case year = 1
  case quarter = 2
  case month = 3
  case weekOfYear = 4
  case weekday = 6
  case day = 9
  case dayPeriod = 10
  case hour = 11
  case minute = 12
  case second = 13
  case timeZoneName = 15
}

extension ICULibrary {
  /// The skeleton of a pattern.
  func skeleton(of pattern: [UInt16]) throws(IntlError) -> [UInt16] {
    try text("udatpg_getSkeleton") { buffer, capacity, status in
      // Safe: ICU ignores the handle here, and the buffer holds `capacity` units.
      unsafe table.udatpg_getSkeleton(
        nil, pattern, Int32(pattern.count), buffer, capacity, &status)
    }
  }
}
