// When an object ends, its keys are reduced to 16 bits each and compared eight at a time. Equal
// ones are compared in full. Larger objects wait for the end of the parse.

extension JSONParser {
  /// The largest object whose keys are compared when it ends.
  static let comparedMembers = 64

  /// Looks for a key that the object between the tape bytes `head` and `end` has twice.
  @inline(never)
  mutating func noteDuplicates(
    _ input: RawInput, _ words: RawInput, _ head: Int, _ end: Int, _ count: Int
  ) {
    if hasDuplicates { return }
    if count > Self.comparedMembers {
      hasLargeObjects = true
      return
    }
    var marks = InlineArray<8, SIMD8<UInt16>>(repeating: SIMD8<UInt16>(repeating: 0))
    var key = head &+ 16
    var index = 0
    while key < end {
      let word = KeyWord(words, key)
      let mark = word.mark(input)
      let splat = SIMD8<UInt16>(repeating: mark)
      var found = SIMDMask<SIMD8<Int16>>(repeating: false)
      // Lanes of the last vector that are not yet filled repeat its first.
      let vectors = (index &+ 7) &>> 3
      for vector in 0..<vectors {
        found .|= marks[vector] .== splat
      }
      if found.clearPrefix < 8 && word.isRepeated(input, words, head &+ 16, key) {
        hasDuplicates = true
        return
      }
      var lanes = index & 7 == 0 ? splat : marks[index &>> 3]
      lanes[index & 7] = mark
      marks[index &>> 3] = lanes
      index &+= 1
      key = Model.behind(words, word.value)
    }
  }
}

/// A key on the tape.
struct KeyWord {
  /// The index of its text.
  let start: Int
  let byteCount: Int
  /// The tape byte of its value.
  let value: Int

  @inline(__always)
  init(_ words: RawInput, _ key: Int) {
    let word = TapeWord(bits: words.word64(key))
    start = word.low
    let isLong = word.tag == TapeTag.long
    byteCount = isLong ? Int(truncatingIfNeeded: words.word64(key &+ 8)) : word.middle
    value = key &+ (isLong ? 16 : 8)
  }

  /// A hash of the length and of up to 24 bytes.
  @inline(__always)
  func hash(_ input: RawInput) -> UInt64 {
    let first = input.word64(start)
    if byteCount <= 8 {
      let shift = UInt64(truncatingIfNeeded: 32 &- byteCount &* 4)
      return Self.mix((first &<< shift) &<< shift, UInt64(truncatingIfNeeded: byteCount))
    }
    let last = input.word64(start &+ byteCount &- 8)
    let middle = input.word64(start &+ (byteCount &>> 1) &- 4)
    return Self.mix(first ^ (middle &* 0x9e37_79b9_7f4a_7c15), last &+ UInt64(byteCount))
  }

  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0x2d35_8dcc_aa6c_78a5).multipliedFullWidth(by: b ^ 0x8bb8_4b93_962e_acc9)
    return product.high ^ product.low
  }

  @inline(__always)
  func mark(_ input: RawInput) -> UInt16 { UInt16(truncatingIfNeeded: hash(input)) }

  /// Whether the keys from the tape byte `first` up to `end` have this one.
  func isRepeated(_ input: RawInput, _ words: RawInput, _ first: Int, _ end: Int) -> Bool {
    var key = first
    while key < end {
      let other = KeyWord(words, key)
      if isEqual(input, other) { return true }
      key = Model.behind(words, other.value)
    }
    return false
  }

  func isEqual(_ input: RawInput, _ other: KeyWord) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return (0..<byteCount).allSatisfy { input[start &+ $0] == input[other.start &+ $0] }
  }
}
