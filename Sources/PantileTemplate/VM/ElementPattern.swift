internal import PantileCore

/// A JSX expression whose components and names are known when it is compiled.
///
/// Evaluating it makes one record with the values that are not, the *holes*, however many elements
/// it has. The renderer reads pattern and holes together. Code that looks at such an element gets
/// an ordinary one, made from both in its place (``Machine/materialise(pattern:)``).
///
///     +0  shape without properties   +24 function and position, as in an element
///     +4  kind `pattern`             +32 number of the pattern
///     +8  zeros                      +40 holes, then a word for each style literal
struct ElementPattern {
  /// The root in ``CodeStore/patternNodes``; the nodes of a pattern stand in preorder.
  var firstNode: UInt32
  var nodeCount: UInt16
  var holeCount: UInt16
  /// Style literals, each with a word that notes its index in the tree being rendered.
  var styleCount: UInt16
  /// Elements inside of each other.
  var depth: UInt16
  /// The hole with the root's key; 65,535 for none.
  var keyHole: UInt16
  /// The gaps of the pattern's form in ``CodeStore/patternGaps``.
  var firstGap: UInt32 = 0
  var gapCount: UInt16 = 0
  /// The text of the form in ``CodeStore/patternText``.
  var firstText: UInt32 = 0
  var textCount: UInt32 = 0

  static let none: UInt16 = 65_535
  static let number = 32
  static let holes = 40

  /// Where a record notes the index of a style literal.
  @inline(__always)
  func memo(of style: PatternStyle, in record: Ref) -> Int {
    Int(record) &+ Self.holes &+ (Int(holeCount) &+ Int(style.memo)) &* 8
  }
}

/// An element of a pattern.
struct PatternNode {
  /// How the children are written.
  enum Children: UInt8 {
    case none
    /// One child, not in an array.
    case single
    case list
  }

  /// The component object.
  var type: Value
  /// The component's number in the payload.
  var component: UInt8
  var children = Children.none
  /// How many elements of the pattern are open inside of it; 1 for the root.
  var depth: UInt16
  /// The element that holds this one; the root is its own.
  var parent: UInt16
  /// The shape of the props.
  var props = Shape.none
  /// Props, then children in ``CodeStore/patternParts``.
  var firstPart: UInt32 = 0
  var propCount: UInt16 = 0
  var childCount: UInt16 = 0
}

/// A prop or a child of a pattern's element, or a member of a style literal.
struct PatternPart {
  enum Kind: UInt8 {
    /// `value` is the value.
    case constant
    /// `index` is the hole.
    case hole
    /// `index` is an inner element of the pattern.
    case node
    /// An object literal for `style`; `index` is its place in ``CodeStore/patternStyles``.
    case styleLiteral
  }

  var kind: Kind
  var handling = PropHandling.short
  /// The id of the name in the table of short names.
  var name: UInt8 = 0
  var index: UInt16 = 0
  /// A constant; for the hole of a prop or member its name.
  var value = Value.undefined

  /// The name of a prop or member that is a hole.
  var key: PropertyKey { PropertyKey(value.isSymbol ? value.atom : .emptyText) }
}

/// What goes into a gap of a pattern's form.
struct PatternGap {
  enum Kind: UInt8 {
    /// `part` is the only child of a Text.
    case text
    /// The parts from `part` on are the children of a Text.
    case texts
    /// The parts from `part` on are nodes.
    case nodes
    /// The same for a single child.
    case node
    case prop, style, styleLiteral, id
  }

  var kind: Kind
  /// How many parts there are.
  var count: UInt16 = 1
  /// The element that it belongs to.
  var node: UInt16
  /// The first part in ``CodeStore/patternParts``.
  var part: UInt32
}

/// An object literal for `style`.
struct PatternStyle {
  var shape: Shape
  /// The members in ``CodeStore/patternParts``.
  var firstPart: UInt32
  var count: UInt16
  /// Which of the pattern's style literals it is.
  var memo: UInt16
  /// The members that are not constant, in ``CodeStore/patternGaps``, and the form's text.
  var firstGap: UInt32 = 0
  var gapCount: UInt16 = 0
  var firstText: UInt32 = 0
  var textCount: UInt32 = 0
}

extension Machine {
  /// Makes the record of a pattern with the holes that lie in the stack from `values` on.
  @inline(__always)
  mutating func makePattern(
    _ number: Int, _ values: Int
  ) throws(Abrupt) -> Value {
    let pattern = code.patterns[number]
    let holes = Int(pattern.holeCount)
    let ref = try heap.allocate(
      ElementPattern.holes &+ (holes &+ Int(pattern.styleCount)) &* 8)
    let at = Int(ref)
    heap.init64(
      at, UInt64(intrinsics.patternShape.id) | UInt64(ObjectKind.pattern.rawValue) << 32)
    heap.init64(at &+ 8, 0)
    heap.init64(at &+ 16, 0)
    heap.init64(
      at &+ 24,
      UInt64(truncatingIfNeeded: frames[frames.count &- 1].function &+ 1)
        | UInt64(truncatingIfNeeded: position) << 32)
    heap.init64(at &+ ElementPattern.number, UInt64(truncatingIfNeeded: number))
    let start = at &+ ElementPattern.holes
    var hole = 0
    while hole < holes {
      heap.init64(start &+ hole &* 8, stack.load64(values &+ hole &* 8))
      hole &+= 1
    }
    let end = holes &+ Int(pattern.styleCount)
    while hole < end {
      heap.init64(start &+ hole &* 8, 0)
      hole &+= 1
    }
    if pattern.keyHole != ElementPattern.none {
      let key = Value(bits: stack.load64(values &+ Int(pattern.keyHole) &* 8))
      if key.isObject || key.isSymbol {
        heap.initValue(start &+ Int(pattern.keyHole) &* 8, try elementKey(key))
      }
    }
    return .object(ref)
  }

  /// Makes an ordinary element of a pattern's record, in its place.
  @inline(never)
  mutating func materialise(pattern ref: Ref) throws(Abrupt) {
    _ = try elements(ofPattern: ref)
  }

  /// The elements that a pattern stands for, in its order; the first replaces the record.
  mutating func elements(ofPattern ref: Ref) throws(Abrupt) -> ContiguousArray<Ref> {
    let at = Int(ref)
    let pattern = code.patterns[Int(heap.load32(at + ElementPattern.number))]
    let count = Int(pattern.nodeCount)
    var refs = ContiguousArray<Ref>(repeating: ref, count: count)
    var index = count
    while index > 0 {
      index -= 1
      let node = code.patternNodes[Int(pattern.firstNode) + index]
      let props = try patternProps(node, at, refs)
      let record = try heap.allocate(ObjectLayout.internals + 48)
      let place = Int(record)
      let tag = heap.load64(at + 24)
      var key = Value.null
      if index == 0, pattern.keyHole != ElementPattern.none {
        key = try elementKey(patternHole(at, pattern.keyHole))
      }
      heap.init64(place, UInt64(intrinsics.elementShape.id) | 5 << 48)
      heap.init64(place + 8, UInt64(place + ObjectLayout.internals + 8))
      heap.init64(place + 16, 0)
      heap.init64(place + 24, tag &+ UInt64(index) << 32)
      heap.initValue(place + 32, .symbol(intrinsics.elementSymbol))
      heap.initValue(place + 40, node.type)
      heap.initValue(place + 48, key)
      heap.initValue(place + 56, .null)
      heap.initValue(place + 64, .object(props))
      refs[index] = record
    }
    // The root's record takes the slots of the element that was made for it.
    heap.store64(at, UInt64(intrinsics.elementShape.id) | 5 << 48)
    heap.store64(at + 8, UInt64(heap.load32(Int(refs[0]) + 8)))
    refs[0] = ref
    return refs
  }

  @inline(__always)
  mutating func patternHole(_ record: Int, _ hole: UInt16) -> Value {
    heap.value(record &+ ElementPattern.holes &+ Int(hole) &* 8)
  }

  private mutating func patternProps(
    _ node: PatternNode, _ record: Int, _ refs: ContiguousArray<Ref>
  ) throws(Abrupt) -> Ref {
    let propCount = Int(node.propCount)
    let slots = propCount + (node.children == .none ? 0 : 1)
    let props = try makeObject(node.props, capacity: slots)
    let start = Int(props) + ObjectLayout.internals
    for index in 0..<slots { heap.initValue(start + index * 8, .undefined) }
    for index in 0..<propCount {
      let part = code.patternParts[Int(node.firstPart) + index]
      heap.store64(start + index * 8, try patternValue(part, record, refs).bits)
    }
    let first = Int(node.firstPart) + propCount
    switch node.children {
    case .none: break
    case .single:
      let child = try patternValue(code.patternParts[first], record, refs)
      heap.store64(start + propCount * 8, child.bits)
    case .list:
      let array = try makeArray(capacity: Int(node.childCount))
      for index in 0..<Int(node.childCount) {
        try push(array, try patternValue(code.patternParts[first + index], record, refs))
      }
      heap.store64(start + propCount * 8, Value.object(array).bits)
    }
    return props
  }

  private mutating func patternValue(
    _ part: PatternPart, _ record: Int, _ refs: ContiguousArray<Ref>
  ) throws(Abrupt) -> Value {
    switch part.kind {
    case .constant: return part.value
    case .hole: return patternHole(record, part.index)
    case .node: return .object(refs[Int(part.index)])
    case .styleLiteral:
      let style = code.patternStyles[Int(part.index)]
      let object = try makeObject(style.shape, capacity: Int(style.count))
      let start = Int(object) + ObjectLayout.internals
      for index in 0..<Int(style.count) {
        let member = code.patternParts[Int(style.firstPart) + index]
        let value = try patternValue(member, record, refs)
        heap.initValue(start + index * 8, value)
      }
      let pattern = code.patterns[Int(heap.load32(record + ElementPattern.number))]
      try moveStyleIndex(from: record, style, pattern, to: object)
      return .object(object)
    }
  }

  /// Lets a style object take the index that its literal got before it was looked at.
  private mutating func moveStyleIndex(
    from record: Int, _ style: PatternStyle, _ pattern: ElementPattern, to object: Ref
  ) throws(Abrupt) {
    let memo = heap.load64(pattern.memo(of: style, in: Ref(record)))
    guard memo >> 32 == UInt64(render.generation) else {
      // A render within a render looks at what the one around it rendered as a pattern.
      if memo != 0 { metOpenPattern = true }
      return
    }
    let place = render.styles.insert(object)
    render.styles[place] = UInt32(truncatingIfNeeded: memo)
  }
}
