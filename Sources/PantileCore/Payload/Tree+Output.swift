public import PantileJSON

// How the pieces of a payload are printed; both writers use these.

extension Tree {
  /// Appends a text as a JSON string, quotes included.
  @inline(__always)
  public func write(string text: TextRange, to out: inout ByteBuffer) {
    if text.isPlain {
      out.append(quoting: texts, Int(text.offset), text.byteCount)
    } else {
      texts.withBytes(Int(text.offset), text.byteCount) { out.append(jsonString: $0) }
    }
  }

  /// Appends a text as it is.
  @inline(__always)
  func write(raw text: TextRange, to out: inout ByteBuffer) {
    out.append(from: texts, Int(text.offset), text.byteCount)
  }

  /// Appends a number, or `null` for one that JSON cannot show.
  @inline(__always)
  func write(number: Double, to out: inout ByteBuffer) {
    if number >= 0, number < 100 {
      let whole = Int(number)
      if Double(whole) == number { return write(index: whole, to: &out) }
    }
    writeUnusual(number, to: &out)
  }

  @inline(never)
  private func writeUnusual(_ number: Double, to out: inout ByteBuffer) {
    if number.isFinite { out.append(number: number) } else { out.append("null") }
  }

  /// Appends a small whole number.
  @inline(__always)
  func write(index: Int, to out: inout ByteBuffer) { out.append(index: index) }

  /// Appends a value that holds no nodes and no style.
  @inline(__always)
  func write(scalar value: PropValue, to out: inout ByteBuffer) {
    switch value {
    case .bool(let flag): out.append(flag ? "true" : "false")
    case .number(let number): write(number: number, to: &out)
    case .string(let text): write(string: text, to: &out)
    case .raw(let json): write(raw: json, to: &out)
    case .null, .content, .style, .inlineStyle, .dropped: out.append("null")
    }
  }

  /// Appends a scalar value given as it is stored.
  @inline(__always)
  func write(_ kind: ValueKind?, _ value: UInt64, to out: inout ByteBuffer) {
    switch kind {
    case .string: write(string: TextRange(word: value), to: &out)
    case .number: write(number: Double(bitPattern: value), to: &out)
    case .bool:
      if value != 0 { out.append(word: 0x6575_7274, count: 4) } else { out.append("false") }
    default: write(raw: TextRange(word: value), to: &out)
    }
  }

  /// Whether JSON text is an object with a member.
  @inline(__always)
  func isObject(_ json: TextRange) -> Bool {
    json.byteCount > 2 && texts.load8(Int(json.offset)) == UInt8(ascii: "{")
  }

  /// Whether a text is the JSON `null`.
  @inline(__always)
  func isNull(_ json: TextRange) -> Bool {
    json.byteCount == 4 && texts.load8(Int(json.offset)) == UInt8(ascii: "n")
  }
}

extension ByteBuffer {
  /// Appends a small whole number.
  @inline(__always)
  mutating func append(index: Int) {
    let value = UInt64(truncatingIfNeeded: index)
    if value < 10 {
      append(word: 0x30 &+ value, count: 1)
    } else if value < 100 {
      let tens = (value &* 103) &>> 10
      append(word: (0x30 &+ tens) | (0x30 &+ value &- tens &* 10) &<< 8, count: 2)
    } else {
      append(integer: index)
    }
  }
}
