/// A set of code points as pairs (first, one past the last).
///
/// Members are added in any order; ``normalize()`` sorts and joins the pairs, and every other
/// operation expects that it ran.
struct CodePointSet: Hashable, Sendable {
  static let limit: UInt32 = 0x110000

  private(set) var bounds: [UInt32] = []

  init() {}

  init(_ ranges: ClosedRange<UInt32>...) {
    for range in ranges { add(range) }
    normalize()
  }

  /// The number of ranges.
  var count: Int { bounds.count / 2 }
  var isEmpty: Bool { bounds.isEmpty }

  mutating func add(_ range: ClosedRange<UInt32>) {
    bounds.append(range.lowerBound)
    bounds.append(range.upperBound + 1)
  }

  mutating func add(_ code: UInt32) { add(code...code) }

  mutating func add(_ other: CodePointSet) { bounds += other.bounds }

  /// The one member, if there is just one.
  var single: UInt32? {
    bounds.count == 2 && bounds[0] + 1 == bounds[1] ? bounds[0] : nil
  }
}

extension CodePointSet {
  mutating func normalize() {
    var isSorted = true
    for index in stride(from: 2, to: bounds.count, by: 2) where bounds[index] <= bounds[index - 1] {
      isSorted = false
      break
    }
    if isSorted { return }
    var pairs: [UInt64] = []
    pairs.reserveCapacity(count)
    for index in stride(from: 0, to: bounds.count, by: 2) {
      pairs.append(UInt64(bounds[index]) << 32 | UInt64(bounds[index + 1]))
    }
    pairs.sort()
    bounds.removeAll(keepingCapacity: true)
    for pair in pairs {
      let first = UInt32(pair >> 32)
      let end = UInt32(truncatingIfNeeded: pair)
      if let last = bounds.last, first <= last {
        bounds[bounds.count - 1] = max(last, end)
      } else {
        bounds.append(first)
        bounds.append(end)
      }
    }
  }

  /// Every code point that is not a member.
  var inverted: CodePointSet {
    var result = CodePointSet()
    var next: UInt32 = 0
    for index in stride(from: 0, to: bounds.count, by: 2) {
      if bounds[index] > next {
        result.bounds.append(next)
        result.bounds.append(bounds[index])
      }
      next = bounds[index + 1]
    }
    if next < Self.limit {
      result.bounds.append(next)
      result.bounds.append(Self.limit)
    }
    return result
  }

  /// - Complexity: O(log *n*) in the number of ranges.
  func contains(_ code: UInt32) -> Bool {
    var low = 0
    var high = bounds.count
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= code { low = middle + 1 } else { high = middle }
    }
    return low & 1 == 1
  }

  /// Whether any member lies in `range`.
  func overlaps(_ range: ClosedRange<UInt32>) -> Bool {
    for index in stride(from: 0, to: bounds.count, by: 2) {
      if bounds[index] > range.upperBound { return false }
      if bounds[index + 1] > range.lowerBound { return true }
    }
    return false
  }
}

// MARK: - The sets of the language

extension CodePointSet {
  static let all = CodePointSet(0...0x10FFFF)
  static let digits = CodePointSet(0x30...0x39)
  static let word = CodePointSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
  /// `\w` under `iu`: U+017F and U+212A fold to `s` and `k`.
  static let foldedWord = CodePointSet(
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0x17F...0x17F, 0x212A...0x212A)
  static let space = CodePointSet(
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF)
  static let lineEnds = CodePointSet(0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029)
}
