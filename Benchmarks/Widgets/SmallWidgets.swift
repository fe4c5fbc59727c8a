public import Pantile

/// One text, as `Corpus/bench/tiny` draws it.
public struct Tiny: Widget {
  let text: String

  /// Creates the widget.
  public init(text: String) { self.text = text }

  public func body(in environment: WidgetEnvironment) -> some View { Text(text) }
}

/// The weather in two sizes, as `Corpus/bench/conditions` draws it.
public struct Conditions: FamilyWidget {
  let degrees: Int
  let sky: String
  let range: String

  /// Creates the widget.
  public init(degrees: Int, sky: String, top: Int, bottom: Int) {
    self.degrees = degrees
    self.sky = sky
    range = "up to \(top)°, down to \(bottom)°"
  }

  private static let panel = Style().flex(1).padding(14).background(.hex(0x0B1220))
  private static let big = Style().font(.size(30)).foreground(Color("#FFF"))

  public func systemSmall(in environment: WidgetEnvironment) -> some View {
    VStack {
      Text("\(degrees)°").style(Self.big)
      Text(sky).foreground(.hex(0x9AA7BD))
    }
    .style(Self.panel)
  }

  public func systemMedium(in environment: WidgetEnvironment) -> some View {
    HStack {
      Text("\(degrees)°").style(Self.big)
      VStack {
        Text(sky).foreground(Color("#FFF"))
        Text(range).font(.size(12)).foreground(.hex(0x9AA7BD))
      }
      .margin(.leading, 10)
    }
    .style(Self.panel)
  }
}

/// Cells in rows, as `Corpus/bench/grid` draws them.
public struct Grid: Widget {
  /// A cell.
  public struct Cell: Sendable {
    let id: String
    let label: String
    let value: Double
    let text: String

    /// Creates a cell.
    public init(id: Int, label: String, value: Int) {
      self.id = "c\(id)"
      self.label = label
      self.value = Double(value)
      text = "\(value)"
    }
  }

  let rows: [[Cell]]

  /// Creates the widget.
  public init(rows: [[Cell]]) { self.rows = rows }

  private static let cell = Style().flex(1).padding(2).cornerRadius(4).background(.hex(0x1E293B))
  private static let label = Style().font(.size(9)).foreground(.hex(0x94A3B8))
  private static let value = Style().font(.size(11, weight: .semibold)).foreground(.hex(0xF8FAFC))

  public func body(in environment: WidgetEnvironment) -> some View {
    VStack(spacing: 2) {
      ForEach(rows) { row in
        HStack(spacing: 2) {
          ForEach(row) { cell in
            VStack(alignment: .leading) {
              Text(cell.label).style(Self.label)
              Text(cell.text, lineLimit: 1).style(Self.value)
              LinearProgressView(
                value: cell.value, maximum: 100, tint: .hex(0x34D399), height: 3)
            }
            .style(Self.cell).id(cell.id)
          }
        }
      }
    }
    .flex(1).padding(8).background(.hex(0x0F172A))
  }
}
