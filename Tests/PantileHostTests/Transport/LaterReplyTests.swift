import Testing

@testable import PantileHost

/// Handlers that answer later, from another thread.
@Suite struct LaterReplyTests {
  private static func request(_ target: String, method: String = "GET") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
  }

  @Test func `replies reach their connections in any order`() throws {
    try TestServer.with { server in
      var first = try RawClient(server.address)
      var second = try RawClient(server.address)
      first.send(Self.request("/later?1"))
      second.send(Self.request("/later?2"))
      server.handler.release(2, lastFirst: true)
      let one = first.response()
      #expect(one?.body == "GET /later?1 ")
      let two = second.response()
      #expect(two?.body == "GET /later?2 ")
    }
  }

  @Test func `requests behind one that waits are answered behind it`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send(
        Self.request("/echo?0") + Self.request("/later?1") + Self.request("/echo?2")
          + Self.request("/later?3") + Self.request("/echo?4"))
      server.handler.release(1)
      server.handler.release(1)
      for number in 0..<5 {
        let response = client.response()
        #expect(response?.body.hasSuffix("?\(number) ") == true)
      }
    }
  }

  @Test func `HEAD and the end of the connection count later too`() throws {
    try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send(Self.request("/later", method: "HEAD"))
      server.handler.release(1)
      let head = client.response(toHead: true)
      #expect(head?.fields["content-length"] == "12")
      client.send("GET /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      server.handler.release(1)
      let last = client.response()
      #expect(last?.fields["connection"] == "close")
      _ = client.rest()
      let isClosed = client.isClosed
      #expect(isClosed)
    }
  }

  @Test func `a reply to a connection that is gone is dropped`() throws {
    try TestServer.with { server in
      do {
        var client = try RawClient(server.address)
        client.send(Self.request("/later"))
        #expect(eventually { server.handler.isAsked(1) })
        client.resetOnClose()
      }
      server.handler.release(1)
      var other = try RawClient(server.address)
      let isAlive = other.isAlive()
      #expect(isAlive)
    }
  }

  @Test func `a reply that does not come is given up`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.reply = .milliseconds(30)
    } _: { server in
      var client = try RawClient(server.address)
      client.send(Self.request("/later"))
      let response = client.response()
      #expect(response?.status == 503)
      #expect(response?.fields["connection"] == "close")
      // The late reply finds nobody.
      server.handler.release(1)
      var other = try RawClient(server.address)
      let isAlive = other.isAlive()
      #expect(isAlive)
    }
  }

  @Test func `a reply that comes behind the server's end is dropped`() throws {
    let handler = try TestServer.with { server in
      var client = try RawClient(server.address)
      client.send(Self.request("/later"))
      #expect(eventually { server.handler.isAsked(1) })
      return server.handler
    }
    handler.release(1)
  }
}
