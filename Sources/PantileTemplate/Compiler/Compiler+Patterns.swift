extension Compiler {
  /// Binds the value in a register to a pattern.
  ///
  /// - Parameters:
  ///   - source: The expression that made the value, for messages; nil for a parameter.
  ///   - isDeclaration: Whether names get their first value.
  mutating func bind(
    _ pattern: Pattern, _ value: Int, source: SourceRange?, isDeclaration: Bool
  ) throws(CompileError) {
    try deeper(at: pattern.range.start)
    defer { depth -= 1 }
    switch pattern.kind {
    case .identifier(let name):
      if isDeclaration {
        try initialise(name, value)
      } else {
        try assign(name, value, at: pattern.range.start)
      }
    case .expression(let place):
      let mark = builder.nextRegister
      let reference = try reference(place)
      write(reference, value)
      builder.nextRegister = mark
    case .object(let properties, let rest):
      try bindObject(pattern, properties, rest, value, source, isDeclaration)
    case .array(let elements, let rest):
      try bindArray(pattern, elements, rest, value, source, isDeclaration)
    }
  }

  private mutating func bindObject(
    _ pattern: Pattern, _ properties: [PatternProperty], _ rest: Pattern?, _ value: Int,
    _ source: SourceRange?, _ isDeclaration: Bool
  ) throws(CompileError) {
    let mark = builder.nextRegister
    defer { builder.nextRegister = mark }
    checkObject(pattern, properties, value, source)
    // The keys that a rest element leaves out lie in a row.
    let keys = rest == nil ? -1 : builder.takeRegisters(properties.count)
    for (index, property) in properties.enumerated() {
      let inner = builder.nextRegister
      let item = builder.takeRegister()
      if case .name(let name) = property.name {
        if keys >= 0 {
          let text = try string(name)
          builder.emit(.loadConstant, keys + index, wide: constant(text))
        }
        builder.mark(property.nameRange.start)
        if isIndex(name) {
          let key = try propertyKey(property.name)
          builder.emit(.getIndex, item, value, key)
        } else {
          builder.emit(.getField, item, value, builder.cache(atom(name)))
        }
      } else {
        let key = try propertyKey(property.name)
        if keys >= 0 { builder.emit(.move, keys + index, key) }
        builder.mark(property.nameRange.start)
        builder.emit(.getIndex, item, value, key)
      }
      try bindElement(property.target, item, property.defaultValue, isDeclaration)
      builder.nextRegister = inner
    }
    guard let rest else { return }
    let register = builder.takeRegister()
    builder.emit(.restObject, register, value, properties.count)
    builder.emitDetail(keys)
    try bind(rest, register, source: rest.range, isDeclaration: isDeclaration)
  }

  private mutating func checkObject(
    _ pattern: Pattern, _ properties: [PatternProperty], _ value: Int, _ source: SourceRange?
  ) {
    var detail: UInt64 = source == nil ? 1 : 0
    var start = pattern.range.start
    if let first = properties.first {
      start = first.nameRange.start
      if case .name(let name) = first.name { detail |= UInt64(atom(name).id + 1) << 32 }
    }
    builder.mark(start, source ?? SourceRange(start: 0, end: 0))
    builder.emit(.checkObject, value)
    builder.emitRaw(detail)
  }

  private mutating func bindElement(
    _ target: Pattern, _ item: Int, _ defaultValue: Expression?, _ isDeclaration: Bool
  ) throws(CompileError) {
    if let defaultValue {
      let toBind = builder.jump(.jumpIfNotUndefined, item)
      try expression(defaultValue, into: item, name: boundName(target))
      builder.land(toBind)
    }
    try bind(target, item, source: target.range, isDeclaration: isDeclaration)
  }

  /// The name that a pattern gives to an anonymous function.
  func boundName(_ pattern: Pattern) -> Name? {
    if case .identifier(let name) = pattern.kind { return name }
    return nil
  }

  private mutating func bindArray(
    _ pattern: Pattern, _ elements: [PatternElement?], _ rest: Pattern?, _ value: Int,
    _ source: SourceRange?, _ isDeclaration: Bool
  ) throws(CompileError) {
    let mark = builder.nextRegister
    defer { builder.nextRegister = mark }
    let iterator = builder.takeRegisters(3)
    builder.mark(source?.start ?? pattern.range.start, source ?? SourceRange(start: 0, end: 0))
    builder.emit(.iterate, iterator, value)
    let start = builder.position
    for element in elements {
      let inner = builder.nextRegister
      let item = builder.takeRegister()
      builder.mark(element?.target.range.start ?? pattern.range.start)
      builder.emit(.iterateStep, iterator, item)
      if let element {
        try bindElement(element.target, item, element.defaultValue, isDeclaration)
      }
      builder.nextRegister = inner
    }
    if let rest {
      let item = builder.takeRegister()
      builder.emit(.iterateRest, iterator, item)
      try bind(rest, item, source: rest.range, isDeclaration: isDeclaration)
    }
    try closeAfter(iterator, from: start, hasRest: rest != nil)
  }

  /// Closes the iterator of an array pattern, also when binding throws.
  private mutating func closeAfter(
    _ iterator: Int, from start: Int, hasRest: Bool
  ) throws(CompileError) {
    let end = builder.position
    if !hasRest { builder.emit(.iterateClose, iterator) }
    let toEnd = builder.jump(.jump)
    let target = builder.position
    builder.emit(.iterateCloseQuietly, iterator)
    let exception = builder.takeRegister()
    builder.emit(.catchValue, exception)
    builder.emit(.throwValue, exception)
    builder.protect(from: start, to: end, target: target)
    builder.land(toEnd)
  }
}
