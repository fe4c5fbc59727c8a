internal import CICU

/// The four forms of `String.prototype.normalize`.
enum NormalizationForm: String, Sendable {
  case nfc = "NFC"
  case nfd = "NFD"
  case nfkc = "NFKC"
  case nfkd = "NFKD"
}

/// Unicode normalisation and locale-aware case of UTF-16 text.
enum TextNormalizer {
  /// The text in `form`; lone surrogates stay as they are.
  ///
  /// Text that every form leaves alone (ASCII; for NFC all below U+0300) does not touch ICU.
  static func normalize(_ text: [UInt16], _ form: NormalizationForm) throws(IntlError)
    -> [UInt16]
  {
    let inert: UInt16 = form == .nfc ? 0x300 : 0x80
    if text.allSatisfy({ $0 < inert }) { return text }
    let text = CombiningMarks.ordered(text)
    let icu = try ICULibrary.shared()
    var status = ICUConstant.noError
    let normalizer: UnsafeMutableRawPointer?
    // Safe: the four instances are ICU's own, never closed.
    switch form {
    case .nfc: unsafe normalizer = icu.table.unorm2_getNFCInstance(&status)
    case .nfd: unsafe normalizer = icu.table.unorm2_getNFDInstance(&status)
    case .nfkc: unsafe normalizer = icu.table.unorm2_getNFKCInstance(&status)
    case .nfkd: unsafe normalizer = icu.table.unorm2_getNFKDInstance(&status)
    }
    try icu.check(status, "unorm2_getInstance")
    return try icu.text("unorm2_normalize", capacity: text.count + text.count / 2 + 16) {
      buffer, capacity, status in
      // Safe: the buffer holds `capacity` units, and the text lives through the call.
      unsafe icu.table.unorm2_normalize(
        normalizer, text, Int32(text.count), buffer, capacity, &status)
    }
  }

  /// Lower or upper case by the rules of an ICU locale.
  static func map(_ text: [UInt16], upper: Bool, locale: String) throws(IntlError) -> [UInt16] {
    let icu = try ICULibrary.shared()
    return try icu.text("u_strToLower", capacity: text.count + 16) { buffer, capacity, status in
      if upper {
        // Safe: the buffer holds `capacity` units, and the text lives through the call.
        unsafe icu.table.u_strToUpper(buffer, capacity, text, Int32(text.count), locale, &status)
      } else {
        // Safe: as above.
        unsafe icu.table.u_strToLower(buffer, capacity, text, Int32(text.count), locale, &status)
      }
    }
  }
}
