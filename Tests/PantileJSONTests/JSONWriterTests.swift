import Testing

@testable import PantileJSON

struct JSONWriterTests {
  private func build(_ writer: inout JSONWriter) throws {
    try writer.beginObject()
    try writer.key("a")
    try writer.beginArray()
    try writer.number(1.5)
    try writer.null()
    try writer.bool(true)
    try writer.bool(false)
    try writer.number(.nan)
    try writer.endArray()
    try writer.key("b\n")
    try writer.string("Grüße\u{1}")
    try writer.key("c")
    try writer.beginObject()
    try writer.endObject()
    try writer.key("d")
    try writer.integer(-7)
    try writer.endObject()
    try writer.finish()
  }

  @Test func `writes compact text`() throws {
    var writer = JSONWriter()
    try build(&writer)
    #expect(
      writer.buffer.text() == #"{"a":[1.5,null,true,false,null],"b\n":"Grüße\u0001","c":{},"d":-7}"#
    )
  }

  @Test func `writes lines as JSON stringify with an indent`() throws {
    var writer = JSONWriter(style: .pretty(indent: 2))
    try build(&writer)
    let wanted = """
      {
        "a": [
          1.5,
          null,
          true,
          false,
          null
        ],
        "b\\n": "Grüße\\u0001",
        "c": {},
        "d": -7
      }
      """
    #expect(writer.buffer.text() == wanted)
    var document = JSONDocument()
    try writer.buffer.withBytes { try document.parse($0) }
    var buffer = ByteBuffer()
    document.write(to: &buffer, style: .pretty(indent: 2))
    #expect(buffer.text() == wanted)
  }

  @Test func `gives pieces to a sink`() throws {
    final class Pieces { var sizes: [Int] = [] }
    let pieces = Pieces()
    var writer = JSONWriter(sinkByteCount: 64) { pieces.sizes.append($0.byteCount) }
    try writer.beginArray()
    for number in 0..<100 { try writer.integer(number) }
    try writer.endArray()
    try writer.finish()
    #expect(pieces.sizes.count > 3)
    #expect(pieces.sizes.reduce(0, +) == 291)
  }

  @Test func `refuses what does not fit its place`() throws {
    var writer = JSONWriter()
    #expect(throws: JSONError(.unexpectedValue, at: 0)) { try writer.key("a") }
    #expect(throws: JSONError(.unexpectedValue, at: 0)) { try writer.endArray() }
    #expect(throws: JSONError(.unexpectedEnd, at: 0)) { try writer.finish() }
    try writer.beginObject()
    #expect(throws: JSONError(.unexpectedValue, at: 1)) { try writer.null() }
    #expect(throws: JSONError(.unexpectedValue, at: 1)) { try writer.endArray() }
    try writer.key("a")
    #expect(throws: JSONError(.unexpectedValue, at: 5)) { try writer.key("b") }
    #expect(throws: JSONError(.unexpectedValue, at: 5)) { try writer.endObject() }
    try writer.null()
    try writer.endObject()
    #expect(throws: JSONError(.unexpectedValue, at: 10)) { try writer.null() }
    writer.removeAll()
    writer.depthLimit = 1
    try writer.beginArray()
    #expect(throws: JSONError(.depthLimit, at: 1)) { try writer.beginArray() }
  }
}
