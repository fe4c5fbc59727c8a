/// The numbers of a date in a text, in the order they came.
struct DateFields {
  private var numbers: [Int] = []
  /// A month by name, 1 to 12.
  var month: Int?
  /// Set when the text was in the ISO form: year, month, day in this order.
  var isISO = false

  var isEmpty: Bool { numbers.isEmpty }

  /// False when there are three numbers already.
  @discardableResult
  mutating func add(_ number: Int) -> Bool {
    guard numbers.count < 3 else { return false }
    numbers.append(number)
    return true
  }

  /// Decides which number is what; the month is 1 to 12.
  func resolved() -> (year: Int, month: Int, day: Int)? {
    guard let first = numbers.first else { return nil }
    // Missing numbers count as ones, so that all three are there.
    let second = numbers.count > 1 ? numbers[1] : 1
    let third = numbers.count > 2 ? numbers[2] : 1
    var (year, month, day) = (first, second, third)
    if let named = self.month {
      month = named
      (year, day) = (1...31).contains(first) ? (second, first) : (first, second)
    } else if !isISO, (1...31).contains(first) {
      (year, month, day) = (third, first, second)
    }
    if !isISO {
      if (0...49).contains(year) {
        year += 2000
      } else if (50...99).contains(year) {
        year += 1900
      }
    }
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    return (year, month, day)
  }
}

/// The numbers of a time in a text: hour, minute, second, millisecond.
struct TimeFields {
  private var numbers: [Int] = []
  /// Hours to add to a clock of twelve hours.
  var halfDay: Int?

  var isEmpty: Bool { numbers.isEmpty }

  /// Whether `number` can be the next part; the hour comes first and is announced by a colon.
  func expects(_ number: Int) -> Bool {
    switch numbers.count {
    case 1, 2: (0...59).contains(number)
    case 3: (0...999).contains(number)
    default: false
    }
  }

  /// False when there are four numbers already.
  @discardableResult
  mutating func add(_ number: Int) -> Bool {
    guard numbers.count < 4 else { return false }
    numbers.append(number)
    return true
  }

  /// Adds the last number; the parts after it are zero.
  @discardableResult
  mutating func addFinal(_ number: Int) -> Bool {
    guard add(number) else { return false }
    while numbers.count < 4 { numbers.append(0) }
    return true
  }

  /// Hour, minute, second and millisecond, or nil when one is out of range.
  func resolved() -> [Int]? {
    var parts = numbers + Array(repeating: 0, count: 4 - numbers.count)
    if let halfDay {
      guard (0...12).contains(parts[0]) else { return nil }
      parts[0] = parts[0] % 12 + halfDay
    }
    let fits =
      (0...23).contains(parts[0]) && (0...59).contains(parts[1]) && (0...59).contains(parts[2])
      && (0...999).contains(parts[3])
    return fits || parts == [24, 0, 0, 0] ? parts : nil
  }
}

/// The offset from UTC in a text.
struct ZoneFields {
  var sign: Int?
  var hour: Int?
  var minute: Int?

  enum Offset {
    /// The text names none.
    case local
    case seconds(Int)
  }

  mutating func set(hours: Int) {
    sign = hours < 0 ? -1 : 1
    hour = abs(hours)
    minute = 0
  }

  /// Whether `number` can be the minutes after an hour and a colon.
  func expects(_ number: Int) -> Bool {
    hour != nil && minute == nil && (0...59).contains(number)
  }

  var isUTC: Bool { hour == 0 && minute == 0 }

  func resolved() -> Offset? {
    guard let sign else { return .local }
    // V8 adds in 32 bits without a sign.
    let seconds = UInt32(truncatingIfNeeded: (hour ?? 0) * 3600 + (minute ?? 0) * 60)
    return seconds <= 0x7FFF_FFFF ? .seconds(sign * Int(seconds)) : nil
  }
}
