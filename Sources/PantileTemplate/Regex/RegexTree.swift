/// One node of a parsed pattern; children are indices into ``RegexTree/nodes``.
enum RegexNode: Sendable {
  case empty
  /// One character: a code point with the flag `u`, else a code unit.
  case unit(UInt32)
  /// One character of a set, by its index in ``RegexTree/sets``.
  case set(Int)
  /// Ranges of ``RegexTree/children``.
  case sequence(Range<Int>)
  case choice(Range<Int>)
  case capture(Int, child: Int)
  case backreference(Int)
  case assertion(RegexAssertion)
  case look(child: Int, isBehind: Bool, isNegated: Bool)
  case loop(RegexLoop)
}

enum RegexAssertion: Sendable {
  case start, end, boundary, notBoundary
}

struct RegexLoop: Sendable {
  static let unbounded = Int(Int32.max)

  var child: Int
  var minimum: Int
  var maximum: Int
  var isLazy: Bool
  /// The groups inside, which each iteration resets.
  var captures: Range<Int>
}

/// What is known of a node without looking at its children again.
struct RegexTraits: Sendable {
  /// Whether the node may match the empty string.
  var isNullable: Bool
  /// Whether the node matches nothing but the empty string.
  var isZeroWidth: Bool
  /// The code units with which a match that is not empty may begin.
  var first: FirstUnits

  static let zeroWidth = RegexTraits(isNullable: true, isZeroWidth: true, first: FirstUnits())
}

/// A set of code units, exact for ASCII; all others are in it or none.
struct FirstUnits: Equatable, Sendable {
  var low: UInt64 = 0
  var high: UInt64 = 0
  var isBeyondASCII = false

  static let all = FirstUnits(low: ~0, high: ~0, isBeyondASCII: true)

  mutating func insert(_ code: UInt32) {
    if code < 64 {
      low |= 1 << UInt64(code)
    } else if code < 128 {
      high |= 1 << UInt64(code - 64)
    } else {
      isBeyondASCII = true
    }
  }

  mutating func formUnion(_ other: FirstUnits) {
    low |= other.low
    high |= other.high
    isBeyondASCII = isBeyondASCII || other.isBeyondASCII
  }

  @inline(__always)
  func contains(_ unit: UInt32) -> Bool {
    if unit >= 128 { return isBeyondASCII }
    return ((unit < 64 ? low : high) >> UInt64(unit & 63)) & 1 == 1
  }
}

extension FirstUnits {
  init(_ set: CodePointSet) {
    self.init()
    let bounds = set.bounds
    for index in stride(from: 0, to: bounds.count, by: 2) {
      let start = bounds[index]
      let end = bounds[index + 1]
      if start < 128 {
        for code in start..<min(end, 128) { insert(code) }
      }
      if end > 128 { insert(128) }
    }
  }
}

/// A parsed pattern.
struct RegexTree: Sendable {
  var nodes: [RegexNode] = []
  var traits: [RegexTraits] = []
  var children: [Int] = []
  var sets: [CodePointSet] = []
  private var setIndices: [CodePointSet: Int] = [:]
  var root = 0
  /// The number of capturing groups.
  var captureCount = 0
  var groupNames: [RegexGroupName] = []

  init() {}
}

/// A named group; names are listed in the order of their groups.
struct RegexGroupName: Equatable, Sendable {
  /// The name in UTF-16 code units, by which names are the same or not.
  var units: [UInt16]
  var group: Int

  var name: String { String(decoding: units, as: UTF16.self) }
}

// MARK: - Building

extension RegexTree {
  mutating func add(_ node: RegexNode) -> Int {
    traits.append(traits(of: node))
    nodes.append(node)
    return nodes.count - 1
  }

  /// Adds a node for one character of `set`.
  mutating func addSet(_ set: CodePointSet) -> Int {
    if let single = set.single { return add(.unit(single)) }
    return add(.set(intern(set)))
  }

  mutating func addSequence(_ terms: ArraySlice<Int>) -> Int {
    if terms.isEmpty { return add(.empty) }
    if terms.count == 1, let term = terms.first { return term }
    let start = children.count
    children += terms
    return add(.sequence(start..<children.count))
  }

  mutating func addChoice(_ alternatives: ArraySlice<Int>) -> Int {
    if alternatives.count == 1, let alternative = alternatives.first { return alternative }
    if let set = union(alternatives) { return addSet(set) }
    let start = children.count
    children += alternatives
    return add(.choice(start..<children.count))
  }

  /// The characters of alternatives that are one character each.
  private func union(_ alternatives: ArraySlice<Int>) -> CodePointSet? {
    var result = CodePointSet()
    for alternative in alternatives {
      switch nodes[alternative] {
      case .unit(let code): result.add(code)
      case .set(let index): result.add(sets[index])
      default: return nil
      }
    }
    result.normalize()
    return result
  }

  private mutating func intern(_ set: CodePointSet) -> Int {
    if let index = setIndices[set] { return index }
    sets.append(set)
    setIndices[set] = sets.count - 1
    return sets.count - 1
  }

  private func traits(of node: RegexNode) -> RegexTraits {
    var result = RegexTraits.zeroWidth
    switch node {
    case .empty, .assertion, .look: break
    case .unit(let code):
      result = RegexTraits(isNullable: false, isZeroWidth: false, first: FirstUnits())
      result.first.insert(code)
    case .set(let index):
      result = RegexTraits(
        isNullable: false, isZeroWidth: false, first: FirstUnits(sets[index]))
    case .sequence(let range):
      for child in children[range] {
        if result.isNullable { result.first.formUnion(traits[child].first) }
        result.isNullable = result.isNullable && traits[child].isNullable
        result.isZeroWidth = result.isZeroWidth && traits[child].isZeroWidth
      }
    case .choice(let range):
      result.isNullable = false
      for child in children[range] {
        result.first.formUnion(traits[child].first)
        result.isNullable = result.isNullable || traits[child].isNullable
        result.isZeroWidth = result.isZeroWidth && traits[child].isZeroWidth
      }
    case .capture(_, let child): result = traits[child]
    case .backreference:
      result = RegexTraits(isNullable: true, isZeroWidth: false, first: .all)
    case .loop(let loop):
      result = traits[loop.child]
      if loop.minimum == 0 { result.isNullable = true }
      if loop.maximum == 0 { result.isZeroWidth = true }
    }
    return result
  }
}
