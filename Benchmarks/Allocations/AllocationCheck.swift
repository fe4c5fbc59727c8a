import CAllocatorSettings
import CJemalloc
import Glibc
import PantileJSON
import PantileTemplate

/// Renders the benchmark widgets warm and counts heap allocations and the growth of memory.
///
///     allocation-check Corpus/bench
///     allocation-check Corpus/bench portfolio 2000
///     allocation-check widget.tsx 100
///
/// Prints a line a widget and exits with 1 when a warm render allocates, or when memory grows over
/// many renders. With a widget and a number it renders that widget so often and prints the time of
/// one render, for profilers; with a file and a number the time of compiling it.
@main
enum AllocationCheck {
  private static let widgets: [(name: String, families: [String])] = [
    ("tiny", ["systemSmall"]),
    ("conditions", ["systemSmall", "systemMedium"]),
    ("portfolio", ["systemSmall", "systemMedium", "systemLarge"]),
    ("grid", ["systemLarge"]),
  ]

  static func main() {
    pantile_keep_allocator_settings()
    let words = CommandLine.arguments
    guard (2...4).contains(words.count) else {
      print("usage: allocation-check FOLDER [WIDGET ROUNDS] | FILE ROUNDS")
      exit(64)
    }
    if words.count == 3 {
      do { try compile(words[1], rounds: Int(words[2]) ?? 1) } catch {
        print("\(error)")
        exit(1)
      }
      return
    }
    let folder = words[1]
    if words.count == 4 {
      let families = widgets.first { $0.name == words[2] }?.families ?? ["systemSmall"]
      do { try time(folder, words[2], families, rounds: Int(words[3]) ?? 1) } catch {
        print("\(error)")
        exit(1)
      }
      return
    }
    var failures = 0
    for widget in widgets {
      do { failures += try check(folder, widget.name, widget.families) } catch {
        print("\(widget.name): \(error)")
        failures += 1
      }
    }
    exit(failures == 0 ? 0 : 1)
  }

  private static func time(
    _ folder: String, _ name: String, _ families: [String], rounds: Int
  ) throws {
    let (template, request) = try load("\(folder)/\(name)", families)
    var output = ByteBuffer(capacity: 64 << 10)
    try template.render(request, into: &output)
    let clock = ContinuousClock()
    let duration = try clock.measure {
      for _ in 0..<rounds {
        output.removeAll()
        try template.render(request, into: &output)
      }
    }
    print("\(name): \(duration / rounds) a render of \(output.count) bytes")
  }

  private static func compile(_ path: String, rounds: Int) throws {
    let source = read(path) ?? []
    let loader = SourceLoader(files: ["widget.tsx": source])
    _ = try Template(entry: "widget.tsx", loader: loader)
    let duration = try ContinuousClock().measure {
      for _ in 0..<rounds { _ = try Template(entry: "widget.tsx", loader: loader) }
    }
    let lines = source.count { $0 == 0x0A }
    print("\(path): \(lines) lines, \(duration / rounds) to compile")
  }

  private static func load(
    _ base: String, _ families: [String]
  ) throws -> (Template, RenderRequest) {
    let loader = SourceLoader { path in
      read("\(base)/\(path)").map { .file($0) } ?? .missing
    }
    let template = try Template(entry: "widget.tsx", loader: loader)
    var request = RenderRequest()
    request.families = families
    request.props = read("\(base)/props.json") ?? []
    return (template, request)
  }

  private static func check(
    _ folder: String, _ name: String, _ families: [String]
  ) throws -> Int {
    let base = "\(folder)/\(name)"
    let (template, request) = try load(base, families)
    let wanted = read("\(base)/expected.json") ?? []
    var output = ByteBuffer(capacity: 64 << 10)
    for _ in 0..<50 {
      output.removeAll()
      try template.render(request, into: &output)
    }
    let isRight = output.array() == wanted
    // Counting itself takes a few allocations, always the same number.
    let empty = allocationCount()
    let own = allocationCount() - empty
    let before = allocationCount()
    for _ in 0..<1_000 {
      output.removeAll()
      try template.render(request, into: &output)
    }
    let allocations = allocationCount() - before - own
    let low = residentPages()
    let rounds = name == "tiny" || name == "conditions" ? 100_000 : 5_000
    for _ in 0..<rounds {
      output.removeAll()
      try template.render(request, into: &output)
    }
    let growth = (residentPages() - low) * 4096
    let isFine = isRight && allocations == 0 && growth < 256 << 10
    print(
      "\(name): \(output.count) bytes, \(isRight ? "as expected" : "NOT AS EXPECTED"); "
        + "\(allocations) allocations in 1000 warm renders; "
        + "\(growth) bytes more resident after \(rounds) renders")
    return isFine ? 0 : 1
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

  /// Resident memory in pages, of `/proc/self/statm`.
  private static func residentPages() -> Int {
    guard let bytes = read("/proc/self/statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
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
