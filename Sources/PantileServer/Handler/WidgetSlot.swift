internal import Synchronization

/// A widget as the server keeps it.
final class WidgetSlot: Sendable {
  let widget: ServedWidget
  private let generation = Atomic<Int>(0)

  init(_ widget: ServedWidget) { self.widget = widget }

  /// Counts how often the widget has changed.
  var currentGeneration: Int { generation.load(ordering: .acquiring) }

  func change() { generation.wrappingAdd(1, ordering: .releasing) }

  func renderer(for platform: Platform) -> Renderer? {
    platform == .ios ? widget.ios : widget.android
  }
}
