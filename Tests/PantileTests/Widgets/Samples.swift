import ExampleWidgets
import Foundation
import Pantile

// The props of the cases, as the Swift widgets take them.

func portfolio() throws -> Portfolio {
  struct Props: Decodable {
    struct Row: Decodable {
      var symbol: String
      var name: String
      var price: Double
      var change: Double
    }

    var title: String
    var rows: [Row]
  }
  let props = try JSONDecoder().decode(
    Props.self, from: Data(contentsOf: Corpus.file("bench/portfolio/props.json")))
  return Portfolio(
    title: props.title,
    rows: props.rows.map { row in
      Portfolio.Row(
        symbol: row.symbol, name: row.name, price: "$" + String(format: "%.2f", row.price),
        change: (row.change >= 0 ? "+" : "") + String(format: "%.2f", row.change) + "%",
        isUp: row.change >= 0)
    })
}

func grid() throws -> Grid {
  struct Props: Decodable {
    struct Cell: Decodable {
      var id: Int
      var label: String
      var value: Int
    }

    var cells: [[Cell]]
  }
  let props = try JSONDecoder().decode(
    Props.self, from: Data(contentsOf: Corpus.file("bench/grid/props.json")))
  return Grid(
    rows: props.cells.map { row in
      row.map { Grid.Cell(id: $0.id, label: $0.label, value: $0.value) }
    })
}

let weatherNow = WeatherNow(
  place: "Lake Ostrova", isFahrenheit: true, temperature: -2.5, feelsLike: -8.5, low: -6, high: 1)

let coinRange = CoinRange(
  symbol: "qnt",
  ticks: [
    CoinRange.Tick(day: "Mo", low: 11.2, high: 13, close: 12.5),
    CoinRange.Tick(day: "Tu", low: 11.9, high: 14.75, close: 14.1),
    CoinRange.Tick(day: "We", low: 13.1, high: 13.9, close: 13.4),
  ],
  alert: 14)

var diskShares: DiskShares {
  DiskShares(
    parts: [("9", 0.1), ("system", 8.3), ("Photos & video", 60.5), ("free", 31)],
    used: "353.2 GiB", total: "512 GiB")
}

var batteries: Batteries {
  Batteries(devices: [
    Batteries.Device(name: "Phone", level: 0.83, isCharging: true),
    Batteries.Device(name: "Headset", level: 0.155), Batteries.Device(name: "Keyboard"),
  ])
}

var glassPanel: GlassPanel {
  GlassPanel(tiles: [
    .open("Inbox", "panel://mail?folder=in%20%26%20out&page=2&unread"),
    .call("Reception", "+49-555-01"),
    .open("Home", "panel://home"),
    .open("Café Ü", "panel://home?q=%C3%A4%2F%C3%B6%3F%3D%E2%9C%93"),
    .open("Last", "panel://home?a=0&b="),
  ])
}

var fitnessRings: FitnessRings {
  FitnessRings(rings: [
    FitnessRings.Ring(
      name: "move", part: 312.0 / 500, color: .hex(0xFA114F), track: .hexWithAlpha(0xFA11_4F33)),
    FitnessRings.Ring(
      name: "exercise", part: 44.0 / 30, color: .hex(0x92E82A),
      track: .hexWithAlpha(0x92E8_2A33)),
    FitnessRings.Ring(
      name: "stand", part: 7.0 / 12, color: .hex(0x1EEAEF), track: .hexWithAlpha(0x1EEA_EF33)),
  ])
}

var countdowns: Countdowns {
  Countdowns(
    future: [
      Countdowns.Event(name: "Bake sale", date: .milliseconds(1_789_203_600_000)),
      Countdowns.Event(name: "Regatta", date: .milliseconds(1_789_801_200_000), emoji: "⛵️"),
      Countdowns.Event(name: "Concert", date: .milliseconds(1_796_153_400_000), emoji: "🎻"),
    ],
    past: [Countdowns.Event(name: "Moved in", date: .milliseconds(1_714_521_600_000))],
    sticky: .milliseconds(1_789_201_500_000))
}

var smartHome: SmartHome {
  SmartHome(rooms: [
    (
      "Hall",
      [
        SmartHome.Device(id: "d1", name: "Front door", kind: .lock(isLocked: false)),
        SmartHome.Device(id: "l2", name: "Ceiling", kind: .light(isOn: false, brightness: 1)),
      ]
    ),
    (
      "Study",
      [
        SmartHome.Device(id: "l1", name: "Desk", kind: .light(isOn: true, brightness: 0.455)),
        SmartHome.Device(id: "k1", name: "Radiator", kind: .climate("heat to 20.5°")),
      ]
    ),
  ])
}
