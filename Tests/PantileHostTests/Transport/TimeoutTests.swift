import Testing

@testable import PantileHost

/// Clients that take their time.
@Suite struct TimeoutTests {
  @Test func `an idle connection is closed, before and behind a request`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.idle = .milliseconds(50)
    } _: { server in
      var silent = try RawClient(server.address)
      let nothing = silent.rest()
      #expect(nothing.isEmpty)
      let isClosed = silent.isClosed
      #expect(isClosed)
      var idle = try RawClient(server.address)
      let isAlive = idle.isAlive()
      #expect(isAlive)
      let rest = idle.rest()
      #expect(rest.isEmpty)
      let isEnded = idle.isClosed
      #expect(isEnded)
    }
  }

  @Test(arguments: [
    "G", "\r\n", "GET / HTTP/1.1\r\nHost: a\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab",
  ])
  func `a request that does not end is refused`(_ piece: String) throws {
    try TestServer.with { configuration in
      configuration.timeouts.head = .milliseconds(60)
      configuration.timeouts.body = .milliseconds(60)
    } _: { server in
      var client = try RawClient(server.address)
      client.send(piece)
      let response = client.response()
      #expect(response?.status == 408)
      #expect(response?.fields["connection"] == "close")
      client.finish()
      _ = client.rest()
      let isClosed = client.isClosed
      #expect(isClosed)
    }
  }

  @Test func `a byte now and then does not keep a request alive`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.head = .milliseconds(100)
    } _: { server in
      var client = try RawClient(server.address)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n")
      // Each pause is the wait for a byte that the server does not send.
      var sent = 0
      while client.isQuiet(milliseconds: 10), sent < 5_000 {
        client.send("X: y\r\n")
        sent += 1
      }
      let response = client.response()
      #expect(response?.status == 408)
      #expect(sent < 1_000)
    }
  }

  @Test func `a client that takes nothing is dropped, one that takes little is served`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.write = .milliseconds(100)
    } _: { server in
      var stuck = try RawClient(server.address, receiveByteCount: 4_096)
      stuck.send(String(repeating: "GET /big?250000 HTTP/1.1\r\nHost: a\r\n\r\n", count: 40))
      #expect(eventually { server.server.statistics.timeouts > 0 })
      #expect(server.server.statistics.openConnections <= 1)
      var other = try RawClient(server.address)
      let isAlive = other.isAlive()
      #expect(isAlive)
    }
  }

  @Test func `a client that does not end its side is closed behind the last response`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.linger = .milliseconds(30)
    } _: { server in
      var client = try RawClient(server.address)
      client.send("GET / HTTP/1.1\r\n\r\n")
      let response = client.response()
      #expect(response?.status == 400)
      #expect(eventually { server.server.statistics.openConnections == 0 })
    }
  }

  @Test func `slow clients do not keep others waiting`() throws {
    try TestServer.with { server in
      let slow = try (0..<200).map { number in
        let client = try SlowClient(server.address)
        client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\nX: ")
        return client
      }
      for _ in 0..<50 {
        var client = try RawClient(server.address)
        let isAlive = client.isAlive()
        #expect(isAlive)
      }
      #expect(server.server.statistics.openConnections >= slow.count)
    }
  }

  /// A client in an array.
  private final class SlowClient {
    private var client: RawClient
    init(_ address: ListenAddress) throws { client = try RawClient(address) }
    func send(_ text: String) { client.send(text) }
  }
}
