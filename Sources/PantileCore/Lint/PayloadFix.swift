/// A payload after the repairs that the linter names.
///
/// Only the bytes that are wrong change; the rest of the text stays as it is.
public struct PayloadFix: Sendable {
  /// The text.
  public private(set) var payload: [UInt8]
  /// How many findings were repaired.
  public private(set) var count = 0
  /// What is left.
  public private(set) var report = LintReport()

  /// Repairs that overlap wait for the next round.
  private static let rounds = 12
  /// The findings of a round.
  private static let roundLimit = 20_000

  /// Repairs a payload.
  ///
  /// - Complexity: A look at the payload a round.
  public init(_ payload: [UInt8], with linter: PayloadLinter) {
    self.payload = payload
    var finder = linter
    finder.findingLimit = Self.roundLimit
    for _ in 0..<Self.rounds {
      let taken = Self.compatible(finder.lint(self.payload).findings)
      if taken.isEmpty { break }
      count += taken.count
      apply(taken.flatMap(\.edits))
    }
    report = linter.lint(self.payload)
  }

  /// The findings whose edits do not touch those before them.
  private static func compatible(_ findings: [LintFinding]) -> [LintFinding] {
    var taken: [LintFinding] = []
    // Ranges in order; a finding's edits may lie around another's.
    var ranges: [Range<Int>] = []
    for finding in findings where !finding.edits.isEmpty {
      let own = finding.edits.map(\.range)
      let isFree = own.allSatisfy { range in
        let place = place(of: range.lowerBound, in: ranges)
        return (place == 0 || areApart(ranges[place - 1], range))
          && (place == ranges.count || areApart(range, ranges[place]))
      }
      guard isFree else { continue }
      taken.append(finding)
      for range in own { ranges.insert(range, at: place(of: range.lowerBound, in: ranges)) }
    }
    return taken
  }

  /// Whether two edits do not disturb each other; insertions may not even touch.
  private static func areApart(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    let mayTouch = !first.isEmpty && !second.isEmpty
    return first.upperBound < second.lowerBound
      || mayTouch && first.upperBound == second.lowerBound
  }

  /// The first of sorted ranges that does not begin before a byte.
  private static func place(of start: Int, in ranges: [Range<Int>]) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func apply(_ edits: [LintFinding.Edit]) {
    var result: [UInt8] = []
    result.reserveCapacity(payload.count)
    var at = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += payload[at..<edit.range.lowerBound]
      result += edit.replacement.utf8
      at = edit.range.upperBound
    }
    result += payload[at...]
    payload = result
  }
}
