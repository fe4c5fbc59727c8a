/// A property of the options objects of Intl; the raw value is the property's name.
enum IntlOption: String, CaseIterable, Sendable {
  case localeMatcher, usage, type, calendar, collation, numberingSystem, numeric, caseFirst
  case sensitivity, ignorePunctuation, hour12, hourCycle, timeZone
  case weekday, era, year, month, day, dayPeriod, hour, minute, second
  case fractionalSecondDigits, timeZoneName, formatMatcher, dateStyle, timeStyle
  case style, currency, currencyDisplay, currencySign, unit, unitDisplay, notation
  case minimumIntegerDigits, minimumFractionDigits, maximumFractionDigits
  case minimumSignificantDigits, maximumSignificantDigits
  case roundingIncrement, roundingMode, roundingPriority, trailingZeroDisplay
  case compactDisplay, useGrouping, signDisplay
  case granularity, fallback, languageDisplay
}

/// How a property's value is converted before it is stored; `undefined` is not stored at all.
enum IntlOptionKind: Sendable {
  /// `ToString`.
  case string
  /// `ToNumber`.
  case number
  /// `ToBoolean`.
  case boolean
  /// `useGrouping`: `true` as `.bool(true)`; any other falsy value as `.bool(false)`; everything
  /// else by `ToString`.
  case stringOrBoolean
}

/// A converted value.
enum IntlOptionValue: Hashable, Sendable {
  case string(String)
  case number(Double)
  case bool(Bool)
}

/// The properties of one options object that are not `undefined`.
struct IntlOptions: Hashable, Sendable {
  private var values: [IntlOption: IntlOptionValue] = [:]

  init() {}

  init(_ values: [IntlOption: IntlOptionValue]) {
    self.values = values
  }

  subscript(option: IntlOption) -> IntlOptionValue? {
    get { values[option] }
    set { values[option] = newValue }
  }

  var isEmpty: Bool { values.isEmpty }
}

/// The services of Intl; the raw value is the name in messages.
enum IntlService: String, CaseIterable, Sendable {
  case dateTimeFormat = "Intl.DateTimeFormat"
  case numberFormat = "Intl.NumberFormat"
  case pluralRules = "Intl.PluralRules"
  case relativeTimeFormat = "Intl.RelativeTimeFormat"
  case listFormat = "Intl.ListFormat"
  case collator = "Intl.Collator"
  case displayNames = "Intl.DisplayNames"
  case segmenter = "Intl.Segmenter"

  /// The properties that the constructor reads, in ECMA-402's order, and how.
  var options: [(option: IntlOption, kind: IntlOptionKind)] {
    switch self {
    case .dateTimeFormat: Self.dateTimeOptions
    case .numberFormat: Self.numberOptions
    case .pluralRules:
      [(.localeMatcher, .string), (.type, .string)] + Self.digitOptions
    case .relativeTimeFormat:
      [
        (.localeMatcher, .string), (.numberingSystem, .string), (.style, .string),
        (.numeric, .string),
      ]
    case .listFormat: [(.localeMatcher, .string), (.type, .string), (.style, .string)]
    case .collator:
      [
        (.usage, .string), (.localeMatcher, .string), (.collation, .string), (.numeric, .boolean),
        (.caseFirst, .string), (.sensitivity, .string), (.ignorePunctuation, .boolean),
      ]
    case .displayNames:
      [
        (.localeMatcher, .string), (.style, .string), (.type, .string), (.fallback, .string),
        (.languageDisplay, .string),
      ]
    case .segmenter: [(.localeMatcher, .string), (.granularity, .string)]
    }
  }

  private static let dateTimeOptions: [(option: IntlOption, kind: IntlOptionKind)] = [
    (.localeMatcher, .string), (.calendar, .string), (.numberingSystem, .string),
    (.hour12, .boolean), (.hourCycle, .string), (.timeZone, .string), (.weekday, .string),
    (.era, .string), (.year, .string), (.month, .string), (.day, .string), (.dayPeriod, .string),
    (.hour, .string), (.minute, .string), (.second, .string), (.fractionalSecondDigits, .number),
    (.timeZoneName, .string), (.formatMatcher, .string), (.dateStyle, .string),
    (.timeStyle, .string),
  ]

  private static let digitOptions: [(option: IntlOption, kind: IntlOptionKind)] = [
    (.minimumIntegerDigits, .number), (.minimumFractionDigits, .number),
    (.maximumFractionDigits, .number), (.minimumSignificantDigits, .number),
    (.maximumSignificantDigits, .number), (.roundingIncrement, .number), (.roundingMode, .string),
    (.roundingPriority, .string), (.trailingZeroDisplay, .string),
  ]

  private static let numberOptions: [(option: IntlOption, kind: IntlOptionKind)] =
    [
      (.localeMatcher, .string), (.numberingSystem, .string), (.style, .string),
      (.currency, .string), (.currencyDisplay, .string), (.currencySign, .string),
      (.unit, .string), (.unitDisplay, .string), (.notation, .string),
    ] + digitOptions + [
      (.compactDisplay, .string), (.useGrouping, .stringOrBoolean), (.signDisplay, .string),
    ]
}

/// Reads checked values out of an options object, with V8's messages.
struct OptionReader {
  var options: IntlOptions
  /// The service or method in messages.
  var service: String

  /// A string that must be one of `allowed`; an empty list allows everything.
  func string(_ option: IntlOption, _ allowed: [String] = []) throws(IntlError) -> String? {
    guard case .string(let value) = options[option] else { return nil }
    guard allowed.isEmpty || allowed.contains(value) else {
      throw outOfRange(option, value)
    }
    return value
  }

  func choice<Choice: RawRepresentable<String>>(_ option: IntlOption, _ fallback: Choice)
    throws(IntlError) -> Choice
  {
    guard case .string(let value) = options[option] else { return fallback }
    guard let choice = Choice(rawValue: value) else { throw outOfRange(option, value) }
    return choice
  }

  func bool(_ option: IntlOption) -> Bool? {
    if case .bool(let value) = options[option] { return value }
    return nil
  }

  /// A whole number within bounds; fractions are cut down.
  func number(_ option: IntlOption, _ bounds: ClosedRange<Int>) throws(IntlError) -> Int? {
    guard case .number(let value) = options[option] else { return nil }
    guard value >= Double(bounds.lowerBound), value <= Double(bounds.upperBound) else {
      throw .range("\(option.rawValue) value is out of range.")
    }
    return Int(value.rounded(.down))
  }

  func checkMatcher() throws(IntlError) {
    _ = try string(.localeMatcher, ["lookup", "best fit"])
  }

  func outOfRange(_ option: IntlOption, _ value: String) -> IntlError {
    .range("Value \(value) out of range for \(service) options property \(option.rawValue)")
  }
}
