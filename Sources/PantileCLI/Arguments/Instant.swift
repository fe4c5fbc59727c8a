/// A moment in the notation of RFC 3339, such as `2026-01-20T08:00:00Z`.
struct Instant: Equatable {
  /// Milliseconds since 1970, rounded down.
  var milliseconds: Double

  /// Reads date, `T`, time, an optional fraction, and `Z` or an offset; nothing may be left out.
  init?(_ text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(4), reader.take("-"),
      let month = reader.number(2), (1...12).contains(month), reader.take("-"),
      let day = reader.number(2), day >= 1, day <= Self.days(in: month, of: year),
      reader.take("T") || reader.take("t"),
      let hour = reader.number(2), hour < 24, reader.take(":"),
      let minute = reader.number(2), minute < 60, reader.take(":"),
      let second = reader.number(2), second < 60,
      let fraction = Self.fraction(&reader),
      let offset = Self.offset(&reader), reader.isAtEnd
    else { return nil }
    let days = Self.daysSince1970(year, month, day)
    let minutes = (days * 24 + hour) * 60 + minute - offset
    milliseconds = Double((minutes * 60 + second) * 1_000 + fraction)
  }

  /// Milliseconds of a fraction; 0 where there is none.
  private static func fraction(_ reader: inout DigitReader) -> Int? {
    guard reader.take(".") else { return 0 }
    var value = 0
    var count = 0
    while let digit = reader.number(1) {
      if count < 3 { value = value * 10 + digit }
      count += 1
    }
    for _ in min(count, 3)..<3 { value *= 10 }
    return count > 0 ? value : nil
  }

  /// Minutes ahead of UTC.
  private static func offset(_ reader: inout DigitReader) -> Int? {
    if reader.take("Z") || reader.take("z") { return 0 }
    let isAhead = reader.take("+")
    guard isAhead || reader.take("-"),
      let hours = reader.number(2), hours < 24, reader.take(":"),
      let minutes = reader.number(2), minutes < 60
    else { return nil }
    return (isAhead ? 1 : -1) * (hours * 60 + minutes)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// Days of the proleptic Gregorian calendar, counted in years that begin in March.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let march = (month + 9) % 12
    let shifted = year + 400 - (month <= 2 ? 1 : 0)
    let leaps = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leaps + (153 * march + 2) / 5 + day - 1 - 865_565
  }
}

/// Takes digits and signs from the front of a text.
struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// A number of exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    var value = 0
    var ahead = rest
    for _ in 0..<count {
      guard let byte = ahead.popFirst(), byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int(byte) - 0x30
    }
    rest = ahead
    return value
  }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == sign.value else { return false }
    rest.removeFirst()
    return true
  }
}
