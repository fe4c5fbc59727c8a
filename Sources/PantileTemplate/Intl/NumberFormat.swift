/// A resolved `Intl.NumberFormat`: plain values, no open handle.
final class NumberFormat: Sendable {
  enum Style: String, Sendable {
    case decimal, percent, currency, unit
  }

  enum Notation: String, Sendable {
    case standard, scientific, engineering, compact
  }

  let locale: String
  let icuLocale: String
  let style: Style
  let currency: String?
  let currencyDisplay: String
  let currencySign: String
  let unit: String?
  let unitDisplay: String
  let notation: Notation
  let compactDisplay: String
  let digits: NumberDigits
  /// `always`, `auto`, `min2` or `false`.
  let grouping: String
  let signDisplay: String
  /// ICU's number skeleton of all of this.
  let skeleton: String
  /// The session's name for the open handle.
  let key: String

  init(_ resolver: NumberResolver) {
    locale = resolver.locale
    icuLocale = resolver.icuLocale
    style = resolver.style
    currency = resolver.currency
    currencyDisplay = resolver.currencyDisplay
    currencySign = resolver.currencySign
    unit = resolver.unit
    unitDisplay = resolver.unitDisplay
    notation = resolver.notation
    compactDisplay = resolver.compactDisplay
    digits = resolver.digits
    grouping = resolver.grouping
    signDisplay = resolver.signDisplay
    skeleton = resolver.skeleton
    key = "n|\(icuLocale)|\(skeleton)"
  }
}

extension FormattableNumber {
  /// The longest exact number that is formatted, in digits.
  static let digitLimit = 1_000_000

  /// The exact number of `digits`, as BigInt prints it, or nil for other text.
  static func exact(_ digits: String) -> FormattableNumber? {
    let unsigned =
      digits.utf8.first == UInt8(ascii: "-") ? digits.utf8.dropFirst() : digits.utf8[...]
    var points = 0
    for byte in unsigned {
      if byte == UInt8(ascii: ".") {
        points += 1
      } else if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        return nil
      }
    }
    let isEdge = unsigned.first == UInt8(ascii: ".") || unsigned.last == UInt8(ascii: ".")
    guard !unsigned.isEmpty, points <= 1, !isEdge, unsigned.count <= digitLimit else { return nil }
    return .decimal(digits)
  }

  fileprivate var isNaN: Bool {
    if case .double(let value) = self { return value.isNaN }
    return false
  }

  fileprivate var isInfinite: Bool {
    if case .double(let value) = self { return value.isInfinite }
    return false
  }

  /// The number with its point moved by two, exactly; nil when it is not finite.
  fileprivate var timesHundred: FormattableNumber? {
    let digits: String
    switch self {
    case .decimal(let exact): digits = exact
    case .double(let value):
      guard value.isFinite else { return nil }
      digits = "\(value)"
    }
    let parts = digits.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    return .decimal("\(parts.first ?? "0")e\(exponent + 2)")
  }

  fileprivate var isNegative: Bool {
    switch self {
    case .double(let value): value.sign == .minus && !value.isNaN
    case .decimal(let digits): digits.utf8.first == UInt8(ascii: "-")
    }
  }
}

// MARK: Formatting

extension IntlSession {
  /// A formatter for `Intl.NumberFormat` or `toLocaleString`.
  ///
  /// - Parameter method: The name in messages, such as `Number.prototype.toLocaleString`.
  func numberFormat(
    locales: [String], options: IntlOptions,
    method: String = IntlService.numberFormat.rawValue
  ) throws(IntlError) -> NumberFormat {
    let key = ResolutionKey(
      service: .numberFormat, method: method, locales: locales, options: options)
    return try resolve(key) { () throws(IntlError) in
      let reader = OptionReader(options: options, service: method)
      return NumberFormat(try NumberResolver(session: self, reader: reader, locales: locales))
    }
  }

  func format(_ number: FormattableNumber, _ format: NumberFormat) throws(IntlError) -> [UInt16] {
    countFormat()
    return try numberHandle(format).owner.format(number).text
  }

  func formatToParts(_ number: FormattableNumber, _ format: NumberFormat) throws(IntlError)
    -> [IntlPart]
  {
    countFormat()
    let formatted = try numberHandle(format).owner.format(number)
    return NumberParts.list(formatted, spans: nil) { field, _ in
      NumberParts.type(field, number, style: format.style)
    }
  }

  func formatRange(
    _ from: FormattableNumber, _ to: FormattableNumber, _ format: NumberFormat
  ) throws(IntlError) -> [UInt16] {
    try formattedRange(from, to, format).text
  }

  func formatRangeToParts(
    _ from: FormattableNumber, _ to: FormattableNumber, _ format: NumberFormat
  ) throws(IntlError) -> [IntlPart] {
    let formatted = try formattedRange(from, to, format)
    let spans = RangeSpans(formatted, RangeSpans.numbers)
    return NumberParts.list(formatted, spans: spans) { field, source in
      NumberParts.type(field, source == .endRange ? to : from, style: format.style)
    }
  }

  private func formattedRange(
    _ from: FormattableNumber, _ to: FormattableNumber, _ format: NumberFormat
  ) throws(IntlError) -> FormattedText {
    if from.isNaN { throw .range("Invalid start : NaN") }
    if to.isNaN { throw .range("Invalid end : NaN") }
    if from == to, format.style == .percent, let scaled = from.timesHundred {
      // ICU scales the one number of such a range twice.
      let skeleton = format.skeleton.split(separator: " ").filter { $0 != "scale/100" }
      let handle = try rangeHandle(format.icuLocale, skeleton.joined(separator: " "))
      countFormat()
      return try handle.owner.format(from: scaled, to: scaled)
    }
    let handle = try rangeHandle(format.icuLocale, format.skeleton)
    countFormat()
    return try handle.owner.format(from: from, to: to)
  }

  private func numberHandle(_ format: NumberFormat) throws(IntlError) -> Opened<NumberFormatter> {
    try handle(format.key) { () throws(IntlError) in
      try NumberFormatter(locale: format.icuLocale, skeleton: format.skeleton)
    }
  }

  func numberHandle(_ locale: String, _ skeleton: String) throws(IntlError)
    -> Opened<NumberFormatter>
  {
    try handle("n|\(locale)|\(skeleton)") { () throws(IntlError) in
      try NumberFormatter(locale: locale, skeleton: skeleton)
    }
  }

  func rangeHandle(_ locale: String, _ skeleton: String) throws(IntlError)
    -> Opened<NumberRangeFormatter>
  {
    try handle("r|\(locale)|\(skeleton)") { () throws(IntlError) in
      try NumberRangeFormatter(locale: locale, skeleton: skeleton)
    }
  }
}

// MARK: Parts

/// Cuts formatted numbers into parts.
enum NumberParts {
  /// Gives every unit to the shortest field around it, so that an integer falls apart at its
  /// group separators; what no field covers is literal.
  static func list(
    _ formatted: FormattedText, spans: RangeSpans?,
    type: (_ field: Int, _ source: IntlPart.Source?) -> String
  ) -> [IntlPart] {
    let text = formatted.text
    var owner = [Int](repeating: -1, count: text.count)
    let fields = formatted.fields.filter { $0.category < 0x1000 }
      .sorted { $0.end - $0.start > $1.end - $1.start }
    for (index, field) in fields.enumerated() where field.start < field.end {
      for unit in max(0, field.start)..<min(text.count, field.end) { owner[unit] = index }
    }
    var parts: [IntlPart] = []
    var start = 0
    while start < text.count {
      var end = start + 1
      while end < text.count, owner[end] == owner[start] { end += 1 }
      let source = spans?.source(start, end)
      let name = owner[start] < 0 ? "literal" : type(fields[owner[start]].field, source)
      parts.append(IntlPart(name, text[start..<end], source: source))
      start = end
    }
    return parts
  }

  /// The part that a `UNumberFormatFields` is.
  static func type(_ field: Int, _ number: FormattableNumber, style: NumberFormat.Style) -> String {
    switch field {
    case 0: number.isNaN ? "nan" : number.isInfinite ? "infinity" : "integer"
    case 1: "fraction"
    case 2: "decimal"
    case 3: "exponentSeparator"
    case 4: "exponentMinusSign"
    case 5: "exponentInteger"
    case 6: "group"
    case 7: "currency"
    case 8: style == .unit ? "unit" : "percentSign"
    case 10: number.isNegative ? "minusSign" : "plusSign"
    case 11: "unit"
    case 12: "compact"
    case 13: "approximatelySign"
    default: "literal"
    }
  }
}
