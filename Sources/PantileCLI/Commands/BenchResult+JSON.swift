internal import PantileJSON
internal import PantileMeasure

extension BenchResult {
  /// Writes the figures as JSON to a file.
  func writeJSON(_ file: String) throws(CommandError) {
    var writer = JSONWriter(style: .pretty(indent: 2), capacity: 4 << 10)
    do throws(JSONError) {
      try write(&writer)
      try writer.finish()
    } catch {
      throw .failed("the figures cannot be written: \(error.code.message)")
    }
    var text = ByteBuffer()
    text.append(utf8: writer.buffer.text() + "\n")
    try Output.write(text, file: file)
  }

  private func write(_ writer: inout JSONWriter) throws(JSONError) {
    try writer.beginObject()
    try member("widget", name, &writer)
    try member("threads", options.threads, &writer)
    try member("interrupted", isInterrupted, &writer)
    try object("payload", &writer) { (writer) throws(JSONError) in
      try member("bytes", counters[.payloadBytes], &writer)
      try member("nodes", counters[.nodes], &writer)
      try member("steps", counters[.steps], &writer)
    }
    try object("renders", &writer) { (writer) throws(JSONError) in
      try member("count", renders, &writer)
      try member("seconds", seconds, &writer)
      try member("perSecond", rendersPerSecond, &writer)
      try member("megabytesPerSecond", megabytesPerSecond, &writer)
      try member("nanosecondsPerNode", nanosecondsPerNode, &writer)
    }
    let latencies = counters.latencies
    try object("latencyInNanoseconds", &writer) { (writer) throws(JSONError) in
      try member("mean", latencies.mean, &writer)
      try member("min", latencies.minimum, &writer)
      for percent in [50, 90, 99] {
        try member("p\(percent)", latencies.percentile(Double(percent)), &writer)
      }
      try member("max", latencies.maximum, &writer)
    }
    try writeCosts(&writer)
    try writeMemory(&writer)
    try write(latencies, &writer)
    try writer.endObject()
  }

  private func writeCosts(_ writer: inout JSONWriter) throws(JSONError) {
    if let allocations {
      try object("heapPerRender", &writer) { (writer) throws(JSONError) in
        try member("allocations", allocations.calls, &writer)
        try member("bytes", allocations.bytes, &writer)
      }
    }
    try object("compileInNanoseconds", &writer) { (writer) throws(JSONError) in
      try member("first", counters[.firstCompile], &writer)
      try member("median", counters[.compile], &writer)
      try member("count", counters[.compiles], &writer)
    }
    if let least = starts.first {
      try object("startInNanoseconds", &writer) { (writer) throws(JSONError) in
        try member("median", medianStart, &writer)
        try member("least", least, &writer)
        try member("count", starts.count, &writer)
      }
    }
  }

  private func writeMemory(_ writer: inout JSONWriter) throws(JSONError) {
    try object("memoryInBytes", &writer) { (writer) throws(JSONError) in
      try member("peak", peak, &writer)
      try member("startPeak", startPeak, &writer)
      try member("resident", counters[.resident], &writer)
      try member("anonymous", counters[.anonymous], &writer)
      try member("file", counters[.file], &writer)
      try member("heapAllocated", counters[.heapAllocated], &writer)
      try member("heapActive", counters[.heapActive], &writer)
      try member("heapMetadata", counters[.heapMetadata], &writer)
      try member("heapResident", counters[.heapResident], &writer)
      try member("idleMachines", counters[.idleMachines], &writer)
      try member("idleMachineBytes", counters[.idleBytes], &writer)
    }
    guard let ceiling else { return }
    try object("ceiling", &writer) { (writer) throws(JSONError) in
      try member("verdict", ceiling.verdict, &writer)
      try member("method", ceiling.method.rawValue, &writer)
      try member("bytes", ceiling.limit ?? 0, &writer)
      try member("peak", ceiling.peak, &writer)
      if let charged = ceiling.groupPeak { try member("charged", charged, &writer) }
    }
  }

  /// The buckets that are not empty, each as its start in nanoseconds and its number of renders.
  private func write(
    _ latencies: LatencyHistogram, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key("histogram")
    try writer.beginArray()
    for index in 0..<LatencyHistogram.bucketCount where latencies[index] > 0 {
      try writer.beginArray()
      try writer.integer(LatencyHistogram.range(of: index).lowerBound)
      try writer.integer(latencies[index])
      try writer.endArray()
    }
    try writer.endArray()
  }
}

// MARK: - Members

extension BenchResult {
  private func object(
    _ key: String, _ writer: inout JSONWriter,
    _ body: (inout JSONWriter) throws(JSONError) -> Void
  ) throws(JSONError) {
    try writer.key(key)
    try writer.beginObject()
    try body(&writer)
    try writer.endObject()
  }

  private func member(
    _ key: String, _ text: String, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key(key)
    try writer.string(text)
  }

  private func member(
    _ key: String, _ number: Int, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key(key)
    try writer.integer(number)
  }

  private func member(
    _ key: String, _ number: Double, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key(key)
    try writer.number((number * 1_000).rounded() / 1_000)
  }

  private func member(
    _ key: String, _ flag: Bool, _ writer: inout JSONWriter
  ) throws(JSONError) {
    try writer.key(key)
    try writer.bool(flag)
  }
}
