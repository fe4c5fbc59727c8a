import Testing

@testable import PantileTemplate

struct DateParserTests {
  @Test(arguments: [
    ("2026-01-20", 1_768_867_200_000),
    ("2026-01-20T08:00Z", 1_768_896_000_000),
    ("2026-01-20T08:00:00.1239+01:00", 1_768_892_400_123),
    ("2026-01-20T24:00:00Z", 1_768_953_600_000),
    ("2026-02-30", 1_772_409_600_000),
    ("+275760-09-13T00:00:00.000Z", 8_640_000_000_000_000),
    ("2026-01-20 08:00", 1_768_896_000_000),
    ("Jan 20, 2026", 1_768_867_200_000),
    ("Tue, 20 Jan 2026 08:00:00 GMT", 1_768_896_000_000),
    ("Tue Jan 20 2026 08:00:00 GMT+0100 (Central European Standard Time)", 1_768_892_400_000),
    ("1/20/26", 1_768_867_200_000),
    ("1/20/2026, 8:00:00\u{202F}PM", 1_768_939_200_000),
    ("Jan 20 2026 (comment (nested)) 08:00 PST", 1_768_924_800_000),
    ("0", 946_684_800_000),
  ])
  func `reads the forms that V8 reads`(text: String, time: Int) {
    #expect(DateParser.parse(Array(text.utf16), zone: .utc) == Double(time))
  }

  @Test(arguments: [
    "", "garbage", "2026-13-01", "T24:00:00Z", "2026-01-20T24:00:01Z", "2026-01-20T8:00",
    "+275760-09-14", "2026 foo", "Jan 20 2026)", "Jan 20 2026 08:00 GMT+12345",
    "2026-01-20T08:00Zx", "32/32/2026",
  ])
  func `refuses everything else`(text: String) {
    #expect(DateParser.parse(Array(text.utf16), zone: .utc).isNaN)
  }

  @Test func `takes the offset before a change in gaps and overlaps`() throws {
    let zone = try DateZone("Europe/Warsaw")
    #expect(DateParser.parse(Array("2026-03-29T02:30".utf16), zone: zone) == 1_774_747_800_000)
    #expect(DateParser.parse(Array("2026-10-25T02:30".utf16), zone: zone) == 1_792_888_200_000)
  }
}
