/// The canonical text of a widget configuration, and the instance key made from it.
///
/// A configuration is an object of strings. Keys are sorted by Unicode scalar values, which is the
/// order of their UTF-8 bytes, and escapes are fewer than JSON's: `\n`, `\r`, `\t`, and `\u00xx` for
/// other characters below U+0020. The empty configuration has no canonical text.
///
///     Configuration.key(["city": "Paris", "units": "metric"])  // 8e22a4e8
public enum Configuration {
  /// Appends the canonical text of a map; nothing for an empty one.
  public static func write(_ values: [String: String], to buffer: inout ByteBuffer) {
    guard !values.isEmpty else { return }
    let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (index, value) in sorted.enumerated() {
      buffer.append(index == 0 ? 0x7b : 0x2c)
      quote(value.key.utf8, &buffer)
      buffer.append(0x3a)
      quote(value.value.utf8, &buffer)
    }
    buffer.append(0x7d)
  }

  /// Appends the canonical text of a document; nothing for an empty object.
  ///
  /// - Throws: ``JSONError`` with `.expectedObject`, `.expectedString` or `.loneSurrogate`.
  public static func write(
    _ document: borrowing JSONDocument, to buffer: inout ByteBuffer
  ) throws(JSONError) {
    guard case .object(let count) = document.value(at: document.root) else {
      throw JSONError(.expectedObject, at: 0)
    }
    var members: [(key: [UInt8], value: [UInt8])] = []
    members.reserveCapacity(count)
    var node = document.first(in: document.root)
    for _ in 0..<count {
      let key = document.text(at: node)
      let value = document.next(after: node)
      guard case .string(let text) = document.value(at: value) else {
        throw JSONError(.expectedString, at: key.sourceOffset)
      }
      for part in [key, text] where part.hasLoneSurrogate {
        throw JSONError(.loneSurrogate, at: part.sourceOffset)
      }
      members.append((document.bytes(of: key), document.bytes(of: text)))
      node = document.next(after: value)
    }
    guard count > 0 else { return }
    members.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for (index, member) in members.enumerated() {
      buffer.append(index == 0 ? 0x7b : 0x2c)
      quote(member.key, &buffer)
      buffer.append(0x3a)
      quote(member.value, &buffer)
    }
    buffer.append(0x7d)
  }

  /// The instance key of a canonical text: FNV-1a of its bytes.
  public static func key(ofCanonical text: RawSpan) -> UInt32 {
    var hash = FNV1a()
    hash.combine(text)
    return hash.value
  }

  /// The instance key of a map in eight hexadecimal digits; nil for an empty one.
  public static func key(_ values: [String: String]) -> String? {
    guard !values.isEmpty else { return nil }
    var buffer = ByteBuffer()
    write(values, to: &buffer)
    let key = buffer.withBytes { Self.key(ofCanonical: $0) }
    buffer.removeAll()
    buffer.append(hex: key)
    return buffer.text()
  }

  private static func quote(_ bytes: some Sequence<UInt8>, _ buffer: inout ByteBuffer) {
    buffer.append(0x22)
    for byte in bytes {
      switch byte {
      case 0x22: buffer.append("\\\"")
      case 0x5c: buffer.append("\\\\")
      case 0x0a: buffer.append("\\n")
      case 0x0d: buffer.append("\\r")
      case 0x09: buffer.append("\\t")
      case 0..<0x20:
        buffer.append("\\u00")
        buffer.append(byte < 0x10 ? 0x30 : 0x31)
        let digit = byte & 0xf
        buffer.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      default: buffer.append(byte)
      }
    }
    buffer.append(0x22)
  }
}

extension JSONDocument {
  /// The bytes of a string as an array.
  func bytes(of text: JSONText) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(text.byteCount))
    for index in 0..<Int(text.byteCount) { bytes.append(self.text.load8(Int(text.offset) + index)) }
    return bytes
  }
}
