public import PantileJSON

// How the pieces of a payload are printed; both writers use these.

extension Tree {
  /// Appends a text as a JSON string, quotes included.
  @inline(__always)
  public func write(string text: TextRange, to out: inout ByteBuffer) {
    if text.isPlain {
      out.append(UInt8(ascii: "\""))
      write(raw: text, to: &out)
      out.append(UInt8(ascii: "\""))
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
  func write(index: Int, to out: inout ByteBuffer) {
    if index < 10 {
      out.append(UInt8(truncatingIfNeeded: 0x30 &+ index))
    } else if index < 1_000 {
      let tens = index / 10
      let hundreds = tens / 10
      let ones = index &- tens &* 10
      if hundreds == 0 {
        out.append(word: UInt64(truncatingIfNeeded: 0x3030 &+ tens &+ ones << 8), count: 2)
      } else {
        let middle = tens &- hundreds &* 10
        out.append(
          word: UInt64(truncatingIfNeeded: 0x30_3030 &+ hundreds &+ middle << 8 &+ ones << 16),
          count: 3)
      }
    } else {
      out.append(integer: index)
    }
  }
}
