import Testing

@testable import PantileHost

/// Several requests on one connection, and what HTTP asks of responses.
@Suite struct ConversationTests {
  @Test func `answers 32 requests in one piece in their order`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      var all = ""
      for number in 0..<32 { all += "GET /echo?\(number) HTTP/1.1\r\nHost: a\r\n\r\n" }
      client.send(all)
      for number in 0..<32 {
        let response = client.response()
        #expect(response?.body == "GET /echo?\(number) ")
      }
    }
  }

  @Test func `answers requests with bodies that come in any pieces`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      var all = ""
      for number in 0..<8 {
        all += "POST /echo?\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        all +=
          "PUT /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n0\r\n\r\n"
      }
      for byte in all.utf8 { client.send([byte]) }
      for number in 0..<8 {
        let first = client.response()
        #expect(first?.body == "POST /echo?\(number) abc")
        let second = client.response()
        #expect(second?.body == "PUT /echo de")
      }
    }
  }

  @Test func `a client that does not read is not read from, and gets all in order`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address, receiveByteCount: 131_072)
      let request = Array("GET /big?200000 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      var sent = 0
      var byteCount = 0
      // The server takes what its buffers and the system's hold, and no more.
      while byteCount < 64 << 20 {
        let piece = Array(repeatElement(request, count: 1_000).joined())
        let count = client.sendWhatFits(piece)
        if count <= 0 { break }
        byteCount += count
        if count < piece.count { break }
      }
      #expect(byteCount < 64 << 20)
      sent = byteCount / request.count
      #expect(sent > 0)
      // Others are served meanwhile.
      var other = try RawClient(server.address)
      let isAlive = other.isAlive()
      #expect(isAlive)
      for _ in 0..<min(sent, 20) {
        let response = client.response()
        #expect(response?.body.utf8.count == 200_000)
      }
    }
  }

  @Test func `responses beyond what a worker may hold end their connections`() throws {
    try TestServer.with { configuration in
      configuration.limits.heldByteCount = 1 << 20
    } _: { server in
      var deaf: [DeafClient] = []
      for _ in 0..<20 { deaf.append(try DeafClient(server.address)) }
      // Twenty clients want ten megabytes each; what the worker may hold is not enough for all.
      #expect(
        eventually {
          let done = server.server.statistics
          return done.acceptedConnections == deaf.count && done.openConnections < deaf.count
        })
      var other = try RawClient(server.address)
      let isAlive = other.isAlive()
      #expect(isAlive)
    }
  }

  /// A client that asks for ten megabytes and reads nothing.
  private final class DeafClient {
    private var client: RawClient

    init(_ address: ListenAddress) throws {
      client = try RawClient(address, receiveByteCount: 4_096)
      client.send(String(repeating: "GET /big?260000 HTTP/1.1\r\nHost: a\r\n\r\n", count: 40))
    }
  }

  @Test func `HEAD has the fields of GET and no body`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send("HEAD /big?1000 HTTP/1.1\r\nHost: a\r\n\r\nGET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = client.response(toHead: true)
      #expect(head?.fields["content-length"] == "1000")
      let next = client.response()
      #expect(next?.body == "GET /echo ")
    }
  }

  @Test func `HTTP 1.0 is told that its connection stays`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send("GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let kept = client.response()
      #expect(kept?.fields["connection"] == "keep-alive")
      client.send("GET /echo HTTP/1.0\r\n\r\n")
      let last = client.response()
      #expect(last?.fields["connection"] == "close")
      _ = client.rest()
      let isClosed = client.isClosed
      #expect(isClosed)
    }
  }

  @Test func `a client that asks first may send its body`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      let head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
      client.send("\(head)Content-Length: 3\r\n\r\n")
      let first = client.response()
      #expect(first?.status == 100)
      client.send("abc")
      let second = client.response()
      #expect(second?.body == "POST /echo abc")
      client.send("\(head)Content-Length: 70000\r\n\r\n")
      let third = client.response()
      #expect(third?.status == 413)
    }
  }

  @Test func `the body of a refused request does not reset the connection`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n")
      client.send([UInt8](repeating: 97, count: 300_000))
      let response = client.response()
      #expect(response?.status == 413)
      client.finish()
      _ = client.rest()
      let isClosed = client.isClosed
      #expect(isClosed)
    }
  }

  @Test func `a client that has ended its side gets its response`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finish()
      let response = client.response()
      #expect(response?.body == "GET /echo ")
      _ = client.rest()
      let isClosed = client.isClosed
      #expect(isClosed)
    }
  }

  @Test(arguments: [
    "", "G", "GET / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab",
  ])
  func `a client that goes away in the middle is forgotten`(_ piece: String) throws {
    try TestServer.with { server in
      for isReset in [false, true] {
        do {
          var client = try RawClient(server.address)
          client.send(piece)
          if isReset { client.resetOnClose() }
        }
        var other = try RawClient(server.address)
        let isAlive = other.isAlive()
        #expect(isAlive)
      }
      #expect(eventually { server.server.statistics.openConnections <= 2 })
    }
  }

  @Test func `responses carry the date`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
      let date = client.response()?.fields["date"] ?? ""
      #expect(date.utf8.count == 29 && date.hasSuffix(" GMT"))
    }
  }

  @Test func `values without bytes keep their names apart`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send("GET /fields HTTP/1.1\r\nHost: a\r\nX:\r\nY: \r\nZ: 1 2\t\r\n\r\n")
      let response = client.response()
      #expect(response?.body == "Host=a;X=;Y=;Z=1 2\t" || response?.body == "Host=a;X=;Y=;Z=1 2")
    }
  }
}
