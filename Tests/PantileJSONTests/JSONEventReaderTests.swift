import Testing

@testable import PantileJSON

/// The outline that the events of chunked bytes make, or the error and its position.
func events(
  _ bytes: [UInt8], chunks: [Int], options: JSONReadOptions = JSONReadOptions()
) -> String {
  var reader = JSONEventReader(options: options)
  var outline = Outline()
  do {
    var start = 0
    var turn = 0
    while true {
      if start < bytes.count {
        let end = min(bytes.count, start + chunks[turn % chunks.count])
        try withRaw(bytes[start..<end]) { try reader.feed($0) }
        start = end
        turn += 1
      } else {
        reader.finish()
      }
      events: while true {
        let event = try reader.next()
        switch event {
        case .needsInput: break events
        case .end: return outline.text
        case .key(let text), .string(let text):
          let bytes = reader.withBytes(of: text) { span in
            (0..<span.byteCount).map { span.byte($0) }
          }
          outline.add(event, bytes, text)
        default: outline.add(event, [], nil)
        }
      }
    }
  } catch let error as JSONError {
    return "\(error.code) \(error.offset) \(reader.position)"
  } catch {
    return "\(error)"
  }
}

private struct Outline {
  var text = ""
  var needsComma = false

  mutating func add(_ event: JSONEventReader.Event, _ bytes: [UInt8], _ string: JSONText?) {
    let isEnd = event == .endObject || event == .endArray
    if needsComma && !isEnd { text += "," }
    needsComma = true
    switch event {
    case .beginObject:
      text += "{"
      needsComma = false
    case .beginArray:
      text += "["
      needsComma = false
    case .endObject: text += "}"
    case .endArray: text += "]"
    case .number(let value):
      text += value.bitPattern == (-0.0).bitPattern ? "-0" : "\(value)"
    case .bool(let value): text += "\(value)"
    case .null: text += "null"
    case .key, .string:
      let flag = string!.hasLoneSurrogate ? "!" : string!.isASCII ? "" : "~"
      text += flag
      text += flag == "!" ? "\(bytes)" : "<\(String(decoding: bytes, as: UTF8.self))>"
      if case .key = event {
        text += ":"
        needsComma = false
      }
    case .needsInput, .end: break
    }
  }
}

struct JSONEventReaderTests {
  @Test func `reads two thousand records in the memory of a few`() throws {
    var reader = JSONEventReader()
    try withRaw("[".utf8) { try reader.feed($0) }
    var count = 0
    for turn in 0..<2_000 {
      let record = "\(turn == 0 ? "" : ","){\"id\":\(turn),\"name\":\"\\u00fc\(turn)\"}"
      try withRaw(record.utf8) { try reader.feed($0) }
      while true {
        let event = try reader.next()
        if event == .endObject { count += 1 }
        if event == .needsInput { break }
      }
    }
    try withRaw("]".utf8) { try reader.feed($0) }
    reader.finish()
    #expect(try reader.next() == .endArray)
    #expect(try reader.next() == .end)
    #expect(count == 2_000)
    #expect(reader.reservedByteCount < 10_000)
  }

  @Test func `throws the same error again`() throws {
    var reader = JSONEventReader()
    try withRaw("[1,\n x".utf8) { try reader.feed($0) }
    #expect(try reader.next() == .beginArray)
    #expect(try reader.next() == .number(1))
    for _ in 0..<2 {
      #expect(throws: JSONError(.expectedValue, at: 5)) { try reader.next() }
      #expect(reader.position == SourcePosition(line: 2, column: 2))
    }
  }
}
