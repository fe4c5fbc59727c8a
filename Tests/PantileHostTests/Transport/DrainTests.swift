import Glibc
import Testing

@testable import PantileHost

/// How a server ends, and how another takes over.
@Suite struct DrainTests {
  @Test func `an open connection gets one more answer, and no new one is taken`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.drainIdle = .seconds(20)
    } _: { server in
      var open = try RawClient(server.address)
      let isAlive = open.isAlive()
      #expect(isAlive)
      server.server.drain()
      #expect(eventually { (try? RawClient(server.address)) == nil })
      open.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n")
      let last = open.response()
      #expect(last?.status == 200)
      #expect(last?.fields["connection"] == "close")
      open.finish()
      server.server.wait()
    }
  }

  @Test func `idle connections end when their time is over`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.drainIdle = .milliseconds(20)
      configuration.timeouts.idle = .milliseconds(2_000)
    } _: { server in
      var idle = try RawClient(server.address)
      let isAlive = idle.isAlive()
      #expect(isAlive)
      server.server.drain()
      server.server.wait()
      let rest = idle.rest()
      #expect(rest.isEmpty)
    }
  }

  @Test func `requests in flight are answered, until the time is over`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.drainIdle = .milliseconds(10)
      configuration.timeouts.drain = .milliseconds(400)
      configuration.timeouts.linger = .milliseconds(40)
    } _: { server in
      var first = try RawClient(server.address)
      first.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(eventually { server.handler.isAsked(1) })
      server.server.drain()
      #expect(eventually { (try? RawClient(server.address)) == nil })
      server.handler.release(1)
      let answer = first.response()
      #expect(answer?.status == 200)
      #expect(answer?.fields["connection"] == "close")
      server.server.wait()
    }
    try TestServer.with { configuration in
      configuration.timeouts.drain = .milliseconds(50)
    } _: { server in
      var stuck = try RawClient(server.address)
      stuck.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(eventually { server.handler.isAsked(1) })
      server.server.drain()
      server.server.wait()
      let rest = stuck.rest()
      #expect(rest.isEmpty)
    }
  }

  @Test func `connections that nobody has taken yet are taken before the end`() throws {
    try TestServer.with { configuration in
      configuration.timeouts.drainIdle = .seconds(20)
    } _: { server in
      // All of these have connected and asked when draining begins.
      var clients: [Client] = []
      for _ in 0..<50 { clients.append(Client(try RawClient(server.address))) }
      for client in clients { client.ask() }
      server.server.drain()
      for client in clients { #expect(client.status() == 200) }
    }
  }

  private final class Client {
    private var raw: RawClient
    init(_ raw: consuming RawClient) { self.raw = raw }
    func ask() { raw.send("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n") }
    func status() -> Int? { raw.response()?.status }
  }

  @Test func `two servers share a port, and one takes over`() throws {
    try TestServer.with { old in
      let address = old.address
      try TestServer.with { configuration in
        configuration.addresses = [address]
      } _: { new in
        old.server.drain()
        old.server.wait()
        for _ in 0..<20 {
          var client = try RawClient(address)
          let isAlive = client.isAlive()
          #expect(isAlive)
        }
        #expect(new.server.statistics.requests == 20)
      }
    }
  }

  @Test func `several workers listen at one port and at one socket`() throws {
    let path = "/tmp/pantile-workers-\(getpid()).socket"
    try TestServer.with { configuration in
      configuration.workers = 3
      configuration.addresses.append(.unix(path: path))
    } _: { server in
      for address in server.server.addresses {
        for _ in 0..<30 {
          var client = try RawClient(address)
          let isAlive = client.isAlive()
          #expect(isAlive)
        }
      }
    }
    let isGone = unsafe access(path, F_OK) != 0
    #expect(isGone)
  }

  @Test func `a Unix socket passes from one server to the next`() throws {
    let path = "/tmp/pantile-takeover-\(getpid()).socket"
    try TestServer.with { configuration in
      configuration.addresses = [.unix(path: path)]
    } _: { old in
      var kept = try RawClient(.unix(path: path))
      let isKept = kept.isAlive()
      #expect(isKept)
      try TestServer.with { configuration in
        configuration.addresses = [.unix(path: path)]
      } _: { new in
        old.server.stop()
        old.server.wait()
        var client = try RawClient(.unix(path: path))
        let isAlive = client.isAlive()
        #expect(isAlive)
        #expect(new.server.statistics.requests == 1)
      }
    }
    let isGone = unsafe access(path, F_OK) != 0
    #expect(isGone)
  }

  @Test func `a socket that was opened before is used`() throws {
    let listener = try Listener.open(.tcp(host: "127.0.0.1", port: 0), backlog: 10)
    try TestServer.with { configuration in
      configuration.addresses = [.descriptor(listener.descriptor)]
    } _: { _ in
      var client = try RawClient(listener.address)
      let isAlive = client.isAlive()
      #expect(isAlive)
    }
  }

  @Test func `IPv6 is served`() throws {
    try TestServer.with { configuration in
      configuration.addresses = [.tcp(host: "::1", port: 0)]
    } _: { server in
      var client = try RawClient(server.address)
      let isAlive = client.isAlive()
      #expect(isAlive)
    }
  }
}
