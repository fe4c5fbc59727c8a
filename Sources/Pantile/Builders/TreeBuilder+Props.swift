public import PantileCore
public import PantileJSON

// Props of the element in hand, and members of styles. What is nil is left out.

extension TreeBuilder {
  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Double?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.add(name, .number(value), to: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Int32?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.add(name, .number(Double(value)), to: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Bool?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.add(name, .bool(value), to: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: String?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.add(name, .string(tree.text(value)), to: holder) }
  }

  @inlinable @inline(__always)
  mutating func set<Word: WireValue>(
    _ name: ShortName, _ value: Word?, of holder: NodeID
  ) throws(ArenaFull) {
    guard let value else { return }
    let packed = value.packed
    let text =
      packed == 0
      ? try tree.text(plain: value.wire)
      : try tree.text(plain: packed, byteCount: 8 &- packed.leadingZeroBitCount / 8)
    try tree.add(name, .string(text), to: holder)
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Instant?, of holder: NodeID) throws(ArenaFull) {
    try set(name, value?.milliseconds, of: holder)
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Duration?, of holder: NodeID) throws(ArenaFull) {
    try set(name, value?.inMilliseconds, of: holder)
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Color?, of holder: NodeID) throws(ArenaFull) {
    if let value { try tree.add(name, .string(text(value)), to: holder) }
  }

  @inlinable @inline(__always)
  mutating func set(_ name: ShortName, _ value: Length?, of holder: NodeID) throws(ArenaFull) {
    guard let value else { return }
    switch value {
    case .points(let points): try set(name, points, of: holder)
    case .fill: try tree.add(name, .string(tree.text(plain: "100%")), to: holder)
    case .auto: try tree.add(name, .string(tree.text(plain: "auto")), to: holder)
    }
  }

  /// Sets a prop to text that is put together.
  @inlinable @inline(__always)
  mutating func set<Value: TextValue>(
    _ name: ShortName, _ value: Value?, of holder: NodeID
  ) throws(ArenaFull) {
    guard let value else { return }
    scratch.removeAll()
    try value.append(to: &self)
    try tree.add(name, .string(takeScratch()), to: holder)
  }

  /// Moves the text that was put together into the tree.
  @inline(never)
  @usableFromInline
  mutating func takeScratch() throws(ArenaFull) -> TextRange {
    try tree.text(scratch)
  }
}

/// A value that the payload shows as text of a grammar of its own, such as a list of colours.
public protocol TextValue: Sendable {
  /// Appends the text to the one that `builder` puts together.
  func append(to builder: inout TreeBuilder) throws(ArenaFull)

  /// Whether the text is JSON, and not to stand in a string, as a member of a style.
  static var isJSON: Bool { get }
}

extension TextValue {
  /// Text.
  @inlinable public static var isJSON: Bool { false }
}

// MARK: - Pieces of text

extension TreeBuilder {
  /// Appends a number, which must be finite, to the text that is put together.
  mutating func appendNumber(_ number: Double) {
    if number.isFinite {
      scratch.append(number: number)
    } else {
      report("non_finite_number", "\(number) is no number that a payload can show")
      scratch.append(UInt8(ascii: "0"))
    }
  }

  /// Appends text as a JSON string to the text that is put together.
  mutating func appendJSON(_ text: String) {
    scratch.append(jsonString: text)
  }
}
