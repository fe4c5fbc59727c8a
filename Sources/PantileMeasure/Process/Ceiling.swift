internal import Glibc

/// Runs this program again as a child under a hard limit of memory.
///
///     let counters = try SharedCounters()
///     let report = try Ceiling(bytes: 30_000_000).run(["bench", "w.tsx"], counters)
///     print(report.isKept, report.peak)
///
/// The limit is a control group where the process may make one: the kernel then kills a child that
/// takes more. Elsewhere it is a data limit, under which an allocation beyond it fails. Neither
/// counts pages of files that were in memory before, so the peak of all that was resident (`VmHWM`)
/// is read as well, when the child has done its work and waits.
public struct Ceiling: Sendable {
  /// What holds a child to its limit.
  public enum Method: String, Sendable {
    /// A control group.
    case group = "control group"
    /// A data limit, `RLIMIT_DATA`.
    case dataLimit = "data limit"
    /// Nothing.
    case none
  }

  /// Bytes of memory; nil for a child without a limit.
  public var bytes: Int?
  /// Bytes that the child reserves and hardly touches, such as the stacks of its threads. A data
  /// limit counts what is reserved, so it allows them beyond ``bytes``; the peak does not.
  public var reserveInBytes = 0
  /// Seconds without progress after which a child counts as hung.
  public var patience = 20.0
  /// The program; by default the one that runs.
  public var program = "/proc/self/exe"
  /// Whether a control group is tried.
  public var triesGroup = true

  /// Creates a ceiling.
  public init(bytes: Int?) { self.bytes = bytes }
}

/// How a child ended, and what it took.
public struct CeilingReport: Sendable, Equatable {
  /// How a child ended.
  public enum End: Sendable, Equatable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal that is not explained by memory.
    case signalled(Int32)
    /// Killed by the kernel for memory, or ended by a failed allocation.
    case outOfMemory
    /// Killed since it made no progress.
    case hung
    /// Stopped since somebody asked for it, by itself where `status` is not nil.
    case interrupted(status: Int32?)
  }

  /// How it ended.
  public var end: End
  /// What held it to its limit.
  public var method: Ceiling.Method
  /// The limit in bytes.
  public var limit: Int?
  /// The most that was resident at once, in bytes.
  public var peak: Int
  /// The most that the control group was charged for, in bytes, where there was one.
  public var groupPeak: Int?

  /// Whether the child did its work within the limit.
  public var isKept: Bool { end == .exited(0) && !isOver }
  /// Whether more was resident than the limit allows.
  public var isOver: Bool { limit.map { peak > $0 } ?? false }
}

extension Ceiling {
  /// Runs this program with words behind its name, and waits for its end.
  ///
  /// The program calls ``CeilingChild/enter(_:)`` before anything else.
  ///
  /// - Parameters:
  ///   - words: What stands behind the program's name.
  ///   - counters: Where the child publishes what it measures.
  ///   - tick: Called about a hundred times a second.
  public func run(
    _ words: [String], _ counters: SharedCounters, tick: () -> Void = {}
  ) throws(MeasureError) -> CeilingReport {
    guard let bytes else {
      return try run(words, counters, method: .none, stage: CeilingChild.running, tick)
    }
    if triesGroup, let group = MemoryGroup(limit: bytes) {
      let stage = CeilingChild.stage(dataLimit: nil, group: group.processes)
      var report = try run(words, counters, method: .group, stage: stage, tick)
      report.groupPeak = group.peak()
      if group.kills() > 0, report.end != .hung { report.end = .outOfMemory }
      return report
    }
    let stage = CeilingChild.stage(dataLimit: bytes + reserveInBytes, group: nil)
    var report = try run(words, counters, method: .dataLimit, stage: stage, tick)
    // A program of Swift ends by one of these when it gets no memory.
    if case .signalled(let number) = report.end, [SIGABRT, SIGILL, SIGTRAP].contains(number) {
      report.end = .outOfMemory
    }
    return report
  }

  private func run(
    _ words: [String], _ counters: SharedCounters, method: Method, stage: String,
    _ tick: () -> Void
  ) throws(MeasureError) -> CeilingReport {
    counters[.startedAt] = MonotonicClock.now()
    var child = try ChildProcess(program, [stage] + words, counters)
    var watch = ChildWatch(counters, patience: patience)
    while true {
      watch.sample(child.id)
      if let end = child.look() {
        return CeilingReport(
          end: watch.end(end), method: method, limit: bytes,
          peak: max(watch.peak, counters[.peak]))
      }
      if counters.phase == .finished, !child.isReleased {
        watch.sample(child.id)
        child.release()
      }
      if watch.isOver() { child.kill() }
      tick()
      MonotonicClock.wait(milliseconds: watch.interval)
    }
  }
}

/// What a parent knows of its child while it waits.
private struct ChildWatch {
  private let counters: SharedCounters
  private let patience: Int
  private let start = MonotonicClock.now()
  private var beats = 0
  private var lastBeat = MonotonicClock.now()
  private var stoppedAt: Int?
  private var isHung = false
  private(set) var peak = 0

  init(_ counters: SharedCounters, patience: Double) {
    self.counters = counters
    self.patience = Int(patience * 1e9)
  }

  /// Milliseconds to the next look: short at first, since many children live shortly.
  var interval: Int { MonotonicClock.now() - start < 100_000_000 ? 1 : 10 }

  mutating func sample(_ id: Int32) {
    // Before the child begins, its memory is a copy of the parent's.
    guard counters[.beats] > 0, let memory = ProcessMemory.of(process: id) else { return }
    peak = max(peak, memory.peak)
  }

  /// Whether the child shall be killed: it makes no progress, or does not heed a wish to stop.
  mutating func isOver() -> Bool {
    let now = MonotonicClock.now()
    if counters[.beats] != beats {
      beats = counters[.beats]
      lastBeat = now
    }
    if Interrupt.isRequested, stoppedAt == nil {
      stoppedAt = now
      counters.isStopped = true
    }
    if let stoppedAt { return now - stoppedAt > 3_000_000_000 }
    isHung = now - lastBeat > patience
    return isHung
  }

  func end(_ end: ChildProcess.End) -> CeilingReport.End {
    if isHung { return .hung }
    switch end {
    case .exited(let status):
      return stoppedAt == nil ? .exited(status) : .interrupted(status: status)
    case .signalled(let number):
      return stoppedAt == nil ? .signalled(number) : .interrupted(status: nil)
    }
  }
}
