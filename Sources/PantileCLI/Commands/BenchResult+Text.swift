internal import PantileMeasure

extension BenchResult {
  /// The figures for people, a line each, and a histogram.
  func text() -> String {
    var text = ""
    func line(_ label: String, _ figures: String) {
      text += label + String(repeating: " ", count: max(1, 10 - label.count)) + figures + "\n"
    }
    line("widget", name)
    if counters[.payloadBytes] > 0 { line("payload", payloadText) }
    if renders > 0 {
      line("renders", rendersText)
      line("latency", latencyText)
    }
    line("heap", heapText)
    if counters[.compiles] > 0 { line("compile", compileText) }
    if !starts.isEmpty { line("start", startText) }
    line("memory", memoryText)
    if let ceiling { line("ceiling", ceilingText(ceiling)) }
    if isInterrupted { line("ended", "early, by a signal") }
    if renders > 0 { text += "\n" + counters.latencies.text() }
    return text
  }

  private var payloadText: String {
    "\(Figure.whole(counters[.payloadBytes])) bytes, \(Figure.whole(counters[.nodes])) nodes, "
      + "\(Figure.whole(counters[.steps])) steps"
  }

  private var rendersText: String {
    let threads = options.threads == 1 ? "1 thread" : "\(options.threads) threads"
    let mean = Figure.duration(Double(counters[.latencyMeanInPicoseconds]) / 1_000)
    return "\(Figure.whole(renders)) in \(Figure.fixed(seconds, 2)) s on \(threads): "
      + "\(Figure.whole(Int(rendersPerSecond)))/s, \(Figure.fixed(megabytesPerSecond, 1)) MB/s out, "
      + "\(mean)/render, \(Figure.duration(nanosecondsPerNode))/node"
  }

  private var latencyText: String {
    let latencies = counters.latencies
    let parts = [50.0, 90, 99].map { percent in
      "p\(Int(percent)) \(Figure.duration(latencies.percentile(percent)))"
    }
    return (parts + ["max \(Figure.duration(latencies.maximum))"]).joined(separator: ", ")
  }

  private var heapText: String {
    guard let allocations else { return "allocations were not counted" }
    let calls = Figure.fixed(allocations.calls, allocations.calls == 0 ? 0 : 2)
    return "\(calls) allocations, \(Figure.whole(Int(allocations.bytes))) bytes a warm render"
  }

  private var compileText: String {
    let first = "first \(Figure.duration(counters[.firstCompile]))"
    guard counters[.compile] > 0 else { return first }
    return "\(first), then \(Figure.duration(counters[.compile])) "
      + "(median of \(counters[.compiles] - 1))"
  }

  private var startText: String {
    "\(Figure.duration(medianStart)) from process to first payload (median of \(starts.count), "
      + "least \(Figure.duration(starts[0]))), peak \(Figure.megabytes(startPeak))"
  }

  private var memoryText: String {
    "peak \(Figure.megabytes(peak)) resident; at the end \(Figure.megabytes(counters[.resident])), "
      + "\(Figure.megabytes(counters[.heapAllocated])) of it allocated"
  }

  private func ceilingText(_ ceiling: CeilingReport) -> String {
    let bound = "\(Figure.megabytes(ceiling.limit ?? 0)) by \(ceiling.method.rawValue)"
    let charged = ceiling.groupPeak.map { ", charged \(Figure.megabytes($0))" } ?? ""
    return "\(ceiling.verdict): \(bound), peak \(Figure.megabytes(ceiling.peak))\(charged)"
  }
}
