/// Arithmetic on ECMAScript time values: milliseconds since 1970-01-01T00:00:00Z as doubles.
///
/// Names follow the operations of ECMA-262 (`MakeDay`, `TimeClip` …). Not-a-number stands for an
/// invalid date throughout.
enum TimeValue {
  static let millisecondsPerDay: Double = 86_400_000
  static let millisecondsPerHour: Double = 3_600_000
  static let millisecondsPerMinute: Double = 60_000
  /// The largest distance of a date from 1970.
  static let limit: Double = 8.64e15

  /// The day a time lies on, counted from 1970-01-01.
  static func day(_ time: Double) -> Double {
    (time / millisecondsPerDay).rounded(.down)
  }

  /// Milliseconds since midnight.
  static func timeWithinDay(_ time: Double) -> Double {
    time - day(time) * millisecondsPerDay
  }

  /// `TimeClip`: a whole number of milliseconds within the limit, or not-a-number.
  static func clip(_ time: Double) -> Double {
    guard time.isFinite, abs(time) <= limit else { return .nan }
    return time.rounded(.towardZero) + 0
  }

  /// `MakeTime`: milliseconds of a time of day; parts may be out of range.
  static func makeTime(
    hour: Double, minute: Double, second: Double, millisecond: Double
  ) -> Double {
    guard hour.isFinite, minute.isFinite, second.isFinite, millisecond.isFinite else {
      return .nan
    }
    return hour.rounded(.towardZero) * millisecondsPerHour
      + minute.rounded(.towardZero) * millisecondsPerMinute
      + second.rounded(.towardZero) * 1000 + millisecond.rounded(.towardZero)
  }

  /// `MakeDay`: the day of a date; the month counts from zero and, like the day, may overflow.
  static func makeDay(year: Double, month: Double, day: Double) -> Double {
    let years = year.rounded(.towardZero)
    let months = month.rounded(.towardZero)
    // Both bounds are far outside the range of dates, and V8 has the same.
    guard day.isFinite, abs(years) <= 1_000_000, abs(months) <= 10_000_000 else { return .nan }
    let carry = (months / 12).rounded(.down)
    let first = daysFromCivil(year: Int(years + carry), month: Int(months - carry * 12), day: 1)
    return Double(first) + day.rounded(.towardZero) - 1
  }

  /// `MakeDate`: a day and a time of day.
  static func makeDate(day: Double, time: Double) -> Double {
    let value = day * millisecondsPerDay + time
    return value.isFinite ? value : .nan
  }

  /// `MakeFullYear`: 0 to 99 are of the twentieth century.
  static func makeFullYear(_ year: Double) -> Double {
    if year.isNaN { return year }
    let whole = year.rounded(.towardZero)
    return whole >= 0 && whole <= 99 ? 1900 + whole : whole
  }

  /// The time value of UTC parts, as `Date.UTC` gives it; the month counts from zero.
  static func utc(
    year: Double, month: Double, day: Double = 1, hour: Double = 0, minute: Double = 0,
    second: Double = 0, millisecond: Double = 0
  ) -> Double {
    let day = makeDay(year: makeFullYear(year), month: month, day: day)
    let time = makeTime(hour: hour, minute: minute, second: second, millisecond: millisecond)
    return clip(makeDate(day: day, time: time))
  }

  /// Days from 1970-01-01 to a proleptic Gregorian date; `month` is 0 to 11.
  static func daysFromCivil(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = month < 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let monthFromMarch = month < 2 ? month + 10 : month - 2
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// The parts of a time value.
struct DateParts: Equatable, Sendable {
  var year: Int
  /// 0 to 11.
  var month: Int
  /// 1 to 31.
  var day: Int
  /// 0 (Sunday) to 6.
  var weekday: Int
  var hour: Int
  var minute: Int
  var second: Int
  var millisecond: Int

  /// Takes a time value apart; pass a local time for local parts.
  ///
  /// - Returns: Nil when the time is not finite or beyond what a date and an offset can reach.
  init?(_ time: Double) {
    guard time.isFinite, abs(time) <= TimeValue.limit + 2 * TimeValue.millisecondsPerDay else {
      return nil
    }
    let days = Int(TimeValue.day(time))
    let within = Int(TimeValue.timeWithinDay(time))
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 2 : monthFromMarch - 10
    year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
    weekday = ((days + 4) % 7 + 7) % 7
    hour = within / 3_600_000
    minute = within / 60_000 % 60
    second = within / 1000 % 60
    millisecond = within % 1000
  }
}
