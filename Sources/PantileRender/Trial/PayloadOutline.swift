internal import PantileJSON

/// What a payload's text shows without being parsed: its depth, and its parts' lengths.
///
/// The text must be JSON as a writer of this package makes it.
struct PayloadOutline {
  /// How deeply objects and arrays nest; 1 is the payload itself.
  private(set) var depth = 0
  /// The members of the outermost object: keys as they are written, and the bytes of the values.
  private(set) var parts: [(key: String, byteCount: Int)] = []

  /// The outline of no text.
  init() {}

  /// Reads a text.
  init(_ text: RawSpan) {
    var scanner = Scanner()
    while scanner.at < text.byteCount {
      if scanner.step(text) { parts.append(scanner.takePart(text)) }
    }
    depth = scanner.deepest
  }

  /// How deeply objects and arrays nest, or nil where it is certain that it is no more than `limit`.
  static func depth(of text: RawSpan, above limit: Int) -> Int? {
    // Every level has a byte at each end.
    guard text.byteCount > limit * 2 else { return nil }
    var openings = 0
    for index in 0..<text.byteCount where text.byte(at: index) | 0x20 == UInt8(ascii: "{") {
      openings &+= 1
    }
    guard openings > limit else { return nil }
    let deepest = depth(of: text)
    return deepest > limit ? deepest : nil
  }

  private static func depth(of text: RawSpan) -> Int {
    var depth = 0
    var deepest = 0
    var at = 0
    let end = text.byteCount
    while at < end {
      let byte = text.byte(at: at)
      at &+= 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth &+= 1
        if depth > deepest { deepest = depth }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
      case UInt8(ascii: "\""):
        while at < end, case let inner = text.byte(at: at), inner != UInt8(ascii: "\"") {
          at &+= inner == UInt8(ascii: "\\") ? 2 : 1
        }
        at &+= 1
      default: break
      }
    }
    return deepest
  }

  private struct Scanner {
    var at = 0
    var depth = 0
    var deepest = 0
    var isString = false
    var stringStart = 0
    var key = 0..<0
    var valueStart: Int?
    var valueEnd = 0

    /// Moves over a byte; true where a value of the outermost object ends in front of it.
    mutating func step(_ text: RawSpan) -> Bool {
      let byte = text.byte(at: at)
      defer { at += 1 }
      if isString {
        if byte == UInt8(ascii: "\\") { at += 1 }
        if byte == UInt8(ascii: "\"") {
          isString = false
          if depth == 1, valueStart == nil { key = stringStart..<at }
        }
        return false
      }
      switch byte {
      case UInt8(ascii: "\""):
        isString = true
        stringStart = at + 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: ":") where depth == 1: valueStart = at + 1
      case UInt8(ascii: ",") where depth == 1: return endValue()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return endValue() }
      default: break
      }
      return false
    }

    private mutating func endValue() -> Bool {
      valueEnd = at
      return valueStart != nil
    }

    mutating func takePart(_ text: RawSpan) -> (key: String, byteCount: Int) {
      let bytes = key.map { text.byte(at: $0) }
      let byteCount = valueEnd - (valueStart ?? valueEnd)
      valueStart = nil
      return (String(decoding: bytes, as: UTF8.self), byteCount)
    }
  }
}
