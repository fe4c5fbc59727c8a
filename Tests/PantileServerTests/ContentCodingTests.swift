import Foundation
import PantileJSON
import PantileRender
import PantileServer
import PantileTestSupport
import Testing

@Suite struct ContentCodingTests {
  private static let text = #"{"v":1,"text":""# + String(repeating: "wide ", count: 300) + #""}"#

  private static func response(
    _ accepted: String?, timeToLive: Int64, text: String = text
  ) async -> (head: String, body: Data) {
    let server = WidgetServer([
      ServedWidget(
        id: "a", timeToLive: timeToLive,
        ios: .immediate { _, output in
          output.body.append(utf8: text)
          return .content()
        })
    ])
    let field = accepted.map { "Accept-Encoding: \($0)\r\n" } ?? ""
    let request = "GET /?widgetId=a&platform=ios HTTP/1.1\r\nHost: a\r\n\(field)\r\n"
    let bytes = await HandlerExchange.response(of: server, to: Array(request.utf8))
    let end = Data(bytes).range(of: Data("\r\n\r\n".utf8))
    let split = end?.lowerBound ?? bytes.count
    return (
      String(decoding: bytes[..<split], as: UTF8.self),
      Data(bytes[min(split + 4, bytes.count)...])
    )
  }

  @Test(arguments: [
    (nil, nil), ("", nil), ("br", "br"), ("BR", "br"), ("gzip", "gzip"), ("x-gzip", "gzip"),
    ("gzip, br", "br"), ("gzip;q=1, br;q=0.999", "gzip"), ("br;q=0", nil), ("*", "br"),
    ("*;q=0.5, br;q=0.1", "gzip"), ("br;q=0, *", "gzip"), ("identity", nil), ("deflate", nil),
    ("br;q=2", nil), ("br;q=0.0001", nil), ("br ; Q=0.5 , gzip;q=0.4", "br"), ("br;level=4", "br"),
    ("br;q=", nil), (",,br,", "br"), ("*;q=0", nil),
  ])
  func `chooses by quality, brotli first`(accepted: String?, coding: String?) async {
    for timeToLive: Int64 in [0, 1_000] {
      let response = await Self.response(accepted, timeToLive: timeToLive)
      let field = response.head.components(separatedBy: "\r\n")
        .first { $0.hasPrefix("Content-Encoding: ") }
      #expect(field == coding.map { "Content-Encoding: \($0)" })
    }
  }

  @Test(arguments: ["br", "gzip"]) func `gives a body that decodes to the same`(
    coding: String
  ) async throws {
    for timeToLive: Int64 in [0, 1_000] {
      let response = await Self.response(coding, timeToLive: timeToLive)
      #expect(
        response.head.contains("Content-Length: \(response.body.count)\r\n")
          || response.head.hasSuffix("Content-Length: \(response.body.count)"))
      #expect(response.body.count < 200)
      #expect(try decode(response.body, coding) == Data(Self.text.utf8))
    }
  }

  @Test func `keeps the tag`() async {
    var tags: Set<String> = []
    for coding in [nil, "br", "gzip"] {
      let head = await Self.response(coding, timeToLive: 0).head
      tags.insert(head.components(separatedBy: "\r\n").first { $0.hasPrefix("ETag") } ?? "")
    }
    #expect(tags.count == 1)
  }

  @Test func `codes bodies from 1,024 bytes on`() async {
    for (count, isCoded) in [(1_023, false), (1_024, true)] {
      let text = "\"" + String(repeating: "x", count: count - 2) + "\""
      for timeToLive: Int64 in [0, 1_000] {
        let head = await Self.response("br", timeToLive: timeToLive, text: text).head
        #expect(head.contains("Content-Encoding") == isCoded)
      }
    }
  }

  private func decode(_ body: Data, _ coding: String) throws -> Data {
    var input = ByteBuffer()
    for byte in body { input.append(byte) }
    var output = ByteBuffer()
    try input.withBytes { bytes in
      if coding == "br" {
        try Brotli.decompress(bytes, limit: 1 << 20, into: &output)
      } else {
        var gzip = Gzip()
        try gzip.decompress(bytes, into: &output)
      }
    }
    return Data(output.array())
  }
}
