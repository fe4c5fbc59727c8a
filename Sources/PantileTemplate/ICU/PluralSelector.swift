internal import CICU

/// Open ICU plural rules.
@safe struct PluralSelector: ~Copyable {
  private let icu: ICULibrary
  private let handle: UnsafeMutableRawPointer

  init(locale: String, ordinal: Bool) throws(IntlError) {
    let icu = try ICULibrary.shared()
    var status = ICUConstant.noError
    // Safe: the handle is owned by this value.
    let opened = unsafe icu.table.uplrules_openForType(
      locale, ordinal ? ICUConstant.ordinal : ICUConstant.cardinal, &status)
    guard let opened = unsafe opened, !ICULibrary.failed(status) else {
      throw icu.failure(status, "uplrules_openForType")
    }
    self.icu = icu
    unsafe handle = opened
  }

  deinit {
    // Safe: opened in the initialiser, closed once.
    unsafe icu.table.uplrules_close(handle)
  }

  /// The keyword of a formatted number, which the caller keeps.
  @unsafe func keyword(ofFormatted number: UnsafeMutableRawPointer) throws(IntlError) -> String {
    let keyword = try icu.text("uplrules_selectFormatted") { buffer, capacity, status in
      // Safe: both handles are open, and the buffer holds `capacity` units.
      unsafe icu.table.uplrules_selectFormatted(handle, number, buffer, capacity, &status)
    }
    return String(decoding: keyword, as: UTF16.self)
  }

  /// The keyword of a formatted range, which the caller keeps.
  @unsafe func keyword(ofRange range: UnsafeMutableRawPointer) throws(IntlError) -> String {
    let keyword = try icu.text("uplrules_selectForRange") { buffer, capacity, status in
      // Safe: both handles are open, and the buffer holds `capacity` units.
      unsafe icu.table.uplrules_selectForRange(handle, range, buffer, capacity, &status)
    }
    return String(decoding: keyword, as: UTF16.self)
  }

  /// Every keyword of the rules, in ICU's order.
  func keywords() throws(IntlError) -> [String] {
    var status = ICUConstant.noError
    // Safe: the handle is open; the enumeration is closed by the callee.
    let names = unsafe icu.table.uplrules_getKeywords(handle, &status)
    try icu.check(status, "uplrules_getKeywords")
    // Safe: as above.
    return unsafe icu.drain(names)
  }
}

extension ICULibrary {
  /// Reads an enumeration to its end and closes it.
  @unsafe func drain(_ names: UnsafeMutableRawPointer?) -> [String] {
    // Safe: the caller gave the enumeration away.
    defer { unsafe table.uenum_close(names) }
    var status = ICUConstant.noError
    var result: [String] = []
    // Safe: the enumeration is open; the text belongs to it and is copied at once.
    while let name = unsafe table.uenum_next(names, nil, &status), !Self.failed(status) {
      // Safe: ICU gives a terminated string.
      result.append(unsafe String(cString: name))
    }
    return result
  }
}
