extension Parser {
  /// The pattern that an expression on the left of `=`, `of` or `in` stands for.
  ///
  /// - Parameter start: Where the expression began, parentheses included.
  mutating func assignmentPattern(
    _ expression: Expression, from start: UInt32
  ) throws(Stop) -> Pattern {
    switch expression.kind {
    case .array, .object:
      guard start == expression.range.start else { throw invalidTarget(start) }
    default: break
    }
    return try pattern(expression, binding: false)
  }

  private mutating func invalidTarget(_ offset: UInt32) -> Stop {
    fail("Invalid assignment target", at: offset)
  }

  /// Turns an expression into a pattern.
  ///
  /// - Parameter binding: Whether it declares parameters; only names are allowed then.
  private mutating func pattern(
    _ expression: Expression, binding: Bool
  ) throws(Stop) -> Pattern {
    let range = expression.range
    switch expression.kind {
    case .identifier(let name):
      if name == Word.eval.name || name == Word.arguments.name {
        throw fail("Unexpected eval or arguments in strict mode", at: range.start)
      }
      if binding {
        if parenthesized.contains(range.start) { throw invalidTarget(range.start) }
        try declare(name, .parameter, at: range.start)
      }
      return Pattern(range: range, kind: .identifier(name))
    case .member, .index, .privateMember, .superMember, .superIndex:
      if binding { throw invalidTarget(range.start) }
      return Pattern(range: range, kind: .expression(expression))
    case .array(let items):
      return Pattern(range: range, kind: try arrayPattern(items, binding))
    case .object(let items):
      return Pattern(range: range, kind: try objectPattern(items, binding))
    default: throw invalidTarget(range.start)
    }
  }

  /// Turns an expression into a pattern with its default value.
  mutating func element(
    _ expression: Expression, binding: Bool
  ) throws(Stop) -> PatternElement {
    switch expression.kind {
    case .assign(let target, let value):
      if parenthesized.contains(expression.range.start) {
        throw invalidTarget(expression.range.start)
      }
      if binding { try declareNames(of: target) }
      return PatternElement(target: target, defaultValue: value)
    case .array, .object:
      if parenthesized.contains(expression.range.start) {
        throw invalidTarget(expression.range.start)
      }
      fallthrough
    default:
      let target = try pattern(expression, binding: binding)
      return PatternElement(target: target, defaultValue: nil)
    }
  }

  /// Declares the names of a pattern that has been read as the target of an assignment.
  private mutating func declareNames(of pattern: Pattern) throws(Stop) {
    switch pattern.kind {
    case .identifier(let name):
      if parenthesized.contains(pattern.range.start) { throw invalidTarget(pattern.range.start) }
      try declare(name, .parameter, at: pattern.range.start)
    case .expression: throw invalidTarget(pattern.range.start)
    case .object(let properties, let rest):
      for property in properties { try declareNames(of: property.target) }
      if let rest { try declareNames(of: rest) }
    case .array(let elements, let rest):
      for case let element? in elements { try declareNames(of: element.target) }
      if let rest { try declareNames(of: rest) }
    }
  }

  private mutating func arrayPattern(
    _ items: [ArrayItem], _ binding: Bool
  ) throws(Stop) -> Pattern.Kind {
    var elements: [PatternElement?] = []
    var rest: Pattern?
    for item in items {
      if let rest { throw fail("Rest element must be last element", at: rest.range.start) }
      switch item {
      case .hole: elements.append(nil)
      case .value(let value): elements.append(try element(value, binding: binding))
      case .spread(let value):
        if restCommas.contains(value.range.start) {
          throw fail("Rest element must be last element", at: value.range.start)
        }
        if case .assign = value.kind { throw invalidTarget(value.range.start) }
        rest = try element(value, binding: binding).target
      }
    }
    return .array(elements, rest: rest)
  }

  private mutating func objectPattern(
    _ items: [ObjectItem], _ binding: Bool
  ) throws(Stop) -> Pattern.Kind {
    var properties: [PatternProperty] = []
    var rest: Pattern?
    for item in items {
      if let rest { throw fail("Rest element must be last element", at: rest.range.start) }
      switch item {
      case .property(let name, let nameRange, let value, _):
        settle(nameRange.start)
        let element = try element(value, binding: binding)
        properties.append(
          PatternProperty(
            name: name, nameRange: nameRange, target: element.target,
            defaultValue: element.defaultValue))
      case .method(_, let nameRange, _), .getter(_, let nameRange, _),
        .setter(_, let nameRange, _):
        throw invalidTarget(nameRange.start)
      case .spread(let value):
        switch value.kind {
        case .identifier, .member, .index, .privateMember, .superMember, .superIndex:
          rest = try pattern(value, binding: binding)
        default: throw invalidTarget(value.range.start)
        }
      }
    }
    return .object(properties, rest: rest)
  }

  /// Reports what is right in patterns only and has not become part of one.
  mutating func reportPending() throws(Stop) {
    for (offset, error) in pending {
      switch error {
      case .initializer: throw fail("Invalid shorthand property initializer", at: offset)
      case .duplicateProto:
        throw fail("Duplicate __proto__ fields are not allowed in object literals", at: offset)
      case nil: continue
      }
    }
  }

  /// Drops what is pending for the property at an offset, which is part of a pattern.
  private mutating func settle(_ offset: UInt32) {
    var low = 0
    var high = pending.count
    while low < high {
      let middle = (low + high) / 2
      if pending[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    if low < pending.count, pending[low].offset == offset { pending[low].error = nil }
  }
}
