/// Reads JSON as a row of events while its bytes arrive, in memory for one token.
///
/// Feed a chunk of any size, take events until ``Event/needsInput``, feed the next one. Chunks may be
/// cut anywhere. The text of a string is lent until the next call.
///
///     var reader = JSONEventReader()
///     reader.feed(chunk)
///     while case let event = try reader.next(), event != .needsInput { … }
///     reader.finish()  // after the last chunk; then events until .end
///
/// Duplicate keys are not looked for: each member is an event.
public struct JSONEventReader: ~Copyable {
  /// What was read.
  public enum Event: Equatable, Sendable {
    /// An object begins.
    case beginObject
    /// The object ends.
    case endObject
    /// An array begins.
    case beginArray
    /// The array ends.
    case endArray
    /// The key of the next value.
    case key(JSONText)
    /// A string.
    case string(JSONText)
    /// A number.
    case number(Double)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
    /// The bytes so far are used up; feed more, or finish.
    case needsInput
    /// The text was whole.
    case end
  }

  /// The bytes from the pending token on, followed by zeros.
  private var window: Arena
  /// A string that was unescaped.
  private var unescaped: Arena
  private var isUnescaped = false
  private var kinds = ByteBuffer(capacity: 64)
  private var options: JSONReadOptions
  private var index = JSONParser.origin
  private var end = JSONParser.origin
  /// The offset in the whole input of the window's first byte.
  private var windowOffset = 0
  /// The place of the window's first byte.
  private var windowPosition = SourcePosition()
  private var phase = JSONParser.Phase.value
  private var spaceGuess = 0
  /// The pending bytes below which a token that was cut off is not read again.
  private var retryByteCount = 0
  private var isFinal = false
  private var failure: JSONError?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - options: Limits; `duplicates` is not used.
  ///   - capacity: Bytes of chunks to make room for now.
  public init(options: JSONReadOptions = JSONReadOptions(), capacity: Int = 1 << 12) {
    self.options = options
    window = Arena(capacity: capacity + JSONParser.origin + JSONDocument.padding)
    unescaped = Arena(capacity: 64)
    window.fill64(end, count: JSONDocument.padding / 8, 0)
  }

  /// The bytes of memory that are reserved.
  public var reservedByteCount: Int {
    window.capacity + unescaped.capacity + kinds.capacity
  }

  /// The place of the error that was thrown, or of the next byte to read.
  public var position: SourcePosition {
    var position = windowPosition
    let offset = failure.map { $0.offset - windowOffset + JSONParser.origin } ?? index
    position.advance(window.rawBlock.input, JSONParser.origin, Swift.min(offset, end))
    return position
  }
}

// MARK: - Input

extension JSONEventReader {
  /// Takes the next bytes.
  ///
  /// - Throws: ``JSONError`` when the input outgrows the limit.
  public mutating func feed(_ bytes: RawSpan) throws(JSONError) {
    dropRead()
    let added = bytes.byteCount
    let total = windowOffset + end - JSONParser.origin
    guard added <= options.byteLimit - total else {
      throw fail(JSONError(.sizeLimit, at: options.byteLimit))
    }
    window.top = end
    if end + added + JSONDocument.padding > window.capacity {
      do { try window.grow(added + JSONDocument.padding) } catch {
        throw fail(JSONError(.sizeLimit, at: total))
      }
    }
    window.write(bytes, at: end)
    end += added
    window.fill64(end, count: JSONDocument.padding / 8, 0)
  }

  /// Says that no bytes follow.
  public mutating func finish() { isFinal = true }

  /// Moves the pending token to the start of the window.
  private mutating func dropRead() {
    guard index > JSONParser.origin else { return }
    windowPosition.advance(window.rawBlock.input, JSONParser.origin, index)
    windowOffset += index - JSONParser.origin
    window.copy(from: index, to: JSONParser.origin, byteCount: end - index)
    end -= index - JSONParser.origin
    index = JSONParser.origin
  }

  /// Lends the bytes of the string or key that was read last.
  public func withBytes<Result>(
    of text: JSONText, _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    let (offset, count) = (Int(text.offset), Int(text.byteCount))
    if isUnescaped { return try unescaped.withBytes(offset, count, body) }
    return try window.withBytes(offset, count, body)
  }

  private mutating func fail(_ error: JSONError) -> JSONError {
    failure = error
    return error
  }
}

// MARK: - Events

extension JSONEventReader {
  /// Reads the next event.
  ///
  /// - Throws: ``JSONError``, and again on each further call.
  public mutating func next() throws(JSONError) -> Event {
    if let failure { throw failure }
    if !isFinal && end - index < retryByteCount { return .needsInput }
    retryByteCount = 0
    do {
      if let event = try step() { return event }
    } catch {
      throw fail(error)
    }
    // What was cut off is read again when it has doubled, so that small chunks cost no more.
    let pending = end - index
    retryByteCount = pending < 64 ? 0 : pending * 2
    return .needsInput
  }

  private var isInObject: Bool { kinds.count > 0 && kinds[kinds.count - 1] == 0x7d }

  /// Reads up to the next event; nil when the input ends before, with `index` where to go on.
  private mutating func step() throws(JSONError) -> Event? {
    while true {
      let input = window.rawBlock.input
      index = JSONParser.skipSpace(input, index, &spaceGuess)
      let byte = input[index]
      switch phase {
      case .after:
        if kinds.count == 0 {
          if index < end { throw error(.trailingCharacters, index) }
          return isFinal ? .end : nil
        }
        if byte == kinds[kinds.count - 1] { return close() }
        if byte != 0x2c {
          let code = JSONParser.afterFailure(isInObject ? .object : .array)
          return try cutOff(code, index)
        }
        index += 1
        phase = isInObject ? .key : .value
      case .colon:
        if byte != 0x3a { return try cutOff(.expectedColon, index) }
        index += 1
        phase = .value
      case .key, .firstKey:
        if byte == 0x7d {
          if phase == .firstKey { return close() }
          throw error(.trailingComma, index)
        }
        if byte != 0x22 { return try cutOff(.expectedKey, index) }
        guard let text = try string() else { return nil }
        phase = .colon
        return .key(text)
      case .firstElement where byte == 0x5d: return close()
      case .value, .firstElement: return try value(byte)
      }
    }
  }

  private mutating func close() -> Event {
    let event: Event = isInObject ? .endObject : .endArray
    kinds.truncate(to: kinds.count - 1)
    index += 1
    phase = .after
    return event
  }

  private mutating func open(_ byte: UInt8) throws(JSONError) -> Event {
    guard kinds.count < options.depthLimit else { throw error(.depthLimit, index) }
    index += 1
    let isObject = byte == 0x7b
    kinds.append(isObject ? 0x7d : 0x5d)
    phase = isObject ? .firstKey : .firstElement
    return isObject ? .beginObject : .beginArray
  }

  private mutating func value(_ byte: UInt8) throws(JSONError) -> Event? {
    let input = window.rawBlock.input
    switch byte {
    case 0x22:
      guard let text = try string() else { return nil }
      phase = .after
      return .string(text)
    case 0x7b, 0x5b: return try open(byte)
    case 0x2d, 0x30...0x39:
      let number = NumberScan.run(input, index)
      if number.end < 0 {
        let place = ~number.end
        return try cutOff(input[place] &- 0x30 <= 9 ? .leadingZero : .invalidNumber, place)
      }
      if number.end == end && !isFinal { return nil }
      index = number.end
      phase = .after
      return .number(number.value)
    case 0x74 where input.word32(index) == 0x6575_7274: return literal(.bool(true), 4)
    case 0x66 where input.word32(index + 1) == 0x6573_6c61: return literal(.bool(false), 5)
    case 0x6e where input.word32(index) == 0x6c6c_756e: return literal(.null, 4)
    default:
      let isElement = phase == .value && kinds.count > 0 && !isInObject
      let isStart = windowOffset == 0
      let (code, place) = JSONParser.valueFailure(
        input, index, end, isElement: isElement, isStart: isStart)
      return try cutOff(code, place)
    }
  }

  private mutating func literal(_ event: Event, _ count: Int) -> Event {
    index += count
    phase = .after
    return event
  }

  /// Waits for more input when `place` is its end, else throws.
  private func cutOff(_ code: JSONError.Code, _ place: Int) throws(JSONError) -> Event? {
    if place < end { throw error(code, place) }
    if isFinal { throw error(.unexpectedEnd, end) }
    return nil
  }

  private func error(_ code: JSONError.Code, _ place: Int) -> JSONError {
    JSONError(code, at: place - JSONParser.origin + windowOffset)
  }
}

// MARK: - Strings

extension JSONEventReader {
  /// Reads the string at `index`; nil when it is cut off.
  private mutating func string() throws(JSONError) -> JSONText? {
    let start = index + 1
    let block = window.rawBlock
    isUnescaped = false
    var scan = StringScan(start: start, read: StringScan.asciiEnd(block.input, start))
    if block.input[scan.read] != 0x22 { scan.readToEscape(block.input, end) }
    if scan.result == .isWhole && block.input[scan.read] == 0x5c {
      return try unescape(start)
    }
    guard try isWhole(scan.result, scan.read) else { return nil }
    index = scan.read + 1
    return Self.text(scan)
  }

  /// Unescapes a copy, so that the window keeps what a position is counted by.
  private mutating func unescape(_ start: Int) throws(JSONError) -> JSONText? {
    let input = window.rawBlock.input
    var stop = start
    while stop < end && input[stop] != 0x22 { stop += input[stop] == 0x5c ? 2 : 1 }
    let count = Swift.min(stop + 1, end) - start
    unescaped.reset()
    let copy: Int
    do { copy = Int(try unescaped.allocate(count + JSONDocument.padding)) } catch {
      throw self.error(.sizeLimit, index)
    }
    window.withBytes(start, count) { unescaped.write($0, at: copy) }
    unescaped.fill64(copy + count, count: JSONDocument.padding / 8 - 1, 0)
    let begun = StringScan(start: copy, read: copy)
    let scan = StringScan.run(begun, unescaped.rawBlock, copy + count)
    guard try isWhole(scan.result, start + scan.read - copy) else { return nil }
    index = start + scan.read - copy
    isUnescaped = true
    return Self.text(scan)
  }

  private func isWhole(_ result: StringScan.Result, _ place: Int) throws(JSONError) -> Bool {
    switch result {
    case .isWhole: return true
    case .failed(let code): throw error(code, place)
    case .isCutOff:
      if isFinal { throw error(.unexpectedEnd, end) }
      return false
    }
  }

  private static func text(_ scan: StringScan) -> JSONText {
    JSONText(
      offset: UInt32(truncatingIfNeeded: scan.start),
      byteCount: UInt32(truncatingIfNeeded: scan.write - scan.start), tag: scan.tag)
  }
}
