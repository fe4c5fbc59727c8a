/// Where a parse stands between two chunks.
struct JSONParser {
  /// What is due at `index`.
  enum Phase: UInt8 {
    case value
    /// A value, or the end of the array that has just begun.
    case firstElement
    case key
    /// A key, or the end of the object that has just begun.
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
    let end = self.end
    var index = self.index
    var tape = self.tape
    var container = self.container
    var parent = self.parent
    var count = self.count
    var depth = self.depth
    var isAfter = self.phase == .after
    var isColon = self.phase == .colon
    var isKey = self.phase == .key || self.phase == .firstKey || isColon
    var isFirst = self.phase == .firstElement || self.phase == .firstKey
    // What is known when the loop ends: the failure at `index`, and where to go on instead when
    // that is the end of the input.
    var code = JSONError.Code.expectedValue
    var phase = Phase.value
    var resume = index
    var cut: StringScan? = nil
    var outcome: Outcome? = nil

    scan: while true {
      if !isAfter {
        if tape > limit {
          phase = isKey ? .key : .value
          if isFirst { phase = isKey ? .firstKey : .firstElement }
          if isColon { phase = .colon }
          resume = index
          outcome = .needsTape
          break scan
        }
        if isKey {
          if !isColon {
            if input[index] != 0x22 {
              index = Self.skipSpace(input, index)
              if input[index] != 0x22 {
                if isFirst && input[index] == 0x7d {
                  isAfter = true
                  continue scan
                }
                code = !isFirst && input[index] == 0x7d ? .trailingComma : .expectedKey
                phase = isFirst ? .firstKey : .key
                resume = index
                break scan
              }
            }
            cut = Self.string(block, words, &index, &tape, end)
            if cut != nil {
              phase = .key
              break scan
            }
          }
          if input[index] != 0x3a {
            index = Self.skipSpace(input, index)
            if input[index] != 0x3a {
              code = .expectedColon
              phase = .colon
              resume = index
              break scan
            }
          }
          index &+= 1
          isColon = false
          isKey = false
          isFirst = false
        }
        var byte = input[index]
        if byte <= 0x20 {
          index = Self.skipSpace(input, index)
          byte = input[index]
        }
        switch byte {
        case 0x22:
          cut = Self.string(block, words, &index, &tape, end)
          if cut != nil { break scan }
        case 0x2d, 0x30...0x39:
          let number = NumberScan.run(input, index)
          if let failure = number.failure {
            phase = isFirst ? .firstElement : .value
            code = failure
            resume = index
            index = number.end
            break scan
          }
          words.store64(tape, number.value.bitPattern)
          tape &+= 8
          index = number.end
        case 0x7b, 0x5b:
          if depth >= depthLimit {
            outcome = .failed(.depthLimit)
            resume = index
            break scan
          }
          if depth > 0 { words.store32(parent &+ 8, UInt32(truncatingIfNeeded: count &+ 1)) }
          let isObject = byte == 0x7b
          let head: UInt64 = isObject ? 0xfffe_0000_0000_0000 : 0xfffd_0000_0000_0000
          // Bit 0 says what the outer container is, until the index behind replaces it.
          words.store64(tape, container == .object ? head | 1 : head)
          words.store64(tape &+ 8, UInt64(truncatingIfNeeded: parent) &<< 29)
          parent = tape
          tape &+= 16
          depth &+= 1
          count = 0
          index &+= 1
          isFirst = true
          isKey = isObject
          container = isObject ? .object : .array
          continue scan
        case 0x74 where input.word32(index) == 0x6575_7274:
          words.store64(tape, 0xfff8_0000_0000_0002)
          tape &+= 8
          index &+= 4
        case 0x66 where input.word32(index &+ 1) == 0x6573_6c61:
          words.store64(tape, 0xfff8_0000_0000_0001)
          tape &+= 8
          index &+= 5
        case 0x6e where input.word32(index) == 0x6c6c_756e:
          words.store64(tape, 0xfff8_0000_0000_0000)
          tape &+= 8
          index &+= 4
        case 0x5d where isFirst:
          isAfter = true
          continue scan
        default:
          phase = isFirst ? .firstElement : .value
          resume = index
          let isElement = container == .array && !isFirst
          (code, index) = Self.valueFailure(input, index, end, isElement: isElement)
          break scan
        }
        count &+= 1
        isFirst = false
      }
      isAfter = false
      after: while true {
        let byte = input[index]
        if byte == 0x2c && container != .none {
          index &+= 1
          isKey = container == .object
          isFirst = false
          continue scan
        }
        if byte == (container == .object ? 0x7d : 0x5d) && container != .none {
          let head = words.input.word64(parent)
          let outer = words.input.word32(parent &+ 12)
          words.store32(parent, UInt32(truncatingIfNeeded: tape &>> 3))
          words.store32(parent &+ 8, UInt32(truncatingIfNeeded: count))
          index &+= 1
          depth &-= 1
          parent = Int(outer) &<< 3
          count = Int(words.input.word32(parent &+ 8))
          container = depth == 0 ? .none : head & 1 != 0 ? .object : .array
          continue after
        }
        let next = Self.skipSpace(input, index)
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
  @inline(__always)
  private static func skipSpace(_ input: RawInput, _ start: Int) -> Int {
    var index = start
    if input[index] > 0x20 { return index }
    if input[index &+ 1] > 0x20 {
      let byte = input[index]
      let isSpace = byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
      return isSpace ? index &+ 1 : index
    }
    while true {
      let bytes: Bytes16 = input.bytes16(index)
      let blank: Mask16 = bytes .== Bytes16(repeating: 0x20)
      let feed: Mask16 = bytes .== Bytes16(repeating: 0x0a)
      let carriage: Mask16 = bytes .== Bytes16(repeating: 0x0d)
      let tab: Mask16 = bytes .== Bytes16(repeating: 0x09)
      let isSpace: Mask16 = (blank .| feed) .| (carriage .| tab)
      let nibbles = ~isSpace.nibbles
      if nibbles != 0 { return index &+ nibbles.trailingZeroBitCount &>> 2 }
      index &+= 16
    }
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
  private static func valueFailure(
    _ input: RawInput, _ index: Int, _ end: Int, isElement: Bool
  ) -> (JSONError.Code, Int) {
    let byte = input[index]
    switch byte {
    case 0x74: return literalFailure(input, index, end, "true")
    case 0x66: return literalFailure(input, index, end, "false")
    case 0x6e: return literalFailure(input, index, end, "null")
    case 0x5d where isElement: return (.trailingComma, index)
    case 0xef where index == origin:
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

  private static func afterFailure(_ container: Container) -> JSONError.Code {
    switch container {
    case .none: .trailingCharacters
    case .array: .expectedCommaOrBracket
    case .object: .expectedCommaOrBrace
    }
  }

  private static func isDigitBefore(_ input: RawInput, _ index: Int) -> Bool {
    index > origin && input[index &- 1] &- 0x30 <= 9
  }

  private static func numberStart(_ input: RawInput, _ end: Int) -> Int {
    var index = end
    while index > origin {
      switch input[index &- 1] {
      case 0x30...0x39, 0x2b, 0x2d, 0x2e, 0x45, 0x65: index &-= 1
      default: return index
      }
    }
    return index
  }
}
