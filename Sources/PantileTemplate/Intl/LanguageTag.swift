/// A Unicode locale identifier in canonical letter case and order.
///
/// The syntax is that of ECMA-402: UTS 35's `unicode_locale_id` with hyphens. Outdated subtags
/// are replaced by the session, which has ICU's tables.
struct LanguageTag: Hashable, Sendable {
  struct Keyword: Hashable, Sendable {
    var key: String
    /// Empty for `true`.
    var value: String
  }

  struct Extension: Hashable, Sendable {
    var singleton: String
    var text: String
  }

  var language: String
  var script = ""
  var region = ""
  var variants: [String] = []
  var attributes: [String] = []
  /// The Unicode extension, sorted by key.
  var keywords: [Keyword] = []
  /// Other extensions but private use, sorted.
  var extensions: [Extension] = []
  var privateUse = ""

  /// The tag without extensions.
  var base: LanguageTag {
    var base = self
    base.attributes = []
    base.keywords = []
    base.extensions = []
    base.privateUse = ""
    return base
  }

  /// The value of a Unicode keyword.
  func keyword(_ key: String) -> String? {
    keywords.first { $0.key == key }?.value
  }

  /// Sets, or with nil removes, a Unicode keyword.
  mutating func setKeyword(_ key: String, _ value: String?) {
    keywords.removeAll { $0.key == key }
    guard let value else { return }
    keywords.append(Keyword(key: key, value: value == "true" ? "" : value))
    keywords.sort { $0.key < $1.key }
  }

  /// The tag as text.
  var text: String {
    var parts = [language]
    if !script.isEmpty { parts.append(script) }
    if !region.isEmpty { parts.append(region) }
    parts += variants
    var tails = extensions.map { ($0.singleton, $0.text) }
    if !attributes.isEmpty || !keywords.isEmpty {
      let words =
        attributes + keywords.flatMap { $0.value.isEmpty ? [$0.key] : [$0.key, $0.value] }
      tails.append(("u", words.joined(separator: "-")))
    }
    for (singleton, text) in tails.sorted(by: { $0.0 < $1.0 }) { parts += [singleton, text] }
    if !privateUse.isEmpty { parts += ["x", privateUse] }
    return parts.joined(separator: "-")
  }

  /// ICU's name of the tag without extensions, such as `de_CH`.
  var baseName: String {
    var parts = [language]
    if !script.isEmpty { parts.append(script) }
    if !region.isEmpty { parts.append(region) }
    if !variants.isEmpty {
      if region.isEmpty { parts.append("") }
      parts += variants.map { $0.uppercased() }
    }
    return parts.joined(separator: "_")
  }
}
