/// A value of a document.
@frozen
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A string.
  case string(JSONText)
  /// An array of so many elements.
  case array(count: Int)
  /// An object of so many members.
  case object(count: Int)
}

/// A string of a document: a range of its bytes, and what they are.
@frozen
public struct JSONText: Equatable, Sendable {
  /// Where the bytes begin; of use to the document only.
  public var offset: UInt32
  /// The length in bytes.
  public var byteCount: UInt32
  @usableFromInline var tag: UInt16

  @inlinable @inline(__always)
  init(offset: UInt32, byteCount: UInt32, tag: UInt16) {
    self.offset = offset
    self.byteCount = byteCount
    self.tag = tag
  }

  /// Whether all bytes are below 0x80.
  @inlinable public var isASCII: Bool {
    tag == TapeTag.ascii || tag == TapeTag.unescapedASCII
  }

  /// Whether a surrogate without partner is among the characters (as three bytes, WTF-8).
  @inlinable public var hasLoneSurrogate: Bool { tag == TapeTag.surrogates }
}

/// The place of a value or key on the tape.
@frozen
public struct JSONNode: Hashable, Sendable {
  @usableFromInline var index: Int

  @inlinable @inline(__always)
  init(index: Int) { self.index = index }
}

// A walk goes along the tape: a node's children follow it, and `next(after:)` steps over a node
// with all that it holds. The members of an object are a key and a value each.
//
//     var node = document.first(in: object)
//     for _ in 0..<count {
//       let key = document.text(at: node)
//       let value = document.next(after: node)
//       node = document.next(after: value)
//     }

extension JSONDocument {
  /// The outermost value.
  ///
  /// - Precondition: A parse has succeeded.
  @inlinable public var root: JSONNode { JSONNode(index: 1) }

  @inlinable @inline(__always)
  func word(_ index: Int) -> TapeWord { TapeWord(bits: tape.load64(index &* 8)) }

  /// The value at a node; keys are strings.
  @inlinable @inline(__always)
  public func value(at node: JSONNode) -> JSONValue {
    let word = word(node.index)
    switch word.tag {
    case TapeTag.ascii...TapeTag.long:
      return .string(text(at: node))
    case TapeTag.object: return .object(count: self.word(node.index &+ 1).low)
    case TapeTag.array: return .array(count: self.word(node.index &+ 1).low)
    case TapeTag.literal: return word.low == 0 ? .null : .bool(word.low == 2)
    default: return .number(Double(bitPattern: word.bits))
    }
  }

  /// The string or key at a node; empty when it is something else.
  @inlinable @inline(__always)
  public func text(at node: JSONNode) -> JSONText {
    let word = word(node.index)
    switch word.tag {
    case TapeTag.ascii...TapeTag.surrogates:
      return JSONText(
        offset: UInt32(truncatingIfNeeded: word.low),
        byteCount: UInt32(truncatingIfNeeded: word.middle), tag: word.tag)
    case TapeTag.long:
      return JSONText(
        offset: UInt32(truncatingIfNeeded: word.low),
        byteCount: UInt32(truncatingIfNeeded: self.word(node.index &+ 1).bits),
        tag: UInt16(truncatingIfNeeded: word.middle))
    default: return JSONText(offset: 8, byteCount: 0, tag: TapeTag.ascii)
    }
  }

  /// The first element of an array, or the first key of an object.
  ///
  /// Of an empty one it is the node behind.
  @inlinable @inline(__always)
  public func first(in node: JSONNode) -> JSONNode { JSONNode(index: node.index &+ 2) }

  /// The node behind a value and all that it holds; behind a key it is the member's value.
  @inlinable @inline(__always)
  public func next(after node: JSONNode) -> JSONNode {
    let word = word(node.index)
    switch word.tag {
    case TapeTag.array, TapeTag.object: return JSONNode(index: word.low)
    case TapeTag.long: return JSONNode(index: node.index &+ 2)
    default: return JSONNode(index: node.index &+ 1)
    }
  }

  /// Lends the bytes of a string.
  @inlinable
  public func withBytes<Result>(
    of text: JSONText, _ body: (RawSpan) throws -> Result
  ) rethrows -> Result {
    try self.text.withBytes(Int(text.offset), Int(text.byteCount), body)
  }

  /// Whether a string is `other`.
  public func isEqual(_ text: JSONText, _ other: StaticString) -> Bool {
    let count = other.utf8CodeUnitCount
    guard Int(text.byteCount) == count else { return false }
    let start = Int(text.offset)
    // Safe: a static string has `count` bytes and lives for ever.
    let bytes = unsafe RawInput(UnsafeRawPointer(other.utf8Start))
    return (0..<count).allSatisfy { self.text.load8(start + $0) == bytes[$0] }
  }

  /// The value of the last member with a key; nil when there is none or `node` is no object.
  ///
  /// - Complexity: O(*n*) in the members.
  public func member(_ key: StaticString, of node: JSONNode) -> JSONNode? {
    guard case .object(let count) = value(at: node) else { return nil }
    var found: JSONNode?
    var child = first(in: node)
    for _ in 0..<count {
      let value = next(after: child)
      if isEqual(text(at: child), key) { found = value }
      child = next(after: value)
    }
    return found
  }
}
