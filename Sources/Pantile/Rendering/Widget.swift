public import PantileCore
public import PantileJSON

/// A widget: a view for each family.
///
///     struct Weather: Widget {
///       var report: Report
///
///       func body(in environment: WidgetEnvironment) -> some View {
///         VStack(alignment: .leading, spacing: 4) {
///           Text("\(report.temperature)°").font(.size(42, weight: .light))
///           if environment.family != .systemSmall { Text(report.summary) }
///         }
///       }
///     }
///
/// A ``FamilyWidget`` has a body for each family instead of one that adapts.
public protocol Widget {
  /// The type of ``body(in:)``.
  associatedtype Body: View

  /// What the widget shows in an environment; its family tells the size.
  @ViewBuilder func body(in environment: WidgetEnvironment) -> Body

  /// Writes what the widget shows in the environment of `builder`; widgets leave it to their body.
  ///
  /// As a requirement it is compiled with the widget, where the type of the body is known.
  func write(into builder: inout TreeBuilder) throws(ArenaFull)
}

extension Widget {
  /// Writes the widget's body.
  @inlinable
  public func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    var content = body(in: builder.environment)
    try content.write(into: &builder)
  }
}

/// A set of families.
@frozen
public struct FamilySet: OptionSet, Hashable, Sendable {
  /// A bit a family.
  public let rawValue: UInt8

  /// Takes bits as they are.
  @inlinable @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A set of one family.
  @inlinable @inline(__always)
  public init(_ family: Family) { rawValue = 1 << family.rawValue }

  /// A small square on the home screen.
  @inlinable public static var systemSmall: FamilySet { FamilySet(.systemSmall) }
  /// A wide widget on the home screen.
  @inlinable public static var systemMedium: FamilySet { FamilySet(.systemMedium) }
  /// A large square on the home screen.
  @inlinable public static var systemLarge: FamilySet { FamilySet(.systemLarge) }
  /// A very wide widget of an iPad.
  @inlinable public static var systemExtraLarge: FamilySet { FamilySet(.systemExtraLarge) }
  /// A circle on the lock screen.
  @inlinable public static var accessoryCircular: FamilySet { FamilySet(.accessoryCircular) }
  /// A rectangle on the lock screen.
  @inlinable public static var accessoryRectangular: FamilySet {
    FamilySet(.accessoryRectangular)
  }
  /// A line above the clock of the lock screen.
  @inlinable public static var accessoryInline: FamilySet { FamilySet(.accessoryInline) }
  /// Small, medium and large.
  @inlinable public static var home: FamilySet { FamilySet(rawValue: 0b111) }
  /// The three of the lock screen.
  @inlinable public static var lockScreen: FamilySet { FamilySet(rawValue: 0b111_0000) }
  /// All seven.
  @inlinable public static var all: FamilySet { FamilySet(rawValue: 0x7F) }

  /// Whether the set has a family.
  @inlinable @inline(__always)
  public func contains(_ family: Family) -> Bool { rawValue >> family.rawValue & 1 != 0 }
}

/// A widget with a body for each family; a family without one is left out of the payload.
///
///     struct Steps: FamilyWidget {
///       var count: Double
///
///       func systemSmall(in environment: WidgetEnvironment) -> some View { Text("\(Int(count))") }
///       func accessoryCircular(in environment: WidgetEnvironment) -> some View {
///         Gauge(value: count, maximum: 10_000)
///       }
///     }
public protocol FamilyWidget: Widget {
  /// The type of ``systemSmall(in:)``.
  associatedtype SystemSmall: View = EmptyView
  /// The type of ``systemMedium(in:)``.
  associatedtype SystemMedium: View = EmptyView
  /// The type of ``systemLarge(in:)``.
  associatedtype SystemLarge: View = EmptyView
  /// The type of ``systemExtraLarge(in:)``.
  associatedtype SystemExtraLarge: View = EmptyView
  /// The type of ``accessoryCircular(in:)``.
  associatedtype AccessoryCircular: View = EmptyView
  /// The type of ``accessoryRectangular(in:)``.
  associatedtype AccessoryRectangular: View = EmptyView
  /// The type of ``accessoryInline(in:)``.
  associatedtype AccessoryInline: View = EmptyView

  /// The small square of the home screen.
  @ViewBuilder func systemSmall(in environment: WidgetEnvironment) -> SystemSmall
  /// The wide widget of the home screen.
  @ViewBuilder func systemMedium(in environment: WidgetEnvironment) -> SystemMedium
  /// The large square of the home screen.
  @ViewBuilder func systemLarge(in environment: WidgetEnvironment) -> SystemLarge
  /// The very wide widget of an iPad.
  @ViewBuilder func systemExtraLarge(in environment: WidgetEnvironment) -> SystemExtraLarge
  /// The circle of the lock screen.
  @ViewBuilder func accessoryCircular(in environment: WidgetEnvironment) -> AccessoryCircular
  /// The rectangle of the lock screen.
  @ViewBuilder func accessoryRectangular(
    in environment: WidgetEnvironment
  ) -> AccessoryRectangular
  /// The line above the clock of the lock screen.
  @ViewBuilder func accessoryInline(in environment: WidgetEnvironment) -> AccessoryInline
}

extension FamilyWidget {
  /// The body of the environment's family.
  @inlinable
  @ViewBuilder
  public func body(in environment: WidgetEnvironment) -> some View {
    switch environment.family {
    case .systemSmall: systemSmall(in: environment)
    case .systemMedium: systemMedium(in: environment)
    case .systemLarge: systemLarge(in: environment)
    case .systemExtraLarge: systemExtraLarge(in: environment)
    case .accessoryCircular: accessoryCircular(in: environment)
    case .accessoryRectangular: accessoryRectangular(in: environment)
    case .accessoryInline: accessoryInline(in: environment)
    }
  }
}

extension FamilyWidget where SystemSmall == EmptyView {
  /// Nothing: the family is left out.
  @inlinable
  public func systemSmall(in environment: WidgetEnvironment) -> EmptyView { EmptyView() }
}

extension FamilyWidget where SystemMedium == EmptyView {
  /// Nothing: the family is left out.
  @inlinable
  public func systemMedium(in environment: WidgetEnvironment) -> EmptyView { EmptyView() }
}

extension FamilyWidget where SystemLarge == EmptyView {
  /// Nothing: the family is left out.
  @inlinable
  public func systemLarge(in environment: WidgetEnvironment) -> EmptyView { EmptyView() }
}

extension FamilyWidget where SystemExtraLarge == EmptyView {
  /// Nothing: the family is left out.
  @inlinable
  public func systemExtraLarge(in environment: WidgetEnvironment) -> EmptyView { EmptyView() }
}

extension FamilyWidget where AccessoryCircular == EmptyView {
  /// Nothing: the family is left out.
  @inlinable
  public func accessoryCircular(in environment: WidgetEnvironment) -> EmptyView { EmptyView() }
}

extension FamilyWidget where AccessoryRectangular == EmptyView {
  /// Nothing: the family is left out.
  @inlinable
  public func accessoryRectangular(in environment: WidgetEnvironment) -> EmptyView { EmptyView() }
}

extension FamilyWidget where AccessoryInline == EmptyView {
  /// Nothing: the family is left out.
  @inlinable
  public func accessoryInline(in environment: WidgetEnvironment) -> EmptyView { EmptyView() }
}
