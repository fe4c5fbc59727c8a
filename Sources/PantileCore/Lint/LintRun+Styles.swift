internal import PantileJSON

/// What the linter remembers of a style.
struct StyleFacts {
  /// Whether it fills the widget.
  var isFull = false
  /// Whether the background is a gradient.
  var hasGradient = false
  /// Whether its colour is black, white or close to a grey.
  var isNeutral = false
}

// Styles: keys and values.

extension LintRun {
  mutating func checkStyleProp(_ member: Int) {
    switch tree.kind(member) {
    case .object: if isReadable(member) { roles[member] = .style }
    case .null:
      note(
        .nullProp, .warning, at: member, atKey: true,
        "the style is null and counts as absent", fix: .remove(member))
    case .number:
      guard let index = tree.integer(member), sharedStyles.indices.contains(index) else {
        return note(
          .styleOutOfRange, at: member,
          sharedStyles.isEmpty
            ? "there is no s[\(shown(member))], since the payload shares no styles"
            : "there is no s[\(shown(member))]; the last one is s[\(sharedStyles.count - 1)]")
      }
      usedStyles[index] = true
    default:
      note(
        .badType, at: member,
        "the style is \(tree.kind(member).noun), neither an index nor an object, and counts as "
          + "absent")
    }
  }

  mutating func checkStyle(_ style: Int) {
    guard tree.kind(style) == .object else { return }
    var seen: [ShortName: Bool] = [:]
    var child = tree.first(style)
    while let member = child {
      let key = name(of: member, &seen)?.full ?? tree.key(member)
      checkStyleMember(member, key)
      child = tree.next(member)
    }
  }

  private mutating func checkStyleMember(_ member: Int, _ key: String) {
    let kind = tree.kind(member)
    if kind == .object || kind == .array { checkNested(member) }
    guard let rule = StyleRule.all[key] else {
      return note(
        .ignoredStyle, .warning, at: member, atKey: true,
        "\(shown(key)) is no style key; a device ignores it")
    }
    if kind == .null, rule.kind != .unread {
      return note(
        .nullProp, .warning, at: member, atKey: true,
        "\(shown(key)) is null, as NaN and infinities are in JSON; it counts as absent",
        fix: .remove(member))
    }
    switch rule.kind {
    case .unread:
      note(
        .ignoredStyle, .warning, at: member, atKey: true,
        "\"\(key)\" is never read on iOS" + Self.unreadHint(key))
    case .size: checkSize(member, key)
    case .number, .integer: checkNumber(member, key, rule.kind)
    case .color: checkColor(member, named: key)
    case .background: checkBackground(member, key)
    case .fontWeight: checkWeight(member, rule)
    case .keyword: checkKeyword(member, key, rule)
    case .decoration: checkDecoration(member, key)
    case .fontVariant: checkVariants(member, key, rule)
    case .transform: checkTransform(member)
    case .offset: checkOffset(member)
    case .text: if kind != .string { noteIgnored(member, key, "a string") }
    }
    if key == "glassEffect", !["none", "identity"].contains(tree.string(member)?.lowercased()) {
      checkSystem(26, member, "\"glassEffect\"")
    }
  }

  private static func unreadHint(_ key: String) -> String {
    switch key {
    case "backgroundImage": "; a gradient goes in backgroundColor"
    case "right", "bottom": "; place with left and top"
    default: ""
    }
  }

  // MARK: Kinds of values

  private mutating func noteIgnored(_ member: Int, _ key: String, _ wanted: String) {
    note(
      .ignoredStyle, .warning, at: member,
      "\"\(key)\" is \(shown(member)), not \(wanted), and a device ignores it")
  }

  private mutating func checkSize(_ member: Int, _ key: String) {
    if tree.kind(member) == .number { return }
    if let text = tree.string(member), SizeValue(text) != nil { return }
    noteIgnored(member, key, "a number, \"100%\" or \"auto\"")
  }

  private mutating func checkNumber(_ member: Int, _ key: String, _ kind: StyleRule.Kind) {
    if let number = tree.number(member) {
      guard kind == .integer, Int(exactly: number) == nil else { return }
      return noteIgnored(member, key, "a whole number")
    }
    if let text = tree.string(member), TextCursor.number(Array(text.utf8)[...]) != nil {
      return note(
        .stringNumber, .warning, at: member,
        "\"\(key)\" is the string \(shown(text)), and a device reads only numbers here")
    }
    noteIgnored(member, key, "a number")
  }

  private mutating func checkKeyword(_ member: Int, _ key: String, _ rule: StyleRule) {
    guard let text = tree.string(member) else { return noteIgnored(member, key, "a string") }
    let isKnown = rule.values.contains {
      $0 == text || rule.ignoresCase && $0 == text.lowercased()
    }
    guard !isKnown else { return }
    note(
      .enumValue, .warning, at: member,
      "\"\(key)\" is \(shown(text)), none of " + rule.values.joined(separator: ", "))
  }

  private mutating func checkDecoration(_ member: Int, _ key: String) {
    guard let text = tree.string(member) else { return noteIgnored(member, key, "a string") }
    let known = ["underline", "line-through", "strikethrough", "none"]
    guard text.utf8.count > 200 || !known.contains(where: { text.contains($0) }) else { return }
    note(
      .enumValue, .warning, at: member,
      "\"\(key)\" is \(shown(text)), none of " + known.joined(separator: ", "))
  }

  private mutating func checkVariants(_ member: Int, _ key: String, _ rule: StyleRule) {
    let list = tree.kind(member) == .array ? tree.children(member) : [member]
    for item in list {
      guard let text = tree.string(item) else {
        noteIgnored(item, key, "a string or an array of strings")
        continue
      }
      guard !rule.values.contains(text) else { continue }
      note(
        .enumValue, .warning, at: item,
        "\"\(key)\" is \(shown(text)), none of " + rule.values.joined(separator: ", "))
    }
  }

  // MARK: Text and colour

  private mutating func checkWeight(_ member: Int, _ rule: StyleRule) {
    let number = tree.number(member)
    if number == 400 { return }
    if let text = tree.string(member), rule.values.contains(text) { return }
    let known = Self.weight(number.map { Self.text($0) } ?? tree.string(member))
    let fix = known.map { Fix.edits([replacement(of: member, with: "\"\($0)\"")]) } ?? .none
    note(
      .fontWeight, .warning, at: member,
      "the font weight \(shown(member)) is drawn as regular; a device knows "
        + "\"100\", \"300\" to \"900\" as text, and names from thin to heavy",
      fix: fix)
  }

  /// The weight as a device takes it.
  private static func weight(_ text: String?) -> String? {
    switch text {
    case "100", "200", "thin", "ultralight", "ultraLight": "100"
    case "300", "500", "600", "700", "800", "900": text
    case "black": "900"
    default: nil
    }
  }

  private mutating func checkBackground(_ member: Int, _ key: String) {
    guard let text = tree.string(member), GradientValue.isGradient(text) else {
      return checkColor(member, named: key)
    }
    guard let gradient = GradientValue(text) else {
      return note(
        .badColor, at: member,
        "\(shown(text)) in \"\(key)\" is no gradient that a device reads, and there is no "
          + "background")
    }
    guard case .linear(.angle(let degrees)) = gradient.kind else { return }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let angle = turned < 0 ? turned + 360 : turned
    if angle == 90 || angle == 270 { return }
    note(
      .gradientAngle, .warning, at: member,
      "a device mirrors the angle \(Self.text(degrees))deg, so that 0deg runs down; write "
        + "\"\(Self.side(angle))\" for what it means in CSS")
  }

  /// The side or corner that an angle of CSS runs to, or the next one.
  private static func side(_ angle: Double) -> String {
    let sides = [
      "to top", "to top right", "to right", "to bottom right", "to bottom", "to bottom left",
      "to left", "to top left",
    ]
    return sides[Int((angle / 45).rounded()) % 8]
  }

  // MARK: Nested objects

  /// Looks for short names where a device reads only long ones, in two levels.
  private mutating func checkNested(_ member: Int) {
    let items = tree.kind(member) == .array ? tree.children(member) : [member]
    for item in items where tree.kind(item) == .object {
      for inner in tree.children(item) {
        let key = tree.key(inner)
        if tree.kind(inner) == .null {
          note(
            .nullProp, .warning, at: inner, atKey: true,
            "\(shown(key)) is null, as NaN and infinities are in JSON; it counts as absent",
            fix: .remove(inner))
        }
        guard ShortName(key) == nil, let name = ShortName(short: key), name.full != key else {
          continue
        }
        noteShortName(inner, key, name.full, in: member)
      }
    }
  }

  private mutating func noteShortName(_ inner: Int, _ key: String, _ full: String, in member: Int) {
    let found =
      "names within \(shown(tree.key(member))) stay long, and a device ignores \"\(key)\""
    guard ["width", "height", "scale"].contains(full) else {
      return note(.nestedShortName, at: inner, atKey: true, found)
    }
    let start = tree.keyStart(inner)
    let edit = LintFinding.Edit(
      range: start..<start + key.utf8.count + 2, replacement: "\"\(full)\"")
    note(
      .nestedShortName, at: inner, atKey: true, found + "; write \"\(full)\"",
      fix: .edits([edit]))
  }

  private mutating func checkTransform(_ member: Int) {
    guard tree.kind(member) == .array else {
      return noteIgnored(member, "transform", "an array of objects")
    }
    for item in tree.children(member) {
      guard tree.kind(item) == .object else {
        noteIgnored(item, "transform", "an object")
        continue
      }
      for part in tree.children(item) where tree.kind(part) != .null {
        checkTransform(part, named: tree.key(part))
      }
    }
  }

  private mutating func checkTransform(_ part: Int, named key: String) {
    switch key {
    case "rotate", "rotateZ":
      if tree.kind(part) == .number { return }
      if let text = tree.string(part), AngleValue(text) != nil { return }
      noteIgnored(part, key, "an angle such as \"45deg\"")
    case "scale", "scaleX", "scaleY": checkNumber(part, key, .number)
    default:
      // A short name has its own finding.
      if ShortName(key) == nil, ShortName(short: key) != nil { return }
      note(
        .ignoredStyle, .warning, at: part, atKey: true,
        "a device ignores the transformation \(shown(key)); it knows rotate, rotateZ, scale, "
          + "scaleX and scaleY")
    }
  }

  private mutating func checkOffset(_ member: Int) {
    guard tree.kind(member) == .object else {
      return noteIgnored(member, "shadowOffset", "an object with \"width\" and \"height\"")
    }
    for key in ["width", "height"] as [StaticString] {
      guard let part = tree.member(key, of: member), tree.kind(part) != .null else { continue }
      checkNumber(part, key.description, .number)
    }
  }
}

// MARK: - Contrast

extension LintRun {
  /// Remembers gradients from edge to edge, and text in neutral colours.
  mutating func noteColors(_ holder: PropHolder) {
    guard options.kind == .widget, let style = style(of: holder) else { return }
    let facts = facts(of: style)
    if holder.component == .text, facts.isNeutral { markNeutral(holder.element) }
    if facts.isFull, facts.hasGradient || holder.component == .linearGradient {
      fullGradients.append(holder.element)
    }
  }

  /// The style of an element: its own object, or the shared one.
  private func style(of holder: PropHolder) -> Int? {
    guard let member = holder.value(.style) else { return nil }
    if tree.kind(member) == .object { return member }
    guard let index = tree.integer(member), sharedStyles.indices.contains(index) else { return nil }
    return tree.kind(sharedStyles[index]) == .object ? sharedStyles[index] : nil
  }

  private mutating func facts(of style: Int) -> StyleFacts {
    if let known = styleFacts[style] { return known }
    var facts = StyleFacts()
    var fills = 0
    for member in tree.children(style) {
      let key = tree.key(member)
      switch (ShortName(key) ?? ShortName(short: key)).map({ $0 }) {
      case .flex?, .flexGrow?:
        if let number = tree.number(member), number > 0 { facts.isFull = true }
      case .width?, .height?: if tree.string(member) == "100%" { fills += 1 }
      case .backgroundColor?:
        facts.hasGradient = tree.string(member).map { GradientValue.isGradient($0) } ?? false
      case .color?:
        facts.isNeutral = tree.string(member).flatMap { ColorValue($0) }?.isNeutral ?? false
      default: break
      }
    }
    facts.isFull = facts.isFull || fills == 2
    styleFacts[style] = facts
    return facts
  }

  /// Marks a value and all around it.
  private mutating func markNeutral(_ value: Int) {
    var value = value
    while value > 0, !holdsNeutralText[value] {
      holdsNeutralText[value] = true
      value = tree.parent(value)
    }
  }

  mutating func checkContrast() {
    guard !fullGradients.isEmpty else { return }
    for owner in owners {
      for reference in owner.references where holdsNeutralText[sharedElements[reference.target]] {
        markNeutral(reference.value)
      }
    }
    for element in fullGradients {
      var isBehind = holdsNeutralText[element]
      let array = tree.parent(element)
      if array > 0, tree.kind(array) == .array {
        let stack = tree.parent(array)
        isBehind =
          isBehind || components[stack] == Component.zStack.rawValue && holdsNeutralText[stack]
      }
      guard isBehind else { continue }
      note(
        .tintedContrast, .warning, at: element,
        "a tinted widget drops a gradient from edge to edge and draws black, white or grey text on "
          + "it in the primary colour; check that it can be read")
    }
  }
}
