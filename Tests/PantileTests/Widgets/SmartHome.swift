import Pantile

/// The colours of `Corpus/cases/smart-home`, which views take from the environment.
struct HomeTheme: Sendable {
  var ink: Color
  var back: Color
  var accent: Color

  static let light = HomeTheme(
    ink: .hex(0x111827), back: .hex(0xFFFFFF), accent: .hex(0x2563EB))
  static let dark = HomeTheme(ink: .hex(0xF9FAFB), back: .hex(0x000000), accent: .hex(0x60A5FA))
}

enum HomeThemeKey: EnvironmentKey {
  static let defaultValue = HomeTheme.light
}

extension WidgetEnvironment {
  var homeTheme: HomeTheme {
    get { self[HomeThemeKey.self] }
    set { self[HomeThemeKey.self] = newValue }
  }
}

/// The widget of `Corpus/cases/smart-home`.
struct SmartHome: Widget {
  struct Device {
    enum Kind {
      case light(isOn: Bool, brightness: Double?)
      case lock(isLocked: Bool)
      case climate(String)
    }

    var id: String
    var name: String
    var kind: Kind
  }

  var rooms: [(name: String, devices: [Device])]

  func body(in environment: WidgetEnvironment) -> some View {
    let theme = environment.colorScheme == .dark ? HomeTheme.dark : .light
    VStack(spacing: 8) {
      ForEach(rooms) { room in
        GroupBox {
          ForEach(room.devices) { device in
            HStack {
              HomeCaption(text: device.name)
              Spacer()
              HomeControl(device: device)
            }
          }
        } label: {
          Text(room.name)
        }
      }
    }
    .background(theme.back)
    .environment(\.homeTheme, theme)
  }
}

struct HomeCaption: AdaptiveView {
  var text: String

  func body(in environment: WidgetEnvironment) -> some View {
    Text(text).font(.size(11)).foreground(environment.homeTheme.ink)
  }
}

struct HomeControl: AdaptiveView {
  var device: SmartHome.Device

  func body(in environment: WidgetEnvironment) -> some View {
    switch device.kind {
    case .light(let isOn, let brightness):
      Toggle(id: device.id, isOn: isOn)
      if isOn, let brightness { HomeCaption(text: "\(Int((brightness * 100).rounded()))%") }
    case .lock(let isLocked):
      Button(id: device.id, style: isLocked ? .plain : .borderedProminent) {
        Symbol(isLocked ? "lock.fill" : "lock.open", tint: environment.homeTheme.accent)
      }
    case .climate(let text): HomeCaption(text: text)
    }
  }
}
