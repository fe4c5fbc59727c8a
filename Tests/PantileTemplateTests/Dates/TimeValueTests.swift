import Testing

@testable import PantileTemplate

struct TimeValueTests {
  @Test(arguments: [
    (-8.64e15, -271_821, 3, 20, 2, 0), (8.64e15, 275_760, 8, 13, 6, 0),
    (0.0, 1970, 0, 1, 4, 0), (-1.0, 1969, 11, 31, 3, 23), (951_782_400_000, 2000, 1, 29, 2, 0),
    (-62_198_755_200_000, -1, 0, 1, 5, 0), (1_768_914_429_000, 2026, 0, 20, 2, 13),
  ])
  func `takes a time apart`(
    time: Double, year: Int, month: Int, day: Int, weekday: Int, hour: Int
  ) throws {
    let parts = try #require(DateParts(time))
    #expect(parts.year == year && parts.month == month && parts.day == day)
    #expect(parts.weekday == weekday && parts.hour == hour)
    let date = TimeValue.makeDay(
      year: Double(year), month: Double(month), day: Double(day))
    #expect(date == TimeValue.day(time))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 8.65e15])
  func `has no parts beyond the range of dates`(time: Double) {
    #expect(DateParts(time) == nil)
    #expect(TimeValue.clip(time).isNaN)
  }

  @Test func `carries months and days over`() {
    #expect(TimeValue.makeDay(year: 2026, month: 12, day: 1) == 20_819)
    #expect(TimeValue.makeDay(year: 2026, month: -1, day: 0) == 20_422)
    #expect(TimeValue.utc(year: 99, month: 0) == 915_148_800_000)
    #expect(TimeValue.utc(year: 0.9, month: 0) == -2_208_988_800_000)
    #expect(TimeValue.utc(year: -0.9, month: 0) == -2_208_988_800_000)
    #expect(TimeValue.utc(year: 2026, month: 0, day: 1, hour: 25) == 1_767_315_600_000)
  }

  @Test(arguments: [
    (1e6 + 5, 0.0), (2026, 1e7), (.nan, 0), (2026, .infinity), (2026, -1e7 + 1), (-3e5, 0),
  ])
  func `gives no date for parts out of reach`(year: Double, month: Double) {
    #expect(TimeValue.utc(year: year, month: month).isNaN)
  }

  @Test func `cuts fractions towards zero`() {
    #expect(TimeValue.clip(1.9) == 1)
    #expect(TimeValue.clip(-1.9) == -1)
    #expect(TimeValue.clip(-0.5).sign == .plus)
    #expect(TimeValue.makeTime(hour: 1.9, minute: -1.9, second: 0, millisecond: 0.5) == 3_540_000)
  }
}
