internal import CPantile
internal import Glibc
internal import PantileJSON
internal import PantileServer

/// Gives a response to a C caller, in one block that it frees:
///
///     pantile_header × n │ name NUL value NUL … │ body NUL
enum CallResponse {
  static func fill(
    _ target: UnsafeMutablePointer<pantile_response>, _ response: borrowing HTTPResponse
  ) throws(CallFailure) {
    var output = ByteBuffer(capacity: 1_024)
    if !response.write(to: &output) { response.withBody { output.append($0) } }
    let bytes = output.array()
    let (fields, start) = fields(bytes)
    var texts: [UInt8] = []
    var places: [(name: Int, value: Int)] = []
    for field in fields {
      let name = texts.count
      texts += bytes[field.name]
      texts.append(0)
      places.append((name, texts.count))
      texts += bytes[field.value]
      texts.append(0)
    }
    let bodyStart = texts.count
    texts += bytes[start...]
    texts.append(0)
    let headerByteCount = unsafe places.count * MemoryLayout<pantile_header>.stride
    guard let block = unsafe malloc(headerByteCount + texts.count) else { throw .noMemory }
    // Safe: the block has room for the headers, then the texts; all offsets lie within the texts.
    let base = unsafe block + headerByteCount
    unsafe texts.withUnsafeBytes { source in
      if let from = source.baseAddress { unsafe memcpy(base, from, source.count) }
    }
    let headers = unsafe block.bindMemory(to: pantile_header.self, capacity: places.count)
    for (index, place) in places.enumerated() {
      let name = unsafe (base + place.name).assumingMemoryBound(to: CChar.self)
      let value = unsafe (base + place.value).assumingMemoryBound(to: CChar.self)
      unsafe (headers + index).initialize(to: pantile_header(name: name, value: value))
    }
    var made = unsafe pantile_response()
    unsafe made.status = Int32(response.status)
    unsafe made.headers = UnsafePointer(headers)
    unsafe made.header_count = places.count
    unsafe made.body = UnsafeRawPointer(base + bodyStart)
    unsafe made.body_length = bytes.count - start
    unsafe made.storage = block
    unsafe target.initialize(to: made)
  }

  private typealias Field = (name: Range<Int>, value: Range<Int>)

  /// The fields of a response, and where its body begins.
  private static func fields(_ bytes: [UInt8]) -> (fields: [Field], body: Int) {
    var fields: [Field] = []
    var start = lineEnd(bytes, 0) + 2
    while start < bytes.count {
      let end = lineEnd(bytes, start)
      if end == start { return (fields, end + 2) }
      let colon = bytes[start..<end].firstIndex(of: 0x3A) ?? end
      fields.append((start..<colon, min(colon + 2, end)..<end))
      start = end + 2
    }
    return (fields, bytes.count)
  }

  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex(of: 0x0D) ?? bytes.count
  }
}
