/// Finds the lines and columns of byte offsets in a source file.
struct SourceMap {
  private let source: ContiguousArray<UInt8>

  init(_ source: ContiguousArray<UInt8>) { self.source = source }

  /// A place in a file; both numbers begin with 1, columns count UTF-16 code units.
  struct Position: Equatable {
    var line: Int
    var column: Int
  }

  /// A line for display, tabs as spaces, with the column of a place in it, from 0 on.
  struct Excerpt: Equatable {
    var text: String
    var caret: Int
  }

  /// The place of a byte offset; the end of the file when it lies behind.
  func position(of offset: UInt32) -> Position {
    let offset = min(Int(offset), source.count)
    var line = 1
    var start = 0
    var index = 0
    while index < offset {
      let length = terminator(at: index)
      if length > 0, index + length <= offset {
        line += 1
        start = index + length
      }
      index += max(1, length)
    }
    return Position(line: line, column: units(start..<offset) + 1)
  }

  /// The line around a byte offset, cut to `width` columns around the place.
  func excerpt(at offset: UInt32, width: Int = 160) -> Excerpt {
    let offset = min(Int(offset), source.count)
    var start = offset
    while start > 0, terminatorLength(endingAt: start) == 0 { start -= 1 }
    var end = offset
    while end < source.count, terminator(at: end) == 0 { end += 1 }
    let units = Array(String(decoding: source[start..<end], as: UTF8.self).utf16)
    let caret = self.units(start..<offset)
    var first = units.count > width ? max(0, min(caret - width / 2, units.count - width)) : 0
    var last = min(units.count, first + width)
    if first > 0, UTF16.isTrailSurrogate(units[first]) { first += 1 }
    if last < units.count, UTF16.isTrailSurrogate(units[last]) { last -= 1 }
    let shown = units[first..<max(first, last)].map { $0 == 0x09 ? 0x20 : $0 }
    return Excerpt(text: String(decoding: shown, as: UTF16.self), caret: caret - first)
  }

  /// The length of the line terminator at `index`, 0 for none.
  private func terminator(at index: Int) -> Int {
    switch source[index] {
    case 0x0A: return 1
    case 0x0D: return index + 1 < source.count && source[index + 1] == 0x0A ? 2 : 1
    case 0xE2:
      let isSeparator =
        index + 2 < source.count && source[index + 1] == 0x80 && source[index + 2] & 0xFE == 0xA8
      return isSeparator ? 3 : 0
    default: return 0
    }
  }

  private func terminatorLength(endingAt end: Int) -> Int {
    let last = source[end - 1]
    if last == 0x0A { return 1 }
    if last == 0x0D { return end < source.count && source[end] == 0x0A ? 0 : 1 }
    if last & 0xFE == 0xA8, end >= 3 { return terminator(at: end - 3) == 3 ? 3 : 0 }
    return 0
  }

  /// The number of UTF-16 code units of a source range.
  private func units(_ range: Range<Int>) -> Int {
    var count = 0
    for index in range {
      let byte = source[index]
      if byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 2 : 1 }
    }
    return count
  }
}
