internal import Pantile

// The widgets of `Corpus/bench` in Swift. A benchmark checks that each gives the bytes that its TSX
// gives in compact mode.

/// Props that a widget in Swift is made of.
protocol BenchWidget: Widget, Decodable, SendableMetatype {
  /// The families that it is drawn for.
  static var families: FamilySet { get }
}

/// One text.
struct Tiny: BenchWidget {
  static let families = FamilySet.systemSmall

  let text: String

  func body(in environment: WidgetEnvironment) -> some View { Text(text) }
}

/// The weather in two families.
struct Conditions: BenchWidget {
  static let families: FamilySet = [.systemSmall, .systemMedium]

  let degrees: Int
  let sky: String
  let top: Int
  let bottom: Int

  func body(in environment: WidgetEnvironment) -> some View {
    let panel = Style().flex(1).padding(14).background(.hex(0x0B1220))
    if environment.family == .systemSmall {
      VStack {
        Text("\(degrees)°").foreground(Color("#FFF")).font(.size(30))
        Text(sky).foreground(.hex(0x9AA7BD))
      }
      .style(panel)
    } else {
      HStack {
        Text("\(degrees)°").foreground(Color("#FFF")).font(.size(30))
        VStack {
          Text(sky).foreground(Color("#FFF"))
          Text("up to \(top)°, down to \(bottom)°").foreground(.hex(0x9AA7BD)).font(.size(12))
        }
        .margin(.leading, 10)
      }
      .style(panel)
    }
  }
}
