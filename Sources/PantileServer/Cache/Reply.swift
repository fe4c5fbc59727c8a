internal import PantileJSON
internal import Synchronization

/// What a response says of its content.
struct ReplyHead: Sendable {
  /// The hash that makes the tag.
  var hash: ContentHash
  /// The seconds of `max-age`; nil for `no-cache`.
  var maxAge: Int?
  /// Whether a token was used.
  var isPrivate = false

  /// Appends `Cache-Control`, `ETag` and `Vary`, each ending with CR and LF.
  func write(to fields: inout ByteBuffer) {
    if let maxAge {
      if isPrivate {
        fields.append("Cache-Control: private, max-age=")
      } else {
        fields.append("Cache-Control: max-age=")
      }
      fields.append(integer: maxAge)
      fields.append("\r\nETag: W/\"")
    } else {
      fields.append("Cache-Control: no-cache\r\nETag: W/\"")
    }
    fields.append(hex: hash)
    fields.append("\"\r\nVary: Accept-Encoding\r\n")
  }

  /// Appends all fields of content but `Content-Length`.
  func write(to fields: inout ByteBuffer, coding: ContentCoding) {
    fields.append("Content-Type: application/json\r\n")
    write(to: &fields)
    switch coding {
    case .identity: break
    case .gzip: fields.append("Content-Encoding: gzip\r\n")
    case .brotli: fields.append("Content-Encoding: br\r\n")
    }
  }
}

/// Content that several responses share, in each coding that was asked for.
final class Reply: Sendable {
  let head: ReplyHead
  private let identity: HTTPContent
  private let coded = Mutex(Coded())
  /// The bytes of memory of all codings so far.
  private let byteCounter: Atomic<Int>

  private struct Coded {
    var gzip: HTTPContent?
    var brotli: HTTPContent?
  }

  init(_ head: ReplyHead, _ body: borrowing ByteBuffer) {
    self.head = head
    identity = body.withBytes { Self.content(head, .identity, $0) }
    byteCounter = Atomic(identity.reservedByteCount + 256)
  }

  var byteCount: Int { byteCounter.load(ordering: .relaxed) }

  /// The content in a coding, or as it is where it is short or the coder fails.
  func content(_ coding: ContentCoding) -> HTTPContent {
    guard coding != .identity, identity.bodyByteCount >= ContentCoding.smallestBody else {
      return identity
    }
    return coded.withLock { coded in
      if let known = coding == .gzip ? coded.gzip : coded.brotli { return known }
      guard let made = encode(coding) else { return identity }
      if coding == .gzip { coded.gzip = made } else { coded.brotli = made }
      byteCounter.wrappingAdd(made.reservedByteCount, ordering: .relaxed)
      return made
    }
  }

  private func encode(_ coding: ContentCoding) -> HTTPContent? {
    var body = ByteBuffer(capacity: 64)
    guard identity.withBody({ coding.encode($0, into: &body) }) else { return nil }
    return body.withBytes { Self.content(head, coding, $0) }
  }

  private static func content(
    _ head: ReplyHead, _ coding: ContentCoding, _ body: RawSpan
  ) -> HTTPContent {
    var fields = ByteBuffer(capacity: 256)
    head.write(to: &fields, coding: coding)
    return fields.withBytes { HTTPContent(fields: $0, body: body) }
  }
}
