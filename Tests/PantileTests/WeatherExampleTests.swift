import Pantile
import Testing

/// The widget that the documentation begins with.
struct WeatherExampleTests {
  struct Report {
    struct Hour {
      var label: String
      var icon: String
    }

    var temperature: Int
    var place: String?
    var hours: [Hour]
  }

  struct Weather: Widget {
    var report: Report

    func body(in environment: WidgetEnvironment) -> some View {
      VStack(alignment: .leading, spacing: 4) {
        Text("\(report.temperature)°").font(.size(42, weight: .light)).foreground(.white)
        if let place = report.place { Text("📍 \(place)").opacity(0.8) }
        ForEach(report.hours) { hour in
          HStack {
            Text(hour.label)
            Spacer()
            Symbol(hour.icon)
          }
        }
      }
      .padding(16).flex(1).background(.hex(0x101828))
    }
  }

  @Test func `renders the example`() throws {
    let report = Report(
      temperature: 21, place: "Oslo",
      hours: [Report.Hour(label: "9", icon: "sun.max"), Report.Hour(label: "10", icon: "cloud")])
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    try renderer.render(Weather(report: report), families: [.systemSmall], into: &bytes)
    #expect(
      bytes.text()
        == #"{"v":1,"systemSmall":{"t":11,"c":[{"t":0,"c":"21°","p":{"s":{"c":"white","fs":42,"fw":"300"}}},"#
        + #"{"t":0,"c":"📍 Oslo","p":{"s":{"op":0.8}}},"#
        + #"{"t":12,"c":[{"t":0,"c":"9"},{"t":16},{"t":4,"p":{"n":"sun.max"}}]},"#
        + #"{"t":12,"c":[{"t":0,"c":"10"},{"t":16},{"t":4,"p":{"n":"cloud"}}]}],"#
        + ##""p":{"al":"leading","s":{"bg":"#101828","fl":1,"pad":16},"sp":4}}}"##)
  }
}
