import Testing

@testable import PantileTemplate

/// Expected texts are Node 20's, of calls on which ICU 72 and 78 agree.
struct NumberFormatTests {
  @Test(arguments: formats)
  func `formats a number`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.numberFormat(locales: [call.locale], options: call.options)
    #expect(text(try session.format(.double(call.value), format)) == call.result)
  }

  @Test(arguments: parts)
  func `cuts a number into parts`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.numberFormat(locales: [call.locale], options: call.options)
    #expect(text(try session.formatToParts(.double(call.value), format)) == call.result)
  }

  @Test(arguments: ranges)
  func `formats a range from one`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.numberFormat(locales: [call.locale], options: call.options)
    let range = try session.formatRange(.double(1), .double(call.value), format)
    #expect(text(range) == call.result)
  }

  @Test(arguments: rangeParts)
  func `cuts a range into parts`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.numberFormat(locales: [call.locale], options: call.options)
    let parts = try session.formatRangeToParts(.double(1), .double(call.value), format)
    #expect(text(parts) == call.result)
  }

  @Test(arguments: resolved)
  func `tells its resolved options`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.numberFormat(locales: [call.locale], options: call.options)
    #expect(text(try session.resolvedOptions(format)) == call.result)
  }

  @Test(arguments: errors)
  func `refuses what V8 refuses`(of call: IntlCase) throws {
    let session = try IntlSession()
    #expect(
      errorText {
        try session.numberFormat(locales: [call.locale], options: call.options)
      } == call.result)
  }

  @Test func `formats the exact digits of a BigInt`() throws {
    let session = try IntlSession()
    let format = try session.numberFormat(locales: ["en-US"], options: [:])
    let number = try #require(FormattableNumber.exact("-12345678901234567890"))
    #expect(text(try session.format(number, format)) == "-12,345,678,901,234,567,890")
  }

  @Test(arguments: ["", "-", "1.", ".5", "1e5", "1.2.3", "x", " 1", "+1"])
  func `does not take other text for exact digits`(digits: String) {
    #expect(FormattableNumber.exact(digits) == nil)
  }

  @Test func `bounds the length of exact digits`() {
    let limit = FormattableNumber.digitLimit
    #expect(FormattableNumber.exact(String(repeating: "9", count: limit)) != nil)
    #expect(FormattableNumber.exact(String(repeating: "9", count: limit + 1)) == nil)
  }

  @Test func `names the method in messages`() throws {
    let session = try IntlSession()
    let method = "Number.prototype.toLocaleString"
    let message = "Value bogus out of range for \(method) options property style"
    #expect(throws: IntlError.range(message)) {
      try session.numberFormat(locales: [], options: [.style: "bogus"], method: method)
    }
  }

  @Test func `fails cleanly without a range`() throws {
    let session = try IntlSession()
    let format = try session.numberFormat(locales: [], options: [:])
    #expect(throws: IntlError.range("Invalid start : NaN")) {
      try session.formatRange(.double(.nan), .double(1), format)
    }
    #expect(throws: IntlError.range("Invalid end : NaN")) {
      try session.formatRange(.double(1), .double(.nan), format)
    }
  }

  static let formats: [IntlCase] = [
    IntlCase("en-US", [:], 1234567.891, "1,234,567.891"),
    IntlCase("de-DE", [:], 1234567.891, "1.234.567,891"),
    IntlCase("fr-FR", [:], 1234567.891, "1\u{202F}234\u{202F}567,891"),
    IntlCase("pl-PL", [:], 1234567.891, "1\u{A0}234\u{A0}567,891"),
    IntlCase("hi-IN", [:], 1234567.891, "12,34,567.891"),
    IntlCase("pl-PL", [:], 1234.5, "1234,5"),
    IntlCase("ja-JP", [:], 1234.5, "1,234.5"),
    IntlCase("en-US", [.style: "currency", .currency: "USD"], 1234.5, "$1,234.50"),
    IntlCase("de-DE", [.style: "currency", .currency: "EUR"], 1234.5, "1.234,50\u{A0}€"),
    IntlCase("ja-JP", [.style: "currency", .currency: "JPY"], 1234.5, "￥1,235"),
    IntlCase(
      "en-US", [.style: "currency", .currency: "USD", .maximumFractionDigits: 0], 1234.5,
      "$1,235"),
    IntlCase("en-US", [.style: "currency", .currency: "GBP"], -3, "-£3.00"),
    IntlCase(
      "en-US", [.style: "currency", .currency: "usd", .currencySign: "accounting"], -3,
      "($3.00)"),
    IntlCase(
      "en-US", [.style: "currency", .currency: "CAD", .currencyDisplay: "narrowSymbol"], 3,
      "$3.00"),
    IntlCase(
      "en-US", [.style: "currency", .currency: "USD", .currencyDisplay: "name"], 1,
      "1.00 US dollars"),
    IntlCase(
      "en-US", [.style: "currency", .currency: "JPY", .currencyDisplay: "code"], 5,
      "JPY\u{A0}5"),
    IntlCase("en-US", [.style: "percent"], 0.256, "26%"),
    IntlCase(
      "en-US", [.style: "percent", .minimumFractionDigits: 1, .maximumFractionDigits: 1], 0.256,
      "25.6%"),
    IntlCase("de-DE", [.style: "percent"], 0.256, "26\u{A0}%"),
    IntlCase(
      "ja-JP", [.style: "percent", .minimumFractionDigits: 1, .maximumFractionDigits: 1], 0.0123,
      "1.2%"),
    IntlCase("de-DE", [.minimumFractionDigits: 2, .maximumFractionDigits: 4], 1.23456, "1,2346"),
    IntlCase("en-US", [.notation: "compact"], 1_234_567, "1.2M"),
    IntlCase("en-US", [.notation: "compact"], 1_500, "1.5K"),
    IntlCase("de-DE", [.notation: "compact"], 1_234_567, "1,2\u{A0}Mio."),
    IntlCase("en-US", [.notation: "compact", .compactDisplay: "long"], 1_234_567, "1.2 million"),
    IntlCase("en-US", [.notation: "scientific"], 123_456, "1.235E5"),
    IntlCase("en-US", [.notation: "engineering", .maximumSignificantDigits: 3], 123_456, "123E3"),
    IntlCase("en-US", [.maximumFractionDigits: 2], 1.005, "1.01"),
    IntlCase("en-US", [.maximumFractionDigits: 0], 2.5, "3"),
    IntlCase("en-US", [:], -0.0, "-0"),
    IntlCase("en-US", [:], .nan, "NaN"),
    IntlCase("en-US", [:], -.infinity, "-∞"),
    IntlCase("en-US", [.style: "unit", .unit: "kilometer-per-hour"], 50, "50 km/h"),
    IntlCase("en-US", [.style: "unit", .unit: "celsius", .unitDisplay: "short"], 16, "16°C"),
    IntlCase("en-US", [.style: "unit", .unit: "liter", .unitDisplay: "long"], 2, "2 liters"),
    IntlCase("en-US", [.style: "unit", .unit: "percent"], 5, "5%"),
    IntlCase("en-US", [.minimumIntegerDigits: 2], 5, "05"),
    IntlCase("en-US", [.maximumSignificantDigits: 3], 123_456, "123,000"),
    IntlCase("en-US", [.minimumSignificantDigits: 5], 1.5, "1.5000"),
    IntlCase("en-US", [.useGrouping: false], 12_345, "12345"),
    IntlCase("pl-PL", [.useGrouping: "always"], 1_234, "1\u{A0}234"),
    IntlCase("en-US", [.useGrouping: "min2"], 1_234, "1234"),
    IntlCase("en-US", [.signDisplay: "exceptZero"], 5, "+5"),
    IntlCase("en-US", [.signDisplay: "never"], -5, "5"),
    IntlCase("en-US", [.signDisplay: "negative"], -0.0, "0"),
    IntlCase("en-US", [.roundingMode: "floor", .maximumFractionDigits: 0], -1.5, "-2"),
    IntlCase("en-US", [.roundingMode: "halfCeil", .maximumFractionDigits: 0], -2.5, "-2"),
    IntlCase("en-US", [.roundingMode: "halfEven", .maximumFractionDigits: 0], 2.5, "2"),
    IntlCase(
      "en-US", [.roundingIncrement: 25, .minimumFractionDigits: 2, .maximumFractionDigits: 2], 1.13,
      "1.25"),
    IntlCase("en-US", [.trailingZeroDisplay: "stripIfInteger", .minimumFractionDigits: 2], 3, "3"),
    IntlCase(
      "en-US",
      [
        .roundingPriority: "lessPrecision", .maximumFractionDigits: 2,
        .maximumSignificantDigits: 3,
      ], 1234.567,
      "1,230"),
    IntlCase("en-US", [.numberingSystem: "arab"], 12, "١٢"),
    IntlCase("ar-EG", [:], 1234.5, "١٬٢٣٤٫٥"),
    IntlCase("en-u-nu-thai", [:], 12, "๑๒"),
    IntlCase("en-US", [.maximumFractionDigits: 20], 0.1, "0.1"),
    IntlCase("en-US", [:], 1e+21, "1,000,000,000,000,000,000,000"),
  ]

  static let parts: [IntlCase] = [
    IntlCase(
      "en-US", [.style: "currency", .currency: "USD"], -1234.5,
      "minusSign=-|currency=$|integer=1|group=,|integer=234|decimal=.|fraction=50"),
    IntlCase(
      "de-DE", [.style: "unit", .unit: "kilometer-per-hour"], 1234.5,
      "integer=1|group=.|integer=234|decimal=,|fraction=5|literal= |unit=km/h"),
    IntlCase(
      "en-US", [.notation: "compact"], 1_234_567,
      "integer=1|decimal=.|fraction=2|compact=M"),
    IntlCase(
      "en-US", [.notation: "scientific", .maximumFractionDigits: 1], 0.00012,
      "integer=1|decimal=.|fraction=2|exponentSeparator=E|exponentMinusSign=-|exponentInteger=4"),
    IntlCase(
      "en-US", [.style: "percent", .signDisplay: "always"], 0.5,
      "plusSign=+|integer=50|percentSign=%"),
    IntlCase("en-US", [:], .nan, "nan=NaN"),
    IntlCase("en-US", [:], .infinity, "infinity=∞"),
  ]

  static let ranges: [IntlCase] = [
    IntlCase("en-US", [:], 3, "1–3"),
    IntlCase("en-US", [:], 1, "~1"),
    IntlCase("de-DE", [.style: "currency", .currency: "EUR"], 3, "1,00–3,00\u{A0}€"),
    IntlCase("en-US", [.style: "percent"], 1, "~100%"),
  ]

  static let rangeParts: [IntlCase] = [
    IntlCase(
      "en-US", [.style: "currency", .currency: "USD"], 3,
      "currency=$@startRange|integer=1@startRange|decimal=.@startRange|fraction=00@startRan"
        + "ge|literal= – @shared|currency=$@endRange|integer=3@endRange|decimal=.@endRange|frac"
        + "tion=00@endRange"
    ),
    IntlCase("en-US", [:], 1, "approximatelySign=~@shared|integer=1@shared"),
  ]

  static let resolved: [IntlCase] = [
    IntlCase(
      "en-US", [:], 0,
      "locale=en-US|numberingSystem=latn|style=decimal|minimumIntegerDigits=1|minimumFracti"
        + "onDigits=0|maximumFractionDigits=3|useGrouping=auto|notation=standard|signDisplay=au"
        + "to|roundingMode=halfExpand|roundingIncrement=1|trailingZeroDisplay=auto|roundingPrio"
        + "rity=auto"
    ),
    IntlCase(
      "en-US", [.style: "currency", .currency: "usd", .notation: "compact"], 0,
      "locale=en-US|numberingSystem=latn|style=currency|currency=USD|currencyDisplay=symbol"
        + "|currencySign=standard|minimumIntegerDigits=1|minimumSignificantDigits=1|maximumSign"
        + "ificantDigits=2|minimumFractionDigits=0|maximumFractionDigits=0|useGrouping=min2|not"
        + "ation=compact|compactDisplay=short|signDisplay=auto|roundingMode=halfExpand|rounding"
        + "Increment=1|trailingZeroDisplay=auto|roundingPriority=morePrecision"
    ),
    IntlCase(
      "de-DE",
      [
        .style: "unit", .unit: "mile", .maximumSignificantDigits: 3,
        .useGrouping: false,
      ], 0,
      "locale=de-DE|numberingSystem=latn|style=unit|unit=mile|unitDisplay=short|minimumInte"
        + "gerDigits=1|minimumSignificantDigits=1|maximumSignificantDigits=3|useGrouping=false|"
        + "notation=standard|signDisplay=auto|roundingMode=halfExpand|roundingIncrement=1|trail"
        + "ingZeroDisplay=auto|roundingPriority=auto"
    ),
  ]

  static let errors: [IntlCase] = [
    IntlCase("xx_YY", [:], 0, "RangeError: Incorrect locale information provided"),
    IntlCase(
      "en", [.style: "bogus"], 0,
      "RangeError: Value bogus out of range for Intl.NumberFormat options property style"),
    IntlCase(
      "en", [.style: "currency"], 0,
      "TypeError: Currency code is required with currency style."),
    IntlCase(
      "en", [.style: "currency", .currency: "EURO"], 0,
      "RangeError: Invalid currency code : EURO"),
    IntlCase("en", [.currency: "XX"], 0, "RangeError: Invalid currency code : XX"),
    IntlCase(
      "en", [.style: "unit"], 0,
      "TypeError: Invalid unit argument for Intl.NumberFormat() ''"),
    IntlCase(
      "en", [.style: "unit", .unit: "bogus"], 0,
      "RangeError: Invalid unit argument for Intl.NumberFormat() 'bogus'"),
    IntlCase(
      "en", [.unit: "meter-per-per-second"], 0,
      "RangeError: Invalid unit argument for Intl.NumberFormat() 'meter-per-per-second'"),
    IntlCase(
      "en", [.minimumFractionDigits: 101], 0,
      "RangeError: minimumFractionDigits value is out of range."),
    IntlCase(
      "en", [.minimumFractionDigits: -1], 0,
      "RangeError: minimumFractionDigits value is out of range."),
    IntlCase(
      "en", [.minimumFractionDigits: 5, .maximumFractionDigits: 2], 0,
      "RangeError: maximumFractionDigits value is out of range."),
    IntlCase(
      "en", [.minimumIntegerDigits: 0], 0,
      "RangeError: minimumIntegerDigits value is out of range."),
    IntlCase(
      "en", [.minimumIntegerDigits: 22], 0,
      "RangeError: minimumIntegerDigits value is out of range."),
    IntlCase(
      "en", [.maximumSignificantDigits: 0], 0,
      "RangeError: maximumSignificantDigits value is out of range."),
    IntlCase(
      "en", [.roundingIncrement: 7], 0,
      "RangeError: roundingIncrement value is out of range."),
    IntlCase(
      "en", [.roundingIncrement: 5, .maximumFractionDigits: 2], 0,
      "RangeError: maximumFractionDigits not equal to minimumFractionDigits"),
    IntlCase(
      "en", [.roundingIncrement: 5, .maximumSignificantDigits: 2], 0,
      "TypeError: RoundingType is not fractionDigits"),
    IntlCase(
      "en", [.roundingMode: "x"], 0,
      "RangeError: Value x out of range for Intl.NumberFormat options property roundingMode"),
    IntlCase(
      "en", [.roundingPriority: "x"], 0,
      "RangeError: Value x out of range for SetNumberFormatDigitOptions options property ro"
        + "undingPriority"
    ),
    IntlCase(
      "en", [.trailingZeroDisplay: "x"], 0,
      "RangeError: Value x out of range for Intl.NumberFormat options property trailingZero"
        + "Display"),
    IntlCase(
      "en", [.useGrouping: "x"], 0,
      "RangeError: Value x out of range for Intl.NumberFormat options property useGrouping"),
    IntlCase("en", [.numberingSystem: "x"], 0, "RangeError: Invalid numberingSystem : x"),
    IntlCase(
      "en", [.signDisplay: "x"], 0,
      "RangeError: Value x out of range for Intl.NumberFormat options property signDisplay"),
  ]
}
