internal import PantileJSON
public import PantileTemplate
internal import Synchronization

/// Why measured renders ended before their time.
public enum RenderFailure: Error, Sendable {
  /// A render failed.
  case template(TemplateError)
  /// A thread could not be started.
  case thread(MeasureError)
}

extension RenderSession {
  /// Renders on all threads until the time is over, and publishes what was measured.
  ///
  /// - Throws: ``RenderFailure`` of the render that failed first; all threads have ended then, and
  ///   what was measured until then is published.
  public func render(
    _ template: Template, _ request: RenderRequest
  ) throws(RenderFailure) {
    counters.phase = .rendering
    var request = request
    request.limits.hostStack = min(
      request.limits.hostStack, Self.usableStack(of: stackBytes))
    let start = MonotonicClock.now()
    let crew = RenderCrew(
      counters, template, request, end: start + Int(seconds * 1_000_000_000))
    defer {
      counters[.elapsed] = MonotonicClock.now() - start
      crew.publish()
    }
    do throws(MeasureError) {
      try OwnThread.run(threads, stackBytes: stackBytes, cancel: crew.stop) { _ in crew.work() }
    } catch {
      throw .thread(error)
    }
    if let failure = crew.failure { throw .template(failure) }
  }
}

/// What the threads of a session have in common.
private final class RenderCrew: Sendable {
  private struct Findings {
    var latencies = LatencyHistogram()
    var failure: TemplateError?
  }

  /// Nanoseconds between two looks at the wish to stop, and between two reports of progress.
  private static let step = 1_000_000

  private let counters: SharedCounters
  private let template: Template
  private let request: RenderRequest
  private let end: Int
  private let isEnding = Atomic<Bool>(false)
  private let findings = Mutex(Findings())

  init(_ counters: SharedCounters, _ template: Template, _ request: RenderRequest, end: Int) {
    self.counters = counters
    self.template = template
    self.request = request
    self.end = end
  }

  var failure: TemplateError? { findings.withLock { $0.failure } }

  func stop() { isEnding.store(true, ordering: .relaxed) }

  /// Publishes the latencies of all threads.
  func publish() { counters.latencies = findings.withLock { $0.latencies } }

  /// The work of one thread.
  func work() {
    var latencies = LatencyHistogram()
    do throws(TemplateError) {
      try render(&latencies)
    } catch {
      stop()
      findings.withLock { if $0.failure == nil { $0.failure = error } }
    }
    findings.withLock { $0.latencies.merge(latencies) }
  }

  private func render(_ latencies: inout LatencyHistogram) throws(TemplateError) {
    var output = ByteBuffer(capacity: counters[.payloadBytes] + 64)
    var renders = 0
    var bytes = 0
    var last = MonotonicClock.now()
    var next = last + Self.step
    defer { report(renders, bytes) }
    while last < end {
      output.removeAll()
      try template.render(request, into: &output)
      let now = MonotonicClock.now()
      latencies.record(now - last)
      last = now
      renders += 1
      bytes += output.count
      if now >= next {
        report(renders, bytes)
        renders = 0
        bytes = 0
        if isEnding.load(ordering: .relaxed) || counters.isStopped { return }
        next = now + Self.step
      }
    }
  }

  private func report(_ renders: Int, _ bytes: Int) {
    counters.add(renders, to: .renders)
    counters.add(bytes, to: .bytes)
    counters.add(1, to: .beats)
    let memory = template.memory
    counters[.idleMachines] = memory.idleMachines
    counters[.idleBytes] = memory.idleBytes
    counters[.budgetBytes] = memory.budgetBytes
  }
}
