/// What a client accepts of codings, from its `Accept-Encoding` fields.
///
/// Quality values run from 0 to 1,000. A coding that is not named has the quality of `*`, else 0;
/// identity is acceptable unless it is refused.
struct AcceptedCodings {
  private var brotli: Int?
  private var gzip: Int?
  private var any: Int?

  /// Whether a field was there.
  private(set) var isPresent = false

  init() {}

  /// The coding of choice: the highest quality, brotli before gzip, and identity where neither is
  /// acceptable.
  var best: ContentCoding {
    guard isPresent else { return .identity }
    let brotli = brotli ?? any ?? 0
    let gzip = gzip ?? any ?? 0
    if brotli > 0, brotli >= gzip { return .brotli }
    return gzip > 0 ? .gzip : .identity
  }
}

extension AcceptedCodings {
  /// Takes the fields of a request.
  init(_ request: borrowing HTTPRequest) {
    var next = request.fieldIndex(of: "accept-encoding")
    while let index = next {
      isPresent = true
      take(request, request.fieldValue(at: index))
      next = request.fieldIndex(of: "accept-encoding", from: index + 1)
    }
  }

  private mutating func take(_ request: borrowing HTTPRequest, _ value: HTTPPart) {
    var start = value.start
    while start < value.end {
      var end = start
      while end < value.end, request[end] != UInt8(ascii: ",") { end += 1 }
      takeItem(request, start, end)
      start = end + 1
    }
  }

  /// Takes `name` or `name;q=0.5`, with space around each part.
  private mutating func takeItem(_ request: borrowing HTTPRequest, _ start: Int, _ end: Int) {
    var nameEnd = start
    while nameEnd < end, request[nameEnd] != UInt8(ascii: ";") { nameEnd += 1 }
    let name = request.trimmed(start, nameEnd)
    guard !name.isEmpty else { return }
    let quality = Self.quality(request, nameEnd, end)
    if request.isEqual(name, lowerCase: "br") {
      brotli = quality
    } else if request.isEqual(name, lowerCase: "gzip") || request.isEqual(name, lowerCase: "x-gzip")
    {
      gzip = quality
    } else if request.isEqual(name, lowerCase: "*") {
      any = quality
    }
  }

  /// The quality in thousandths: 1,000 without one, 0 for one that is malformed.
  private static func quality(
    _ request: borrowing HTTPRequest, _ start: Int, _ end: Int
  ) -> Int {
    var at = start
    while at < end {
      var next = at + 1
      while next < end, request[next] != UInt8(ascii: ";") { next += 1 }
      let part = request.trimmed(at + 1, next)
      if part.byteCount >= 2, request[part.start] | 0x20 == UInt8(ascii: "q"),
        request[part.start + 1] == UInt8(ascii: "=")
      {
        return thousandths(request, part.start + 2, part.end)
      }
      at = next
    }
    return 1_000
  }

  /// `0`, `0.` and up to three digits, or `1`, `1.` and up to three zeros.
  private static func thousandths(
    _ request: borrowing HTTPRequest, _ start: Int, _ end: Int
  ) -> Int {
    guard start < end, end - start <= 5, request[start] == 0x30 || request[start] == 0x31 else {
      return 0
    }
    var value = request[start] == 0x31 ? 1_000 : 0
    guard start + 1 < end else { return value }
    guard request[start + 1] == UInt8(ascii: ".") else { return 0 }
    var unit = 100
    for index in start + 2..<end {
      guard request[index] >= 0x30, request[index] <= 0x39 else { return 0 }
      value += Int(request[index] - 0x30) * unit
      unit /= 10
    }
    return value <= 1_000 ? value : 0
  }
}

extension HTTPRequest {
  /// A range without the spaces and tabs around it.
  func trimmed(_ start: Int, _ end: Int) -> HTTPPart {
    var start = start
    var end = end
    while start < end, Self.isSpace(self[start]) { start += 1 }
    while start < end, Self.isSpace(self[end - 1]) { end -= 1 }
    return HTTPPart(start: start, byteCount: end - start)
  }

  /// Whether a byte is a space or a tab.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
