/// A number whose digits are kept beside its `Double`.
struct LargeNumber {
  /// Its index on the tape.
  var word: UInt32
  /// Its digits in the document's copy of the text.
  var text: JSONText
}

/// Walks along a parsed text and its tape, which hold the same values in the same order.
///
/// The tape has no places of numbers, literals and containers. They are rarely asked for, so they
/// are found again in the text, without a stack and in one pass.
struct TokenScan {
  /// The byte at which the value or key begins.
  private(set) var offset = 0
  /// The byte behind it; of a container the byte behind its bracket.
  private(set) var end = 0
  /// Its index on the tape.
  private(set) var word = 0
  private var nextWord = 1

  /// The place in the text of the value or key at an index of the tape.
  ///
  /// - Complexity: O(*n*) in the bytes before it.
  static func offset(
    ofWord word: Int, _ document: borrowing JSONDocument, _ bytes: RawSpan
  ) -> Int {
    var scan = TokenScan()
    while scan.next(document, bytes) {
      if scan.word >= word { return scan.offset }
    }
    return 0
  }

  /// All numbers that ``JSONDocument/hasLargeNumber`` is about.
  static func largeNumbers(
    _ document: borrowing JSONDocument, _ bytes: RawSpan
  ) -> [LargeNumber] {
    var numbers: [LargeNumber] = []
    var scan = TokenScan()
    while scan.next(document, bytes) {
      guard document.word(scan.word).isLargeNumber else { continue }
      let text = JSONText(
        offset: UInt32(truncatingIfNeeded: scan.offset + JSONParser.origin),
        byteCount: UInt32(truncatingIfNeeded: scan.end - scan.offset), tag: TapeTag.ascii)
      numbers.append(LargeNumber(word: UInt32(truncatingIfNeeded: scan.word), text: text))
    }
    return numbers
  }

  /// Moves to the next value or key; false at the end.
  private mutating func next(_ document: borrowing JSONDocument, _ bytes: RawSpan) -> Bool {
    var index = end
    while index < bytes.byteCount && Self.isBetweenValues(bytes.byte(at: index)) { index += 1 }
    guard index < bytes.byteCount else { return false }
    offset = index
    word = nextWord
    switch bytes.byte(at: index) {
    case 0x5b, 0x7b:
      end = index + 1
      nextWord += 2
    case 0x22:
      end = Self.behindString(bytes, index)
      nextWord = document.value(ofKey: JSONNode(index: word)).index
    default:
      while index < bytes.byteCount && !Self.endsScalar(bytes.byte(at: index)) { index += 1 }
      end = index
      nextWord += 1
    }
    return true
  }

  private static func behindString(_ bytes: RawSpan, _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.byteCount {
      switch bytes.byte(at: index) {
      case 0x22: return index + 1
      case 0x5c: index += 2
      default: index += 1
      }
    }
    return bytes.byteCount
  }

  /// Space, comma, colon or a closing bracket.
  private static func isBetweenValues(_ byte: UInt8) -> Bool {
    byte <= 0x20 || endsScalar(byte) || byte == 0x3a
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x2c || byte == 0x5d || byte == 0x7d
  }
}

extension TapeWord {
  /// Whether the word is a `Double`; holes and second words are none's first word.
  @inline(__always)
  var isNumber: Bool { tag < TapeTag.literal }

  /// Whether it is a number of 2^53 or more, or less than -2^53, or infinite.
  @inline(__always)
  var isLargeNumber: Bool {
    let first: UInt64 = 0x4340_0000_0000_0000
    let infinity: UInt64 = 0x7ff0_0000_0000_0000
    return bits & (1 << 63 - 1) &- first <= infinity &- first
  }
}

extension JSONDocument {
  /// Whether a number may have digits that its `Double` lacks.
  ///
  /// Second words of containers and long strings are small numbers, other tags are no numbers.
  var hasLargeNumber: Bool {
    for index in 1..<Swift.max(1, tape.top / 8) where word(index).isLargeNumber { return true }
    return false
  }

  /// Hides all but the last of equal keys: their words become holes, which no key equals.
  mutating func hideRepeatedKeys() {
    var index = 1
    while index < tape.top / 8 {
      let word = word(index)
      switch word.tag {
      case TapeTag.object:
        hideRepeatedKeys(of: JSONNode(index: index))
        index += 2
      case TapeTag.array, TapeTag.long: index += 2
      case TapeTag.hole: index += word.middle
      default: index += 1
      }
    }
  }

  private mutating func hideRepeatedKeys(of object: JSONNode) {
    var known: [[UInt8]: JSONNode] = [:]
    let end = next(after: object).index
    var key = first(in: object)
    while key.index < end {
      let text = text(at: key)
      let bytes = withBytes(of: text) { bytes in
        (0..<bytes.byteCount).map { bytes.byte(at: $0) }
      }
      if let earlier = known.updateValue(key, forKey: bytes) {
        let step = value(ofKey: earlier).index - earlier.index
        tape.store64(earlier.index * 8, TapeWord(TapeTag.hole, low: 0, middle: step).bits)
      }
      key = behindMember(key)
    }
  }
}
