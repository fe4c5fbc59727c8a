/// A point in time, in milliseconds since the beginning of 1970 in UTC.
///
///     Timer(end: now + .seconds(90))
@frozen
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Double

  /// Creates a point in time; a number that is not finite is refused when it is written.
  @inlinable @inline(__always)
  public init(milliseconds: Double) { self.milliseconds = milliseconds }

  /// A point in time, in milliseconds since 1970.
  @inlinable @inline(__always)
  public static func milliseconds(_ count: Double) -> Instant { Instant(milliseconds: count) }

  /// A point in time, in seconds since 1970.
  @inlinable @inline(__always)
  public static func seconds(_ count: Double) -> Instant { Instant(milliseconds: count * 1000) }

  /// The point in time a duration later.
  @inlinable @inline(__always)
  public static func + (start: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: start.milliseconds + duration.inMilliseconds)
  }

  /// The point in time a duration earlier.
  @inlinable @inline(__always)
  public static func - (end: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: end.milliseconds - duration.inMilliseconds)
  }

  /// The duration from one point in time to another.
  @inlinable @inline(__always)
  public static func - (end: Instant, start: Instant) -> Duration {
    .milliseconds(end.milliseconds - start.milliseconds)
  }

  /// Whether `left` is earlier.
  @inlinable @inline(__always)
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Duration {
  /// The duration in milliseconds.
  @inlinable @inline(__always)
  var inMilliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
