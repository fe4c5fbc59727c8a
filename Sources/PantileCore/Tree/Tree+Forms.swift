public import PantileJSON

// Forms: payload text with gaps, for elements that differ in a few values only.
//
// A form is made once a tree; an instance of it is one record with the values for the gaps, which
// stands for all elements of the form. Only ``PayloadWriter`` and ``NodeCounter`` know instances: a
// front end makes them for a tree that nobody else reads.
//
//     form, 16 bytes and 16 for each gap      instance, 16 bytes and 16 for each gap
//     +0  gap count, element count            +0  kind, unused, gap count, next node
//     +8  text offset of all its text         +8  form, unused
//     then for each gap and for the end:      then for each gap:
//     +0  bytes of text before the gap        +0  value kind
//     +4  bytes of text that go with it       +8  value, as in a prop
//     +8  ``FormGap/Rule``

/// A gap of a form.
@frozen
public struct FormGap: Sendable {
  /// What the writer does around the value.
  @frozen
  public struct Rule: OptionSet, Sendable {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first prop or member: when it is dropped, the next one has no comma.
    public static let isFirst = Rule(rawValue: 1)
    /// Content behind other nodes of an array: a comma before it unless it is empty.
    public static let followsNodes = Rule(rawValue: 2)
    /// Content before other nodes of an array: a comma behind it unless it is empty.
    public static let precedesNodes = Rule(rawValue: 4)
    /// Content of an array that is open already.
    public static let isOpen = Rule(rawValue: 8)
    /// Content that is left out with its key when it is empty.
    public static let isChildren = Rule(rawValue: 16)
  }

  /// The bytes of text before the gap.
  public var before: Int
  /// The bytes behind those that are written only with a value: a key.
  public var key: Int
  public var rule: Rule

  /// A gap behind `before` bytes.
  @inlinable
  public init(before: Int, key: Int = 0, rule: Rule = []) {
    self.before = before
    self.key = key
    self.rule = rule
  }
}

extension Tree {
  /// Keeps a form: text, and the gaps in it from `gaps` on; what is behind the last one ends it.
  ///
  /// - Parameter elementCount: How many elements an instance stands for.
  public mutating func makeForm(
    _ text: Span<UInt8>, gaps: Span<FormGap>, elementCount: Int
  ) throws(ArenaFull) -> NodeID {
    try reserveText(text.count)
    let start = texts.top
    texts.write(text, at: start)
    texts.top = start + text.count
    let at = try allocate(16 + (gaps.count + 1) * 16)
    records.store32(at, UInt32(gaps.count))
    records.store32(at + 4, UInt32(truncatingIfNeeded: elementCount))
    records.store64(at + 8, UInt64(start))
    var rest = text.count
    for index in gaps.indices {
      let gap = gaps[index]
      let place = at + 16 + index * 16
      records.store32(place, UInt32(gap.before))
      records.store32(place + 4, UInt32(gap.key))
      records.store64(place + 8, UInt64(gap.rule.rawValue))
      rest -= gap.before + gap.key
    }
    precondition(rest >= 0, "the gaps of a form lie in its text")
    records.store64(at + 16 + gaps.count * 16, UInt64(rest))
    return NodeID(rawValue: UInt32(truncatingIfNeeded: at))
  }

  /// Makes an instance of a form, in no list yet; every gap must be set.
  @inlinable @inline(__always)
  public mutating func beginInstance(of form: NodeID) throws(ArenaFull) -> NodeID {
    let counts = records.load64(form.offset)
    let gaps = Int(counts & 0xFFFF)
    let at = try allocate(16 &+ gaps &* 16)
    records.store64(at, UInt64(NodeKind.instance.rawValue) | UInt64(truncatingIfNeeded: gaps) << 16)
    records.store64(at &+ 8, UInt64(form.rawValue))
    madeNodes &+= Int(counts >> 32)
    return NodeID(rawValue: UInt32(truncatingIfNeeded: at))
  }

  /// Fills a gap of an instance.
  @inlinable @inline(__always)
  public mutating func fill(_ gap: Int, of instance: NodeID, with value: PropValue) {
    let (kind, word) = Tree.encode(value)
    let at = instance.offset &+ 16 &+ gap &* 16
    records.store64(at, UInt64(kind.rawValue))
    records.store64(at &+ 8, word)
  }

  /// How many elements an instance stands for, without the content in its gaps.
  func elementCount(of instance: NodeID) -> Int {
    Int(records.load32(Int(records.load32(instance.offset + 8)) + 4))
  }

  /// The content in a gap of an instance.
  func content(in gap: Int, of instance: NodeID) -> Content? {
    let at = instance.offset + 16 + gap * 16
    guard records.load8(at) == ValueKind.content.rawValue else { return nil }
    return Content(word: records.load64(at + 8))
  }

  /// Whether nodes of the same array follow the content in a gap.
  func precedesNodes(_ gap: Int, of instance: NodeID) -> Bool {
    let form = Int(records.load32(instance.offset + 8))
    let rule = FormGap.Rule(rawValue: records.load32(form + 24 + gap * 16))
    return rule.contains(.precedesNodes)
  }

  /// The number of gaps of an instance.
  func gapCount(of instance: NodeID) -> Int { Int(records.load16(instance.offset + 2)) }
}

// MARK: - Roots that repeat the first one

extension Tree {
  /// Adds a root with the nodes of the first root, in which some styles are entries of their own.
  ///
  /// Nothing but repetitions may be added behind the first one. Like instances, they are for the
  /// writer alone.
  ///
  /// - Parameter isFresh: Whether a style of the first root gets an entry of its own.
  public mutating func repeatRoot(
    _ name: TextRange, _ isFresh: (Int) -> Bool
  ) throws(ArenaFull) {
    guard let first = rootList.first else { return }
    if rootList.count == 1 { firstStyleCount = styleOffsets.count }
    guard styleOffsets.count + firstStyleCount < limit / 16, rootList.count < limit / 64 else {
      throw ArenaFull()
    }
    let map = styleMaps.count
    for index in 0..<firstStyleCount {
      if isFresh(index) {
        styleMaps.append(UInt32(truncatingIfNeeded: styleOffsets.count))
        styleOffsets.append(styleOffsets[index])
      } else {
        styleMaps.append(UInt32(truncatingIfNeeded: index))
      }
    }
    rootList.append(Root(name: name, region: nil, content: first.content, styleMap: map))
    madeNodes += madeNodes / (rootList.count - 1)
  }
}
