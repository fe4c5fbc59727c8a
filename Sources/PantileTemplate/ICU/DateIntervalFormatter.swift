internal import CICU

/// An open ICU formatter of date ranges.
@safe struct DateIntervalFormatter: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer
  private let result: UnsafeMutableRawPointer

  init(locale: String, skeleton: [UInt16], zone: String) throws(IntlError) {
    let icu = try ICULibrary.shared()
    let zone = [UInt16](zone.utf16)
    var status = ICUConstant.noError
    // Safe: the arguments live through the call; the handle is owned by this value.
    let opened = unsafe icu.table.udtitvfmt_open(
      locale, skeleton, Int32(skeleton.count), zone, Int32(zone.count), &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "udtitvfmt_open")
    }
    // Safe: the result is owned by this value.
    let result = unsafe icu.table.udtitvfmt_openResult(&status)
    guard let result = unsafe result, !ICULibrary.failed(status) else {
      // Safe: opened above, used no more.
      unsafe icu.table.udtitvfmt_close(opened)
      throw icu.failure(status, "udtitvfmt_openResult")
    }
    self.icu = icu
    unsafe handle = opened
    unsafe self.result = unsafe result
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.udtitvfmt_closeResult(result)
    // Safe: as above.
    unsafe icu.table.udtitvfmt_close(handle)
  }

  func format(from: Double, to: Double) throws(IntlError) -> FormattedText {
    var status = ICUConstant.noError
    // Safe: both handles are open.
    unsafe icu.table.udtitvfmt_formatToResult(handle, from, to, result, &status)
    try icu.check(status, "udtitvfmt_formatToResult")
    // Safe: the value belongs to the result, which stays open.
    let value = unsafe icu.table.udtitvfmt_resultAsValue(result, &status)
    try icu.check(status, "udtitvfmt_resultAsValue")
    // Safe: as above.
    return unsafe try icu.formatted(value)
  }
}
