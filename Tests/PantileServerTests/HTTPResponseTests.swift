import PantileJSON
import PantileServer
import Testing

@Suite struct HTTPResponseTests {
  private func text(_ response: borrowing HTTPResponse, adding lines: String = "") -> String {
    var output = ByteBuffer()
    let isWhole = lines.lend { response.write(to: &output, adding: $0) }
    if !isWhole { response.withBody { output.append($0) } }
    return output.text()
  }

  @Test func `writes its own body`() {
    var response = HTTPResponse()
    response.fail(401, "Authorization required")
    response.field("WWW-Authenticate", "Bearer")
    #expect(
      text(response)
        == "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n"
        + "WWW-Authenticate: Bearer\r\nContent-Length: 34\r\n\r\n"
        + "{\"error\":\"Authorization required\"}")
  }

  @Test func `leaves the body of HEAD out and keeps its length`() {
    var response = HTTPResponse()
    response.omitsBody = true
    response.fail(404, "x")
    #expect(text(response).hasSuffix("Content-Length: 13\r\n\r\n"))
    response.content = "A: b\r\n".lend { fields in
      "body".lend { HTTPContent(fields: fields, body: $0) }
    }
    #expect(text(response).hasSuffix("A: b\r\nContent-Length: 4\r\n\r\n"))
  }

  @Test func `writes shared content behind fields of its own`() {
    var response = HTTPResponse()
    response.content = "A: b\r\n".lend { fields in
      "body".lend { HTTPContent(fields: fields, body: $0) }
    }
    response.closes = true
    #expect(
      text(response, adding: "Date: x\r\n")
        == "HTTP/1.1 200 OK\r\nDate: x\r\nConnection: close\r\nA: b\r\nContent-Length: 4\r\n\r\nbody"
    )
  }

  @Test func `writes 304 without fields of content`() {
    var response = HTTPResponse()
    response.status = 304
    response.hasContent = false
    response.omitsBody = true
    response.field("Vary", "Accept-Encoding")
    #expect(text(response) == "HTTP/1.1 304 Not Modified\r\nVary: Accept-Encoding\r\n\r\n")
  }

  @Test(arguments: [true, false]) func `writes one block up to 64 KiB`(isShared: Bool) {
    for (length, isOneBlock) in [(65_536 - 60, true), (65_536, false)] {
      var response = HTTPResponse()
      let body = String(repeating: "x", count: length)
      if isShared {
        response.content = body.lend { HTTPContent(fields: RawSpan(), body: $0) }
      } else {
        response.body.append(utf8: body)
      }
      var output = ByteBuffer()
      let isWhole = response.write(to: &output)
      #expect(isWhole == isOneBlock)
      #expect(output.count <= 65_536)
      #expect(text(response).hasSuffix("\r\n\r\n" + body))
    }
  }

  @Test(arguments: [
    (HTTPRefusal.malformed, "400 Bad Request", "Bad request"),
    (.targetTooLong, "414 URI Too Long", "URI too long"),
    (
      .fieldsTooLarge, "431 Request Header Fields Too Large", "Request header fields too large"
    ),
    (.bodyTooLarge, "413 Content Too Large", "Request body too large"),
    (.timeout, "408 Request Timeout", "Request timeout"),
  ])
  func `refuses for a transport and closes`(
    refusal: HTTPRefusal, status: String, message: String
  ) {
    var response = HTTPResponse()
    response.body.append("left over")
    response.refuse(refusal)
    let body = "{\"error\":\"\(message)\"}"
    #expect(
      text(response)
        == "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }
}
