// Tries props before anybody sees them, and keeps the last that could be shown:
// `swift run trial-render '{"title": "Rain", "level": 0.4}' '{"title": "Sun"}'`.
import Pantile

struct Tile: Widget, Decodable {
  var title: String
  var level: Double

  func body(in environment: WidgetEnvironment) -> some View {
    VStack {
      Text(title).bold()
      Gauge(value: level)
    }
  }
}

/// Keeps nothing over restarts; `LastGoodFile` of PantileHost does.
struct NoStore: LastGoodStore {
  func load() -> LastGoodValue? { nil }
  func save(_ value: LastGoodValue) {}
}

let slot = LastGood(WidgetTrial(Tile.self, families: .home), store: NoStore())
for props in CommandLine.arguments.dropFirst() {
  let offer = slot.offer(Array(props.utf8))
  print(offer.report.reason ?? "accepted")
}
print(slot.current.map { String(decoding: $0.payload, as: UTF8.self) } ?? "nothing to show")
