internal import PantileJSON

// What single components ask for.

extension LintRun {
  mutating func checkComponent(_ holder: PropHolder, id: String?) {
    switch holder.component {
    case .button, .toggle: checkInteractive(holder, id)
    case .image: checkImage(holder)
    case .gauge: checkGauge(holder)
    case .linearProgressView, .circularProgressView: checkProgress(holder)
    case .timer: checkTimer(holder)
    case .chart: checkSystem(16, holder.element, "Chart")
    case .glassContainer: checkSystem(26, holder.element, "the glass")
    default: break
    }
    noteColors(holder)
  }

  /// Notes what needs a newer system than the target.
  mutating func checkSystem(_ version: Int, _ value: Int, _ name: String) {
    guard version > options.targetIOS else { return }
    note(
      .availability, .warning, at: value,
      "\(name) needs iOS \(version), and the target is iOS \(options.targetIOS)")
  }

  // MARK: Interaction

  private mutating func checkInteractive(_ holder: PropHolder, _ id: String?) {
    let name = holder.component.name.description
    checkSystem(17, holder.element, "a \(name)")
    guard let id, !id.isEmpty else {
      return note(
        .interactiveWithoutID, .warning, at: holder.element,
        "a \(name) without an id sends events that cannot be told apart")
    }
    if owner < owners.count { owners[owner].interactive.append((Array(id.utf8), holder.element)) }
  }

  /// Looks for ids that two buttons or toggles of one family share.
  mutating func checkInteractiveIDs() {
    var reported = Set<Int>()
    for family in sharedElements.count..<owners.count {
      var places: [[UInt8]: [Int]] = [:]
      var visits = [UInt8](repeating: 0, count: sharedElements.count)
      var stack = [family]
      while let index = stack.popLast() {
        if index < visits.count {
          // A third use would show nothing new.
          if visits[index] == 2 { continue }
          visits[index] += 1
        }
        for item in owners[index].interactive { places[item.id, default: []].append(item.value) }
        for reference in owners[index].references { stack.append(reference.target) }
      }
      let name = owners[family].name
      for (id, values) in places where values.count > 1 {
        for value in values.sorted().dropFirst() where reported.insert(value).inserted {
          note(
            .duplicateInteractiveID, .warning, at: value,
            "the id \(shown(String(decoding: id, as: UTF8.self))) is on two buttons or toggles of "
              + "\(name), whose events cannot be told apart")
        }
      }
    }
  }

  // MARK: Images

  private mutating func checkImage(_ holder: PropHolder) {
    if let mode = holder.value(.accentedRenderingMode), tree.kind(mode) == .string {
      checkSystem(18, mode, "\"accentedRenderingMode\"")
    }
    if let source = holder.value(.source), tree.kind(source) != .null { return }
    note(
      .imageSource, .warning, at: holder.element,
      "an Image without \"source\" shows its fallback or nothing")
  }

  mutating func checkSource(_ text: String, _ member: Int) {
    let inner: SourceTree
    do throws(JSONError) {
      inner = try SourceTree(Array(text.utf8))
    } catch {
      return note(
        .imageSource, at: member,
        "the source holds no JSON: \(error.code.message)")
    }
    let root = SourceTree.root
    let base64 = inner.text("base64", of: root)
    let asset = inner.text("assetName", of: root)
    var address = inner.member("uri", of: root)
    if address == nil { address = inner.member("url", of: root) }
    if base64 != nil, asset != nil {
      note(
        .imageSource, at: member,
        "the source has both \"base64\" and \"assetName\"; the device takes the first")
    } else if base64 == nil, asset == nil, address == nil {
      note(
        .imageSource, at: member,
        "the source has neither \"base64\" nor \"assetName\", and the image is not shown")
    }
    if address != nil || Self.isAddress(asset) || Self.isAddress(base64) {
      note(
        .imageSource, .warning, at: member,
        "the source is a URL, and a device loads none; name an asset or a preloaded image")
    } else if let base64, base64.utf8.count > 4_096 {
      note(
        .imageSource, .warning, at: member,
        "the source has \(base64.utf8.count) bytes of base64, where 4096 are many; preload the "
          + "image and name it")
    }
  }

  private static func isAddress(_ text: String?) -> Bool {
    guard let text else { return false }
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("data:")
  }

  // MARK: Ranges

  private func number(_ name: ShortName, _ holder: PropHolder) -> Double? {
    holder.value(name).flatMap { tree.number($0) }
  }

  private mutating func checkGauge(_ holder: PropHolder) {
    let lower = number(.minimumValue, holder) ?? 0
    let upper = number(.maximumValue, holder) ?? 1
    guard lower >= upper else { return }
    let effect = lower > upper ? ", which ends the widget's process" : ""
    note(
      .badRange, at: holder.element,
      "the range from \(Self.text(lower)) to \(Self.text(upper)) is no range"
        + effect, fix: lower > upper ? .edits(swapping(lower, upper, holder)) : .none)
  }

  /// Swaps the bounds, and moves the value between them.
  private func swapping(
    _ lower: Double, _ upper: Double, _ holder: PropHolder
  ) -> [LintFinding.Edit] {
    var edits: [LintFinding.Edit] = []
    var added = ""
    for (name, number) in [(ShortName.minimumValue, upper), (.maximumValue, lower)] {
      if let value = holder.value(name) {
        edits.append(replacement(of: value, with: Self.text(number)))
      } else {
        added += ",\"\(name.short)\":\(Self.text(number))"
      }
    }
    if !added.isEmpty, let last = holder.members.last {
      let end = tree.end(last.value)
      if edits.contains(where: { $0.range.upperBound == end }) {
        edits[edits.count - 1].replacement += added
      } else {
        edits.append(LintFinding.Edit(range: end..<end, replacement: added))
      }
    }
    if let value = holder.value(.value), let number = tree.number(value) {
      let clamped = min(max(number, upper), lower)
      if clamped != number { edits.append(replacement(of: value, with: Self.text(clamped))) }
    }
    return edits
  }

  private mutating func checkProgress(_ holder: PropHolder) {
    guard let value = holder.value(.maximumValue), let upper = tree.number(value), upper <= 0
    else { return }
    note(
      .badRange, at: value,
      "\"maximumValue\" is \(Self.text(upper)), and the range begins with 0")
  }

  // MARK: Timers

  private mutating func checkTimer(_ holder: PropHolder) {
    if number(.endAtMs, holder) != nil || number(.durationMs, holder) != nil { return }
    let isUp = holder.value(.direction).flatMap { tree.string($0) } == "up"
    if isUp, number(.startAtMs, holder) != nil { return }
    note(
      .timerFrozen, .warning, at: holder.element,
      "a Timer without \"endAtMs\" or \"durationMs\" shows nothing, unless it counts up from "
        + "\"startAtMs\"")
  }

  mutating func checkTemplates(_ inner: borrowing SourceTree, _ member: Int) {
    let root = SourceTree.root
    guard inner.kind(root) == .object else {
      return note(
        .badType, at: member,
        "\"textTemplates\" holds \(inner.kind(root).noun), not an object")
    }
    guard let text = inner.text("running", of: root),
      !text.contains("{time}"), ClockText.holdsClock(text)
    else { return }
    note(
      .timerFrozen, .warning, at: member,
      "the template \(shown(text)) has a clock written out and no {time}, and stands still")
  }

  // MARK: Charts

  private static let marks = ["bar", "line", "area", "point", "rule", "sector"]

  mutating func checkMarks(_ inner: borrowing SourceTree, _ member: Int) {
    let root = SourceTree.root
    guard inner.kind(root) == .array else {
      return note(
        .badType, at: member,
        "\"marks\" holds \(inner.kind(root).noun), not an array, and no mark is shown")
    }
    var hasSector = false
    for mark in inner.children(root) {
      let parts = inner.childCount(mark) < 16 ? inner.children(mark) : []
      guard inner.kind(mark) == .array, parts.count >= 3, let type = inner.string(parts[0]),
        inner.kind(parts[2]) == .object
      else {
        note(
          .badType, at: member,
          "mark \(inner.place(mark)) is no array of a type, points and an object, and is skipped")
        continue
      }
      if !Self.marks.contains(type) {
        note(
          .enumValue, .warning, at: member,
          "mark \(inner.place(mark)) is \(shown(type)), none of "
            + Self.marks.joined(separator: ", "))
      }
      hasSector = hasSector || type == "sector"
      if let color = inner.text("c", of: parts[2]),
        ColorValue(color) == nil
      {
        noteColor(color, member, "marks")
      }
    }
    if hasSector { checkSystem(17, member, "a sector mark") }
  }

  mutating func checkScale(_ inner: borrowing SourceTree, _ member: Int) {
    let root = SourceTree.root
    guard inner.kind(root) == .array else {
      return note(
        .badType, at: member,
        "\"foregroundStyleScale\" holds \(inner.kind(root).noun), not an array of pairs")
    }
    for pair in inner.children(root) where inner.childCount(pair) == 2 {
      guard let color = inner.string(inner.children(pair)[1]) else { continue }
      if ColorValue(color) == nil {
        noteColor(color, member, "foregroundStyleScale")
      }
    }
  }

  mutating func checkGrid(
    _ inner: borrowing SourceTree, _ member: Int, _ rule: PropRule
  ) {
    let root = SourceTree.root
    var color = inner.text("c", of: root)
    if color == nil { color = inner.text("color", of: root) }
    if let text = color, ColorValue(text) == nil {
      noteColor(text, member, rule.name.full)
    }
  }
}
