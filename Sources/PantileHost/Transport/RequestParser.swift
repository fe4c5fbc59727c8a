internal import CLLHTTP
internal import PantileServer

/// Cuts the bytes of a connection into requests, and refuses whatever is not strict HTTP/1.
///
/// The parser holds no bytes and no clock. Pieces of a request go into an ``HTTPRequest`` that the
/// caller lends anew with each read, so a connection without a request keeps these few words only.
///
///     let fed = parser.feed(bytes, into: request)
///     switch fed.outcome {
///     case .incomplete: wait for more bytes
///     case .complete: answer; then feed what lies behind `fed.byteCount`
///     case .refused(let refusal): answer with it and close
///     }
///
/// llhttp is built in its strict mode. What it leaves open is checked in ``RequestRules``.
@safe
struct RequestParser {
  /// What came of a piece of input.
  enum Outcome: Equatable {
    /// All bytes were taken, and the request needs more.
    case incomplete
    /// A request is whole; bytes may be left.
    case complete
    /// The connection speaks no HTTP, or too much of it; it must be closed behind the answer.
    case refused(HTTPRefusal)
  }

  /// The part of a request that is being read.
  enum Stage: UInt8 {
    /// No byte of a request has come.
    case idle
    /// Request line or fields.
    case head
    /// The body.
    case body
    /// The request is whole.
    case end
  }

  /// What is known of the request that is being read.
  struct Message {
    var stage = Stage.idle
    /// Whether the request is a HEAD request.
    var isHead = false
    /// Whether the client keeps the connection open behind the response.
    var keepsAlive = false
    /// Whether it is HTTP/1.0.
    var isOld = false
    /// Whether the body comes in chunks.
    var isChunked = false
    var hasVersion = false
    var hasUnknownMethod = false
    /// The size of the chunk as it stood before its extension.
    var chunkByteCount: UInt64?
    /// Whether the client waits for `100 Continue` before it sends the body.
    var awaitsContinue = false
    var targetByteCount = 0
    var fieldByteCount = 0
    var bodyByteCount = 0
    /// Bytes of the stage as they came, signs between the parts included.
    var rawByteCount = 0
  }

  /// The most fields a request may have, trailers not counted; HAProxy takes 101.
  static let fieldLimit = 128

  private var parser = unsafe llhttp_t()
  /// What is known of the request that is being read.
  private(set) var message = Message()
  /// The last bytes of the read before this one.
  private var tail: UInt64 = 0
  private var scan = HeadScan()

  /// Creates a parser for a new connection.
  init() {
    // Safe: the settings live for ever, and the parser keeps no other address between calls.
    unsafe llhttp_init(&parser, HTTP_REQUEST, Self.settings)
  }

  /// Takes bytes up to the end of a request.
  ///
  /// - Parameters:
  ///   - bytes: At least one byte.
  ///   - request: The request that is being read; it was reset when the last one was complete.
  /// - Returns: What came of it, and how many of the bytes were taken.
  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into request: UnsafeMutablePointer<HTTPRequest>
  ) -> (outcome: Outcome, byteCount: Int) {
    // Safe: the bytes live across the call, and llhttp stays within them.
    guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      return (.incomplete, 0)
    }
    if message.stage == .end || message.stage == .idle {
      message = Message()
      message.stage = .head
      scan = HeadScan()
    }
    if unsafe message.stage == .head && !scan.take(bytes) {
      return (.refused(.malformed), bytes.count)
    }
    if message.hasUnknownMethod {
      return (unsafe takeUnknownMethod(bytes, request, behind: 0), bytes.count)
    }
    let methodByteCount = unsafe request.pointee.method.byteCount
    var feed = unsafe Feed(message: message, request: request, start: start, tail: tail)
    let error = unsafe withUnsafeMutablePointer(to: &feed) { pointer in
      // Safe: llhttp hands the address to the callbacks during this call alone.
      unsafe parser.data = UnsafeMutableRawPointer(pointer)
      unsafe llhttp_resume(&parser)
      defer { unsafe parser.data = nil }
      return unsafe llhttp_execute(&parser, start, bytes.count)
    }
    message = feed.message
    switch error {
    case HPE_OK:
      message.rawByteCount += bytes.count
      unsafe keepTail(of: bytes)
      if let refusal = refusalOfRawBytes() { return (.refused(refusal), bytes.count) }
      return (.incomplete, bytes.count)
    case HPE_PAUSED where message.stage == .end:
      // Safe: the place of a pause lies within the bytes or at their end.
      let taken = unsafe parser.error_pos.map { unsafe $0 - start } ?? bytes.count
      return unsafe isEnd(message, bytes, taken)
        ? (.complete, taken) : (.refused(.malformed), bytes.count)
    case HPE_INVALID_METHOD where message.stage == .head:
      let outcome = unsafe takeUnknownMethod(bytes, request, behind: methodByteCount)
      return (outcome, bytes.count)
    default:
      return (.refused(feed.refusal ?? .malformed), bytes.count)
    }
  }

  /// Whether a body in chunks ends with CR and LF: llhttp takes a bare LF as the last line.
  private mutating func isEnd(
    _ message: Message, _ bytes: UnsafeRawBufferPointer, _ byteCount: Int
  ) -> Bool {
    if message.isChunked {
      unsafe keepTail(of: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
      if tail & 0xFFFF != 0x0D0A { return false }
    }
    tail = 0
    return true
  }

  /// Bounds what costs time and no memory: blanks, empty lines and extensions of chunks.
  private func refusalOfRawBytes() -> HTTPRefusal? {
    switch message.stage {
    case .body:
      let limit = HTTPLimits.body * 8 + HTTPLimits.fields
      return message.rawByteCount > limit ? .bodyTooLarge : nil
    default:
      let limit = HTTPLimits.target + HTTPLimits.fields * 2
      return message.rawByteCount > limit ? .fieldsTooLarge : nil
    }
  }

  private mutating func keepTail(of bytes: UnsafeRawBufferPointer) {
    for index in max(bytes.count - 8, 0)..<bytes.count {
      // Safe: the index lies within the bytes.
      tail = unsafe tail << 8 | UInt64(bytes[index])
    }
  }

  /// Takes bytes of a request whose method llhttp does not know, up to the end of its first line.
  ///
  /// llhttp knows methods by name and stops at any other. A method is a token, so a request line
  /// with another token is no malformed one: the handler gets it and refuses the method. Nothing
  /// behind that line is read.
  private mutating func takeUnknownMethod(
    _ bytes: UnsafeRawBufferPointer, _ request: UnsafeMutablePointer<HTTPRequest>,
    behind methodByteCount: Int
  ) -> Outcome {
    // Safe: the bytes and the caller's request live across the call.
    let line = unsafe bytes.bytes
    if !message.hasUnknownMethod {
      message.hasUnknownMethod = true
      // llhttp may have told a part of these bytes as the method before it stopped.
      let known = unsafe request.pointee.text(of: request.pointee.method).utf8.prefix(
        methodByteCount)
      unsafe request.pointee.reset()
      unsafe request.pointee.append(method: Array(known).span.bytes)
    }
    let start = unsafe request.pointee.method.isEmpty ? RequestRules.emptyLines(line) : 0
    unsafe request.pointee.append(method: line.extracting(droppingFirst: start))
    let byteCount = unsafe request.pointee.method.byteCount
    guard byteCount <= HTTPLimits.target + 256 else { return .refused(.targetTooLong) }
    guard scan.hasRequestLine else { return .incomplete }
    var token: [UInt8] = []
    let method = unsafe request.pointee.withBytes(of: request.pointee.method) {
      RequestRules.methodOfLine($0)
    }
    guard let method else { return .refused(.malformed) }
    for index in method {
      unsafe token.append(request.pointee[request.pointee.method.start + index])
    }
    unsafe request.pointee.reset()
    unsafe request.pointee.append(method: token.span.bytes)
    message.stage = .end
    message.keepsAlive = false
    return .complete
  }
}

// MARK: - Calls from llhttp

extension RequestParser {
  /// What the callbacks see during one call of `feed`.
  @safe
  fileprivate struct Feed {
    var message: Message
    let request: UnsafeMutablePointer<HTTPRequest>
    let start: UnsafePointer<CChar>
    let tail: UInt64
    var refusal: HTTPRefusal?

    /// Whether the version at `place` stands behind `HTTP/`. llhttp takes `RTSP/1.0` and `ICE/1.0`.
    func isHTTP(versionAt place: UnsafePointer<CChar>) -> Bool {
      var word = tail
      // Safe: `place` lies within the bytes that begin at `start`.
      let before = unsafe Swift.min(place - start, 8)
      for distance in stride(from: before, to: 0, by: -1) {
        // Safe: at most `before` bytes back, which is `start` or behind it.
        word = unsafe word << 8 | UInt64(UInt8(bitPattern: place[-distance]))
      }
      let name: UInt64 = 0x48_54_54_50_2F
      return word & 0xFF_FFFF_FFFF == name
    }

    mutating func refuse(_ refusal: HTTPRefusal) -> Int32 {
      self.refusal = refusal
      return -1
    }
  }

  private static func feed(
    of parser: UnsafeMutablePointer<llhttp_t>?
  ) -> UnsafeMutablePointer<Feed>? {
    // Safe: `data` is the address that `feed(_:into:)` set for the duration of its call.
    unsafe parser?.pointee.data?.assumingMemoryBound(to: Feed.self)
  }

  // Safe: written once, before anybody reads it.
  nonisolated(unsafe) private static let settings: UnsafeMutablePointer<llhttp_settings_t> = {
    let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
    unsafe settings.initialize(to: llhttp_settings_t())
    unsafe settings.pointee.on_method = { parser, place, count in
      guard let feed = unsafe RequestParser.feed(of: parser) else { return -1 }
      unsafe feed.pointee.request.pointee.append(
        method:
          UnsafeRawBufferPointer(start: place, count: count).bytes)
      return 0
    }
    unsafe settings.pointee.on_url = { parser, place, count in
      guard let feed = unsafe RequestParser.feed(of: parser) else { return -1 }
      unsafe feed.pointee.message.targetByteCount += count
      if unsafe feed.pointee.message.targetByteCount > HTTPLimits.target {
        return unsafe feed.pointee.refuse(.targetTooLong)
      }
      unsafe feed.pointee.request.pointee.append(
        target:
          UnsafeRawBufferPointer(start: place, count: count).bytes)
      return 0
    }
    unsafe settings.pointee.on_version = { parser, place, _ in
      guard let feed = unsafe RequestParser.feed(of: parser), let place = unsafe place else {
        return -1
      }
      // A version in two pieces begins with the first one.
      defer { unsafe feed.pointee.message.hasVersion = true }
      let isFirst = unsafe !feed.pointee.message.hasVersion
      return unsafe !isFirst || feed.pointee.isHTTP(versionAt: place) ? 0 : -1
    }
    unsafe settings.pointee.on_header_field = { parser, place, count in
      guard let feed = unsafe RequestParser.feed(of: parser) else { return -1 }
      unsafe feed.pointee.message.fieldByteCount += count
      if unsafe feed.pointee.message.fieldByteCount > HTTPLimits.fields {
        return unsafe feed.pointee.refuse(.fieldsTooLarge)
      }
      // Trailers come behind the body and are dropped.
      guard unsafe feed.pointee.message.stage == .head else { return 0 }
      unsafe feed.pointee.request.pointee.append(
        fieldName:
          UnsafeRawBufferPointer(start: place, count: count).bytes)
      if unsafe feed.pointee.request.pointee.fieldCount > RequestParser.fieldLimit {
        return unsafe feed.pointee.refuse(.fieldsTooLarge)
      }
      return 0
    }
    unsafe settings.pointee.on_header_value = { parser, place, count in
      guard let feed = unsafe RequestParser.feed(of: parser) else { return -1 }
      unsafe feed.pointee.message.fieldByteCount += count
      if unsafe feed.pointee.message.fieldByteCount > HTTPLimits.fields {
        return unsafe feed.pointee.refuse(.fieldsTooLarge)
      }
      guard unsafe feed.pointee.message.stage == .head else { return 0 }
      unsafe feed.pointee.request.pointee.append(
        fieldValue:
          UnsafeRawBufferPointer(start: place, count: count).bytes)
      return 0
    }
    unsafe settings.pointee.on_header_value_complete = { parser in
      guard let feed = unsafe RequestParser.feed(of: parser) else { return -1 }
      if unsafe feed.pointee.message.stage == .head {
        unsafe feed.pointee.request.pointee.endField()
      }
      return 0
    }
    unsafe settings.pointee.on_headers_complete = { parser in
      guard let parser = unsafe parser, let feed = unsafe RequestParser.feed(of: parser) else {
        return -1
      }
      return unsafe RequestParser.endHead(parser, feed)
    }
    unsafe settings.pointee.on_body = { parser, place, count in
      guard let feed = unsafe RequestParser.feed(of: parser) else { return -1 }
      unsafe feed.pointee.message.bodyByteCount += count
      if unsafe feed.pointee.message.bodyByteCount > HTTPLimits.body {
        return unsafe feed.pointee.refuse(.bodyTooLarge)
      }
      unsafe feed.pointee.message.awaitsContinue = false
      unsafe feed.pointee.request.pointee.append(
        body:
          UnsafeRawBufferPointer(start: place, count: count).bytes)
      return 0
    }
    unsafe settings.pointee.on_chunk_extension_name = { parser, _, _ in
      guard let parser = unsafe parser, let feed = unsafe RequestParser.feed(of: parser) else {
        return -1
      }
      if unsafe feed.pointee.message.chunkByteCount == nil {
        unsafe feed.pointee.message.chunkByteCount = parser.pointee.content_length
      }
      return 0
    }
    unsafe settings.pointee.on_chunk_header = { parser in
      guard let parser = unsafe parser, let feed = unsafe RequestParser.feed(of: parser) else {
        return -1
      }
      let size = unsafe parser.pointee.content_length
      // Behind `a=b;` this llhttp reads digits of the size again: `5;a=b;0` would be 80 bytes.
      if let before = unsafe feed.pointee.message.chunkByteCount, before != size { return -1 }
      unsafe feed.pointee.message.chunkByteCount = nil
      let sum = unsafe size.addingReportingOverflow(UInt64(feed.pointee.message.bodyByteCount))
      if sum.overflow || sum.partialValue > UInt64(HTTPLimits.body) {
        return unsafe feed.pointee.refuse(.bodyTooLarge)
      }
      return 0
    }
    unsafe settings.pointee.on_message_complete = { parser in
      guard let feed = unsafe RequestParser.feed(of: parser) else { return -1 }
      unsafe feed.pointee.message.stage = .end
      return Int32(bitPattern: HPE_PAUSED.rawValue)
    }
    return unsafe settings
  }()

  private static func endHead(
    _ parser: UnsafeMutablePointer<llhttp_t>, _ feed: UnsafeMutablePointer<Feed>
  ) -> Int32 {
    // Safe: both addresses are valid during the call of `feed(_:into:)`.
    let minor = unsafe parser.pointee.http_minor
    guard unsafe parser.pointee.http_major == 1, minor <= 1 else { return -1 }
    guard
      unsafe RequestRules.isAcceptable(
        feed.pointee.request.pointee, isOld: minor == 0,
        isConnect: UInt32(parser.pointee.method) == HTTP_CONNECT.rawValue)
    else { return -1 }
    let flags = unsafe UInt32(parser.pointee.flags)
    let isChunked = flags & F_CHUNKED.rawValue != 0
    if unsafe !isChunked && parser.pointee.content_length > UInt64(HTTPLimits.body) {
      return unsafe feed.pointee.refuse(.bodyTooLarge)
    }
    unsafe feed.pointee.message.isHead = UInt32(parser.pointee.method) == HTTP_HEAD.rawValue
    unsafe feed.pointee.message.isOld = minor == 0
    unsafe feed.pointee.message.isChunked = isChunked
    // What follows a CONNECT request is no HTTP.
    let isConnect = unsafe UInt32(parser.pointee.method) == HTTP_CONNECT.rawValue
    unsafe feed.pointee.message.keepsAlive = llhttp_should_keep_alive(parser) == 1 && !isConnect
    let hasBody = unsafe isChunked || parser.pointee.content_length > 0
    unsafe feed.pointee.message.awaitsContinue =
      minor == 1 && hasBody && RequestRules.awaitsContinue(feed.pointee.request.pointee)
    unsafe feed.pointee.message.stage = .body
    unsafe feed.pointee.message.rawByteCount = 0
    // A wish to speak another protocol is not granted; the request is one like others.
    unsafe parser.pointee.upgrade = 0
    return 0
  }
}
