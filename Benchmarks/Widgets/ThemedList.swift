public import Pantile

/// Lines whose colour comes from the environment, as in `Corpus/cases/smart-home`.
public struct ThemedList: Widget {
  let lines: [String]

  /// Creates the widget.
  public init(lines: [String]) { self.lines = lines }

  public func body(in environment: WidgetEnvironment) -> some View {
    VStack {
      ForEach(lines) { line in Line(text: line) }
    }
    .environment(\.ink, .orange)
    Line(text: "below")
  }
}

enum InkKey: EnvironmentKey {
  static var defaultValue: Color { .primary }
}

extension WidgetEnvironment {
  var ink: Color {
    get { self[InkKey.self] }
    set { self[InkKey.self] = newValue }
  }
}

struct Line: AdaptiveView {
  let text: String

  func body(in environment: WidgetEnvironment) -> some View {
    Text(text).foreground(environment.ink)
  }
}
