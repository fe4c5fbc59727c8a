internal import Glibc
internal import PantileServer

/// Rules of HTTP/1.1 that llhttp does not check (RFC 9110 and RFC 9112).
enum RequestRules {
  /// Whether Host, target and Transfer-Encoding of a request are as they must be.
  ///
  /// - Parameters:
  ///   - request: A request whose fields are complete.
  ///   - isOld: Whether it is HTTP/1.0, which needs no Host and has no Transfer-Encoding.
  ///   - isConnect: Whether the method is CONNECT, whose target is an authority.
  static func isAcceptable(
    _ request: borrowing HTTPRequest, isOld: Bool, isConnect: Bool
  ) -> Bool {
    var host: HTTPPart?
    if let index = request.fieldIndex(of: "host") {
      let value = request.fieldValue(at: index)
      guard isAuthority(request, value), request.fieldIndex(of: "host", from: index + 1) == nil
      else { return false }
      host = value
    } else if !isOld {
      return false
    }
    if let index = request.fieldIndex(of: "transfer-encoding") {
      guard !isOld, isChunked(request, request.fieldValue(at: index)),
        request.fieldIndex(of: "transfer-encoding", from: index + 1) == nil
      else { return false }
    }
    return isConnect
      ? isAuthority(request, request.target) : isTarget(request, request.target, host: host)
  }

  /// Whether the client waits for `100 Continue`.
  static func awaitsContinue(_ request: borrowing HTTPRequest) -> Bool {
    guard let value = request.value(of: "expect") else { return false }
    return isEqual(request, trimmed(request, value), "100-continue")
  }

  /// The method of a request line when all of the line is there and well-formed.
  ///
  /// - Returns: The range of the method; nil where the line is not `token SP target SP HTTP/1.x`.
  static func methodOfLine(_ bytes: RawSpan) -> Range<Int>? {
    var end = 0
    while end < bytes.byteCount, isToken(byte(bytes, end)) { end += 1 }
    guard end > 0, end < bytes.byteCount, byte(bytes, end) == 0x20 else { return nil }
    var index = end + 1
    while index < bytes.byteCount, byte(bytes, index) > 0x20, byte(bytes, index) < 0x7F {
      index += 1
    }
    guard index > end + 1,
      bytes.byteCount >= index + 11, isEqual(bytes, index, " HTTP/1.")
    else { return nil }
    let minor = byte(bytes, index + 8)
    guard minor == 0x30 || minor == 0x31, isEqual(bytes, index + 9, "\r\n") else { return nil }
    return 0..<end
  }
}

extension RequestRules {
  /// The number of bytes of empty lines that come first.
  static func emptyLines(_ bytes: RawSpan) -> Int {
    var index = 0
    while index < bytes.byteCount, byte(bytes, index) == 0x0D || byte(bytes, index) == 0x0A {
      index += 1
    }
    return index
  }
}

// MARK: - Target

extension RequestRules {
  /// Whether a target is an origin-form, an asterisk, or an absolute-form that agrees with Host.
  private static func isTarget(
    _ request: borrowing HTTPRequest, _ target: HTTPPart, host: HTTPPart?
  ) -> Bool {
    guard !target.isEmpty else { return false }
    // llhttp lets no blank, control sign or byte above ASCII pass. `#` begins a fragment, which
    // clients keep to themselves.
    let hasFragment = request.withBytes(of: target) { bytes in
      // Safe: the search ends with the bytes.
      unsafe bytes.withUnsafeBytes { all in
        guard let base = all.baseAddress else { return false }
        return unsafe memchr(base, 0x23, all.count) != nil
      }
    }
    if hasFragment { return false }
    if request[target.start] == 0x2F { return true }
    if target.byteCount == 1 { return request[target.start] == 0x2A }
    guard let start = authorityStart(request, target) else { return false }
    var end = start
    while end < target.end, request[end] != 0x2F, request[end] != 0x3F { end += 1 }
    let authority = HTTPPart(start: start, byteCount: end - start)
    guard isAuthority(request, authority) else { return false }
    guard let host else { return true }
    return isSame(request, authority, trimmed(request, host))
  }

  /// The index behind `http://` or `https://`.
  private static func authorityStart(
    _ request: borrowing HTTPRequest, _ target: HTTPPart
  ) -> Int? {
    for scheme: StaticString in ["http://", "https://"] {
      let count = scheme.utf8CodeUnitCount
      guard target.byteCount > count else { continue }
      if isEqual(request, HTTPPart(start: target.start, byteCount: count), scheme) {
        return target.start + count
      }
    }
    return nil
  }

  private static func isSame(
    _ request: borrowing HTTPRequest, _ left: HTTPPart, _ right: HTTPPart
  ) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    for offset in 0..<left.byteCount
    where lower(request[left.start + offset]) != lower(request[right.start + offset]) {
      return false
    }
    return true
  }
}

// MARK: - Host

extension RequestRules {
  /// Whether a part is `host` or `host:port`: a name, an IPv4 address, or an IPv6 address in
  /// brackets. User names have no place there.
  static func isAuthority(_ request: borrowing HTTPRequest, _ part: HTTPPart) -> Bool {
    let part = trimmed(request, part)
    guard !part.isEmpty, part.byteCount <= 261 else { return false }
    var index = part.start
    if request[index] == 0x5B {
      index += 1
      let first = index
      while index < part.end, isInAddress(request[index]) { index += 1 }
      guard index - first >= 2, index < part.end, request[index] == 0x5D else { return false }
      index += 1
    } else {
      while index < part.end, isInName(request[index]) { index += 1 }
      guard index > part.start else { return false }
    }
    if index == part.end { return true }
    guard request[index] == 0x3A else { return false }
    var port = 0
    for place in (index + 1)..<part.end {
      let byte = request[place]
      guard byte >= 0x30, byte <= 0x39 else { return false }
      port = port * 10 + Int(byte - 0x30)
      guard port <= 65_535 else { return false }
    }
    return true
  }

  private static func isInAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x3A, 0x2E: true
    default: false
    }
  }

  /// Unreserved characters and sub-delimiters (RFC 3986); escapes are not names of hosts.
  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
    default: false
    }
  }
}

// MARK: - Bytes

extension RequestRules {
  private static func isChunked(_ request: borrowing HTTPRequest, _ value: HTTPPart) -> Bool {
    isEqual(request, trimmed(request, value), "chunked")
  }

  /// The part without blanks around it.
  private static func trimmed(_ request: borrowing HTTPRequest, _ part: HTTPPart) -> HTTPPart {
    var start = part.start
    var end = part.end
    while start < end, request[start] == 0x20 || request[start] == 0x09 { start += 1 }
    while end > start, request[end - 1] == 0x20 || request[end - 1] == 0x09 { end -= 1 }
    return HTTPPart(start: start, byteCount: end - start)
  }

  /// Whether a part is `text`, which is in lower case, in any case.
  private static func isEqual(
    _ request: borrowing HTTPRequest, _ part: HTTPPart, _ text: StaticString
  ) -> Bool {
    guard part.byteCount == text.utf8CodeUnitCount else { return false }
    // Safe: the offset lies within the text.
    for offset in 0..<part.byteCount
    where unsafe lower(request[part.start + offset]) != text.utf8Start[offset] {
      return false
    }
    return true
  }

  private static func isEqual(_ bytes: RawSpan, _ start: Int, _ text: StaticString) -> Bool {
    guard bytes.byteCount - start >= text.utf8CodeUnitCount else { return false }
    // Safe: the offset lies within the text.
    for offset in 0..<text.utf8CodeUnitCount
    where unsafe byte(bytes, start + offset) != text.utf8Start[offset] {
      return false
    }
    return true
  }

  private static func byte(_ bytes: RawSpan, _ index: Int) -> UInt8 {
    // Safe: a byte is valid as any bits; the index is checked.
    unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// Signs of a token (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
