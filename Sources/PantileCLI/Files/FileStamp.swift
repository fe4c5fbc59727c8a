internal import Glibc

/// What tells that a file was changed, or replaced by another one.
struct FileStamp: Equatable, Sendable {
  private var inode: UInt
  private var byteCount: Int
  private var modified: (seconds: Int, nanoseconds: Int)
  private var changed: (seconds: Int, nanoseconds: Int)

  /// The stamp of what is at a path; nil where there is nothing that can be seen.
  init?(_ path: String) {
    var status = stat()
    // Safe: the path and `status` live across the call.
    guard unsafe stat(path, &status) == 0 else { return nil }
    inode = UInt(status.st_ino)
    byteCount = Int(status.st_size)
    modified = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    changed = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }

  static func == (left: FileStamp, right: FileStamp) -> Bool {
    left.inode == right.inode && left.byteCount == right.byteCount
      && left.modified == right.modified && left.changed == right.changed
  }
}

/// Folders.
enum Folder {
  /// The names in a folder, sorted; `.` and `..` are left out.
  static func names(in path: String) throws(SystemError) -> [String] {
    // Safe: the path lives across the call.
    guard let folder = unsafe opendir(path) else { throw .last }
    // Safe: closed once.
    defer { unsafe closedir(folder) }
    var names: [String] = []
    // Safe: an entry is read before the next one replaces it; its name ends with a zero.
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a folder and those above it, where they are missing.
  static func make(_ path: String) throws(SystemError) {
    // Safe: the path lives across the call.
    if unsafe mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw .last }
    let above = FilePath.split(path).folder
    guard above != path, above != "." else { throw SystemError(number: ENOENT) }
    try make(above)
    // Safe: as above.
    if unsafe mkdir(path, 0o777) != 0, errno != EEXIST { throw .last }
  }
}
