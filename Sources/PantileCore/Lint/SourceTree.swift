internal import PantileJSON

/// A JSON text as values that know where they stand, in the order of the text.
///
/// A value is an index; its children come behind it. Members with equal keys all stay.
struct SourceTree: ~Copyable {
  enum Kind: UInt8 {
    case null, bool, number, string, array, object
  }

  struct Value {
    var kind: Kind
    /// Containers around it, at most `UInt16.max`.
    var depth: UInt16
    /// Its place among its siblings.
    var place: Int32
    /// The bytes of the text.
    var start: Int32
    var end: Int32 = 0
    /// The byte at which its key begins.
    var keyStart: Int32 = -1
    var parent: Int32
    /// The siblings before and behind it, or -1.
    var previous: Int32 = -1
    var next: Int32 = -1
    /// How many children it has.
    var count: Int32 = 0
    var node: JSONNode
    var key: JSONNode?
  }

  private(set) var values: [Value] = []
  private let document: JSONDocument

  /// Reads a text.
  init(_ bytes: [UInt8]) throws(JSONError) {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let skipped = bytes.starts(with: mark) ? mark.count : 0
    var document = JSONDocument()
    do throws(JSONError) {
      try document.parse(
        utf8: skipped == 0 ? bytes : Array(bytes[skipped...]),
        options: JSONReadOptions(depthLimit: bytes.count + 1, duplicates: .keep))
    } catch {
      throw JSONError(error.code, at: error.offset + skipped)
    }
    self.document = document
    scan(bytes, from: skipped)
  }

  // MARK: Building

  /// Finds the places of all values; the text is known to be JSON.
  private mutating func scan(_ bytes: [UInt8], from start: Int) {
    var at = start
    var open: [Int] = []
    // The child that each open container had last, or -1.
    var last: [Int] = []
    var tape = document.root
    var key: (node: JSONNode, start: Int)?
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ","), UInt8(ascii: ":"): at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        at += 1
        if let container = open.popLast() { values[container].end = Int32(at) }
        last.removeLast()
      case let byte:
        let begin = at
        let kind = Self.kind(byte)
        let isContainer = kind == .array || kind == .object
        at = isContainer ? at + 1 : Self.end(of: kind, bytes, at)
        if kind == .string, key == nil, let parent = open.last, values[parent].kind == .object {
          key = (tape, begin)
          tape = document.next(after: tape)
          continue
        }
        var value = Value(
          kind: kind, depth: UInt16(clamping: open.count), place: 0, start: Int32(begin),
          end: Int32(at), parent: Int32(open.last ?? -1), node: tape)
        if let key {
          value.key = key.node
          value.keyStart = Int32(key.start)
        }
        key = nil
        append(value, open.last, &last)
        if isContainer {
          open.append(values.count - 1)
          last.append(-1)
          tape = document.first(in: tape)
        } else {
          tape = document.next(after: tape)
        }
      }
    }
  }

  private mutating func append(_ value: Value, _ parent: Int?, _ last: inout [Int]) {
    var value = value
    if let parent {
      value.place = values[parent].count
      values[parent].count += 1
      let before = last[last.count - 1]
      if before >= 0 { values[before].next = Int32(values.count) }
      value.previous = Int32(before)
      last[last.count - 1] = values.count
    }
    values.append(value)
  }

  private static func kind(_ byte: UInt8) -> Kind {
    switch byte {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  private static func end(of kind: Kind, _ bytes: [UInt8], _ start: Int) -> Int {
    var at = start + 1
    if kind == .string {
      while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
        at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(at + 1, bytes.count)
    }
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        return at
      default: at += 1
      }
    }
    return at
  }
}

// MARK: - Reading

extension SourceTree {
  static let root = 0

  var count: Int { values.count }

  func kind(_ value: Int) -> Kind { values[value].kind }
  func start(_ value: Int) -> Int { Int(values[value].start) }
  func end(_ value: Int) -> Int { Int(values[value].end) }
  func parent(_ value: Int) -> Int { Int(values[value].parent) }
  func place(_ value: Int) -> Int { Int(values[value].place) }
  func childCount(_ value: Int) -> Int { Int(values[value].count) }
  func depth(_ value: Int) -> Int { Int(values[value].depth) }

  /// The byte at which a value's key begins, or the value where it has none.
  func keyStart(_ value: Int) -> Int {
    let start = Int(values[value].keyStart)
    return start < 0 ? self.start(value) : start
  }

  /// The first child.
  func first(_ value: Int) -> Int? { values[value].count > 0 ? value + 1 : nil }

  /// The next sibling.
  func next(_ value: Int) -> Int? {
    let next = Int(values[value].next)
    return next < 0 ? nil : next
  }

  /// The sibling before.
  func previous(_ value: Int) -> Int? {
    let previous = Int(values[value].previous)
    return previous < 0 ? nil : previous
  }

  /// The children in order.
  func children(_ value: Int) -> [Int] {
    var list: [Int] = []
    list.reserveCapacity(childCount(value))
    var child = first(value)
    while let index = child {
      list.append(index)
      child = next(index)
    }
    return list
  }

  /// The last member with a key.
  func member(_ key: StaticString, of value: Int) -> Int? {
    guard kind(value) == .object else { return nil }
    var found: Int?
    var child = first(value)
    while let index = child {
      if hasKey(index, key) { found = index }
      child = next(index)
    }
    return found
  }

  /// The text of the last member with a key; nil where there is none, or it is no text.
  func text(_ key: StaticString, of value: Int) -> String? {
    member(key, of: value).flatMap { string($0) }
  }

  func hasKey(_ value: Int, _ key: StaticString) -> Bool {
    guard let node = values[value].key else { return false }
    return document.isEqual(document.text(at: node), key)
  }

  /// The key of a member; empty where the value is none.
  func key(_ value: Int) -> String {
    guard let node = values[value].key else { return "" }
    return document.string(of: document.text(at: node))
  }

  func haveEqualKeys(_ left: Int, _ right: Int) -> Bool {
    guard let one = values[left].key, let other = values[right].key else { return false }
    return document.areEqual(document.text(at: one), document.text(at: other))
  }

  /// The bytes of a key, for a hash table: Swift holds different texts for equal.
  func keyBytes(_ value: Int) -> [UInt8] {
    guard let node = values[value].key else { return [] }
    return document.withBytes(of: document.text(at: node)) { bytes in
      (0..<bytes.byteCount).map { bytes.byte(at: $0) }
    }
  }

  /// A string; nil where the value is none.
  func string(_ value: Int) -> String? {
    guard kind(value) == .string else { return nil }
    return document.string(of: document.text(at: values[value].node))
  }

  /// The length in bytes of a string.
  func stringByteCount(_ value: Int) -> Int {
    Int(document.text(at: values[value].node).byteCount)
  }

  /// A number; nil where the value is none.
  func number(_ value: Int) -> Double? {
    if case .number(let number) = document.value(at: values[value].node) { number } else { nil }
  }

  func bool(_ value: Int) -> Bool? {
    if case .bool(let bool) = document.value(at: values[value].node) { bool } else { nil }
  }

  /// A whole number; nil where the value is none.
  func integer(_ value: Int) -> Int? { number(value).flatMap { Int(exactly: $0) } }

  /// A JSON pointer to a value.
  func pointer(_ value: Int) -> String {
    var parts: [String] = []
    var index = value
    while index > 0 {
      parts.append(values[index].key == nil ? String(place(index)) : Self.escaped(key(index)))
      index = parent(index)
    }
    return parts.reversed().map { "/" + $0 }.joined()
  }

  private static func escaped(_ key: String) -> String {
    var text = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
      if text.utf8.count > 200 { return text + "…" }
    }
    return text
  }
}

extension SourceTree.Kind {
  /// What it is called in a sentence.
  var noun: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
