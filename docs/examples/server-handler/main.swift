// Serves three widgets over HTTP until SIGTERM: `swift run server-handler 8080`, then
// `curl 'http://127.0.0.1:8080/?widgetId=hello&platform=ios'`.
import Glibc
import Pantile
import PantileHost
import PantileServer

struct Greeting: Widget, Decodable {
  var name: String
  func body(in environment: WidgetEnvironment) -> some View { Text("Hello, \(name)").bold() }
}

func serve(
  _ id: String, _ widget: @escaping @Sendable (RenderContext) throws -> some Widget & Sendable
) -> ServedWidget {
  ServedWidget(id: id) { context, output in
    var renderer = WidgetRenderer()
    try renderer.render(widget(context), families: .all, into: &output.body)
    return .content()
  }
}

let server = WidgetServer([
  serve("hello") { _ in Greeting(name: "world") },
  serve("user") { context in Greeting(name: context.configuration["name"] ?? "stranger") },
  serve("post") { try PropsDecoder().decode(Greeting.self, from: $0.body ?? []) },
])
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
let listener = HTTPServer(server, .init(addresses: [.tcp(host: "127.0.0.1", port: port)]))
try listener.run {
  print("listening at \(listener.addresses)")
  fflush(nil)
}
