internal import Pantile

/// Hours of weather as charts, as `Corpus/bench/chart`.
struct Forecast: BenchWidget {
  static let families: FamilySet = [.systemMedium, .systemLarge]

  struct Hour: Decodable {
    let hour: String
    let degrees: Double
    let rain: Double
    let wind: Double
  }

  let place: String
  let hours: [Hour]
  let warnAbove: Double

  func body(in environment: WidgetEnvironment) -> some View {
    let isLarge = environment.family == .systemLarge
    let shown = isLarge ? hours[...] : hours.prefix(24)
    let low = shown.reduce(Double.infinity) { min($0, $1.degrees) }
    let high = shown.reduce(-Double.infinity) { max($0, $1.degrees) }
    let wet = shown.filter { $0.rain > 0 }
    VStack(alignment: .leading, spacing: 6) {
      HStack {
        Text(place).font(.size(15, weight: .semibold)).foreground(.hex(0xF8FAFC))
        Spacer()
        Text("\(Decimals.text(low, 1))° to \(Decimals.text(high, 1))°").style(note)
      }
      Chart {
        AreaMark(shown, color: .hexWithAlpha(0xF59E_0B33), interpolation: .monotone) {
          ChartPoint($0.hour, $0.degrees)
        }
        LineMark(shown, interpolation: .monotone, lineWidth: 2) {
          ChartPoint($0.hour, $0.degrees, series: "degrees")
        }
        LineMark(shown, lineWidth: 1) { ChartPoint($0.hour, $0.wind, series: "wind") }
        if high > warnAbove { RuleMark(y: warnAbove, color: .hex(0xEF4444), lineWidth: 1) }
      }
      .chartLegend(.hidden)
      .chartForegroundStyleScale(["degrees": .hex(0xF59E0B), "wind": .hex(0x38BDF8)])
      if isLarge {
        Chart {
          BarMark(wet, color: .hex(0x38BDF8), cornerRadius: 2) { ChartPoint($0.hour, $0.rain) }
        }
        .chartLegend(.hidden)
      }
      Text("\(wet.count) wet hours").style(note)
    }
    .flex(1).padding(12).background(.hex(0x0F172A))
  }
}

private let note = Style().font(.size(11)).foreground(.hex(0x94A3B8))

/// A recursive view, as `Corpus/bench/outline`.
struct Outline: BenchWidget {
  static let families = FamilySet.systemLarge

  struct Part: Decodable {
    let label: String
    let parts: [Part]?

    var count: Int { (parts ?? []).reduce(1) { $0 + $1.count } }
  }

  let root: Part

  func body(in environment: WidgetEnvironment) -> some View {
    VStack {
      Branch(part: root, level: 0)
      Text("\(root.count) parts")
    }
  }
}

private struct Branch: View {
  let part: Outline.Part
  let level: Int

  var body: some View {
    VStack(alignment: .leading) {
      Text("\(level). \(part.label)").font(.size(10)).foreground(.hex(0x334155))
      ForEach(part.parts ?? []) { Branch(part: $0, level: level + 1) }
    }
    .padding(.leading, level == 0 ? 0 : 4)
  }
}

/// Long texts in many scripts, as `Corpus/bench/unicode`. Texts are cut by UTF-16 units, as the
/// widget in TSX does.
struct Feed: BenchWidget {
  static let families: FamilySet = [.systemMedium, .systemLarge]

  struct Item: Decodable {
    let author: String
    let text: String
    let lang: String
  }

  let items: [Item]
  let find: String

  func body(in environment: WidgetEnvironment) -> some View {
    let length = environment.family == .systemLarge ? 400 : 120
    VStack(alignment: .leading, spacing: 4) {
      ForEach(items) { item in
        VStack(alignment: .leading) {
          Text("\(item.author.uppercased()) · \(item.lang)").style(author)
          Text(Self.shortened(item.text, to: length), lineLimit: 4)
            .font(.size(12)).foreground(.hex(0x111827))
          if let place = Self.place(of: find, in: item.text) {
            Text("“\(find)” at \(place)").style(author)
          }
        }
      }
    }
    .padding(10)
  }

  /// Where a word begins in a text, in UTF-16 units.
  private static func place(of word: String, in text: String) -> Int? {
    guard let first = word.utf8.first else { return 0 }
    var rest = text.utf8[...]
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: word.utf8) {
        return text.utf16.distance(from: text.startIndex, to: place)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func shortened(_ text: String, to length: Int) -> String {
    let bare = text.drop { $0.isWhitespace }
    let end = bare.lastIndex { !$0.isWhitespace }.map { bare.index(after: $0) } ?? bare.startIndex
    let trimmed = bare[..<end]
    guard trimmed.utf16.count > length else { return String(trimmed) }
    let cut = trimmed.utf16.index(trimmed.startIndex, offsetBy: length)
    // A space at the very place still counts, as in `lastIndexOf`.
    let limit = trimmed.utf16[cut] == 0x20 ? trimmed.utf16.index(after: cut) : cut
    let space = trimmed.utf16[..<limit].lastIndex(of: 0x20)
    let last = space.flatMap { $0 > trimmed.startIndex ? $0 : nil } ?? cut
    return String(trimmed[..<last]) + "…"
  }
}

private let author = Style().font(.size(11, weight: .semibold)).foreground(.hex(0x2563EB))

/// Numbers with a fixed number of digits behind the point.
enum Decimals {
  /// The text of `value`, rounded to `places` digits, 1 to 3, as JavaScript's `toFixed` does: by the
  /// exact value of the `Double`.
  static func text(_ value: Double, _ places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let whole = (abs(value) * Double(scale)).rounded(.down)
    let rest = (-whole - 0.5).addingProduct(abs(value), Double(scale))
    let units = Int(whole) + (rest >= 0 ? 1 : 0)
    let sign = value < 0 && units > 0 ? "-" : ""
    let digits = String(units % scale)
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(sign)\(units / scale).\(zeros)\(digits)"
  }
}
