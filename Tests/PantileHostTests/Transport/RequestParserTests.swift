import PantileServer
import Testing

@testable import PantileHost

/// The parser alone: no socket and no clock.
@Suite struct RequestParserTests {
  /// What came of all bytes of a request.
  private struct Result: Equatable, CustomStringConvertible {
    var outcome: RequestParser.Outcome
    var parts: [String]
    var keepsAlive: Bool
    var isRefused: Bool { outcome != .complete && outcome != .incomplete }
    var hasUnknownMethod: Bool { outcome == .complete && parts[1].isEmpty }
    var description: String { "\(outcome) \(keepsAlive) \(parts)" }
  }

  /// Feeds bytes in pieces of up to `size`.
  private static func parse(_ bytes: [UInt8], size: Int) -> Result {
    var parser = RequestParser()
    let request = UnsafeMutablePointer<HTTPRequest>.allocate(capacity: 1)
    unsafe request.initialize(to: HTTPRequest())
    defer {
      unsafe request.deinitialize(count: 1)
      unsafe request.deallocate()
    }
    var outcome = RequestParser.Outcome.incomplete
    var start = 0
    while start < bytes.count, outcome == .incomplete {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      let fed = unsafe piece.withUnsafeBytes { unsafe parser.feed($0, into: request) }
      outcome = fed.outcome
      start += fed.byteCount
    }
    guard outcome == .complete else {
      return Result(outcome: outcome, parts: [], keepsAlive: false)
    }
    var parts = unsafe [request.pointee.text(of: request.pointee.method)]
    unsafe parts.append(request.pointee.text(of: request.pointee.target))
    unsafe parts.append(request.pointee.text(of: request.pointee.body))
    for index in 0..<(unsafe request.pointee.fieldCount) {
      unsafe parts.append(request.pointee.text(of: request.pointee.fieldName(at: index)))
      unsafe parts.append(request.pointee.text(of: request.pointee.fieldValue(at: index)))
    }
    return Result(outcome: outcome, parts: parts, keepsAlive: parser.message.keepsAlive)
  }

  @Test(arguments: RequestCase.all)
  func `a request in pieces is the same request`(_ request: RequestCase) {
    let bytes = Array(request.bytes.utf8)
    let whole = Self.parse(bytes, size: bytes.count)
    for size in [1, 2, 3, 7, 1_000] {
      #expect(Self.parse(bytes, size: size) == whole, "pieces of \(size)")
    }
  }

  @Test(arguments: RequestCase.all.filter { $0.status == 200 && $0.bytes.utf8.count < 1_000 })
  func `a request that is cut short waits for more`(_ request: RequestCase) {
    let bytes = Array(request.bytes.utf8)
    for count in 0..<bytes.count {
      #expect(Self.parse(Array(bytes[..<count]), size: 64).outcome == .incomplete, "\(count) bytes")
    }
  }

  @Test func `a target holds the visible signs of ASCII and no fragment`() {
    for byte in UInt8.min...UInt8.max {
      let bytes = Array("GET /a".utf8) + [byte] + Array("b HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      let isGood = byte > 0x20 && byte < 0x7F && byte != 0x23
      let outcome = Self.parse(bytes, size: bytes.count).outcome
      #expect(outcome == (isGood ? .complete : .refused(.malformed)), "byte \(byte)")
    }
  }

  @Test func `a value holds no control sign but the tab`() {
    for byte in UInt8.min...UInt8.max {
      let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: a".utf8) + [byte] + Array("b\r\n\r\n".utf8)
      let isGood = byte >= 0x20 && byte != 0x7F || byte == 0x09
      let outcome = Self.parse(bytes, size: bytes.count).outcome
      #expect(outcome == (isGood ? .complete : .refused(.malformed)), "byte \(byte)")
    }
  }

  @Test func `changed bytes are refused or understood, whole and in pieces alike`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the changes: \(seed)")
    var random = SplitMix(state: seed)
    let cases = RequestCase.all.filter { $0.bytes.utf8.count < 1_000 }
    for round in 0..<20_000 {
      var bytes = Array(cases[Int(random.next() % UInt64(cases.count))].bytes.utf8)
      for _ in 0...(random.next() % 3) where !bytes.isEmpty {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        }
      }
      guard !bytes.isEmpty else { continue }
      let whole = Self.parse(bytes, size: bytes.count)
      let size = Int(random.next() % 40) + 1
      let inPieces = Self.parse(bytes, size: size)
      // Behind the line of an unknown method nothing is read; whole, its bytes may be refused.
      if inPieces.hasUnknownMethod && whole.outcome == .refused(.malformed) { continue }
      // What is wrong in two ways may be refused for either.
      if inPieces.isRefused && whole.isRefused { continue }
      #expect(inPieces == whole, "seed \(seed), round \(round), pieces of \(size): \(bytes)")
      if inPieces != whole { break }
    }
  }
}
