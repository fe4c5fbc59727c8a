internal import Glibc
internal import PantileTemplate

/// A folder outside of which a template reads nothing, links followed.
struct SourceRoot: Sendable {
  /// The real path.
  let path: String
  /// Bytes of one file.
  let limit: Int

  init(_ path: String, limit: Int) throws(CallFailure) {
    guard let real = Self.real(path) else {
      throw CallFailure(CallFailure.file, "cannot read '\(path)': \(Self.reason())")
    }
    self.path = real
    self.limit = limit
  }

  /// The path without links, `.` and `..`.
  static func real(_ path: String) -> String? {
    // Safe: the text is copied, then freed once.
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// What the system said last.
  static func reason() -> String {
    // Safe: the text is copied at once.
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }

  /// A real path as seen from the root; nil where it is not inside.
  func relative(_ real: String) -> String? {
    let prefix = path == "/" ? "/" : path + "/"
    guard real.utf8.starts(with: prefix.utf8) else { return nil }
    return String(real.utf8.dropFirst(prefix.utf8.count))
  }

  /// What is at a path below the root.
  func look(up name: String) -> SourceEntry {
    errno = 0
    guard let real = Self.real(path == "/" ? "/" + name : "\(path)/\(name)") else {
      return errno == ENOENT || errno == ENOTDIR
        ? .missing : .unreadable("cannot read '\(name)': \(Self.reason())")
    }
    guard real == path || relative(real) != nil else { return .outside }
    return read(real, name)
  }

  private func read(_ real: String, _ name: String) -> SourceEntry {
    // A pipe must not hold the call up.
    let file = unsafe open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return .unreadable("cannot read '\(name)': \(Self.reason())") }
    defer { _ = close(file) }
    var status = stat()
    // Safe: `status` lives across the call.
    guard unsafe fstat(file, &status) == 0 else {
      return .unreadable("cannot read '\(name)': \(Self.reason())")
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return readAll(file, name)
    default: return .unreadable("cannot read '\(name)': it is no regular file")
    }
  }

  private func readAll(_ file: Int32, _ name: String) -> SourceEntry {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      // Safe: as many bytes are read as there is room for.
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return .unreadable("cannot read '\(name)': \(Self.reason())") }
      if count == 0 { return .file(bytes) }
      bytes += piece[..<count]
      guard bytes.count <= limit else {
        return .unreadable("'\(name)' has more than \(limit) bytes")
      }
    }
  }
}
