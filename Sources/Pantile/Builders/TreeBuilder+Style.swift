public import PantileJSON

extension TreeBuilder {
  /// Gives the element that was finished last a style.
  @inlinable @inline(__always)
  mutating func style<Members: StyleMembers>(_ members: borrowing Members) throws(ArenaFull) {
    let start = try beginStyle(Members.count)
    try endStyle(start, members.append(at: start &+ 1, to: &self))
    try members.finish(in: &self)
  }

  /// Makes room for the text of a style and returns its place.
  @usableFromInline
  mutating func beginStyle(_ count: Int) throws(ArenaFull) -> Int {
    try tree.reserveText(atTop: count &* StyleLiteral.longest &+ 16)
  }

  /// Completes the text of a style; without members there is none.
  @usableFromInline
  mutating func endStyle(_ start: Int, _ end: Int) throws(ArenaFull) {
    guard end > start &+ 1 else { return }
    let text = tree.takeObject(start, end)
    if style.byteCount == 0 {
      style = text
      try tree.addStyle(text, to: element)
    } else {
      try merge(text)
    }
  }

  /// Appends a member and a comma at a place of the tree's text, and returns the place behind it.
  @usableFromInline
  mutating func append(_ member: StyleMember, at place: Int) throws(ArenaFull) -> Int {
    if member.key == .max { return place }
    tree.storeText(member.key.byteSwapped, at: place)
    let start = place &+ Int(member.key & 0xFF)
    switch member.kind {
    case .color:
      let color = Color(bits: member.value)
      if let value = color.plainHex {
        tree.storeText(hexDigits(value) << 16 | 0x2322, at: start)
        tree.storeText(0x2C22, at: start &+ 8)
        return start &+ 10
      }
    case .word:
      // The usual weight is left out unless it replaces another, which a view within has set.
      if member.value == FontWeight.regular.member, style.byteCount == 0 { return place }
      tree.storeText(member.value, at: start)
      return start &+ 8 &- member.value.leadingZeroBitCount / 8
    case .number, .literal: break
    }
    return try appendOther(member, at: start)
  }

  @inline(never)
  private mutating func appendOther(
    _ member: StyleMember, at place: Int
  ) throws(ArenaFull) -> Int {
    scratch.removeAll()
    switch member.kind {
    case .number: appendNumber(Double(bitPattern: member.value))
    case .color:
      scratch.append(UInt8(ascii: "\""))
      appendColor(Color(bits: member.value))
      scratch.append(UInt8(ascii: "\""))
    case .literal:
      scratch.append((StyleLiteral(rawValue: UInt8(member.value)) ?? .hidden).json)
    case .word: break
    }
    scratch.append(UInt8(ascii: ","))
    return tree.storeText(scratch, at: place)
  }

  /// Adds a member, whose value was put together, to the element's style.
  @usableFromInline
  mutating func merge(_ key: StyleKey, isJSON: Bool) throws(ArenaFull) {
    let text = try tree.object(key.rawValue, scratch, asString: !isJSON)
    if style.byteCount == 0 {
      style = text
      try tree.addStyle(text, to: element)
    } else {
      try merge(text)
    }
  }

  /// Adds the members of `outer` to the style that the element has; those of `outer` count.
  private mutating func merge(_ outer: TextRange) throws(ArenaFull) {
    style = try tree.mergedObject(style, outer)
    try tree.set(PropName(.style), .raw(style), of: element)
  }
}
