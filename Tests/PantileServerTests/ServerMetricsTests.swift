import Foundation
import PantileJSON
import PantileTestSupport
import Synchronization
import Testing

@testable import PantileServer

@Suite struct ServerMetricsTests {
  private func text(_ metrics: ServerMetrics) -> String {
    var text = MetricsText()
    metrics.write(to: &text)
    return text.buffer.text()
  }

  @Test func `writes the format of Prometheus`() throws {
    let metrics = ServerMetrics()
    metrics.count(status: 200, sent: 10, nanoseconds: 5_000)
    metrics.count(status: 299, sent: 1, nanoseconds: nil, 3)
    var text = MetricsText()
    metrics.write(to: &text)
    text.family("pantile_test_info", .gauge, "A label with all that is escaped.")
    text.sample(-1, label: "text", "a\"b\\c\nd")
    try MetricsFormat.check(text.buffer.text())
    #expect(text.buffer.text().hasSuffix(#"pantile_test_info{text="a\"b\\c\nd"} -1"# + "\n"))
  }

  @Test func `adds what all threads count`() {
    let metrics = ServerMetrics()
    for stripe in -20..<20 {
      metrics.count(status: 200, sent: 3, nanoseconds: 2_000, stripe)
      metrics.countCache(.hit, stripe)
    }
    metrics.count(status: 599, sent: 0, nanoseconds: nil)
    #expect(metrics.responses(200) == 40)
    let text = text(metrics)
    for line in [
      #"pantile_http_responses_total{status="200"} 40"#,
      #"pantile_http_responses_total{status="other"} 1"#,
      "pantile_http_sent_body_bytes_total 120",
      #"pantile_http_request_duration_seconds_bucket{le="0.000001"} 0"#,
      #"pantile_http_request_duration_seconds_bucket{le="0.000004"} 40"#,
      #"pantile_http_request_duration_seconds_bucket{le="+Inf"} 40"#,
      "pantile_http_request_duration_seconds_sum 0.00008",
      #"pantile_cache_requests_total{result="hit"} 40"#,
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test(
    arguments: [
      (-5, 0), (0, 0), (1, 0), (1_000, 0), (1_001, 1), (4_000, 1), (4_001, 2), (16_000, 2),
      (16_001, 3), (4_194_304_000, 11), (4_194_304_001, 12), (.max, 12),
    ] as [(Int64, Int)])
  func `puts a duration into the bucket whose bound is above it`(duration: Int64, bucket: Int) {
    let histogram = Histogram()
    histogram.add(duration)
    #expect(histogram.value(at: bucket) == 1)
    #expect(histogram.count == 1)
  }

  @Test func `counts what a server does`() async {
    struct Broken: Error {}
    let ticks = Atomic<Int64>(0)
    let reports = Mutex<[String]>([])
    var settings = WidgetServer.Settings()
    settings.clock = { ticks.wrappingAdd(1_000, ordering: .relaxed).newValue }
    settings.report = { line in reports.withLock { $0.append(line) } }
    let server = WidgetServer(
      [
        ServedWidget(
          id: "a", timeToLive: 100,
          ios: .immediate { _, output in
            output.body.append("{}")
            return .content()
          }),
        ServedWidget(id: "b", ios: .immediate { _, _ in throw Broken() }),
      ], settings: settings)
    for query in ["widgetId=a", "widgetId=a&instance=x", "widgetId=a", "widgetId=b", "widgetId=c"] {
      let request = "GET /?platform=ios&\(query) HTTP/1.1\r\nHost: a\r\n\r\n"
      _ = await HandlerExchange.response(of: server, to: Array(request.utf8))
    }
    let text = text(server.metrics)
    for line in [
      #"pantile_http_responses_total{status="200"} 3"#,
      #"pantile_http_responses_total{status="404"} 1"#,
      #"pantile_http_responses_total{status="500"} 1"#,
      #"pantile_cache_requests_total{result="hit"} 2"#,
      #"pantile_cache_requests_total{result="miss"} 1"#,
      "pantile_render_failures_total 1", "pantile_render_duration_seconds_count 1",
      "pantile_instance_mismatches_total 1", "pantile_http_request_duration_seconds_count 5",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    #expect(reports.withLock { $0 } == ["widget b: Broken()"])
  }
}

@Suite struct AdminHandlerTests {
  private func text(_ line: String, isReady: Bool = true) async -> String {
    let handler = AdminHandler(isReady: { isReady }, metrics: { ServerMetrics().write(to: &$0) })
    let bytes = await HandlerExchange.response(
      of: handler, to: Array("\(line) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `tells health and readiness`() async {
    #expect(await text("GET /healthz").hasSuffix("\r\n\r\nok\n"))
    #expect(await text("GET /readyz?x").hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(await text("GET /readyz", isReady: false).hasPrefix("HTTP/1.1 503 "))
    #expect(await text("HEAD /healthz").hasSuffix("Content-Length: 3\r\n\r\n"))
    #expect(await text("GET /").hasPrefix("HTTP/1.1 404 "))
    #expect(await text("POST /healthz").contains("\r\nAllow: GET, HEAD\r\n"))
  }

  @Test func `gives metrics with their content type`() async throws {
    let text = await text("GET /metrics")
    #expect(text.contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
    try MetricsFormat.check(text.components(after: "\r\n\r\n"))
  }
}

@Suite struct AccessLogTests {
  @Test func `writes a line of JSON for each request`() async throws {
    let lines = Mutex("")
    let log = AccessLog { bytes in
      var buffer = ByteBuffer()
      buffer.append(bytes)
      let text = buffer.text()
      lines.withLock { $0 += text }
    }
    var settings = WidgetServer.Settings()
    settings.accessLog = log
    let server = WidgetServer([], settings: settings)
    for target in ["/?widgetId=a&platform=ios", "/\"\\?a", "/\u{e9}"] {
      let request = "GET \(target) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n"
      _ = await HandlerExchange.response(of: server, to: Array(request.utf8), now: 7)
    }
    #expect(lines.withLock { $0 } == "")
    log.flush()
    log.flush()
    let found = lines.withLock { $0 }.split(separator: "\n").map(String.init)
    #expect(
      found == [
        #"{"time":7,"method":"GET","target":"/?widgetId=a&platform=ios","status":404,"bytes":58}"#,
        #"{"time":7,"method":"GET","target":"/\"\\?a","status":400,"bytes":54}"#,
        #"{"time":7,"method":"GET","target":"/%C3%A9","status":400,"bytes":54}"#,
      ])
    for line in found { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test func `writes long before its block is a burden`() async {
    let bytes = Atomic<Int>(0)
    let log = AccessLog { lines in bytes.wrappingAdd(lines.byteCount, ordering: .relaxed) }
    var settings = WidgetServer.Settings()
    settings.accessLog = log
    let server = WidgetServer([], settings: settings)
    let request = Array(
      "GET /\(String(repeating: "x", count: 1_000)) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    for _ in 0..<100 { _ = await HandlerExchange.response(of: server, to: request) }
    #expect(bytes.load(ordering: .relaxed) >= AccessLog.blockByteCount)
  }
}

/// Checks the text format of Prometheus, version 0.0.4, line by line.
private enum MetricsFormat {
  static func check(_ text: String) throws {
    let name = "[a-zA-Z_:][a-zA-Z0-9_:]*"
    let label = #"[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*""#
    let sample = try Regex("^(\(name))(\\{\(label)(?:,\(label))*\\})? ([-+0-9.eE]+|NaN|[+-]Inf)$")
    var family = ""
    var types: [String: String] = [:]
    var seen: Set<String> = []
    #expect(text.hasSuffix("\n"))
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        #expect(words.count == 4 && ["HELP", "TYPE"].contains(words[1]), "\(line)")
        if words[1] == "HELP" { #expect(words[2] != family && types[words[2]] == nil, "\(line)") }
        family = words[2]
        if words[1] == "TYPE" {
          #expect(["counter", "gauge", "histogram"].contains(words[3]), "\(line)")
          types[family] = words[3]
        }
        continue
      }
      let match = try #require(try sample.wholeMatch(in: line), "\(line)")
      let sampleName = String(match.output[1].substring ?? "")
      let endings = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
      #expect(endings.contains { family + $0 == sampleName }, "\(line)")
      if types[family] == "counter" { #expect(family.hasSuffix("_total"), "\(line)") }
      let key = line.prefix { $0 != " " }
      #expect(seen.insert(String(key)).inserted, "\(line)")
    }
  }
}
