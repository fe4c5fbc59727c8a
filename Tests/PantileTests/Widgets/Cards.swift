import Pantile

/// The widget of `Corpus/cases/weather-now`.
struct WeatherNow: Widget {
  var place: String
  var isFahrenheit: Bool
  var temperature: Double
  var feelsLike: Double
  var low: Double
  var high: Double
  var wind: String?

  private static let faint = Style().font(.size(12)).foreground(.rgb(255, 255, 255, opacity: 0.7))

  func body(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading) {
      HStack {
        Text(place, lineLimit: 1).style(Self.faint)
        Spacer()
        Symbol(
          "cloud.rain.fill", type: .palette, size: 30,
          colors: Palette(.hex(0xE2E8F0), .hex(0x38BDF8)))
      }
      Text(degrees(temperature)).font(.size(40, weight: .light)).foreground(.hex(0xFFFFFF))
      if feelsLike != temperature {
        Text("Feels like \(degrees(feelsLike))").style(Self.faint)
      }
      if environment.family == .systemMedium {
        HStack(spacing: 10) {
          Text("L \(degrees(low)) · H \(degrees(high))").style(Self.faint)
          if let wind { Text(wind).style(Self.faint) } else { Text("calm").style(Self.faint) }
        }
      }
    }
    .flex(1).padding(14).cornerRadius(18).background(.hex(0x0F172A))
  }

  private func degrees(_ value: Double) -> String {
    let shown = isFahrenheit ? value * 9 / 5 + 32 : value
    return "\(Int((shown + 0.5).rounded(.down)))°"
  }
}

/// The widget of `Corpus/cases/battery-levels`.
struct Batteries: FamilyWidget {
  struct Device {
    var name: String
    var level: Double?
    var isCharging = false
  }

  var devices: [Device]

  func systemSmall(in environment: WidgetEnvironment) -> some View {
    VStack(spacing: 6) {
      ForEach(devices) { device in
        HStack {
          Text(device.name)
          Spacer()
          if device.isCharging { Symbol("bolt.fill", size: 10, tint: .hex(0x34C759)) }
          Text(device.level.map { "\(Int(($0 * 100).rounded()))%" } ?? "--")
            .monospacedDigit()
            .foreground(tint(device))
        }
      }
      Text("Charge \(devices[1].name)").font(.size(10))
    }
  }

  func accessoryCircular(in environment: WidgetEnvironment) -> some View {
    Gauge(
      value: devices[1].level ?? 0, tint: tint(devices[1]), style: .accessoryCircularCapacity,
      currentValueLabel: { Symbol("battery.25") })
  }

  func accessoryInline(in environment: WidgetEnvironment) -> some View {
    Label("\(devices[1].name) 16%", systemImage: "battery.25")
  }

  private func tint(_ device: Device) -> Color {
    guard let level = device.level else { return .hex(0x8E8E93) }
    if device.isCharging { return .hex(0x34C759) }
    return level <= 0.1 ? .hex(0xFF3B30) : level <= 0.2 ? .hex(0xFF9500) : .hex(0x8E8E93)
  }
}

/// The widget of `Corpus/cases/glass-panel`.
struct GlassPanel: Widget {
  enum Tile {
    case open(String, String)
    case call(String, String)
  }

  var tiles: [Tile]

  func body(in environment: WidgetEnvironment) -> some View {
    let width = environment.family == .systemLarge ? 3 : 2
    GlassContainer(spacing: 10) {
      VStack {
        ForEach(stride(from: 0, to: tiles.count, by: width)) { start in
          HStack {
            ForEach(tiles[start..<min(start + width, tiles.count)]) { tile in
              switch tile {
              case .open(let title, let destination):
                Link(destination: destination) {
                  Label(title, systemImage: "arrow.up.right.square")
                }
              case .call(let title, let number):
                Button(id: "call:\(number)", style: .borderedProminent) {
                  Label(title, systemImage: "phone")
                }
              }
            }
          }
        }
      }
      .glassEffect(.clear).cornerRadius(20)
    }
  }
}

/// The widget of `Corpus/cases/lock-circular`.
struct StepCount: FamilyWidget {
  var steps: Double

  func accessoryCircular(in environment: WidgetEnvironment) -> some View {
    Gauge(
      value: steps, minimum: 0, maximum: 10_000, style: .accessoryCircularCapacity,
      currentValueLabel: { Text("7.3k") })
  }
}
