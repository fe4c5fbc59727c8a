internal import CICU

/// A number to format: a double, or the exact digits of a BigInt or a numeric string.
enum FormattableNumber: Hashable, Sendable {
  case double(Double)
  /// ASCII: an optional minus, digits, and at most one point with digits after it.
  case decimal(String)
}

/// An open ICU number formatter.
@safe struct NumberFormatter: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer
  private let result: UnsafeMutableRawPointer

  init(locale: String, skeleton: String) throws(IntlError) {
    let icu = try ICULibrary.shared()
    let skeleton = [UInt16](skeleton.utf16)
    var status = ICUConstant.noError
    // Safe: the arguments live through the call; the handle is owned by this value.
    let opened = unsafe icu.table.unumf_openForSkeletonAndLocale(
      skeleton, Int32(skeleton.count), locale, &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "unumf_openForSkeletonAndLocale")
    }
    // Safe: the result is owned by this value.
    let result = unsafe icu.table.unumf_openResult(&status)
    guard let result = unsafe result, !ICULibrary.failed(status) else {
      // Safe: opened above, used no more.
      unsafe icu.table.unumf_close(opened)
      throw icu.failure(status, "unumf_openResult")
    }
    self.icu = icu
    unsafe handle = opened
    unsafe self.result = unsafe result
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.unumf_closeResult(result)
    // Safe: as above.
    unsafe icu.table.unumf_close(handle)
  }

  func format(_ number: FormattableNumber) throws(IntlError) -> FormattedText {
    try run(number)
    var status = ICUConstant.noError
    // Safe: the value belongs to the result, which stays open.
    let value = unsafe icu.table.unumf_resultAsValue(result, &status)
    try icu.check(status, "unumf_resultAsValue")
    // Safe: as above.
    return unsafe try icu.formatted(value)
  }

  /// The plural keyword of `number` as this formatter would print it.
  func plural(_ number: FormattableNumber, _ rules: borrowing PluralSelector) throws(IntlError)
    -> String
  {
    try run(number)
    // Safe: the result is open and holds a formatted number.
    return unsafe try rules.keyword(ofFormatted: result)
  }

  private func run(_ number: FormattableNumber) throws(IntlError) {
    var status = ICUConstant.noError
    switch number {
    case .double(let value):
      // Safe: both handles are open.
      unsafe icu.table.unumf_formatDouble(handle, value, result, &status)
    case .decimal(let digits):
      let count = Int32(digits.utf8.count)
      // Safe: both handles are open, and the digits live through the call.
      unsafe icu.table.unumf_formatDecimal(handle, digits, count, result, &status)
    }
    try icu.check(status, "unumf_format")
  }
}

/// An open ICU formatter of number ranges.
@safe struct NumberRangeFormatter: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer
  private let result: UnsafeMutableRawPointer

  init(locale: String, skeleton: String) throws(IntlError) {
    let icu = try ICULibrary.shared()
    let skeleton = [UInt16](skeleton.utf16)
    var status = ICUConstant.noError
    // Safe: the arguments live through the call; the handle is owned by this value.
    let opened = unsafe icu.table.unumrf_openForSkeletonWithCollapseAndIdentityFallback(
      skeleton, Int32(skeleton.count), ICUConstant.collapseAuto,
      ICUConstant.identityApproximately, locale, nil, &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "unumrf_open")
    }
    // Safe: the result is owned by this value.
    let result = unsafe icu.table.unumrf_openResult(&status)
    guard let result = unsafe result, !ICULibrary.failed(status) else {
      // Safe: opened above, used no more.
      unsafe icu.table.unumrf_close(opened)
      throw icu.failure(status, "unumrf_openResult")
    }
    self.icu = icu
    unsafe handle = opened
    unsafe self.result = unsafe result
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.unumrf_closeResult(result)
    // Safe: as above.
    unsafe icu.table.unumrf_close(handle)
  }

  func format(from: FormattableNumber, to: FormattableNumber) throws(IntlError) -> FormattedText {
    try run(from, to)
    var status = ICUConstant.noError
    // Safe: the value belongs to the result, which stays open.
    let value = unsafe icu.table.unumrf_resultAsValue(result, &status)
    try icu.check(status, "unumrf_resultAsValue")
    // Safe: as above.
    return unsafe try icu.formatted(value)
  }

  /// The plural keyword of a range as this formatter would print it.
  func plural(
    from: FormattableNumber, to: FormattableNumber, _ rules: borrowing PluralSelector
  ) throws(IntlError) -> String {
    try run(from, to)
    // Safe: the result is open and holds a formatted range.
    return unsafe try rules.keyword(ofRange: result)
  }

  private func run(_ from: FormattableNumber, _ to: FormattableNumber) throws(IntlError) {
    var status = ICUConstant.noError
    if case .double(let from) = from, case .double(let to) = to {
      // Safe: both handles are open.
      unsafe icu.table.unumrf_formatDoubleRange(handle, from, to, result, &status)
    } else {
      let from = from.digits
      let to = to.digits
      // Safe: both handles are open, and the digits live through the call.
      unsafe icu.table.unumrf_formatDecimalRange(
        handle, from, Int32(from.utf8.count), to, Int32(to.utf8.count), result, &status)
    }
    try icu.check(status, "unumrf_format")
  }
}

extension FormattableNumber {
  /// Digits that ICU's decimal parser reads.
  fileprivate var digits: String {
    switch self {
    case .decimal(let digits): digits
    case .double(let value):
      value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\(value)"
    }
  }
}

extension ICULibrary {
  /// The fraction digits of a currency; 2 for one that ICU does not know.
  func fractionDigits(currency: String) -> Int {
    let code = [UInt16](currency.utf16) + [0]
    var status = ICUConstant.noError
    // Safe: the code is terminated and lives through the call.
    let digits = unsafe table.ucurr_getDefaultFractionDigits(code, &status)
    return Self.failed(status) || digits < 0 ? 2 : Int(digits)
  }
}
