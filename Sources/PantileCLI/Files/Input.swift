internal import Glibc

/// What a command reads: a file, or standard input for `-`.
struct Input {
  var name: String

  init(_ name: String) { self.name = name }

  var isStandardInput: Bool { name == "-" }

  /// The name in messages.
  var label: String { isStandardInput ? "standard input" : name.quoted }

  /// Reads at most `limit` + 1 bytes.
  func read(limit: Int) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    try withFile { (file) throws(SystemError) in bytes = try file.read(limit: limit) }
    return bytes
  }

  /// Lends pieces of the bytes, one after the other.
  func forEachPiece(_ body: (RawSpan) -> Void) throws(CommandError) {
    try withFile { (file) throws(SystemError) in try file.forEachPiece(body) }
  }

  private func withFile(
    _ body: (borrowing OpenFile) throws(SystemError) -> Void
  ) throws(CommandError) {
    do throws(SystemError) {
      let file = isStandardInput ? OpenFile.standardInput() : try OpenFile(reading: name)
      if try file.status().kind == .folder { throw SystemError(number: EISDIR) }
      try body(file)
    } catch {
      throw .failed("cannot read \(label): \(error.text)")
    }
  }
}
