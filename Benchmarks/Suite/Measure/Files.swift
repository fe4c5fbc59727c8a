internal import Glibc

/// Files of the repository; the suite runs in its root.
enum Files {
  /// The bytes of a file.
  static func read(_ path: String) throws -> [UInt8] {
    guard let bytes = bytes(path) else {
      throw BenchmarkError("cannot read \(path); run in the root of the repository")
    }
    return bytes
  }

  /// The bytes of a file, or nil where it cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    // Safe: the file is closed once, below, and the chunk outlives each call.
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
