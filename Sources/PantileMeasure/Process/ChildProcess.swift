internal import Glibc

/// A child with shared memory and a pipe that tells it that its
/// parent lives.
struct ChildProcess: ~Copyable {
  /// Where a child finds the shared memory.
  static let countersDescriptor: Int32 = 3
  /// Where a child finds the pipe; it ends when the parent closes it, or dies.
  static let pipeDescriptor: Int32 = 4

  /// How a process ended.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  let id: pid_t
  private var pipe: Int32
  private(set) var end: End?

  /// Starts a child with words behind the program's name.
  init(
    _ program: String, _ words: [String], _ counters: SharedCounters
  ) throws(MeasureError) {
    let ends = try Self.makePipe()
    defer { _ = close(ends.reading) }
    var actions = unsafe posix_spawn_file_actions_t()
    // Safe: the actions live through the calls and are given up at the end.
    var status = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    if status == 0 {
      status = unsafe posix_spawn_file_actions_adddup2(
        &actions, counters.descriptor, Self.countersDescriptor)
    }
    if status == 0 {
      status = unsafe posix_spawn_file_actions_adddup2(
        &actions, ends.reading, Self.pipeDescriptor)
    }
    var id = pid_t()
    if status == 0 {
      let name = CommandLine.arguments.first ?? "pantile"
      // Safe: the texts live through the call, which copies them, and end with nil.
      status = unsafe Self.withTexts([name] + words) { texts in
        unsafe posix_spawn(&id, program, &actions, nil, texts, environ)
      }
    }
    guard status == 0 else {
      _ = close(ends.writing)
      throw MeasureError(.process, "cannot start a process", number: status)
    }
    self.id = id
    pipe = ends.writing
  }

  deinit {
    if pipe >= 0 { _ = close(pipe) }
    if end == nil {
      _ = Glibc.kill(id, SIGKILL)
      _ = waitpid(id, nil, 0)
    }
  }

  /// Both ends of a pipe, away from the numbers that a child inherits, closed in every child.
  private static func makePipe() throws(MeasureError) -> (reading: Int32, writing: Int32) {
    var low: [Int32] = [-1, -1]
    // Safe: two places for two descriptors.
    guard unsafe Glibc.pipe(&low) == 0 else {
      throw MeasureError(.process, "cannot make a pipe", number: errno)
    }
    let high = low.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    let number = errno
    for file in low { _ = close(file) }
    guard high[0] >= 0, high[1] >= 0 else {
      for file in high where file >= 0 { _ = close(file) }
      throw MeasureError(.process, "cannot make a pipe", number: number)
    }
    return (high[0], high[1])
  }

  /// Lends texts as C wants them.
  static func withTexts(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    // Safe: the copies are freed once, after the call.
    var copies = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { while let copy = unsafe copies.popLast() { unsafe free(copy) } }
    return unsafe copies.withUnsafeMutableBufferPointer { places in
      guard let start = places.baseAddress else { return EINVAL }
      return unsafe body(start)
    }
  }
}

extension ChildProcess {
  /// Tells the child that it may end.
  mutating func release() {
    if pipe >= 0 { _ = close(pipe) }
    pipe = -1
  }

  /// Whether the child was told that it may end.
  var isReleased: Bool { pipe < 0 }

  /// Looks whether the child has ended.
  mutating func look() -> End? {
    if end == nil { wait(WNOHANG) }
    return end
  }

  /// Ends the child at once.
  mutating func kill() {
    guard end == nil else { return }
    _ = Glibc.kill(id, SIGKILL)
    while end == nil { wait(0) }
  }

  private mutating func wait(_ options: Int32) {
    var status: Int32 = 0
    // Safe: the status lives across the call.
    let found = unsafe waitpid(id, &status, options)
    if found == id {
      let signal = status & 0x7f
      end = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    } else if found < 0, errno != EINTR {
      end = .exited(255)
    }
  }
}
