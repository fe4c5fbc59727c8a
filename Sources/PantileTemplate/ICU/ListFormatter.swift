internal import CICU

/// An open ICU formatter of lists.
@safe struct ListFormatter: ~Copyable {
  /// What joins the elements.
  enum Kind: String, Sendable {
    case conjunction, disjunction, unit
  }

  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer

  init(locale: String, kind: Kind, width: NameWidth) throws(IntlError) {
    let icu = try ICULibrary.shared()
    let type =
      switch kind {
      case .conjunction: ICUConstant.listAnd
      case .disjunction: ICUConstant.listOr
      case .unit: ICUConstant.listUnits
      }
    let width =
      switch width {
      case .long: ICUConstant.listWide
      case .short: ICUConstant.listShort
      case .narrow: ICUConstant.listNarrow
      }
    var status = ICUConstant.noError
    // Safe: the handle is owned by this value.
    let opened = unsafe icu.table.ulistfmt_openForType(locale, type, width, &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "ulistfmt_openForType")
    }
    self.icu = icu
    unsafe handle = opened
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.ulistfmt_close(handle)
  }

  func format(_ items: [[UInt16]]) throws(IntlError) -> FormattedText {
    var status = ICUConstant.noError
    // Safe: the result is closed below.
    let result = unsafe icu.table.ulistfmt_openResult(&status)
    try icu.check(status, "ulistfmt_openResult")
    // Safe: opened above, used no more.
    defer { unsafe icu.table.ulistfmt_closeResult(result) }
    let joined = items.flatMap { $0 }
    let lengths = items.map { Int32($0.count) }
    // Safe: every pointer is into `joined`, which lives through the closure; the handles are open.
    unsafe joined.withUnsafeBufferPointer { buffer in
      var offset = 0
      var starts: [UnsafePointer<UInt16>?] = unsafe []
      // An empty array may have no address; ICU reads nothing of an empty item.
      let empty: [UInt16] = [0]
      unsafe empty.withUnsafeBufferPointer { nothing in
        for length in lengths {
          let base = unsafe buffer.baseAddress ?? nothing.baseAddress
          unsafe starts.append(unsafe base.map { unsafe $0 + offset })
          offset += Int(length)
        }
        unsafe icu.table.ulistfmt_formatStringsToResult(
          handle, starts, lengths, Int32(lengths.count), result, &status)
      }
    }
    try icu.check(status, "ulistfmt_formatStringsToResult")
    // Safe: the value belongs to the result, which is open.
    let value = unsafe icu.table.ulistfmt_resultAsValue(result, &status)
    try icu.check(status, "ulistfmt_resultAsValue")
    // Safe: as above.
    return unsafe try icu.formatted(value)
  }
}
