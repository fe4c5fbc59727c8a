import Testing

@testable import PantileTemplate

struct DateTextTests {
  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
    (8.64e15, "+275760-09-13T00:00:00.000Z", "Sat, 13 Sep 275760 00:00:00 GMT"),
    (-8.64e15, "-271821-04-20T00:00:00.000Z", "Tue, 20 Apr -271821 00:00:00 GMT"),
    (-62_198_755_200_000, "-000001-01-01T00:00:00.000Z", "Fri, 01 Jan -0001 00:00:00 GMT"),
    (-62_135_596_800_001, "0000-12-31T23:59:59.999Z", "Sun, 31 Dec 0000 23:59:59 GMT"),
  ])
  func `prints ISO and UTC texts`(time: Double, iso: String, utc: String) {
    #expect(DateText.iso(time) == iso)
    #expect(DateText.utc(time) == utc)
  }

  @Test(arguments: [
    (
      "UTC", 1_768_914_429_000.0,
      "Tue Jan 20 2026 13:07:09 GMT+0000 (Coordinated Universal Time)"
    ),
    (
      "Europe/Warsaw", 1_768_914_429_000,
      "Tue Jan 20 2026 14:07:09 GMT+0100 (Central European Standard Time)"
    ),
    ("America/New_York", 8.64e15, "Fri Sep 12 275760 20:00:00 GMT-0400 (Eastern Daylight Time)"),
    ("America/New_York", -8.64e15, "Mon Apr 19 -271821 19:03:58 GMT-0456 (Eastern Daylight Time)"),
    (
      "America/Sao_Paulo", 1_170_370_711_279,
      "Thu Feb 01 2007 20:58:31 GMT-0200 (Brasilia Summer Time)"
    ),
  ])
  func `prints local texts`(id: String, time: Double, full: String) throws {
    let zone = try DateZone(id)
    #expect(text(try DateText.full(time, zone: zone, locale: "en_US")) == full)
    let date = DateText.date(time, zone: zone)
    let clock = text(try DateText.time(time, zone: zone, locale: "en_US"))
    #expect("\(date) \(clock)" == full)
  }

  @Test func `names the zone in the default locale`() throws {
    let name = try DateZone("Europe/Warsaw").name(0, locale: "de_DE")
    #expect(text(name) == "Mitteleuropäische Normalzeit")
  }

  @Test func `has a text for an invalid date`() throws {
    #expect(DateText.iso(.nan) == nil)
    #expect(DateText.utc(.nan) == "Invalid Date")
    #expect(DateText.date(.nan, zone: .utc) == "Invalid Date")
    #expect(text(try DateText.full(.nan, zone: .utc, locale: "en_US")) == "Invalid Date")
  }
}
