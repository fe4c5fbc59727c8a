import Testing

@testable import PantileTemplate

struct DateZoneTests {
  @Test(arguments: [
    ("Europe/Warsaw", 1_774_745_999_999, 3_600_000),
    ("Europe/Warsaw", 1_774_746_000_000, 7_200_000),
    ("America/New_York", 1_768_914_429_000, -18_000_000),
    ("Asia/Kolkata", 0, 19_800_000), ("UTC", 0, 0), ("GMT", 5, 0),
    ("America/New_York", -3_000_000_000_000, -17_762_000),
  ])
  func `knows the offset at an instant`(id: String, time: Int, offset: Int) throws {
    #expect(try DateZone(id).offset(atUTC: Double(time)) == Double(offset))
  }

  @Test(arguments: [
    ("europe/WARSAW", "Europe/Warsaw"), ("Asia/Kolkata", "Asia/Calcutta"), ("GMT", "UTC"),
    ("Etc/UTC", "UTC"), ("us/pacific", "America/Los_Angeles"), ("etc/gmt+1", "Etc/GMT+1"),
  ])
  func `reports the canonical id`(id: String, canonical: String) throws {
    #expect(try DateZone(id).id == canonical)
  }

  @Test(arguments: ["Mars/X", "", "GMT+5", "+05:00", "Etc/Unknown", "Europe", "Ütc"])
  func `refuses an unknown zone`(id: String) {
    #expect(throws: IntlError.range("Invalid time zone specified: \(id)")) { try DateZone(id) }
  }

  @Test(arguments: [
    // A gap, an overlap and a day that Samoa left out.
    ("Europe/Warsaw", 1_774_751_400_000, 1_774_747_800_000),
    ("Europe/Warsaw", 1_792_895_400_000, 1_792_888_200_000),
    ("America/New_York", 1_772_937_000_000, 1_772_955_000_000),
    ("America/New_York", 1_793_496_600_000, 1_793_511_000_000),
    ("Australia/Lord_Howe", 1_775_354_400_000, 1_775_316_600_000),
    ("Pacific/Apia", 1_325_203_200_000, 1_325_239_200_000),
  ])
  func `finds the instant of a local time`(id: String, local: Int, time: Int) throws {
    let zone = try DateZone(id)
    #expect(zone.utcTime(fromLocal: Double(local)) == Double(time))
    // Again with the spans around it known.
    for hours in -30...30 { _ = zone.offset(atUTC: Double(time + hours * 3_600_000)) }
    #expect(zone.utcTime(fromLocal: Double(local)) == Double(time))
  }

  @Test func `goes to local time and back at every hour of a year`() throws {
    let zone = try DateZone("Europe/Warsaw")
    let overlap = 1_792_890_000_000.0..<1_792_893_600_000.0
    for hour in 0..<8784 {
      let time = 1_767_225_600_000 + Double(hour) * 3_600_000
      if overlap.contains(time) { continue }
      #expect(zone.utcTime(fromLocal: zone.localTime(time)) == time)
    }
  }

  @Test func `counts whole minutes to UTC`() throws {
    #expect(try DateZone("America/New_York").timezoneOffset(-1e14) == 296)
    #expect(try DateZone("Europe/Warsaw").timezoneOffset(0) == -60)
    #expect(DateZone.utc.timezoneOffset(0).sign == .plus)
  }
}
