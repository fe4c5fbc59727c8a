import PantileJSON
import PantileServer
import Testing

@Suite struct HTTPRequestTests {
  @Test func `keeps parts that come in pieces`() {
    var request = HTTPRequest(capacity: 64)
    for _ in 0..<2 {
      request.reset()
      for piece in ["G", "ET"] { request.append(method: piece) }
      for piece in ["/w?wid", "getId=a", ""] { request.append(target: piece) }
      request.append(fieldName: "Ho")
      request.append(fieldName: "st")
      request.append(fieldValue: "local")
      request.append(fieldValue: "host")
      request.append(fieldName: "X-Empty")
      request.endField()
      request.append(fieldName: "Accept-ENCODING")
      request.append(fieldValue: "br")
      request.append(body: "{}")
      request.append(body: "…")
      #expect(request.text(of: request.method) == "GET")
      #expect(request.isEqual(request.method, "GET") == true)
      #expect(request.isEqual(request.method, "GE") == false)
      #expect(request.text(of: request.target) == "/w?widgetId=a")
      #expect(request.fieldCount == 3)
      #expect(request.value(of: "host").map { request.text(of: $0) } == "localhost")
      #expect(request.value(of: "x-empty").map { request.text(of: $0) } == "")
      #expect(request.value(of: "accept-encoding").map { request.text(of: $0) } == "br")
      #expect(request.value(of: "accept") == nil)
      #expect(request.text(of: request.body) == "{}…")
    }
  }

  @Test func `finds each field of a name`() {
    var request = HTTPRequest()
    for value in ["a", "b"] {
      request.append(fieldName: "If-None-Match")
      request.append(fieldValue: value)
    }
    #expect(request.fieldIndex(of: "if-none-match") == 0)
    #expect(request.fieldIndex(of: "if-none-match", from: 1) == 1)
    #expect(request.fieldIndex(of: "if-none-match", from: 2) == nil)
  }

  @Test func `ignores a value without a name`() {
    var request = HTTPRequest()
    request.append(fieldValue: "x")
    #expect(request.fieldCount == 0)
    #expect(request.byteCount == 0)
  }
}

extension HTTPRequest {
  mutating func append(method text: String) { text.lend { append(method: $0) } }
  mutating func append(target text: String) { text.lend { append(target: $0) } }
  mutating func append(fieldName text: String) { text.lend { append(fieldName: $0) } }
  mutating func append(fieldValue text: String) { text.lend { append(fieldValue: $0) } }
  mutating func append(body text: String) { text.lend { append(body: $0) } }
}

extension String {
  /// Lends the UTF-8 of the text.
  func lend<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    var buffer = ByteBuffer()
    buffer.append(utf8: self)
    return try buffer.withBytes { try body($0) }
  }
}
