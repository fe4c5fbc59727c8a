import Pantile

struct Weather: Widget {
  var city: String
  var temperature: Double
  var symbol: String

  func body(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading, spacing: 4) {
      Symbol(symbol, size: 24)
      Text("\(temperature)°")
      Text(city)
    }
  }
}

let rome = Weather(city: "Rome", temperature: 21.5, symbol: "cloud.sun")
var renderer = WidgetRenderer()
var payload = ByteBuffer()
try renderer.render(rome, families: .systemSmall, into: &payload)
print(payload.text())
