// The outermost object: version, families or regions, and registries.

extension LintRun {
  /// Looks at the outermost object and gives roles to what it holds; false where there is nothing
  /// to look at.
  mutating func checkEnvelope() -> Bool {
    let root = SourceTree.root
    guard tree.kind(root) == .object else {
      note(.noFamily, at: root, "the payload is \(tree.kind(root).noun); \(expectation)")
      return false
    }
    let members = tree.children(root)
    let parts = parts(members)
    guard !parts.isEmpty else {
      noteNoPart(members)
      return false
    }
    checkVersion()
    if let elements = registry("e") { addElements(elements) }
    if let styles = registry("s") { addStyles(styles) }
    for part in parts { addPart(part, amongOthers: parts.count > 1) }
    if options.kind == .widget { noteOtherKeys(members) } else { checkTints() }
    starts = owners.indices.map { (owners[$0].value, $0) }.sorted { $0.value < $1.value }
    return true
  }

  private var expectation: String {
    switch options.kind {
    case .widget:
      "a device shows a widget from one of "
        + Family.allCases.map { $0.name.description }.joined(separator: ", ")
    case .liveActivity:
      "a device shows a Live Activity from one of "
        + Region.allCases.map { $0.key.description }.joined(separator: ", ")
    }
  }

  /// The families or regions; of equal keys the last one.
  private func parts(_ members: [Int]) -> [Int] {
    var last: [String: Int] = [:]
    for member in members {
      let key = tree.key(member)
      if isPart(key) { last[key] = member }
    }
    return last.values.sorted()
  }

  private func isPart(_ key: String) -> Bool {
    options.kind == .widget ? Self.families.contains(key) : Self.regions.contains(key)
  }

  private static let families = Set(Family.allCases.map { $0.name.description })
  private static let regions = Set(Region.allCases.map { $0.key.description })

  // MARK: Other envelopes

  private mutating func noteNoPart(_ members: [Int]) {
    let root = SourceTree.root
    if let found = otherEnvelope(members) {
      note(.wrongEnvelope, at: root, "\(found); \(expectation)")
      if let variants = tree.member("variants", of: root) { checkAndroid(variants) }
    } else if tree.member("t", of: root) != nil || tree.member("$r", of: root) != nil {
      note(.noFamily, at: root, "the payload is a single node; \(expectation)")
    } else {
      note(.noFamily, at: root, "the payload has no key that counts; \(expectation)")
    }
  }

  /// What a payload looks like that is none of its kind.
  private func otherEnvelope(_ members: [Int]) -> String? {
    let keys = members.prefix(64).map { tree.key($0) }
    let otherParts = options.kind == .widget ? Self.regions : Self.families
    let others = keys.filter { otherParts.contains($0) }
    if !others.isEmpty {
      let found = others.map { "\"\($0)\"" }.joined(separator: ", ")
      return options.kind == .widget
        ? "this is a Live Activity, with \(found), and linted as one with --live"
        : "this is a widget, with \(found), and linted as one without --live"
    }
    if keys.contains("variants") { return "\"variants\" makes this a payload for Android" }
    if keys.contains("entries") { return "\"entries\" makes this a timeline and no payload" }
    if keys.contains("collapsed") || keys.contains("expanded") {
      return "\"collapsed\" and \"expanded\" make this a live update for Android"
    }
    if keys.contains("uiJsonData") {
      return
        "\"uiJsonData\" makes this the state of a push, which holds a payload in compressed form"
    }
    let inner = members.filter { !["v", "e", "s"].contains(tree.key($0)) }
    guard inner.count == 1, tree.kind(inner[0]) == .object,
      tree.children(inner[0]).contains(where: { isPart(tree.key($0)) })
    else { return nil }
    return "the payload is wrapped in \(shown(tree.key(inner[0])))"
  }

  // MARK: Version and registries

  private mutating func checkVersion() {
    let isLive = options.kind == .liveActivity
    let severity: LintFinding.Severity = isLive ? .error : .warning
    let effect = isLive ? "a device shows nothing then" : "the format's version is 1"
    guard let version = tree.member("v", of: SourceTree.root) else {
      return note(.version, severity, at: SourceTree.root, "there is no version \"v\"; \(effect)")
    }
    switch tree.kind(version) {
    case .object, .array: noteReserved(version)
    default:
      if tree.number(version) != 1 {
        note(.version, severity, at: version, "the version is \(shown(version)); \(effect)")
      }
    }
  }

  private mutating func noteReserved(_ member: Int) {
    let key = tree.key(member)
    note(
      .reservedFamily, at: member, atKey: true,
      "a family cannot be named \"\(key)\", which is the key of the "
        + (key == "v" ? "version" : key == "e" ? "shared elements" : "styles"))
  }

  /// The entries of `e` or `s`; nil where there are none.
  private mutating func registry(_ key: StaticString) -> [Int]? {
    guard let value = tree.member(key, of: SourceTree.root) else { return nil }
    if tree.kind(value) == .array { return tree.children(value) }
    if tree.member("t", of: value) != nil || tree.member("$r", of: value) != nil {
      noteReserved(value)
    } else {
      note(
        .badType, at: value,
        "\"\(key)\" is \(tree.kind(value).noun), not an array, and counts as absent")
    }
    return nil
  }

  private mutating func addElements(_ elements: [Int]) {
    sharedElements = elements
    usedElements = Array(repeating: false, count: elements.count)
    for (index, element) in elements.enumerated() {
      owners.append(Owner(value: element, name: "e[\(index)]"))
      roles[element] = .node
      var id = tree.text("i", of: element).map { Array($0.utf8) }
      if let target = target(of: element) { id = target < index ? sharedIDs[target] : nil }
      sharedIDs.append(id)
    }
  }

  private mutating func addStyles(_ styles: [Int]) {
    sharedStyles = styles
    usedStyles = Array(repeating: false, count: styles.count)
    // Where the device has each style, and the styles that it keeps.
    var places: [Int] = []
    var kept: [Int] = []
    for (index, style) in styles.enumerated() {
      places.append(kept.count)
      if tree.kind(style) == .object { kept.append(index) }
    }
    for (index, style) in styles.enumerated() {
      if tree.kind(style) == .object {
        roles[style] = .style
      } else {
        note(
          .nullStyle, at: style, nullStyleMessage(index, kept[places[index]...], places),
          fix: .edits([replacement(of: style, with: "{}")]))
      }
    }
  }

  private func nullStyleMessage(
    _ index: Int, _ behind: ArraySlice<Int>, _ places: [Int]
  ) -> String {
    let found = "s[\(index)] is \(tree.kind(sharedStyles[index]).noun), which a device leaves out"
    guard !behind.isEmpty else { return found + "; no other style moves" }
    let list = behind.prefix(5).map { "s[\($0)] to s[\(places[$0])]" }.joined(separator: ", ")
    return found + "; the styles behind it move: " + list + (behind.count > 5 ? " and so on" : "")
  }

  // MARK: Families and regions

  private mutating func addPart(_ part: Int, amongOthers: Bool) {
    let key = tree.key(part)
    switch tree.kind(part) {
    case .object: break
    case .array where tree.childCount(part) > 0:
      if options.kind == .widget { noteArrayRoot(part) } else { checkRegionItems(part) }
    default:
      let noun = tree.kind(part) == .array ? "an empty array" : tree.kind(part).noun
      return note(
        .emptyFamily, options.kind == .widget ? .error : .warning, at: part,
        options.kind == .widget
          ? "\(key) is \(noun): the device shows nothing, and no other family in its place"
          : "the region \(key) is \(noun): the device shows nothing there",
        fix: amongOthers ? .remove(part) : .none)
    }
    owners.append(Owner(value: part, name: key))
    roles[part] = .node
  }

  private mutating func noteArrayRoot(_ part: Int) {
    let root = SourceTree.root
    let isLost = tree.member("s", of: root) != nil || tree.member("e", of: root) != nil
    let key = tree.key(part)
    note(
      .arrayRoot, isLost ? .error : .warning, at: part,
      isLost
        ? "\(key) is an array, and the device loses it beside \"s\" or \"e\"; wrap it in a stack"
        : "\(key) is an array, which the device loses as soon as there is \"s\" or \"e\"; wrap it "
          + "in a stack",
      fix: .edits(wrapping(part)))
  }

  private func wrapping(_ array: Int) -> [LintFinding.Edit] {
    let start = tree.start(array)
    let end = tree.end(array)
    if tree.childCount(array) == 1, let only = tree.first(array), tree.kind(only) == .object {
      return [
        LintFinding.Edit(range: start..<tree.start(only), replacement: ""),
        LintFinding.Edit(range: tree.end(only)..<end, replacement: ""),
      ]
    }
    return [
      LintFinding.Edit(range: start..<start, replacement: "{\"t\":11,\"c\":"),
      LintFinding.Edit(range: end..<end, replacement: "}"),
    ]
  }

  private mutating func checkRegionItems(_ part: Int) {
    for item in tree.children(part) where tree.kind(item) != .object {
      note(
        .badType, at: item,
        "an item of a region is \(tree.kind(item).noun), not an object, and is not shown")
    }
  }

  private mutating func noteOtherKeys(_ members: [Int]) {
    for member in members {
      let key = tree.key(member)
      if isPart(key) || ["v", "e", "s"].contains(key) { continue }
      note(
        .unknownFamily, .warning, at: member, atKey: true,
        "\(shown(key)) is no widget family" + Self.hint(key))
    }
  }

  private static func hint(_ key: String) -> String {
    let found = Family.allCases.first { $0.name.description.lowercased() == key.lowercased() }
    return found.map { "; did you mean \"\($0.name)\"?" } ?? ""
  }

  private mutating func checkTints() {
    for key in ["ls_background_tint", "isl_keyline_tint"] as [StaticString] {
      guard let tint = tree.member(key, of: SourceTree.root) else { continue }
      checkColor(tint, named: key.description)
    }
  }
}
