/// Reads a Unicode locale identifier subtag by subtag.
struct LanguageTagParser {
  private var subtags: [String]
  private var index = 0
  private var tag = LanguageTag(language: "")

  /// The canonical tag, or nil when `text` is not well formed.
  static func parse(_ text: String) -> LanguageTag? {
    guard text.utf8.count <= 1024,
      text.utf8.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    let parts = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ (1...8).contains($0.utf8.count) }) else { return nil }
    var parser = LanguageTagParser(subtags: parts.map(String.init))
    return parser.parse() ? parser.tag : nil
  }

  /// Whether language, script, region and variants are well formed up to the first single letter
  /// or digit; what follows may be anything.
  static func beginsWell(_ text: String) -> Bool {
    var parts = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
      .map(String.init)
    if parts.last == "" { parts.removeLast() }
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let first = parts.first, isLanguage(first) else {
      return false
    }
    var rest = parts.dropFirst()
    if let script = rest.first, isScript(script) { rest = rest.dropFirst() }
    if let region = rest.first, isRegion(region) { rest = rest.dropFirst() }
    for part in rest {
      if part.utf8.count == 1 { return true }
      guard (4...8).contains(part.utf8.count), isVariant(part),
        part.utf8.allSatisfy(isAlphanumeric)
      else { return false }
    }
    return true
  }

  /// Whether a text is a Unicode type: subtags of three to eight letters or digits.
  static func isType(_ text: String) -> Bool {
    text.utf8.count <= 128
      && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy {
        (3...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isAlphanumeric)
      }
  }

  private init(subtags: [String]) {
    self.subtags = subtags
  }

  private var peek: String? {
    index < subtags.count ? subtags[index] : nil
  }

  private mutating func take(_ matches: (String) -> Bool) -> String? {
    guard let peek, matches(peek) else { return nil }
    index += 1
    return peek
  }

  private mutating func parse() -> Bool {
    guard let language = take(Self.isLanguage) else { return false }
    tag.language = language
    if let script = take(Self.isScript) { tag.script = Self.titlecased(script) }
    if let region = take(Self.isRegion) { tag.region = region.uppercased() }
    while let variant = take(Self.isVariant) {
      if tag.variants.contains(variant) { return false }
      tag.variants.append(variant)
    }
    tag.variants.sort()
    var seen: Set<String> = []
    while let singleton = take({ $0.utf8.count == 1 }) {
      if singleton == "x" { return parsePrivateUse() }
      guard seen.insert(singleton).inserted, parseExtension(singleton) else { return false }
    }
    tag.extensions.sort { $0.singleton < $1.singleton }
    return index == subtags.count
  }

  private mutating func parsePrivateUse() -> Bool {
    tag.extensions.sort { $0.singleton < $1.singleton }
    let rest = subtags[index...]
    index = subtags.count
    tag.privateUse = rest.joined(separator: "-")
    return !rest.isEmpty
  }

  private mutating func parseExtension(_ singleton: String) -> Bool {
    switch singleton {
    case "u": return parseUnicode()
    case "t": return parseTransform()
    default:
      var words: [String] = []
      while let word = take({ $0.utf8.count >= 2 }) { words.append(word) }
      tag.extensions.append(.init(singleton: singleton, text: words.joined(separator: "-")))
      return !words.isEmpty
    }
  }

  private mutating func parseUnicode() -> Bool {
    let start = index
    while let attribute = take({ $0.utf8.count >= 3 }) {
      if !tag.attributes.contains(attribute) { tag.attributes.append(attribute) }
    }
    tag.attributes.sort()
    while let key = take(Self.isKey) {
      var words: [String] = []
      while let word = take({ $0.utf8.count >= 3 }) { words.append(word) }
      if tag.keyword(key) == nil {
        tag.setKeyword(key, Self.canonicalValue(key, words.joined(separator: "-")))
      }
    }
    return index > start
  }

  private mutating func parseTransform() -> Bool {
    let start = index
    if take(Self.isLanguage) != nil {
      _ = take(Self.isScript)
      _ = take(Self.isRegion)
      while take(Self.isVariant) != nil {}
    }
    var end = index
    while take(Self.isTransformKey) != nil {
      var count = 0
      while take({ $0.utf8.count >= 3 }) != nil { count += 1 }
      if count == 0 { return false }
      end = index
    }
    tag.extensions.append(
      .init(singleton: "t", text: subtags[start..<end].joined(separator: "-")))
    return end > start
  }
}

// MARK: Kinds of subtags

extension LanguageTagParser {
  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isAlpha(byte) || isDigit(byte)
  }

  private static func isAlpha(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isLanguage(_ text: String) -> Bool {
    [2, 3, 5, 6, 7, 8].contains(text.utf8.count) && text.utf8.allSatisfy(isAlpha)
  }

  private static func isScript(_ text: String) -> Bool {
    text.utf8.count == 4 && text.utf8.allSatisfy(isAlpha)
  }

  private static func isRegion(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy(isAlpha)
      || text.utf8.count == 3 && text.utf8.allSatisfy(isDigit)
  }

  private static func isVariant(_ text: String) -> Bool {
    text.utf8.count >= 5 || text.utf8.count == 4 && text.utf8.first.map(isDigit) == true
  }

  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.last.map(isAlpha) == true
  }

  private static func isTransformKey(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.first.map(isAlpha) == true
      && text.utf8.last.map(isDigit) == true
  }

  private static func titlecased(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Replaces the values that UTS 35 calls deprecated.
  private static func canonicalValue(_ key: String, _ value: String) -> String {
    switch (key, value) {
    case ("ca", "islamicc"): "islamic-civil"
    case ("ca", "ethiopic-amete-alem"): "ethioaa"
    case ("ks", "primary"): "level1"
    case ("ks", "tertiary"): "level3"
    case ("ms", "imperial"): "uksystem"
    case ("kb", "yes"), ("kc", "yes"), ("kh", "yes"), ("kk", "yes"), ("kn", "yes"): "true"
    default: value
    }
  }
}
