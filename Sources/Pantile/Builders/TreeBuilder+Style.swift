public import PantileCore
public import PantileJSON

extension TreeBuilder {
  /// Appends a key to the text that was begun.
  @inlinable @inline(__always)
  mutating func append(_ key: StyleKey) throws(ArenaFull) {
    try tree.appendText(word: key.rawValue.byteSwapped, byteCount: key.byteCount)
  }

  /// Appends a number and a comma to the text that was begun.
  @inlinable @inline(__always)
  mutating func append(member number: Double) throws(ArenaFull) {
    if number >= 0, number < 100 {
      let whole = UInt32(number)
      if Double(whole) == number {
        let tens = whole / 10
        let ones = UInt64(whole &- tens &* 10)
        if tens == 0 { return try tree.appendText(word: 0x2C30 &+ ones, byteCount: 2) }
        return try tree.appendText(
          word: 0x2C_3030 &+ UInt64(tens) &+ ones << 8, byteCount: 3)
      }
    }
    try appendOther(member: number)
  }

  @inline(never)
  @usableFromInline
  mutating func appendOther(member number: Double) throws(ArenaFull) {
    scratch.removeAll()
    appendNumber(number)
    try appendScratch(isJSON: true)
  }

  /// Appends a colour, its quotes and a comma to the text that was begun.
  @inlinable @inline(__always)
  mutating func append(member color: Color) throws(ArenaFull) {
    if let value = color.plainHex {
      try tree.appendText(word: hexDigits(value) << 16 | 0x2322, byteCount: 8)
      return try tree.appendText(word: 0x2C22, byteCount: 2)
    }
    try appendOther(member: color)
  }

  @inline(never)
  @usableFromInline
  mutating func appendOther(member color: Color) throws(ArenaFull) {
    scratch.removeAll()
    appendColor(color)
    try appendScratch(isJSON: false)
  }

  /// Appends what was put together and a comma to the text that was begun, as JSON that it is or
  /// else as a string.
  @usableFromInline
  mutating func appendScratch(isJSON: Bool) throws(ArenaFull) {
    try tree.appendText(scratch, asString: !isJSON)
    try tree.appendText(word: 0x2C, byteCount: 1)
  }

  /// Gives the element that was finished last a style.
  @inlinable @inline(__always)
  mutating func style<Members: StyleMember>(_ members: borrowing Members) throws(ArenaFull) {
    var key = members.key(behind: .start)
    guard key != .end else { return }
    tree.beginText()
    try tree.appendText(word: 0x7B, byteCount: 1)
    repeat {
      _ = try members.append(key, to: &self)
      key = members.key(behind: key)
    } while key != .end
    let text = tree.endText(replacingLast: 0x7D)
    guard text.byteCount > 1 else { return }
    if style.byteCount == 0 {
      style = text
      try tree.set(PropName(.style), .raw(text), of: element)
    } else {
      try merge(text)
    }
  }

  /// Adds the members of `outer` to the style that the element has; those of `outer` count.
  @inline(never)
  @usableFromInline
  mutating func merge(_ outer: TextRange) throws(ArenaFull) {
    style = try tree.mergedObject(style, outer)
    try tree.set(PropName(.style), .raw(style), of: element)
  }
}
