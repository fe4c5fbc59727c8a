import Testing

@testable import PantileHost

/// What a server takes and what it refuses, on a socket.
@Suite struct StrictnessTests {
  @Test(arguments: RequestCase.all)
  func `answers a request as it must`(_ request: RequestCase) throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send(request.bytes)
      let answer = client.response()
      let response = try #require(answer)
      #expect(response.status == request.status)
      if request.staysOpen {
        let isAlive = client.isAlive()
        #expect(isAlive)
      } else {
        #expect(response.fields["connection"] == "close")
        client.finish()
        let rest = client.rest()
        #expect(rest.isEmpty)
        let isClosed = client.isClosed
        #expect(isClosed)
      }
      var other = try RawClient(server.address)
      let isServing = other.isAlive()
      #expect(isServing)
    }
  }

  @Test func `refuses with a body that says why`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send("GET / HTTP/1.1\r\nHost: a b\r\n\r\n")
      let answer = client.response()
      let response = try #require(answer)
      #expect(response.body == #"{"error":"Bad request"}"#)
      #expect(response.fields["content-type"] == "application/json")
    }
  }
}
