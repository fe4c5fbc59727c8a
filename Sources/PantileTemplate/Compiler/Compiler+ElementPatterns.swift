internal import PantileCore

// JSX whose components and names are known becomes a pattern, so that evaluating it makes one
// record of the values that are not known.

/// A pattern while it is put together.
private struct PatternDraft {
  /// A value that is computed when the pattern is evaluated.
  enum Hole {
    case attribute(JSXAttribute)
    case value(Expression, name: Name?)
  }

  var nodes: [PatternNode] = []
  /// The parts of each node: props, then children.
  var parts: [[PatternPart]] = []
  var styles: [(shape: Shape, members: [PatternPart])] = []
  var holes: [Hole] = []
  /// Where each node's tag stands.
  var places: [UInt32] = []
  var keyHole = ElementPattern.none
  var depth = 0
}

extension Compiler {
  private static var mostNodes: Int { 64 }
  private static var mostHoles: Int { 200 }
  private static var deepest: Int { 12 }

  /// Compiles an element as a pattern; false when it takes the ordinary way.
  mutating func pattern(_ node: JSXElement, into result: Int) throws(CompileError) -> Bool {
    var draft = PatternDraft()
    guard try add(node, depth: 1, to: &draft) != nil,
      machine.code.patterns.count < Int(UInt16.max)
    else { return false }
    let first = builder.takeRegisters(draft.holes.count)
    for (offset, hole) in draft.holes.enumerated() {
      switch hole {
      case .attribute(let attribute): try attributeValue(attribute, into: first + offset)
      case .value(let value, let name): try expression(value, into: first + offset, name: name)
      }
    }
    let number = try store(draft)
    for (index, place) in draft.places.enumerated() {
      builder.mark(place)
      if index == 0 {
        builder.emit(.makePattern, result, first, number)
      } else {
        builder.emitRaw(0)
      }
    }
    return true
  }

  private mutating func store(_ draft: PatternDraft) throws(CompileError) -> Int {
    let firstStyle = machine.code.patternStyles.count
    for (index, style) in draft.styles.enumerated() {
      var stored = PatternStyle(
        shape: style.shape, firstPart: UInt32(machine.code.patternParts.count),
        count: UInt16(style.members.count), memo: UInt16(index))
      machine.code.patternParts.append(contentsOf: style.members)
      try addForm(to: &stored)
      machine.code.patternStyles.append(stored)
    }
    let number = machine.code.patterns.count
    machine.code.patterns.append(
      ElementPattern(
        firstNode: UInt32(machine.code.patternNodes.count), nodeCount: UInt16(draft.nodes.count),
        holeCount: UInt16(draft.holes.count), styleCount: UInt16(draft.styles.count),
        depth: UInt16(draft.depth), keyHole: draft.keyHole))
    for (node, parts) in zip(draft.nodes, draft.parts) {
      var node = node
      node.firstPart = UInt32(machine.code.patternParts.count)
      machine.code.patternNodes.append(node)
      for var part in parts {
        if part.kind == .styleLiteral { part.index += UInt16(firstStyle) }
        machine.code.patternParts.append(part)
      }
    }
    try addForm(toPattern: number)
    return number
  }

  // MARK: Elements

  /// Adds an element with all in it, or nothing; gives its index.
  private mutating func add(
    _ node: JSXElement, depth: Int, in parent: Int = 0, to draft: inout PatternDraft
  ) throws(CompileError) -> Int? {
    guard depth <= Self.deepest, draft.nodes.count < Self.mostNodes,
      case .value(let tag)? = node.tag, let (type, component) = knownComponent(tag)
    else { return nil }
    let before = draft
    let index = draft.nodes.count
    draft.nodes.append(
      PatternNode(
        type: type, component: component, depth: UInt16(depth), parent: UInt16(parent)))
    draft.parts.append([])
    draft.places.append(node.openingRange.start)
    draft.depth = max(draft.depth, depth)
    guard let atoms = try addProps(node, index, isRoot: depth == 1, to: &draft),
      try addChildren(node, index, depth: depth, to: &draft),
      draft.holes.count <= Self.mostHoles, machine.code.patternStyles.count < 60_000
    else {
      draft = before
      return nil
    }
    var shape = machine.intrinsics.objectShape
    for atom in atoms { shape = machine.shapes.adding(atom, .plain, to: shape) }
    draft.nodes[index].props = shape
    return index
  }

  /// The component that a tag always means, if it has no encoding of its own.
  private mutating func knownComponent(_ tag: Expression) -> (Value, UInt8)? {
    guard case .member(let object, let name, _, optional: false) = tag.kind,
      case .identifier(let base) = object.kind,
      case .constant(let value)? = lookUp(base)?.variable.place,
      value == .object(machine.intrinsics.voltra),
      let type = machine.findNamed(value.ref, atom(name))?.value,
      type.isObject, machine.isKind(type.ref, .component)
    else { return nil }
    let number = machine.nativeData(type.ref)
    guard number.isNumber, let id = UInt8(exactly: number.number),
      let component = Component(rawValue: id)
    else { return nil }
    switch component {
    case .image, .linearGradient, .chart: return nil
    default: return (type, id)
    }
  }

  // MARK: Props

  /// Adds the attributes and gives the names of the props, children included; nil when something
  /// about them is unusual.
  private mutating func addProps(
    _ node: JSXElement, _ index: Int, isRoot: Bool, to draft: inout PatternDraft
  ) throws(CompileError) -> [Atom]? {
    var atoms: [Atom] = []
    var written: [UInt8] = []
    for attribute in node.attributes {
      guard let name = attributeName(attribute) else { return nil }
      let atom = atom(name)
      if atom == .key {
        guard isRoot, draft.keyHole == ElementPattern.none else { return nil }
        draft.keyHole = UInt16(draft.holes.count)
        draft.holes.append(.attribute(attribute))
        continue
      }
      guard !isIndex(name), atom != .ref, atom != .children, !atoms.contains(atom),
        var part = try part(for: attribute, atom, to: &draft)
      else { return nil }
      atoms.append(atom)
      switch atom {
      case .idName: part.handling = .id
      case .style:
        part.handling = .style
        part.name = ShortName.style.rawValue
      default:
        guard let short = machine.render.plans.name(of: atom, machine.atoms) else { return nil }
        part.name = short.rawValue
      }
      if part.handling != .id {
        guard !written.contains(part.name) else { return nil }
        written.append(part.name)
      }
      draft.parts[index].append(part)
    }
    draft.nodes[index].propCount = UInt16(draft.parts[index].count)
    if !node.children.isEmpty { atoms.append(.children) }
    return atoms.count <= ShapeTable.largestCount ? atoms : nil
  }

  private mutating func part(
    for attribute: JSXAttribute, _ atom: Atom, to draft: inout PatternDraft
  ) throws(CompileError) -> PatternPart? {
    switch attribute {
    case .string(_, _, let text): return PatternPart(kind: .constant, value: try string(text))
    case .flag: return PatternPart(kind: .constant, value: .true)
    case .spread: return nil
    case .value(_, _, let value):
      if let constant = try constantValue(value) {
        return PatternPart(kind: .constant, value: constant)
      }
      if atom == .style, case .object(let items) = value.kind,
        let style = try styleLiteral(items, to: &draft)
      {
        return style
      }
      draft.holes.append(.attribute(attribute))
      return PatternPart(
        kind: .hole, index: UInt16(draft.holes.count - 1), value: .symbol(atom))
    }
  }

  /// An object literal with plain names that differ as the payload writes them.
  private mutating func styleLiteral(
    _ items: [ObjectItem], to draft: inout PatternDraft
  ) throws(CompileError) -> PatternPart? {
    guard items.count <= ShapeTable.largestCount else { return nil }
    let before = draft
    var shape = machine.intrinsics.objectShape
    var members: [PatternPart] = []
    for item in items {
      guard case .property(.name(let name), _, let value, _) = item, !isIndex(name),
        let short = machine.render.plans.name(of: atom(name), machine.atoms),
        atom(name) != .protoName, !members.contains(where: { $0.name == short.rawValue })
      else {
        draft = before
        return nil
      }
      var part = PatternPart(kind: .hole, name: short.rawValue)
      if let constant = try constantValue(value) {
        part.kind = .constant
        part.value = constant
      } else {
        part.index = UInt16(draft.holes.count)
        part.value = .symbol(atom(name))
        draft.holes.append(.value(value, name: name))
      }
      members.append(part)
      shape = machine.shapes.adding(atom(name), .plain, to: shape)
    }
    draft.styles.append((shape, members))
    return PatternPart(kind: .styleLiteral, index: UInt16(draft.styles.count - 1))
  }

  // MARK: Children

  private mutating func addChildren(
    _ node: JSXElement, _ index: Int, depth: Int, to draft: inout PatternDraft
  ) throws(CompileError) -> Bool {
    let isText = draft.nodes[index].component == Component.text.rawValue
    for child in node.children {
      var part = PatternPart(kind: .hole)
      switch child {
      case .spread: return false
      case .text(let text):
        guard isText else { return false }
        part = PatternPart(kind: .constant, value: try string(text))
      case .value(let value):
        if case .jsx(let inner) = value.kind, !isText,
          let place = try add(inner, depth: depth + 1, in: index, to: &draft)
        {
          part = PatternPart(kind: .node, index: UInt16(place))
        } else if let constant = try constantValue(value) {
          part = PatternPart(kind: .constant, value: constant)
        } else {
          part.index = UInt16(draft.holes.count)
          draft.holes.append(.value(value, name: nil))
        }
      }
      draft.parts[index].append(part)
    }
    draft.nodes[index].childCount = UInt16(node.children.count)
    draft.nodes[index].children =
      node.children.isEmpty ? .none : node.children.count == 1 ? .single : .list
    return true
  }
}
