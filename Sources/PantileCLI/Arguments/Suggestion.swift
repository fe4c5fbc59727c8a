/// What somebody may have meant.
enum Suggestion {
  /// `; did you mean 'x'?`, or nothing where no name is close.
  static func text(for word: String, among names: [String]) -> String {
    let bytes = Array(word.utf8)
    guard bytes.count <= 64 else { return "" }
    let ranked = names.map { (name: $0, distance: distance(bytes, Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, min(3, bytes.count / 3))
    else { return "" }
    return "; did you mean '\(best.name)'?"
  }

  /// The insertions, removals, replacements and swaps of neighbours between two texts.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var line = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var best = min(line[column] + 1, last[column + 1] + 1, last[column] + (isSame ? 0 : 1))
        let isSwap =
          row > 0 && column > 0 && left[row] == right[column - 1]
          && left[row - 1] == right[column]
        if isSwap { best = min(best, before[column - 1] + 1) }
        line.append(best)
      }
      before = last
      last = line
    }
    return last[right.count]
  }
}
