internal import Glibc

/// The side of ``Ceiling`` that is run under the limit.
///
///     if let child = try CeilingChild.enter(CommandLine.arguments) {
///       work(child.words, publishingTo: child.counters)
///       child.finish()
///     }
///
/// A child begins in two stages: the first puts the process under the limit and starts the program
/// again, so that all memory of the second is counted.
///
///     pantile --under-ceiling=enter:data=30000000 bench w.tsx
///     pantile --under-ceiling=run bench w.tsx
public struct CeilingChild: Sendable {
  private static let flag = "--under-ceiling="
  static let running = flag + "run"

  /// The words behind the program's name, without those of the ceiling.
  public let words: [String]
  /// What the parent reads.
  public let counters: SharedCounters

  /// The first word of a child that puts itself under a limit.
  static func stage(dataLimit: Int?, group: String?) -> String {
    if let group { return "\(flag)enter:group=\(group)" }
    return "\(flag)enter:data=\(dataLimit ?? 0)"
  }

  /// Becomes a child where the words of the command line say so.
  ///
  /// - Parameter arguments: The program's name and the words behind it.
  /// - Returns: nil where the process is no such child.
  /// - Throws: ``MeasureError`` where the limit cannot be set, or the parent is missing.
  public static func enter(_ arguments: [String]) throws(MeasureError) -> CeilingChild? {
    guard arguments.count > 1, arguments[1].hasPrefix(flag) else { return nil }
    let words = Array(arguments.dropFirst(2))
    if arguments[1] == running {
      let counters = try SharedCounters(descriptor: ChildProcess.countersDescriptor)
      return CeilingChild(words: words, counters: counters)
    }
    Interrupt.ignoreSignals()
    try takeLimit(arguments[1].dropFirst(flag.count))
    // The parent says how it ended; a trace of the stack has no room under the limit.
    // Safe: both texts are literals.
    _ = unsafe setenv("SWIFT_BACKTRACE", "enable=no", 0)
    // Safe: the texts live through the call, which does not come back where it succeeds.
    _ = unsafe ChildProcess.withTexts([arguments[0], running] + words) { texts in
      unsafe execv("/proc/self/exe", texts)
    }
    throw MeasureError(.process, "cannot start the program again", number: errno)
  }

  private static func takeLimit(_ text: Substring) throws(MeasureError) {
    if text.hasPrefix("enter:group=") {
      let path = String(text.dropFirst("enter:group=".count))
      guard SystemFile.write("\(getpid())", to: path) else {
        throw MeasureError(.limit, "cannot join the control group", number: errno)
      }
    } else if text.hasPrefix("enter:data="), let bytes = UInt(text.dropFirst("enter:data=".count)) {
      var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
      // Safe: `limit` lives across the call.
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else {
        throw MeasureError(.limit, "cannot set the data limit", number: errno)
      }
    } else {
      throw MeasureError(.limit, "there is no such ceiling")
    }
  }
}

extension CeilingChild {
  /// Starts a thread that publishes where the memory is, and that ends the process when its parent
  /// is gone; it is never joined.
  public func startMonitor(interval milliseconds: Int = 50) throws(MeasureError) {
    Interrupt.ignoreSignals()
    counters.add(1, to: .beats)
    let counters = counters
    _ = try OwnThread(stackBytes: OwnThread.leastStack) {
      while counters.phase != .finished {
        counters.publishMemory()
        if Self.parentIsGone(waiting: milliseconds), counters.phase != .finished { _exit(130) }
      }
    }
  }

  /// Publishes what is left, and waits until the parent has read the peak.
  public func finish() {
    counters.publishMemory()
    counters.phase = .finished
    while !Self.parentIsGone(waiting: 1_000) {}
  }

  /// Whether the pipe has ended.
  private static func parentIsGone(waiting milliseconds: Int) -> Bool {
    var request = pollfd(fd: ChildProcess.pipeDescriptor, events: 0, revents: 0)
    // Safe: `request` lives across the call.
    let found = unsafe poll(&request, 1, Int32(clamping: milliseconds))
    return found != 0 && !(found < 0 && errno == EINTR)
  }
}
