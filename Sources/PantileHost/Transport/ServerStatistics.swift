internal import Synchronization

/// What a server has done since it was created.
public struct ServerStatistics: Sendable, Equatable {
  /// Connections that are open.
  public var openConnections = 0
  /// Connections that were taken.
  public var acceptedConnections = 0
  /// Connections that were one too many.
  public var refusedConnections = 0
  /// Requests that were given to the handler.
  public var requests = 0
  /// Requests that were refused as malformed, too large or too slow.
  public var refusals = 0
  /// Connections that ended since a time-out was over, idle ones left out.
  public var timeouts = 0
  /// Workers that could not listen.
  public var failures = 0
}

/// The counters behind ``ServerStatistics``, for all workers.
final class ServerCounters: Sendable {
  /// Workers that have not ended.
  let running = Atomic<Int>(0)
  let accepted = Atomic<Int>(0)
  let refused = Atomic<Int>(0)
  let requests = Atomic<Int>(0)
  let refusals = Atomic<Int>(0)
  let timeouts = Atomic<Int>(0)
  let failures = Atomic<Int>(0)

  func statistics(open: Int) -> ServerStatistics {
    ServerStatistics(
      openConnections: open,
      acceptedConnections: accepted.load(ordering: .relaxed),
      refusedConnections: refused.load(ordering: .relaxed),
      requests: requests.load(ordering: .relaxed),
      refusals: refusals.load(ordering: .relaxed),
      timeouts: timeouts.load(ordering: .relaxed),
      failures: failures.load(ordering: .relaxed))
  }
}
