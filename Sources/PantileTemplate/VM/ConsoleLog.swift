/// What a template wrote with `console`, for diagnostics; never part of a payload.
struct ConsoleLog {
  /// The lines, each with the method's name.
  private(set) var lines: ContiguousArray<(level: String, text: String)> = []
  private var byteCount = 0

  /// Adds a line; lines beyond 64 KiB are dropped.
  mutating func append(level: String, _ text: String) {
    guard byteCount < 65_536 else { return }
    byteCount += text.utf8.count
    lines.append((level, text))
  }

  /// The lines as diagnostics show them.
  var report: [String] { lines.map { "console.\($0.level): \($0.text)" } }

  /// Forgets all lines.
  mutating func removeAll() {
    if lines.isEmpty { return }
    lines.removeAll()
    byteCount = 0
  }
}
