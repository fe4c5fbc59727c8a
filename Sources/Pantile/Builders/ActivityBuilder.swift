public import PantileJSON

/// Puts the regions of a Live Activity together.
@resultBuilder
public enum ActivityBuilder {
  /// Takes a region as it is.
  @inlinable
  public static func buildExpression<Part: ActivityRegions>(_ part: consuming Part) -> Part { part }

  /// Nothing.
  @inlinable
  public static func buildBlock() -> NoRegion { NoRegion() }

  /// The first one.
  @inlinable
  public static func buildPartialBlock<Part: ActivityRegions>(first: consuming Part) -> Part {
    first
  }

  /// Those so far and the next one.
  @inlinable
  public static func buildPartialBlock<First: ActivityRegions, Next: ActivityRegions>(
    accumulated: consuming First, next: consuming Next
  ) -> RegionPair<First, Next> {
    RegionPair(accumulated, next)
  }

  /// An `if` without `else`.
  @inlinable
  public static func buildOptional<Part: ActivityRegions>(
    _ part: consuming Part?
  ) -> RegionPair<Part, NoRegion> {
    RegionPair(part, nil)
  }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: ActivityRegions, Second: ActivityRegions>(
    first: consuming First
  ) -> RegionPair<First, Second> {
    RegionPair(first, nil)
  }

  /// The other branches of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: ActivityRegions, Second: ActivityRegions>(
    second: consuming Second
  ) -> RegionPair<First, Second> {
    RegionPair(nil, second)
  }

  /// A part behind `#available`.
  @inlinable
  public static func buildLimitedAvailability<Part: ActivityRegions>(_ part: consuming Part) -> Part
  {
    part
  }
}

/// Nothing.
@frozen
public struct NoRegion: ActivityRegions {
  @inlinable
  init() {}

  /// Writes nothing.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) {}
}

/// Up to two parts.
@frozen
public struct RegionPair<First: ActivityRegions, Second: ActivityRegions>: ActivityRegions {
  @usableFromInline var first: First?
  @usableFromInline var second: Second?

  @inlinable
  init(_ first: consuming First?, _ second: consuming Second?) {
    self.first = first
    self.second = second
  }

  /// Writes those that there are.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try first?.write(into: &builder)
    try second?.write(into: &builder)
  }
}

/// Puts the parts of the Dynamic Island together.
@resultBuilder
public enum IslandBuilder {
  /// Takes a part as it is.
  @inlinable
  public static func buildExpression<Part: IslandRegions>(_ part: consuming Part) -> Part { part }

  /// Nothing.
  @inlinable
  public static func buildBlock() -> NoIslandRegion { NoIslandRegion() }

  /// The first one.
  @inlinable
  public static func buildPartialBlock<Part: IslandRegions>(first: consuming Part) -> Part { first }

  /// Those so far and the next one.
  @inlinable
  public static func buildPartialBlock<First: IslandRegions, Next: IslandRegions>(
    accumulated: consuming First, next: consuming Next
  ) -> IslandRegionPair<First, Next> {
    IslandRegionPair(accumulated, next)
  }

  /// An `if` without `else`.
  @inlinable
  public static func buildOptional<Part: IslandRegions>(
    _ part: consuming Part?
  ) -> IslandRegionPair<Part, NoIslandRegion> {
    IslandRegionPair(part, nil)
  }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: IslandRegions, Second: IslandRegions>(
    first: consuming First
  ) -> IslandRegionPair<First, Second> {
    IslandRegionPair(first, nil)
  }

  /// The other branches of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: IslandRegions, Second: IslandRegions>(
    second: consuming Second
  ) -> IslandRegionPair<First, Second> {
    IslandRegionPair(nil, second)
  }

  /// A part behind `#available`.
  @inlinable
  public static func buildLimitedAvailability<Part: IslandRegions>(_ part: consuming Part) -> Part {
    part
  }
}

/// Nothing.
@frozen
public struct NoIslandRegion: IslandRegions {
  @inlinable
  init() {}

  /// Writes nothing.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) {}
}

/// Up to two parts.
@frozen
public struct IslandRegionPair<First: IslandRegions, Second: IslandRegions>: IslandRegions {
  @usableFromInline var first: First?
  @usableFromInline var second: Second?

  @inlinable
  init(_ first: consuming First?, _ second: consuming Second?) {
    self.first = first
    self.second = second
  }

  /// Writes those that there are.
  @inlinable
  public mutating func write(into builder: inout TreeBuilder) throws(ArenaFull) {
    try first?.write(into: &builder)
    try second?.write(into: &builder)
  }
}
