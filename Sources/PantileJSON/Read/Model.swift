extension Model {
  /// Makes the value at the tape byte `sibling` the model of a container that begins.
  @inline(__always)
  init(_ words: RawInput, _ sibling: Int, _ kind: UInt64) {
    let head = words.word64(sibling)
    // An empty model has nothing to compare with, and its next word is not its own.
    if sibling != 0 && head &>> 48 == kind && words.word32(sibling &+ 8) != 0 {
      next = sibling &+ 16
      end = Int(UInt32(truncatingIfNeeded: head)) &<< 3
    }
  }

  /// Goes back to the model of the container at `outer`, when that at `inner` has ended.
  @inline(__always)
  init(
    _ words: RawInput, around inner: Int, _ outer: Int, _ sibling: Int, isObject: Bool
  ) {
    let outerSibling = Int(words.word32(outer) & ~1) &<< 2
    if !isObject {
      next = inner
    } else if sibling != 0 && outerSibling != 0 {
      next = Self.behind(words, sibling)
      end = Int(words.word32(outerSibling)) &<< 3
    }
  }

  /// The key behind the quote at `index`, when it is the model's next: its length, or -1, and its
  /// tape word without offset.
  @inline(__always)
  func key(_ input: RawInput, _ words: RawInput, _ index: Int) -> (length: Int, word: UInt64) {
    if next >= end { return (-1, 0) }
    let word = words.word64(next)
    // The tag and the length in one: what is no plain ASCII becomes a large number.
    let length = UInt32(truncatingIfNeeded: word &>> 32) &- UInt32(TapeTag.ascii) &<< 16
    if length > 30 { return (-1, 0) }
    let known = Int(UInt32(truncatingIfNeeded: word))
    // The closing quote is compared too.
    let wanted = Int(length &+ 1)
    var same = Self.differences(input, known, index &+ 1).trailingZeroBitCount &>> 2
    if same == 16 && wanted > 16 {
      same &+= Self.differences(input, known &+ 16, index &+ 17).trailingZeroBitCount &>> 2
    }
    return (same >= wanted ? Int(length) : -1, word & 0xffff_ffff_0000_0000)
  }

  /// Four bits for each byte of sixteen that differs. The tag said that the model's key stands as it
  /// did in the input, so equal bytes are a sound key too.
  @inline(__always)
  private static func differences(_ input: RawInput, _ model: Int, _ index: Int) -> UInt64 {
    let known: Bytes16 = input.bytes16(model)
    let bytes: Bytes16 = input.bytes16(index)
    let differs: Mask16 = known .!= bytes
    return differs.nibbles
  }

  /// Whether the key just written at the tape byte `key` is the model's next.
  @inline(never)
  func hasKey(_ input: RawInput, _ words: RawInput, _ key: Int) -> Bool {
    next < end && KeyWord(words, key).isEqual(input, KeyWord(words, next))
  }

  /// The tape byte behind the value at `value`.
  @inline(__always)
  static func behind(_ words: RawInput, _ value: Int) -> Int {
    let word = TapeWord(bits: words.word64(value))
    if word.tag < TapeTag.long { return value &+ 8 }
    return word.tag == TapeTag.long ? value &+ 16 : word.low &<< 3
  }

  /// Whether an object of `count` members had just the keys of its model.
  @inline(__always)
  func isRepeated(_ words: RawInput, _ sibling: Int, _ count: Int) -> Bool {
    end != 0 && next == end && Int(words.word32(sibling &+ 8)) == count
  }
}
