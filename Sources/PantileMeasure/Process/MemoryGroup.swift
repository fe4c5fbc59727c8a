internal import Glibc

/// A control group of its own, with a bound on its memory; removed at the end of its life.
///
/// It is made inside the group of this process, or beside it, where the process may; nothing else
/// about the groups of the machine is changed.
struct MemoryGroup: ~Copyable {
  enum Version { case one, two }

  let folder: String
  let version: Version

  /// Makes a group; nil where the process may not, or where groups do not bound memory.
  init?(limit: Int) {
    guard let text = SystemFile.read("/proc/self/cgroup") else { return nil }
    for candidate in Self.candidates(text) {
      let folder = "\(candidate.folder)/pantile-\(getpid())-\(MonotonicClock.now())"
      // Safe: the path lives across the call.
      guard unsafe mkdir(folder, 0o755) == 0 else { continue }
      if Self.setLimit(limit, folder, candidate.version) {
        self.folder = folder
        version = candidate.version
        return
      }
      // Safe: as above.
      _ = unsafe rmdir(folder)
    }
    return nil
  }

  deinit {
    // The kernel lets go of a process some time after its end.
    for _ in 0..<50 {
      // Safe: the path lives across the call.
      if unsafe rmdir(folder) == 0 || errno == ENOENT { return }
      MonotonicClock.wait(milliseconds: 10)
    }
  }

  /// Where groups may be made, by the text of `/proc/self/cgroup`, best first.
  static func candidates(_ text: String) -> [(folder: String, version: Version)] {
    var found: [(folder: String, version: Version)] = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let path = parts[2] == "/" ? "" : String(parts[2])
      if parts[1].split(separator: ",").contains("memory") {
        found.insert(("/sys/fs/cgroup/memory" + path, .one), at: 0)
      } else if parts[0] == "0" {
        found.append(("/sys/fs/cgroup" + path, .two))
        // A group with processes bounds no groups inside it, so one is made beside it.
        if let slash = path.lastIndex(of: "/") {
          found.append(("/sys/fs/cgroup" + path[..<slash], .two))
        }
      }
    }
    return found
  }

  private static func setLimit(_ limit: Int, _ folder: String, _ version: Version) -> Bool {
    switch version {
    case .one:
      guard SystemFile.write("\(limit)", to: "\(folder)/memory.limit_in_bytes") else {
        return false
      }
      // Bounds memory and swap together, where swap is accounted.
      _ = SystemFile.write("\(limit)", to: "\(folder)/memory.memsw.limit_in_bytes")
    case .two:
      guard SystemFile.write("\(limit)", to: "\(folder)/memory.max") else { return false }
      _ = SystemFile.write("0", to: "\(folder)/memory.swap.max")
    }
    return true
  }

  /// The file that a process joins by.
  var processes: String { "\(folder)/cgroup.procs" }

  /// The most memory that the group was charged for; nil where the kernel does not tell.
  func peak() -> Int? {
    switch version {
    case .one: SystemFile.number("\(folder)/memory.max_usage_in_bytes")
    case .two: SystemFile.number("\(folder)/memory.peak")
    }
  }

  /// How many processes the kernel killed for memory.
  func kills() -> Int {
    switch version {
    case .one: SystemFile.number("oom_kill", in: "\(folder)/memory.oom_control") ?? 0
    case .two: SystemFile.number("oom_kill", in: "\(folder)/memory.events") ?? 0
    }
  }
}
