internal import CICU

/// Names of languages, regions, scripts, currencies and calendars in one locale.
@safe struct DisplayNameTable: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer
  private let locale: String

  init(locale: String, width: NameWidth, dialect: Bool) throws(IntlError) {
    let icu = try ICULibrary.shared()
    let contexts = [
      dialect ? ICUConstant.dialectNames : ICUConstant.standardNames,
      width == .long ? ICUConstant.fullLength : ICUConstant.shortLength,
      ICUConstant.noSubstitute,
    ]
    var copy = contexts
    var status = ICUConstant.noError
    // Safe: the arguments live through the call; the handle is owned by this value.
    let opened = unsafe icu.table.uldn_openForContext(
      locale, &copy, Int32(copy.count), &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "uldn_openForContext")
    }
    self.icu = icu
    self.locale = locale
    unsafe handle = opened
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.uldn_close(handle)
  }

  /// Nil when the locale has no name for it.
  func language(_ tag: String) throws(IntlError) -> [UInt16]? {
    let locale = try icu.localeName(ofTag: tag)
    return known { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.uldn_localeDisplayName(handle, locale, buffer, capacity, &status)
    }
  }

  func region(_ code: String) -> [UInt16]? {
    known { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.uldn_regionDisplayName(handle, code, buffer, capacity, &status)
    }
  }

  func script(_ code: String) -> [UInt16]? {
    known { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.uldn_scriptDisplayName(handle, code, buffer, capacity, &status)
    }
  }

  func calendar(_ type: String) -> [UInt16]? {
    known { buffer, capacity, status in
      // Safe: the handle is open, and the buffer holds `capacity` units.
      unsafe icu.table.uldn_keyValueDisplayName(
        handle, "calendar", type, buffer, capacity, &status)
    }
  }

  /// The long name of a currency, whatever the width: V8 gives no symbols here.
  func currency(_ code: String) -> [UInt16]? {
    let units = [UInt16](code.utf16) + [0]
    var status = ICUConstant.noError
    var length: Int32 = 0
    var isChoice: Int8 = 0
    // Safe: the arguments live through the call; the result is static or points into `units`.
    return unsafe units.withUnsafeBufferPointer { code in
      let name = unsafe icu.table.ucurr_getName(
        code.baseAddress, locale, ICUConstant.currencyName, &isChoice, &length, &status)
      guard let name = unsafe name, status != ICUConstant.usingDefault,
        !ICULibrary.failed(status)
      else { return nil }
      return unsafe [UInt16](UnsafeBufferPointer(start: name, count: Int(length)))
    }
  }

  @safe private func known(
    _ fill: (UnsafeMutablePointer<UInt16>, Int32, inout Int32) -> Int32
  ) -> [UInt16]? {
    guard let text = try? icu.text("uldn", fill), !text.isEmpty else { return nil }
    return text
  }
}
