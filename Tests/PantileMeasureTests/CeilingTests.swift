import Foundation
import Glibc
import Testing

@testable import PantileMeasure

/// How a child is held to its limit.
enum Holding: CaseIterable {
  case group, dataLimit

  /// Whether this process may do so; control groups need rights.
  var isPossible: Bool {
    if self == .dataLimit { return true }
    guard let group = MemoryGroup(limit: 64_000_000) else { return false }
    return group.folder.isEmpty == false
  }
}

@Suite struct CeilingTests {
  private static let program: String = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("ceiling-child").path
  }()

  private static let possible = Holding.allCases.filter(\.isPossible)

  private func run(
    _ words: [String], bytes: Int?, _ holding: Holding = .dataLimit, patience: Double = 60,
    _ counters: SharedCounters? = nil
  ) throws -> (report: CeilingReport, counters: SharedCounters) {
    let counters = try counters ?? SharedCounters()
    var ceiling = Ceiling(bytes: bytes)
    ceiling.program = Self.program
    ceiling.triesGroup = holding == .group
    ceiling.patience = patience
    return (try ceiling.run(words, counters), counters)
  }

  @Test(arguments: possible)
  func `a child that keeps within its limit is reported with its peak`(_ holding: Holding) throws {
    let (report, counters) = try run(["allocate", "8000000"], bytes: 60_000_000, holding)
    #expect(report.end == .exited(0))
    #expect(report.isKept)
    #expect(report.method == (holding == .group ? .group : .dataLimit))
    #expect(report.peak > 8_000_000)
    #expect(report.peak < 60_000_000)
    #expect(counters[.first] == 7 << 20)
    #expect(counters[.anonymous] > 0)
    #expect(counters.text == "done")
    if holding == .group { #expect(report.groupPeak ?? 0 > 8_000_000) }
  }

  @Test(arguments: possible)
  func `a child that allocates over its limit is out of memory`(_ holding: Holding) throws {
    let (report, counters) = try run(["allocate", "400000000"], bytes: 60_000_000, holding)
    #expect(report.end == .outOfMemory)
    #expect(!report.isKept)
    #expect(counters[.first] > 10_000_000)
    #expect(counters[.first] < 60_000_000)
    #expect(counters.phase == .rendering)
  }

  @Test(arguments: possible)
  func `a child that makes no progress is killed`(_ holding: Holding) throws {
    let start = MonotonicClock.now()
    let (report, counters) = try run(["hang"], bytes: 60_000_000, holding, patience: 0.5)
    #expect(report.end == .hung)
    #expect(!report.isKept)
    #expect(counters.phase == .compiling)
    #expect(MonotonicClock.now() - start < 30_000_000_000)
  }

  @Test func `resident pages of files count although nobody is charged for them`() throws {
    let size = 48 << 20
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("pantile-map-\(UUID().uuidString)")
    try Data(count: size).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let (report, _) = try run(["map", "\(size)", path.path], bytes: 40_000_000)
    #expect(report.end == .exited(0))
    #expect(report.isOver)
    #expect(!report.isKept)
    #expect(report.peak >= size)
  }

  @Test func `a child without a limit is only watched`() throws {
    let (report, _) = try run(["allocate", "90000000"], bytes: nil)
    #expect(report.end == .exited(0))
    #expect(report.method == .none)
    #expect(report.peak > 80_000_000)
    #expect(report.isKept)
  }

  @Test func `a status and a signal are told apart`() throws {
    #expect(try run(["exit", "3"], bytes: nil).report.end == .exited(3))
    #expect(try run(["crash"], bytes: nil).report.end == .signalled(SIGSEGV))
  }

  @Test func `small stacks leave room for 64 threads below 40 MB of data`() throws {
    let (report, counters) = try run(["threads", "64"], bytes: 40_000_000)
    #expect(report.end == .exited(0))
    #expect(counters[.first] == 64)
  }

  @Test func `a data limit allows what is only reserved beyond it`() throws {
    var ceiling = Ceiling(bytes: 30_000_000)
    ceiling.program = Self.program
    ceiling.triesGroup = false
    let words = ["threads", "128"]
    let refused = try ceiling.run(words, SharedCounters())
    #expect(refused.end == .outOfMemory)
    ceiling.reserveInBytes = 128 * (256 << 10)
    let allowed = try ceiling.run(words, SharedCounters())
    #expect(allowed.end == .exited(0))
  }

  @Test func `a missing program is an error`() {
    var ceiling = Ceiling(bytes: nil)
    ceiling.program = "/nowhere/pantile"
    #expect(throws: MeasureError.self) { try ceiling.run([], SharedCounters()) }
  }

  @Test func `a process without the words of a ceiling is no child`() throws {
    #expect(try CeilingChild.enter([]) == nil)
    #expect(try CeilingChild.enter(["pantile", "bench"]) == nil)
    #expect(try CeilingChild.enter(["pantile", "bench", "--under-ceiling=run"]) == nil)
  }

  @Test func `a control group leaves nothing behind`() throws {
    var folder = ""
    do {
      guard let group = MemoryGroup(limit: 64_000_000) else { return }
      folder = group.folder
      #expect(FileManager.default.fileExists(atPath: folder))
      #expect(group.kills() == 0)
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `control groups are looked for where the kernel says`() {
    let one = MemoryGroup.candidates("4:memory:/a/b\n3:cpu,cpuacct:/\n0::/\n")
    #expect(one.map(\.folder) == ["/sys/fs/cgroup/memory/a/b", "/sys/fs/cgroup"])
    let two = MemoryGroup.candidates("0::/user.slice/session-1.scope\n")
    #expect(
      two.map(\.folder) == [
        "/sys/fs/cgroup/user.slice/session-1.scope", "/sys/fs/cgroup/user.slice",
      ])
    #expect(MemoryGroup.candidates("nonsense\n::\n").isEmpty)
  }
}
