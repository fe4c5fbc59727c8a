internal import PantileJSON

extension RegexMatcher {
  /// Matches the character operation at `pc` at a position; returns the one behind it, or −1.
  @inline(__always)
  func step<Unit: RegexUnit>(
    _ code: Span<UInt32>, _ pc: Int, _ sets: Span<UInt32>, _ input: Span<Unit>, _ position: Int
  ) -> Int {
    guard position < input.count else { return -1 }
    let unit = UInt32(truncatingIfNeeded: input[position])
    let word = code[pc]
    switch RegexOpcode(rawValue: UInt8(truncatingIfNeeded: word)) {
    case .unit: return unit == word >> 8 ? position &+ 1 : -1
    case .pair:
      let pair = code[pc &+ 1]
      return unit == pair & 0xFFFF || unit == pair >> 16 ? position &+ 1 : -1
    case .any: return position &+ 1
    case .anyPoint:
      if splitsPair(input, position) { return -1 }
      return splitsPair(input, position &+ 1) ? position &+ 2 : position &+ 1
    case .set: return isMember(unit, sets, Int(word >> 8)) ? position &+ 1 : -1
    case .setPoint:
      guard splitsPair(input, position &+ 1) else {
        if splitsPair(input, position) { return -1 }
        return isMember(unit, sets, Int(word >> 8)) ? position &+ 1 : -1
      }
      let trail = UInt32(truncatingIfNeeded: input[position &+ 1])
      let point = 0x10000 &+ (unit & 0x3FF) << 10 &+ (trail & 0x3FF)
      return isMember(point, sets, Int(word >> 8)) ? position &+ 2 : -1
    default: return -1
    }
  }

  /// The word behind the character operation at `pc`.
  @inline(__always)
  func behind(_ code: Span<UInt32>, _ pc: Int) -> Int {
    let isPair = code[pc] & 0xFF == UInt32(RegexOpcode.pair.rawValue)
    return isPair ? pc &+ 2 : pc &+ 1
  }

  /// Matches the character operation at `pc` up to `most` times.
  @inline(__always)
  func scan<Unit: RegexUnit>(
    _ code: Span<UInt32>, _ pc: Int, _ sets: Span<UInt32>, _ input: Span<Unit>, _ position: Int,
    _ most: Int
  ) -> (end: Int, count: Int) {
    let word = code[pc]
    let argument = word >> 8
    let end = most < input.count &- position ? position &+ most : input.count
    var index = position
    switch RegexOpcode(rawValue: UInt8(truncatingIfNeeded: word)) {
    case .any: index = end
    case .unit:
      while index < end, UInt32(truncatingIfNeeded: input[index]) == argument { index &+= 1 }
    case .set:
      while index < end,
        isMember(UInt32(truncatingIfNeeded: input[index]), sets, Int(argument))
      {
        index &+= 1
      }
    default:
      var count = 0
      while count < most {
        let next = step(code, pc, sets, input, index)
        if next < 0 { break }
        index = next
        count &+= 1
      }
      return (index, count)
    }
    return (index, index &- position)
  }

  /// Gives the last character of a run back, and more of them while the operation behind the run
  /// wants another unit than the one that follows.
  @inline(__always)
  func retreat<Unit: RegexUnit>(
    _ code: Span<UInt32>, _ pc: Int, _ input: Span<Unit>, _ position: Int, _ floor: Int,
    wanted: UInt32, _ left: inout Int
  ) -> Int {
    let opcode = RegexOpcode(rawValue: UInt8(truncatingIfNeeded: code[pc]))
    let hasPoints = opcode == .setPoint || opcode == .anyPoint
    var position = position
    while true {
      position &-= hasPoints && splitsPair(input, position &- 1) ? 2 : 1
      guard position > floor, wanted & 0xFF == UInt32(RegexOpcode.unit.rawValue),
        UInt32(truncatingIfNeeded: input[position]) != wanted >> 8
      else { return position }
      left &-= 1
    }
  }

  /// Whether the input has the `length` units packed at `pc`.
  @inline(__always)
  func matches<Unit: RegexUnit>(
    _ code: Span<UInt32>, _ pc: Int, _ length: Int, _ input: Span<Unit>, _ position: Int
  ) -> Bool {
    guard length <= input.count &- position else { return false }
    for offset in 0..<length {
      let word = code[pc &+ offset >> 1]
      let wanted = offset & 1 == 0 ? word & 0xFFFF : word >> 16
      if UInt32(truncatingIfNeeded: input[position &+ offset]) != wanted { return false }
    }
    return true
  }

  /// Whether a set has a code point.
  @inline(__always)
  func isMember(_ point: UInt32, _ sets: Span<UInt32>, _ offset: Int) -> Bool {
    if point < 128 { return sets[offset &+ Int(point >> 5)] >> (point & 31) & 1 == 1 }
    let first = offset &+ 5
    var low = 0
    var high = Int(sets[offset &+ 4]) &* 2
    while low < high {
      let middle = (low &+ high) >> 1
      if sets[first &+ middle] <= point { low = middle &+ 1 } else { high = middle }
    }
    return low & 1 == 1
  }

  @inline(__always)
  func isLineEnd<Unit: RegexUnit>(_ unit: Unit) -> Bool {
    let code = UInt32(truncatingIfNeeded: unit)
    return code == 0x0A || code == 0x0D || code == 0x2028 || code == 0x2029
  }

  /// Whether a word character stands at `index`, by `\w` as `folded` (1 under `iu`) has it.
  @inline(__always)
  func isWord<Unit: RegexUnit>(_ input: Span<Unit>, _ index: Int, _ folded: Int) -> Bool {
    guard index >= 0, index < input.count else { return false }
    let code = UInt32(truncatingIfNeeded: input[index])
    switch code {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
    case 0x17F, 0x212A: return folded == 1
    default: return false
    }
  }
}

// MARK: - Backreferences

extension RegexMatcher {
  /// Matches the text of a group again; returns the position behind it, or −1.
  func backreference<Unit: RegexUnit>(
    _ group: Int, _ bits: UInt32, _ input: Span<Unit>, _ position: Int, _ left: inout Int
  ) -> Int {
    let isUnicode = bits & RegexReferenceBits.unicode != 0
    let start = register(group &* 2)
    let length = register(group &* 2 &+ 1) &- start
    guard start >= 0, length > 0 else {
      return isUnicode && splitsPair(input, position) ? -1 : position
    }
    left &-= length
    let isBackward = bits & RegexReferenceBits.backward != 0
    let from = isBackward ? position &- length : position
    guard from >= 0, from &+ length <= input.count else { return -1 }
    let end = isBackward ? from : from &+ length
    if isUnicode, splitsPair(input, end) { return -1 }
    if bits & RegexReferenceBits.ignoreCase != 0 {
      return isSame(input, start, from, length, isUnicode) ? end : -1
    }
    for offset in 0..<length where input[start &+ offset] != input[from &+ offset] { return -1 }
    return end
  }

  /// Compares two stretches by the canonical form of their characters.
  private func isSame<Unit: RegexUnit>(
    _ input: Span<Unit>, _ first: Int, _ second: Int, _ length: Int, _ isUnicode: Bool
  ) -> Bool {
    let mapping = CaseMapping.mapping(unicode: isUnicode)
    var offset = 0
    while offset < length {
      let left = point(input, first &+ offset, isUnicode)
      let right = point(input, second &+ offset, isUnicode)
      if left != right, mapping.canonical(left) != mapping.canonical(right) { return false }
      offset &+= left > 0xFFFF ? 2 : 1
    }
    return true
  }

  private func point<Unit: RegexUnit>(
    _ input: Span<Unit>, _ index: Int, _ isUnicode: Bool
  ) -> UInt32 {
    let unit = UInt32(truncatingIfNeeded: input[index])
    guard isUnicode, splitsPair(input, index &+ 1) else { return unit }
    let trail = UInt32(truncatingIfNeeded: input[index &+ 1])
    return 0x10000 &+ (unit & 0x3FF) << 10 &+ (trail & 0x3FF)
  }
}
