/// A resolved `Intl.DisplayNames`.
final class DisplayNames: Sendable {
  enum Kind: String, Sendable {
    case language, region, script, currency, calendar, dateTimeField
  }

  let locale: String
  let icuLocale: String
  let kind: Kind
  let width: NameWidth
  let fallsBackToCode: Bool
  let isDialect: Bool

  init(
    locale: String, icuLocale: String, kind: Kind, width: NameWidth, fallsBackToCode: Bool,
    isDialect: Bool
  ) {
    self.locale = locale
    self.icuLocale = icuLocale
    self.kind = kind
    self.width = width
    self.fallsBackToCode = fallsBackToCode
    self.isDialect = isDialect
  }
}

extension IntlSession {
  func displayNames(locales: [String], options: IntlOptions) throws(IntlError) -> DisplayNames {
    let method = IntlService.displayNames.rawValue
    let key = ResolutionKey(
      service: .displayNames, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      let tags = try canonicalLocales(locales)
      let reader = OptionReader(options: options, service: method)
      try reader.checkMatcher()
      let width: NameWidth = try reader.choice(.style, .long)
      guard reader.options[.type] != nil else { throw .type("invalid_argument") }
      let kind: DisplayNames.Kind = try reader.choice(.type, .language)
      let fallback = try reader.string(.fallback, ["code", "none"]) ?? "code"
      let dialect = try reader.string(.languageDisplay, ["dialect", "standard"]) ?? "dialect"
      let tag = try resolveLocale(tags, keys: [])
      return DisplayNames(
        locale: tag.text, icuLocale: try icuName(tag), kind: kind, width: width,
        fallsBackToCode: fallback == "code", isDialect: dialect == "dialect")
    }
  }

  /// The name of a code; nil is `undefined`.
  func name(of code: String, _ names: DisplayNames) throws(IntlError) -> [UInt16]? {
    guard let canonical = try canonicalCode(code, names.kind) else {
      throw .range("invalid_argument")
    }
    countFormat()
    let name = try lookUp(canonical, names)
    return name ?? (names.fallsBackToCode ? [UInt16](canonical.utf16) : nil)
  }

  func resolvedOptions(_ names: DisplayNames) -> [IntlProperty] {
    var list = [
      IntlProperty("locale", .string(names.locale)),
      IntlProperty("style", .string(names.width.rawValue)),
      IntlProperty("type", .string(names.kind.rawValue)),
      IntlProperty("fallback", .string(names.fallsBackToCode ? "code" : "none")),
    ]
    if names.kind == .language {
      let display = names.isDialect ? "dialect" : "standard"
      list.append(IntlProperty("languageDisplay", .string(display)))
    }
    return list
  }

  private func lookUp(_ code: String, _ names: DisplayNames) throws(IntlError) -> [UInt16]? {
    if names.kind == .dateTimeField {
      guard let field = Self.fields[code] else { return nil }
      let generator = try handle("g|\(names.icuLocale)") { () throws(IntlError) in
        try DatePatternGenerator(locale: names.icuLocale)
      }
      let width: Int32 = names.width == .long ? 0 : names.width == .short ? 1 : 2
      return try generator.owner.fieldName(field, width: width)
    }
    let key = "y|\(names.icuLocale)|\(names.width)|\(names.isDialect)"
    let table = try handle(key) { () throws(IntlError) in
      try DisplayNameTable(
        locale: names.icuLocale, width: names.width, dialect: names.isDialect)
    }
    switch names.kind {
    case .language: return try table.owner.language(code)
    case .region: return table.owner.region(code)
    case .script: return table.owner.script(code)
    case .currency: return table.owner.currency(code)
    case .calendar: return table.owner.calendar(code == "gregory" ? "gregorian" : code)
    case .dateTimeField: return nil
    }
  }

  private static let fields: [String: DateFieldName] = [
    "era": .era, "year": .year, "quarter": .quarter, "month": .month,
    "weekOfYear": .weekOfYear, "weekday": .weekday, "day": .day, "dayPeriod": .dayPeriod,
    "hour": .hour, "minute": .minute, "second": .second, "timeZoneName": .timeZoneName,
  ]

  private func canonicalCode(_ code: String, _ kind: DisplayNames.Kind) throws(IntlError)
    -> String?
  {
    switch kind {
    case .language:
      guard let tag = LanguageTagParser.parse(code) else { return nil }
      return try canonicalTag(tag.base.text).text
    case .region:
      guard let tag = LanguageTagParser.parse("und-\(code)"), !tag.region.isEmpty,
        tag.text.utf8.count == 4 + code.utf8.count
      else { return nil }
      return code
    case .script:
      guard code.utf8.count == 4, let tag = LanguageTagParser.parse("und-\(code)"),
        !tag.script.isEmpty
      else { return nil }
      return code
    case .currency:
      let isLetters = code.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
      return code.utf8.count == 3 && isLetters ? code.uppercased() : nil
    case .calendar: return LanguageTagParser.isType(code) ? code.lowercased() : nil
    case .dateTimeField: return Self.fields[code] == nil ? nil : code
    }
  }
}
