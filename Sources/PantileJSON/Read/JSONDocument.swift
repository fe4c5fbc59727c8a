/// A JSON text as a tape of values over a block of bytes, both kept and reused.
///
/// The document copies its input, so it stands alone. Strings are unescaped in that copy; numbers
/// are exact; a warm document parses without heap allocation.
///
///     var document = JSONDocument()
///     try document.parse(bytes)
///     let root = document.value(at: document.root)
///
/// The input may also come in chunks of any size, cut anywhere:
///
///     document.begin()
///     try document.feed(chunk)  // as often as needed
///     try document.finish()
public struct JSONDocument: ~Copyable {
  @usableFromInline var text: Arena
  @usableFromInline var tape: Arena
  var scratch: Arena
  /// The tape that takes the place of one with duplicates.
  var spare: Arena
  private var parser = JSONParser()
  private var options = JSONReadOptions()
  private var position = SourcePosition()

  /// The place of the error that was thrown last, as people count it.
  public private(set) var failurePosition: SourcePosition?

  /// Creates an empty document.
  ///
  /// - Parameter byteCount: The length of inputs to make room for now.
  public init(capacity byteCount: Int = 0) {
    text = Arena(capacity: byteCount + Self.padding * 2)
    tape = Arena(capacity: byteCount / 2 + 64)
    scratch = Arena(capacity: 64)
    spare = Arena(capacity: 64)
    reset()
  }

  /// Zeros behind the input.
  static let padding = 64

  /// The bytes of memory that hold the document.
  public var byteCount: Int { text.top + tape.top }

  /// The bytes of memory that are reserved.
  public var reservedByteCount: Int {
    text.capacity + tape.capacity + scratch.capacity + spare.capacity
  }

  /// Gives memory back above `byteCount` bytes for each of text and tape.
  public mutating func shrink(to byteCount: Int) {
    reset()
    text.shrink(to: Swift.max(byteCount, Self.padding * 2))
    tape.shrink(to: byteCount)
    scratch.shrink(to: 64)
    spare.shrink(to: 64)
  }
}

// MARK: - Parsing

extension JSONDocument {
  /// Parses a whole text and replaces what the document held.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without byte order mark.
  ///   - options: Limits, and the treatment of duplicate keys.
  /// - Throws: ``JSONError``; the document is empty then.
  /// - Complexity: O(*n*).
  public mutating func parse(
    _ bytes: RawSpan, options: JSONReadOptions = JSONReadOptions()
  ) throws(JSONError) {
    begin(options)
    try append(bytes)
    do {
      try run(isFinal: true)
    } catch {
      failurePosition = bytes.withInput { input in
        var position = SourcePosition()
        position.advance(input, 0, Swift.min(error.offset, bytes.byteCount))
        return position
      }
      reset()
      throw error
    }
  }

  /// Empties the document and expects chunks.
  public mutating func begin(_ options: JSONReadOptions = JSONReadOptions()) {
    reset()
    self.options = options
    parser.findsDuplicates = options.duplicates != .keep
    failurePosition = nil
  }

  /// Takes the next bytes and parses as far as they go.
  ///
  /// - Throws: ``JSONError`` as soon as no further bytes could repair the text; the document is
  ///   empty then.
  public mutating func feed(_ bytes: RawSpan) throws(JSONError) {
    let start = parser.end
    let before = position
    do {
      try append(bytes)
      bytes.withInput { position.advance($0, 0, bytes.byteCount) }
      if isWorthARun(start) { try run(isFinal: false) }
    } catch {
      failurePosition = place(of: error, chunk: bytes, start: start, before: before)
      reset()
      throw error
    }
  }

  /// Ends a text that came in chunks.
  ///
  /// - Throws: ``JSONError``; the document is empty then.
  public mutating func finish() throws(JSONError) {
    do {
      try run(isFinal: true)
    } catch {
      failurePosition = place(of: error, chunk: RawSpan(), start: parser.end, before: position)
      reset()
      throw error
    }
  }

  private mutating func reset() {
    text.reset()
    tape.reset()
    scratch.reset()
    spare.reset()
    text.fill64(JSONParser.origin, count: Self.padding / 8, 0)
    // An empty document is null.
    tape.store64(8, TapeWord(TapeTag.literal, low: 0).bits)
    parser = JSONParser()
    position = SourcePosition()
  }

  private mutating func append(_ bytes: RawSpan) throws(JSONError) {
    let start = parser.end
    let added = bytes.byteCount
    guard added <= options.byteLimit - (start - JSONParser.origin) else {
      throw JSONError(.sizeLimit, at: options.byteLimit)
    }
    text.top = start
    if start + added + Self.padding > text.capacity {
      do { try text.grow(added + Self.padding) } catch {
        throw JSONError(.sizeLimit, at: start - JSONParser.origin)
      }
    }
    text.write(bytes, at: start)
    text.fill64(start + added, count: Self.padding / 8, 0)
    parser.end = start + added
    text.top = parser.end
  }

  /// Whether the bytes from `start` may end the token that is pending. A long number that goes on
  /// is read again only when it has doubled, so that small chunks cost no more.
  private func isWorthARun(_ start: Int) -> Bool {
    let pending = start - parser.index
    if parser.string != nil || pending < 64 || parser.end - start >= pending { return true }
    return (start..<parser.end).contains { !JSONParser.isNumberByte(text.load8($0)) }
  }

  private mutating func run(isFinal: Bool) throws(JSONError) {
    while true {
      let outcome = parser.run(
        text.rawBlock, tape.rawBlock, tapeEnd: tape.capacity, depthLimit: options.depthLimit,
        isFinal: isFinal)
      switch outcome {
      case .isDone, .needsInput:
        tape.top = parser.tape
        if isFinal && (parser.hasDuplicates || parser.hasLargeObjects) {
          try resolveDuplicates(refuse: options.duplicates == .refuse, all: parser.hasDuplicates)
        }
        return
      case .failed(let code): throw JSONError(code, at: parser.index - JSONParser.origin)
      case .needsTape:
        tape.top = parser.tape
        do { try tape.grow(JSONParser.roomInBytes) } catch {
          throw JSONError(.sizeLimit, at: parser.index - JSONParser.origin)
        }
      }
    }
  }

  /// The place of an error that lies in the last chunk, or before it in the token that it ends.
  private func place(
    of error: JSONError, chunk: RawSpan, start: Int, before: SourcePosition
  ) -> SourcePosition {
    var place = before
    let inChunk = error.offset - (start - JSONParser.origin)
    if inChunk >= 0 {
      chunk.withInput { place.advance($0, 0, Swift.min(inChunk, chunk.byteCount)) }
    } else {
      // A token has no line feed before its error.
      var token = SourcePosition()
      token.advance(text.rawBlock.input, error.offset + JSONParser.origin, start)
      place.column -= token.column - 1
    }
    return place
  }
}
