import CAllocatorSettings
import CJemalloc
import ExampleWidgets
import Glibc
import Pantile

/// Renders widgets of the Swift DSL warm: time and instructions a node, and heap allocations.
///
///     dsl-bench                     a table; exit 1 when a warm render allocates
///     dsl-bench build ROUNDS        only build the portfolio's tree so often, for callgrind
///     dsl-bench inline ROUNDS       render it without sharing
///     dsl-bench shared ROUNDS       render it with sharing
///     dsl-bench print               print its payload
enum DSLBench {
  static let portfolioNodes = 555

  /// Processor time of the thread in nanoseconds.
  static func now() -> Double {
    var time = timespec()
    // Safe: the structure lives through the call.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Bytes that the thread has allocated so far.
  static func allocated() -> UInt64 {
    var pointer: UnsafeMutablePointer<UInt64>?
    // Safe: only the size of the type is asked for.
    var size = unsafe MemoryLayout<UnsafeMutablePointer<UInt64>?>.size
    // Safe: jemalloc fills in the address of a counter that lives as long as the thread.
    guard unsafe mallctl("thread.allocatedp", &pointer, &size, nil, 0) == 0 else { return 0 }
    // Safe: as above.
    return unsafe pointer?.pointee ?? 0
  }

  /// The median time of `body` over 31 batches.
  static func median(of rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<31 {
      let start = now()
      for _ in 0..<rounds { try body() }
      times.append((now() - start) / Double(rounds))
    }
    return times.sorted()[15]
  }
}

@MainActor
func run(_ mode: String, rounds: Int) throws(RenderError) {
  let widget = Portfolio.sample()
  var renderer = WidgetRenderer()
  var bytes = ByteBuffer(capacity: 1 << 20)
  renderer.sharing = mode == "inline" ? .never : .whenShorter
  for _ in 0..<rounds {
    bytes.removeAll()
    if mode == "build" {
      try renderer.build(widget, families: .home)
    } else {
      try renderer.render(widget, families: .home, into: &bytes)
    }
  }
  if mode == "print" { print(bytes.text()) }
}

func table() throws -> Bool {
  let widget = Portfolio.sample()
  var renderer = WidgetRenderer()
  var bytes = ByteBuffer(capacity: 1 << 20)
  var copy = ByteBuffer(capacity: 1 << 20)
  var isClean = true
  print("portfolio × 3 families, \(DSLBench.portfolioNodes) nodes      ns/node  × copy  allocated")
  for mode in ["build", "inline", "shared"] {
    renderer.sharing = mode == "inline" ? .never : .whenShorter
    func once() throws {
      bytes.removeAll()
      if mode == "build" {
        try renderer.build(widget, families: .home)
      } else {
        try renderer.render(widget, families: .home, into: &bytes)
      }
    }
    for _ in 0..<3 { try once() }
    let before = DSLBench.allocated()
    try once()
    let allocated = DSLBench.allocated() - before
    isClean = isClean && allocated == 0
    let time = try DSLBench.median(of: 200, once)
    let copyTime = DSLBench.median(of: 200) {
      copy.removeAll()
      bytes.withBytes { copy.append($0) }
    }
    let figure = time / Double(DSLBench.portfolioNodes)
    let multiple = mode == "build" ? "-" : "\(Int(time / copyTime))"
    print(
      "\(mode): \(bytes.count) bytes, \((figure * 10).rounded() / 10) ns/node, \(multiple) × copy, "
        + "\(allocated) bytes allocated")
  }
  isClean = try check("tiny", Tiny(text: "Hello"), .systemSmall) && isClean
  isClean =
    try check(
      "conditions", Conditions(degrees: 72, sky: "Sunny", top: 78, bottom: 65),
      [.systemSmall, .systemMedium]) && isClean
  isClean = try check("grid", Grid.sample(), .systemLarge) && isClean
  // Setting an own value through its key path allocates once for each `environment` modifier, not
  // for each view that reads it, so this widget is printed and not judged.
  _ = try check("themed", ThemedList(lines: ["one", "two", "three"]), .systemLarge)
  return isClean
}

/// Whether a warm render of a widget allocates nothing, with and without sharing.
func check(_ name: String, _ widget: some Widget, _ families: FamilySet) throws -> Bool {
  var allocated: UInt64 = 0
  for sharing in [CompactWriter.Sharing.never, .whenShorter] {
    var renderer = WidgetRenderer()
    renderer.sharing = sharing
    var bytes = ByteBuffer(capacity: 1 << 20)
    for _ in 0..<3 {
      bytes.removeAll()
      try renderer.render(widget, families: families, into: &bytes)
    }
    bytes.removeAll()
    let before = DSLBench.allocated()
    try renderer.render(widget, families: families, into: &bytes)
    allocated += DSLBench.allocated() - before
  }
  print("\(name): \(allocated) bytes allocated")
  return allocated == 0
}

pantile_keep_allocator_settings()
let words = CommandLine.arguments
do {
  if words.count > 1 {
    try run(words[1], rounds: words.count > 2 ? Int(words[2]) ?? 1 : 1)
  } else if try !table() {
    exit(1)
  }
} catch {
  print("\(error)")
  exit(1)
}
