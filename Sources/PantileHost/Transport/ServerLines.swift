internal import PantileJSON

/// The lines that a transport adds to a response, with the date of the second:
///
///     Date: Mon, 30 Nov 2026 12:00:00 GMT␍␊ Connection: keep-alive␍␊
///     └────────────── dateByteCount ──────┘
struct ServerLines: ~Copyable {
  private var second: Int64 = .min
  private var line = ByteBuffer(capacity: 128)
  private var dateByteCount = 0

  /// Lends the lines of a response; none where neither is wanted.
  ///
  /// - Parameters:
  ///   - second: Seconds since 1970.
  ///   - date: Whether `Date` is wanted.
  ///   - keepAlive: Whether `Connection: keep-alive` is wanted, as an HTTP/1.0 client is told.
  mutating func with(
    second: Int64, date: Bool, keepAlive: Bool, _ body: (RawSpan) -> Void
  ) {
    if second != self.second { write(second) }
    let start = date ? 0 : dateByteCount
    let end = keepAlive ? line.count : dateByteCount
    line.withBytes(from: start, length: end - start) { body($0) }
  }

  private mutating func write(_ second: Int64) {
    self.second = second
    let day = Int(max(second, 0) / 86_400)
    let rest = Int(max(second, 0) % 86_400)
    let date = Self.date(day)
    line.removeAll()
    line.append("Date: ")
    // 1 January 1970 was a Thursday.
    line.append(Self.weekday((day + 4) % 7))
    pair(date.day)
    line.append(Self.month(date.month))
    pair(date.year / 100)
    pair(date.year % 100)
    line.append(0x20)
    pair(rest / 3_600)
    line.append(0x3A)
    pair(rest / 60 % 60)
    line.append(0x3A)
    pair(rest % 60)
    line.append(" GMT\r\n")
    dateByteCount = line.count
    line.append("Connection: keep-alive\r\n")
  }

  private mutating func pair(_ number: Int) {
    line.append(UInt8(truncatingIfNeeded: 48 + number / 10 % 10))
    line.append(UInt8(truncatingIfNeeded: 48 + number % 10))
  }

  /// The date of a day, counted from 1 January 1970; years begin in March while it counts.
  private static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let inEra = shifted % 146_097
    let yearInEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
    let fromMarch = (5 * inYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearInEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, inYear - (153 * fromMarch + 2) / 5 + 1)
  }

  private static func weekday(_ number: Int) -> StaticString {
    switch number {
    case 0: "Sun, "
    case 1: "Mon, "
    case 2: "Tue, "
    case 3: "Wed, "
    case 4: "Thu, "
    case 5: "Fri, "
    default: "Sat, "
    }
  }

  private static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: " Jan "
    case 2: " Feb "
    case 3: " Mar "
    case 4: " Apr "
    case 5: " May "
    case 6: " Jun "
    case 7: " Jul "
    case 8: " Aug "
    case 9: " Sep "
    case 10: " Oct "
    case 11: " Nov "
    default: " Dec "
    }
  }
}
