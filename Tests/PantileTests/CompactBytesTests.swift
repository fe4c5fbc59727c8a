import ExampleWidgets
import Foundation
import Pantile
import Testing

/// Widgets in Swift against the bytes that `pantile render --compact` gives for the same in TSX.
struct CompactBytesTests {
  @Test func `writes the bytes of the TSX widget`() throws {
    try expectSame("tiny", Tiny(text: "Hello"), .systemSmall)
    try expectSame(
      "conditions", Conditions(degrees: 72, sky: "Sunny", top: 78, bottom: 65),
      [.systemSmall, .systemMedium])
    try expectSame("portfolio", try portfolio(), .home)
    try expectSame("grid", try grid(), .systemLarge)
    try expectSame("weather-now", weatherNow, [.systemSmall, .systemMedium])
    try expectSame("crypto-range", coinRange, .systemMedium)
    try expectSame("disk-shares", diskShares, [.systemSmall, .systemLarge])
    try expectSame(
      "battery-levels", batteries, [.systemSmall, .accessoryCircular, .accessoryInline])
    try expectSame("glass-panel", glassPanel, [.systemMedium, .systemLarge])
    try expectSame("lock-circular", StepCount(steps: 7342), .accessoryCircular)
    try expectSame(
      "fitness-rings", fitnessRings, [.systemSmall, .accessoryCircular, .accessoryRectangular])
    var environment = WidgetEnvironment()
    environment.now = .milliseconds(1_789_200_000_000)
    try expectSame(
      "countdown-list", countdowns, [.systemMedium, .accessoryRectangular], environment)
    environment.colorScheme = .dark
    try expectSame("smart-home", smartHome, [.systemMedium, .systemLarge], environment)
  }

  @Test func `writes the bytes of the TSX activity`() throws {
    try expectSame("tea-timer-activity", TeaTimer(start: .milliseconds(1_768_469_400_000)))
    try expectSame(
      "workout-activity",
      Workout(splits: [
        Workout.Split(number: 5, time: "5:15", isFaster: true),
        Workout.Split(number: 4, time: "5:21", isFaster: false),
        Workout.Split(number: 3, time: "5:10", isFaster: true),
      ]))
  }

  @Test func `writes the text of a push`() throws {
    var renderer = WidgetRenderer()
    var text = ByteBuffer()
    let activity = TeaTimer(start: .milliseconds(1_768_469_400_000))
    let size = try renderer.renderPush(activity, into: &text)
    #expect(size.text == text.count)
    // The shared form has 545 bytes; the one without shared parts compresses better.
    #expect(size.payload >= 545)
    #expect(Data(base64Encoded: text.text())?.count == size.compressed)
  }

  private func expectSame(
    _ name: String, _ widget: some Widget, _ families: FamilySet,
    _ environment: WidgetEnvironment = WidgetEnvironment()
  ) throws {
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    try renderer.render(widget, families: families, environment: environment, into: &bytes)
    try expectSame(name, bytes)
  }

  private func expectSame(_ name: String, _ activity: some LiveActivity) throws {
    var renderer = WidgetRenderer()
    var bytes = ByteBuffer()
    try renderer.render(activity, into: &bytes)
    try expectSame(name, bytes)
  }

  private func expectSame(_ name: String, _ bytes: borrowing ByteBuffer) throws {
    let golden = try String(contentsOf: Corpus.file("compact/\(name).json"), encoding: .utf8)
    let text = bytes.text()
    #expect(text == golden, "\(name)")
    // The two frames: a wrapped root, and the list of a first shared element.
    let reference = try Data(contentsOf: Corpus.reference(of: name))
    #expect(text.utf8.count <= reference.count + 20, "\(name)")
  }
}

enum Corpus {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Corpus")

  static func file(_ path: String) -> URL { root.appendingPathComponent(path) }

  /// The run of each case that the goldens of `Corpus/compact` were made of.
  private static let runs = [
    "weather-now": "rain-fahrenheit", "crypto-range": "weekday", "disk-shares": "laptop",
    "battery-levels": "desk", "glass-panel": "five", "lock-circular": "steps",
    "fitness-rings": "partial", "countdown-list": "mixed", "smart-home": "evening",
    "tea-timer-activity": "steep", "workout-activity": "ten-km",
  ]

  /// The payload in reference mode.
  static func reference(of name: String) -> URL {
    if let run = runs[name] { return file("cases/\(name)/runs/\(run)/expected.json") }
    return file("bench/\(name)/expected.json")
  }
}
