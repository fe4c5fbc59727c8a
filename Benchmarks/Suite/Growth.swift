internal import Glibc
internal import PantileJSON
internal import PantileTemplate

/// Renders of growing size with limits out of the way; a process measures one size, so that its
/// peak of memory is that size's own.
enum Growth {
  /// Prints a line of JSON: size, bytes, nanoseconds of a render, peak memory in KiB.
  static func measure(_ kind: String, _ size: Int) throws {
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
    let before = Files.peakMemory()
    let nodes = try template.render(request, into: &output).nodes
    request.countsNodes = false
    output.removeAll()
    try template.render(request, into: &output)
    let peak = Files.peakMemory()
    var samples: [Double] = []
    let end = now() + 0.4
    repeat {
      output.removeAll()
      let begin = now()
      try template.render(request, into: &output)
      samples.append((now() - begin) * 1e9)
    } while now() < end && samples.count < 20_000 || samples.count < 5
    let median = Measurement.quantile(0.5, of: samples)
    print(
      "{\"kind\":\"\(kind)\",\"size\":\(size),\"input\":\(request.props.count),"
        + "\"output\":\(output.count),\"nodes\":\(nodes),\"median\":\(Int(median)),"
        + "\"p10\":\(Int(Measurement.quantile(0.1, of: samples))),"
        + "\"p90\":\(Int(Measurement.quantile(0.9, of: samples))),"
        + "\"baseKiB\":\(before),\"peakKiB\":\(peak)}")
  }

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

  private static func now() -> Double {
    var time = timespec()
    // Safe: the call writes to a variable of its own.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
