internal import PantileJSON
public import PantileTemplate

/// Measures a widget step by step and publishes what it finds.
///
///     var session = RenderSession(counters)
///     let template = try session.compile { try Template(entry: "w.tsx", loader: loader) }
///     let summary = try session.renderFirst(template, request)
///     try session.countAllocations(template, request)
///     try session.render(template, request)
///
/// The steps are the same in a process of its own under a ceiling and in this one; who reads the
/// counters sees how far it is.
public struct RenderSession: Sendable {
  /// Where everything is published.
  public let counters: SharedCounters
  /// Threads that render at once.
  public var threads = 1
  /// Seconds of measured renders.
  public var seconds = 5.0
  /// Bytes of the stack of each thread.
  public var stackBytes = 8 << 20

  /// Creates a session.
  public init(_ counters: SharedCounters) { self.counters = counters }

  /// Bytes of a stack that a render may use; the rest is for what calls it and what it calls last.
  public static func usableStack(of stackBytes: Int) -> Int {
    min(stackBytes / 4 * 3, max(stackBytes - (96 << 10), 32 << 10))
  }
}

// MARK: - Steps

extension RenderSession {
  /// Compiles once, and publishes the time.
  public func compile<Failure: Error>(
    _ body: () throws(Failure) -> Template
  ) throws(Failure) -> Template {
    counters.phase = .compiling
    let start = MonotonicClock.now()
    let template = try body()
    counters[.firstCompile] = MonotonicClock.now() - start
    counters[.compiles] = 1
    return template
  }

  /// Compiles again for a fifth of a second, at most 100 times, and publishes the median.
  public func compileAgain<Failure: Error>(
    _ body: () throws(Failure) -> Template
  ) throws(Failure) {
    counters.phase = .compiling
    var times: [Int] = []
    let end = MonotonicClock.now() + 200_000_000
    while times.count < 100, !counters.isStopped {
      let start = MonotonicClock.now()
      _ = try body()
      let now = MonotonicClock.now()
      times.append(now - start)
      counters.add(1, to: .beats)
      if now > end { break }
    }
    times.sort()
    counters[.compiles] = times.count + 1
    counters[.compile] = times.isEmpty ? counters[.firstCompile] : times[times.count / 2]
  }

  /// Renders once, and publishes when the payload was ready.
  @discardableResult
  public func renderOnce(
    _ template: Template, _ request: RenderRequest
  ) throws(TemplateError) -> RenderSummary {
    counters.phase = .warming
    var payload = ByteBuffer(capacity: 4 << 10)
    let summary = try template.render(request, into: &payload)
    counters[.firstPayloadAt] = MonotonicClock.now()
    counters[.payloadBytes] = summary.byteCount
    counters[.steps] = summary.steps
    return summary
  }

  /// Renders for the first time, and publishes what the payload is.
  public func renderFirst(
    _ template: Template, _ request: RenderRequest
  ) throws(TemplateError) -> RenderSummary {
    let summary = try renderOnce(template, request)
    var counting = request
    counting.countsNodes = true
    var payload = ByteBuffer(capacity: summary.byteCount + 64)
    counters[.nodes] = try template.render(counting, into: &payload).nodes
    return summary
  }

  /// Counts allocations of warm renders, at most 1,000 and for a quarter of a second.
  ///
  /// Called while no other thread allocates.
  public func countAllocations(
    _ template: Template, _ request: RenderRequest
  ) throws(TemplateError) {
    counters.phase = .counting
    var output = ByteBuffer(capacity: 2 * counters[.payloadBytes] + 64)
    let end = MonotonicClock.now() + 250_000_000
    // Some renders pass until names, shapes and blocks are as large as they get.
    for _ in 0..<50 where MonotonicClock.now() < end && !counters.isStopped {
      try render(template, request, &output)
    }
    let counter = AllocationCounter()
    guard counter.isAvailable else { return }
    var renders = 0
    let found = try counter.measure { () throws(TemplateError) in
      repeat {
        try render(template, request, &output)
        renders += 1
      } while renders < 1_000 && MonotonicClock.now() < end && !counters.isStopped
    }
    counters[.allocations] = found.calls
    counters[.allocatedBytes] = found.bytes
    counters[.countedRenders] = renders
  }

  private func render(
    _ template: Template, _ request: borrowing RenderRequest, _ output: inout ByteBuffer
  ) throws(TemplateError) {
    output.removeAll()
    try template.render(request, into: &output)
    counters.add(1, to: .beats)
  }
}
