/// Keeps ICU from quadratic time on long runs of combining marks.
///
/// ICU puts marks into canonical order by insertion, so a text of a million marks in the worst
/// order takes minutes. Marks of different classes may change places without changing what the
/// text means, so such runs are sorted here before ICU sees them.
enum CombiningMarks {
  /// Runs up to this length are left to ICU.
  static let runLimit = 64

  /// The text with every overlong run in canonical order; nearly always the text itself.
  ///
  /// - Complexity: O(*n*) in the units of `text`.
  static func ordered(_ text: [UInt16]) -> [UInt16] {
    guard text.count > runLimit else { return text }
    var result = text
    var run: [(scalar: Unicode.Scalar, rank: UInt8)] = []
    var start = 0
    var index = 0
    while index < text.count {
      let (scalar, width) = scalar(text, at: index)
      let rank = scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
      if rank == 0 {
        settle(&run, &result, start)
        start = index + width
      } else {
        run.append((scalar, rank))
      }
      index += width
    }
    settle(&run, &result, start)
    return result
  }

  /// Sorts a run that ends here and empties it; the sort keeps equal classes in order.
  private static func settle(
    _ run: inout [(scalar: Unicode.Scalar, rank: UInt8)], _ result: inout [UInt16], _ start: Int
  ) {
    if run.count > runLimit {
      var buckets = [[Unicode.Scalar]](repeating: [], count: 256)
      for mark in run { buckets[Int(mark.rank)].append(mark.scalar) }
      var position = start
      for mark in buckets.joined() {
        for unit in UTF16.encode(mark) ?? .init() {
          result[position] = unit
          position += 1
        }
      }
    }
    run.removeAll(keepingCapacity: run.count <= runLimit)
  }

  /// The scalar at an index; a lone surrogate counts as the replacement character.
  private static func scalar(_ text: [UInt16], at index: Int) -> (Unicode.Scalar, Int) {
    let unit = text[index]
    if UTF16.isLeadSurrogate(unit), index + 1 < text.count,
      UTF16.isTrailSurrogate(text[index + 1])
    {
      let value = (UInt32(unit) - 0xD800) << 10 + UInt32(text[index + 1]) - 0xDC00 + 0x10000
      return (Unicode.Scalar(value) ?? "\u{FFFD}", 2)
    }
    return (Unicode.Scalar(unit) ?? "\u{FFFD}", 1)
  }
}
