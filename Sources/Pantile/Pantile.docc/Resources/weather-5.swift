import Pantile

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

let report = #"{"city": "Rome", "temperature": 21.5, "symbol": "cloud.sun"}"#
let weather = try PropsDecoder().decode(Weather.self, from: report.utf8.span)
var renderer = WidgetRenderer()
var payload = ByteBuffer()
try renderer.render(
  weather, families: [.systemSmall, .systemMedium, .accessoryInline, .accessoryCircular],
  into: &payload)
print(payload.text())
