internal import PantileJSON

/// The steps of a Shell sort, for lists of names that are nearly always short.
let shellGaps: InlineArray<10, Int> = [8861, 2953, 701, 301, 132, 57, 23, 10, 4, 1]

/// Copies JSON text with the members of every object sorted by the UTF-16 units of their names.
///
/// The text is what `JSON.stringify` writes: no white space, well formed.
struct JSONSorter: ~Copyable {
  private var members: [Member] = []
  private static let depthLimit = 64

  private struct Member {
    var start: Int
    var colon: Int
    var end: Int
  }

  /// Appends `text`, sorted, to `out`. Objects deeper than 64 levels are copied as they are.
  mutating func write(_ text: TextRange, _ tree: borrowing Tree, to out: inout ByteBuffer) {
    let start = Int(text.offset)
    write(start, start + text.byteCount, 0, tree, &out)
  }

  private mutating func write(
    _ start: Int, _ end: Int, _ depth: Int, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    let opener = start < end ? tree.texts.load8(start) : 0
    let isObject = opener == UInt8(ascii: "{")
    guard isObject || opener == UInt8(ascii: "["), depth < Self.depthLimit else {
      tree.texts.withBytes(start, end - start) { out.append($0) }
      return
    }
    let base = members.count
    split(start + 1, end - 1, tree)
    if isObject { sort(from: base, tree) }
    out.append(opener)
    for index in base..<members.count {
      let member = members[index]
      if index > base { out.append(UInt8(ascii: ",")) }
      var value = member.start
      if isObject {
        value = member.colon + 1
        tree.texts.withBytes(member.start, value - member.start) { out.append($0) }
      }
      write(value, member.end, depth + 1, tree, &out)
    }
    out.append(tree.texts.load8(end - 1))
    members.removeLast(members.count - base)
  }

  private mutating func sort(from base: Int, _ tree: borrowing Tree) {
    for step in shellGaps.indices {
      let gap = shellGaps[step]
      guard gap < members.count - base else { continue }
      for index in base + gap..<members.count {
        var place = index
        while place >= base + gap, precedes(members[place], members[place - gap], tree) {
          members.swapAt(place, place - gap)
          place -= gap
        }
      }
    }
  }

  private func precedes(_ left: Member, _ right: Member, _ tree: borrowing Tree) -> Bool {
    UTF16Units.precedes(
      UTF16Units(left.start + 1, left.colon - 1, isEscaped: true),
      UTF16Units(right.start + 1, right.colon - 1, isEscaped: true), tree.texts)
  }

  /// Notes the members of an object, or the items of an array, between two offsets.
  private mutating func split(_ start: Int, _ end: Int, _ tree: borrowing Tree) {
    guard start < end else { return }
    var member = Member(start: start, colon: start, end: end)
    var depth = 0
    var at = start
    while at < end {
      switch tree.texts.load8(at) {
      case UInt8(ascii: "\""): at = skipString(at, end, tree)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 0: member.colon = at
      case UInt8(ascii: ",") where depth == 0:
        member.end = at
        members.append(member)
        member = Member(start: at + 1, colon: at + 1, end: end)
      default: break
      }
      at += 1
    }
    members.append(member)
  }

  /// The offset of the quote that ends a string.
  private func skipString(_ start: Int, _ end: Int, _ tree: borrowing Tree) -> Int {
    var at = start + 1
    while at < end, tree.texts.load8(at) != UInt8(ascii: "\"") {
      at += tree.texts.load8(at) == UInt8(ascii: "\\") ? 2 : 1
    }
    return at
  }
}
