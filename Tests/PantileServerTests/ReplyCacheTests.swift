import PantileServer
import PantileTestSupport
import Synchronization
import Testing

/// Renders content that tells how often it was rendered.
final class CountingRenderer: Sendable {
  private let counter = Atomic<Int>(0)

  var count: Int { counter.load(ordering: .relaxed) }

  func renderer(padding: Int = 0) -> Renderer {
    .immediate { [self] _, output in
      let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
      output.body.append(utf8: "{\"n\":\(number)\(String(repeating: " ", count: padding))}")
      return .content()
    }
  }
}

@Suite struct ReplyCacheTests {
  private let counting = CountingRenderer()

  private func server(
    timeToLive: Int64 = 1_000, padding: Int = 0, cacheByteCount: Int = 1 << 20
  ) -> WidgetServer {
    var settings = WidgetServer.Settings()
    settings.cacheByteCount = cacheByteCount
    let renderer = counting.renderer(padding: padding)
    return WidgetServer(
      [ServedWidget(id: "a", timeToLive: timeToLive, ios: renderer, android: renderer)],
      settings: settings)
  }

  private func body(
    _ server: WidgetServer, _ query: String = "", now: Int64 = 0, method: String = "GET",
    fields: String = ""
  ) async -> String {
    let text = "\(method) /?widgetId=a&platform=ios\(query) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    let response = await HandlerExchange.response(of: server, to: Array(text.utf8), now: now)
    return String(decoding: response, as: UTF8.self).components(after: "\r\n\r\n")
  }

  @Test func `renders each time without a time to live`() async {
    let server = server(timeToLive: 0)
    #expect(await body(server) == "{\"n\":1}")
    #expect(await body(server) == "{\"n\":2}")
    #expect(server.cacheSize.count == 0)
  }

  @Test func `gives a reply again until its time is over`() async {
    let server = server()
    for now: Int64 in [5, 5, 1_004] { #expect(await body(server, now: now) == "{\"n\":1}") }
    for now: Int64 in [1_005, 2_004] { #expect(await body(server, now: now) == "{\"n\":2}") }
  }

  @Test func `renders anew when the clock was set back`() async {
    let server = server()
    #expect(await body(server, now: 5_000) == "{\"n\":1}")
    #expect(await body(server, now: 4_999) == "{\"n\":2}")
  }

  @Test(arguments: [
    "&theme=dark", "&locale=de", "&a=1", "&a=1&a=2", "&a", "&configuration=%7B%22a%22:%22b%22%7D",
  ])
  func `keeps apart what a reply depends on`(query: String) async {
    let server = server()
    #expect(await body(server) == "{\"n\":1}")
    for _ in 0..<2 { #expect(await body(server, query) == "{\"n\":2}") }
    for _ in 0..<2 { #expect(await body(server) == "{\"n\":1}") }
  }

  @Test func `shares a reply among families and equal configurations`() async {
    let server = server()
    let first = "&configuration=%7B%22a%22:%221%22,%22b%22:%222%22%7D&x=1&y=2"
    let second =
      "&y=2&family=systemLarge&configuration=%7B%20%22b%22:%222%22,%22a%22:%221%22%7D&x=1"
    for query in [first, second, second, first] {
      #expect(await body(server, query) == "{\"n\":1}")
    }
    #expect(server.cacheSize.count == 1)
  }

  @Test func `keeps configurations apart whose instance keys are equal`() async {
    // Both keys are 54f026f3.
    let server = server()
    let pair = ["kkmnllt", "vnnlwew"].map { "&configuration=%7B%22a%22:%22\($0)%22%7D" }
    #expect(await body(server, pair[0]) != body(server, pair[1]))
  }

  @Test func `never gives one token's content to another`() async {
    let server = server()
    let tokens = ["", "Authorization: Bearer a\r\n", "Authorization: Bearer b\r\n"]
    for (index, fields) in (tokens + tokens).enumerated() {
      #expect(await body(server, fields: fields) == "{\"n\":\(index % 3 + 1)}")
    }
  }

  @Test func `checks a token before it gives a cached reply`() async {
    var settings = WidgetServer.Settings()
    settings.tokens = .digests([TokenDigest(of: "a")])
    let server = WidgetServer(
      [ServedWidget(id: "a", timeToLive: 1_000, ios: counting.renderer())], settings: settings)
    let fields = "Authorization: Bearer a\r\n"
    #expect(await body(server, fields: fields) == "{\"n\":1}")
    #expect(await body(server) == "{\"error\":\"Authorization required\"}")
    server.replaceTokens(.closure { $0 == "b" })
    #expect(await body(server, fields: fields) == "{\"error\":\"Invalid token\"}")
    #expect(counting.count == 1)
  }

  @Test func `renders for a method with a body`() async {
    let server = server()
    #expect(await body(server) == "{\"n\":1}")
    #expect(await body(server, method: "POST") == "{\"n\":2}")
    #expect(await body(server, method: "HEAD") == "")
    #expect(await body(server) == "{\"n\":1}")
  }

  @Test func `forgets a widget whose content has changed`() async {
    let server = server()
    #expect(await body(server) == "{\"n\":1}")
    server.invalidate("a")
    server.invalidate("unknown")
    #expect(server.cacheSize.byteCount == 0)
    #expect(await body(server) == "{\"n\":2}")
    #expect(await body(server) == "{\"n\":2}")
  }

  @Test func `keeps within its bytes, the least recently used first out`() async {
    let server = server(padding: 1_000, cacheByteCount: 20_000)
    for number in 0..<100 {
      _ = await body(server, "&a=\(number)")
      // The first one is used all the time, by way of its alias and of its key.
      #expect(await body(server, number % 2 == 0 ? "&a=0" : "&a=0&family=x").hasPrefix("{\"n\":1 "))
      #expect(server.cacheSize.byteCount <= 20_000)
    }
    #expect((5...20).contains(server.cacheSize.count))
    let before = counting.count
    for number in 97..<100 { _ = await body(server, "&a=\(number)") }
    #expect(counting.count == before)
    _ = await body(server, "&a=50")
    #expect(counting.count == before + 1)
  }

  @Test func `counts the coded forms of a reply`() async {
    let server = server(padding: 5_000)
    _ = await body(server)
    let before = server.cacheSize.byteCount
    _ = await body(server, fields: "Accept-Encoding: br\r\n")
    _ = await body(server, fields: "Accept-Encoding: gzip\r\n")
    #expect(server.cacheSize.byteCount > before)
    #expect(counting.count == 1)
  }

  @Test func `gives what is larger than the cache without keeping it`() async {
    let server = server(padding: 5_000, cacheByteCount: 1_000)
    #expect(await body(server).hasPrefix("{\"n\":1"))
    #expect(await body(server).hasPrefix("{\"n\":2"))
    #expect(server.cacheSize.byteCount == 0)
  }
}

extension String {
  /// What stands behind the first `separator`.
  func components(after separator: String) -> String {
    guard let range = firstRange(of: separator) else { return "" }
    return String(self[range.upperBound...])
  }
}
