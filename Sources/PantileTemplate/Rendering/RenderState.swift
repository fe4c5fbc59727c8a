internal import PantileCore
internal import PantileJSON

/// What the renderer keeps while it turns elements into a tree, and between renders.
struct RenderState: ~Copyable {
  // MARK: Kept between renders

  var plans = PropPlans()
  /// Taken while JSON is written, so that code run meanwhile does not meet it.
  private var json: ByteBuffer?
  private var entries: ContiguousArray<OwnEntry> = []

  // MARK: Of one render

  /// Where texts of the program stand in the tree.
  var texts = TextCache()

  /// Whether elements of patterns become instances of forms: the tree is only written.
  var usesForms = false
  /// The forms of patterns and of style literals in the tree, each with the generation.
  var forms: ContiguousArray<UInt64> = []
  var styleForms: ContiguousArray<UInt64> = []
  /// The number of the render; notes in heap records count only in the render that made them.
  var generation: UInt32 = 0

  /// Records from this offset on were made for the root that is being rendered.
  var rootStart: Ref = 0
  /// For each style of the tree whether it was made for its root.
  var styleIsFresh: ContiguousArray<Bool> = []

  /// Style objects and their indices.
  var styles = RefTable()
  /// Styles that are no objects.
  var primitiveStyles: ContiguousArray<(value: Value, index: Int)> = []
  /// What the scan saw of an element or array; see ``SharingMark``.
  var marks = RefTable()
  /// Whether any element is shared.
  var hasShared = false
  /// Roots and what they gave, for roots that are used again.
  var roots = RefTable()
  var rootContents: ContiguousArray<Content> = []
  /// The providers around the element, innermost last.
  var contexts: ContiguousArray<(context: Ref, value: Value)> = []
  /// Providers before this one are out of reach.
  var contextFloor = 0
  /// How many elements the tree has.
  var elementCount = 0
  /// How many elements are open.
  var depth = 0
  /// How many elements were open at most.
  var deepest = 0
  /// The longest text of JSON that was made for a prop, in bytes.
  var longestJSON = 0
  /// Whether hooks may be called.
  var isComponentRunning = false
  /// The elements of the components that an error came through, innermost first.
  var componentTrail: ContiguousArray<Ref> = []
  /// The elements of the pattern that an error came through last.
  var patternElements: ContiguousArray<Ref> = []
  /// The element that an error is about, if it is no component's; 0 for none.
  var failing: Ref = 0
  /// The Text element whose text is being made.
  var textHolder = NodeID.none
  /// The part of the payload that is being rendered.
  var part = RenderPart.none
  /// Whether components are those of Android.
  var isAndroid = false

  /// Forgets what belongs to one render.
  mutating func begin() {
    texts.removeAll()
    styles.removeAll()
    styleIsFresh.removeAll(keepingCapacity: true)
    rootStart = 0
    primitiveStyles.removeAll(keepingCapacity: true)
    marks.removeAll()
    hasShared = false
    roots.removeAll()
    rootContents.removeAll(keepingCapacity: true)
    contexts.removeAll(keepingCapacity: true)
    contextFloor = 0
    depth = 0
    deepest = 0
    longestJSON = 0
    elementCount = 0
    isComponentRunning = false
    componentTrail.removeAll(keepingCapacity: true)
    patternElements.removeAll(keepingCapacity: true)
    failing = 0
    textHolder = .none
    part = .none
    isAndroid = false
  }

  /// How deeply the payload can nest at most: an element is an object in an array within `p`, a
  /// text of JSON has two brackets a level, and frames and styles are few levels.
  var levels: Int { deepest * 3 + longestJSON / 2 + 8 }

  /// Notes whether a style that is about to be registered was made for its root.
  @inline(__always)
  mutating func noteStyle(_ index: Int, isFresh: Bool) {
    while styleIsFresh.count < index { styleIsFresh.append(false) }
    styleIsFresh.append(isFresh)
  }

  /// An empty buffer for JSON text; give it back with ``giveBack(_:)``.
  mutating func takeJSON() -> ByteBuffer {
    var taken: ByteBuffer? = nil
    swap(&taken, &json)
    guard var buffer = taken else { return ByteBuffer(capacity: 1024) }
    buffer.removeAll()
    return buffer
  }

  /// An empty list of entries; give it back with ``giveBack(_:)``.
  mutating func takeEntries() -> ContiguousArray<OwnEntry> {
    var taken: ContiguousArray<OwnEntry> = []
    swap(&taken, &entries)
    return taken
  }

  /// Keeps a list for the next object.
  mutating func giveBack(_ list: consuming ContiguousArray<OwnEntry>) {
    list.removeAll(keepingCapacity: true)
    if list.capacity <= 4096 { entries = list }
  }

  /// Keeps a buffer for the next text.
  mutating func giveBack(_ buffer: consuming ByteBuffer) {
    longestJSON = max(longestJSON, buffer.count)
    if buffer.capacity <= 262_144 { json = consume buffer }
  }
}

/// A property as `Object.entries` gives it.
typealias OwnEntry = (key: PropertyKey, value: Value)

/// A part of the payload, for the last line of an error's component stack.
enum RenderPart: Equatable {
  case none
  case family(PropertyKey)
  case region(Region)
  case entry
}

/// What the scan for shared elements notes of an element: bit 0 is set for a shared element, bit 1
/// once it was rendered; then the bits above are its index. Until then bit 2 tells that it was
/// visited twice in the root whose number plus one is in the bits above.
enum SharingMark {
  static let isShared: UInt32 = 1
  static let isRendered: UInt32 = 2
  static let isDone: UInt32 = 4
  static let shift: UInt32 = 3
}
