import Testing

@testable import PantileTemplate

struct IntlSessionTests {
  @Test func `charges for openings and formats`() throws {
    let session = try IntlSession()
    #expect(session.takeSteps() == 0)
    let format = try session.numberFormat(locales: ["en-US"], options: [:])
    #expect(session.takeSteps() == 0)
    _ = try session.format(.double(1), format)
    #expect(session.takeSteps() == 2200)
    _ = try session.format(.double(2), format)
    #expect(session.takeSteps() == 200)
    let same = try session.numberFormat(locales: ["en-US"], options: [:])
    #expect(same === format)
    _ = try session.format(.double(3), same)
    #expect(session.takeSteps() == 200)
  }

  @Test func `opens a date formatter once`() throws {
    let session = try IntlSession()
    for time in 0..<5 {
      let format = try session.dateTimeFormat(
        locales: ["de-DE"], options: [.hour: "2-digit", .minute: "2-digit"], defaults: .time)
      _ = try session.format(Double(time) * 60_000, format)
    }
    #expect(session.openings == 2)
    #expect(session.formats == 5)
  }

  @Test func `keeps a bounded number of handles and still formats with closed ones`() throws {
    let session = try IntlSession()
    let formats = try (1...150).map { digits in
      try session.numberFormat(
        locales: ["en"],
        options: [
          .minimumIntegerDigits: .number(Double(digits % 21 + 1)),
          .maximumFractionDigits: .number(Double(digits / 21)), .minimumFractionDigits: 0,
        ])
    }
    for format in formats { _ = try session.format(.double(0.5), format) }
    let first = try #require(formats.first)
    let before = session.openings
    #expect(before == 150)
    #expect(text(try session.format(.double(1.5), first)) == "02")
    #expect(session.openings == before + 1)
  }

  @Test func `falls back to the default locale and then to American English`() throws {
    let german = try IntlSession(locale: "de-AT", timeZone: "Europe/Vienna")
    let format = try german.dateTimeFormat(locales: ["xx"], options: [:])
    #expect(format.locale == "de-AT" && format.timeZone == "Europe/Vienna")
    let unknown = try IntlSession(locale: "xx-YY")
    #expect(try unknown.numberFormat(locales: [], options: [:]).locale == "en-US")
  }

  @Test func `refuses a bad host locale or zone`() {
    #expect(throws: IntlError.invalidLocale) { try IntlSession(locale: "en_US") }
    #expect(throws: IntlError.range("Invalid time zone specified: Mars/X")) {
      try IntlSession(timeZone: "Mars/X")
    }
  }

  @Test func `lists each option of a service once`() {
    for service in IntlService.allCases {
      let names = service.options.map(\.option)
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `keeps to valid Unicode keywords`() throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(
      locales: ["de-u-ca-bogus-hc-h12-nu-bogus-co-phonebk"], options: [.hour: "numeric"])
    #expect(format.locale == "de-u-hc-h12")
    let other = try session.dateTimeFormat(
      locales: ["de-u-hc-h12"], options: [.hour: "numeric", .hourCycle: "h23"])
    #expect(other.locale == "de" && other.hourCycle == .h23)
  }

  @Test(arguments: [
    ("en-US", "UTC", "Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)"),
    (
      "de-DE", "Europe/Warsaw",
      "Thu Jan 01 1970 01:00:00 GMT+0100 (Mitteleuropäische Normalzeit)"
    ),
  ])
  func `prints dates with the zone's name in the default locale`(
    locale: String, zone: String, full: String
  ) throws {
    let session = try IntlSession(locale: locale, timeZone: zone)
    #expect(text(try session.fullText(0)) == full)
    #expect(full.hasSuffix(text(try session.timeText(0))))
  }

  @Test(arguments: [
    ("zh-TW", "zh-TW", "下午1時"), ("zh-Hant-TW", "zh-Hant-TW", "下午1時"), ("zh-HK", "zh-HK", "下午1時"),
    ("zh-CN", "zh-CN", "13时"), ("sr-RS", "sr-RS", "13"), ("de-XX", "de", "13 Uhr"),
    ("no", "no", "13"),
  ])
  func `finds data under a script that goes without saying`(
    locale: String, resolved: String, hour: String
  ) throws {
    let session = try IntlSession()
    let format = try session.dateTimeFormat(locales: [locale], options: [.hour: "numeric"])
    #expect(format.locale == resolved)
    #expect(text(try session.format(1_768_914_429_000, format)) == hour)
  }
}
