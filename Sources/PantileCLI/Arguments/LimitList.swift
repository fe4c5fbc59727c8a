internal import PantileTemplate

/// The value of `--limit`: `steps=2e6,output=64KiB`.
struct LimitList: Sendable {
  var render = RenderLimits()
  var compile = CompileLimits()
  /// Bytes that all renders of the process may take together.
  var totalMemory = 16 << 20

  /// The names and what they bound, as the help page lists them.
  static let names = [
    "steps", "memory", "total-memory", "output", "props", "depth", "element-depth",
    "string-length", "source", "nesting",
  ]

  /// Applies the lists one after the other.
  init(_ lists: [String]) throws(CommandError) {
    for list in lists {
      for item in list.split(separator: ",", omittingEmptySubsequences: false) {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
          throw .wrongUse("limit \(String(item).quoted) has no value; write name=value")
        }
        try set(String(parts[0]), String(parts[1]))
      }
    }
  }

  private mutating func set(_ name: String, _ text: String) throws(CommandError) {
    guard Self.names.contains(name) else {
      let hint = Suggestion.text(for: name, among: Self.names)
      throw .wrongUse("unknown limit \(name.quoted)\(hint)")
    }
    guard let value = Quantity.parse(text), value <= Self.largest(name) else {
      throw .wrongUse(
        "limit '\(name)' cannot be \(text.quoted); expected a number from 1 to "
          + "\(Self.largest(name)), such as 200, 2e6, 64KiB or 8MiB")
    }
    switch name {
    case "steps": render.steps = value
    case "memory": render.memory = value
    case "total-memory": totalMemory = value
    case "output": render.output = value
    case "props": render.props = value
    case "depth": render.callDepth = value
    case "element-depth": render.elementDepth = value
    case "string-length": render.stringLength = value
    case "source": compile.source = value
    default: compile.nesting = value
    }
  }

  /// Bounds that keep a render within what its memory can address, and within its stack.
  private static func largest(_ name: String) -> Int {
    switch name {
    case "steps": 1_000_000_000_000
    case "depth", "element-depth": 100_000
    case "nesting": 256
    case "string-length": (1 << 29) - 24
    case "source": 256 << 20
    default: 1 << 30
    }
  }
}
