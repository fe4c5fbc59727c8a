internal import PantileJSON

// The props of an element: names, types and values.

extension LintRun {
  mutating func collect(_ props: Int, into holder: inout PropHolder) {
    var seen: [ShortName: Bool] = [:]
    var child = tree.first(props)
    while let member = child {
      let name = name(of: member, &seen)
      holder.append(member, name)
      child = tree.next(member)
    }
  }

  /// The name of a member of props or of a style, in whichever form; notes when both forms occur.
  mutating func name(of member: Int, _ seen: inout [ShortName: Bool]) -> ShortName? {
    let key = tree.key(member)
    let full = ShortName(key)
    guard let name = full ?? ShortName(short: key) else { return nil }
    let isFull = full != nil
    if let before = seen[name], before != isFull, name.full != name.short {
      note(
        .ambiguousName, at: member, atKey: true,
        "\"\(name.full)\" and \"\(name.short)\" are one name, and which of the two counts is left "
          + "open")
    }
    seen[name] = isFull
    return name
  }

  mutating func checkProps(_ holder: PropHolder) {
    for (name, member) in holder.members {
      if name == .style {
        checkStyleProp(member)
      } else if name == .modifiers {
        checkModifiers(member)
      } else if let name, let rule = holder.rule(name) {
        checkProp(member, rule, holder)
      } else if tree.kind(member) == .null {
        noteNull(member)
      }
    }
    for rule in PropHolder.rules[Int(holder.component.rawValue)].values where rule.isRequired {
      checkRequired(rule, holder)
    }
  }

  private mutating func noteNull(_ member: Int) {
    note(
      .nullProp, .warning, at: member, atKey: true,
      "\(shown(tree.key(member))) is null, as NaN and infinities are in JSON; it counts as absent",
      fix: .remove(member))
  }

  private mutating func checkRequired(_ rule: PropRule, _ holder: PropHolder) {
    if let value = holder.value(rule.name), tree.kind(value) != .null {
      guard tree.kind(value) == .string, tree.stringByteCount(value) == 0 else { return }
    }
    let effect =
      holder.component == .mask ? "everything in it is hidden" : "its children are no link"
    note(
      .missingRequired, at: holder.element,
      "a \(holder.component.name) needs \"\(rule.name.full)\" (\"\(rule.name.short)\"); without it "
        + effect)
  }

  // MARK: Types

  private mutating func checkProp(_ member: Int, _ rule: PropRule, _ holder: PropHolder) {
    let kind = tree.kind(member)
    if kind == .null { return noteNull(member) }
    switch rule.kind {
    case .node: return markNode(member)
    case .string, .jsonString:
      guard kind == .string else { return noteType(member, rule, holder) }
    case .number:
      guard kind == .number else { return noteType(member, rule, holder) }
    case .boolean:
      guard kind == .bool else { return noteType(member, rule, holder) }
    }
    guard kind == .string, let text = tree.string(member) else { return }
    if rule.kind == .jsonString {
      checkJSON(text, member, rule)
    } else {
      checkText(text, member, rule, holder)
    }
  }

  private mutating func noteType(_ member: Int, _ rule: PropRule, _ holder: PropHolder) {
    let wanted =
      switch rule.kind {
      case .number: "a number"
      case .boolean: "true or false"
      case .jsonString: "a string of JSON"
      default: "a string"
      }
    note(
      .paramType, at: member,
      "\"\(rule.name.full)\" is \(shown(member)), not \(wanted)" + lost(with: rule, holder))
  }

  /// The parameters that a device drops together with a wrong one.
  private func lost(with rule: PropRule, _ holder: PropHolder) -> String {
    guard hasRoom else { return "" }
    var names: [String] = []
    for (name, member) in holder.members {
      guard let name, let other = holder.rule(name), other.kind != .node,
        tree.kind(member) != .null, !names.contains(name.full)
      else { continue }
      names.append(name.full)
    }
    let list = names.filter { $0 != rule.name.full }
    guard !list.isEmpty else { return "; the device takes its default" }
    return "; the device loses \(list.joined(separator: ", ")) with it"
  }

  // MARK: Texts

  private mutating func checkText(
    _ text: String, _ member: Int, _ rule: PropRule, _ holder: PropHolder
  ) {
    switch rule.name {
    case .tintColor, .trackColor, .progressColor:
      checkColor(member, named: rule.name.full)
    case .colors: checkColors(text, member, hasPlaces: false)
    case .stops: checkColors(text, member, hasPlaces: true)
    case .startPoint, .endPoint: checkPoint(text, member, rule)
    case .alignment: checkAlignment(text, member, rule, holder)
    default:
      let ignoresCase = rule.name == .buttonStyle
      if !rule.values.isEmpty { checkEnum(text, rule.values, ignoresCase, member, rule) }
    }
  }

  private mutating func checkEnum(
    _ text: String, _ values: [String], _ ignoresCase: Bool, _ member: Int, _ rule: PropRule
  ) {
    let isKnown = values.contains {
      $0 == text || ignoresCase && $0.lowercased() == text.lowercased()
    }
    guard !isKnown else { return }
    note(
      .enumValue, .warning, at: member,
      "\"\(rule.name.full)\" is \(shown(text)), none of \(values.joined(separator: ", "))")
  }

  private static let places = [
    "center", "leading", "trailing", "top", "bottom", "topLeading", "topTrailing",
    "bottomLeading", "bottomTrailing",
  ]

  private mutating func checkAlignment(
    _ text: String, _ member: Int, _ rule: PropRule, _ holder: PropHolder
  ) {
    let values =
      switch holder.component {
      case .hStack: rule.values + ["firstTextBaseline", "lastTextBaseline"]
      case .zStack: Self.places
      default: rule.values
      }
    checkEnum(text, values, true, member, rule)
  }

  private mutating func checkPoint(
    _ text: String, _ member: Int, _ rule: PropRule
  ) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let isPair =
      parts.count == 2
      && parts.allSatisfy { TextCursor.number(TextCursor.trimmed(Array($0)[...])) != nil }
    if isPair { return }
    checkEnum(text, Self.places, true, member, rule)
  }

  private mutating func checkColors(
    _ text: String, _ member: Int, hasPlaces: Bool
  ) {
    if text.isEmpty { return }
    for piece in text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
      var color = piece
      if hasPlaces, let at = piece.lastIndex(of: UInt8(ascii: "@")) { color = piece[..<at] }
      let name = String(decoding: color, as: UTF8.self)
      if ColorValue(name) == nil {
        return noteColor(name, member, tree.key(member))
      }
    }
  }

  // MARK: Colours

  /// Looks at a value that should be the text of a colour.
  mutating func checkColor(_ value: Int, named name: String) {
    guard let text = tree.string(value) else {
      if tree.kind(value) == .null { return }
      return note(
        .badColor, at: value,
        "\"\(name)\" is \(shown(value)), not the text of a colour")
    }
    if ColorValue(text) == nil { noteColor(text, value, name) }
  }

  mutating func noteColor(_ text: String, _ value: Int, _ name: String) {
    note(
      .badColor, at: value,
      "\(shown(text)) in \"\(name)\" is no colour" + Self.colorHint(text))
  }

  private static func colorHint(_ text: String) -> String {
    let bytes = TextCursor.normalized(text)
    if bytes.first == UInt8(ascii: "#"), [4, 5, 7, 9].contains(bytes.count) {
      return "; a device reads it up to the first character that is no digit"
    }
    switch String(decoding: bytes, as: UTF8.self) {
    case "grey": return "; a device knows \"gray\""
    case let name where name.contains("-gradient("): return "; a gradient goes in backgroundColor"
    default: return "; the device ignores it"
    }
  }

  // MARK: JSON in strings

  private mutating func checkJSON(
    _ text: String, _ member: Int, _ rule: PropRule
  ) {
    if rule.name == .source { return checkSource(text, member) }
    let inner: SourceTree
    do throws(JSONError) {
      inner = try SourceTree(Array(text.utf8))
    } catch {
      return note(
        .badType, at: member,
        "\"\(rule.name.full)\" holds no JSON: \(error.code.message)")
    }
    switch rule.name {
    case .marks: checkMarks(inner, member)
    case .textTemplates: checkTemplates(inner, member)
    case .foregroundStyleScale: checkScale(inner, member)
    case .xAxisGridStyle, .yAxisGridStyle: checkGrid(inner, member, rule)
    default: break
    }
  }

  private mutating func checkModifiers(_ member: Int) {
    if tree.kind(member) == .null { return noteNull(member) }
    guard let text = tree.string(member) else {
      return note(
        .badType, at: member,
        "\"modifiers\" is \(tree.kind(member).noun), not a string of JSON, and is ignored")
    }
    let inner: SourceTree
    do throws(JSONError) {
      inner = try SourceTree(Array(text.utf8))
    } catch {
      return note(
        .badType, at: member,
        "\"modifiers\" holds no JSON: \(error.code.message)")
    }
    let root = SourceTree.root
    let isList = inner.kind(root) == .array
    var isSound = isList
    for item in isList ? inner.children(root) : [] {
      if inner.text("$type", of: item) == nil { isSound = false }
    }
    guard !isSound else { return }
    note(
      .badType, at: member,
      isList
        ? "a modifier without a \"$type\" of text is dropped"
        : "\"modifiers\" holds \(inner.kind(root).noun), not an array, and is ignored")
  }
}
