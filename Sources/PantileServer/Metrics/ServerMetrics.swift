internal import PantileJSON
internal import Synchronization

/// Counts what a server does, and writes it in the text format of Prometheus.
///
/// Counters of the hot path come in stripes, one a thread as a rule, so that threads do not wait for
/// each other's cache lines.
public final class ServerMetrics: Sendable {
  /// How a request met the cache.
  enum CacheUse: Int, CaseIterable {
    /// It was answered from the cache.
    case hit
    /// It was rendered for the cache.
    case miss
    /// It waited for a render that was under way.
    case joined
  }

  private let stripes: [Stripe]
  let renders = Histogram()
  private let rare = InlineArray<8, Atomic<Int>> { _ in Atomic(0) }

  /// Creates counters that are all zero.
  public init() { stripes = (0..<Self.stripeCount).map { _ in Stripe() } }

  private static let stripeCount = 8

  /// Statuses that have a counter; any other is counted as the last one.
  static let statuses = [200, 304, 400, 401, 404, 405, 408, 413, 414, 431, 500, 503, 0]

  private final class Stripe: Sendable {
    let statuses = InlineArray<13, Atomic<Int>> { _ in Atomic(0) }
    let cache = InlineArray<3, Atomic<Int>> { _ in Atomic(0) }
    let sentBytes = Atomic<Int>(0)
    let latencies = Histogram()
  }

  private enum Rare: Int {
    case failedRender, instanceMismatch, refusedProps, publishedProps, widgetSwap, widgetRefusal
  }
}

// MARK: - Counting

extension ServerMetrics {
  /// Counts a response; a transport does it for those that it gives without a handler.
  ///
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - sent: The bytes of the body that are sent.
  ///   - nanoseconds: What it took; nil where nobody looked.
  ///   - stripe: Any number that differs between threads.
  public func count(status: Int, sent: Int, nanoseconds: Int64?, _ stripe: Int = 0) {
    let stripe = stripes[stripe & (Self.stripeCount - 1)]
    let index = Self.index(of: status)
    stripe.statuses[index].wrappingAdd(1, ordering: .relaxed)
    stripe.sentBytes.wrappingAdd(sent, ordering: .relaxed)
    if let nanoseconds { stripe.latencies.add(nanoseconds) }
  }

  private static func index(of status: Int) -> Int {
    switch status {
    case 200: 0
    case 304: 1
    default: statuses.firstIndex(of: status) ?? statuses.count - 1
    }
  }

  func countCache(_ use: CacheUse, _ stripe: Int) {
    stripes[stripe & (Self.stripeCount - 1)].cache[use.rawValue]
      .wrappingAdd(1, ordering: .relaxed)
  }

  func countRender(nanoseconds: Int64?) { renders.add(nanoseconds ?? 0) }

  func countFailedRender() { count(.failedRender) }
  func countInstanceMismatch() { count(.instanceMismatch) }
  func countRefusedProps() { count(.refusedProps) }

  func count(_ publication: PropsSlots.Publication) {
    switch publication {
    case .published: count(.publishedProps)
    case .refused: count(.refusedProps)
    case .superseded, .notStored: break
    }
  }

  /// Counts props of a file or a caller that were published.
  public func countPublishedProps() { count(.publishedProps) }

  /// Counts props that were not published, since they do not render everywhere.
  public func countPropsRefusal() { count(.refusedProps) }

  /// Counts a widget that took the place of its older self.
  public func countWidgetSwap() { count(.widgetSwap) }

  /// Counts a changed widget that was not taken, since it does not render.
  public func countWidgetRefusal() { count(.widgetRefusal) }

  private func count(_ counter: Rare) {
    rare[counter.rawValue].wrappingAdd(1, ordering: .relaxed)
  }
}

// MARK: - Reading

extension ServerMetrics {
  /// The responses with a status so far.
  public func responses(_ status: Int) -> Int {
    let index = Self.index(of: status)
    return stripes.reduce(0) { $0 + $1.statuses[index].load(ordering: .relaxed) }
  }

  /// The renders so far that were not ended by an error.
  public var renderCount: Int { renders.count }

  /// The props so far that were refused.
  public var refusedPropsCount: Int { value(.refusedProps) }

  func cacheUses(_ use: CacheUse) -> Int {
    stripes.reduce(0) { $0 + $1.cache[use.rawValue].load(ordering: .relaxed) }
  }

  private func value(_ counter: Rare) -> Int { rare[counter.rawValue].load(ordering: .relaxed) }

  /// Appends all counters as text.
  public func write(to text: inout MetricsText) {
    text.family("pantile_http_responses_total", .counter, "Responses by status.")
    for status in Self.statuses {
      let count = responses(status)
      if count > 0 {
        text.sample(count, label: "status", status == 0 ? "other" : String(status))
      }
    }
    text.family("pantile_http_sent_body_bytes_total", .counter, "Bytes of bodies that were sent.")
    text.sample(stripes.reduce(0) { $0 + $1.sentBytes.load(ordering: .relaxed) })
    let latencies = Histogram()
    for stripe in stripes { latencies.add(stripe.latencies) }
    text.histogram(
      "pantile_http_request_duration_seconds",
      "Time from the complete request to the complete response.", latencies)
    text.histogram("pantile_render_duration_seconds", "Time of a render.", renders)
    writeRare(to: &text)
    text.family("pantile_cache_requests_total", .counter, "Requests for cached widgets by result.")
    for use in CacheUse.allCases {
      text.sample(cacheUses(use), label: "result", "\(use)")
    }
  }

  private func writeRare(to text: inout MetricsText) {
    let counters: [(Rare, StaticString, StaticString)] = [
      (.failedRender, "pantile_render_failures_total", "Renders that failed."),
      (
        .refusedProps, "pantile_props_refused_total",
        "Props that were not published, since they are not sound or do not render."
      ),
      (.publishedProps, "pantile_props_published_total", "Props that were published."),
      (.widgetSwap, "pantile_widget_swaps_total", "Changed widgets that were taken."),
      (.widgetRefusal, "pantile_widget_refusals_total", "Changed widgets that were not taken."),
      (
        .instanceMismatch, "pantile_instance_mismatches_total",
        "Requests whose instance key is not that of their configuration."
      ),
    ]
    for (counter, name, help) in counters {
      text.family(name, .counter, help)
      text.sample(value(counter))
    }
  }
}

extension ReplyTarget {
  /// A number that is the same for one receiver.
  var stripe: Int { Int(bitPattern: UInt(bitPattern: ObjectIdentifier(receiver)) >> 5) }
}
