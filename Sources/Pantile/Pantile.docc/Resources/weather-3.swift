import Pantile

struct Weather: Widget {
  var city: String
  var temperature: Double
  var symbol: String

  func body(in environment: WidgetEnvironment) -> some View {
    switch environment.family {
    case .accessoryInline:
      Text("\(city) \(temperature)°")
    case .accessoryCircular:
      Text("\(temperature)°")
    default:
      VStack(alignment: .leading, spacing: 4) {
        Symbol(symbol, size: 24)
        Text("\(temperature)°")
        if environment.family != .systemSmall { Text(city) }
      }
    }
  }
}

let rome = Weather(city: "Rome", temperature: 21.5, symbol: "cloud.sun")
var renderer = WidgetRenderer()
var payload = ByteBuffer()
try renderer.render(
  rome, families: [.systemSmall, .systemMedium, .accessoryInline, .accessoryCircular],
  into: &payload)
print(payload.text())
