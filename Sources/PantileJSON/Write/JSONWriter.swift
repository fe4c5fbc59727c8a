/// Writes JSON value by value into a buffer that is kept and reused.
///
/// Commas, colons and layout come by themselves. Strings and numbers are printed as `JSON.stringify`
/// prints them; a number that is not finite is `null`.
///
///     var writer = JSONWriter()
///     try writer.beginObject()
///     try writer.key("n")
///     try writer.number(0.5)
///     try writer.endObject()  // {"n":0.5}
///
/// Long output leaves in pieces: call ``drain(_:)`` now and then, or give a sink at the start.
public struct JSONWriter: ~Copyable {
  /// The text so far that was not drained.
  public var buffer: ByteBuffer
  private var kinds: ByteBuffer
  private var state = State.first
  private let style: JSONStyle
  private let sink: ((RawSpan) -> Void)?
  private let sinkByteCount: Int
  private var drained = 0

  /// How deeply arrays and objects may be nested.
  public var depthLimit = 1_024

  /// What is due, and whether a comma comes before it.
  private enum State {
    case first
    case element
    case value
    case done
  }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - style: The layout.
  ///   - capacity: Bytes to reserve now.
  ///   - sinkByteCount: The size of pieces at which `sink` is called.
  ///   - sink: Takes the text in pieces; without it the text stays in ``buffer``. Call ``finish()``
  ///     for the last piece.
  public init(
    style: JSONStyle = .compact, capacity: Int = 256, sinkByteCount: Int = 1 << 14,
    sink: ((RawSpan) -> Void)? = nil
  ) {
    self.style = style
    self.sink = sink
    self.sinkByteCount = sinkByteCount
    buffer = ByteBuffer(capacity: capacity)
    kinds = ByteBuffer(capacity: 64)
  }

  /// Forgets everything; the memory is kept.
  public mutating func removeAll() {
    buffer.removeAll()
    kinds.removeAll()
    state = .first
    drained = 0
  }

  /// Lends the text so far and forgets it.
  public mutating func drain<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    let result = try buffer.withBytes { try body($0) }
    drained += buffer.count
    buffer.removeAll()
    return result
  }

  /// Checks that the value is whole, and gives the rest to the sink.
  public mutating func finish() throws(JSONError) {
    guard state == .done else { throw JSONError(.unexpectedEnd, at: offset) }
    if let sink { drain { sink($0) } }
  }

  private var offset: Int { drained + buffer.count }
}

// MARK: - Values

extension JSONWriter {
  private static let object: UInt8 = 0x7d
  private static let array: UInt8 = 0x5d

  /// Writes `null`.
  public mutating func null() throws(JSONError) {
    try begin()
    buffer.append("null")
    end()
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) throws(JSONError) {
    try begin()
    if value { buffer.append("true") } else { buffer.append("false") }
    end()
  }

  /// Writes a number, or `null` when it is not finite.
  public mutating func number(_ value: Double) throws(JSONError) {
    try begin()
    if value.isFinite { buffer.append(number: value) } else { buffer.append("null") }
    end()
  }

  /// Writes a whole number.
  public mutating func integer(_ value: Int) throws(JSONError) {
    try begin()
    buffer.append(integer: value)
    end()
  }

  /// Writes a string of UTF-8 or WTF-8 bytes.
  public mutating func string(utf8 value: RawSpan) throws(JSONError) {
    try begin()
    buffer.append(jsonString: value)
    end()
  }

  /// Writes a string.
  public mutating func string(_ value: String) throws(JSONError) {
    try begin()
    buffer.append(jsonString: value)
    end()
  }

  /// Writes the key of the next member.
  public mutating func key(utf8 value: RawSpan) throws(JSONError) {
    try beginKey()
    buffer.append(jsonString: value)
    endKey()
  }

  /// Writes the key of the next member.
  public mutating func key(_ value: String) throws(JSONError) {
    try beginKey()
    buffer.append(jsonString: value)
    endKey()
  }

  /// Begins an object.
  public mutating func beginObject() throws(JSONError) { try open(0x7b, Self.object) }

  /// Ends the object.
  public mutating func endObject() throws(JSONError) { try close(Self.object) }

  /// Begins an array.
  public mutating func beginArray() throws(JSONError) { try open(0x5b, Self.array) }

  /// Ends the array.
  public mutating func endArray() throws(JSONError) { try close(Self.array) }
}

// MARK: - Places

extension JSONWriter {
  private var innermost: UInt8 { kinds.count == 0 ? 0 : kinds[kinds.count - 1] }

  @inline(__always)
  private mutating func begin() throws(JSONError) {
    if state == .value { return }
    guard state != .done, innermost != Self.object else {
      throw JSONError(.unexpectedValue, at: offset)
    }
    if kinds.count > 0 { separate() }
  }

  private mutating func separate() {
    if state == .element { buffer.append(0x2c) }
    breakLine()
  }

  private mutating func breakLine() {
    guard case .pretty(let indent) = style else { return }
    buffer.append(0x0a)
    for _ in 0..<kinds.count * indent { buffer.append(0x20) }
  }

  @inline(__always)
  private mutating func end() {
    state = kinds.count == 0 ? .done : .element
    if let sink, buffer.count >= sinkByteCount { drain { sink($0) } }
  }

  private mutating func beginKey() throws(JSONError) {
    guard innermost == Self.object, state != .value else {
      throw JSONError(.unexpectedValue, at: offset)
    }
    separate()
  }

  private mutating func endKey() {
    buffer.append(0x3a)
    if style != .compact { buffer.append(0x20) }
    state = .value
  }

  private mutating func open(_ byte: UInt8, _ kind: UInt8) throws(JSONError) {
    guard kinds.count < depthLimit else { throw JSONError(.depthLimit, at: offset) }
    try begin()
    buffer.append(byte)
    kinds.append(kind)
    state = .first
  }

  private mutating func close(_ kind: UInt8) throws(JSONError) {
    guard innermost == kind, state != .value else {
      throw JSONError(.unexpectedValue, at: offset)
    }
    let isEmpty = state == .first
    kinds.truncate(to: kinds.count - 1)
    if !isEmpty { breakLine() }
    buffer.append(kind)
    end()
  }
}
