import Testing

@testable import PantileTemplate

/// 2026-01-20T13:07:09Z.
private let clock: Double = 1_768_914_429_000

/// Expected texts are Node 20's, of calls on which ICU 72 and 78 agree.
struct DateTimeFormatTests {
  @Test(arguments: times)
  func `formats like toLocaleTimeString`(of call: IntlCase) throws {
    #expect(try format(call, .time, "Date.prototype.toLocaleTimeString") == call.result)
  }

  @Test(arguments: dates)
  func `formats like toLocaleDateString`(of call: IntlCase) throws {
    #expect(try format(call, .date, "Date.prototype.toLocaleDateString") == call.result)
  }

  @Test(arguments: both)
  func `formats like toLocaleString`(of call: IntlCase) throws {
    #expect(try format(call, .anyOrAll, "Date.prototype.toLocaleString") == call.result)
  }

  @Test(arguments: formats)
  func `formats like Intl.DateTimeFormat`(of call: IntlCase) throws {
    #expect(try format(call, .anyOrDate, "Intl.DateTimeFormat") == call.result)
  }

  @Test(arguments: parts)
  func `cuts a date into parts`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(locales: [call.locale], options: call.options)
    #expect(text(try session.formatToParts(call.value, format)) == call.result)
  }

  @Test(arguments: ranges)
  func `formats a range from the clock over a span`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(locales: [call.locale], options: call.options)
    #expect(text(try session.formatRange(clock, clock + call.value, format)) == call.result)
  }

  @Test(arguments: rangeParts)
  func `cuts a range into parts`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(locales: [call.locale], options: call.options)
    let parts = try session.formatRangeToParts(clock, clock + call.value, format)
    #expect(text(parts) == call.result)
  }

  @Test(arguments: resolved)
  func `tells its resolved options`(of call: IntlCase) throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(locales: [call.locale], options: call.options)
    #expect(text(try session.resolvedOptions(format)) == call.result)
  }

  @Test(arguments: errors)
  func `refuses what V8 refuses`(of call: IntlCase) throws {
    let session = try IntlSession()
    #expect(
      errorText {
        try session.dateTimeFormat(locales: [call.locale], options: call.options)
      } == call.result)
  }

  @Test(arguments: [
    ("Date.prototype.toLocaleDateString", DateTimeFormat.Defaults.date, IntlOption.timeStyle),
    ("Date.prototype.toLocaleTimeString", .time, .dateStyle),
  ])
  func `refuses the style of the other half`(
    method: String, defaults: DateTimeFormat.Defaults, option: IntlOption
  ) throws {
    let session = try IntlSession()
    #expect(throws: IntlError.type("Invalid option : \(option.rawValue)")) {
      try session.dateTimeFormat(
        locales: ["en"], options: [option: "short"], defaults: defaults, method: method)
    }
  }

  @Test func `prints midnight without twelve hours as 00`() throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(
      locales: ["en-US"], options: [.hour: "2-digit", .minute: "2-digit", .hour12: false],
      defaults: .time)
    #expect(text(try session.format(300_000, format)) == "00:05")
  }

  @Test func `refuses a time that is not a number`() throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(locales: [], options: [:])
    #expect(throws: IntlError.invalidTime) { try session.format(.nan, format) }
    #expect(throws: IntlError.invalidTime) { try session.format(8.64e15 + 1, format) }
    #expect(throws: IntlError.invalidTime) { try session.formatRange(0, .infinity, format) }
  }

  private func format(
    _ call: IntlCase, _ defaults: DateTimeFormat.Defaults, _ method: String
  ) throws -> String {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(
      locales: [call.locale], options: call.options, defaults: defaults, method: method)
    return text(try session.format(call.value, format))
  }

  static let times: [IntlCase] = [
    IntlCase("en-US", [:], 1_768_914_429_000, "1:07:09 PM"),
    IntlCase("en-US", [.hour: "2-digit", .minute: "2-digit"], 1_768_914_429_000, "01:07 PM"),
    IntlCase("en-US", [.hour: "numeric"], 1_768_914_429_000, "1 PM"),
    IntlCase("en-US", [.hour: "numeric", .minute: "2-digit"], 1_768_914_429_000, "1:07 PM"),
    IntlCase("en-GB", [:], 1_768_914_429_000, "13:07:09"),
    IntlCase("de-DE", [:], 1_768_914_429_000, "13:07:09"),
    IntlCase("fr-FR", [:], 1_768_914_429_000, "13:07:09"),
    IntlCase("pl-PL", [:], 1_768_914_429_000, "13:07:09"),
    IntlCase("ja-JP", [:], 1_768_914_429_000, "13:07:09"),
    IntlCase("en-US", [.timeZoneName: "short"], 1_768_914_429_000, "1:07:09 PM UTC"),
    IntlCase(
      "en-US", [.timeZoneName: "short", .timeZone: "Europe/Warsaw"], 1_768_914_429_000,
      "2:07:09 PM GMT+1"),
    IntlCase("de-DE", [.hour: "2-digit", .minute: "2-digit"], 1_768_914_429_000, "13:07"),
    IntlCase("ja-JP", [.hour: "2-digit", .minute: "2-digit"], 1_768_914_429_000, "13:07"),
    IntlCase("de-DE", [.hour: "numeric", .minute: "2-digit"], 1_768_914_429_000, "13:07"),
    IntlCase("en-US", [.timeStyle: "short"], 1_768_914_429_000, "1:07 PM"),
    IntlCase("en-US", [.hourCycle: "h23", .hour: "numeric"], 1_768_914_429_000, "13"),
    IntlCase("en-US-u-hc-h23", [.hour: "2-digit", .minute: "2-digit"], 1_768_914_429_000, "13:07"),
    IntlCase("en-US", [.fractionalSecondDigits: 3], 1_768_914_429_000, "000"),
    IntlCase("en-US", [.weekday: "long"], 1_768_914_429_000, "Tuesday 1:07:09 PM"),
  ]

  static let dates: [IntlCase] = [
    IntlCase("en-US", [:], 1_768_914_429_000, "1/20/2026"),
    IntlCase("en-GB", [:], 1_768_914_429_000, "20/01/2026"),
    IntlCase("de-DE", [:], 1_768_914_429_000, "20.1.2026"),
    IntlCase("ja-JP", [:], 1_768_914_429_000, "2026/1/20"),
    IntlCase(
      "en-US", [.weekday: "short", .month: "short", .day: "numeric"], 1_768_914_429_000,
      "Tue, Jan 20"),
    IntlCase(
      "en-US", [.weekday: "long", .year: "numeric", .month: "long", .day: "numeric"],
      1_768_914_429_000,
      "Tuesday, January 20, 2026"),
    IntlCase(
      "de-DE", [.weekday: "short", .day: "numeric", .month: "short"], 1_768_914_429_000,
      "Di., 20. Jan."),
    IntlCase(
      "pl-PL", [.weekday: "long", .day: "numeric", .month: "long"], 1_768_914_429_000,
      "wtorek, 20 stycznia"),
    IntlCase(
      "ja-JP", [.year: "numeric", .month: "2-digit", .day: "2-digit"], 1_768_914_429_000,
      "2026/01/20"),
    IntlCase(
      "en-US",
      [
        .weekday: "short", .day: "numeric", .month: "short",
        .timeZone: "America/St_Johns",
      ], 1_768_914_429_000,
      "Tue, Jan 20"),
    IntlCase("de-DE", [.weekday: "short"], 1_768_914_429_000, "Di"),
    IntlCase("en-US", [.dateStyle: "full"], 1_768_914_429_000, "Tuesday, January 20, 2026"),
    IntlCase("de-AT", [.month: "long"], 1_768_914_429_000, "Jänner"),
    IntlCase("xx", [:], 1_768_914_429_000, "1/20/2026"),
    IntlCase("th-TH", [:], 1_768_914_429_000, "20/1/2569"),
    IntlCase("fa-IR", [:], 1_768_914_429_000, "۱۴۰۴/۱۰/۳۰"),
  ]

  static let both: [IntlCase] = [
    IntlCase("en-US", [:], 1_768_914_429_000, "1/20/2026, 1:07:09 PM"),
    IntlCase(
      "en-US", [.dateStyle: "medium", .timeStyle: "short"], 1_768_914_429_000,
      "Jan 20, 2026, 1:07 PM"),
    IntlCase(
      "en-US", [.month: "short", .day: "numeric", .hour: "numeric", .minute: "2-digit"],
      1_768_914_429_000,
      "Jan 20, 1:07 PM"),
    IntlCase("de-DE", [:], 1_768_914_429_000, "20.1.2026, 13:07:09"),
    IntlCase(
      "fr-FR", [.dateStyle: "long", .timeStyle: "short"], 1_768_914_429_000,
      "20 janvier 2026 à 13:07"),
    IntlCase("en-US", [.era: "long", .year: "numeric"], 1_768_914_429_000, "2026 Anno Domini"),
  ]

  static let formats: [IntlCase] = [
    IntlCase(
      "de-DE", [.weekday: "long", .day: "numeric", .month: "long"], 1_768_914_429_000,
      "Dienstag, 20. Januar"),
    IntlCase(
      "ja-JP", [.month: "long", .day: "numeric", .weekday: "long"], 1_768_914_429_000,
      "1月20日火曜日"),
    IntlCase(
      "en-US", [.hour: "2-digit", .minute: "2-digit", .timeZone: "Asia/Kolkata"], 1_768_914_429_000,
      "06:37 PM"),
    IntlCase(
      "en-US", [.hour: "2-digit", .minute: "2-digit", .timeZone: "America/St_Johns"],
      1_768_914_429_000,
      "09:37 AM"),
    IntlCase(
      "en-US", [.timeZone: "america/new_york", .timeZoneName: "long"], 1_768_914_429_000,
      "1/20/2026, Eastern Standard Time"),
    IntlCase(
      "en-US", [.timeZone: "Europe/Warsaw", .timeZoneName: "longOffset"], 1_768_914_429_000,
      "1/20/2026, GMT+01:00"),
    IntlCase(
      "en-US", [.timeZone: "Europe/Warsaw", .timeZoneName: "shortOffset"], 1_768_914_429_000,
      "1/20/2026, GMT+1"),
    IntlCase(
      "en-US", [.timeZone: "America/New_York", .timeZoneName: "shortGeneric"], 1_768_914_429_000,
      "1/20/2026, ET"),
    IntlCase(
      "en-US", [.timeZone: "America/New_York", .timeZoneName: "longGeneric"], 1_768_914_429_000,
      "1/20/2026, Eastern Time"),
    IntlCase("en-US", [.calendar: "buddhist", .year: "numeric"], 1_768_914_429_000, "2569 BE"),
    IntlCase("ja-JP", [.calendar: "japanese", .dateStyle: "long"], 1_768_914_429_000, "令和8年1月20日"),
    IntlCase("en-US", [.numberingSystem: "deva"], 1_768_914_429_000, "१/२०/२०२६"),
    IntlCase("ar-EG", [:], 1_768_914_429_000, "٢٠\u{200F}/١\u{200F}/٢٠٢٦"),
    IntlCase("en-u-nu-thai-ca-buddhist", [.year: "numeric"], 1_768_914_429_000, "๒๕๖๙ BE"),
    IntlCase(
      "en-US", [.dayPeriod: "long", .hour: "numeric"], 1_768_914_429_000,
      "1 in the afternoon"),
    IntlCase("en-US", [:], 8_640_000_000_000_000, "9/13/275760"),
    IntlCase("en-US", [:], -8_640_000_000_000_000, "4/20/271822"),
    IntlCase("en-US", [.dateStyle: "short"], -62_198_755_200_000, "1/1/02"),
  ]

  static let parts: [IntlCase] = [
    IntlCase(
      "de-DE", [.dateStyle: "full", .timeStyle: "short"], 1_768_914_429_000,
      "weekday=Dienstag|literal=, |day=20|literal=. |month=Januar|literal= |year=2026|liter"
        + "al= um |hour=13|literal=:|minute=07"
    ),
    IntlCase(
      "en-US", [.hour: "numeric", .minute: "2-digit"], 1_768_914_429_000,
      "hour=1|literal=:|minute=07|literal=\u{202F}|dayPeriod=PM"),
    IntlCase(
      "en-US",
      [
        .weekday: "short", .era: "short", .year: "numeric", .month: "short",
        .day: "numeric",
      ], 1_768_914_429_000,
      "weekday=Tue|literal=, |month=Jan|literal= |day=20|literal=, |year=2026|literal= |era=AD"),
    IntlCase(
      "fr-FR",
      [
        .hour: "2-digit", .second: "2-digit", .minute: "2-digit",
        .fractionalSecondDigits: 2, .timeZoneName: "short",
      ], 1_768_914_429_000,
      "hour=13|literal=:|minute=07|literal=:|second=09|literal=,|fractionalSecond=00|litera"
        + "l= |timeZoneName=UTC"
    ),
  ]

  static let ranges: [IntlCase] = [
    IntlCase(
      "en-US", [.hour: "numeric", .minute: "2-digit"], 3_600_000,
      "1:07\u{2009}–\u{2009}2:07\u{202F}PM"),
    IntlCase("en-US", [:], 0, "1/20/2026"),
    IntlCase("en-US", [:], 3_456_000_000, "1/20/2026\u{2009}–\u{2009}3/1/2026"),
    IntlCase("de-DE", [.month: "short", .day: "numeric"], 259_200_000, "20.–23. Jan."),
    IntlCase("en-US", [.dateStyle: "medium"], 86_400_000, "Jan 20\u{2009}–\u{2009}21, 2026"),
    IntlCase(
      "fr-FR", [.hour: "2-digit", .minute: "2-digit"], 3_600_000,
      "13:07\u{2009}–\u{2009}14:07"),
  ]

  static let rangeParts: [IntlCase] = [
    IntlCase(
      "en-US", [.hour: "numeric", .minute: "2-digit"], 3_600_000,
      "hour=1@startRange|literal=:@startRange|minute=07@startRange|literal=\u{2009}–"
        + "\u{2009}@shared|hour=2@endRange|literal=:@endRange|minute=07@endRange|literal="
        + "\u{202F}@shared|dayPeriod=PM@shared"
    ),
    IntlCase("en-US", [.year: "numeric"], 0, "year=2026@shared"),
    IntlCase(
      "en-US", [.month: "short", .day: "numeric"], 86_400_000,
      "month=Jan@shared|literal= @shared|day=20@startRange|literal=\u{2009}–\u{2009}@shared"
        + "|day=21@endRange"
    ),
  ]

  static let resolved: [IntlCase] = [
    IntlCase(
      "en-US", [:], 0,
      "locale=en-US|calendar=gregory|numberingSystem=latn|timeZone=UTC|year=numeric|month=n"
        + "umeric|day=numeric"
    ),
    IntlCase(
      "de-DE", [.hour: "2-digit", .minute: "2-digit", .timeZone: "asia/kolkata"], 0,
      "locale=de-DE|calendar=gregory|numberingSystem=latn|timeZone=Asia/Calcutta|hourCycle="
        + "h23|hour12=false|hour=2-digit|minute=2-digit"
    ),
    IntlCase(
      "ar-EG-u-nu-latn-hc-h12", [.timeStyle: "short"], 0,
      "locale=ar-EG-u-hc-h12-nu-latn|calendar=gregory|numberingSystem=latn|timeZone=UTC|hou"
        + "rCycle=h12|hour12=true|timeStyle=short"
    ),
    IntlCase(
      "en-US",
      [
        .weekday: "short", .year: "2-digit", .month: "long", .day: "numeric",
        .hour: "numeric", .minute: "2-digit", .second: "2-digit", .fractionalSecondDigits: 2,
        .timeZoneName: "long",
      ], 0,
      "locale=en-US|calendar=gregory|numberingSystem=latn|timeZone=UTC|hourCycle=h12|hour12"
        + "=true|weekday=short|year=2-digit|month=long|day=numeric|hour=numeric|minute=2-digit|"
        + "second=2-digit|fractionalSecondDigits=2|timeZoneName=long"
    ),
  ]

  static let errors: [IntlCase] = [
    IntlCase("xx_YY", [:], 0, "RangeError: Incorrect locale information provided"),
    IntlCase("", [:], 0, "RangeError: Incorrect locale information provided"),
    IntlCase("en-", [:], 0, "RangeError: Invalid language tag: en-"),
    IntlCase("en", [.timeZone: "Mars/X"], 0, "RangeError: Invalid time zone specified: Mars/X"),
    IntlCase("en", [.timeZone: "GMT+5"], 0, "RangeError: Invalid time zone specified: GMT+5"),
    IntlCase("en", [.calendar: "x"], 0, "RangeError: Invalid calendar : x"),
    IntlCase("en", [.numberingSystem: "x"], 0, "RangeError: Invalid numberingSystem : x"),
    IntlCase(
      "en", [.hour: "bogus"], 0,
      "RangeError: Value bogus out of range for Intl.DateTimeFormat options property hour"),
    IntlCase(
      "en", [.localeMatcher: "x"], 0,
      "RangeError: Value x out of range for Intl.DateTimeFormat options property localeMatcher"),
    IntlCase(
      "en", [.hourCycle: "h25"], 0,
      "RangeError: Value h25 out of range for Intl.DateTimeFormat options property hourCycle"),
    IntlCase(
      "en", [.fractionalSecondDigits: 4], 0,
      "RangeError: fractionalSecondDigits value is out of range."),
    IntlCase(
      "en", [.dateStyle: "tiny"], 0,
      "RangeError: Value tiny out of range for Intl.DateTimeFormat options property dateStyle"),
    IntlCase(
      "en", [.weekday: "long", .dateStyle: "short"], 0,
      "TypeError: Can't set option weekday when dateStyle is used"),
    IntlCase(
      "en", [.second: "numeric", .timeStyle: "short"], 0,
      "TypeError: Can't set option second when timeStyle is used"),
  ]
}
