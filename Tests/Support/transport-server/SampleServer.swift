internal import CJemalloc
internal import Glibc
internal import PantileHost

/// Starts a server with the limits and times that its arguments name, and serves until SIGTERM.
///
///     transport-server --port 8080 --workers 1 --idle 60000 --file weather=weather.json
enum SampleServer {
  static func main(_ arguments: [String]) -> Int32 {
    var configuration = HTTPServerConfiguration()
    configuration.addresses = []
    var handler = SampleHandler()
    var rest = arguments[...]
    while let name = rest.popFirst(), let value = rest.popFirst() {
      if name == "--file" {
        guard handler.load(value) else { return fail("cannot read \(value)") }
      } else if !set(name, value, &configuration) {
        return fail("wrong argument \(name) \(value)")
      }
    }
    if configuration.addresses.isEmpty {
      configuration.addresses = [.tcp(host: "127.0.0.1", port: 0)]
    }
    let server = HTTPServer(handler, configuration)
    do throws(SystemError) {
      try server.run {
        for case .tcp(let host, let port) in server.addresses { print("\(host) \(port)") }
        for case .unix(let path) in server.addresses { print(path) }
        fflush(nil)
      }
    } catch {
      return fail("\(error.call): \(error.text)")
    }
    let done = server.statistics
    print("requests \(done.requests) refusals \(done.refusals) open \(done.openConnections)")
    return 0
  }

  /// Lets the allocator give memory back from a thread of its own, also while nothing happens.
  static func giveMemoryBack() {
    var isOn = true
    // Safe: the value lives across the call.
    _ = unsafe mallctl("background_thread", nil, nil, &isOn, MemoryLayout<Bool>.size)
  }

  private static func set(
    _ name: String, _ value: String, _ configuration: inout HTTPServerConfiguration
  ) -> Bool {
    if name == "--unix" {
      configuration.addresses.append(.unix(path: value))
      return true
    }
    guard let number = Int(value), number >= 0 else { return false }
    switch name {
    case "--port":
      configuration.addresses.append(
        .tcp(host: "127.0.0.1", port: UInt16(truncatingIfNeeded: number)))
    case "--workers": configuration.workers = number
    case "--connections": configuration.limits.connections = number
    case "--per-address": configuration.limits.connectionsPerAddress = number
    case "--idle": configuration.timeouts.idle = .milliseconds(number)
    case "--head": configuration.timeouts.head = .milliseconds(number)
    case "--body": configuration.timeouts.body = .milliseconds(number)
    case "--write": configuration.timeouts.write = .milliseconds(number)
    case "--linger": configuration.timeouts.linger = .milliseconds(number)
    case "--drain-idle": configuration.timeouts.drainIdle = .milliseconds(number)
    case "--drain": configuration.timeouts.drain = .milliseconds(number)
    default: return false
    }
    return true
  }

  private static func fail(_ message: String) -> Int32 {
    print("error: \(message)")
    return 1
  }
}
