internal import PantileJSON

/// The written keys of the name table, such as `"pad":`, ready to copy.
struct KeyTable: ~Copyable {
  /// An entry has 24 bytes of text and the length in a word.
  private var bytes: Arena

  init() {
    let count = Int(ShortName.count)
    bytes = Arena(capacity: 8 + count * 32)
    for index in 0..<count {
      for word in 0..<3 {
        bytes.store64(8 + index * 32 + word * 8, ShortNameTable.keys[index * 3 + word])
      }
      bytes.store64(32 + index * 32, UInt64(ShortNameTable.keyLengths[index]))
    }
  }

  /// Appends `"name":`.
  @inline(__always)
  func write(_ name: PropName, _ tree: borrowing Tree, to out: inout ByteBuffer) {
    if name.id < UInt16(ShortName.count) {
      let at = 8 &+ Int(name.id) &* 32
      let length = Int(truncatingIfNeeded: bytes.load64(at &+ 24))
      out.append(from: bytes, at, length)
    } else {
      tree.write(string: name.text, to: &out)
      out.append(UInt8(ascii: ":"))
    }
  }

  /// Appends the name of a prop whose first word is `head`, behind a comma unless it is the first.
  @inline(__always)
  func write(
    _ prop: PropID, _ head: UInt64, isFirst: Bool, _ tree: borrowing Tree,
    to out: inout ByteBuffer
  ) {
    let id = Int(head >> 16 & 0xFFFF)
    if id < Int(ShortName.count) {
      let at = 8 &+ id &* 32
      let length = Int(truncatingIfNeeded: bytes.load64(at &+ 24))
      if length < 8 {
        let text = bytes.load64(at)
        out.append(
          word: isFirst ? text : text << 8 | 0x2C, count: isFirst ? length : length &+ 1)
        return
      }
    }
    if !isFirst { out.append(UInt8(ascii: ",")) }
    write(tree.name(of: prop), tree, to: &out)
  }
}
