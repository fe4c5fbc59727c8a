internal import CPantile
internal import Glibc

/// Reads what a C caller lends, within bounds.
enum CallInput {
  /// Bytes of the longest text.
  static let textLimit = 8_192
  /// Bytes of the largest struct of options, of this library or a later one.
  private static let structLimit = 4_096

  /// A text; nil for NULL. Broken UTF-8 is repaired with U+FFFD.
  static func text(
    _ pointer: UnsafePointer<CChar>?, _ name: StaticString, limit: Int = textLimit
  ) throws(CallFailure) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    // Safe: the caller lends text that ends with NUL; no more than the limit is looked at.
    guard unsafe strnlen(pointer, limit + 1) <= limit else {
      throw .invalid("\(name) is longer than \(limit) bytes")
    }
    return unsafe String(cString: pointer)
  }

  /// A text that must be there.
  static func neededText(
    _ pointer: UnsafePointer<CChar>?, _ name: StaticString, limit: Int = textLimit
  ) throws(CallFailure) -> String {
    guard let text = unsafe try text(pointer, name, limit: limit), !text.isEmpty else {
      throw .invalid("\(name) is missing")
    }
    return text
  }

  /// Bytes; none for NULL with length 0.
  static func bytes(
    _ pointer: UnsafeRawPointer?, _ count: Int, _ name: StaticString, limit: Int
  ) throws(CallFailure) -> [UInt8] {
    guard count != 0 else { return [] }
    // A length beyond the signed numbers comes as a negative one.
    guard count > 0, count <= limit else {
      throw .invalid("\(name) has more than \(limit) bytes")
    }
    guard let pointer = unsafe pointer else { throw .invalid("\(name) is NULL") }
    // Safe: the caller lends `count` bytes.
    return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: count))
  }

  /// A list of texts; nil for NULL with length 0.
  static func texts(
    _ pointer: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ name: StaticString,
    limit: Int
  ) throws(CallFailure) -> [String]? {
    guard count != 0 else { return nil }
    guard count > 0, count <= limit else { throw .invalid("\(name) has more than \(limit) texts") }
    guard let pointer = unsafe pointer else { throw .invalid("\(name) is NULL") }
    var texts: [String] = []
    for index in 0..<count {
      // Safe: the caller lends `count` addresses.
      texts.append(unsafe try neededText(pointer[index], name, limit: 256))
    }
    return texts
  }

  /// A struct that begins with its size; members that the caller does not know are zero, and those
  /// that the library does not know must be.
  static func members<Members: BitwiseCopyable>(
    _ pointer: UnsafePointer<Members>?, _ zero: Members, _ name: StaticString
  ) throws(CallFailure) -> Members {
    guard let pointer = unsafe pointer else { return zero }
    // Safe: the caller lends a struct of as many bytes as its first member says.
    let raw = unsafe UnsafeRawPointer(pointer)
    let count = unsafe raw.load(as: Int.self)
    guard count >= MemoryLayout<Int>.size, count <= structLimit else {
      throw .invalid("\(name) has no sensible size: \(count)")
    }
    var members = zero
    let known = min(count, MemoryLayout<Members>.size)
    unsafe withUnsafeMutableBytes(of: &members) { target in
      // Safe: both have `known` bytes.
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: known))
    }
    for offset in stride(from: known, to: count, by: 1) {
      // Safe: the offset lies within the caller's struct.
      guard unsafe raw.load(fromByteOffset: offset, as: UInt8.self) == 0 else {
        throw .invalid("\(name) has members that this version does not know")
      }
    }
    return members
  }
}
