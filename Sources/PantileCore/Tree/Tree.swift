public import PantileJSON

/// The one view tree: what a front end builds and a back end writes or draws.
///
/// Everything lies in two arenas, one of fixed-size records and one of text, so that building a
/// node is a few stores and a warm tree allocates nothing: ``reset()`` and build again. Records are
/// made detached and joined to lists by the caller, who keeps a ``Content`` for every list that is
/// open; the tree itself has no stack, so nesting has no limit here.
///
///     var tree = Tree()
///     let title = try tree.beginElement(.text)
///     tree.setContent(text: try tree.text("Hi"), of: title)      // "c":"Hi"
///     let style = try tree.beginStyle()
///     try tree.set(PropName(.padding), .number(4), of: style)
///     let box = try tree.beginElement(.vStack)
///     var children = Content()                                  // an object, not an array of one
///     tree.append(title, to: &children)
///     tree.setContent(children, of: box)
///     try tree.set(PropName(.style), .style(tree.register(style)), of: box)
///     var root = Content()
///     tree.append(box, to: &root)
///     try tree.addRoot(.systemSmall, root)
///     var writer = PayloadWriter()
///     try writer.write(tree, to: &bytes)
///     // {"v":1,"systemSmall":{"t":11,"c":{"t":0,"c":"Hi"},"p":{"s":0}},"s":[{"pad":4}]}
///
/// Order matters where the payload shows it: props in the order of first ``set(_:_:of:)``, styles
/// in the order of ``register(_:)``, shared elements in the order of ``share(_:)`` (call it when
/// the element is complete), roots in the order of ``addRoot(_:_:)-(TextRange,_)``.
///
/// The records, little-endian, at byte offsets that are multiples of 8 and serve as ids:
///
///     element, 32 bytes          0      1       2           3       4
///                               ┌──────┬───────┬───────────┬───────┬───────────┐
///                               │ kind │ flags │ component │ bloom │ next node │
///                             8 ├──────┴───────┴───────────┴───────┼───────────┤
///                               │ first child │ text offset        │ count+array bit │ text bits
///                            16 ├──────────────────────────────────┼───────────┤
///                               │ first prop                       │ last prop │
///                            24 ├──────────────────────────────────┼───────────┤
///                               │ id's text offset                 │ text bits │
///                               └──────────────────────────────────┴───────────┘
///     style, 24 bytes            the first three rows; bytes 8 to 15 are unused
///     reference, text, raw, 16   kind, next node; index of the shared element │ text offset, bits
///     prop, 16 or 24 bytes       0            1        2          4
///                               ┌────────────┬────────┬──────────┬───────────┐
///                               │ value kind │ unused │ name id  │ next prop │
///                             8 ├────────────┴────────┴──────────┴───────────┤
///                               │ value: a double │ text │ content │ index …   │
///                            16 ├────────────────────────────────┬───────────┤
///                               │ text offset of a custom name   │ text bits │  name id 0xFFFF only
///                               └────────────────────────────────┴───────────┘
///
/// Content and id are valid when a flag says so, and are garbage otherwise. `bloom` has bit *i* set when the holder has a table name whose id is *i* modulo 8, so the usual
/// prop needs no search for an earlier one of its name. A holder with many names gets a hash table
/// in the arena, which a hidden first prop of kind `table` points to.
public struct Tree: ~Copyable {
  @usableFromInline var records: Arena
  @usableFromInline var texts: Arena
  @usableFromInline var textStart = 8
  var scratch = ByteBuffer(capacity: 64)
  /// Where what stays begins to end: forms that were kept.
  private var keptRecords = 8
  private var keptTexts = 8
  /// How many nodes were made, those in no list included.
  @inlinable public var nodeCount: Int { madeNodes }
  @usableFromInline var madeNodes = 0
  @usableFromInline var styleOffsets: [UInt32] = []
  var sharedContents: [Content] = []
  var rootList: [Root] = []
  /// For roots that repeat the first one: the index of each of its styles.
  var styleMaps: [UInt32] = []
  /// The number of styles that the first root registered, once another repeats it.
  var firstStyleCount = 0
  var tints: [TextRange] = [.empty, .empty]

  /// The bytes that the tree may take; an operation that needs more throws `ArenaFull`.
  public let limit: Int
  /// What the roots are and how the payload frames them.
  public var form = Form.widget

  /// The frame around the roots.
  public enum Form: Sendable {
    /// `v`, families, `e`, `s`.
    case widget
    /// One node without a frame; styles stand in place.
    case bare
    /// `v`, regions, `e`, `s`, tints.
    case liveActivity
    /// `v`, `e`, `s`, then the sizes in `variants`.
    case android
  }

  /// A named part of the payload.
  public struct Root: Sendable {
    /// The key; empty for a region or a bare node.
    public let name: TextRange
    /// The region of a Live Activity.
    public let region: Region?
    /// Its nodes.
    public let content: Content
    /// Where the indices of its styles begin in ``Tree/styleMaps``; −1 when they are as written.
    var styleMap = -1
  }

  /// A colour beside the regions of a Live Activity.
  public enum Tint: Int, Sendable {
    /// `ls_background_tint`.
    case lockScreenBackground
    /// `isl_keyline_tint`.
    case islandKeyline
  }

  /// Creates an empty tree.
  ///
  /// - Parameter limit: Bytes that the tree may take in all, at least 16 KiB and at most 1 GiB.
  public init(limit: Int = 64 << 20) {
    self.limit = Swift.min(Swift.max(limit, 16 << 10), 1 << 30)
    records = Arena(capacity: 4 << 10, limit: self.limit)
    texts = Arena(capacity: 4 << 10, limit: self.limit)
  }

  /// Forgets everything and keeps the memory.
  public mutating func reset() {
    records.reset(to: keptRecords)
    texts.reset(to: keptTexts)
    textStart = texts.top
    madeNodes = 0
    styleOffsets.removeAll(keepingCapacity: true)
    sharedContents.removeAll(keepingCapacity: true)
    rootList.removeAll(keepingCapacity: true)
    styleMaps.removeAll(keepingCapacity: true)
    tints[0] = .empty
    tints[1] = .empty
    form = .widget
  }

  /// Makes what the tree holds stay when it is reset; for forms.
  public mutating func keep() {
    keptRecords = records.top
    keptTexts = texts.top
  }

  /// Gives memory beyond `byteCount` per arena back; use it after an unusually large tree.
  public mutating func shrink(to byteCount: Int) {
    records.shrink(to: byteCount)
    // Scans read a word behind the last text.
    texts.shrink(to: Swift.max(byteCount, texts.top + 16))
  }

  /// The bytes in use.
  public var byteCount: Int { records.top + texts.top }

  /// The bytes that the tree holds, used or not.
  public var capacity: Int { records.capacity + texts.capacity }
}

// MARK: - Memory

extension Tree {
  /// Reserves a record of a multiple of 8 bytes; they are not cleared.
  @inlinable @inline(__always)
  mutating func allocate(_ byteCount: Int) throws(ArenaFull) -> Int {
    if byteCount > records.capacity &- records.top { try growRecords(byteCount) }
    let at = records.top
    records.top = at &+ byteCount
    return at
  }

  /// Makes room for `byteCount` bytes of text and the word that scans read beyond it.
  @inlinable @inline(__always)
  mutating func reserveText(_ byteCount: Int) throws(ArenaFull) {
    if byteCount > texts.capacity &- texts.top &- 16 { try growTexts(byteCount) }
  }

  @inline(never)
  @usableFromInline
  mutating func growRecords(_ byteCount: Int) throws(ArenaFull) {
    records.limit = limit - texts.capacity
    try records.grow(byteCount)
  }

  @inline(never)
  @usableFromInline
  mutating func growTexts(_ byteCount: Int) throws(ArenaFull) {
    guard byteCount < limit else { throw ArenaFull() }
    texts.limit = limit - records.capacity
    try texts.grow(byteCount + 24)
  }
}
