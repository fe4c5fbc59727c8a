internal import Glibc

/// An open file or folder, closed at the end of its life.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  private let calls: SystemCalls

  /// Opens what is at `path`, relative to the folder `base` (`AT_FDCWD` for the current one).
  init(
    _ path: String, in base: Int32 = AT_FDCWD, flags: Int32, calls: SystemCalls
  ) throws(SystemError) {
    self.calls = calls
    // Safe: the path lives across the call.
    let opened = try calls.run("open") {
      Int(unsafe openat(base, path, flags | O_CLOEXEC | O_NOCTTY, 0o666))
    }
    descriptor = Int32(truncatingIfNeeded: opened)
  }

  deinit { _ = close(descriptor) }

  /// Whether it is a regular file, its size in bytes, and whether any name leads to it.
  borrowing func status() throws(SystemError) -> (isFile: Bool, byteCount: Int, hasName: Bool) {
    var status = stat()
    // Safe: `status` lives across the call.
    _ = try calls.run("fstat") { Int(unsafe fstat(descriptor, &status)) }
    return (status.st_mode & S_IFMT == S_IFREG, Int(status.st_size), status.st_nlink > 0)
  }

  /// Takes the lock of the file; false when another process or descriptor has it.
  ///
  /// On a file system without locks everybody gets it.
  borrowing func lock() throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try calls.run("flock") { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
    } catch {
      switch error.number {
      case EWOULDBLOCK: return false
      case ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL: return true
      default: throw error
      }
    }
    return true
  }

  /// Reads `byteCount` bytes, or up to the end where it comes first.
  borrowing func read(_ byteCount: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var done = 0
    while done < byteCount {
      let got = try calls.run("read") {
        unsafe bytes.withUnsafeMutableBytes { all in
          // Safe: `done` is below `byteCount`, the size of the array.
          unsafe Glibc.read(descriptor, all.baseAddress.map { unsafe $0 + done }, byteCount - done)
        }
      }
      if got == 0 { break }
      done += got
    }
    bytes.removeLast(byteCount - done)
    return bytes
  }

  /// Writes all bytes.
  borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      done += try calls.run("write") {
        unsafe bytes.withUnsafeBytes { all in
          // Safe: `done` is below the number of bytes.
          unsafe Glibc.write(
            descriptor, all.baseAddress.map { unsafe $0 + done }, all.count - done)
        }
      }
    }
  }

  /// Waits until the file is on the disk.
  borrowing func synchronize() throws(SystemError) {
    _ = try calls.run("fsync") { Int(fsync(descriptor)) }
  }
}
