internal import PantileJSON

/// The roots of a tree that compact mode writes, in the order of the payload.
struct RootList: ~Copyable {
  /// A root that is written.
  struct Root {
    /// The number of its family or region.
    var rank: Int
    var isRegion: Bool
    /// Its place in the tree.
    var place: Int
    /// Its node in the graph.
    var node = 0

    /// Writes `,"name":`.
    func writeKey(to out: inout ByteBuffer) {
      out.append(",\"")
      if isRegion {
        if let region = Region(rawValue: UInt8(rank)) { out.append(region.key) }
      } else if let family = Family(rawValue: UInt8(rank)) {
        out.append(family.name)
      }
      out.append("\":")
    }
  }

  private var roots: [Root] = []
  private let names = Family.allCases.map { family in
    var name = PackedName()
    for byte in family.name.description.utf8 { name.append(byte) }
    return name
  }

  /// The number of roots.
  var count: Int { roots.count }

  subscript(index: Int) -> Root {
    get { roots[index] }
    set { roots[index] = newValue }
  }

  /// Puts a root in the place of another one in front of it.
  mutating func move(_ index: Int, to place: Int) {
    if index != place { roots[place] = roots[index] }
  }

  /// Drops the roots from `count` on.
  mutating func cut(to count: Int) { roots.removeLast(roots.count - count) }

  /// Takes the roots of a tree; false when one is no family, which is reported.
  mutating func list(_ tree: borrowing Tree, _ findings: inout [Finding]) -> Bool {
    roots.removeAll(keepingCapacity: true)
    var isFine = true
    for place in tree.rootList.indices {
      let root = tree.rootList[place]
      if let rank = rank(of: root, tree) {
        roots.append(Root(rank: rank, isRegion: root.region != nil, place: place))
      } else {
        let code = Self.isReserved(tree.rootList[place].name, tree)
        findings.append(Finding(code ? .reservedFamily : .unknownFamily, root: place))
        isFine = false
      }
    }
    sort()
    return isFine
  }

  private mutating func sort() {
    guard roots.count <= 16 else {
      return roots.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
    }
    for index in roots.indices {
      var place = index
      while place > 0, roots[place - 1].rank > roots[place].rank {
        roots.swapAt(place - 1, place)
        place -= 1
      }
    }
  }

  /// The number of a root's family or region; `nil` when it is no family.
  private func rank(of root: Tree.Root, _ tree: borrowing Tree) -> Int? {
    if tree.form == .bare { return 0 }
    if let region = root.region { return Int(region.rawValue) }
    guard let name = PackedName(tree.texts, Int(root.name.offset), root.name.byteCount) else {
      return nil
    }
    return names.firstIndex {
      $0.low == name.low && $0.middle == name.middle && $0.high == name.high
    }
  }

  private static func isReserved(_ name: TextRange, _ tree: borrowing Tree) -> Bool {
    guard name.byteCount == 1 else { return false }
    let letter = tree.texts.load8(Int(name.offset))
    return letter == UInt8(ascii: "v") || letter == UInt8(ascii: "e")
      || letter == UInt8(ascii: "s")
  }
}
