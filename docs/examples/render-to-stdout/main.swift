// Decodes props, renders a widget with them and prints the payload:
// `swift run render-to-stdout '{"city": "Rome", "temperature": 21.5, "sky": "cloud.sun"}'`.
import Glibc
import Pantile

struct Weather: Widget, Decodable {
  var city: String
  var temperature: Double
  var sky: String

  func body(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading, spacing: 4) {
      Symbol(sky, size: 24)
      Text("\(temperature)°").font(.size(42, weight: .light))
      if environment.family != .systemSmall { Text(city) }
    }
  }
}

do {
  let props = CommandLine.arguments.dropFirst().first ?? "{}"
  let weather = try PropsDecoder().decode(Weather.self, from: props.utf8.span)
  var renderer = WidgetRenderer()
  var payload = ByteBuffer()
  try renderer.render(weather, families: [.systemSmall, .systemMedium], into: &payload)
  print(payload.text())
} catch {
  print("error: \(error)")
  exit(1)
}
