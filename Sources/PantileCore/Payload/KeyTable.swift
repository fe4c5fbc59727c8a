internal import PantileJSON

/// The written keys of the name table, such as `"pad":`, ready to copy.
struct KeyTable: ~Copyable {
  private var bytes: Arena

  init() {
    let count = Int(ShortName.count) * 3
    bytes = Arena(capacity: 8 + count * 8)
    for index in 0..<count { bytes.store64(8 + index * 8, ShortNameTable.keys[index]) }
  }

  /// Appends `"name":`.
  @inline(__always)
  func write(_ name: PropName, _ tree: borrowing Tree, to out: inout ByteBuffer) {
    if name.id < UInt16(ShortName.count) {
      let length = Int(ShortNameTable.keyLengths[Int(name.id)])
      bytes.withBytes(8 &+ Int(name.id) &* 24, length) { out.append($0) }
    } else {
      tree.write(string: name.text, to: &out)
      out.append(UInt8(ascii: ":"))
    }
  }
}
