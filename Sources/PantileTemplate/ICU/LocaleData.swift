internal import CICU

// Questions about locales that only ICU's data answers.
extension ICULibrary {
  /// The ICU name of a BCP 47 tag.
  func localeName(ofTag tag: String) throws(IntlError) -> String {
    try name("uloc_forLanguageTag") { buffer, capacity, status in
      // Safe: the buffer holds `capacity` bytes, and the tag lives through the call.
      unsafe table.uloc_forLanguageTag(tag, buffer, capacity, nil, &status)
    }
  }

  /// Whether ICU has data of its own for a locale such as `de_CH`, or for one it stands for, as
  /// `zh_TW` stands for `zh_Hant_TW`.
  func hasLocale(_ locale: String) -> Bool {
    var status = ICUConstant.noError
    // Not `ures_openDirect`: ICU would keep the bundle without its parents, for later use too.
    // Safe: the bundle is closed at once.
    let bundle = unsafe table.ures_open(nil, locale, &status)
    guard let bundle = unsafe bundle else { return false }
    // Safe: opened above, used no more.
    unsafe table.ures_close(bundle)
    // Warnings tell that the data came from a parent or from the default locale.
    return status == ICUConstant.noError
  }

  /// Whether there are plural rules under this very name.
  func hasPluralRules(_ locale: String) -> Bool {
    var status = ICUConstant.noError
    // Safe: every bundle opened here is closed when the function ends.
    let rules = unsafe table.ures_openDirect(nil, "plurals", &status)
    guard let rules = unsafe rules, !Self.failed(status) else { return false }
    // Safe: opened above, used no more.
    defer { unsafe table.ures_close(rules) }
    // Safe: the parent is open.
    let locales = unsafe table.ures_getByKey(rules, "locales", nil, &status)
    // Safe: opened above, used no more.
    defer { unsafe table.ures_close(locales) }
    var length: Int32 = 0
    // Safe: the parent is open; the text is not used.
    _ = unsafe table.ures_getStringByKey(locales, locale, &length, &status)
    return !Self.failed(status)
  }

  /// What replaces an outdated subtag, such as `he` for the language `iw`.
  ///
  /// - Parameter kind: `language`, `script`, `territory` or `variant`.
  func replacement(_ kind: String, _ subtag: String) -> String? {
    var status = ICUConstant.noError
    // Safe: every bundle opened here is closed when the function ends.
    let metadata = unsafe table.ures_openDirect(nil, "metadata", &status)
    guard let metadata = unsafe metadata, !Self.failed(status) else { return nil }
    // Safe: opened above, used no more.
    defer { unsafe table.ures_close(metadata) }
    // Safe: the parent is open.
    let aliases = unsafe table.ures_getByKey(metadata, "alias", nil, &status)
    // Safe: opened above, used no more.
    defer { unsafe table.ures_close(aliases) }
    // Safe: the parent is open.
    let kinds = unsafe table.ures_getByKey(aliases, kind, nil, &status)
    // Safe: opened above, used no more.
    defer { unsafe table.ures_close(kinds) }
    // Safe: the parent is open.
    let entry = unsafe table.ures_getByKey(kinds, subtag, nil, &status)
    // Safe: opened above, used no more.
    defer { unsafe table.ures_close(entry) }
    if Self.failed(status) { return nil }
    var length: Int32 = 0
    // Safe: the entry is open; the text belongs to it and is copied at once.
    let text = unsafe table.ures_getStringByKey(entry, "replacement", &length, &status)
    guard let text = unsafe text, !Self.failed(status) else { return nil }
    // Safe: ICU reports `length` units.
    return unsafe String(
      decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF16.self)
  }

  /// The locale with its likely script and region: `zh_TW` gives `zh_Hant_TW`.
  func withLikelySubtags(_ locale: String) throws(IntlError) -> String {
    try name("uloc_addLikelySubtags") { buffer, capacity, status in
      // Safe: the buffer holds `capacity` bytes, and the name lives through the call.
      unsafe table.uloc_addLikelySubtags(locale, buffer, capacity, &status)
    }
  }

  /// An ICU locale name with one more keyword, by ICU's name of it.
  func setKeyword(_ key: String, _ value: String, in locale: String) throws(IntlError) -> String {
    let start = locale.utf8.map { CChar(bitPattern: $0) }
    var buffer = start + [CChar](repeating: 0, count: 64 + key.utf8.count + value.utf8.count)
    let capacity = Int32(buffer.count)
    var status = ICUConstant.noError
    // Safe: the buffer holds a terminated name and `capacity` bytes.
    let length = unsafe table.uloc_setKeywordValue(key, value, &buffer, capacity, &status)
    try check(status, "uloc_setKeywordValue")
    return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The digits that a locale uses, such as `latn`.
  func numberingSystem(of locale: String) -> String {
    var status = ICUConstant.noError
    // Safe: the system is closed below.
    let system = unsafe table.unumsys_open(locale, &status)
    guard let system = unsafe system, !Self.failed(status) else { return "latn" }
    // Safe: opened above, used no more.
    defer { unsafe table.unumsys_close(system) }
    // Safe: the name belongs to the system and is copied at once.
    guard let name = unsafe table.unumsys_getName(system) else { return "latn" }
    // Safe: ICU gives a terminated string.
    return unsafe String(cString: name)
  }

  /// Whether a numbering system exists and consists of ten digits.
  func hasDigits(numberingSystem name: String) -> Bool {
    var status = ICUConstant.noError
    // Safe: the system is closed below.
    let system = unsafe table.unumsys_openByName(name, &status)
    guard let system = unsafe system, !Self.failed(status) else { return false }
    // Safe: opened above, used no more.
    defer { unsafe table.unumsys_close(system) }
    // Safe: the system is open.
    return unsafe table.unumsys_isAlgorithmic(system) == 0
  }

  /// The calendars that exist, as BCP 47 types.
  func calendars(for locale: String) -> [String] {
    var status = ICUConstant.noError
    // Safe: the enumeration is closed by the callee.
    let names = unsafe table.ucal_getKeywordValuesForLocale("calendar", locale, 0, &status)
    if Self.failed(status) { return [] }
    // Safe: as above.
    return unsafe drain(names).map { unicodeType("ca", $0) }
  }

  /// The collations of a locale, as BCP 47 types.
  func collations(for locale: String) -> [String] {
    var status = ICUConstant.noError
    // Safe: the enumeration is closed by the callee.
    let names = unsafe table.ucol_getKeywordValuesForLocale("collation", locale, 0, &status)
    if Self.failed(status) { return [] }
    // Safe: as above.
    return unsafe drain(names).map { unicodeType("co", $0) }
  }

  /// The BCP 47 type of an ICU keyword value: `gregorian` is `gregory`.
  func unicodeType(_ key: String, _ type: String) -> String {
    // Safe: the result is static or points into `type`, and is copied at once.
    unsafe type.withCString { type in
      guard let unicode = unsafe table.uloc_toUnicodeLocaleType(key, type) else {
        return unsafe String(cString: type)
      }
      return unsafe String(cString: unicode)
    }
  }
}
