internal import Glibc

/// Small files of the kernel.
enum SystemFile {
  /// The text of a file of at most 16 KiB; nil where it cannot be read.
  static func read(_ path: String) -> String? {
    // Safe: the path lives across the call.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { all in
        // Safe: `count` is below the number of bytes.
        unsafe Glibc.read(file, all.baseAddress.map { unsafe $0 + count }, all.count - count)
      }
      if got <= 0 { break }
      count += got
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Writes a text in one call.
  static func write(_ text: String, to path: String) -> Bool {
    // Safe: the path lives across the call.
    let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { _ = close(file) }
    let bytes = Array(text.utf8)
    let sent = unsafe bytes.withUnsafeBytes { all in
      // Safe: as many bytes are written as there are.
      unsafe Glibc.write(file, all.baseAddress, all.count)
    }
    return sent == bytes.count
  }

  /// The whole number that a file begins with.
  static func number(_ path: String) -> Int? {
    read(path).flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
  }

  /// The number behind a name, in a file of lines such as `oom_kill 1`.
  static func number(_ name: String, in path: String) -> Int? {
    guard let text = read(path) else { return nil }
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count == 2, parts[0] == name { return Int(parts[1]) }
    }
    return nil
  }
}
