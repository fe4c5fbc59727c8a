internal import PantileJSON

// How the pieces of a payload are printed; both writers use these.

extension Tree {
  /// Appends a text as a JSON string, quotes included.
  @inline(__always)
  func write(string text: TextRange, to out: inout ByteBuffer) {
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
    texts.withBytes(Int(text.offset), text.byteCount) { out.append($0) }
  }

  /// Appends a number, or `null` for one that JSON cannot show.
  func write(number: Double, to out: inout ByteBuffer) {
    if number.isFinite { out.append(number: number) } else { out.append("null") }
  }

  /// Appends a small whole number.
  @inline(__always)
  func write(index: Int, to out: inout ByteBuffer) {
    if index < 10 {
      out.append(UInt8(truncatingIfNeeded: 0x30 &+ index))
    } else if index < 100 {
      out.append(UInt8(truncatingIfNeeded: 0x30 &+ index / 10))
      out.append(UInt8(truncatingIfNeeded: 0x30 &+ index % 10))
    } else {
      out.append(integer: index)
    }
  }
}
