internal import Glibc

/// Questions about paths.
enum FilePath {
  /// The path without links, `.` and `..`.
  static func real(_ path: String) throws(SystemError) -> String {
    // Safe: the text is copied, then freed once.
    guard let text = unsafe realpath(path, nil) else { throw .last }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool {
    // Safe: the path lives across the call.
    unsafe access(path, F_OK) == 0
  }

  /// What is at a path; nil where there is nothing, or nothing that can be seen.
  static func kind(_ path: String) -> FileKind? {
    var status = stat()
    // Safe: the path and `status` live across the call.
    return unsafe stat(path, &status) == 0 ? FileKind(mode: status.st_mode) : nil
  }

  /// A path of two parts.
  static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty { return name }
    if name.isEmpty { return folder }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder and the last name of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// `path` as seen from the folder `root`, both real; nil where it is not inside.
  static func relative(_ path: String, to root: String) -> String? {
    if path == root { return "" }
    let prefix = root == "/" ? "/" : root + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(path.utf8.dropFirst(prefix.utf8.count))
  }
}

/// What a path leads to.
enum FileKind {
  case file
  case folder
  /// A pipe, a device or a socket.
  case other

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
