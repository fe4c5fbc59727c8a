import PantileJSON
import PantileServer
import PantileTestSupport
import Testing

@Suite struct WidgetServerTests {
  private static func head(
    _ server: WidgetServer, _ request: String
  ) async -> String {
    let bytes = await HandlerExchange.response(of: server, to: Array(request.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let get = "GET /?widgetId=a&platform=ios HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func `takes the tag from what the content shows`() async {
    var settings = WidgetServer.Settings()
    settings.visibleForm = { bytes in
      bytes.byteCount > 10 ? ContentHash(high: 0, low: 0xabc) : nil
    }
    for (body, tag) in [
      (#"{"v":1,"x":1}"#, "00000000000000000000000000000abc"),
      (#"{"v":1,"x":12}"#, "00000000000000000000000000000abc"), ("{}", nil),
    ] {
      let server = WidgetServer(
        [
          ServedWidget(
            id: "a",
            ios: .immediate { _, output in
              output.body.append(utf8: body)
              return .content()
            })
        ], settings: settings)
      let own = body.lend { ContentHash($0).description }
      let text = await Self.head(server, Self.get)
      #expect(text.contains("ETag: W/\"\(tag ?? own)\"\r\n"))
    }
  }

  @Test func `asks a closure about tokens`() async {
    var settings = WidgetServer.Settings()
    settings.tokens = .closure { $0.hasPrefix("good") }
    let server = WidgetServer([], settings: settings)
    for (token, status) in [("good one", 404), ("bad", 401)] {
      let request = Self.get.dropLast() + "Authorization: Bearer \(token)\r\n\r\n"
      #expect(await Self.head(server, String(request)).hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test(arguments: [
    ("en", "en"), ("pt_BR", "pt-BR"), ("zh-Hans-CN", "zh-Hans-CN"), ("de-u-co-phonebk", "same"),
    ("e", nil), ("en-", nil), ("-en", nil), ("e1", nil), ("en--US", nil), ("abcdefghi", nil),
    ("en-123456789", nil), ("%C3%A9n", nil), ("en%20US", nil), ("", nil),
  ])
  func `takes a language tag by its shape`(sent: String, tag: String?) async {
    let server = WidgetServer([
      ServedWidget(
        id: "a",
        ios: .immediate { context, output in
          output.body.append(utf8: "[\(context.locale ?? "none")]")
          return .content()
        })
    ])
    let request = "GET /?widgetId=a&platform=ios&locale=\(sent) HTTP/1.1\r\nHost: a\r\n\r\n"
    let text = await Self.head(server, request)
    #expect(text.hasSuffix("[\(tag == "same" ? sent : tag ?? "none")]"))
  }

  @Test func `answers every prefix of a query`() async {
    let server = ContractServer.open()
    let query =
      "?widgetId=echo&platform=ios&theme=dark&locale=de&instance=8e22a4e8&configuration="
      + "%7B%22city%22%3A%22Paris%22%2C%22units%22%3A%22metric%22%7D&a=%F0%9F%98%80"
    for count in 0...query.utf8.count {
      let request = "GET /\(query.prefix(count)) HTTP/1.1\r\nHost: a\r\n\r\n"
      let text = await Self.head(server, request)
      #expect(
        ["200", "400", "404"].contains(text.dropFirst(9).prefix(3)), "\(query.prefix(count))")
    }
  }

  @Test func `gives headers and time to a renderer`() async {
    let server = WidgetServer([
      ServedWidget(
        id: "a",
        android: .immediate { context, output in
          let headers = context.headers.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
          output.body.append(utf8: "\(context.now) \(headers)")
          return .content(maxAge: -5)
        })
    ])
    let request = "GET /?widgetId=a&platform=android HTTP/1.1\r\nHost: a\r\nX-A: b c\r\n\r\n"
    let bytes = await HandlerExchange.response(of: server, to: Array(request.utf8), now: 12)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\n12 Host=a;X-A=b c"))
    #expect(text.contains("\r\nCache-Control: max-age=0\r\n"))
  }
}
