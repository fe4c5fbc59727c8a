internal import PantileJSON

// Props: sorted by name, then written; those that hold nodes one after the other.

extension PlainTreeWriter {
  /// The kind of a prop whose style has a number.
  private static let knownStyle: UInt64 = 0xFF

  enum Outcome {
    case done
    /// Some props hold nodes, or there are many or names of their own; nothing is written.
    case holdsNodes
    case givenUp
  }

  /// Writes the props of an element and its end where they are sorted scalars or a style that is
  /// complete text, as the Swift DSL makes them; else writes nothing and returns false.
  @inline(__always)
  private mutating func writeSortedProps(
    _ node: Int, _ tree: borrowing Tree, _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) -> Bool {
    let start = out.count
    var prop = Int(tree.records.load32(node &+ 16))
    var last = -1
    var isSorted = prop != 0
    let edges = graph.pendingTop
    out.append(word: 0x7B3A_2270_222C, count: 6)  // ,"p":{
    while prop != 0 {
      let word = tree.records.load64(prop)
      let value = tree.records.load64(prop &+ 8)
      let id = Int(word &>> 16 & 0xFFFF)
      guard id < Int(ShortName.count), case let rank = Int(keys.rank(id)), rank > last else {
        isSorted = false
        break
      }
      keys.write(id, isFirst: last < 0, to: &out)
      last = rank
      switch UInt8(truncatingIfNeeded: word) {
      case ValueKind.string.rawValue: tree.write(string: TextRange(word: value), to: &out)
      case ValueKind.number.rawValue where Double(bitPattern: value).isFinite:
        tree.write(number: Double(bitPattern: value), to: &out)
      case ValueKind.raw.rawValue where id == Int(ShortName.style.rawValue):
        let json = TextRange(word: value)
        longestRaw = Swift.max(longestRaw, json.byteCount)
        isSorted = tree.isObject(json)
        if sharesParts {
          if isSorted { graph.link(styles.find(json: json, tree, &graph), at: out.count) }
        } else {
          tree.write(raw: json, to: &out)
        }
      default: isSorted = false
      }
      guard isSorted else { break }
      prop = Int(word &>> 32)
    }
    guard isSorted else {
      out.truncate(to: start)
      graph.dropPending(from: edges)
      return false
    }
    out.append(word: 0x7D7D, count: 2)
    return true
  }

  /// Writes the props of an element and its end where none holds nodes.
  mutating func writeScalarProps(
    _ header: UInt32, _ node: Int, _ tree: borrowing Tree, _ graph: inout CompactGraph,
    _ out: inout ByteBuffer
  ) -> Outcome {
    guard header & ElementFlags.hasProps != 0 else {
      out.append(UInt8(ascii: "}"))
      return .done
    }
    if writeSortedProps(node, tree, &graph, &out) { return .done }
    var prop = Int(tree.records.load32(node &+ 16))
    if prop != 0, case let word = tree.records.load64(prop),
      word & ~0xFF == UInt64(ShortName.style.rawValue) &<< 16
    {
      let kind = UInt8(truncatingIfNeeded: word)
      if kind == ValueKind.style.rawValue || kind == ValueKind.inlineStyle.rawValue {
        return writeOnlyStyle(kind, tree.records.load64(prop &+ 8), tree, &graph, &out)
      }
    }
    var entries = InlineArray<16, UInt64>(repeating: 0)
    var count = 0
    while prop != 0 {
      let word = tree.records.load64(prop)
      let id = Int(word &>> 16 & 0xFFFF)
      guard id < Int(ShortName.count), count < 16 else { return .holdsNodes }
      var entry = UInt64(truncatingIfNeeded: prop) | (word & 0xFF) &<< 48
      switch ValueKind(rawValue: UInt8(truncatingIfNeeded: word)) {
      case .bool, .string: break
      case .number:
        let value = tree.records.load64(prop &+ 8)
        if !Double(bitPattern: value).isFinite { return .givenUp }
      case .raw:
        let json = TextRange(word: tree.records.load64(prop &+ 8))
        longestRaw = Swift.max(longestRaw, json.byteCount)
        if tree.isNull(json) {
          entry = 0
        } else if sharesParts, id == Int(ShortName.style.rawValue), tree.isObject(json) {
          entry = find(json: json, tree, &graph)
        }
      case .style, .inlineStyle:
        let value = tree.records.load64(prop &+ 8)
        guard let found = find(UInt8(truncatingIfNeeded: word), value, tree, &graph) else {
          return .givenUp
        }
        entry = found
      case .null, .dropped: entry = 0
      case .content, .table, nil: return .holdsNodes
      }
      if entry != 0 {
        entry |= UInt64(id) &<< 32 | UInt64(keys.rank(id)) &<< 56
        var at = count
        while at > 0, entries[at &- 1] > entry {
          entries[at] = entries[at &- 1]
          at &-= 1
        }
        entries[at] = entry
        count &+= 1
      }
      prop = Int(word &>> 32)
    }
    guard count > 0 else {
      out.append(UInt8(ascii: "}"))
      return .done
    }
    out.append(word: 0x7B3A_2270_222C, count: 6)  // ,"p":{
    for index in 0..<count {
      let entry = entries[index]
      keys.write(Int(entry &>> 32 & 0xFFFF), isFirst: index == 0, to: &out)
      let kind = entry &>> 48 & 0xFF
      if kind == Self.knownStyle {
        writeStyle(Int(entry & 0xFFFF_FFFF), &graph, &out)
      } else {
        let value = tree.records.load64(Int(entry & 0xFFFF_FFFF) &+ 8)
        let kind = ValueKind(rawValue: UInt8(truncatingIfNeeded: kind))
        tree.write(kind, value, to: &out)
      }
    }
    out.append(word: 0x7D7D, count: 2)
    return .done
  }

  /// Writes the props and the end of an element that has a style and nothing else.
  @inline(__always)
  private mutating func writeOnlyStyle(
    _ kind: UInt8, _ value: UInt64, _ tree: borrowing Tree, _ graph: inout CompactGraph,
    _ out: inout ByteBuffer
  ) -> Outcome {
    guard let entry = find(kind, value, tree, &graph) else { return .givenUp }
    guard entry != 0 else {
      out.append(UInt8(ascii: "}"))
      return .done
    }
    out.append(low: 0x7322_7B3A_2270_222C, high: 0x3A22, 10)  // ,"p":{"s":
    writeStyle(Int(entry & 0xFFFF_FFFF), &graph, &out)
    out.append(word: 0x7D7D, count: 2)
    return .done
  }

  /// Writes a style that has a number.
  @inline(__always)
  private func writeStyle(
    _ number: Int, _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) {
    if sharesParts { graph.link(number, at: out.count) } else { styles.write(number, to: &out) }
  }

  /// The prop of a style: 0 when the style is empty, `nil` when it gives up.
  @inline(__always)
  private mutating func find(
    _ kind: UInt8, _ value: UInt64, _ tree: borrowing Tree, _ graph: inout CompactGraph
  ) -> UInt64? {
    let found: Int?
    if kind == ValueKind.style.rawValue {
      found = styles.find(
        index: Int(truncatingIfNeeded: value), sharesParts, keys, tree, &graph)
    } else {
      found = styles.find(
        node: Int(truncatingIfNeeded: value), sharesParts, keys, tree, &graph)
    }
    guard let found else { return nil }
    guard found > 0 else { return 0 }
    return UInt64(truncatingIfNeeded: found &- 1) | Self.knownStyle &<< 48
  }

  /// The prop of a style that is complete text.
  private mutating func find(
    json: TextRange, _ tree: borrowing Tree, _ graph: inout CompactGraph
  ) -> UInt64 {
    UInt64(truncatingIfNeeded: styles.find(json: json, tree, &graph)) | Self.knownStyle &<< 48
  }

  /// Puts the props that are written on the stack, sorted by name; false when it gives up.
  mutating func gather(
    _ header: UInt32, _ element: inout Element, _ tree: borrowing Tree,
    _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) -> Bool {
    let base = stack.top
    element.firstProp = base
    element.prop = base
    guard header & ElementFlags.hasProps != 0 else { return true }
    var hasOwnNames = false
    var prop = Int(tree.records.load32(element.node &+ 16))
    while prop != 0 {
      let word = tree.records.load64(prop)
      let value = tree.records.load64(prop &+ 8)
      var entry = UInt64(truncatingIfNeeded: prop) | (word & 0xFF) &<< 48
      switch ValueKind(rawValue: UInt8(truncatingIfNeeded: word)) {
      case .bool, .string: break
      case .number: if !Double(bitPattern: value).isFinite { return false }
      case .content: if Content(word: value).count == 0 { entry = 0 }
      case .raw:
        let json = TextRange(word: value)
        longestRaw = Swift.max(longestRaw, json.byteCount)
        if tree.isNull(json) {
          entry = 0
        } else if sharesParts, word &>> 16 & 0xFFFF == UInt64(ShortName.style.rawValue),
          tree.isObject(json)
        {
          entry = find(json: json, tree, &graph)
        }
      case .style, .inlineStyle:
        guard let found = find(UInt8(truncatingIfNeeded: word), value, tree, &graph) else {
          return false
        }
        entry = found
      case .null, .dropped: entry = 0
      case .table, nil: return false
      }
      if entry != 0, !insert(entry, word, base, &hasOwnNames, tree) { return false }
      prop = Int(word &>> 32)
    }
    return true
  }

  /// Sorts a prop into those on the stack; false when there are too many.
  @inline(__always)
  private mutating func insert(
    _ entry: UInt64, _ word: UInt64, _ base: Int, _ hasOwnNames: inout Bool,
    _ tree: borrowing Tree
  ) -> Bool {
    let id = Int(word &>> 16 & 0xFFFF)
    var at = stack.top
    guard at &- base < Self.mostProps &* 8 else { return false }
    if stack.capacity &- at < 8, !Self.grow(&stack, 8) { return false }
    stack.top = at &+ 8
    if id >= Int(ShortName.count) || hasOwnNames {
      hasOwnNames = true
      insertSlowly(entry | UInt64(id) &<< 32, base, tree)
      return true
    }
    let sorted = entry | UInt64(id) &<< 32 | UInt64(keys.rank(id)) &<< 56
    while at > base, case let before = stack.load64(at &- 8), before > sorted {
      stack.store64(at, before)
      at &-= 8
    }
    stack.store64(at, sorted)
    return true
  }

  /// Sorts a prop in by comparing the texts of names.
  @inline(never)
  private mutating func insertSlowly(_ entry: UInt64, _ base: Int, _ tree: borrowing Tree) {
    var at = stack.top &- 8
    let name = Self.name(of: entry, tree)
    while at > base, case let before = stack.load64(at &- 8),
      tree.precedes(name, Self.name(of: before, tree))
    {
      stack.store64(at, before)
      at &-= 8
    }
    stack.store64(at, entry)
  }

  private static func name(of entry: UInt64, _ tree: borrowing Tree) -> PropName {
    let id = UInt16(truncatingIfNeeded: entry &>> 32)
    guard id == PropName.custom else { return PropName(id: id, text: .empty) }
    return tree.name(of: PropID(rawValue: UInt32(truncatingIfNeeded: entry)))
  }

  /// Writes props up to the next one that holds nodes, and returns those; an empty list at the end,
  /// `nil` when it gives up.
  mutating func writeProps(
    _ element: inout Element, _ isFirst: Bool, _ tree: borrowing Tree,
    _ graph: inout CompactGraph, _ out: inout ByteBuffer
  ) -> Content? {
    let end = stack.top
    if isFirst {
      guard element.prop < end else {
        out.append(UInt8(ascii: "}"))
        return Content()
      }
      out.append(word: 0x7B3A_2270_222C, count: 6)  // ,"p":{
    }
    var at = element.prop
    while at < end {
      let entry = stack.load64(at)
      writeKey(entry, isFirst: at == element.firstProp, tree, &out)
      at &+= 8
      let kind = entry &>> 48 & 0xFF
      if kind == Self.knownStyle {
        writeStyle(Int(entry & 0xFFFF_FFFF), &graph, &out)
        continue
      }
      let value = tree.records.load64(Int(entry & 0xFFFF_FFFF) &+ 8)
      switch ValueKind(rawValue: UInt8(truncatingIfNeeded: kind)) {
      case .content:
        let content = Content(word: value)
        if content.count > 1 { out.append(UInt8(ascii: "[")) }
        element.prop = at
        return content
      case let kind: tree.write(kind, value, to: &out)
      }
    }
    out.append(word: 0x7D7D, count: 2)
    stack.top = element.firstProp
    return Content()
  }

  @inline(__always)
  private func writeKey(
    _ entry: UInt64, isFirst: Bool, _ tree: borrowing Tree, _ out: inout ByteBuffer
  ) {
    let id = Int(entry &>> 32 & 0xFFFF)
    if id < Int(ShortName.count) { return keys.write(id, isFirst: isFirst, to: &out) }
    if !isFirst { out.append(UInt8(ascii: ",")) }
    tree.write(string: Self.name(of: entry, tree).text, to: &out)
    out.append(UInt8(ascii: ":"))
  }
}
