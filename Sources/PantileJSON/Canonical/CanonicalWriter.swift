/// Writes documents in the canonical form of RFC 8785, or hashes that form.
///
/// Keys are sorted by UTF-16 code units, numbers and strings are ECMAScript's, and there is no
/// space. Memory is kept between documents.
///
///     var writer = CanonicalWriter()
///     try document.parse(bytes, options: .canonical)  // refuses duplicate keys
///     let hash = try writer.hash(document)
public struct CanonicalWriter: ~Copyable {
  private var walk = CanonicalWalk()
  private var block = ByteBuffer(capacity: 1 << 10)

  /// Creates a writer.
  public init() {}

  /// Appends the canonical text of a document.
  ///
  /// - Throws: ``JSONError`` for a duplicate key (``JSONReadOptions/DuplicateKeys/keep``), a lone
  ///   surrogate or a number that is not finite; its offset is that of the string, else 0. The
  ///   buffer then ends with a part of the text.
  /// - Complexity: O(*n* log *n*) in the members of an object; nesting takes no stack.
  public mutating func write(
    _ document: borrowing JSONDocument, to buffer: inout ByteBuffer
  ) throws(JSONError) {
    try walk.run(document, &buffer, isHashed: false)
  }

  /// The hash of the canonical text, which is never whole in memory.
  ///
  /// - Throws: As ``write(_:to:)``.
  public mutating func hash(_ document: borrowing JSONDocument) throws(JSONError) -> ContentHash {
    walk.hasher.reset()
    block.removeAll()
    try walk.run(document, &block, isHashed: true)
    block.withBytes { walk.hasher.combine($0) }
    return walk.hasher.hash
  }
}

// MARK: - The walk

private struct CanonicalWalk: ~Copyable {
  private var entries = Arena(capacity: 1 << 10)
  private var frames = Arena(capacity: 1 << 8)
  var hasher = ContentHasher()

  /// The size of pieces in which text goes to the hash.
  private static let blockByteCount = 1 << 14
}

extension CanonicalWalk {
  /// An open container.
  private struct Frame {
    /// The next element, or the entry of the next member.
    var next = 0
    /// The element or entry behind the last.
    var end = 0
    var isObject = false
    /// The entries of all containers around it end here.
    var base = 8
  }

  mutating func run(
    _ document: borrowing JSONDocument, _ buffer: inout ByteBuffer, isHashed: Bool
  ) throws(JSONError) {
    entries.reset()
    frames.reset()
    var frame = Frame()
    var depth = 0
    var node = document.root
    var isFirst = true
    while true {
      // Write one value, then find the next one.
      switch document.value(at: node) {
      case .array(let count):
        try push(frame)
        frame = Frame(
          next: document.first(in: node).index, end: document.next(after: node).index,
          isObject: false, base: entries.top)
        if count == 0 { frame.end = frame.next }
        depth += 1
        isFirst = true
        buffer.append(0x5b)
      case .object(let count):
        try push(frame)
        let base = entries.top
        try sort(document, node, count)
        frame = Frame(next: base, end: base + count * 16, isObject: true, base: base)
        depth += 1
        isFirst = true
        buffer.append(0x7b)
      case .number(let number):
        guard number.isFinite else { throw JSONError(.notFinite, at: 0) }
        buffer.append(number: number)
      case .string(let text): try write(document, text, node, &buffer)
      case .bool(true): buffer.append("true")
      case .bool(false): buffer.append("false")
      case .null: buffer.append("null")
      }
      while depth > 0 && frame.next == frame.end {
        buffer.append(frame.isObject ? 0x7d : 0x5d)
        entries.reset(to: frame.base)
        frame = pop()
        depth -= 1
        isFirst = false
      }
      if depth == 0 { return }
      if isHashed && buffer.count >= Self.blockByteCount {
        buffer.withBytes { hasher.combine($0) }
        buffer.removeAll()
      }
      if !isFirst { buffer.append(0x2c) }
      isFirst = false
      if frame.isObject {
        let key = JSONNode(index: Int(entries.load64(frame.next + 8)))
        frame.next += 16
        try write(document, document.text(at: key), key, &buffer)
        buffer.append(0x3a)
        node = document.next(after: key)
      } else {
        node = JSONNode(index: frame.next)
        frame.next = document.next(after: node).index
      }
    }
  }

  @inline(__always)
  private func write(
    _ document: borrowing JSONDocument, _ text: JSONText, _ node: JSONNode,
    _ buffer: inout ByteBuffer
  ) throws(JSONError) {
    if text.hasLoneSurrogate { throw JSONError(.loneSurrogate, at: text.sourceOffset) }
    document.writeString(node, to: &buffer)
  }

  private mutating func push(_ frame: Frame) throws(JSONError) {
    do {
      let offset = Int(try frames.allocate(32))
      frames.store64(offset, UInt64(frame.next))
      frames.store64(offset + 8, UInt64(frame.end))
      frames.store64(offset + 16, frame.isObject ? 1 : 0)
      frames.store64(offset + 24, UInt64(frame.base))
    } catch {
      throw JSONError(.sizeLimit, at: 0)
    }
  }

  private mutating func pop() -> Frame {
    let offset = frames.top - 32
    frames.reset(to: offset)
    return Frame(
      next: Int(frames.load64(offset)), end: Int(frames.load64(offset + 8)),
      isObject: frames.load64(offset + 16) == 1, base: Int(frames.load64(offset + 24)))
  }
}

// MARK: - Sorting

extension CanonicalWalk {
  /// Puts the keys of an object into `entries`, sorted: 8 bytes of the key, then its node.
  private mutating func sort(
    _ document: borrowing JSONDocument, _ object: JSONNode, _ count: Int
  ) throws(JSONError) {
    let base = entries.top
    do { _ = try entries.allocate(count * 16) } catch { throw JSONError(.sizeLimit, at: 0) }
    var key = document.first(in: object)
    var isSorted = true
    var last: UInt64 = 0
    for index in 0..<count {
      let prefix = document.sortPrefix(document.text(at: key))
      entries.store64(base + index * 16, prefix)
      entries.store64(base + index * 16 + 8, UInt64(key.index))
      // Equal prefixes need a closer look.
      isSorted = isSorted && (index == 0 || last < prefix)
      last = prefix
      key = document.next(after: document.next(after: key))
    }
    if isSorted { return }
    var sorter = KeySorter(base: base, count: count)
    sorter.sort(&entries, document)
    if let twin = sorter.duplicate {
      let text = document.text(at: JSONNode(index: twin))
      throw JSONError(.duplicateKey, at: text.sourceOffset)
    }
  }
}

/// Sorts entries of 16 bytes by key: insertion for few, heap sort for many.
private struct KeySorter {
  let base: Int
  let count: Int
  /// A node whose key there is twice.
  var duplicate: Int?

  init(base: Int, count: Int) {
    self.base = base
    self.count = count
  }

  mutating func sort(_ entries: inout Arena, _ document: borrowing JSONDocument) {
    if count <= 24 { insertionSort(&entries, document) } else { heapSort(&entries, document) }
  }

  private mutating func insertionSort(
    _ entries: inout Arena, _ document: borrowing JSONDocument
  ) {
    for index in 1..<count {
      let prefix = entries.load64(base + index * 16)
      let node = entries.load64(base + index * 16 + 8)
      var place = index
      while place > 0 {
        let other = base + (place - 1) * 16
        let otherPrefix = entries.load64(other)
        let otherNode = entries.load64(other + 8)
        if otherPrefix < prefix { break }
        if otherPrefix == prefix && !isLess(node, otherNode, document) { break }
        entries.store64(other + 16, otherPrefix)
        entries.store64(other + 24, otherNode)
        place -= 1
      }
      entries.store64(base + place * 16, prefix)
      entries.store64(base + place * 16 + 8, node)
    }
  }

  private mutating func heapSort(_ entries: inout Arena, _ document: borrowing JSONDocument) {
    for start in stride(from: count / 2 - 1, through: 0, by: -1) {
      sink(start, count, &entries, document)
    }
    for end in stride(from: count - 1, through: 1, by: -1) {
      exchange(0, end, &entries)
      sink(0, end, &entries, document)
    }
  }

  private mutating func sink(
    _ start: Int, _ end: Int, _ entries: inout Arena, _ document: borrowing JSONDocument
  ) {
    var root = start
    while true {
      var child = root * 2 + 1
      if child >= end { return }
      if child + 1 < end && isLess(child, child + 1, entries, document) { child += 1 }
      if !isLess(root, child, entries, document) { return }
      exchange(root, child, &entries)
      root = child
    }
  }

  private func exchange(_ first: Int, _ second: Int, _ entries: inout Arena) {
    for offset in [0, 8] {
      let left = base + first * 16 + offset
      let right = base + second * 16 + offset
      let value = entries.load64(left)
      entries.store64(left, entries.load64(right))
      entries.store64(right, value)
    }
  }

  private mutating func isLess(
    _ first: Int, _ second: Int, _ entries: borrowing Arena, _ document: borrowing JSONDocument
  ) -> Bool {
    let left = entries.load64(base + first * 16)
    let right = entries.load64(base + second * 16)
    if left != right { return left < right }
    return isLess(
      entries.load64(base + first * 16 + 8), entries.load64(base + second * 16 + 8), document)
  }

  private mutating func isLess(
    _ first: UInt64, _ second: UInt64, _ document: borrowing JSONDocument
  ) -> Bool {
    let left = JSONNode(index: Int(first))
    let right = JSONNode(index: Int(second))
    let order = document.compare(document.text(at: left), document.text(at: right))
    if order == 0 { duplicate = Int(Swift.max(first, second)) }
    return order < 0
  }
}
