import PantileJSON
import Testing

@testable import PantileHost

/// The lines that the transport adds.
@Suite struct ServerLinesTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT"),
    (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
    (1_780_000_000, "Thu, 28 May 2026 20:26:40 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
  ])
  func `writes a date as HTTP does`(_ second: Int64, _ text: String) {
    var lines = ServerLines()
    var found = ""
    lines.with(second: second, date: true, keepAlive: false) { found = Self.text($0) }
    #expect(found == "Date: \(text)\r\n")
  }

  @Test func `lends what is wanted`() {
    var lines = ServerLines()
    var found = "?"
    lines.with(second: 0, date: false, keepAlive: true) { found = Self.text($0) }
    #expect(found == "Connection: keep-alive\r\n")
    lines.with(second: 0, date: false, keepAlive: false) { found = Self.text($0) }
    #expect(found == "")
    lines.with(second: 0, date: true, keepAlive: true) { found = Self.text($0) }
    #expect(found == "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\nConnection: keep-alive\r\n")
  }

  private static func text(_ bytes: RawSpan) -> String {
    String(decoding: (0..<bytes.byteCount).map { bytes.byte(at: $0) }, as: UTF8.self)
  }
}
