internal import PantileCore
internal import PantileJSON

// The payload text of patterns and style literals, with gaps where values are not constant.

/// A form while it is put together.
private struct FormDraft: ~Copyable {
  var text = ByteBuffer(capacity: 256)
  /// Where the text behind the last gap begins.
  var start = 0
  var gaps: [PatternGap] = []
  var formGaps: [FormGap] = []

  /// Ends the text so far with a gap.
  mutating func add(_ gap: PatternGap, key: String = "", rule: FormGap.Rule = []) {
    let before = text.count - start
    text.append(utf8: key)
    formGaps.append(FormGap(before: before, key: key.utf8.count, rule: rule))
    gaps.append(gap)
    start = text.count
  }
}

extension Compiler {
  /// Makes the form of a pattern that is stored already.
  mutating func addForm(toPattern number: Int) throws(CompileError) {
    var draft = FormDraft()
    try write(0, of: machine.code.patterns[number], to: &draft)
    machine.code.patterns[number].firstGap = UInt32(machine.code.patternGaps.count)
    machine.code.patterns[number].gapCount = UInt16(draft.gaps.count)
    machine.code.patterns[number].firstText = UInt32(machine.code.patternText.count)
    machine.code.patterns[number].textCount = UInt32(draft.text.count)
    keep(draft)
  }

  /// Makes the form of a style literal.
  mutating func addForm(to style: inout PatternStyle) throws(CompileError) {
    var draft = FormDraft()
    draft.text.append("{")
    let first = Int(style.firstPart)
    try writeProps(first..<first + Int(style.count), node: 0, isStyle: true, to: &draft)
    draft.text.append("}")
    style.firstGap = UInt32(machine.code.patternGaps.count)
    style.gapCount = UInt16(draft.gaps.count)
    style.firstText = UInt32(machine.code.patternText.count)
    style.textCount = UInt32(draft.text.count)
    keep(draft)
  }

  private mutating func keep(_ draft: borrowing FormDraft) {
    machine.code.patternGaps.append(contentsOf: draft.gaps)
    machine.code.formGaps.append(contentsOf: draft.formGaps)
    machine.code.patternText.append(contentsOf: draft.text.array())
  }

  // MARK: Elements

  private mutating func write(
    _ index: Int, of pattern: ElementPattern, to draft: inout FormDraft
  ) throws(CompileError) {
    let node = machine.code.patternNodes[Int(pattern.firstNode) + index]
    draft.text.append("{\"t\":")
    draft.text.append(integer: Int(node.component))
    let props = Int(node.firstPart)..<Int(node.firstPart) + Int(node.propCount)
    var hasProps = false
    for place in props {
      let part = machine.code.patternParts[place]
      guard part.handling == .id else {
        hasProps = true
        continue
      }
      if part.kind == .hole || part.value.isString {
        draft.add(gap(.id, index, place), key: ",\"i\":")
      }
    }
    if node.component == Component.text.rawValue {
      try writeText(index, node, to: &draft)
    } else {
      try writeChildren(index, node, of: pattern, to: &draft)
    }
    if hasProps {
      draft.text.append(",\"p\":{")
      try writeProps(props, node: index, isStyle: false, to: &draft)
      draft.text.append("}")
    }
    draft.text.append("}")
  }

  private func gap(_ kind: PatternGap.Kind, _ node: Int, _ part: Int, count: Int = 1) -> PatternGap
  {
    PatternGap(kind: kind, count: UInt16(count), node: UInt16(node), part: UInt32(part))
  }

  // MARK: Children

  private mutating func writeText(
    _ index: Int, _ node: PatternNode, to draft: inout FormDraft
  ) throws(CompileError) {
    draft.text.append(",\"c\":")
    let first = Int(node.firstPart) + Int(node.propCount)
    switch node.children {
    case .none: draft.text.append("\"\"")
    case .list: draft.add(gap(.texts, index, first, count: Int(node.childCount)))
    case .single:
      let part = machine.code.patternParts[first]
      if part.kind == .constant, part.value.isString {
        try write(string: part.value, to: &draft)
      } else {
        draft.add(gap(.text, index, first))
      }
    }
  }

  private mutating func writeChildren(
    _ index: Int, _ node: PatternNode, of pattern: ElementPattern, to draft: inout FormDraft
  ) throws(CompileError) {
    guard node.children != .none else { return }
    let first = Int(node.firstPart) + Int(node.propCount)
    let parts = first..<first + Int(node.childCount)
    let hasNodes = parts.contains { machine.code.patternParts[$0].kind == .node }
    guard hasNodes else {
      let kind = node.children == .single ? PatternGap.Kind.node : .nodes
      draft.add(gap(kind, index, first, count: parts.count), key: ",\"c\":", rule: .isChildren)
      return
    }
    draft.text.append(",\"c\":")
    if node.children == .single {
      return try write(Int(machine.code.patternParts[first].index), of: pattern, to: &draft)
    }
    draft.text.append("[")
    var hasWritten = false
    var place = first
    while place < parts.upperBound {
      let part = machine.code.patternParts[place]
      if part.kind == .node {
        if hasWritten { draft.text.append(",") }
        try write(Int(part.index), of: pattern, to: &draft)
        hasWritten = true
        place += 1
        continue
      }
      var end = place
      while end < parts.upperBound, machine.code.patternParts[end].kind != .node { end += 1 }
      draft.add(
        gap(.nodes, index, place, count: end - place),
        rule: hasWritten ? [.isOpen, .followsNodes] : [.isOpen, .precedesNodes])
      place = end
    }
    draft.text.append("]")
  }

  // MARK: Props

  private mutating func writeProps(
    _ parts: Range<Int>, node: Int, isStyle: Bool, to draft: inout FormDraft
  ) throws(CompileError) {
    var isFirst = true
    for place in parts {
      let part = machine.code.patternParts[place]
      if part.handling == .id, !isStyle { continue }
      let name = ShortName(rawValue: part.name)
      let text = name.isShortened ? name.short : name.full
      let key = (isFirst ? "\"" : ",\"") + text + "\":"
      if part.kind == .styleLiteral {
        draft.add(gap(.styleLiteral, node, place), key: key)
      } else if part.handling == .style, !isStyle {
        draft.add(gap(.style, node, place), key: key)
      } else if part.kind == .hole {
        draft.add(gap(.prop, node, place), key: key, rule: isFirst ? .isFirst : [])
      } else if part.value.isUndefined || isStyle && part.value.isNull {
        continue
      } else {
        draft.text.append(utf8: key)
        try write(constant: part.value, to: &draft)
      }
      isFirst = false
    }
  }

  private mutating func write(
    constant value: Value, to draft: inout FormDraft
  ) throws(CompileError) {
    if value.isString {
      try write(string: value, to: &draft)
    } else if value.isNumber, value.number.isFinite {
      draft.text.append(number: value.number)
    } else if value.isBoolean {
      draft.text.append(utf8: value == .true ? "true" : "false")
    } else {
      draft.text.append("null")
    }
  }

  private mutating func write(
    string value: Value, to draft: inout FormDraft
  ) throws(CompileError) {
    var tree = Tree()
    let text = try checked { (machine) throws(Abrupt) in
      try machine.keep(value.ref, in: &tree)
    }
    tree.write(string: text, to: &draft.text)
  }
}
