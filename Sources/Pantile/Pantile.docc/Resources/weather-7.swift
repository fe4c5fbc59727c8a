import Glibc
import Pantile
import PantileHost
import PantileServer

struct Weather: Widget, Decodable {
  var city: String
  var temperature: Double
  var symbol: String

  func body(in environment: WidgetEnvironment) -> some View {
    switch environment.family {
    case .accessoryInline:
      Text("\(city) \(temperature)°")
    case .accessoryCircular:
      Text("\(temperature)°").monospacedDigit()
    default:
      VStack(alignment: .leading, spacing: 4) {
        Symbol(symbol, size: 24, tint: .yellow)
        Text("\(temperature)°").font(.size(42, weight: .light)).monospacedDigit()
        if environment.family != .systemSmall { Text(city).style(faint) }
      }
      .padding(12)
      .background(.hex(0x0F172A))
    }
  }
}

let faint = Style().font(.size(13)).foreground(.hex(0x94A3B8))

let reports = [
  "rome": #"{"city": "Rome", "temperature": 21.5, "symbol": "cloud.sun"}"#,
  "oslo": #"{"city": "Oslo", "temperature": -3, "symbol": "snowflake"}"#,
]

let server = WidgetServer([
  ServedWidget(
    id: "weather",
    ios: .immediate { context, output in
      guard let report = reports[context.configuration["city"] ?? "rome"] else { return .nothing }
      let weather = try PropsDecoder().decode(Weather.self, from: report.utf8.span)
      var environment = WidgetEnvironment()
      environment.locale = context.locale ?? environment.locale
      var renderer = WidgetRenderer()
      try renderer.render(
        weather, families: [.systemSmall, .systemMedium, .accessoryInline, .accessoryCircular],
        environment: environment, into: &output.body)
      return .content(maxAge: 900)
    })
])

var configuration = HTTPServerConfiguration()
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
configuration.addresses = [.tcp(host: "127.0.0.1", port: port)]
let listener = HTTPServer(server, configuration)
try listener.run {
  print("listening at \(listener.addresses)")
  fflush(nil)
}
