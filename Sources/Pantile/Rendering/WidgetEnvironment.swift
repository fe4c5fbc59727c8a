public import PantileCore

/// What a widget can know besides its own data: the family that is drawn, the device's settings,
/// the time, and values that views give to those within them.
///
/// Fields are what the request or the device tells. Own values are keyed by a type:
///
///     enum AccentKey: EnvironmentKey { static var defaultValue: Color { .blue } }
///
///     extension WidgetEnvironment {
///       var accent: Color {
///         get { self[AccentKey.self] }
///         set { self[AccentKey.self] = newValue }
///       }
///     }
///
///     Row().environment(\.accent, .orange)
public struct WidgetEnvironment: Sendable {
  /// The family that is drawn; of a Live Activity it is of no use.
  public var family = Family.systemSmall
  /// Whether the device is in light or dark appearance.
  public var colorScheme = ColorScheme.light
  /// How the system draws the widget.
  public var renderingMode = RenderingMode.fullColor
  /// Whether the widget has its background.
  public var showsContainerBackground = true
  /// The time for which the widget is drawn.
  public var now = Instant.milliseconds(0)
  /// The device's language as a BCP 47 tag, such as `pt-BR`.
  public var locale = "en-US"
  /// The device's time zone by its IANA name.
  public var timeZone = "UTC"
  /// Whether text runs from left to right.
  public var layoutDirection = LayoutDirection.leftToRight
  /// Twelve or 24 hours a day.
  public var hourCycle = HourCycle.h23
  /// The units that the device shows.
  public var measurementSystem = MeasurementSystem.metric
  /// The widget's id.
  public var widgetID = ""
  /// The key of the widget's configuration, if it has one.
  public var instance: String?
  /// The widget's configuration.
  public var configuration: [String: String] = [:]

  /// Own values, a later one for a key before an earlier one.
  @usableFromInline var values: [Value] = []

  @usableFromInline
  struct Value: Sendable {
    @usableFromInline let key: ObjectIdentifier
    @usableFromInline let value: any Sendable

    @inlinable
    init(key: ObjectIdentifier, value: any Sendable) {
      self.key = key
      self.value = value
    }
  }

  /// Creates an environment with the values that a device has when nothing else is known.
  public init() {}
}

extension WidgetEnvironment {
  /// The appearance of the device.
  @frozen
  public enum ColorScheme: String, CaseIterable, Sendable {
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// How the system draws a widget.
  @frozen
  public enum RenderingMode: String, CaseIterable, Sendable {
    /// In its own colours.
    case fullColor
    /// In the colours of the tinted home screen.
    case accented
    /// In one colour, on the lock screen.
    case vibrant
  }

  /// The direction of text.
  @frozen
  public enum LayoutDirection: String, CaseIterable, Sendable {
    /// From left to right.
    case leftToRight = "ltr"
    /// From right to left.
    case rightToLeft = "rtl"
  }

  /// The hours of a day.
  @frozen
  public enum HourCycle: String, CaseIterable, Sendable {
    /// Twice twelve.
    case h12
    /// From 0 to 23.
    case h23
  }

  /// The units of measurement.
  @frozen
  public enum MeasurementSystem: String, CaseIterable, Sendable {
    /// Metres and degrees Celsius.
    case metric
    /// Miles and degrees Fahrenheit.
    case us
    /// Miles and degrees Celsius.
    case uk
  }
}

// MARK: - Own values

/// The key of a value in the environment.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value where none was given.
  static var defaultValue: Value { get }
}

extension WidgetEnvironment {
  /// An own value; the key's default where none was given.
  ///
  /// - Note: Reading allocates nothing. ``View/environment(_:_:)`` with an own value allocates some
  ///   bytes each time that it is written.
  @inlinable
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      let id = ObjectIdentifier(key)
      var index = values.count
      while index > 0 {
        index &-= 1
        if values[index].key == id, let value = values[index].value as? Key.Value { return value }
      }
      return key.defaultValue
    }
    set { values.append(Value(key: ObjectIdentifier(key), value: newValue)) }
  }
}

// MARK: - Giving values to views

/// A view in an environment that differs in one value.
@frozen
public struct EnvironmentView<Base: View, Value>: PrimitiveView {
  @usableFromInline var base: Base
  @usableFromInline let keyPath: WritableKeyPath<WidgetEnvironment, Value>
  @usableFromInline let value: Value

  @inlinable @inline(__always)
  init(_ base: Base, _ keyPath: WritableKeyPath<WidgetEnvironment, Value>, _ value: Value) {
    self.base = base
    self.keyPath = keyPath
    self.value = value
  }

  /// Writes the view with the value in its environment.
  @inlinable @inline(__always)
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    let count = builder.environment.values.count
    let old = builder.environment[keyPath: keyPath]
    builder.environment[keyPath: keyPath] = value
    try base.write(into: &builder)
    if builder.environment.values.count > count {
      builder.environment.values.removeLast(builder.environment.values.count - count)
    } else {
      builder.environment[keyPath: keyPath] = old
    }
  }
}

extension View {
  /// Gives the view, and all views within it, a value of the environment.
  @inlinable @inline(__always)
  public consuming func environment<Value>(
    _ keyPath: WritableKeyPath<WidgetEnvironment, Value>, _ value: Value
  ) -> EnvironmentView<Self, Value> {
    EnvironmentView(self, keyPath, value)
  }
}
