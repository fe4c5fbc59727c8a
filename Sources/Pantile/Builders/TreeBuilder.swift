public import PantileCore
public import PantileJSON

/// Where views write their elements: the tree of a render and the place in it.
///
/// A component begins an element, writes its children between `open()` and `close(_:_:)`, sets
/// its props and ends with `finish(_:)`. Modifiers then change the element that was finished last,
/// so that a chain of them fills one style.
public struct TreeBuilder: ~Copyable {
  /// The tree that is built.
  public var tree: Tree
  /// What views at the place can know.
  public var environment = WidgetEnvironment()

  /// The list that is open.
  @usableFromInline var list = Content()
  /// The element that was finished last, and its style as soon as it has one.
  @usableFromInline var element = NodeID.none
  @usableFromInline var style = TextRange.empty
  /// Views within views.
  @usableFromInline var depth = 0
  /// Text that is put together, such as a chart's marks.
  @usableFromInline var scratch = ByteBuffer(capacity: 256)

  /// Views within views that are written; a payload cannot nest deeper.
  @usableFromInline static var deepest: Int { 512 }
  var stackStart: UInt = 0
  /// The stack that the views of a render may take.
  var stackLimit: UInt = 160 << 10
  /// The family that is written.
  var family: Family?
  /// The regions of a Live Activity that were written, a bit for each.
  var regions: UInt16 = 0
  var problems: [RenderError.Problem] = []

  /// Creates a builder for a tree that must not take more bytes than `limit`.
  init(limit: Int) { tree = Tree(limit: limit) }

  /// Forgets the last tree and keeps the memory.
  mutating func reset() {
    tree.reset()
    list = Content()
    element = .none
    style = .empty
    depth = 0
    family = nil
    regions = 0
    if !problems.isEmpty { problems.removeAll() }
    stackStart = StackPosition.current()
  }

  /// Takes the list that was written and begins an empty one.
  mutating func takeList() -> Content {
    let whole = list
    list = Content()
    return whole
  }
}

// MARK: - Nesting

extension TreeBuilder {
  /// Enters a view; throws when views nest deeper than a payload can.
  @inlinable @inline(__always)
  mutating func descend() throws(ArenaFull) {
    depth &+= 1
    if depth & 7 == 0 { try checkDepth() }
  }

  /// Leaves a view.
  @inlinable @inline(__always)
  mutating func ascend() { depth &-= 1 }

  @inline(never)
  @usableFromInline
  mutating func checkDepth() throws(ArenaFull) {
    let position = StackPosition.current()
    if depth > TreeBuilder.deepest || (stackStart > position && stackStart - position > stackLimit)
    {
      report("too_deep", "views nest \(depth) levels deep")
      throw ArenaFull()
    }
  }
}

// MARK: - Elements

extension TreeBuilder {
  /// Begins an element.
  @inlinable @inline(__always)
  mutating func begin(_ component: Component) throws(ArenaFull) -> NodeID {
    try tree.beginElement(component)
  }

  /// Opens the list of an element's children or of a prop; returns the list around it.
  @inlinable @inline(__always)
  mutating func open() -> Content {
    let outer = list
    list = Content()
    return outer
  }

  /// Closes the children of `element` and goes back to the list around it.
  @inlinable @inline(__always)
  mutating func close(_ element: NodeID, _ outer: Content) {
    tree.setContent(list, of: element)
    list = outer
  }

  /// Closes a node-valued prop of `element` and goes back to the list around it.
  @inlinable @inline(__always)
  mutating func close(
    _ name: ShortName, of element: NodeID, _ outer: Content
  ) throws(ArenaFull) {
    let content = list
    list = outer
    if content.count > 0 { try tree.add(name, .content(content), to: element) }
  }

  /// Puts a complete element behind those of the open list.
  @inlinable @inline(__always)
  mutating func finish(_ element: NodeID) {
    tree.append(element, to: &list)
    self.element = element
    style = .empty
  }

  /// Makes `node`, which an earlier view finished, the element that modifiers change.
  @inline(never)
  @usableFromInline
  mutating func select(_ node: NodeID) {
    element = node
    style = .empty
    var prop = tree.firstProp(of: node)
    while prop != .none {
      if tree.name(of: prop).short == .style, case .raw(let known) = tree.value(of: prop) {
        style = known
      }
      prop = tree.next(after: prop)
    }
  }
}

// MARK: - Problems

extension TreeBuilder {
  /// Notes what makes the payload one that must not be sent.
  @inline(never)
  @usableFromInline
  mutating func report(_ code: StaticString, _ message: String) {
    guard problems.count < 100 else { return }
    problems.append(
      RenderError.Problem(
        code: code.description, severity: .error, message: message, family: family))
  }
}
