internal import PantileJSON

/// The normalised texts of a tree's styles, equal ones made once.
///
/// A style is found again by its index in the tree's registry, or by its members: a table of 128
/// places holds the style that a hash was seen with last. A style's number is that of its text here
/// or, when parts are shared, of its node in the graph.
struct StyleCache: ~Copyable {
  /// The longest JSON text of a member.
  private(set) var longestRaw = 0

  private var texts = ByteBuffer(capacity: 64)
  private var sorter = JSONSorter()
  /// Where each text lies: its start and its length, 32 bits each.
  private var ranges = Arena(capacity: 64)
  /// What is known of each registered style: 0 nothing, 1 that it is empty, else its number + 2.
  private var states = Arena(capacity: 64)
  /// Hash, the style's record and the tree's generation (32 bits each), number + 1 or 0.
  private var places = Arena(capacity: 8 + StyleCache.placeCount * 24)
  private var generation: UInt32 = 0

  private static let placeCount = 128
  private static let mostMembers = 16

  init() {
    places.fill64(8, count: Self.placeCount * 3, 0)
  }

  /// Forgets the styles of other trees; false when there is no memory.
  mutating func begin(_ tree: borrowing Tree) -> Bool {
    texts.removeAll()
    ranges.reset()
    longestRaw = 0
    generation &+= 1
    if generation == 0 {
      places.fill64(8, count: Self.placeCount * 3, 0)
      generation = 1
    }
    let byteCount = tree.styleCount &* 8
    if states.capacity &- 8 < byteCount, !Self.grow(&states, byteCount) { return false }
    states.fill64(8, count: tree.styleCount, 0)
    return true
  }

  private static func grow(_ arena: inout Arena, _ byteCount: Int) -> Bool {
    do throws(ArenaFull) {
      try arena.grow(byteCount)
      return true
    } catch {
      return false
    }
  }

  /// Writes a style's text.
  @inline(__always)
  func write(_ number: Int, to out: inout ByteBuffer) {
    let range = ranges.load64(8 &+ number &* 8)
    out.append(texts, from: Int(range & 0xFFFF_FFFF), Int(range &>> 32))
  }
}

// MARK: - Finding

extension StyleCache {
  /// The number + 1 of a registered style, 0 for an empty one; `nil` when it cannot be written.
  @inline(__always)
  mutating func find(
    index: Int, _ sharesParts: Bool, _ keys: borrowing KeyTable, _ tree: borrowing Tree,
    _ graph: inout CompactGraph
  ) -> Int? {
    guard index < tree.styleCount else { return 0 }
    let known = Int(truncatingIfNeeded: states.load64(8 &+ index &* 8))
    if known != 0 { return known &- 1 }
    let style = Int(tree.styleOffsets[index])
    guard let found = find(node: style, sharesParts, keys, tree, &graph) else { return nil }
    states.store64(8 &+ index &* 8, UInt64(truncatingIfNeeded: found &+ 1))
    return found
  }

  /// The number + 1 of a style, 0 for an empty one; `nil` when it cannot be written.
  mutating func find(
    node style: Int, _ sharesParts: Bool, _ keys: borrowing KeyTable, _ tree: borrowing Tree,
    _ graph: inout CompactGraph
  ) -> Int? {
    let id = NodeID(rawValue: UInt32(truncatingIfNeeded: style))
    guard style != 0, tree.kind(of: id) == .style else { return 0 }
    let first = Int(tree.records.load32(style &+ 16))
    let hash = Self.hash(first, tree)
    let place = 8 &+ Int(hash &>> 57) &* 24
    let mark = UInt64(generation) &<< 32
    let known = places.load64(place &+ 8)
    if places.load64(place) == hash, known & 0xFFFF_FFFF_0000_0000 == mark,
      Self.isEqual(first, Int(tree.records.load32(Int(known & 0xFFFF_FFFF) &+ 16)), tree)
    {
      return Int(truncatingIfNeeded: places.load64(place &+ 16))
    }
    guard let found = make(first, sharesParts, keys, tree, &graph) else { return nil }
    places.store64(place, hash)
    places.store64(place &+ 8, mark | UInt64(truncatingIfNeeded: style))
    places.store64(place &+ 16, UInt64(truncatingIfNeeded: found))
    return found
  }

  /// The node in the graph of a style that is complete text.
  mutating func find(
    json: TextRange, _ tree: borrowing Tree, _ graph: inout CompactGraph
  ) -> Int {
    let start = texts.count
    tree.write(raw: json, to: &texts)
    return graph.intern(.style, &texts, from: start, firstEdge: graph.pendingTop)
  }

  /// A hash of members in their order.
  @inline(__always)
  private static func hash(_ first: Int, _ tree: borrowing Tree) -> UInt64 {
    var hash: UInt64 = 0
    var member = first
    while member != 0 {
      let word = tree.records.load64(member)
      var value = tree.records.load64(member &+ 8)
      if word & 0xFF == UInt64(ValueKind.string.rawValue) {
        let text = TextRange(word: value)
        value = text.byteCount <= 8 ? shortText(text, tree) : tree.textHash(text)
      }
      hash = (hash ^ value ^ word & 0xFFFF_FFFF) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
      member = Int(word &>> 32)
    }
    return hash &* 0xD6E8_FEB8_6659_FD93
  }

  /// The bytes of a text of up to eight.
  @inline(__always)
  private static func shortText(_ text: TextRange, _ tree: borrowing Tree) -> UInt64 {
    guard text.byteCount > 0 else { return 0 }
    // A text is followed by readable bytes.
    return tree.texts.load64(Int(text.offset))
      & ~0 &>> UInt64(truncatingIfNeeded: 64 &- text.byteCount &* 8)
  }

  /// Whether two lists have the same members in the same order.
  @inline(__always)
  private static func isEqual(_ left: Int, _ right: Int, _ tree: borrowing Tree) -> Bool {
    var left = left
    var right = right
    while left != 0, right != 0 {
      let word = tree.records.load64(left)
      let other = tree.records.load64(right)
      guard (word ^ other) & 0xFFFF_00FF == 0, word &>> 16 & 0xFFFF != UInt64(PropName.custom)
      else { return false }
      let value = tree.records.load64(left &+ 8)
      let wanted = tree.records.load64(right &+ 8)
      if value != wanted {
        let kind = word & 0xFF
        guard kind == UInt64(ValueKind.string.rawValue),
          isEqual(TextRange(word: value), TextRange(word: wanted), tree)
        else { return false }
      }
      left = Int(word &>> 32)
      right = Int(other &>> 32)
    }
    return left == right
  }

  @inline(__always)
  private static func isEqual(
    _ left: TextRange, _ right: TextRange, _ tree: borrowing Tree
  ) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    if left.byteCount <= 8 { return shortText(left, tree) == shortText(right, tree) }
    return tree.sameText(left, right)
  }
}

// MARK: - Making

extension StyleCache {
  /// Makes the text of a style: its number + 1, 0 when it is empty, `nil` when it has many members
  /// or numbers that JSON cannot show.
  private mutating func make(
    _ first: Int, _ sharesParts: Bool, _ keys: borrowing KeyTable, _ tree: borrowing Tree,
    _ graph: inout CompactGraph
  ) -> Int? {
    var members = InlineArray<16, UInt64>(repeating: 0)
    var count = 0
    var hasOwnNames = false
    var member = first
    while member != 0 {
      let word = tree.records.load64(member)
      let kind = UInt8(truncatingIfNeeded: word)
      guard kind != ValueKind.table.rawValue, count < Self.mostMembers else { return nil }
      if kind == ValueKind.number.rawValue,
        !Double(bitPattern: tree.records.load64(member &+ 8)).isFinite
      {
        return nil
      }
      if isWritten(member, word, tree) {
        let id = Int(word &>> 16 & 0xFFFF)
        if id >= Int(ShortName.count) { hasOwnNames = true }
        let rank = hasOwnNames ? 0 : UInt64(keys.rank(id))
        let entry =
          UInt64(truncatingIfNeeded: member) | UInt64(id) &<< 32
          | UInt64(kind) &<< 48 | rank &<< 56
        var at = count
        while at > 0,
          hasOwnNames
            ? tree.precedes(Self.name(entry, tree), Self.name(members[at &- 1], tree))
            : members[at &- 1] > entry
        {
          members[at] = members[at &- 1]
          at &-= 1
        }
        members[at] = entry
        count &+= 1
      }
      member = Int(word &>> 32)
    }
    guard count > 0 else { return 0 }
    let start = texts.count
    for index in 0..<count { write(members[index], isFirst: index == 0, keys, tree) }
    texts.append(UInt8(ascii: "}"))
    return keep(start, sharesParts, &graph)
  }

  /// Gives the text from `start` on a number.
  private mutating func keep(
    _ start: Int, _ sharesParts: Bool, _ graph: inout CompactGraph
  ) -> Int? {
    if sharesParts {
      return graph.intern(.style, &texts, from: start, firstEdge: graph.pendingTop) &+ 1
    }
    guard texts.count < 1 << 31, ranges.capacity &- ranges.top >= 8 || Self.grow(&ranges, 8) else {
      return nil
    }
    ranges.store64(
      ranges.top,
      UInt64(truncatingIfNeeded: start)
        | UInt64(truncatingIfNeeded: texts.count &- start) &<< 32)
    ranges.top &+= 8
    return (ranges.top &- 8) / 8
  }

  private static func name(_ entry: UInt64, _ tree: borrowing Tree) -> PropName {
    tree.name(of: PropID(rawValue: UInt32(truncatingIfNeeded: entry)))
  }

  @inline(__always)
  private func isWritten(_ member: Int, _ word: UInt64, _ tree: borrowing Tree) -> Bool {
    let kind = ValueKind(rawValue: UInt8(truncatingIfNeeded: word))
    switch kind {
    case .bool, .number, .string: break
    case .raw:
      if tree.isNull(TextRange(word: tree.records.load64(member &+ 8))) { return false }
    default: return false
    }
    guard word &>> 16 & 0xFFFF == UInt64(ShortName.fontWeight.rawValue) else { return true }
    let id = PropID(rawValue: UInt32(truncatingIfNeeded: member))
    if case .omitted = tree.fontWeight(tree.value(of: id)) { return false }
    return true
  }

  @inline(__always)
  private mutating func write(
    _ entry: UInt64, isFirst: Bool, _ keys: borrowing KeyTable, _ tree: borrowing Tree
  ) {
    let id = Int(entry &>> 32 & 0xFFFF)
    let member = PropID(rawValue: UInt32(truncatingIfNeeded: entry))
    if isFirst { texts.append(UInt8(ascii: "{")) }
    if id < Int(ShortName.count) {
      keys.write(id, isFirst: isFirst, to: &texts)
    } else {
      if !isFirst { texts.append(UInt8(ascii: ",")) }
      keys.write(tree.name(of: member), tree, to: &texts)
    }
    let kind = ValueKind(rawValue: UInt8(truncatingIfNeeded: entry &>> 48))
    let value = tree.records.load64(member.offset &+ 8)
    if id == Int(ShortName.fontWeight.rawValue) {
      tree.write(fontWeight: tree.value(of: member), to: &texts)
    } else if kind == .raw {
      let json = TextRange(word: value)
      longestRaw = Swift.max(longestRaw, json.byteCount)
      sorter.write(json, tree, to: &texts)
    } else {
      tree.write(kind, value, to: &texts)
    }
  }
}
