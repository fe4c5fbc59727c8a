internal import Glibc

/// An open file, closed at the end of its life.
struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let isOwned: Bool

  /// Opens a file for reading.
  ///
  /// - Parameter waits: Whether to wait for somebody who writes into a pipe.
  init(reading path: String, waits: Bool = true) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK)
    // Safe: the path lives across the call.
    descriptor = unsafe open(path, flags)
    isOwned = true
    if descriptor < 0 { throw .last }
  }

  /// Opens a file for writing; it is made or emptied.
  init(writing path: String) throws(SystemError) {
    // Safe: the path lives across the call.
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
    isOwned = true
    if descriptor < 0 { throw .last }
  }

  /// Opens a file whose end is written to; it is made where it is missing.
  init(appending path: String) throws(SystemError) {
    // Safe: the path lives across the call.
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
    isOwned = true
    if descriptor < 0 { throw .last }
  }

  private init(standard descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  static func standardInput() -> OpenFile { OpenFile(standard: STDIN_FILENO) }
  static func standardOutput() -> OpenFile { OpenFile(standard: STDOUT_FILENO) }
  static func standardError() -> OpenFile { OpenFile(standard: STDERR_FILENO) }

  deinit {
    if isOwned && descriptor >= 0 { _ = close(descriptor) }
  }
}

extension OpenFile {
  /// What the file is, and its size in bytes.
  borrowing func status() throws(SystemError) -> (kind: FileKind, byteCount: Int) {
    var status = stat()
    // Safe: `status` lives across the call.
    if unsafe fstat(descriptor, &status) != 0 { throw .last }
    return (FileKind(mode: status.st_mode), Int(status.st_size))
  }

  /// Reads to the end, but at most `limit` + 1 bytes: one too many shows that there is more.
  borrowing func read(limit: Int) throws(SystemError) -> [UInt8] {
    let step = 16 << 10
    let expected = try status().byteCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Swift.min(expected, limit) + step)
    while bytes.count <= limit {
      let start = bytes.count
      let wanted = Swift.min(Swift.max(expected - start, step), limit + 1 - start)
      bytes.append(contentsOf: repeatElement(0, count: wanted))
      let got = unsafe bytes.withUnsafeMutableBytes { all in
        // Safe: `wanted` bytes lie behind `start`.
        unsafe Glibc.read(descriptor, all.baseAddress.map { unsafe $0 + start }, wanted)
      }
      let failure = SystemError.last
      bytes.removeLast(wanted - Swift.max(got, 0))
      if got == 0 { break }
      if got < 0 && failure.number != EINTR {
        guard failure.number == EAGAIN else { throw failure }
        wait(for: POLLIN)
      }
    }
    return bytes
  }

  /// Lends pieces of the file, one after the other, to the end.
  borrowing func forEachPiece(_ body: (RawSpan) -> Void) throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let got = unsafe piece.withUnsafeMutableBytes { all in
        // Safe: as many bytes are read as there is room for.
        unsafe Glibc.read(descriptor, all.baseAddress, all.count)
      }
      let failure = SystemError.last
      if got == 0 { return }
      if got > 0 {
        // Safe: bytes have no padding.
        unsafe body(piece.span.extracting(first: got).bytes)
      } else if failure.number == EAGAIN {
        wait(for: POLLIN)
      } else if failure.number != EINTR {
        throw failure
      }
    }
  }

  /// Writes all bytes.
  borrowing func write(_ bytes: RawSpan) throws(SystemError) {
    var done = 0
    while done < bytes.byteCount {
      let sent = unsafe bytes.withUnsafeBytes { all in
        // Safe: `done` is below the number of bytes.
        unsafe Glibc.write(
          descriptor, all.baseAddress.map { unsafe $0 + done }, all.count - done)
      }
      let failure = SystemError.last
      if sent >= 0 {
        done += sent
      } else if failure.number == EAGAIN {
        wait(for: POLLOUT)
      } else if failure.number != EINTR {
        throw failure
      }
    }
  }

  private borrowing func wait(for event: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    // Safe: `request` lives across the call.
    _ = unsafe poll(&request, 1, -1)
  }
}
