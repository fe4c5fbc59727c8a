/// A resolved `Intl.ListFormat`.
final class ListFormat: Sendable {
  let locale: String
  let icuLocale: String
  let kind: ListFormatter.Kind
  let width: NameWidth

  init(locale: String, icuLocale: String, kind: ListFormatter.Kind, width: NameWidth) {
    self.locale = locale
    self.icuLocale = icuLocale
    self.kind = kind
    self.width = width
  }
}

extension IntlSession {
  func listFormat(locales: [String], options: IntlOptions) throws(IntlError) -> ListFormat {
    let method = IntlService.listFormat.rawValue
    let key = ResolutionKey(
      service: .listFormat, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      let tags = try canonicalLocales(locales)
      let reader = OptionReader(options: options, service: method)
      try reader.checkMatcher()
      let tag = try resolveLocale(tags, keys: [])
      let kind: ListFormatter.Kind = try reader.choice(.type, .conjunction)
      let width: NameWidth = try reader.choice(.style, .long)
      return ListFormat(locale: tag.text, icuLocale: try icuName(tag), kind: kind, width: width)
    }
  }

  /// The error for an element that is not a string; `text` is how messages print it.
  static func notAString(_ text: String) -> IntlError {
    .type("Iterable yielded \(text) which is not a string")
  }

  func format(_ items: [[UInt16]], _ format: ListFormat) throws(IntlError) -> [UInt16] {
    if items.isEmpty { return [] }
    return try formatted(items, format).text
  }

  func formatToParts(_ items: [[UInt16]], _ format: ListFormat) throws(IntlError) -> [IntlPart] {
    if items.isEmpty { return [] }
    let formatted = try formatted(items, format)
    var parts: [IntlPart] = []
    for field in formatted.fields where field.category == Self.listCategory {
      let range = max(0, field.start)..<min(field.end, formatted.text.count)
      parts.append(IntlPart(field.field == 0 ? "literal" : "element", formatted.text[range]))
    }
    return parts
  }

  func resolvedOptions(_ format: ListFormat) -> [IntlProperty] {
    [
      IntlProperty("locale", .string(format.locale)),
      IntlProperty("type", .string(format.kind.rawValue)),
      IntlProperty("style", .string(format.width.rawValue)),
    ]
  }

  /// `UFIELD_CATEGORY_LIST`.
  private static let listCategory = 3

  private func formatted(_ items: [[UInt16]], _ format: ListFormat) throws(IntlError)
    -> FormattedText
  {
    let length = items.reduce(0) { $0 + $1.count }
    guard length <= ICULibrary.textLimit, items.count <= ICULibrary.textLimit else {
      throw .range("Invalid string length")
    }
    let key = "l|\(format.icuLocale)|\(format.kind)|\(format.width)"
    let handle = try handle(key) { () throws(IntlError) in
      try ListFormatter(locale: format.icuLocale, kind: format.kind, width: format.width)
    }
    countFormat()
    return try handle.owner.format(items)
  }
}
