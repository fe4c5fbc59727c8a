internal import Glibc
internal import PantileJSON
internal import PantileMeasure
internal import PantileTemplate

/// Renders of growing size with limits out of the way; a process measures one size, so that its
/// peak of memory is that size's own.
enum Growth {
  /// Prints a line of JSON: size, bytes, nanoseconds of a render, peak memory in KiB.
  ///
  /// The time is the processor's, page faults included: large renders last longer than the slices
  /// of time that a busy machine gives, and the others' slices would count.
  ///
  /// - Parameter isCounted: Whether callgrind counts the second render; nothing is timed then.
  static func measure(_ kind: String, _ size: Int, isCounted: Bool) throws {
    guard ["nodes", "props", "nesting"].contains(kind) else {
      throw BenchmarkError("growth is of nodes, props or nesting")
    }
    let source = try Files.read("Corpus/growth/\(kind).tsx")
    let template = try Template(
      entry: "widget.tsx", loader: SourceLoader(files: ["widget.tsx": source]),
      budget: RenderBudget(bytes: 1 << 30))
    var request = RenderRequest()
    request.families = ["systemLarge"]
    request.limits = limits
    request.props = props(kind, size)
    request.countsNodes = true
    var output = ByteBuffer()
    let before = Self.peak
    let nodes = try template.render(request, into: &output).nodes
    request.countsNodes = false
    // The one render that callgrind sees.
    try measuredRuns(1) {
      output.removeAll()
      try template.render(request, into: &output)
    }
    let peak = Self.peak
    var samples: [Double] = []
    if isCounted { return print(output.count) }
    let end = MonotonicClock.now() + 400_000_000
    repeat {
      output.removeAll()
      let begin = processorTime()
      try template.render(request, into: &output)
      samples.append(processorTime() - begin)
    } while MonotonicClock.now() < end && samples.count < 20_000 || samples.count < 5
    let median = Measurement.quantile(0.5, of: samples)
    print(
      "{\"kind\":\"\(kind)\",\"size\":\(size),\"input\":\(request.props.count),"
        + "\"output\":\(output.count),\"nodes\":\(nodes),\"median\":\(Int(median)),"
        + "\"p10\":\(Int(Measurement.quantile(0.1, of: samples))),"
        + "\"p90\":\(Int(Measurement.quantile(0.9, of: samples))),"
        + "\"baseKiB\":\(before),\"peakKiB\":\(peak)}")
  }

  /// The most memory that was ever resident, in KiB.
  private static var peak: Int { (ProcessMemory.own()?.peak ?? 0) >> 10 }

  private static var limits: RenderLimits {
    var limits = RenderLimits()
    limits.steps = 1 << 40
    limits.memory = 1 << 29
    limits.output = 1 << 27
    limits.props = 1 << 24
    limits.callDepth = 100_000
    limits.elementDepth = 100_000
    limits.hostStack = 6 << 20
    return limits
  }

  private static func props(_ kind: String, _ size: Int) -> [UInt8] {
    switch kind {
    case "nodes": return Array("{\"count\":\(size)}".utf8)
    case "nesting": return Array("{\"depth\":\(size)}".utf8)
    default: break
    }
    var text = "{\"rows\":["
    var row = 0
    repeat {
      if row > 0 { text += "," }
      text += "{\"id\":\(row),\"name\":\"row number \(row)\",\"value\":\(row * 37 % 1000).5,"
      text += "\"tags\":[\"one\",\"two\"]}"
      row += 1
    } while text.utf8.count < size - 40
    return Array((text + "]}").utf8)
  }

  /// The time that this process had a processor, in nanoseconds.
  private static func processorTime() -> Double {
    var time = timespec()
    // Safe: the call writes to a variable of its own.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
