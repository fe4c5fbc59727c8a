/// What the templates of one engine format with: the default locale and zone, and a bounded store
/// of open ICU objects.
///
/// Formatters such as ``DateTimeFormat`` are values without ICU handles; the session opens the
/// handle when one formats, and keeps the last ``capacity`` of them. Not for use by several
/// threads at once.
final class IntlSession {
  /// Handles kept open at most, and resolved formatters remembered at most.
  static let capacity = 64
  /// Steps that a template pays for an opening and for a format.
  static let openingCost = 2000
  static let formatCost = 200

  /// The zone of local time.
  let zone: DateZone
  let defaultLocale: LanguageTag
  private var opened = RecentStore<String>()
  private var resolved = RecentStore<ResolutionKey>()
  private var tags: [String: LanguageTag] = [:]
  private var zones: [String: String] = [:]
  private var available: [String: Bool] = [:]
  private(set) var openings = 0
  private(set) var formats = 0
  private var checkedDefault: LanguageTag?

  /// Makes a session; UTC with any locale loads nothing.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag.
  ///   - timeZone: An IANA id.
  init(locale: String = "en-US", timeZone: String = "UTC") throws(IntlError) {
    guard let tag = LanguageTagParser.parse(locale) else { throw .invalidLocale }
    defaultLocale = tag
    zone = try DateZone(timeZone)
  }

  /// The steps that openings and formats cost since the last call.
  func takeSteps() -> Int {
    defer { (openings, formats) = (0, 0) }
    return openings * Self.openingCost + formats * Self.formatCost
  }

  /// Counts one format.
  func countFormat() {
    formats += 1
  }

  /// Counts one opening of an ICU object that is not kept.
  func countOpening() {
    openings += 1
  }

  /// The open handle of `key`, opened by `open` if it is not kept.
  func handle<Owner: ~Copyable>(
    _ key: String, _ open: () throws(IntlError) -> Owner
  ) throws(IntlError) -> Opened<Owner> {
    if let kept: Opened<Owner> = opened.object(key) { return kept }
    openings += 1
    let made = Opened(try open())
    opened.keep(made, key, capacity: Self.capacity)
    return made
  }

  /// The formatter that the same call made before, or a new one.
  func resolve<Formatter: AnyObject>(
    _ key: ResolutionKey, _ make: () throws(IntlError) -> Formatter
  ) throws(IntlError) -> Formatter {
    // A long list would make the store heavy for a call that hardly comes again.
    if key.locales.count > 16 { return try make() }
    if let kept: Formatter = resolved.object(key) { return kept }
    let made = try make()
    resolved.keep(made, key, capacity: Self.capacity)
    return made
  }
}

/// What decides how a formatter resolves.
struct ResolutionKey: Hashable {
  var service: IntlService
  /// The name in messages, which decides required and default fields as well.
  var method: String
  var locales: [String]
  var options: IntlOptions
}

/// A class around a handle that cannot be copied.
final class Opened<Owner: ~Copyable> {
  let owner: Owner

  init(_ owner: consuming Owner) {
    self.owner = owner
  }
}

/// Objects by key; the one not used for longest goes first.
private struct RecentStore<Key: Hashable> {
  private var entries: [Key: (object: AnyObject, used: UInt64)] = [:]
  private var clock: UInt64 = 0

  mutating func object<Object: AnyObject>(_ key: Key) -> Object? {
    guard let index = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[index].used = clock
    return entries.values[index].object as? Object
  }

  mutating func keep(_ object: AnyObject, _ key: Key, capacity: Int) {
    if entries.count >= capacity, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
      entries[oldest.key] = nil
    }
    clock += 1
    entries[key] = (object, clock)
  }
}

// MARK: Zones

extension IntlSession {
  /// `Date.prototype.toString`: ICU is asked only for the names of zones other than UTC.
  func fullText(_ time: Double) throws(IntlError) -> [UInt16] {
    try DateText.full(time, zone: zone, locale: try icuName(try availableDefault()))
  }

  /// `Date.prototype.toTimeString`.
  func timeText(_ time: Double) throws(IntlError) -> [UInt16] {
    try DateText.time(time, zone: zone, locale: try icuName(try availableDefault()))
  }

  /// The canonical id of a zone, or nil when there is no such zone.
  func canonicalZone(_ id: String) throws(IntlError) -> String? {
    if let known = zones[id] { return known }
    guard let zone = try ICULibrary.shared().canonicalZone(id) else { return nil }
    if zones.count >= Self.capacity { zones.removeAll() }
    zones[id] = zone
    return zone
  }
}

// MARK: Locales

extension IntlSession {
  /// The canonical form of a list of tags, without repetitions (`Intl.getCanonicalLocales`).
  func canonicalLocales(_ locales: [String]) throws(IntlError) -> [LanguageTag] {
    var result: [LanguageTag] = []
    for locale in locales {
      let tag = try canonicalTag(locale)
      if !result.contains(tag) { result.append(tag) }
    }
    return result
  }

  /// The canonical form of one tag.
  func canonicalTag(_ locale: String) throws(IntlError) -> LanguageTag {
    if let tag = tags[locale] { return tag }
    guard var tag = LanguageTagParser.parse(locale) else {
      // V8 first looks at the beginning only, and its second look has a message of its own.
      throw LanguageTagParser.beginsWell(locale)
        ? .range("Invalid language tag: \(locale.lowercased())") : .invalidLocale
    }
    try replaceOutdated(&tag)
    if tags.count >= Self.capacity { tags.removeAll() }
    tags[locale] = tag
    return tag
  }

  /// The tags of `locales` that a service has data for (`supportedLocalesOf`).
  func supportedLocales(_ locales: [String], options: IntlOptions, method: String)
    throws(IntlError) -> [String]
  {
    let tags = try canonicalLocales(locales)
    try OptionReader(options: options, service: method).checkMatcher()
    var result: [String] = []
    for tag in tags where try bestAvailable(tag) != nil { result.append(tag.text) }
    return result
  }

  /// The first tag with data, or the default, with those of its Unicode keywords that `keys` names
  /// and that are valid.
  func resolveLocale(_ tags: [LanguageTag], keys: Set<String>) throws(IntlError) -> LanguageTag {
    for tag in tags {
      guard var found = try bestAvailable(tag) else { continue }
      for keyword in tag.keywords where keys.contains(keyword.key) {
        if try isValid(keyword, for: found) { found.keywords.append(keyword) }
      }
      return found
    }
    return try availableDefault()
  }

  /// ICU's name of a tag, extensions included.
  func icuName(_ tag: LanguageTag) throws(IntlError) -> String {
    if tag.keywords.isEmpty, tag.attributes.isEmpty, tag.extensions.isEmpty, tag.privateUse.isEmpty,
      tag.variants.isEmpty
    {
      return tag.baseName
    }
    return try ICULibrary.shared().localeName(ofTag: tag.text)
  }

  /// The default locale if there is data for it, else American English.
  func availableDefault() throws(IntlError) -> LanguageTag {
    if let checkedDefault { return checkedDefault }
    if defaultLocale == LanguageTag(language: "en", region: "US") { return defaultLocale }
    var tag = defaultLocale
    try replaceOutdated(&tag)
    let found = try bestAvailable(tag) ?? LanguageTag(language: "en", region: "US")
    checkedDefault = found
    return found
  }

  private func bestAvailable(_ tag: LanguageTag) throws(IntlError) -> LanguageTag? {
    var candidate = tag.base
    while true {
      if try isAvailable(candidate.baseName) { return candidate }
      if !candidate.variants.isEmpty {
        candidate.variants.removeLast()
      } else if !candidate.region.isEmpty {
        candidate.region = ""
      } else if !candidate.script.isEmpty {
        candidate.script = ""
      } else {
        return nil
      }
    }
  }

  private func isAvailable(_ name: String) throws(IntlError) -> Bool {
    if let known = available[name] { return known }
    let found = try ICULibrary.shared().hasLocale(name)
    if available.count >= 256 { available.removeAll() }
    available[name] = found
    return found
  }

  private func isValid(_ keyword: LanguageTag.Keyword, for tag: LanguageTag) throws(IntlError)
    -> Bool
  {
    switch keyword.key {
    case "ca": try isCalendar(keyword.value, for: tag)
    case "nu": try isNumberingSystem(keyword.value)
    case "hc": ["h11", "h12", "h23", "h24"].contains(keyword.value)
    case "kn": ["", "true", "false"].contains(keyword.value)
    case "kf": ["upper", "lower", "false"].contains(keyword.value)
    case "co": try isCollation(keyword.value, for: tag)
    default: false
    }
  }

  func isCalendar(_ name: String, for tag: LanguageTag) throws(IntlError) -> Bool {
    try ICULibrary.shared().calendars(for: tag.baseName).contains(name)
  }

  func isCollation(_ name: String, for tag: LanguageTag) throws(IntlError) -> Bool {
    if ["standard", "search"].contains(name) { return false }
    return try ICULibrary.shared().collations(for: tag.baseName).contains(name)
  }

  func isNumberingSystem(_ name: String) throws(IntlError) -> Bool {
    guard !["native", "traditio", "finance"].contains(name) else { return false }
    return try ICULibrary.shared().hasDigits(numberingSystem: name)
  }

  private func replaceOutdated(_ tag: inout LanguageTag) throws(IntlError) {
    let isCommon = tag.language == "en" && ["US", "GB", ""].contains(tag.region)
    if isCommon, tag.script.isEmpty, tag.variants.isEmpty { return }
    let icu = try ICULibrary.shared()
    for variant in tag.variants {
      if variant == "posix", tag.keyword("va") == nil {
        tag.variants.removeAll { $0 == variant }
        tag.setKeyword("va", "posix")
      } else if let new = icu.replacement("language", "\(tag.language)_\(variant)") {
        tag.variants.removeAll { $0 == variant }
        tag.language = new
      }
    }
    if let new = icu.replacement("language", tag.language) {
      let parts = new.split(separator: "_").map(String.init)
      tag.language = parts.first ?? tag.language
      for part in parts.dropFirst() {
        if part.utf8.count == 4 {
          if tag.script.isEmpty { tag.script = part }
        } else if tag.region.isEmpty {
          tag.region = part
        }
      }
    }
    if !tag.region.isEmpty, let new = icu.replacement("territory", tag.region) {
      let candidates = new.split(separator: " ").map(String.init)
      // Of several successors the likely one for the language is taken.
      var plain = tag.base
      plain.region = ""
      let likely = try icu.withLikelySubtags(plain.baseName).split(separator: "_").last
      tag.region = candidates.first { $0 == likely.map(String.init) } ?? candidates.first ?? ""
    }
    if !tag.script.isEmpty, let new = icu.replacement("script", tag.script) { tag.script = new }
  }
}
