internal import CICU

/// Units of `Intl.RelativeTimeFormat`.
enum RelativeUnit: String, CaseIterable, Sendable {
  case second, minute, hour, day, week, month, quarter, year

  /// `URelativeDateTimeUnit`.
  fileprivate var icu: Int32 {
    switch self {
    case .second: 7
    case .minute: 6
    case .hour: 5
    case .day: 4
    case .week: 3
    case .month: 2
    case .quarter: 1
    case .year: 0
    }
  }
}

/// Lengths of names that several formatters share.
enum NameWidth: String, Sendable {
  case long, short, narrow
}

/// An open ICU formatter of relative times.
@safe struct RelativeFormatter: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer
  private let result: UnsafeMutableRawPointer

  init(locale: String, width: NameWidth) throws(IntlError) {
    let icu = try ICULibrary.shared()
    let style =
      switch width {
      case .long: ICUConstant.longStyle
      case .short: ICUConstant.shortStyle
      case .narrow: ICUConstant.narrowStyle
      }
    var status = ICUConstant.noError
    // Safe: the formatter that is opened next owns this one, also when it fails to open.
    let numbers = unsafe icu.table.unum_open(
      ICUConstant.decimalStyle, nil, 0, locale, nil, &status)
    try icu.check(status, "unum_open")
    // Safe: opened above.
    unsafe icu.table.unum_setAttribute(
      numbers, ICUConstant.minimumGroupingDigits, ICUConstant.localeGrouping)
    // Safe: the handle is owned by this value.
    let opened = unsafe icu.table.ureldatefmt_open(
      locale, numbers, style, ICUConstant.noCapitalization, &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "ureldatefmt_open")
    }
    // Safe: the result is owned by this value.
    let result = unsafe icu.table.ureldatefmt_openResult(&status)
    guard let result = unsafe result, !ICULibrary.failed(status) else {
      // Safe: opened above, used no more.
      unsafe icu.table.ureldatefmt_close(opened)
      throw icu.failure(status, "ureldatefmt_openResult")
    }
    self.icu = icu
    unsafe handle = opened
    unsafe self.result = unsafe result
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.ureldatefmt_closeResult(result)
    // Safe: as above.
    unsafe icu.table.ureldatefmt_close(handle)
  }

  /// - Parameter numeric: Never uses words such as "yesterday".
  func format(_ value: Double, _ unit: RelativeUnit, numeric: Bool) throws(IntlError)
    -> FormattedText
  {
    var status = ICUConstant.noError
    if numeric {
      // Safe: both handles are open.
      unsafe icu.table.ureldatefmt_formatNumericToResult(
        handle, value, unit.icu, result, &status)
    } else {
      // Safe: both handles are open.
      unsafe icu.table.ureldatefmt_formatToResult(handle, value, unit.icu, result, &status)
    }
    try icu.check(status, "ureldatefmt_format")
    // Safe: the value belongs to the result, which stays open.
    let formatted = unsafe icu.table.ureldatefmt_resultAsValue(result, &status)
    try icu.check(status, "ureldatefmt_resultAsValue")
    // Safe: as above.
    return unsafe try icu.formatted(formatted)
  }
}
