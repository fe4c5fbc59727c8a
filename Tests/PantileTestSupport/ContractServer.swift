internal import PantileJSON
public import PantileServer
internal import PantileServerTasks

/// The servers that the table of the contract is about.
public enum ContractServer {
  /// Begins work elsewhere.
  public typealias Spawn = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// A server that checks no tokens.
  ///
  /// - Parameter spawn: What begins the work of a renderer that finishes later; a task by default.
  public static func open(_ spawn: Spawn? = nil) -> WidgetServer { server(.none, spawn) }

  /// A server that takes the tokens `secret` and `sesame`.
  public static func guarded(_ spawn: Spawn? = nil) -> WidgetServer {
    server(.digests([TokenDigest(of: "sesame"), TokenDigest(of: "secret")]), spawn)
  }

  private static func server(_ tokens: TokenCheck, _ spawn: Spawn?) -> WidgetServer {
    var settings = WidgetServer.Settings()
    settings.tokens = tokens
    return WidgetServer(widgets + [both("later", later(spawn))], settings: settings)
  }

  private struct Broken: Error {}

  private static let widgets: [ServedWidget] = [
    fixed("weather", #"{"v":1,"systemSmall":{"t":0,"c":"21°"}}"#),
    ServedWidget(id: "phone", ios: renderer(#"{"v":1}"#)),
    ServedWidget(id: "robot", android: renderer(#"{"v":1}"#)),
    both("nothing", .immediate { _, _ in .nothing }),
    both("broken", .immediate { _, _ in throw Broken() }),
    both("busy", .immediate { _, _ in .unavailable(retryAfter: 30) }),
    both("largest", sized(262_144)),
    both("oversized", sized(262_145)),
    both("paced", renderer(#"{"v":1}"#, maxAge: 900)),
    both("cached", renderer(#"{"v":1}"#, maxAge: 60), timeToLive: 60_000),
    both("wide", renderer(#"{"v":1,"systemSmall":{"t":0,"c":""# + wide + #""}}"#)),
    both("echo", .immediate(echo)),
    props("props", #"{"b":1e2, "a":"x"}"#),
    props("array", "[1]"),
    props("payload", #"{"v":1,"systemSmall":{"t":0,"c":"x"}}"#),
    props("infinite", #"{"a":1e999}"#),
    props("garbage", "{"),
  ]

  private static let wide = String(repeating: "wide ", count: 300)

  private static func later(_ spawn: Spawn?) -> Renderer {
    guard let spawn else {
      return .asynchronous { context, output in
        await Task.yield()
        return try echo(context, &output)
      }
    }
    return .later { context, reply in
      spawn {
        var output = RenderOutput()
        do {
          reply.finish(try echo(context, &output), output)
        } catch {
          reply.fail("\(error)")
        }
      }
    }
  }

  private static func both(
    _ id: String, _ renderer: Renderer, timeToLive: Int64 = 0
  ) -> ServedWidget {
    ServedWidget(id: id, timeToLive: timeToLive, ios: renderer, android: renderer)
  }

  private static func fixed(_ id: String, _ body: String) -> ServedWidget {
    both(id, renderer(body))
  }

  private static func props(_ id: String, _ body: String) -> ServedWidget {
    ServedWidget(id: id, mode: .props, ios: renderer(body), android: renderer(body))
  }

  private static func renderer(_ body: String, maxAge: Int? = nil) -> Renderer {
    .immediate { _, output in
      output.body.append(utf8: body)
      return .content(maxAge: maxAge)
    }
  }

  private static func sized(_ count: Int) -> Renderer {
    .immediate { _, output in
      output.body.append(utf8: "\"" + String(repeating: "x", count: count - 2) + "\"")
      return .content()
    }
  }

  /// Shows what a renderer is told, `now` excepted.
  @Sendable private static func echo(
    _ context: borrowing RenderContext, _ output: inout RenderOutput
  ) throws -> Outcome {
    var writer = JSONWriter()
    try writer.beginObject()
    for (key, value) in texts(context) {
      guard let value else { continue }
      try writer.key(key)
      try writer.string(value)
    }
    try writer.key("configuration")
    try writer.beginObject()
    for (key, value) in context.configuration.sorted(by: { $0.key < $1.key }) {
      try writer.key(key)
      try writer.string(value)
    }
    try writer.endObject()
    try writer.endObject()
    writer.buffer.withBytes { output.body.append($0) }
    return .content()
  }

  private static func texts(_ context: RenderContext) -> [(String, String?)] {
    [
      ("platform", context.platform.rawValue),
      ("family", context.family),
      ("theme", context.theme.rawValue),
      ("locale", context.locale),
      ("instance", context.instance),
      ("mismatch", context.hasInstanceMismatch ? "yes" : nil),
      ("token", context.token),
      ("parameters", list(context.parameters)),
      ("header", context.headers.first { $0.name.lowercased() == "x-custom" }?.value),
      ("method", context.method),
      ("body", context.body.map { String(decoding: $0, as: UTF8.self) }),
      ("url", context.url.contains("show=url") ? context.url : nil),
    ]
  }

  private static func list(_ pairs: [RenderContext.Pair]) -> String? {
    pairs.isEmpty ? nil : pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
  }
}
