public import Pantile

/// A list of holdings, as `Corpus/bench/portfolio` draws it.
public struct Portfolio: Widget {
  /// A share.
  public struct Row: Sendable {
    /// Its symbol.
    public let symbol: String
    /// The company.
    public let name: String
    /// The price as text.
    public let price: String
    /// The change as text.
    public let change: String
    /// Whether it went up.
    public let isUp: Bool

    /// Creates a row.
    public init(symbol: String, name: String, price: String, change: String, isUp: Bool) {
      self.symbol = symbol
      self.name = name
      self.price = price
      self.change = change
      self.isUp = isUp
    }
  }

  let title: String
  let count: String
  let rows: [Row]

  /// Creates the widget.
  public init(title: String, rows: [Row]) {
    self.title = title
    self.rows = rows
    count = "\(rows.count) holdings"
  }

  public func body(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading) {
      HStack {
        Text(title).font(.size(13, weight: .medium)).foreground(.hex(0x6B7280))
        Spacer()
        Text(count).font(.size(11)).foreground(.hex(0x4B5563))
      }
      ForEach(rows) { row in Holding(row: row) }
    }
    .flex(1).padding(13).background(.hex(0x111113))
  }
}

struct Holding: View {
  let row: Portfolio.Row

  var body: some View {
    let tint = row.isUp ? Color.hex(0x34D399) : .hex(0xF87171)
    HStack(alignment: .center, spacing: 8) {
      Symbol(row.isUp ? "arrow.up.right" : "arrow.down.right", size: 12, tint: tint)
      VStack(alignment: .leading, spacing: 2) {
        Text(row.symbol).font(.size(13, weight: .semibold)).foreground(.hex(0xF9FAFB))
        Text(row.name).font(.size(11)).foreground(.hex(0x6B7280))
      }
      Spacer()
      VStack(alignment: .trailing, spacing: 2) {
        Text(row.price).font(.size(13)).foreground(.hex(0xF9FAFB)).monospacedDigit()
        Text(row.change).font(.size(11)).foreground(tint)
      }
    }
    .padding(.vertical, 4)
  }
}
