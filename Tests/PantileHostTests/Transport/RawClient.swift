import Glibc

@testable import PantileHost

/// A connection on which a test sends bytes as it likes.
struct RawClient: ~Copyable {
  let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Whether the server has ended its side, or reset the connection.
  private(set) var isClosed = false

  /// How long a client waits for what must come, in milliseconds.
  static let patience: Int32 = 20_000

  /// Connects.
  ///
  /// - Parameter receiveByteCount: The room that the system has for bytes that were not read.
  init(_ address: ListenAddress, receiveByteCount: Int32? = nil) throws {
    descriptor = try Self.connected(to: address, receiveByteCount)
  }

  private static func connected(
    to address: ListenAddress, _ receiveByteCount: Int32?
  ) throws -> Int32 {
    var bytes = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
    let family: Int32
    switch address {
    case .tcp(let host, let port):
      family = host.contains(":") ? AF_INET6 : AF_INET
      bytes[2] = UInt8(port >> 8)
      bytes[3] = UInt8(port & 0xFF)
      let start = family == AF_INET6 ? 8 : 4
      let isRead = unsafe bytes.withUnsafeMutableBytes {
        unsafe inet_pton(family, host, $0.baseAddress! + start)
      }
      guard isRead == 1 else { throw Failure("inet_pton") }
    case .unix(let path):
      family = AF_UNIX
      bytes.replaceSubrange(2..<(2 + path.utf8.count), with: path.utf8)
    case .descriptor: throw Failure("no address")
    }
    bytes[0] = UInt8(family)
    let byteCount = family == AF_INET ? 16 : family == AF_INET6 ? 28 : 110
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveByteCount {
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: sockaddr.self) {
        unsafe connect(descriptor, $0.baseAddress, socklen_t(byteCount))
      }
    }
    guard result == 0 else {
      let number = errno
      close(descriptor)
      throw Failure("connect: \(number)")
    }
    return descriptor
  }

  deinit { close(descriptor) }

  struct Failure: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

// MARK: - Sending

extension RawClient {
  /// Sends text; what the server no longer takes is dropped.
  mutating func send(_ text: String) { send(Array(text.utf8)) }

  mutating func send(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(
          descriptor, $0.baseAddress! + start, bytes.count - start, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      start += count
    }
  }

  /// Sends as much as the system takes without waiting.
  mutating func sendWhatFits(_ bytes: [UInt8]) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, bytes.count, flags)
    }
  }

  /// Ends the client's side.
  mutating func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes so that the server sees a reset.
  mutating func resetOnClose() {
    var value = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }
}

// MARK: - Receiving

/// A response as it came.
struct RawResponse: Equatable {
  var status: Int
  var fields: [String: String]
  var body: String
}

extension RawClient {
  /// Waits for a response; nil where the connection ends, or nothing comes.
  mutating func response(toHead: Bool = false) -> RawResponse? {
    while true {
      if let response = takeResponse(toHead: toHead) { return response }
      guard receive() else { return nil }
    }
  }

  /// Waits for a response and gives its bytes, or what has come of it.
  mutating func rawResponse(toHead: Bool = false) -> [UInt8] {
    while true {
      if let count = responseByteCount(toHead: toHead)?.all {
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
      }
      guard receive() else { return buffer }
    }
  }

  /// Waits for the end of the connection; gives what came before.
  mutating func rest() -> String {
    while receive() {}
    return String(decoding: buffer, as: UTF8.self)
  }

  /// Sends a request and says whether it is answered: whether the connection is still of use.
  mutating func isAlive() -> Bool {
    send("GET /alive HTTP/1.1\r\nHost: a\r\n\r\n")
    return response()?.status == 200
  }

  /// Waits for some time; whether nothing has come until then.
  func isQuiet(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) == 0
  }

  /// Waits for more bytes; false at the end and when patience ends.
  private mutating func receive() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard !isClosed, unsafe poll(&entry, 1, Self.patience) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    if count <= 0 {
      isClosed = true
      return false
    }
    buffer += bytes[..<count]
    return true
  }

  private mutating func takeResponse(toHead: Bool) -> RawResponse? {
    guard let count = responseByteCount(toHead: toHead) else { return nil }
    let (status, fields) = Self.parts(buffer[..<count.head])
    let body = String(decoding: buffer[(count.head + 4)..<count.all], as: UTF8.self)
    buffer.removeFirst(count.all)
    return RawResponse(status: status, fields: fields, body: body)
  }

  /// The length of the first response, and of its head without the empty line.
  private func responseByteCount(toHead: Bool) -> (head: Int, all: Int)? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard buffer.count >= 4,
      let head = (0...(buffer.count - 4)).first(where: { buffer[$0...].starts(with: end) })
    else { return nil }
    let (status, fields) = Self.parts(buffer[..<head])
    let length = toHead || status < 200 ? 0 : Int(fields["content-length"] ?? "") ?? 0
    return buffer.count >= head + 4 + length ? (head, head + 4 + length) : nil
  }

  private static func parts(_ head: ArraySlice<UInt8>) -> (Int, [String: String]) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ": ", maxSplits: 1)
      fields[parts[0].lowercased()] = parts.count > 1 ? String(parts[1]) : ""
    }
    return (Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0, fields)
  }
}
