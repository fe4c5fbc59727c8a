extension JSONDocument {
  /// Appends a value as JSON text.
  ///
  /// - Parameters:
  ///   - node: The value; the root by default.
  ///   - buffer: Takes the text.
  ///   - style: The layout.
  /// - Complexity: O(*n*); nesting takes no stack.
  /// - Note: No heap allocation while the buffer has room.
  public func write(
    _ node: JSONNode? = nil, to buffer: inout ByteBuffer, style: JSONStyle = .compact
  ) {
    let node = node ?? root
    switch style {
    case .compact: write(node, &buffer, isPretty: false, indent: 0)
    case .pretty(let indent): write(node, &buffer, isPretty: true, indent: indent)
    }
  }

  /// Follows the tape and ends containers where their ends are reached.
  @inline(__always)
  private func write(
    _ node: JSONNode, _ buffer: inout ByteBuffer, isPretty: Bool, indent: Int
  ) {
    let input = text.rawBlock.input
    let end = next(after: node).index
    var index = node.index
    var parent = 0
    var parentEnd = Int.max
    var isObject = false
    var isFirst = true
    var depth = 0
    while true {
      while index == parentEnd {
        depth &-= 1
        if isPretty && !isFirst { Self.breakLine(&buffer, depth &* indent) }
        buffer.append(isObject ? 0x7d : 0x5d)
        isFirst = false
        parent = depth == 0 ? 0 : word(parent &+ 1).high
        let outer = word(parent)
        parentEnd = depth == 0 ? .max : outer.low
        isObject = depth != 0 && outer.tag == TapeTag.object
      }
      if index == end { return }
      let key = word(index)
      if !isPretty && isObject && key.tag <= TapeTag.text {
        buffer.append(key: input, key.low &- 1, key.middle &+ 2, hasComma: !isFirst)
        isFirst = false
        index &+= 1
      } else {
        if !isFirst { buffer.append(0x2c) }
        if isPretty && depth > 0 { Self.breakLine(&buffer, depth &* indent) }
        isFirst = false
        if isObject {
          index = writeString(key, index, input, &buffer)
          buffer.append(0x3a)
          if isPretty { buffer.append(0x20) }
        }
      }
      let word = word(index)
      switch word.tag {
      case TapeTag.ascii...TapeTag.long:
        index = writeString(word, index, input, &buffer)
      case TapeTag.array, TapeTag.object:
        isObject = word.tag == TapeTag.object
        buffer.append(isObject ? 0x7b : 0x5b)
        parent = index
        parentEnd = word.low
        depth &+= 1
        isFirst = true
        index &+= 2
      case TapeTag.literal:
        if word.low == 0 {
          buffer.append("null")
        } else if word.low == 1 {
          buffer.append("false")
        } else {
          buffer.append("true")
        }
        index &+= 1
      default:
        let number = Double(bitPattern: word.bits)
        if number.isFinite { buffer.append(number: number) } else { buffer.append("null") }
        index &+= 1
      }
    }
  }

  /// Writes the string at `index` and returns the index behind it.
  @inline(__always)
  func writeString(
    _ word: TapeWord, _ index: Int, _ input: RawInput, _ buffer: inout ByteBuffer
  ) -> Int {
    if word.tag <= TapeTag.text {
      buffer.append(quoted: input, word.low &- 1, word.middle &+ 2)
      return index &+ 1
    }
    if word.tag <= TapeTag.unescapedText {
      buffer.append(quoting: input, word.low, word.low &+ word.middle)
      return index &+ 1
    }
    let text = text(at: JSONNode(index: index))
    withBytes(of: text) { buffer.append(jsonString: $0) }
    return word.tag == TapeTag.long ? index &+ 2 : index &+ 1
  }

  private static func breakLine(_ buffer: inout ByteBuffer, _ count: Int) {
    buffer.append(0x0a)
    for _ in 0..<count { buffer.append(0x20) }
  }
}
