internal import Glibc

/// A listening socket.
struct Listener: Sendable {
  /// The socket; it does not block.
  let descriptor: Int32
  /// Whether connections come from a network.
  let isTCP: Bool
  /// Where it listens, with the port that the system chose.
  let address: ListenAddress
  /// The number of the file that stands for a Unix socket.
  var file: UInt64?
}

extension Listener {
  /// Opens a socket and listens on it.
  ///
  /// TCP sockets share their port (`SO_REUSEPORT`): one for each worker, and those of the process
  /// that takes over.
  static func open(_ address: ListenAddress, backlog: Int32) throws(SystemError) -> Listener {
    switch address {
    case .tcp(let host, let port): try openTCP(host, port, backlog)
    case .unix(let path): try openUnix(path, backlog)
    case .descriptor(let descriptor): try adopt(descriptor)
    }
  }

  private static func openTCP(
    _ host: String, _ port: UInt16, _ backlog: Int32
  ) throws(SystemError) -> Listener {
    var storage = sockaddr_storage()
    let isIPv6 = host.utf8.contains(0x3A)
    let byteCount = try fill(&storage, host, port, isIPv6: isIPv6)
    let family = isIPv6 ? AF_INET6 : AF_INET
    let descriptor = try socket(family)
    do throws(SystemError) {
      try enable(descriptor, SOL_SOCKET, SO_REUSEADDR)
      try enable(descriptor, SOL_SOCKET, SO_REUSEPORT)
      if isIPv6 { try enable(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
      try bind(descriptor, &storage, byteCount)
      try check("listen", Glibc.listen(descriptor, backlog))
      let bound = try portOf(descriptor)
      return Listener(
        descriptor: descriptor, isTCP: true, address: .tcp(host: host, port: bound))
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  /// Binds a new name and moves it over the old one, so that the path leads to a listening socket
  /// at all times.
  private static func openUnix(
    _ path: String, _ backlog: Int32
  ) throws(SystemError) -> Listener {
    let draft = "\(path).\(getpid())"
    var storage = sockaddr_storage()
    let byteCount = try fill(&storage, path: draft)
    let descriptor = try socket(AF_UNIX)
    do throws(SystemError) {
      _ = unsafe unlink(draft)
      try bind(descriptor, &storage, byteCount)
      try check("listen", Glibc.listen(descriptor, backlog))
      try check("rename", unsafe rename(draft, path))
      return Listener(
        descriptor: descriptor, isTCP: false, address: .unix(path: path), file: file(at: path))
    } catch {
      _ = unsafe unlink(draft)
      _ = close(descriptor)
      throw error
    }
  }

  private static func adopt(_ descriptor: Int32) throws(SystemError) -> Listener {
    let flags = fcntl(descriptor, F_GETFL)
    try check("fcntl", flags)
    try check("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
    try check("fcntl", fcntl(descriptor, F_SETFD, FD_CLOEXEC))
    var family: Int32 = 0
    var byteCount = socklen_t(MemoryLayout<Int32>.size)
    // Safe: the system writes at most `byteCount` bytes.
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &byteCount)
    try check("getsockopt", result)
    return Listener(
      descriptor: descriptor, isTCP: family != AF_UNIX, address: .descriptor(descriptor))
  }

  /// The same socket for a further worker.
  func copy() throws(SystemError) -> Listener {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    try Self.check("fcntl", copy)
    return Listener(descriptor: copy, isTCP: isTCP, address: address)
  }

  /// Removes the path of a Unix socket, unless another process has taken it over.
  func removePath() {
    guard case .unix(let path) = address, let file, Self.file(at: path) == file else { return }
    _ = unsafe unlink(path)
  }

  private static func file(at path: String) -> UInt64? {
    var found = stat()
    // Safe: the record lives across the call.
    return unsafe stat(path, &found) == 0 ? UInt64(found.st_ino) : nil
  }
}

// MARK: - System calls

extension Listener {
  private static func check(_ call: StaticString, _ result: Int32) throws(SystemError) {
    if result < 0 { throw SystemError(number: errno, call: call.description) }
  }

  private static func socket(_ family: Int32) throws(SystemError) -> Int32 {
    let kind =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = Glibc.socket(family, kind, 0)
    try check("socket", descriptor)
    return descriptor
  }

  private static func enable(
    _ descriptor: Int32, _ level: Int32, _ option: Int32
  ) throws(SystemError) {
    var on: Int32 = 1
    // Safe: the value lives across the call.
    let result = unsafe setsockopt(
      descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    try check("setsockopt", result)
  }

  private static func bind(
    _ descriptor: Int32, _ storage: inout sockaddr_storage, _ byteCount: socklen_t
  ) throws(SystemError) {
    let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      // Safe: every kind of address begins as `sockaddr` does, and `byteCount` fits the storage.
      unsafe UnsafeMutableRawPointer(pointer).withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(descriptor, $0, byteCount)
      }
    }
    try check("bind", result)
  }

  private static func portOf(_ descriptor: Int32) throws(SystemError) -> UInt16 {
    var storage = sockaddr_storage()
    var byteCount = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      // Safe: the system writes at most `byteCount` bytes.
      unsafe UnsafeMutableRawPointer(pointer).withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &byteCount)
      }
    }
    try check("getsockname", result)
    return unsafe withUnsafeBytes(of: &storage) { bytes in
      // Safe: the port stands at byte 2 for both families.
      unsafe UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  private static func fill(
    _ storage: inout sockaddr_storage, _ host: String, _ port: UInt16, isIPv6: Bool
  ) throws(SystemError) -> socklen_t {
    let start = isIPv6 ? 8 : 4
    let done = unsafe withUnsafeMutableBytes(of: &storage) { bytes -> Bool in
      // Safe: both kinds of address fit the storage; the port stands at byte 2.
      unsafe bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
      guard let base = bytes.baseAddress else { return false }
      return unsafe inet_pton(isIPv6 ? AF_INET6 : AF_INET, host, base + start) == 1
    }
    guard done else { throw SystemError(number: EINVAL, call: "inet_pton") }
    storage.ss_family = sa_family_t(isIPv6 ? AF_INET6 : AF_INET)
    return socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
  }

  private static func fill(
    _ storage: inout sockaddr_storage, path: String
  ) throws(SystemError) -> socklen_t {
    let text = Array(path.utf8)
    guard !text.isEmpty, text.count < 108, !text.contains(0) else {
      throw SystemError(number: ENAMETOOLONG, call: "bind")
    }
    storage.ss_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      // Safe: a path of at most 107 bytes and a zero fit the storage behind the family.
      for (index, byte) in text.enumerated() { unsafe bytes[2 + index] = byte }
    }
    return socklen_t(2 + text.count + 1)
  }
}
