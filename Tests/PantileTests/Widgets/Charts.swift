import Pantile

/// The widget of `Corpus/cases/crypto-range`.
struct CoinRange: Widget {
  struct Tick {
    var day: String
    var low: Double
    var high: Double
    var close: Double
  }

  var symbol: String
  var ticks: [Tick]
  var alert: Double?

  func body(in environment: WidgetEnvironment) -> some View {
    let floor = ticks.map(\.low).min() ?? 0
    let ceiling = ticks.map(\.high).max() ?? 1
    let position = ((ticks.last?.close ?? 0) - floor) / (ceiling - floor)
    VStack(spacing: floor) {
      HStack {
        Text(symbol.uppercased()).bold()
        Spacer()
        Text("13.40")
      }
      Text("11.20 – 14.75")
      Text("position \(position)")
      Chart {
        BarMark(bars, isGrouped: true, width: 6)
        PointMark(ticks, color: .hex(0x111827), symbol: .diamond, symbolSize: 24) {
          ChartPoint($0.day, $0.close)
        }
        if let alert { RuleMark(y: alert, color: .hex(0xEF4444), lineWidth: 1) }
      }
      .chartLegend(.visible)
      .chartForegroundStyleScale(["low": .hex(0x64748B), "high": .hex(0xF59E0B)])
    }
    .padding(10).opacity(position)
  }

  private var bars: [ChartPoint] {
    ticks.flatMap {
      [ChartPoint($0.day, $0.low, series: "low"), ChartPoint($0.day, $0.high, series: "high")]
    }
  }
}

/// The widget of `Corpus/cases/disk-shares`.
struct DiskShares: Widget {
  var parts: [(name: String, share: Double)]
  var used: String
  var total: String

  func body(in environment: WidgetEnvironment) -> some View {
    let tints: [Color] = [.hex(0x6366F1), .hex(0xEC4899), .hex(0xF59E0B), .hex(0x14B8A6)]
    ZStack {
      Chart {
        SectorMark(parts, innerRadius: 0.7, outerRadius: 1, angularInset: 1) {
          ChartSector($0.name, $0.share)
        }
      }
      .chartLegend(environment.family == .systemSmall ? .hidden : .visible)
      .chartForegroundStyleScale(
        StyleScale(
          parts.enumerated().map { index, part in
            (part.name, part.name == "free" ? .hex(0xE5E7EB) : tints[index % 4])
          }))
      VStack {
        Text(used)
        Text("of \(total)")
        Text("\(parts.count) slices, biggest \(parts.map(\.share).max() ?? 0)%")
      }
    }
  }
}

/// The widget of `Corpus/cases/fitness-rings`.
struct FitnessRings: FamilyWidget {
  struct Ring {
    var name: String
    var part: Double
    var color: Color
    var track: Color
  }

  var rings: [Ring]

  func systemSmall(in environment: WidgetEnvironment) -> some View {
    VStack {
      Nest(rings: rings[...], size: 120)
      Text("\(rings.count { $0.part >= 1 })/\(rings.count) closed")
    }
  }

  func accessoryCircular(in environment: WidgetEnvironment) -> some View {
    Nest(rings: rings[...], size: 58)
  }

  func accessoryRectangular(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading) {
      ForEach(rings) { ring in
        Text("\(ring.name.uppercased()) \(Int((ring.part * 100).rounded()))%")
      }
    }
  }
}

/// A ring around the others.
struct Nest: View {
  var rings: ArraySlice<FitnessRings.Ring>
  var size: Double

  var body: some View {
    if let ring = rings.first {
      ZStack {
        CircularProgressView(
          value: min(max(ring.part, 0), 1) * 100, maximum: 100, tint: ring.color,
          track: ring.track, lineWidth: size / 12
        )
        .frame(width: size, height: size)
        Nest(rings: rings.dropFirst(), size: size - 18)
      }
    }
  }
}
