internal import PantileJSON

/// The UTF-16 units of text kept in an arena, one at a time.
struct UTF16Units {
  private var at: Int
  private let end: Int
  private let isEscaped: Bool
  private var pending: UInt16 = 0

  /// - Parameter isEscaped: Whether the bytes are the inside of a JSON string.
  init(_ start: Int, _ end: Int, isEscaped: Bool = false) {
    at = start
    self.end = end
    self.isEscaped = isEscaped
  }

  /// The next unit; `nil` at the end.
  mutating func next(_ arena: borrowing Arena) -> UInt16? {
    if pending != 0 {
      defer { pending = 0 }
      return pending
    }
    guard at < end else { return nil }
    let byte = arena.load8(at)
    if isEscaped, byte == UInt8(ascii: "\\"), at + 1 < end { return escape(arena) }
    let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    var scalar = length == 1 ? UInt32(byte) : UInt32(byte) & (0x7F >> UInt32(length))
    for index in at + 1..<Swift.max(at + 1, Swift.min(at + length, end)) {
      scalar = scalar << 6 | UInt32(arena.load8(index) & 0x3F)
    }
    at += length
    guard scalar >= 0x10000 else { return UInt16(truncatingIfNeeded: scalar) }
    pending = 0xDC00 | UInt16(scalar & 0x3FF)
    return UInt16(truncatingIfNeeded: 0xD800 &+ (scalar &- 0x10000) >> 10)
  }

  private mutating func escape(_ arena: borrowing Arena) -> UInt16 {
    let letter = arena.load8(at + 1)
    at += 2
    switch letter {
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "u"):
      var unit: UInt16 = 0
      for index in at..<Swift.min(at + 4, end) {
        let digit = arena.load8(index)
        unit = unit << 4 | UInt16(digit & 15) + (digit >= 0x40 ? 9 : 0)
      }
      at += 4
      return unit
    default: return UInt16(letter)
    }
  }

  /// Whether `left` sorts before `right` by UTF-16 units.
  static func precedes(
    _ left: UTF16Units, _ right: UTF16Units, _ arena: borrowing Arena
  ) -> Bool {
    var left = left
    var right = right
    while true {
      let first = left.next(arena)
      let second = right.next(arena)
      guard let first, let second else { return first == nil && second != nil }
      if first != second { return first < second }
    }
  }
}

extension Tree {
  /// Whether a written name sorts before another by UTF-16 units.
  func precedes(_ left: PropName, _ right: PropName) -> Bool {
    if left.id != PropName.custom, right.id != PropName.custom {
      return ShortNameTable.ranks[Int(left.id)] < ShortNameTable.ranks[Int(right.id)]
    }
    var first = NameUnits(left)
    var second = NameUnits(right)
    while true {
      let unit = first.next(texts)
      let other = second.next(texts)
      guard let unit, let other else { return unit == nil && other != nil }
      if unit != other { return unit < other }
    }
  }
}

/// The units of a written name, in the table or not.
private struct NameUnits {
  private let key: Int
  private let end: Int
  private var index = 0
  private var units: UTF16Units

  init(_ name: PropName) {
    let isCustom = name.id == PropName.custom
    key = isCustom ? -1 : Int(name.id) * 3
    // A written key is `"name":`.
    end = isCustom ? 0 : Int(ShortNameTable.keyLengths[Int(name.id)]) - 3
    let start = Int(name.customText.offset)
    units = UTF16Units(start, start + name.customText.byteCount)
  }

  mutating func next(_ arena: borrowing Arena) -> UInt16? {
    guard key >= 0 else { return units.next(arena) }
    guard index < end else { return nil }
    index += 1
    return UInt16(ShortNameTable.keys[key + index / 8] >> UInt64(index % 8 * 8) & 0xFF)
  }
}
