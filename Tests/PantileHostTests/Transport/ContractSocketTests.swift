import Foundation
import PantileServer
import PantileTestSupport
import Testing

@testable import PantileHost

/// The table of the contract on a socket: to the server itself, and behind a proxy.
@Suite struct ContractSocketTests {
  static let cases: [ContractCase] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Corpus/http/contract.txt")
    let text = try? String(contentsOf: path, encoding: .utf8)
    return ContractCase.table(text ?? "")
  }()

  /// What a proxy repairs before the server sees it, which then finds nothing wrong.
  private static let repaired: Set<String> = [
    "0: wants one host",
    "0: refuses a length and a transfer coding together",
    "0: refuses lines that end with LF alone",
  ]

  @Test func `reads the whole table`() {
    #expect(Self.cases.count > 60)
    let names = Set(Self.cases.map(\.name))
    #expect(Self.repaired.isSubset(of: names))
  }

  @Test func `a server on a socket keeps the contract`() async throws {
    let failures = try await Self.onThread {
      try Self.withServers { open, guarded in
        try Self.cases.compactMap { test in
          try Self.failure(of: test, at: test.needsTokens ? guarded : open)
        }
      }
    }
    #expect(failures == [])
  }

  @Test(.enabled(if: Proxy.program != nil, Proxy.note))
  func `a server behind a proxy keeps the contract`() async throws {
    let program = try #require(Proxy.program)
    let failures = try await Self.onThread {
      try Self.withServers { open, guarded in
        let open = try Proxy(program, to: open)
        let guarded = try Proxy(program, to: guarded)
        let cases = Self.cases.filter { !Self.repaired.contains($0.name) }
        return try cases.compactMap { test in
          try Self.failure(
            of: test, at: test.needsTokens ? guarded.address : open.address, isBehindProxy: true)
        }
      }
    }
    #expect(failures == [])
  }

  /// Works on a thread of its own, since waiting for sockets would keep handlers from running that
  /// answer from tasks.
  private static func onThread(
    _ work: @escaping @Sendable () throws -> [String]
  ) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
  }

  private static func withServers(
    _ body: (ListenAddress, ListenAddress) throws -> [String]
  ) throws -> [String] {
    var configuration = HTTPServerConfiguration()
    configuration.addresses = [.tcp(host: "127.0.0.1", port: 0)]
    // Threads and not tasks: tests that wait may hold all threads on which tasks would run.
    let spawn: ContractServer.Spawn = { work in Thread.detachNewThread(work) }
    let open = HTTPServer(ContractServer.open(spawn), configuration)
    let guarded = HTTPServer(ContractServer.guarded(spawn), configuration)
    try open.start()
    try guarded.start()
    defer {
      for server in [open, guarded] {
        server.stop()
        server.wait()
      }
    }
    return try body(open.addresses[0], guarded.addresses[0])
  }

  /// Sends a request of the table on a connection of its own, and says what is wrong with what
  /// comes back; nil where nothing is.
  private static func failure(
    of test: ContractCase, at address: ListenAddress, isBehindProxy: Bool = false
  ) throws -> String? {
    var client = try RawClient(address)
    client.send(test.request)
    let isHead = test.request.starts(with: Array("HEAD ".utf8))
    let response = client.rawResponse(toHead: isHead)
    let text = String(decoding: response, as: UTF8.self)
    if isBehindProxy, test.isForTransport, text.contains("text/html") {
      // The proxy has refused it in its own words, and the server has not seen it.
      if !text.hasPrefix("HTTP/1.1 400 ") { return "\(test.name): \(text)" }
    } else if let failure = test.failure(of: response) {
      return "\(test.name): \(failure)"
    }
    guard test.closes else { return nil }
    client.finish()
    let rest = client.rest()
    let isClosed = client.isClosed
    return rest.isEmpty && isClosed ? nil : "\(test.name): the connection stays open"
  }
}
