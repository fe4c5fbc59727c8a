internal import Pantile

/// Twenty rows in three families, as `Corpus/bench/portfolio`.
struct Portfolio: BenchWidget {
  static let families = FamilySet.home

  struct Row: Decodable {
    let symbol: String
    let name: String
    let price: Double
    let change: Double
  }

  let title: String
  let rows: [Row]

  func body(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading) {
      HStack {
        Text(title).font(.size(13, weight: .medium)).foreground(.hex(0x6B7280))
        Spacer()
        Text("\(rows.count) holdings").font(.size(11)).foreground(.hex(0x4B5563))
      }
      ForEach(rows) { Holding(row: $0) }
    }
    .flex(1).padding(13).background(.hex(0x111113))
  }
}

private struct Holding: View {
  let row: Portfolio.Row

  var body: some View {
    let isUp = row.change >= 0
    let tint = isUp ? Color.hex(0x34D399) : .hex(0xF87171)
    HStack(alignment: .center, spacing: 8) {
      Symbol(isUp ? "arrow.up.right" : "arrow.down.right", size: 12, tint: tint)
      VStack(alignment: .leading, spacing: 2) {
        Text(row.symbol).font(.size(13, weight: .semibold)).foreground(.hex(0xF9FAFB))
        Text(row.name).font(.size(11)).foreground(.hex(0x6B7280))
      }
      Spacer()
      VStack(alignment: .trailing, spacing: 2) {
        Text("$" + Decimals.text(row.price, 2))
          .font(.size(13)).foreground(.hex(0xF9FAFB)).monospacedDigit()
        Text((isUp ? "+" : "") + Decimals.text(row.change, 2) + "%")
          .font(.size(11)).foreground(tint)
      }
    }
    .padding(.vertical, 4)
  }
}

/// A grid of 120 cells, as `Corpus/bench/grid`.
struct Grid: BenchWidget {
  static let families = FamilySet.systemLarge

  struct Cell: Decodable {
    let id: Int
    let label: String
    let value: Int
  }

  let cells: [[Cell]]

  func body(in environment: WidgetEnvironment) -> some View {
    VStack(spacing: 2) {
      ForEach(cells) { row in
        HStack(spacing: 2) {
          ForEach(row) { CellView(cell: $0) }
        }
      }
    }
    .flex(1).padding(8).background(.hex(0x0F172A))
  }
}

private struct CellView: View {
  let cell: Grid.Cell

  var body: some View {
    VStack(alignment: .leading) {
      Text(cell.label).font(.size(9)).foreground(.hex(0x94A3B8))
      Text("\(cell.value)", lineLimit: 1)
        .font(.size(11, weight: .semibold)).foreground(.hex(0xF8FAFC))
      LinearProgressView(
        value: Double(cell.value), maximum: 100, tint: .hex(0x34D399), height: 3)
    }
    .id("c\(cell.id)").flex(1).padding(2).cornerRadius(4).background(.hex(0x1E293B))
  }
}

/// Fifty tasks, as `Corpus/bench/list`.
struct Tasks: BenchWidget {
  static let families = FamilySet.systemLarge

  struct Item: Decodable {
    let id: String
    let title: String
    let project: String
    let done: Bool
    let minutes: Int
    let tags: [String]
  }

  let name: String
  let tasks: [Item]

  func body(in environment: WidgetEnvironment) -> some View {
    let done = tasks.count { $0.done }
    let left = tasks.reduce(0) { $1.done ? $0 : $0 + $1.minutes }
    VStack(alignment: .leading, spacing: 2) {
      HStack {
        Text(name).font(.size(16, weight: .bold))
        Spacer()
        Text("\(done)/\(tasks.count), \(left) min left").style(small)
      }
      LinearProgressView(
        value: Double(done), maximum: Double(tasks.count), tint: .hex(0x10B981))
      ForEach(tasks) { TaskRow(task: $0) }
    }
    .flex(1).padding(10).background(.hex(0xFFFFFF))
  }
}

private let small = Style().font(.size(10)).foreground(.hex(0x6B7280))

private struct TaskRow: View {
  let task: Tasks.Item

  var body: some View {
    Link(destination: "app://task/" + task.id) {
      HStack(spacing: 6) {
        Symbol(
          task.done ? "checkmark.circle.fill" : "circle",
          tint: task.done ? .hex(0x10B981) : .hex(0xD1D5DB))
        VStack(alignment: .leading) {
          if task.done {
            Text(task.title, lineLimit: 1)
              .font(.size(13)).foreground(.hex(0x9CA3AF)).strikethrough()
          } else {
            Text(task.title, lineLimit: 1).font(.size(13)).foreground(.hex(0x111827))
          }
          if !task.tags.isEmpty {
            Text("#" + task.tags.joined(separator: " #")).style(small)
          }
        }
        Spacer()
        Text("\(task.project), \(task.minutes) min").style(small)
      }
      .id(task.id).padding(.vertical, 3).padding(.horizontal, 6).cornerRadius(6)
    }
  }
}

/// Two hundred rows, as `Corpus/bench/table`.
struct Table: BenchWidget {
  static let families = FamilySet.systemExtraLarge

  struct Row: Decodable {
    let id: Int
    let name: String
    let unit: String
    let values: [Double?]

    var sum: Double { values.reduce(0) { $0 + ($1 ?? 0) } }
  }

  let title: String
  let rows: [Row]

  func body(in environment: WidgetEnvironment) -> some View {
    let all = rows.reduce(0) { $0 + $1.sum }
    VStack(spacing: 0) {
      Text(title).font(.size(14, weight: .bold))
      ForEach(rows.indices) { TableRow(row: rows[$0], isOdd: $0 % 2 == 1) }
      Text(Decimals.text(all, 2)).style(total)
    }
    .padding(8)
  }
}

private let cell = Style().font(.size(10)).frame(width: 48).multilineTextAlignment(.right)
  .monospacedDigit()
private let total = Style().font(.size(10, weight: .semibold)).frame(width: 48)
  .multilineTextAlignment(.right).monospacedDigit()

private struct TableRow: View {
  let row: Table.Row
  let isOdd: Bool

  var body: some View {
    HStack {
      Text("\(row.name) (\(row.unit))", lineLimit: 1).font(.size(10)).foreground(.hex(0x374151))
      Spacer()
      ForEach(row.values) { Text($0.map { Decimals.text($0, 1) } ?? "–").style(cell) }
      Text(Decimals.text(row.sum, 1)).style(total)
    }
    .id("row-\(row.id)").padding(.vertical, 1)
    .background(isOdd ? .hex(0xFFFFFF) : .hex(0xF9FAFB))
  }
}
