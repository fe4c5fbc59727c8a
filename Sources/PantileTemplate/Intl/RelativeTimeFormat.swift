/// A resolved `Intl.RelativeTimeFormat`.
final class RelativeTimeFormat: Sendable {
  let locale: String
  let icuLocale: String
  let width: NameWidth
  /// Whether words such as "yesterday" are not used.
  let isNumeric: Bool

  init(locale: String, icuLocale: String, width: NameWidth, isNumeric: Bool) {
    self.locale = locale
    self.icuLocale = icuLocale
    self.width = width
    self.isNumeric = isNumeric
  }
}

extension IntlSession {
  func relativeTimeFormat(locales: [String], options: IntlOptions) throws(IntlError)
    -> RelativeTimeFormat
  {
    let method = IntlService.relativeTimeFormat.rawValue
    let key = ResolutionKey(
      service: .relativeTimeFormat, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      let tags = try canonicalLocales(locales)
      let reader = OptionReader(options: options, service: method)
      try reader.checkMatcher()
      let names = try numberLocale(tags, reader)
      let width: NameWidth = try reader.choice(.style, .long)
      let numeric = try reader.string(.numeric, ["always", "auto"]) ?? "always"
      return RelativeTimeFormat(
        locale: names.tag, icuLocale: names.icu, width: width, isNumeric: numeric == "always")
    }
  }

  /// - Parameter unit: A unit in the singular or plural, as the template wrote it.
  func format(_ value: Double, _ unit: String, _ format: RelativeTimeFormat) throws(IntlError)
    -> [UInt16]
  {
    try formatted(value, unit, format, "format").0.text
  }

  func formatToParts(_ value: Double, _ unit: String, _ format: RelativeTimeFormat)
    throws(IntlError) -> [IntlPart]
  {
    var (formatted, unit) = try formatted(value, unit, format, "formatToParts")
    // Only the number's own fields make parts; the rest is literal.
    formatted.fields.removeAll { $0.category != Self.numberCategory }
    return NumberParts.list(formatted, spans: nil) { field, _ in
      NumberParts.type(field, .double(value), style: .decimal)
    }.map { part in
      var part = part
      part.unit = part.type == "literal" ? nil : unit.rawValue
      return part
    }
  }

  func resolvedOptions(_ format: RelativeTimeFormat) throws(IntlError) -> [IntlProperty] {
    [
      IntlProperty("locale", .string(format.locale)),
      IntlProperty("style", .string(format.width.rawValue)),
      IntlProperty("numeric", .string(format.isNumeric ? "always" : "auto")),
      IntlProperty(
        "numberingSystem",
        .string(try ICULibrary.shared().numberingSystem(of: format.icuLocale))),
    ]
  }

  /// `UFIELD_CATEGORY_NUMBER`.
  private static let numberCategory = 2

  private func formatted(
    _ value: Double, _ unit: String, _ format: RelativeTimeFormat, _ method: String
  ) throws(IntlError) -> (FormattedText, RelativeUnit) {
    let name = "Intl.RelativeTimeFormat.prototype.\(method)()"
    let singular = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    guard value.isFinite else { throw .range("Value need to be finite number for \(name)") }
    guard let known = RelativeUnit(rawValue: singular) else {
      throw .range("Invalid unit argument for \(name) '\(unit)'")
    }
    let handle = try handle("t|\(format.icuLocale)|\(format.width)") { () throws(IntlError) in
      try RelativeFormatter(locale: format.icuLocale, width: format.width)
    }
    countFormat()
    return (try handle.owner.format(value, known, numeric: format.isNumeric), known)
  }
}
