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
