import Pantile

/// The widget of `Corpus/cases/countdown-list`.
struct Countdowns: Widget {
  struct Event {
    var name: String
    var date: Instant
    var emoji = "📌"
  }

  var future: [Event]
  var past: [Event]
  var sticky: Instant?

  func body(in environment: WidgetEnvironment) -> some View {
    VStack(alignment: .leading, spacing: 5) {
      ForEach(future) { event in
        HStack(spacing: 6) {
          Text("\(event.emoji) \(event.name)")
          Timer(
            end: event.date, direction: .down,
            templates: TimerTemplates(running: "in {time}", completed: "now!"), showsHours: true
          )
          .monospacedDigit()
        }
      }
      if environment.family == .systemMedium {
        ForEach(past) { event in
          HStack(spacing: 6) {
            Text(event.name)
            Timer(start: event.date, direction: .up, style: .relative)
          }
          .opacity(0.5)
        }
      }
      if let sticky {
        CircularProgressView(
          start: environment.now, end: sticky, countsDown: true, label: { Text("soon") })
      }
    }
  }
}

/// The activity of `Corpus/cases/tea-timer-activity`.
struct TeaTimer: LiveActivity {
  var start: Instant

  func body(in environment: WidgetEnvironment) -> some ActivityRegions {
    let end = start + .seconds(270)
    let cup = Symbol("cup.and.saucer.fill", tint: .hex(0x92400E))
    let remaining = Timer(end: end, start: start, direction: .down).style(Self.mono)
    LockScreen(backgroundTint: .hex(0xF7FEE7)) {
      HStack(spacing: 12) {
        cup
        VStack(alignment: .leading) {
          Text("Green tea — 80°").style(Self.mono)
          LinearProgressView(start: start, end: end, countsDown: false, tint: .hex(0x65A30D))
        }
        remaining
        cup
      }
      .padding(14)
    }
    DynamicIsland {
      ExpandedRegion(.leading) { cup }
      ExpandedRegion(.trailing) { remaining }
      CompactRegion(.leading) { cup }
      CompactRegion(.trailing) { remaining }
      MinimalRegion { remaining }
    }
  }

  private static let mono = Style().font(.custom("Menlo", size: 13))
}

/// The activity of `Corpus/cases/workout-activity`.
struct Workout: LiveActivity {
  struct Split {
    var number: Int
    var time: String
    var isFaster: Bool
  }

  var splits: [Split]

  func body(in environment: WidgetEnvironment) -> some ActivityRegions {
    LockScreen {
      HStack(spacing: 16) {
        Stat("Distance", "10.01 km", Style().font(.size(20)))
        Stat("Time", "52:35", Style().font(.size(20)))
        Stat("Pace", "5:15/km", Style().font(.size(20)))
        Stat("Zone tempo", "149", Style().foreground(.hex(0xFACC15)))
      }
      ForEach(splits) { split in SplitRow(split: split) }
    }
    DynamicIsland {
      ExpandedRegion(.leading) { Stat("km", "10.0", Style()) }
      if let split = splits.first { ExpandedRegion(.bottom) { SplitRow(split: split) } }
      CompactRegion(.leading) { Symbol("figure.run") }
      CompactRegion(.trailing) { Text("52:35") }
      MinimalRegion { Text("10") }
    }
  }
}

struct Stat<Members: StyleMembers>: View {
  let label: String
  let value: String
  let style: Style<Members>

  init(_ label: String, _ value: String, _ style: Style<Members>) {
    self.label = label
    self.value = value
    self.style = style
  }

  var body: some View {
    VStack(alignment: .leading) {
      Text(label).font(.size(10)).opacity(0.7)
      Text(value).style(style)
    }
  }
}

struct SplitRow: View {
  let split: Workout.Split

  var body: some View {
    HStack {
      Text("km \(split.number)")
      Spacer()
      Text(split.time).foreground(split.isFaster ? .hex(0x4ADE80) : .hex(0xFFFFFF))
    }
  }
}
