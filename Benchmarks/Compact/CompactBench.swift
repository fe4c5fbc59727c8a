import CAllocatorSettings
import CJemalloc
import Glibc
import PantileCore
import PantileJSON
import PantileRender
import PantileTemplate

/// Writes the trees of the benchmark widgets in reference and in compact mode, and compares bytes,
/// time and heap allocations.
///
///     compact-bench Corpus/bench
///     compact-bench Corpus/bench portfolio shared 2000
///
/// Prints a line a widget and a way to write it, and exits with 1 when a warm write allocates. With
/// a widget, a way (`reference`, `shared` or `inline`) and a number it writes that so often, for
/// profilers.
@main
enum CompactBench {
  private enum Way: String, CaseIterable {
    case reference, shared, inline
  }

  private static let widgets: [(name: String, families: [String])] = [
    ("tiny", ["systemSmall"]),
    ("conditions", ["systemSmall", "systemMedium"]),
    ("portfolio", ["systemSmall", "systemMedium", "systemLarge"]),
    ("grid", ["systemLarge"]),
  ]

  static func main() {
    pantile_keep_allocator_settings()
    let words = CommandLine.arguments
    guard words.count == 2 || words.count == 5 else {
      print("usage: compact-bench FOLDER [WIDGET WAY ROUNDS]")
      exit(64)
    }
    var failures = 0
    for widget in widgets where words.count == 2 || widget.name == words[2] {
      do {
        try withTree(words[1], widget.name, widget.families) { tree in
          if words.count == 5, let way = Way(rawValue: words[3]), let rounds = Int(words[4]) {
            profile(tree, way, rounds)
          } else {
            failures += measure(widget.name, tree)
          }
        }
      } catch {
        print("\(widget.name): \(error)")
        failures += 1
      }
    }
    exit(failures == 0 ? 0 : 1)
  }

  /// Renders a widget and lends its tree.
  private static func withTree(
    _ folder: String, _ name: String, _ families: [String], _ body: (borrowing Tree) -> Void
  ) throws {
    let base = "\(folder)/\(name)"
    let loader = SourceLoader { path in read("\(base)/\(path)").map { .file($0) } ?? .missing }
    var request = RenderRequest()
    request.families = families
    let trial = TemplateTrial(try Template(entry: "widget.tsx", loader: loader), request)
    var ignored = ByteBuffer()
    _ = try trial.draw(
      read("\(base)/props.json") ?? [], .payload, limit: 1 << 20, into: &ignored,
      inspecting: body)
  }

  private struct Writers: ~Copyable {
    var reference = PayloadWriter()
    var compact = CompactWriter()
    var out = ByteBuffer(capacity: 256 << 10)

    /// Writes a tree; false when it is refused.
    @inline(never)
    mutating func write(_ tree: borrowing Tree, _ way: Way) -> Bool {
      out.removeAll()
      do throws(PayloadError) {
        switch way {
        case .reference: try reference.write(tree, to: &out)
        case .shared: try compact.write(tree, sharing: .whenShorter, to: &out)
        case .inline: try compact.write(tree, sharing: .never, to: &out)
        }
        return true
      } catch {
        return false
      }
    }
  }

  private static func profile(_ tree: borrowing Tree, _ way: Way, _ rounds: Int) {
    var writers = Writers()
    for _ in 0..<rounds { _ = writers.write(tree, way) }
    print("\(rounds) writes of \(writers.out.count) bytes, \(nodeCount(tree)) nodes")
  }

  private static func measure(_ name: String, _ tree: borrowing Tree) -> Int {
    let nodes = nodeCount(tree)
    var writers = Writers()
    var failures = 0
    for way in Way.allCases {
      for _ in 0..<20 where !writers.write(tree, way) { failures += 1 }
      // Short runs, so that some are not interrupted.
      let rounds = 6_000 / nodes + 2
      var best = Double.infinity
      for _ in 0..<200 {
        let start = now()
        for _ in 0..<rounds { _ = writers.write(tree, way) }
        best = min(best, (now() - start) / Double(rounds))
      }
      let allocations = allocations(rounds: 100) { _ = writers.write(tree, way) }
      if allocations != 0 { failures += 1 }
      let perNode = Int((best / Double(nodes) * 10).rounded())
      print(
        "\(name) \(way): \(writers.out.count) bytes; \(Int(best)) ns, "
          + "\(perNode / 10).\(perNode % 10) ns a node of \(nodes); "
          + "\(allocations) allocations in 100 warm writes")
    }
    return failures
  }

  private static func nodeCount(_ tree: borrowing Tree) -> Int {
    var counter = NodeCounter()
    var sum = 0
    for index in 0..<tree.rootCount { sum += counter.count(tree.root(index).content, in: tree) }
    return sum
  }

  private static func now() -> Double {
    var time = timespec()
    // Safe: the place is a time of its own.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  private static func allocations(rounds: Int, _ body: () -> Void) -> Int {
    let empty = allocationCount()
    let own = allocationCount() - empty
    let before = allocationCount()
    for _ in 0..<rounds { body() }
    return allocationCount() - before - own
  }

  /// The number of allocations so far, exactly.
  private static func allocationCount() -> Int {
    // Safe: the names are jemalloc's and the places have the sizes that it documents.
    _ = unsafe mallctl("thread.tcache.flush", nil, nil, nil, 0)
    var epoch: UInt64 = 1
    _ = unsafe mallctl("epoch", nil, nil, &epoch, 8)
    var total = 0
    for kind in ["small", "large"] {
      var count: UInt64 = 0
      var size = MemoryLayout<UInt64>.size
      // Safe: as above.
      _ = unsafe mallctl("stats.arenas.4096.\(kind).nrequests", &count, &size, nil, 0)
      total += Int(count)
    }
    return total
  }

  private static func read(_ path: String) -> [UInt8]? {
    // Safe: the file is closed below and the chunk outlives each call.
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
