internal import Glibc
internal import Synchronization

/// A folder whose files are replaced whole.
///
/// A file is written under a name of its own, `name.PID-N.part`, brought to the disk, renamed, and
/// the folder brought to the disk too. So whoever opens the file finds the old bytes or the new
/// ones, at any instant and after any crash. While it is written, the draft is locked: a draft
/// without a lock was left behind by a process that died.
struct SlotFolder: ~Copyable {
  private let folder: OpenFile
  private let calls: SystemCalls

  private static let drafts = Atomic<Int>(0)

  /// Opens a folder, which is made where it is missing.
  init(_ path: String, calls: SystemCalls) throws(SystemError) {
    self.calls = calls
    do throws(SystemError) {
      // Safe: the path lives across the call.
      _ = try calls.run("mkdir") { Int(unsafe mkdir(path, 0o777)) }
    } catch {
      guard error.number == EEXIST else { throw error }
    }
    folder = try OpenFile(path, flags: O_RDONLY | O_DIRECTORY, calls: calls)
  }

  /// The bytes of a file; nil where there is none.
  ///
  /// - Throws: `EISDIR` for something that is no regular file, `EFBIG` for one of more than `limit`
  ///   bytes.
  borrowing func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file: OpenFile
    do throws(SystemError) {
      file = try OpenFile(name, in: folder.descriptor, flags: O_RDONLY | O_NONBLOCK, calls: calls)
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
    let status = try file.status()
    guard status.isFile else { throw SystemError(number: EISDIR, call: "read") }
    guard status.byteCount <= limit else { throw SystemError(number: EFBIG, call: "read") }
    return try file.read(status.byteCount)
  }

  /// Replaces a file.
  borrowing func replace(_ name: String, with parts: [[UInt8]]) throws(SystemError) {
    for _ in 0..<16 {
      let number = Self.drafts.wrappingAdd(1, ordering: .relaxed).newValue
      let draft = "\(name).\(getpid())-\(number).part"
      if try replace(name, draft, with: parts) { return }
    }
    throw SystemError(number: EEXIST, call: "open")
  }

  /// Replaces a file by way of a draft; false where somebody else has one of that name.
  private borrowing func replace(
    _ name: String, _ draft: String, with parts: [[UInt8]]
  ) throws(SystemError) -> Bool {
    let file: OpenFile
    do throws(SystemError) {
      file = try OpenFile(
        draft, in: folder.descriptor, flags: O_WRONLY | O_CREAT | O_EXCL, calls: calls)
    } catch {
      if error.number == EEXIST { return false }
      throw error
    }
    do throws(SystemError) {
      // A draft may be taken for a leftover between its making and its lock; then another is made.
      guard try file.lock(), try file.status().hasName else { return false }
      for part in parts { try file.write(part) }
      try file.synchronize()
      // Safe: the names live across the call.
      _ = try calls.run("rename") {
        Int(unsafe renameat(folder.descriptor, draft, folder.descriptor, name))
      }
    } catch {
      remove(draft)
      throw error
    }
    try synchronize()
    return true
  }

  private borrowing func synchronize() throws(SystemError) {
    do throws(SystemError) { try folder.synchronize() } catch {
      // A file system that cannot do this with folders says so.
      guard error.number == EINVAL || error.number == EOPNOTSUPP else { throw error }
    }
  }

  private borrowing func remove(_ name: String) {
    // Safe: the name lives across the call.
    _ = unsafe unlinkat(folder.descriptor, name, 0)
  }

  /// Removes drafts of a file that nobody is writing. What cannot be removed stays.
  borrowing func removeDrafts(of name: String) throws(SystemError) {
    for entry in try names() where entry.hasPrefix("\(name).") && entry.hasSuffix(".part") {
      do throws(SystemError) {
        let draft = try OpenFile(
          entry, in: folder.descriptor, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW, calls: calls)
        if try draft.lock() { remove(entry) }
      } catch {
        continue
      }
    }
  }

  /// The names in the folder.
  private borrowing func names() throws(SystemError) -> [String] {
    // Safe: the name lives across the call.
    let descriptor = try calls.run("open") {
      Int(unsafe openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }
    // Safe: the descriptor is this function's own; the stream takes it over.
    guard let stream = unsafe fdopendir(Int32(truncatingIfNeeded: descriptor)) else {
      let number = errno
      close(Int32(truncatingIfNeeded: descriptor))
      throw SystemError(number: number, call: "fdopendir")
    }
    // Safe: closed once.
    defer { unsafe closedir(stream) }
    var names: [String] = []
    // Safe: the entry is read before the next one replaces it; its name ends with a zero.
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }
}
