internal import CPantile
internal import Glibc
internal import PantileJSON
internal import PantileServer

/// What a C caller's request is.
enum CallRequest {
  /// The most fields, as the transport of PantileHost has it.
  private static let fieldLimit = 128

  /// Takes a request over.
  ///
  /// - Returns: Why the client gets no answer of the server; nil for a sound request.
  static func read(
    _ members: pantile_request, into request: inout HTTPRequest
  ) throws(CallFailure) -> HTTPRefusal? {
    request.receivedAt = unsafe members.received_at
    if request.receivedAt == 0 { request.receivedAt = Clock.now() }
    let method = unsafe try text(members.method, "method", HTTPLimits.target)
    let target = unsafe try text(members.target, "target", HTTPLimits.target)
    guard let target else { return .targetTooLong }
    guard let method, isToken(method), isTarget(target) else { return .malformed }
    method.span.withRawBytes { request.append(method: $0) }
    target.span.withRawBytes { request.append(target: $0) }
    if let refusal = unsafe try readFields(members, &request) { return refusal }
    guard unsafe members.body_length >= 0, unsafe members.body_length <= HTTPLimits.body else {
      return .bodyTooLarge
    }
    let body = unsafe try CallInput.bytes(
      members.body, members.body_length, "body", limit: HTTPLimits.body)
    body.span.withRawBytes { request.append(body: $0) }
    return nil
  }

  private static func readFields(
    _ members: pantile_request, _ request: inout HTTPRequest
  ) throws(CallFailure) -> HTTPRefusal? {
    let count = unsafe members.header_count
    guard count != 0 else { return nil }
    guard count > 0, count <= fieldLimit else { return .fieldsTooLarge }
    guard let fields = unsafe members.headers else { throw .invalid("headers is NULL") }
    var byteCount = 0
    for index in 0..<count {
      // Safe: the caller lends `count` headers.
      let name = unsafe try text(fields[index].name, "a header's name", HTTPLimits.fields)
      let value = unsafe try text(fields[index].value, "a header's value", HTTPLimits.fields)
      guard let name, let value else { return .fieldsTooLarge }
      guard isToken(name), value.allSatisfy({ $0 != 0x0D && $0 != 0x0A }) else {
        return .malformed
      }
      byteCount += name.count + value.count
      guard byteCount <= HTTPLimits.fields else { return .fieldsTooLarge }
      name.span.withRawBytes { request.append(fieldName: $0) }
      value.span.withRawBytes { request.append(fieldValue: $0) }
      request.endField()
    }
    return nil
  }

  /// The bytes of a text; nil where they are too many.
  private static func text(
    _ pointer: UnsafePointer<CChar>?, _ name: StaticString, _ limit: Int
  ) throws(CallFailure) -> [UInt8]? {
    guard let pointer = unsafe pointer else { throw .invalid("\(name) is NULL") }
    // Safe: the caller lends text that ends with NUL; no more than the limit is looked at.
    let count = unsafe strnlen(pointer, limit + 1)
    guard count <= limit else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: count))
  }

  private static func isTarget(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// Whether bytes are a token (RFC 9110, 5.6.2).
  private static func isToken(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
      }
  }
}
