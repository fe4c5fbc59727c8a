import CAllocatorSettings
import CJemalloc
import Glibc
import PantileJSON
import PantileServer
import PantileTestSupport

/// Answers requests by the handler alone, without sockets and without a parser.
///
///     server-bench              a line a case: time and heap allocations of a request
///     server-bench CASE ROUNDS  one case, for profilers
///
/// A request is answered and its response written into a block. Exits with 1 where a cached reply
/// allocates.
@main
enum ServerBench {
  private struct Case {
    var name: String
    var target = "/widgets?widgetId=weather&platform=ios&family=systemSmall&theme=dark&locale=en-US"
    var fields: [String] = []
    var isCached = true
  }

  private static let configuration =
    "&instance=8e22a4e8&configuration=%7B%22city%22:%22Paris%22,%22units%22:%22metric%22%7D"

  private static let cases: [Case] = {
    let plain = Case(name: "cached")
    var placed = Case(name: "cached.configuration")
    placed.target += configuration
    var token = Case(name: "cached.token")
    token.fields = ["Authorization: Bearer 9f86d081884c7d659a2feaa0c55ad015"]
    var brotli = Case(name: "cached.brotli")
    brotli.fields = ["Accept-Encoding: gzip, deflate, br"]
    var same = Case(name: "cached.unchanged")
    same.fields = ["If-None-Match: *"]
    var fresh = Case(name: "rendered")
    fresh.target = "/?widgetId=fresh&platform=ios"
    fresh.isCached = false
    return [plain, placed, token, brotli, same, fresh]
  }()

  static func main() {
    pantile_keep_allocator_settings()
    let words = CommandLine.arguments
    let chosen = cases.filter { words.count < 2 || $0.name == words[1] }
    let rounds = words.count > 2 ? Int(words[2]) ?? 1 : 200_000
    var failures = 0
    for test in chosen { failures += run(test, rounds: rounds) }
    exit(failures == 0 && !chosen.isEmpty ? 0 : 1)
  }

  private final class Nobody: ReplyReceiver {
    func deliver(_ token: UInt64, _ fill: @escaping @Sendable (inout HTTPResponse) -> Void) {}
  }

  private static func server(_ test: Case) -> WidgetServer {
    let body =
      "{\"v\":1,\"systemSmall\":{\"t\":0,\"c\":\""
      + String(repeating: "text ", count: 250) + "\"}}"
    let renderer = Renderer.immediate { _, output in
      output.body.append(utf8: body)
      return .content()
    }
    var settings = WidgetServer.Settings()
    settings.clock = {
      var time = timespec()
      // Safe: `time` lives across the call.
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    if !test.fields.filter({ $0.hasPrefix("Authorization") }).isEmpty {
      settings.tokens = .digests([TokenDigest(of: "9f86d081884c7d659a2feaa0c55ad015")])
    }
    return WidgetServer(
      [
        ServedWidget(id: "weather", timeToLive: 60_000, ios: renderer),
        ServedWidget(id: "fresh", ios: renderer),
      ], settings: settings)
  }

  private static func run(_ test: Case, rounds: Int) -> Int {
    let server = server(test)
    let target = ReplyTarget(Nobody(), token: 1)
    var request = HTTPRequest()
    let lines =
      [
        "GET \(test.target) HTTP/1.1", "Host: example.com", "Accept: application/json",
        "User-Agent: VoltraWidget/2.3 (iOS/18.0.0)",
      ] + test.fields
    request.fill(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    request.receivedAt = 1
    var response = HTTPResponse()
    var output = ByteBuffer(capacity: 64 << 10)
    func answer() {
      response.reset()
      output.removeAll()
      _ = server.respond(to: request, into: &response, replyingTo: target)
      _ = response.write(to: &output)
    }
    for _ in 0..<50 { answer() }
    // Counting itself takes a few allocations, always the same number.
    let empty = allocationCount()
    let own = allocationCount() - empty
    let before = allocationCount()
    for _ in 0..<1_000 { answer() }
    let allocations = allocationCount() - before - own
    let duration = ContinuousClock().measure { for _ in 0..<rounds { answer() } }
    print(
      "server.\(test.name): \(duration / rounds) a request, \(output.count) bytes, "
        + "\(Double(allocations) / 1_000) allocations")
    return test.isCached && allocations != 0 ? 1 : 0
  }

  /// The heap allocations of the process so far.
  private static func allocationCount() -> Int {
    var epoch = UInt64(1)
    // Safe: the places live across the calls and have the sizes that the library expects.
    _ = unsafe mallctl("thread.tcache.flush", nil, nil, nil, 0)
    _ = unsafe mallctl("epoch", nil, nil, &epoch, 8)
    var total = 0
    for name in ["small", "large"] {
      var count = UInt64(0)
      var size = 8
      _ = unsafe mallctl("stats.arenas.4096.\(name).nrequests", &count, &size, nil, 0)
      total += Int(count)
    }
    return total
  }
}
