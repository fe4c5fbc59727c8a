/// Turns the options of a number formatter into an ICU skeleton, as V8 does.
struct NumberResolver {
  let locale: String
  let icuLocale: String
  let style: NumberFormat.Style
  let currency: String?
  let currencyDisplay: String
  let currencySign: String
  let unit: String?
  let unitDisplay: String
  let notation: NumberFormat.Notation
  let compactDisplay: String
  let digits: NumberDigits
  let grouping: String
  let signDisplay: String

  init(session: IntlSession, reader: OptionReader, locales: [String]) throws(IntlError) {
    let tags = try session.canonicalLocales(locales)
    try reader.checkMatcher()
    (locale, icuLocale) = try session.numberLocale(tags, reader)
    style = try reader.choice(.style, .decimal)
    currency = try Self.currency(reader, style)
    currencyDisplay =
      try reader.string(.currencyDisplay, ["code", "symbol", "narrowSymbol", "name"]) ?? "symbol"
    currencySign = try reader.string(.currencySign, ["standard", "accounting"]) ?? "standard"
    unit = try Self.unit(reader, style)
    unitDisplay = try reader.string(.unitDisplay, ["short", "narrow", "long"]) ?? "short"
    notation = try reader.choice(.notation, .standard)
    var fallback = style == .percent ? 0...0 : 0...3
    if style == .currency, notation == .standard, let currency {
      let count = min(try ICULibrary.shared().fractionDigits(currency: currency), 20)
      fallback = count...count
    }
    digits = try NumberDigits(reader, fallback: fallback, isCompact: notation == .compact)
    compactDisplay = try reader.string(.compactDisplay, ["short", "long"]) ?? "short"
    grouping = try Self.grouping(reader, notation)
    signDisplay =
      try reader.string(
        .signDisplay, ["auto", "never", "always", "exceptZero", "negative"]) ?? "auto"
  }

  private static func currency(_ reader: OptionReader, _ style: NumberFormat.Style)
    throws(IntlError) -> String?
  {
    guard let code = try reader.string(.currency) else {
      if style == .currency { throw .type("Currency code is required with currency style.") }
      return nil
    }
    let isLetters = code.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
    }
    guard code.utf8.count == 3, isLetters else { throw .range("Invalid currency code : \(code)") }
    return code.uppercased()
  }

  private static func unit(_ reader: OptionReader, _ style: NumberFormat.Style) throws(IntlError)
    -> String?
  {
    guard let unit = try reader.string(.unit) else {
      if style == .unit { throw .type("Invalid unit argument for \(reader.service)() ''") }
      return nil
    }
    guard MeasureUnits.isValid(unit) else {
      throw .range("Invalid unit argument for \(reader.service)() '\(unit)'")
    }
    return unit
  }

  private static func grouping(_ reader: OptionReader, _ notation: NumberFormat.Notation)
    throws(IntlError) -> String
  {
    let usual = notation == .compact ? "min2" : "auto"
    switch reader.options[.useGrouping] {
    case .bool(let value): return value ? "always" : "false"
    case .string(let value):
      if value == "true" || value == "false" { return usual }
      guard ["min2", "auto", "always"].contains(value) else {
        throw reader.outOfRange(.useGrouping, value)
      }
      return value
    default: return usual
    }
  }
}

// MARK: The skeleton

extension NumberResolver {
  var skeleton: String {
    var stems: [String] = []
    switch style {
    case .decimal: break
    case .percent: stems.append("percent scale/100")
    case .currency:
      stems.append("currency/\(currency ?? "XXX")")
      switch currencyDisplay {
      case "code": stems.append("unit-width-iso-code")
      case "name": stems.append("unit-width-full-name")
      case "narrowSymbol": stems.append("unit-width-narrow")
      default: break
      }
    case .unit:
      stems.append("unit/\(unit ?? "percent")")
      switch unitDisplay {
      case "long": stems.append("unit-width-full-name")
      case "narrow": stems.append("unit-width-narrow")
      default: stems.append("unit-width-short")
      }
    }
    switch notation {
    case .standard: break
    case .scientific: stems.append("scientific")
    case .engineering: stems.append("engineering")
    case .compact: stems.append("compact-\(compactDisplay)")
    }
    stems.append(digits.skeleton)
    switch grouping {
    case "always": stems.append("group-on-aligned")
    case "min2": stems.append("group-min2")
    case "false": stems.append("group-off")
    default: break
    }
    if let sign { stems.append(sign) }
    return stems.joined(separator: " ")
  }

  private var sign: String? {
    let isAccounting = style == .currency && currencySign == "accounting"
    switch signDisplay {
    case "never": return "sign-never"
    case "always": return isAccounting ? "sign-accounting-always" : "sign-always"
    case "exceptZero": return isAccounting ? "sign-accounting-except-zero" : "sign-except-zero"
    case "negative": return isAccounting ? "sign-accounting-negative" : "sign-negative"
    default: return isAccounting ? "sign-accounting" : nil
    }
  }
}

/// The units that ECMA-402 allows.
enum MeasureUnits {
  private static let simple: Set<String> = [
    "acre", "bit", "byte", "celsius", "centimeter", "day", "degree", "fahrenheit", "fluid-ounce",
    "foot", "gallon", "gigabit", "gigabyte", "gram", "hectare", "hour", "inch", "kilobit",
    "kilobyte", "kilogram", "kilometer", "liter", "megabit", "megabyte", "meter", "mile",
    "mile-scandinavian", "milliliter", "millimeter", "millisecond", "minute", "month", "ounce",
    "percent", "petabyte", "pound", "second", "stone", "terabit", "terabyte", "week", "yard",
    "year", "microsecond", "nanosecond",
  ]

  /// A simple unit, or two of them around `-per-`.
  static func isValid(_ unit: String) -> Bool {
    if simple.contains(unit) { return true }
    let parts = unit.split(separator: "-", omittingEmptySubsequences: false)
    guard let middle = parts.firstIndex(of: "per") else { return false }
    let numerator = parts[..<middle].joined(separator: "-")
    let denominator = parts[(middle + 1)...].joined(separator: "-")
    return simple.contains(numerator) && simple.contains(denominator)
  }
}

extension IntlSession {
  /// The resolved tag and ICU's locale of a service with numbering systems.
  func numberLocale(_ tags: [LanguageTag], _ reader: OptionReader) throws(IntlError)
    -> (tag: String, icu: String)
  {
    let option = try reader.string(.numberingSystem)
    if let option, !LanguageTagParser.isType(option) {
      throw .range("Invalid numberingSystem : \(option)")
    }
    var tag = try resolveLocale(tags, keys: ["nu"])
    guard let digits = option?.lowercased() else { return (tag.text, try icuName(tag)) }
    if let own = tag.keyword("nu"), own != digits { tag.setKeyword("nu", nil) }
    var formatting = tag
    if try isNumberingSystem(digits) { formatting.setKeyword("nu", digits) }
    return (tag.text, try icuName(formatting))
  }
}
