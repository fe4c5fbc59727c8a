import PantileJSON
import PantileServer
import PantileServerTasks
import PantileTestSupport
import Synchronization
import Testing

@Suite struct SingleFlightTests {
  private struct Broken: Error {}

  private static let request = Array(
    "GET /?widgetId=a&platform=ios HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

  /// Collects replies by token.
  private final class Replies: ReplyReceiver {
    let texts = Mutex<[UInt64: String]>([:])

    func deliver(_ token: UInt64, _ fill: @escaping @Sendable (inout HTTPResponse) -> Void) {
      var response = HTTPResponse()
      fill(&response)
      let text = String(decoding: response.bytes(), as: UTF8.self)
      texts.withLock { texts in
        #expect(texts[token] == nil, "a target is delivered to once")
        texts[token] = text
      }
    }

    var count: Int { texts.withLock { $0.count } }
    subscript(token: UInt64) -> String? { texts.withLock { $0[token] } }
  }

  /// Sends a request; gives the response where it comes at once.
  private static func send(
    _ server: WidgetServer, _ replies: Replies, _ token: UInt64, _ bytes: [UInt8] = request,
    now: Int64 = 1
  ) -> String? {
    var request = HTTPRequest()
    request.fill(bytes)
    request.receivedAt = now
    var response = HTTPResponse()
    let target = ReplyTarget(replies, token: token)
    switch server.respond(to: request, into: &response, replyingTo: target) {
    case .done: return String(decoding: response.bytes(), as: UTF8.self)
    case .later: return nil
    }
  }

  /// Waits until something is so.
  private func wait(for isSo: () -> Bool) async {
    while !isSo() { await Task.yield() }
  }

  @Test func `renders once for all who ask while a task renders`() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let count = Counter()
    let server = WidgetServer([
      ServedWidget(
        id: "a", timeToLive: 1_000,
        ios: .asynchronous { _, output in
          count.add()
          for await _ in gate { break }
          output.body.append(utf8: "{\"text\":\"" + String(repeating: "x", count: 2_000) + "\"}")
          return .content()
        })
    ])
    let replies = Replies()
    for token: UInt64 in 1...8 { #expect(Self.send(server, replies, token) == nil) }
    let head = Array("HEAD /?platform=ios&widgetId=a HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(Self.send(server, replies, 9, head) == nil)
    let coded = "GET /?platform=ios&widgetId=a HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n"
    #expect(Self.send(server, replies, 10, Array(coded.utf8)) == nil)
    let same = "GET /?platform=ios&widgetId=a HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n"
    #expect(Self.send(server, replies, 11, Array(same.utf8)) == nil)
    opener.yield()
    await wait { replies.count == 11 }
    #expect(count.value == 1)
    for token: UInt64 in 1...8 { #expect(replies[token]?.hasSuffix("xx\"}") == true) }
    #expect(replies[9]?.hasSuffix("Content-Length: 2011\r\n\r\n") == true)
    #expect(replies[10]?.contains("Content-Encoding: br\r\n") == true)
    #expect(replies[11]?.hasPrefix("HTTP/1.1 304 ") == true)
    #expect(Self.send(server, replies, 12)?.hasSuffix("xx\"}") == true)
    #expect(count.value == 1)
  }

  @Test func `lets others wait while a thread renders`() {
    let replies = Replies()
    let joined = Mutex<[String?]>([])
    let box = ServerBox()
    let server = WidgetServer([
      ServedWidget(
        id: "a", timeToLive: 1_000,
        ios: .immediate { _, output in
          // Another thread would ask here.
          joined.withLock { $0 = [Self.send(box.server!, replies, 7)] }
          output.body.append("{}")
          return .content()
        })
    ])
    box.set(server)
    #expect(Self.send(server, replies, 1)?.hasSuffix("{}") == true)
    #expect(joined.withLock { $0 } == [nil])
    #expect(replies[7]?.hasSuffix("{}") == true)
    box.set(nil)
  }

  @Test func `shares a failure and does not keep it`() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let count = Counter()
    let server = WidgetServer([
      ServedWidget(
        id: "a", timeToLive: 1_000,
        ios: .asynchronous { _, output in
          if count.add() > 1 { return .unavailable(retryAfter: 5) }
          for await _ in gate { break }
          throw Broken()
        })
    ])
    let replies = Replies()
    for token: UInt64 in 1...3 { #expect(Self.send(server, replies, token) == nil) }
    opener.yield()
    await wait { replies.count == 3 }
    for token: UInt64 in 1...3 { #expect(replies[token]?.hasPrefix("HTTP/1.1 500 ") == true) }
    #expect(Self.send(server, replies, 4) == nil)
    await wait { replies.count == 4 }
    #expect(replies[4]?.contains("Retry-After: 5\r\n") == true)
  }

  @Test func `does not keep what was rendered before a change`() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let count = Counter()
    let server = WidgetServer([
      ServedWidget(
        id: "a", timeToLive: 1_000,
        ios: .asynchronous { _, output in
          let number = count.add()
          if number == 1 { for await _ in gate { break } }
          output.body.append(utf8: "{\"n\":\(number)}")
          return .content()
        })
    ])
    let replies = Replies()
    #expect(Self.send(server, replies, 1) == nil)
    await wait { count.value == 1 }
    server.invalidate("a")
    #expect(Self.send(server, replies, 2) == nil, "nobody joins a render of what has changed")
    await wait { replies.count == 1 }
    opener.yield()
    await wait { replies.count == 2 }
    #expect(replies[1]?.hasSuffix("{\"n\":1}") == true)
    #expect(Self.send(server, replies, 3)?.hasSuffix("{\"n\":2}") == true)
  }

  @Test func `takes the first result of a renderer, and none for a failure`() {
    let kept = Mutex<RenderReply?>(nil)
    let reports = Mutex<[String]>([])
    var settings = WidgetServer.Settings()
    settings.report = { line in reports.withLock { $0.append(line) } }
    let server = WidgetServer(
      [
        ServedWidget(
          id: "a", timeToLive: 1_000,
          ios: .later { _, reply in kept.withLock { $0 = reply } })
      ], settings: settings)
    let replies = Replies()
    #expect(Self.send(server, replies, 1) == nil)
    kept.withLock { $0 = nil }
    #expect(replies[1]?.hasPrefix("HTTP/1.1 500 ") == true)
    #expect(reports.withLock { $0 } == ["widget a: the renderer gave no result"])
    #expect(Self.send(server, replies, 2) == nil)
    let reply = kept.withLock { $0 }
    reply?.finish(.unavailable(retryAfter: 3))
    reply?.finish(.content())
    reply?.fail("late")
    #expect(replies[2]?.contains("Retry-After: 3\r\n") == true)
    #expect(reports.withLock { $0.count } == 1)
  }

  @Test func `renders anew where a renderer does not end`() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let count = Counter()
    let server = WidgetServer([
      ServedWidget(
        id: "a", timeToLive: 1_000,
        ios: .asynchronous { _, output in
          let number = count.add()
          if number == 1 { for await _ in gate { break } }
          output.body.append(utf8: "{\"n\":\(number)}")
          return .content()
        })
    ])
    let replies = Replies()
    #expect(Self.send(server, replies, 1) == nil)
    await wait { count.value == 1 }
    #expect(Self.send(server, replies, 2, now: 30_000) == nil)
    #expect(Self.send(server, replies, 3, now: 30_001) == nil)
    await wait { replies.count == 1 }
    #expect(replies[3]?.hasSuffix("{\"n\":2}") == true)
    opener.yield()
    await wait { replies.count == 3 }
    #expect(replies[2]?.hasSuffix("{\"n\":1}") == true)
  }

  @Test func `answers many threads at once`() async {
    let count = Counter()
    let renderer = Renderer.immediate { context, output in
      count.add()
      output.body.append(utf8: "{\"a\":\"\(context.parameters[0].value)\"}")
      return .content()
    }
    var settings = WidgetServer.Settings()
    settings.cacheByteCount = 20_000
    let server = WidgetServer(
      [ServedWidget(id: "a", timeToLive: 1_000, ios: renderer)], settings: settings)
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<2_000 {
            let value = (number * 7 + task) % 60
            let text =
              "GET /?widgetId=a&platform=ios&a=\(value) HTTP/1.1\r\nHost: a\r\n\r\n"
            let reply = await HandlerExchange.response(of: server, to: Array(text.utf8), now: 1)
            #expect(String(decoding: reply, as: UTF8.self).hasSuffix("{\"a\":\"\(value)\"}"))
            if number % 100 == 0 { server.invalidate("a") }
          }
        }
      }
    }
    #expect(server.metrics.responses(200) == 8_000)
    #expect(server.cacheSize.byteCount <= 20_000)
  }
}

/// A number that threads add to.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .relaxed) }

  @discardableResult
  func add() -> Int { number.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// A server that its own renderer knows.
private final class ServerBox: Sendable {
  private let box = Mutex<WidgetServer?>(nil)

  var server: WidgetServer? { box.withLock { $0 } }
  func set(_ server: WidgetServer?) { box.withLock { $0 = server } }
}
