internal import Glibc
internal import PantileMeasure

/// Does under a ceiling what its first word says, for the tests of ceilings.
@main
enum CeilingChildProgram {
  static func main() throws {
    guard let child = try CeilingChild.enter(CommandLine.arguments) else {
      print("ceiling-child runs under a ceiling only")
      exit(64)
    }
    let counters = child.counters
    // What a child without memory says on its end is no news to the tests.
    // Safe: the path is a literal.
    dup2(unsafe open("/dev/null", O_WRONLY), STDERR_FILENO)
    try child.startMonitor(interval: 5)
    let number = child.words.dropFirst().first.flatMap { Int($0) } ?? 0
    switch child.words.first {
    case "allocate":
      counters.phase = .rendering
      allocate(number, counters)
    case "map":
      map(child.words[2], number)
    case "threads":
      try start(number, counters)
    case "hang":
      counters.phase = .compiling
      while true { sleep(60) }
    case "crash":
      _ = signal(SIGSEGV, SIG_DFL)
      raise(SIGSEGV)
    default:
      exit(Int32(number))
    }
    counters.text = "done"
    child.finish()
  }

  /// Allocates and touches so many bytes, a part after the other.
  private static func allocate(_ byteCount: Int, _ counters: SharedCounters) {
    let part = 1 << 20
    var held: [[UInt8]] = []
    for index in 0..<(byteCount / part) {
      held.append([UInt8](repeating: UInt8(truncatingIfNeeded: index), count: part))
      counters[.first] = held.count * part
      counters.add(1, to: .beats)
      if index % 8 == 0 { MonotonicClock.wait(milliseconds: 1) }
    }
  }

  /// Reads a file through a mapping, so that its pages are resident but nobody's allocation.
  private static func map(_ path: String, _ byteCount: Int) {
    // Safe: the path lives across the call.
    let file = unsafe open(path, O_RDONLY)
    guard let base = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, file, 0),
      unsafe base != MAP_FAILED
    else { exit(70) }
    var sum = 0
    for offset in stride(from: 0, to: byteCount, by: 4_096) {
      // Safe: below the end of the mapping.
      sum += Int(unsafe base.load(fromByteOffset: offset, as: UInt8.self))
    }
    if sum < 0 { exit(71) }
  }

  /// Runs threads that are all there at once.
  private static func start(_ count: Int, _ counters: SharedCounters) throws {
    if count == 0 {
      counters[.second] = 1
      return
    }
    let thread = try OwnThread(stackBytes: 256 << 10) {
      counters.add(1, to: .first)
      while counters[.second] == 0 { MonotonicClock.wait(milliseconds: 1) }
    }
    try start(count - 1, counters)
    thread.join()
  }
}
