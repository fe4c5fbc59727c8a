/// Where a parse stands between two chunks.
struct JSONParser {
  /// What is due at `index`.
  enum Phase: UInt8 {
    case value
    /// Of the event reader: a value, or the end of the array that has just begun.
    case firstElement
    case key
    /// Of the event reader: a key, or the end of the object that has just begun.
    case firstKey
    case colon
    case after
  }

  /// What the innermost open value is.
  enum Container: UInt8 {
    case none
    case array
    case object
  }

  /// Why the loop stopped.
  enum Outcome: Equatable {
    /// The value is whole and only space followed it.
    case isDone
    /// The input ended inside the value.
    case needsInput
    /// Fewer than ``roomInBytes`` are left on the tape.
    case needsTape
    /// A rule is broken at `index`.
    case failed(JSONError.Code)
  }

  /// What one turn of the loop may write to the tape: a long key and a long string.
  static let roomInBytes = 32

  /// The index of the first byte of the input in the text block.
  static let origin = 8

  /// The next byte to read, as an index of the text block.
  var index = Self.origin
  /// The index behind the bytes that are there.
  var end = Self.origin
  /// The byte behind the last word of the tape.
  var tape = 8
  var phase = Phase.value
  var container = Container.none
  /// The tape byte of the innermost open container.
  var parent = 0
  /// Elements or members of the innermost container so far.
  var count = 0
  var depth = 0
  /// A string that the input has cut off.
  var string: StringScan?
  /// What the tape holds of a sibling; see ``Model``.
  var model = Model()
  /// The length of the last run of space.
  var spaceGuess = 0
  /// Whether repeated keys are looked for when an object ends.
  var findsDuplicates = false
  /// Whether some object has a key twice.
  var hasDuplicates = false
  /// Whether some object is too large to look when it ends.
  var hasLargeObjects = false
}

/// A value of the same kind that ended before, whose keys the open one probably has too.
///
/// Keys are first compared with the model's. That takes their length from the tape and not from the
/// text, so the processor reads on before it has searched for the quote; and an object with just
/// the keys of its model, in the same order, needs no search for duplicates.
///
/// While a container is open, the low half of its first word holds its model's index, shifted left
/// by one, and in bit 0 whether its own container is an object.
struct Model {
  /// The tape byte of the next key, when an object is open; else of the last element or, before
  /// there is one, the first element of the model.
  var next = 0
  /// The tape byte behind the model, or 0 without one.
  var end = 0
}

// MARK: - The loop

extension JSONParser {
  /// Parses up to `end`, behind which 64 zeros follow.
  ///
  /// One loop for all values: a turn reads a key if one is due, a value, and what follows it up to
  /// the next key or value. It is long so that all it needs stays in registers. Containers are
  /// linked on the tape, so nesting takes no stack.
  mutating func run(
    _ block: RawOutput, _ words: RawOutput, tapeEnd: Int, depthLimit: Int, isFinal: Bool
  ) -> Outcome {
    let limit = tapeEnd &- Self.roomInBytes
    if self.tape > limit { return .needsTape }
    if self.string != nil, let outcome = finishString(block, words, isFinal) { return outcome }

    let input = block.input
    if self.phase == .colon, let outcome = finishColon(input, isFinal) { return outcome }
    let end = self.end
    var index = self.index
    var tape = self.tape
    var container = self.container
    var parent = self.parent
    var count = self.count
    var depth = self.depth
    var isAfter = self.phase == .after
    var isKey = self.phase == .key
    // What is known when the loop ends: the failure at `index`, and where to go on instead when
    // that is the end of the input.
    var model = self.model
    var spaceGuess = self.spaceGuess
    // The tape byte of the model's value for the key that was just read, or 0.
    var modelValue = 0
    var code = JSONError.Code.expectedValue
    var phase = Phase.value
    var resume = index
    var cut: StringScan? = nil
    var outcome: Outcome? = nil

    scan: while true {
      value: if !isAfter {
        if tape > limit {
          phase = isKey ? .key : .value
          resume = index
          outcome = .needsTape
          break scan
        }
        if isKey {
          if input[index] != 0x22 {
            index = Self.skipSpace(input, index, &spaceGuess)
            if input[index] != 0x22 {
              code = .expectedKey
              if input[index] == 0x7d {
                if Self.isFirst(input, index) {
                  isAfter = true
                  continue scan
                }
                code = .trailingComma
              }
              phase = .key
              resume = index
              break scan
            }
          }
          modelValue = 0
          let key = model.key(input, words.input, index)
          if key.length >= 0 {
            words.store64(tape, key.word | UInt64(truncatingIfNeeded: index &+ 1))
            tape &+= 8
            index &+= key.length &+ 2
            modelValue = model.next &+ 8
            model.next = Model.behind(words.input, modelValue)
          } else {
            let key = tape
            cut = Self.string(block, words, &index, &tape, end)
            if cut != nil {
              phase = .key
              break scan
            }
            if model.next < model.end && model.hasKey(input, words.input, key) {
              modelValue = KeyWord(words.input, model.next).value
              model.next = Model.behind(words.input, modelValue)
            }
          }
          if input[index] != 0x3a {
            index = Self.skipSpace(input, index, &spaceGuess)
            if input[index] != 0x3a {
              code = .expectedColon
              phase = .colon
              resume = index
              break scan
            }
          }
          index &+= 1
        }
        var byte = input[index]
        if byte <= 0x20 {
          index = Self.skipSpace(input, index, &spaceGuess)
          byte = input[index]
        }
        if byte == 0x22 {
          cut = Self.string(block, words, &index, &tape, end)
          if cut != nil { break scan }
          count &+= 1
          break value
        }
        // A minus or a digit, in one test, because the sign of a number is hard to foresee.
        let place = byte &- 0x2d
        if place <= 12 && (0x1ff9 as UInt16) &>> UInt16(place) & 1 != 0 {
          let number = NumberScan.run(input, index)
          if number.end < 0 {
            resume = index
            index = ~number.end
            code = input[index] &- 0x30 <= 9 ? .leadingZero : .invalidNumber
            break scan
          }
          words.store64(tape, number.value.bitPattern)
          tape &+= 8
          index = number.end
          count &+= 1
          break value
        }
        switch byte {
        case 0x7b, 0x5b:
          if depth >= depthLimit {
            outcome = .failed(.depthLimit)
            resume = index
            break scan
          }
          if depth > 0 { words.store32(parent &+ 8, UInt32(truncatingIfNeeded: count &+ 1)) }
          let isObject = byte == 0x7b
          let kind: UInt64 = isObject ? 0xfffe : 0xfffd
          let sibling = container == .object ? modelValue : model.next
          model = Model(words.input, sibling, kind)
          let low = UInt64(truncatingIfNeeded: sibling) &>> 2
          words.store64(tape, kind &<< 48 | low | (container == .object ? 1 : 0))
          words.store64(tape &+ 8, UInt64(truncatingIfNeeded: parent) &<< 29)
          parent = tape
          tape &+= 16
          depth &+= 1
          count = 0
          index &+= 1
          isKey = isObject
          container = isObject ? .object : .array
          continue scan
        case 0x74 where input.word32(index) == 0x6575_7274:
          words.store64(tape, 0xfff5_0000_0000_0002)
          tape &+= 8
          index &+= 4
        case 0x66 where input.word32(index &+ 1) == 0x6573_6c61:
          words.store64(tape, 0xfff5_0000_0000_0001)
          tape &+= 8
          index &+= 5
        case 0x6e where input.word32(index) == 0x6c6c_756e:
          words.store64(tape, 0xfff5_0000_0000_0000)
          tape &+= 8
          index &+= 4
        case 0x5d where container == .array && Self.isFirst(input, index):
          isAfter = true
          continue scan
        default:
          resume = index
          let isElement = container == .array
          (code, index) = Self.valueFailure(input, index, end, isElement: isElement)
          break scan
        }
        count &+= 1
      }
      isAfter = false
      after: while true {
        let byte = input[index]
        if byte == 0x2c && container != .none {
          index &+= 1
          isKey = container == .object
          continue scan
        }
        if byte == (container == .object ? 0x7d : 0x5d) && container != .none {
          let head = words.input.word32(parent)
          let outer = Int(words.input.word32(parent &+ 12)) &<< 3
          words.store32(parent, UInt32(truncatingIfNeeded: tape &>> 3))
          words.store32(parent &+ 8, UInt32(truncatingIfNeeded: count))
          let sibling = Int(head & ~1) &<< 2
          if container == .object && count > 1 && findsDuplicates
            && !model.isRepeated(words.input, sibling, count)
          {
            noteDuplicates(block.input, words.input, parent, tape, count)
          }
          index &+= 1
          depth &-= 1
          container = depth == 0 ? .none : head & 1 != 0 ? .object : .array
          model = Model(words.input, around: parent, outer, sibling, isObject: head & 1 != 0)
          parent = outer
          count = Int(words.input.word32(outer &+ 8))
          continue after
        }
        let next = Self.skipSpace(input, index, &spaceGuess)
        if next != index {
          index = next
          continue after
        }
        phase = .after
        resume = index
        if index == end {
          if !isFinal && Self.isDigitBefore(input, index) {
            // The number may go on: it is read again.
            resume = Self.numberStart(input, index)
            tape &-= 8
            count &-= 1
            phase = .value
          } else if container == .none {
            outcome = .isDone
          }
        }
        code = Self.afterFailure(container)
        break scan
      }
    }
    self.tape = tape
    self.container = container
    self.parent = parent
    self.count = count
    self.depth = depth
    self.model = model
    self.spaceGuess = spaceGuess
    self.phase = phase
    self.index = resume
    if let cut { return endString(cut, isFinal) }
    if let outcome { return outcome }
    if index < end {
      self.index = index
      return .failed(code)
    }
    if isFinal {
      self.index = end
      return .failed(.unexpectedEnd)
    }
    return .needsInput
  }
}

// MARK: - Pieces of the loop

extension JSONParser {
  /// Reads a string to the tape; returns the scan when it did not come to its end.
  @inline(__always)
  private static func string(
    _ block: RawOutput, _ words: RawOutput, _ index: inout Int, _ tape: inout Int, _ end: Int
  ) -> StringScan? {
    let start = index &+ 1
    let stop = StringScan.asciiEnd(block.input, start)
    if block.input[stop] == 0x22 {
      append(words, &tape, TapeTag.ascii, start, stop &- start)
      index = stop &+ 1
      return nil
    }
    if block.input[stop] >= 0x80 {
      let quote = StringScan.plainTextEnd(block.input, start, stop)
      if quote >= 0 {
        append(words, &tape, TapeTag.text, start, quote &- start)
        index = quote &+ 1
        return nil
      }
    }
    let scan = StringScan.run(StringScan(start: start, read: stop), block, end)
    if scan.result != .isWhole { return scan }
    append(words, &tape, scan.tag, start, scan.write &- start)
    index = scan.read
    return nil
  }

  @inline(__always)
  private static func append(
    _ words: RawOutput, _ tape: inout Int, _ tag: UInt16, _ start: Int, _ byteCount: Int
  ) {
    if byteCount <= 0xffff {
      words.store64(tape, TapeWord(tag, low: start, middle: byteCount).bits)
      tape &+= 8
    } else {
      words.store64(tape, TapeWord(TapeTag.long, low: start, middle: Int(tag)).bits)
      words.store64(tape &+ 8, UInt64(truncatingIfNeeded: byteCount))
      tape &+= 16
    }
  }

  /// The index of the first byte that is no space.
  ///
  /// A run as long as the last one, `guess`, is stepped over by that length, so that the processor
  /// need not wait for the search.
  @inline(__always)
  static func skipSpace(_ input: RawInput, _ start: Int, _ guess: inout Int) -> Int {
    if input[start] > 0x20 { return start }
    if input[start &+ 1] > 0x20 {
      let byte = input[start]
      let isSpace = byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
      return isSpace ? start &+ 1 : start
    }
    let others = otherThanSpace(input.bytes16(start))
    let shift = UInt64(truncatingIfNeeded: guess &* 4)
    let guessed: UInt64 = 0xf &<< shift
    if guess < 16 && others & (guessed | (guessed &- 1)) == guessed { return start &+ guess }
    if others != 0 {
      guess = others.trailingZeroBitCount &>> 2
      return start &+ guess
    }
    var index = start &+ 16
    while true {
      let others = otherThanSpace(input.bytes16(index))
      if others != 0 { return index &+ others.trailingZeroBitCount &>> 2 }
      index &+= 16
    }
  }

  /// Four bits for each byte that is no space.
  @inline(__always)
  private static func otherThanSpace(_ bytes: Bytes16) -> UInt64 {
    let blank: Mask16 = bytes .== Bytes16(repeating: 0x20)
    let feed: Mask16 = bytes .== Bytes16(repeating: 0x0a)
    let carriage: Mask16 = bytes .== Bytes16(repeating: 0x0d)
    let tab: Mask16 = bytes .== Bytes16(repeating: 0x09)
    let isSpace: Mask16 = (blank .| feed) .| (carriage .| tab)
    return ~isSpace.nibbles
  }

  /// Goes on with a string that a chunk has cut off; returns an outcome when it is not whole.
  private mutating func finishString(
    _ block: RawOutput, _ words: RawOutput, _ isFinal: Bool
  ) -> Outcome? {
    guard let begun = string else { return nil }
    string = nil
    let scan = StringScan.run(begun, block, end)
    if scan.result != .isWhole { return endString(scan, isFinal) }
    Self.append(words, &tape, scan.tag, scan.start, scan.write &- scan.start)
    index = scan.read
    if phase == .key {
      phase = .colon
    } else {
      phase = .after
      count += 1
    }
    return nil
  }

  /// Goes on before the colon; returns an outcome when there is none.
  private mutating func finishColon(_ input: RawInput, _ isFinal: Bool) -> Outcome? {
    index = Self.skipSpace(input, index, &spaceGuess)
    if input[index] == 0x3a {
      index += 1
      phase = .value
      return nil
    }
    if index < end { return .failed(.expectedColon) }
    return isFinal ? .failed(.unexpectedEnd) : .needsInput
  }

  /// Keeps a string that is cut off, or fails.
  private mutating func endString(_ scan: StringScan, _ isFinal: Bool) -> Outcome {
    index = scan.read
    if case .failed(let code) = scan.result { return .failed(code) }
    if isFinal {
      index = end
      return .failed(.unexpectedEnd)
    }
    string = scan
    return .needsInput
  }
}

// MARK: - Failures

extension JSONParser {
  /// What is wrong where a value is due, and where.
  static func valueFailure(
    _ input: RawInput, _ index: Int, _ end: Int, isElement: Bool, isStart: Bool = true
  ) -> (JSONError.Code, Int) {
    let byte = input[index]
    switch byte {
    case 0x74: return literalFailure(input, index, end, "true")
    case 0x66: return literalFailure(input, index, end, "false")
    case 0x6e: return literalFailure(input, index, end, "null")
    case 0x5d where isElement: return (.trailingComma, index)
    case 0xef where index == origin && isStart:
      if index + 1 == end { return (.byteOrderMark, end) }
      if input[index + 1] != 0xbb { return (.expectedValue, index) }
      if index + 2 == end { return (.byteOrderMark, end) }
      return (input[index + 2] == 0xbf ? .byteOrderMark : .expectedValue, index)
    default: return (.expectedValue, index)
    }
  }

  private static func literalFailure(
    _ input: RawInput, _ index: Int, _ end: Int, _ wanted: String
  ) -> (JSONError.Code, Int) {
    var position = index
    for byte in wanted.utf8 {
      if position == end { return (.invalidLiteral, end) }
      if input[position] != byte { break }
      position += 1
    }
    return (.invalidLiteral, index)
  }

  static func afterFailure(_ container: Container) -> JSONError.Code {
    switch container {
    case .none: .trailingCharacters
    case .array: .expectedCommaOrBracket
    case .object: .expectedCommaOrBrace
    }
  }

  /// Whether `index` is behind the start of a container and space only.
  @inline(never)
  private static func isFirst(_ input: RawInput, _ index: Int) -> Bool {
    var index = index &- 1
    while index > origin && input[index] <= 0x20 { index &-= 1 }
    return input[index] == 0x7b || input[index] == 0x5b
  }

  private static func isDigitBefore(_ input: RawInput, _ index: Int) -> Bool {
    index > origin && input[index &- 1] &- 0x30 <= 9
  }

  private static func numberStart(_ input: RawInput, _ end: Int) -> Int {
    var index = end
    while index > origin && isNumberByte(input[index &- 1]) { index &-= 1 }
    return index
  }

  /// Whether a byte may be part of a number.
  static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2b, 0x2d, 0x2e, 0x45, 0x65: true
    default: false
    }
  }
}
