import Testing

@testable import PantileTemplate

struct RelativeTimeFormatTests {
  struct RelativeCase: CustomTestStringConvertible, Sendable {
    var call: IntlCase
    var unit: String

    init(
      _ locale: String, _ options: IntlOptions, _ unit: String, _ value: Double, _ result: String
    ) {
      call = IntlCase(locale, options, value, result)
      self.unit = unit
    }

    var testDescription: String { call.testDescription }
  }

  @Test(arguments: texts)
  func `formats a distance`(of test: RelativeCase) throws {
    let session = try IntlSession()
    let format = try session.relativeTimeFormat(
      locales: [test.call.locale], options: test.call.options)
    #expect(text(try session.format(test.call.value, test.unit, format)) == test.call.result)
  }

  @Test(arguments: parts)
  func `cuts a distance into parts`(of test: RelativeCase) throws {
    let session = try IntlSession()
    let format = try session.relativeTimeFormat(
      locales: [test.call.locale], options: test.call.options)
    let parts = try session.formatToParts(test.call.value, test.unit, format)
    #expect(text(parts) == test.call.result)
  }

  @Test func `refuses what V8 refuses`() throws {
    let session = try IntlSession()
    let format = try session.relativeTimeFormat(locales: [], options: [:])
    let name = "Intl.RelativeTimeFormat.prototype"
    #expect(throws: IntlError.range("Invalid unit argument for \(name).format() 'bogus'")) {
      try session.format(1, "bogus", format)
    }
    #expect(throws: IntlError.range("Invalid unit argument for \(name).formatToParts() 'dayss'")) {
      try session.formatToParts(1, "dayss", format)
    }
    #expect(throws: IntlError.range("Value need to be finite number for \(name).format()")) {
      try session.format(.nan, "day", format)
    }
  }

  @Test func `tells its resolved options`() throws {
    let session = try IntlSession()
    let format = try session.relativeTimeFormat(locales: ["pl-PL"], options: [.style: "short"])
    let expected = "locale=pl-PL|style=short|numeric=always|numberingSystem=latn"
    #expect(text(try session.resolvedOptions(format)) == expected)
  }

  static let texts: [RelativeCase] = [
    RelativeCase("en", [.numeric: "auto"], "day", -1, "yesterday"),
    RelativeCase("en", [:], "hour", 3, "in 3 hours"),
    RelativeCase("en", [.style: "short"], "minute", -5, "5 min. ago"),
    RelativeCase("de", [:], "minute", -5, "vor 5 Minuten"),
    RelativeCase("en", [:], "seconds", 1, "in 1 second"),
    RelativeCase("en", [.numeric: "auto"], "year", 0, "this year"),
    RelativeCase("en", [:], "day", -0.0, "0 days ago"),
    RelativeCase("pl", [:], "days", 1_234, "za 1234 dni"),
    RelativeCase("en", [:], "week", 1234.5, "in 1,234.5 weeks"),
    RelativeCase("ja", [.numeric: "auto"], "day", 2, "明後日"),
    RelativeCase("fr", [.style: "narrow"], "month", -2, "-2 m."),
    RelativeCase("es", [.numeric: "auto"], "day", -2, "anteayer"),
    RelativeCase("en", [.numeric: "auto"], "quarter", 1, "next quarter"),
  ]

  static let parts: [RelativeCase] = [
    RelativeCase("en", [.numeric: "auto"], "day", -1, "literal=yesterday"),
    RelativeCase("en", [:], "hour", 3, "literal=in |integer=3#hour|literal= hours"),
    RelativeCase(
      "en", [:], "week", 1234.5,
      "literal=in |integer=1#week|group=,#week|integer=234#week|decimal=.#week|fraction=5#w"
        + "eek|literal= weeks"
    ),
  ]
}
