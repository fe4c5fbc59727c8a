internal import PantileJSON

// Strings.
//
//     +0 length in UTF-16 code units
//     +4 info: bits 0–1 form, bit 2 "wide", bits 4–31 atom + 1 once it is known
//     flat  +8 the text: one byte a unit (ASCII), or two when wide
//     rope  +8 left, +12 right; becomes a slice when somebody looks inside
//     slice +8 a flat string, +12 the first unit

enum StringForm: UInt32 {
  case flat = 0
  case rope = 1
  case slice = 2
}

/// A flat run of text in the heap.
struct TextRun {
  var offset: Int
  var count: Int
  var isWide: Bool
}

extension Machine {
  // MARK: Making

  /// Space for a flat string; the caller fills in the text at +8.
  mutating func allocateString(count: Int, isWide: Bool) throws(Abrupt) -> Ref {
    guard count <= limits.stringLength else { throw rangeError("Invalid string length") }
    let ref = try heap.allocate(8 + (isWide ? count * 2 : count))
    heap.init32(Int(ref), UInt32(count))
    heap.init32(Int(ref) + 4, isWide ? 4 : 0)
    try charge(bytes: count)
    return ref
  }

  /// A string of ASCII bytes.
  mutating func makeString(ascii bytes: Span<UInt8>) throws(Abrupt) -> Value {
    if bytes.count == 1 { return character(UInt16(bytes[0])) }
    if bytes.isEmpty { return .string(intrinsics.emptyString) }
    let ref = try allocateString(count: bytes.count, isWide: false)
    heap.initBytes(Int(ref) + 8, bytes)
    return .string(ref)
  }

  /// A string of UTF-16 code units.
  mutating func makeString(units: Span<UInt16>) throws(Abrupt) -> Value {
    if units.isEmpty { return .string(intrinsics.emptyString) }
    var merged: UInt16 = 0
    for index in units.indices { merged |= units[index] }
    if merged < 0x80 {
      if units.count == 1 { return character(units[0]) }
      let ref = try allocateString(count: units.count, isWide: false)
      for index in units.indices {
        heap.store8(Int(ref) + 8 + index, UInt8(truncatingIfNeeded: units[index]))
      }
      return .string(ref)
    }
    let ref = try allocateString(count: units.count, isWide: true)
    heap.initUnits(Int(ref) + 8, units)
    return .string(ref)
  }

  /// A string of code units.
  mutating func makeString(_ units: [UInt16]) throws(Abrupt) -> Value {
    try makeString(units: units.span)
  }

  /// A string of code units.
  mutating func makeString(_ units: ContiguousArray<UInt16>) throws(Abrupt) -> Value {
    try makeString(units: units.span)
  }

  /// A string of a Swift text.
  mutating func makeString(_ text: String) throws(Abrupt) -> Value {
    try makeString(ContiguousArray(text.utf16))
  }

  /// A string of UTF-8 or WTF-8 bytes that are known to be well formed.
  mutating func makeString(wtf8 bytes: Span<UInt8>, isASCII: Bool) throws(Abrupt) -> Value {
    if isASCII { return try makeString(ascii: bytes) }
    var units = takeUnits()
    UTF16Decoding.append(wtf8: bytes, to: &units)
    let result = try makeString(units: units.span)
    giveBack(&units)
    return result
  }

  /// A string with one code unit.
  @inline(__always)
  mutating func character(_ unit: UInt16) -> Value {
    .string(intrinsics.characterStrings + UInt32(unit) * 16)
  }

  /// A string with any one code unit.
  mutating func makeCharacter(_ unit: UInt16) throws(Abrupt) -> Value {
    if unit < 0x80 { return character(unit) }
    let ref = try allocateString(count: 1, isWide: true)
    heap.init32(Int(ref) + 8, UInt32(unit))
    return .string(ref)
  }

  /// The string of an atom.
  mutating func string(of atom: Atom) throws(Abrupt) -> Value {
    let count = atoms.length(atom)
    if count == 0 { return .string(intrinsics.emptyString) }
    let isWide = atoms.isWide(atom)
    if count == 1, !isWide { return character(atoms.unit(atom, 0)) }
    let ref = try allocateString(count: count, isWide: isWide)
    atoms.withBytes(atom) { bytes in heap.initBytes(Int(ref) + 8, bytes) }
    // An array index is no name: as a key it stands for itself.
    let run = TextRun(offset: Int(ref) + 8, count: count, isWide: isWide)
    if !atoms.isSymbol(atom), atom.id < 1 << 27, arrayIndex(run) == nil {
      heap.init32(Int(ref) + 4, (isWide ? 4 : 0) | (atom.id + 1) << 4)
    }
    return .string(ref)
  }

  /// Scratch for building a text; give it back with ``giveBack(_:)``.
  mutating func takeUnits() -> ContiguousArray<UInt16> {
    var taken: ContiguousArray<UInt16> = []
    swap(&taken, &units)
    taken.removeAll(keepingCapacity: true)
    return taken
  }

  /// Returns scratch from ``takeUnits()``.
  mutating func giveBack(_ taken: inout ContiguousArray<UInt16>) {
    if taken.capacity <= 65_536 { swap(&taken, &units) }
  }

  // MARK: Reading

  /// The length in UTF-16 code units.
  @inline(__always)
  mutating func stringLength(_ ref: Ref) -> Int { Int(heap.load32(Int(ref))) }

  /// The text of a string in one piece; a rope is joined first.
  mutating func run(_ ref: Ref) throws(Abrupt) -> TextRun {
    let at = Int(ref)
    let info = heap.load32(at + 4)
    let count = Int(heap.load32(at))
    let isWide = info & 4 != 0
    switch info & 3 {
    case StringForm.flat.rawValue:
      return TextRun(offset: at + 8, count: count, isWide: isWide)
    case StringForm.slice.rawValue:
      let start = Int(heap.load32(at + 12))
      let data = Int(heap.load32(at + 8)) + 8
      return TextRun(offset: data + (isWide ? start * 2 : start), count: count, isWide: isWide)
    default:
      return try joinRope(ref)
    }
  }

  /// A code unit of a run.
  @inline(__always)
  func unit(_ run: TextRun, _ index: Int) -> UInt16 {
    run.isWide ? heap.load16(run.offset + index * 2) : UInt16(heap.load8(run.offset + index))
  }

  /// The code units of a string.
  mutating func copyUnits(_ ref: Ref) throws(Abrupt) -> [UInt16] {
    let run = try run(ref)
    try charge(bytes: run.count)
    return (0..<run.count).map { unit(run, $0) }
  }

  /// Appends the code units of a string.
  mutating func append(
    _ ref: Ref, to units: inout ContiguousArray<UInt16>
  ) throws(Abrupt) {
    let run = try run(ref)
    try charge(bytes: run.count)
    if run.isWide {
      heap.withUnits(run.offset, run.count) { text in
        for index in text.indices { units.append(text[index]) }
      }
    } else {
      heap.withBytes(run.offset, run.count) { text in
        for index in 0..<text.byteCount { units.append(UInt16(text.byte(at: index))) }
      }
    }
  }

  /// The Swift text of a string, for messages; lone surrogates become U+FFFD.
  mutating func swiftString(_ ref: Ref) throws(Abrupt) -> String {
    String(decoding: try copyUnits(ref), as: UTF16.self)
  }

  private mutating func joinRope(_ ref: Ref) throws(Abrupt) -> TextRun {
    let at = Int(ref)
    let count = Int(heap.load32(at))
    let isWide = heap.load32(at + 4) & 4 != 0
    let flat = try allocateString(count: count, isWide: isWide)
    let data = Int(flat) + 8
    // From the right end to the left: ropes grow at their end, so the right parts are short.
    var end = count
    let floor = refs.count
    refs.append(ref)
    while refs.count > floor {
      let part = refs.removeLast()
      let place = Int(part)
      let info = heap.load32(place + 4)
      if info & 3 == StringForm.rope.rawValue {
        refs.append(heap.load32(place + 8))
        refs.append(heap.load32(place + 12))
        continue
      }
      let piece = try run(part)
      end -= piece.count
      if isWide == piece.isWide {
        heap.initCopy(
          from: piece.offset, to: data + (isWide ? end * 2 : end),
          byteCount: isWide ? piece.count * 2 : piece.count)
      } else {
        for index in 0..<piece.count {
          heap.store16(data + (end + index) * 2, unit(piece, index))
        }
      }
    }
    let atom = heap.load32(at + 4) & ~15
    heap.store32(at + 4, atom | (isWide ? 4 : 0) | StringForm.slice.rawValue)
    heap.store32(at + 8, flat)
    heap.store32(at + 12, 0)
    return TextRun(offset: data, count: count, isWide: isWide)
  }

  // MARK: Joining and cutting

  /// `left + right`.
  mutating func concat(_ left: Ref, _ right: Ref) throws(Abrupt) -> Value {
    let leftCount = stringLength(left)
    let rightCount = stringLength(right)
    if leftCount == 0 { return .string(right) }
    if rightCount == 0 { return .string(left) }
    let count = leftCount + rightCount
    guard count <= limits.stringLength else { throw rangeError("Invalid string length") }
    let isWide = (heap.load32(Int(left) + 4) | heap.load32(Int(right) + 4)) & 4 != 0
    if count >= 32 {
      let ref = try heap.allocate(16)
      heap.init32(Int(ref), UInt32(count))
      heap.init32(Int(ref) + 4, (isWide ? 4 : 0) | StringForm.rope.rawValue)
      heap.init32(Int(ref) + 8, left)
      heap.init32(Int(ref) + 12, right)
      return .string(ref)
    }
    let first = try run(left)
    let second = try run(right)
    let ref = try allocateString(count: count, isWide: isWide)
    place(first, at: Int(ref) + 8, isWide: isWide)
    place(second, at: Int(ref) + 8 + (isWide ? leftCount * 2 : leftCount), isWide: isWide)
    return .string(ref)
  }

  /// Copies a run into a fresh string.
  mutating func place(_ run: TextRun, at offset: Int, isWide: Bool) {
    if run.isWide == isWide {
      heap.initCopy(
        from: run.offset, to: offset, byteCount: isWide ? run.count * 2 : run.count)
    } else {
      for index in 0..<run.count { heap.store16(offset + index * 2, unit(run, index)) }
    }
  }

  /// The units from `start` up to `end`.
  mutating func substring(_ ref: Ref, _ start: Int, _ end: Int) throws(Abrupt) -> Value {
    let count = end - start
    if count <= 0 { return .string(intrinsics.emptyString) }
    if count == stringLength(ref) { return .string(ref) }
    let whole = try run(ref)
    if count == 1 { return try makeCharacter(unit(whole, start)) }
    let width = whole.isWide ? 2 : 1
    let part = TextRun(offset: whole.offset + start * width, count: count, isWide: whole.isWide)
    if count < 24 {
      let fresh = try allocateString(count: count, isWide: whole.isWide)
      place(part, at: Int(fresh) + 8, isWide: whole.isWide)
      return .string(fresh)
    }
    let isSlice = heap.load32(Int(ref) + 4) & 3 == StringForm.slice.rawValue
    let parent = isSlice ? heap.load32(Int(ref) + 8) : ref
    let first = isSlice ? heap.load32(Int(ref) + 12) + UInt32(start) : UInt32(start)
    let slice = try heap.allocate(16)
    heap.init32(Int(slice), UInt32(count))
    heap.init32(Int(slice) + 4, (whole.isWide ? 4 : 0) | StringForm.slice.rawValue)
    heap.init32(Int(slice) + 8, parent)
    heap.init32(Int(slice) + 12, first)
    return .string(slice)
  }

  // MARK: Comparing

  /// Whether two strings have the same code units.
  mutating func equal(_ left: Ref, _ right: Ref) throws(Abrupt) -> Bool {
    if left == right { return true }
    let count = stringLength(left)
    guard count == stringLength(right) else { return false }
    let first = try run(left)
    let second = try run(right)
    try charge(bytes: count)
    if first.isWide == second.isWide {
      return heap.equal(
        first.offset, second.offset, byteCount: first.isWide ? count * 2 : count)
    }
    for index in 0..<count where unit(first, index) != unit(second, index) { return false }
    return true
  }

  /// Orders two strings by code units: negative, zero or positive.
  mutating func compare(_ left: Ref, _ right: Ref) throws(Abrupt) -> Int {
    let first = try run(left)
    let second = try run(right)
    let shorter = min(first.count, second.count)
    for index in 0..<shorter {
      let difference = Int(unit(first, index)) - Int(unit(second, index))
      if difference != 0 {
        try charge(bytes: index)
        return difference
      }
    }
    try charge(bytes: shorter)
    return first.count - second.count
  }

  // MARK: Property keys

  /// The property key of a string: an index when it is a canonical array index.
  mutating func propertyKey(string ref: Ref) throws(Abrupt) -> PropertyKey {
    let at = Int(ref)
    let known = heap.load32(at + 4) >> 4
    if known != 0 { return PropertyKey(Atom(id: known - 1)) }
    let run = try run(ref)
    if let index = arrayIndex(run) { return PropertyKey(index: index) }
    let atom = try intern(run)
    if at >= heap.imageEnd, atom.id < 1 << 27 {
      heap.init32(at + 4, heap.load32(at + 4) & 15 | (atom.id + 1) << 4)
    }
    return PropertyKey(atom)
  }

  /// The atom of a run of text.
  mutating func intern(_ run: TextRun) throws(Abrupt) -> Atom {
    try charge(bytes: run.count)
    let before = atoms.count
    let atom: Atom
    if run.isWide {
      atom = heap.withUnits(run.offset, run.count) { atoms.intern($0) }
    } else {
      atom = heap.withBytes(run.offset, run.count) { atoms.intern(ascii: $0) }
    }
    if atoms.count != before { try checkMemory() }
    return atom
  }

  private mutating func arrayIndex(_ run: TextRun) -> UInt32? {
    guard run.count >= 1, run.count <= 10, !run.isWide else { return nil }
    let first = heap.load8(run.offset)
    guard first >= 0x30, first <= 0x39 else { return nil }
    if first == 0x30 { return run.count == 1 ? 0 : nil }
    var value: UInt64 = 0
    for index in 0..<run.count {
      let digit = heap.load8(run.offset + index)
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + UInt64(digit - 0x30)
    }
    return value < 4_294_967_295 ? UInt32(value) : nil
  }
}
