internal import PantileJSON

/// The written keys of the name table, ready to copy, and the order of the names.
///
/// A name takes 32 bytes: up to 30 of `,"name":`, then its rank among the written names sorted by
/// UTF-16 units, then the length of the key.
struct KeyTable: ~Copyable {
  private var bytes: Arena

  init() {
    let count = Int(ShortName.count)
    // Copies read a step behind the last key.
    bytes = Arena(capacity: 8 + count * 32 + 16)
    for id in 0..<count {
      let at = 8 + id * 32
      let length = Int(ShortNameTable.keyLengths[id])
      bytes.store8(at, UInt8(ascii: ","))
      for index in 0..<length {
        let word = ShortNameTable.keys[id * 3 + index / 8]
        bytes.store8(at + 1 + index, UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8)))
      }
      bytes.store8(at + 30, ShortNameTable.ranks[id])
      bytes.store8(at + 31, UInt8(length + 1))
    }
  }

  /// The place of a table name among the written names sorted by UTF-16 units.
  @inline(__always)
  func rank(_ id: Int) -> UInt8 { bytes.load8(38 &+ id &* 32) }

  /// Appends `,"name":` of a table name, without the comma where it is the first.
  @inline(__always)
  func write(_ id: Int, isFirst: Bool, to out: inout ByteBuffer) {
    let at = 8 &+ id &* 32
    let length = Int(bytes.load8(at &+ 31))
    let low = bytes.load64(at)
    let high = bytes.load64(at &+ 8)
    if length > 16 {
      out.append(from: bytes, at &+ (isFirst ? 1 : 0), length &- (isFirst ? 1 : 0))
    } else if isFirst {
      out.append(low: low &>> 8 | high &<< 56, high: high &>> 8, length &- 1)
    } else {
      out.append(low: low, high: high, length)
    }
  }

  /// Appends `"name":`.
  @inline(__always)
  func write(_ name: PropName, _ tree: borrowing Tree, to out: inout ByteBuffer) {
    if name.id < UInt16(ShortName.count) {
      write(Int(name.id), isFirst: true, to: &out)
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
    if id < Int(ShortName.count) { return write(id, isFirst: isFirst, to: &out) }
    if !isFirst { out.append(UInt8(ascii: ",")) }
    write(tree.name(of: prop), tree, to: &out)
  }
}
