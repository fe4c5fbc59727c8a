public import PantileCore
public import PantileJSON

/// A Live Activity: what the lock screen and the parts of the Dynamic Island show.
///
///     struct Delivery: LiveActivity {
///       var minutes: Int
///
///       func body(in environment: WidgetEnvironment) -> some ActivityRegions {
///         LockScreen(backgroundTint: .hex(0xF7FEE7)) {
///           Text("\(minutes) min")
///         }
///         DynamicIsland(keylineTint: .orange) {
///           ExpandedRegion(.leading) { Symbol("bicycle") }
///           CompactRegion(.trailing) { Text("\(minutes)") }
///           MinimalRegion { Symbol("bicycle") }
///         }
///       }
///     }
public protocol LiveActivity {
  /// The type of ``body(in:)``.
  associatedtype Body: ActivityRegions

  /// The regions of the activity; none may come twice.
  @ActivityBuilder func body(in environment: WidgetEnvironment) -> Body

  /// Writes the regions; activities leave it to their body.
  func write(into builder: inout TreeBuilder) throws(ArenaFull)
}

extension LiveActivity {
  /// Writes the regions of the body.
  @inlinable
  public func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    var content = body(in: builder.environment)
    try content.write(into: &builder)
  }
}

/// Regions of a Live Activity.
public protocol ActivityRegions {
  /// Writes the regions.
  mutating func write(into builder: inout TreeBuilder) throws(ArenaFull)
}

/// Regions of the Dynamic Island.
public protocol IslandRegions {
  /// Writes the regions.
  mutating func write(into builder: inout TreeBuilder) throws(ArenaFull)
}

// MARK: - Regions

/// The lock screen, and the banner of devices without a Dynamic Island.
@frozen
public struct LockScreen<Content: View>: ActivityRegions {
  @usableFromInline let tint: Color?
  @usableFromInline var content: Content

  /// Creates the region.
  ///
  /// - Parameters:
  ///   - backgroundTint: The colour behind it.
  ///   - content: What it shows.
  @inlinable
  public init(backgroundTint: Color? = nil, @ViewBuilder content: () -> Content) {
    tint = backgroundTint
    self.content = content()
  }

  /// Writes the region.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try content.write(into: &builder)
    try builder.endRegion(.lockScreen)
    if let tint { try builder.setTint(.lockScreenBackground, tint) }
  }
}

/// The parts of the Dynamic Island.
@frozen
public struct DynamicIsland<Content: IslandRegions>: ActivityRegions {
  @usableFromInline let tint: Color?
  @usableFromInline var content: Content

  /// Creates the parts.
  ///
  /// - Parameters:
  ///   - keylineTint: The colour of the island's edge.
  ///   - content: The parts.
  @inlinable
  public init(keylineTint: Color? = nil, @IslandBuilder content: () -> Content) {
    tint = keylineTint
    self.content = content()
  }

  /// Writes the parts.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try content.write(into: &builder)
    if let tint { try builder.setTint(.islandKeyline, tint) }
  }
}

/// The small view of the activity on a watch or in a car.
@frozen
public struct SmallActivity<Content: View>: ActivityRegions {
  @usableFromInline var content: Content

  /// Creates the region.
  @inlinable
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Writes the region.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try content.write(into: &builder)
    try builder.endRegion(.supplementalSmall)
  }
}

/// A part of the expanded island.
@frozen
public struct ExpandedRegion<Content: View>: IslandRegions {
  /// Where a part of the expanded island is.
  @frozen
  public enum Place: Sendable {
    /// Below the camera.
    case center
    /// At the leading side.
    case leading
    /// At the trailing side.
    case trailing
    /// Below the others.
    case bottom
  }

  @usableFromInline let place: Place
  @usableFromInline var content: Content

  /// Creates the part.
  @inlinable
  public init(_ place: Place, @ViewBuilder content: () -> Content) {
    self.place = place
    self.content = content()
  }

  /// Writes the part.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try content.write(into: &builder)
    switch place {
    case .center: try builder.endRegion(.expandedCenter)
    case .leading: try builder.endRegion(.expandedLeading)
    case .trailing: try builder.endRegion(.expandedTrailing)
    case .bottom: try builder.endRegion(.expandedBottom)
    }
  }
}

/// A side of the compact island.
@frozen
public struct CompactRegion<Content: View>: IslandRegions {
  /// A side of the compact island.
  @frozen
  public enum Place: Sendable {
    /// The leading side.
    case leading
    /// The trailing side.
    case trailing
  }

  @usableFromInline let place: Place
  @usableFromInline var content: Content

  /// Creates the part.
  @inlinable
  public init(_ place: Place, @ViewBuilder content: () -> Content) {
    self.place = place
    self.content = content()
  }

  /// Writes the part.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try content.write(into: &builder)
    try builder.endRegion(place == .leading ? .compactLeading : .compactTrailing)
  }
}

/// The island of an activity beside another one.
@frozen
public struct MinimalRegion<Content: View>: IslandRegions {
  @usableFromInline var content: Content

  /// Creates the part.
  @inlinable
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Writes the part.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try content.write(into: &builder)
    try builder.endRegion(.minimal)
  }
}

extension TreeBuilder {
  /// Makes what was written a region; one without views is left out.
  @usableFromInline
  mutating func endRegion(_ region: Region) throws(ArenaFull) {
    let content = takeList()
    guard !content.isEmpty else { return }
    let bit: UInt16 = 1 << UInt16(region.rawValue)
    if regions & bit != 0 { report("duplicate_region", "\(region) comes twice") }
    regions |= bit
    try tree.addRoot(region, content)
  }

  @usableFromInline
  mutating func setTint(_ tint: Tree.Tint, _ color: Color) throws(ArenaFull) {
    let text = try text(color)
    tree.setTint(tint, text)
  }
}
