/// Upper and lower case of UTF-16 text by Unicode's full mappings, independent of locale.
enum TextCase {
  /// `toLowerCase`: with the final sigma rule; lone surrogates stay.
  static func lower(_ text: [UInt16]) -> [UInt16] {
    if text.allSatisfy({ $0 < 0x80 }) {
      return text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
    var result: [UInt16] = []
    result.reserveCapacity(text.count)
    forEachScalar(text) { scalar, index in
      if scalar.value == 0x3A3, isFinalSigma(text, index) {
        result.append(0x3C2)
      } else {
        result.append(contentsOf: scalar.properties.lowercaseMapping.utf16)
      }
    } lone: {
      result.append($0)
    }
    return result
  }

  /// `toUpperCase`; lone surrogates stay.
  static func upper(_ text: [UInt16]) -> [UInt16] {
    if text.allSatisfy({ $0 < 0x80 }) {
      return text.map { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
    }
    var result: [UInt16] = []
    result.reserveCapacity(text.count)
    forEachScalar(text) { scalar, _ in
      result.append(contentsOf: scalar.properties.uppercaseMapping.utf16)
    } lone: {
      result.append($0)
    }
    return result
  }

  private static func forEachScalar(
    _ text: [UInt16], _ body: (Unicode.Scalar, _ index: Int) -> Void, lone: (UInt16) -> Void
  ) {
    var index = 0
    while index < text.count {
      if let (scalar, width) = scalar(text, at: index) {
        body(scalar, index)
        index += width
      } else {
        lone(text[index])
        index += 1
      }
    }
  }

  private static func scalar(_ text: [UInt16], at index: Int) -> (Unicode.Scalar, Int)? {
    let unit = text[index]
    if UTF16.isLeadSurrogate(unit), index + 1 < text.count,
      UTF16.isTrailSurrogate(text[index + 1])
    {
      let value = (UInt32(unit) - 0xD800) << 10 + UInt32(text[index + 1]) - 0xDC00 + 0x10000
      return Unicode.Scalar(value).map { ($0, 2) }
    }
    return Unicode.Scalar(unit).map { ($0, 1) }
  }

  /// Whether the sigma at `index` ends a word: a cased letter before it, none after it, marks
  /// aside (`Final_Sigma` of the Unicode standard).
  private static func isFinalSigma(_ text: [UInt16], _ index: Int) -> Bool {
    var before = index
    var hasCasedBefore = false
    while before > 0 {
      before -= 1
      if before > 0, UTF16.isTrailSurrogate(text[before]),
        UTF16.isLeadSurrogate(text[before - 1])
      {
        before -= 1
      }
      guard let (scalar, _) = scalar(text, at: before) else { break }
      if scalar.properties.isCaseIgnorable { continue }
      hasCasedBefore = scalar.properties.isCased
      break
    }
    guard hasCasedBefore else { return false }
    var after = index + 1
    while after < text.count {
      guard let (scalar, width) = scalar(text, at: after) else { return true }
      if !scalar.properties.isCaseIgnorable { return !scalar.properties.isCased }
      after += width
    }
    return true
  }
}

extension IntlSession {
  /// `toLocaleLowerCase` and `toLocaleUpperCase`: the first locale decides, or the default one.
  func localeCase(_ text: [UInt16], upper: Bool, locales: [String]) throws(IntlError) -> [UInt16] {
    let tag = try canonicalLocales(locales).first ?? defaultLocale
    guard ["tr", "az", "lt", "el"].contains(tag.language) else {
      return upper ? TextCase.upper(text) : TextCase.lower(text)
    }
    countFormat()
    return try TextNormalizer.map(text, upper: upper, locale: tag.language)
  }
}
