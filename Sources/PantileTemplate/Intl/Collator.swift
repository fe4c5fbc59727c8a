/// A resolved `Intl.Collator`.
final class Collator: Sendable {
  let locale: String
  let icuLocale: String
  let usage: String
  let collation: String
  let settings: CollationSettings
  /// The session's name for the open handle.
  let key: String

  init(
    locale: String, icuLocale: String, usage: String, collation: String,
    settings: CollationSettings
  ) {
    self.locale = locale
    self.icuLocale = icuLocale
    self.usage = usage
    self.collation = collation
    self.settings = settings
    key =
      "c|\(icuLocale)|\(settings.sensitivity ?? "")|\(settings.caseFirst ?? "")"
      + "|\(settings.numeric.map(String.init) ?? "")"
      + "|\(settings.ignorePunctuation.map(String.init) ?? "")"
  }
}

extension IntlSession {
  /// A collator for `Intl.Collator` or `localeCompare`.
  func collator(
    locales: [String], options: IntlOptions, method: String = IntlService.collator.rawValue
  ) throws(IntlError) -> Collator {
    let key = ResolutionKey(service: .collator, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      try resolveCollator(
        try canonicalLocales(locales), OptionReader(options: options, service: method))
    }
  }

  /// Below zero, zero or above; the template sees -1, 0 or 1.
  ///
  /// A comparison is not counted as a format: charge it by length.
  func compare(_ a: [UInt16], _ b: [UInt16], _ collator: Collator) throws(IntlError) -> Int {
    try open(collator).owner.compare(CombiningMarks.ordered(a), CombiningMarks.ordered(b))
  }

  func resolvedOptions(_ collator: Collator) throws(IntlError) -> [IntlProperty] {
    let opened = try open(collator)
    return [
      IntlProperty("locale", .string(collator.locale)),
      IntlProperty("usage", .string(collator.usage)),
      IntlProperty("sensitivity", .string(opened.owner.sensitivity)),
      IntlProperty("ignorePunctuation", .bool(opened.owner.ignoresPunctuation)),
      IntlProperty("collation", .string(collator.collation)),
      IntlProperty("numeric", .bool(opened.owner.isNumeric)),
      IntlProperty("caseFirst", .string(opened.owner.caseFirst)),
    ]
  }

  private func resolveCollator(_ tags: [LanguageTag], _ reader: OptionReader) throws(IntlError)
    -> Collator
  {
    let usage = try reader.string(.usage, ["sort", "search"]) ?? "sort"
    try reader.checkMatcher()
    let option = try reader.string(.collation)
    if let option, !LanguageTagParser.isType(option) {
      throw .range("Invalid collation : \(option)")
    }
    var settings = CollationSettings()
    settings.numeric = reader.bool(.numeric)
    settings.caseFirst = try reader.string(.caseFirst, ["upper", "lower", "false"])
    settings.sensitivity =
      try reader.string(.sensitivity, ["base", "accent", "case", "variant"])
    settings.ignorePunctuation = reader.bool(.ignorePunctuation)
    var tag = try resolveLocale(tags, keys: ["co", "kn", "kf"])
    var formatting = tag
    var collation = tag.keyword("co") ?? "default"
    if usage == "search" {
      tag.setKeyword("co", nil)
      formatting.setKeyword("co", "search")
      collation = "default"
    } else if let option, option != collation, try isCollation(option, for: tag) {
      tag.setKeyword("co", nil)
      formatting.setKeyword("co", option)
      collation = option
    }
    if settings.sensitivity == nil, usage == "sort" { settings.sensitivity = "variant" }
    if let numeric = settings.numeric, let own = tag.keyword("kn"), own.isEmpty != numeric {
      tag.setKeyword("kn", nil)
    }
    if let caseFirst = settings.caseFirst, let own = tag.keyword("kf"), own != caseFirst {
      tag.setKeyword("kf", nil)
    }
    return Collator(
      locale: tag.text, icuLocale: try icuName(formatting), usage: usage, collation: collation,
      settings: settings)
  }

  private func open(_ collator: Collator) throws(IntlError) -> Opened<TextCollator> {
    try handle(collator.key) { () throws(IntlError) in
      try TextCollator(locale: collator.icuLocale, settings: collator.settings)
    }
  }
}
