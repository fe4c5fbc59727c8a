/// Values as they are shown in one line.
enum ValueText {
  /// The longest text of a value, in bytes.
  static let limit = 400

  /// A value as it stands in its text, cut where it is long.
  static func text(_ tree: borrowing SourceTree, _ bytes: [UInt8], _ value: Int) -> String {
    cut(bytes[tree.start(value)..<tree.end(value)])
  }

  /// The members of an object, with names that `name` gives.
  static func members(
    _ tree: borrowing SourceTree, _ bytes: [UInt8], _ object: Int, _ name: (String) -> String?
  ) -> String {
    var line = ""
    var child = tree.first(object)
    while let member = child {
      let key = tree.key(member)
      line += (line.isEmpty ? "" : ", ") + (name(key) ?? self.name(key)) + " "
      line += text(tree, bytes, member)
      if line.utf8.count > limit * 2 { return line + ", …" }
      child = tree.next(member)
    }
    return line.isEmpty ? "nothing" : line
  }

  /// A key without control characters, cut where it is long.
  static func name(_ key: String) -> String {
    key.isEmpty ? "\"\"" : cut(Array(key.utf8)[...])
  }

  /// Text with spaces for line feeds, without control characters.
  private static func cut(_ bytes: ArraySlice<UInt8>) -> String {
    let isLong = bytes.count > limit
    var end = bytes.startIndex + min(bytes.count, limit)
    while isLong, end > bytes.startIndex, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    var text = ""
    for scalar in String(decoding: bytes[..<end], as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0a, 0x0d: text += " "
      case 0..<0x20, 0x7f..<0xa0: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return isLong ? text + "… (\(bytes.count) bytes)" : text
  }
}
