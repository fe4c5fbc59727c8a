import PantileJSON

/// Reads a text in every way there is; the ways must agree.
enum JSONInput {
  static func run(_ input: [UInt8]) -> String {
    var whole = JSONDocument()
    var options = JSONReadOptions()
    if input.count % 3 == 0 { options.duplicates = .refuse }
    let error = parse(&whole, input, options)
    var failures: [JSONError?] = []
    for size in [1, 7, 64] {
      var document = JSONDocument()
      failures.append(feed(&document, input, size, options))
    }
    for failure in failures {
      precondition(
        (failure == nil) == (error == nil), "chunks: \(failures), whole: \(error as Any)")
    }
    let events = readEvents(input)
    if options.duplicates != .refuse {
      precondition((events == nil) == (error == nil), "events: \(events as Any)")
    }
    PropsInput.run(input, error)
    guard error == nil else { return error?.description(in: input.span) ?? "" }
    var canonical = CanonicalWriter()
    var output = ByteBuffer()
    _ = try? canonical.write(whole, to: &output)
    return "ok"
  }

  private static func buffer(_ bytes: ArraySlice<UInt8>) -> ByteBuffer {
    var buffer = ByteBuffer(capacity: bytes.count)
    for byte in bytes { buffer.append(byte) }
    return buffer
  }

  private static func parse(
    _ document: inout JSONDocument, _ input: [UInt8], _ options: JSONReadOptions
  ) -> JSONError? {
    do {
      try buffer(input[...]).withBytes { try document.parse($0, options: options) }
      return nil
    } catch { return error as? JSONError }
  }

  private static func feed(
    _ document: inout JSONDocument, _ input: [UInt8], _ size: Int, _ options: JSONReadOptions
  ) -> JSONError? {
    document.begin(options)
    do {
      for start in stride(from: 0, to: input.count, by: size) {
        let chunk = buffer(input[start..<min(start + size, input.count)])
        try chunk.withBytes { try document.feed($0) }
      }
      try document.finish()
      return nil
    } catch { return error as? JSONError }
  }

  private static func readEvents(_ input: [UInt8]) -> JSONError? {
    var reader = JSONEventReader()
    var start = 0
    do {
      while true {
        let event = try reader.next()
        if event == .end { return nil }
        guard event == .needsInput else { continue }
        if start == input.count {
          reader.finish()
        } else {
          let end = min(start + 5, input.count)
          let chunk = buffer(input[start..<end])
          try chunk.withBytes { try reader.feed($0) }
          start = end
        }
      }
    } catch { return error as? JSONError }
  }
}
