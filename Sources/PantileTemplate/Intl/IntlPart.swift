/// An element of `formatToParts`.
struct IntlPart: Equatable, Sendable {
  /// Where a part of a range comes from; the raw value is the property's.
  enum Source: String, Sendable {
    case startRange, endRange, shared
  }

  var type: String
  var value: [UInt16]
  /// Set for ranges only.
  var source: Source?
  /// Set for the number parts of relative times only.
  var unit: String?

  init(_ type: String, _ value: some Sequence<UInt16>, source: Source? = nil, unit: String? = nil) {
    self.type = type
    self.value = Array(value)
    self.source = source
    self.unit = unit
  }
}

/// The two ends of a formatted range.
struct RangeSpans {
  /// `UFIELD_CATEGORY_DATE_INTERVAL_SPAN`.
  static let dates = 0x1005
  /// `UFIELD_CATEGORY_NUMBER_RANGE_SPAN`.
  static let numbers = 0x1002

  private var spans: [TextField]

  init(_ formatted: FormattedText, _ category: Int) {
    spans = formatted.fields.filter { $0.category == category }
  }

  func source(_ start: Int, _ end: Int) -> IntlPart.Source {
    for span in spans where span.start <= start && end <= span.end {
      return span.field == 0 ? .startRange : .endRange
    }
    return .shared
  }
}

extension IntlPart {
  /// Cuts a formatted date into parts; the text between fields is literal.
  static func date(_ formatted: FormattedText, spans: RangeSpans?) -> [IntlPart] {
    let text = formatted.text
    var parts: [IntlPart] = []
    var end = 0
    func add(_ type: String, _ start: Int, _ limit: Int) {
      guard start < limit, limit <= text.count else { return }
      parts.append(IntlPart(type, text[start..<limit], source: spans?.source(start, limit)))
    }
    for field in formatted.fields where field.category != RangeSpans.dates && field.start >= end {
      add("literal", end, field.start)
      add(type(field.field), field.start, field.end)
      end = field.end
    }
    add("literal", end, text.count)
    return parts
  }

  /// The part that a `UDateFormatField` is.
  private static func type(_ field: Int) -> String {
    switch field {
    case 0: "era"
    case 1, 18, 20: "year"
    case 2, 26: "month"
    case 3: "day"
    case 4, 5, 15, 16: "hour"
    case 6: "minute"
    case 7: "second"
    case 8: "fractionalSecond"
    case 9, 19, 25: "weekday"
    case 14, 35, 36: "dayPeriod"
    case 17, 23, 24, 29, 31, 32, 33: "timeZoneName"
    case 30: "yearName"
    case 34: "relatedYear"
    default: "unknown"
    }
  }
}
