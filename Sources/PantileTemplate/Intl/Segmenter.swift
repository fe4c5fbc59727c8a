/// A resolved `Intl.Segmenter`.
final class Segmenter: Sendable {
  let locale: String
  let icuLocale: String
  let granularity: SegmentGranularity

  init(locale: String, icuLocale: String, granularity: SegmentGranularity) {
    self.locale = locale
    self.icuLocale = icuLocale
    self.granularity = granularity
  }
}

extension IntlSession {
  func segmenter(locales: [String], options: IntlOptions) throws(IntlError) -> Segmenter {
    let method = IntlService.segmenter.rawValue
    let key = ResolutionKey(
      service: .segmenter, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      let tags = try canonicalLocales(locales)
      let reader = OptionReader(options: options, service: method)
      try reader.checkMatcher()
      let tag = try resolveLocale(tags, keys: [])
      let granularity: SegmentGranularity = try reader.choice(.granularity, .grapheme)
      return Segmenter(locale: tag.text, icuLocale: try icuName(tag), granularity: granularity)
    }
  }

  /// Cuts a whole text; it counts as one opening.
  func segments(_ text: [UInt16], _ segmenter: Segmenter) throws(IntlError) -> [TextSegment] {
    guard text.count <= ICULibrary.textLimit else { throw .range("Invalid string length") }
    countOpening()
    return try ICULibrary.shared().segments(
      text, granularity: segmenter.granularity, locale: segmenter.icuLocale)
  }

  func resolvedOptions(_ segmenter: Segmenter) -> [IntlProperty] {
    [
      IntlProperty("locale", .string(segmenter.locale)),
      IntlProperty("granularity", .string(segmenter.granularity.rawValue)),
    ]
  }
}
