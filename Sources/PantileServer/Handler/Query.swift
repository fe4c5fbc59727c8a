internal import PantileJSON

/// The query of a target, decoded.
///
/// The text behind the first `?` is split at `&`, empty parts are skipped, and each is split at its
/// first `=`. `%XX` is decoded, `+` stays `+`, a malformed `%` stays as it is, and broken UTF-8
/// becomes U+FFFD. Of a parameter that is repeated the first counts.
struct Query {
  private(set) var widgetID = ""
  private(set) var platform: Platform?
  private(set) var family: String?
  private(set) var theme = Theme.light
  private(set) var locale: String?
  private(set) var instance: String?
  private(set) var configuration: String?
  /// The configuration as it was sent.
  private(set) var rawConfiguration = HTTPPart()
  /// Parameters that are not reserved, in order.
  private(set) var parameters: [(name: String, value: String)] = []

  /// A bit for each reserved parameter that has come.
  private var seen: UInt8 = 0

  private enum Reserved: UInt8, CaseIterable {
    case widgetId, platform, family, theme, locale, instance, configuration

    var name: StaticString {
      switch self {
      case .widgetId: "widgetId"
      case .platform: "platform"
      case .family: "family"
      case .theme: "theme"
      case .locale: "locale"
      case .instance: "instance"
      case .configuration: "configuration"
      }
    }
  }
}

extension Query {
  /// Reads the target of a request.
  init(_ request: borrowing HTTPRequest) {
    let target = request.target
    var start = target.start
    while start < target.end, request[start] != UInt8(ascii: "?") { start += 1 }
    start += 1
    while start < target.end {
      var end = start
      while end < target.end, request[end] != UInt8(ascii: "&") { end += 1 }
      if end > start { take(request, HTTPPart(start: start, byteCount: end - start)) }
      start = end + 1
    }
  }

  private mutating func take(_ request: borrowing HTTPRequest, _ part: HTTPPart) {
    var sign = part.start
    while sign < part.end, request[sign] != UInt8(ascii: "=") { sign += 1 }
    let rawName = HTTPPart(start: part.start, byteCount: sign - part.start)
    let start = min(sign + 1, part.end)
    let raw = HTTPPart(start: start, byteCount: part.end - start)
    guard let reserved = Self.reserved(request, rawName) else {
      parameters.append((Self.decode(request, rawName), Self.decode(request, raw)))
      return
    }
    let bit = 1 << reserved.rawValue as UInt8
    guard seen & bit == 0 else { return }
    seen |= bit
    let value = Self.decode(request, raw)
    switch reserved {
    case .widgetId: widgetID = value
    case .platform: platform = Platform(rawValue: value)
    case .family: family = value
    case .theme: theme = Theme(rawValue: value) ?? .light
    case .locale: locale = LocaleTag.normalized(value)
    case .instance: instance = value
    case .configuration:
      configuration = value
      rawConfiguration = raw
    }
  }

  /// The reserved parameter of a name as it was sent.
  private static func reserved(
    _ request: borrowing HTTPRequest, _ rawName: HTTPPart
  ) -> Reserved? {
    guard request.contains(UInt8(ascii: "%"), in: rawName) else {
      return Reserved.allCases.first { request.isEqual(rawName, $0.name) }
    }
    let name = decode(request, rawName)
    return Reserved.allCases.first { $0.name.description == name }
  }

  /// The text of a part.
  ///
  /// - Parameter plusIsSpace: Whether `+` is a space, as in a form.
  static func decode(
    _ request: borrowing HTTPRequest, _ part: HTTPPart, plusIsSpace: Bool = false
  ) -> String {
    if !request.contains(UInt8(ascii: "%"), in: part) && !plusIsSpace {
      return request.text(of: part)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.byteCount)
    var index = part.start
    while index < part.end {
      let byte = request[index]
      if byte == UInt8(ascii: "%"), index + 2 < part.end,
        let high = hexadecimal(request[index + 1]), let low = hexadecimal(request[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
        continue
      }
      bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

/// Language tags as clients send them.
enum LocaleTag {
  /// A tag with `-` for `_`; nil where it is no BCP 47 tag by its shape: a language of two to eight
  /// letters, then parts of one to eight letters or digits.
  static func normalized(_ text: String) -> String? {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
    guard bytes.count <= 64 else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLanguage = index == 0
      guard part.count >= (isLanguage ? 2 : 1), part.count <= 8,
        part.allSatisfy({ isLetter($0) || (!isLanguage && (0x30...0x39).contains($0)) })
      else { return nil }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20)
  }
}
