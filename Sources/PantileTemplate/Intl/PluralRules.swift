/// A resolved `Intl.PluralRules`.
final class PluralRules: Sendable {
  let locale: String
  let icuLocale: String
  let isOrdinal: Bool
  let digits: NumberDigits

  init(locale: String, icuLocale: String, isOrdinal: Bool, digits: NumberDigits) {
    self.locale = locale
    self.icuLocale = icuLocale
    self.isOrdinal = isOrdinal
    self.digits = digits
  }
}

extension IntlSession {
  func pluralRules(locales: [String], options: IntlOptions) throws(IntlError) -> PluralRules {
    let method = IntlService.pluralRules.rawValue
    let key = ResolutionKey(
      service: .pluralRules, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      let tags = try canonicalLocales(locales)
      let reader = OptionReader(options: options, service: method)
      try reader.checkMatcher()
      let type = try reader.string(.type, ["cardinal", "ordinal"]) ?? "cardinal"
      let digits = try NumberDigits(reader, fallback: 0...3, isCompact: false)
      let tag = try pluralLocale(try resolveLocale(tags, keys: []))
      return PluralRules(
        locale: tag.text, icuLocale: try icuName(tag), isOrdinal: type == "ordinal",
        digits: digits)
    }
  }

  /// The rules are listed by language, and for few countries.
  private func pluralLocale(_ tag: LanguageTag) throws(IntlError) -> LanguageTag {
    if try ICULibrary.shared().hasPluralRules(tag.baseName) { return tag }
    return LanguageTag(language: tag.language)
  }

  /// The keyword of a number: `one`, `few` …
  func select(_ number: Double, _ rules: PluralRules) throws(IntlError) -> String {
    // Infinity and not-a-number have no digits to choose by.
    guard number.isFinite else { return "other" }
    let selector = try selector(rules)
    let formatter = try numberHandle(rules.icuLocale, rules.digits.skeleton)
    countFormat()
    return try formatter.owner.plural(.double(number), selector.owner)
  }

  /// The keyword of a range of numbers.
  func selectRange(_ from: Double, _ to: Double, _ rules: PluralRules) throws(IntlError)
    -> String
  {
    if from.isNaN { throw .range("Invalid start : NaN") }
    if to.isNaN { throw .range("Invalid end : NaN") }
    let selector = try selector(rules)
    let formatter = try rangeHandle(rules.icuLocale, rules.digits.skeleton)
    countFormat()
    return try formatter.owner.plural(from: .double(from), to: .double(to), selector.owner)
  }

  func resolvedOptions(_ rules: PluralRules) throws(IntlError) -> [IntlProperty] {
    let keywords = try selector(rules).owner.keywords()
    return [
      IntlProperty("locale", .string(rules.locale)),
      IntlProperty("type", .string(rules.isOrdinal ? "ordinal" : "cardinal")),
    ] + rules.digits.resolved + [IntlProperty("pluralCategories", .strings(keywords))]
  }

  private func selector(_ rules: PluralRules) throws(IntlError) -> Opened<PluralSelector> {
    try handle("p|\(rules.icuLocale)|\(rules.isOrdinal)") { () throws(IntlError) in
      try PluralSelector(locale: rules.icuLocale, ordinal: rules.isOrdinal)
    }
  }
}
