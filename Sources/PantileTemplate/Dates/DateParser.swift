/// `Date.parse`: the ISO form, then V8's lenient form.
///
/// The lenient form ignores words before the first number and comments in parentheses; a number
/// before a colon belongs to the time, any other to the date; a word that begins like a month is
/// that month. It is V8's grammar, oddities included, because templates see its results.
struct DateParser {
  private var scanner: DateScanner
  private var date = DateFields()
  private var time = TimeFields()
  private var zone = ZoneFields()

  /// The time value of a text, or not-a-number.
  ///
  /// - Parameter zone: The zone of a text that names none.
  /// - Complexity: O(*n*) in the units of `text`.
  static func parse(_ text: [UInt16], zone: DateZone) -> Double {
    var parser = DateParser(scanner: DateScanner(text))
    guard parser.parseText(), let (year, month, day) = parser.date.resolved(),
      let clock = parser.time.resolved(), let offset = parser.zone.resolved()
    else { return .nan }
    let days = TimeValue.makeDay(year: Double(year), month: Double(month - 1), day: Double(day))
    let time = TimeValue.makeTime(
      hour: Double(clock[0]), minute: Double(clock[1]), second: Double(clock[2]),
      millisecond: Double(clock[3]))
    let local = TimeValue.makeDate(day: days, time: time)
    switch offset {
    case .local: return TimeValue.clip(zone.utcTime(fromLocal: local))
    case .seconds(let seconds): return TimeValue.clip(local - Double(seconds) * 1000)
    }
  }

  private init(scanner: DateScanner) {
    self.scanner = scanner
  }

  private mutating func parseText() -> Bool {
    switch parseISO() {
    case .done: return true
    case .invalid: return false
    case .lenient(let token): return parseLenient(token)
    }
  }
}

// MARK: The ISO form

extension DateParser {
  private enum Outcome {
    case done
    case invalid
    /// Not ISO: go on leniently with this token; the fields read so far stay.
    case lenient(DateToken)
  }

  private mutating func parseISO() -> Outcome {
    if let sign = scanner.peek.sign {
      let token = scanner.next()
      guard let year = scanner.peek.number(length: 6) else { return .lenient(token) }
      _ = scanner.next()
      if sign < 0, year == 0 { return .lenient(token) }
      date.add(sign * year)
    } else if let year = scanner.peek.number(length: 4) {
      _ = scanner.next()
      date.add(year)
    } else {
      return .lenient(scanner.next())
    }
    if scanner.skip(0x2D) {
      guard let month = scanner.peek.number(length: 2), (1...12).contains(month) else {
        return .lenient(scanner.next())
      }
      _ = scanner.next()
      date.add(month)
      if scanner.skip(0x2D) {
        guard let day = scanner.peek.number(length: 2), (1...31).contains(day) else {
          return .lenient(scanner.next())
        }
        _ = scanner.next()
        date.add(day)
      }
    }
    guard scanner.peek == .timeSeparator else {
      if scanner.peek != .end { return .lenient(scanner.next()) }
      zone.set(hours: 0)
      date.isISO = true
      return .done
    }
    _ = scanner.next()
    guard parseISOTime(), parseISOZone(), scanner.peek == .end else { return .invalid }
    date.isISO = true
    return .done
  }

  private mutating func parseISOTime() -> Bool {
    guard let hour = twoDigits(upTo: 24) else { return false }
    let most = hour == 24 ? 0 : 59
    time.add(hour)
    guard scanner.skip(0x3A), let minute = twoDigits(upTo: most) else { return false }
    time.add(minute)
    guard scanner.skip(0x3A) else { return true }
    guard let second = twoDigits(upTo: most) else { return false }
    time.add(second)
    guard scanner.skip(0x2E) else { return true }
    guard case .number(let value, let length) = scanner.peek, hour != 24 || value == 0 else {
      return false
    }
    _ = scanner.next()
    time.add(Self.milliseconds(value, length))
    return true
  }

  private mutating func parseISOZone() -> Bool {
    if scanner.peek.isZ {
      _ = scanner.next()
      zone.set(hours: 0)
      return true
    }
    guard let sign = scanner.peek.sign else { return true }
    _ = scanner.next()
    zone.sign = sign
    if let both = scanner.peek.number(length: 4) {
      _ = scanner.next()
      zone.hour = both / 100
      zone.minute = both % 100
      return both / 100 <= 23 && both % 100 <= 59
    }
    guard let hour = twoDigits(upTo: 23), scanner.skip(0x3A), let minute = twoDigits(upTo: 59)
    else { return false }
    zone.hour = hour
    zone.minute = minute
    return true
  }

  private mutating func twoDigits(upTo most: Int) -> Int? {
    guard let value = scanner.peek.number(length: 2), value <= most else { return nil }
    _ = scanner.next()
    return value
  }

  /// The first three digits of a fraction.
  private static func milliseconds(_ value: Int, _ length: Int) -> Int {
    switch length {
    case 1: return value * 100
    case 2: return value * 10
    default:
      var value = value
      for _ in 3..<max(3, min(length, 9)) { value /= 10 }
      return value
    }
  }
}

// MARK: The lenient form

extension DateParser {
  private mutating func parseLenient(_ first: DateToken) -> Bool {
    var token = first
    var hasNumber = !date.isEmpty
    while token != .end {
      switch token {
      case .number(let value, _):
        hasNumber = true
        guard parseNumber(value) else { return false }
      case .month, .halfDay, .zone, .timeSeparator, .word:
        guard parseWord(token, hasNumber: hasNumber) else { return false }
      case .symbol:
        if let sign = token.sign, zone.isUTC || !time.isEmpty {
          hasNumber = true
          guard parseOffset(sign) else { return false }
        } else if hasNumber, token.sign != nil || token == .symbol(0x29) {
          return false
        }
      case .space, .other, .end: break
      }
      token = scanner.next()
    }
    return true
  }

  private mutating func parseNumber(_ value: Int) -> Bool {
    if scanner.skip(0x3A) {
      if scanner.skip(0x3A) {
        guard time.isEmpty else { return false }
        time.add(value)
        time.add(0)
        return true
      }
      guard time.add(value) else { return false }
      if scanner.peek == .symbol(0x2E) { _ = scanner.next() }
      return true
    }
    // The point is taken even when the time turns out not to expect the number.
    if scanner.skip(0x2E), time.expects(value) {
      time.add(value)
      guard case .number(let fraction, let length) = scanner.next() else { return false }
      time.addFinal(Self.milliseconds(fraction, length))
      return true
    }
    if zone.expects(value) {
      zone.minute = value
      return true
    }
    if time.expects(value) {
      time.addFinal(value)
      let peek = scanner.peek
      return peek == .end || peek == .space || peek.isZ || peek.sign != nil
    }
    guard date.add(value) else { return false }
    _ = scanner.skip(0x2D)
    return true
  }

  private mutating func parseWord(_ token: DateToken, hasNumber: Bool) -> Bool {
    switch token {
    case .halfDay(let hours) where !time.isEmpty: time.halfDay = hours
    case .month(let month):
      date.month = month
      _ = scanner.skip(0x2D)
    case .zone(let hours, _) where hasNumber: zone.set(hours: hours)
    default:
      // A word that means nothing may stand before the first number, but not touch it.
      return !hasNumber && !scanner.peek.isNumber
    }
    return true
  }

  private mutating func parseOffset(_ sign: Int) -> Bool {
    zone.sign = sign
    var value = 0
    var length = 0
    if case .number(let number, let digits) = scanner.peek {
      _ = scanner.next()
      value = number
      length = digits
    }
    if scanner.peek == .symbol(0x3A) {
      zone.hour = value
      zone.minute = nil
    } else if length == 1 || length == 2 {
      zone.hour = value
      zone.minute = 0
    } else if length == 3 || length == 4 {
      zone.hour = value / 100
      zone.minute = value % 100
    } else {
      return false
    }
    return true
  }
}
