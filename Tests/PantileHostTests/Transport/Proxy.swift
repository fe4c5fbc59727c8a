import Foundation
import Testing

@testable import PantileHost

/// HAProxy in front of a server, on a port of its own, for the life of the value.
final class Proxy {
  let address: ListenAddress
  private let process = Process()
  private let folder: Folder

  /// Where the program is; nil where it is missing.
  static let program: URL? = {
    let places = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy"]
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }()

  static let note: Comment = "haproxy is not installed; CI installs it"

  /// Starts a proxy and waits until it answers.
  init(_ program: URL, to server: ListenAddress) throws {
    guard case .tcp(let host, let serverPort) = server else {
      throw RawClient.Failure("a server on TCP")
    }
    folder = try Folder()
    let port = try Self.freePort()
    address = .tcp(host: "127.0.0.1", port: port)
    let file = "\(folder.path)/haproxy.cfg"
    try Self.configuration(port, "\(host):\(serverPort)").write(
      toFile: file, atomically: true, encoding: .utf8)
    process.executableURL = program
    process.arguments = ["-db", "-q", "-f", file]
    try process.run()
    let address = address
    #expect(eventually { (try? RawClient(address)) != nil })
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  private static func freePort() throws -> UInt16 {
    let listener = try Listener.open(.tcp(host: "127.0.0.1", port: 0), backlog: 1)
    close(listener.descriptor)
    guard case .tcp(_, let port) = listener.address else { return 0 }
    return port
  }

  private static func configuration(_ port: UInt16, _ server: String) -> String {
    """
    global
      maxconn 200
      # Larger than what the server takes, so that it is the server that says what is too large.
      tune.bufsize 65536
    defaults
      mode http
      timeout connect 5s
      timeout client 20s
      timeout server 20s
      timeout http-request 10s
            frontend devices
      bind 127.0.0.1:\(port)
      default_backend pantile
    backend pantile
      server one \(server)

    """
  }
}
