import Glibc
import Testing

@testable import PantileHost

/// How many connections a server keeps.
@Suite struct ConnectionLimitTests {
  @Test(arguments: [true, false])
  func `connections beyond the limit are closed until others end`(_ isPerAddress: Bool) throws {
    try TestServer.with { configuration in
      if isPerAddress {
        configuration.limits.connectionsPerAddress = 2
      } else {
        configuration.limits.connections = 2
      }
    } _: { server in
      var first = try RawClient(server.address)
      let isFirst = first.isAlive()
      #expect(isFirst)
      do {
        var second = try RawClient(server.address)
        let isSecond = second.isAlive()
        #expect(isSecond)
        var third = try RawClient(server.address)
        let isThird = third.isAlive()
        #expect(!isThird)
        #expect(server.server.statistics.refusedConnections == 1)
      }
      #expect(eventually { server.server.statistics.openConnections <= 1 })
      var fourth = try RawClient(server.address)
      let isFourth = fourth.isAlive()
      #expect(isFourth)
    }
  }

  @Test func `peers are counted by IPv4 address and by IPv6 network`() {
    var table: [UInt64] = []
    for text in ["127.0.0.1", "127.0.0.2"] { table.append(Self.peer(text)?.bits ?? 0) }
    #expect(Set(table).count == 2)
    #expect(Self.peer("::ffff:127.0.0.1") == Self.peer("127.0.0.1"))
    #expect(Self.peer("2001:db8::1") == Self.peer("2001:db8::2"))
    #expect(Self.peer("2001:db8:0:1::1") != Self.peer("2001:db8:0:2::1"))
    #expect(PeerAddress(sockaddr_storage()) == nil)
  }

  private static func peer(_ text: String) -> PeerAddress? {
    var storage = sockaddr_storage()
    let isIPv6 = text.contains(":")
    storage.ss_family = sa_family_t(isIPv6 ? AF_INET6 : AF_INET)
    let isRead = unsafe withUnsafeMutableBytes(of: &storage) {
      unsafe inet_pton(
        isIPv6 ? AF_INET6 : AF_INET, text, $0.baseAddress! + (isIPv6 ? 8 : 4))
    }
    return isRead == 1 ? PeerAddress(storage) : nil
  }

  @Test func `an address that is taken is an error`() throws {
    #expect(throws: SystemError(number: EINVAL, call: "inet_pton")) {
      try TestServer.with { configuration in
        configuration.addresses = [.tcp(host: "localhost", port: 0)]
      } _: { _ in
      }
    }
    #expect(throws: SystemError(number: ENOENT, call: "bind")) {
      try TestServer.with { configuration in
        configuration.addresses.append(.unix(path: "/nowhere/at/all"))
      } _: { _ in
      }
    }
  }
}
