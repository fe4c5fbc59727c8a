// Types are skipped, not built. The grammar accepted is a little wider than TypeScript's: what
// stands in parentheses is read as a type or a parameter list alike, so that nothing is read twice.

extension Parser {
  /// Skips `: type` if it is there.
  mutating func skipTypeAnnotation() throws(Stop) {
    guard hasTypes, token.kind == .colon else { return }
    try lexer.advance()
    let saved = flags
    flags.remove(.noConditionalType)
    try skipType()
    flags = saved
  }

  /// Skips `: type`, where the type may be a predicate such as `asserts x is string`.
  mutating func skipReturnType() throws(Stop) {
    try lexer.advance()
    let saved = flags
    flags.remove(.noConditionalType)
    try skipPredicateOrType()
    flags = saved
  }

  private mutating func skipPredicateOrType() throws(Stop) {
    if at(.asserts) {
      let next = try peek()
      let isSubject =
        next.kind == .identifier || (next.kind == .keyword && next.name == Word.this.name)
      if isSubject, !next.newlineBefore, next.name != Word.is.name || next.hasEscape {
        try lexer.advance()
        try lexer.advance()
        if at(.is), !token.newlineBefore {
          try lexer.advance()
          try skipType()
        }
        return
      }
    }
    try skipType()
    if at(.is), !token.newlineBefore {
      try lexer.advance()
      try skipType()
    }
  }

  /// Skips a type.
  mutating func skipType() throws(Stop) {
    let saved = try enter()
    while true {
      try skipUnionType()
      guard at(.extends), !token.newlineBefore, !flags.contains(.noConditionalType) else { break }
      try lexer.advance()
      flags.insert(.noConditionalType)
      try skipType()
      flags.remove(.noConditionalType)
      try expect(.question)
      try skipType()
      try expect(.colon)
      // The last part goes on in this loop: chains of conditional types are common.
    }
    leave(saved)
  }

  /// Skips types joined by `|` and `&`.
  private mutating func skipUnionType() throws(Stop) {
    if token.kind == .bar || token.kind == .ampersand { try lexer.advance() }
    while true {
      try skipTypeOperators()
      guard token.kind == .bar || token.kind == .ampersand else { return }
      try lexer.advance()
    }
  }

  /// Skips `keyof`, `readonly`, `unique`, `infer` and what they apply to.
  private mutating func skipTypeOperators() throws(Stop) {
    while true {
      switch wordAtToken {
      case .keyof, .readonly, .unique:
        guard try isTypeOperator() else { return try skipPostfixType() }
        try lexer.advance()
      case .infer:
        guard try isTypeOperator() else { return try skipPostfixType() }
        try lexer.advance()
        guard token.kind == .identifier else { throw unexpected() }
        try lexer.advance()
        return try skipInferConstraint()
      default: return try skipPostfixType()
      }
    }
  }

  /// Skips `extends type` behind `infer T`, unless it belongs to a conditional type.
  private mutating func skipInferConstraint() throws(Stop) {
    guard at(.extends) else { return }
    let start = token.start
    if speculation.constraints[start] == false { return }
    let state = lexer.save()
    let before = (depth, height, flags, lexer.isQuiet)
    lexer.isQuiet = true
    let isConstraint: Bool
    do throws(Stop) {
      try lexer.advance()
      flags.insert(.noConditionalType)
      try skipType()
      isConstraint = before.2.contains(.noConditionalType) || token.kind != .question
    } catch {
      isConstraint = false
    }
    (depth, height, flags, lexer.isQuiet) = before
    speculation.constraints[start] = isConstraint
    if !isConstraint { lexer.restore(state) }
  }

  private mutating func isTypeOperator() throws(Stop) -> Bool {
    let next = try peek()
    switch next.kind {
    case .identifier, .keyword, .string, .number, .bigint, .leftBrace, .leftBracket, .leftParen,
      .backtick, .minus:
      return !next.newlineBefore && next.name != Word.extends.name
        || next.kind != .keyword && !next.newlineBefore
    default: return false
    }
  }

  /// Skips a type with `[]` and `[key]` behind it.
  private mutating func skipPostfixType() throws(Stop) {
    try skipPrimaryType()
    while true {
      if token.kind == .leftBracket, !token.newlineBefore {
        try lexer.advance()
        if token.kind != .rightBracket { try skipType() }
        try expect(.rightBracket)
      } else if token.kind == .bang, !token.newlineBefore {
        try lexer.advance()
      } else {
        return
      }
    }
  }

  private mutating func skipPrimaryType() throws(Stop) {
    switch token.kind {
    case .identifier:
      if at(.abstract), try peek().name == Word.new.name { try lexer.advance() }
      if at(.asserts) || at(.is) || token.kind != .keyword { return try skipTypeReference() }
      try skipKeywordType()
    case .keyword: try skipKeywordType()
    case .escapedKeyword: try skipTypeReference()
    case .string, .number, .bigint: try lexer.advance()
    case .minus:
      try lexer.advance()
      guard token.kind == .number || token.kind == .bigint else { throw unexpected() }
      try lexer.advance()
    case .backtick: try skipTemplateType()
    case .leftBrace: try skipObjectType()
    case .leftBracket: try skipTupleType()
    case .leftParen: try skipFunctionOrParenthesizedType()
    case .less, .shiftLeft:
      try skipTypeParameters()
      guard token.kind == .leftParen else { throw expected("(") }
      try skipFunctionOrParenthesizedType()
    default: throw unexpected()
    }
  }

  private mutating func skipKeywordType() throws(Stop) {
    switch wordAtToken {
    case .this, .null, .true, .false, .void: try lexer.advance()
    case .typeof:
      try lexer.advance()
      if at(.import) { return try skipImportType() }
      try skipTypeReference()
    case .import: try skipImportType()
    case .new:
      try lexer.advance()
      try skipTypeParameters()
      guard token.kind == .leftParen else { throw expected("(") }
      try skipFunctionOrParenthesizedType()
    default: throw unexpected()
    }
  }

  /// Skips `a.b.c<T>`.
  private mutating func skipTypeReference() throws(Stop) {
    switch token.kind {
    case .identifier, .escapedKeyword: break
    case .keyword where at(.this): break
    default: throw unexpected()
    }
    try lexer.advance()
    try skipTypeReferenceRest()
  }

  private mutating func skipTypeReferenceRest() throws(Stop) {
    while token.kind == .dot {
      try lexer.advance()
      switch token.kind {
      case .identifier, .keyword, .escapedKeyword, .privateName: try lexer.advance()
      default: throw unexpected()
      }
    }
    if token.kind == .less || token.kind == .shiftLeft, !token.newlineBefore {
      try skipTypeArguments()
    }
  }

  private mutating func skipImportType() throws(Stop) {
    try lexer.advance()
    try expect(.leftParen)
    try skipType()
    if try take(.comma), token.kind != .rightParen { try skipType() }
    try expect(.rightParen)
    try skipTypeReferenceRest()
  }

  private mutating func skipTemplateType() throws(Stop) {
    let start = token.start
    while true {
      let piece = try lexer.scanTemplatePiece(templateStart: start)
      lexer.token.end = UInt32(lexer.position)
      if piece.isLast { break }
      try lexer.advance()
      let saved = flags
      flags.remove(.noConditionalType)
      try skipType()
      flags = saved
      guard token.kind == .rightBrace else { throw expected("}") }
      lexer.position = Int(token.end)
    }
    try lexer.advance()
  }

  // MARK: - Brackets

  /// Skips `[a, b?, ...c, name: d]`, or an array pattern inside a parameter list.
  private mutating func skipTupleType() throws(Stop) {
    let saved = flags
    flags.remove(.noConditionalType)
    try lexer.advance()
    while token.kind != .rightBracket {
      if try take(.comma) { continue }
      try skipListItem()
      try expectComma(or: .rightBracket)
    }
    flags = saved
    try lexer.advance()
  }

  /// Skips one item of a tuple or a parameter list.
  private mutating func skipListItem() throws(Stop) {
    _ = try take(.ellipsis)
    try skipType()
    _ = try take(.question)
    if try take(.colon) { try skipPredicateOrType() }
    if at(.is), !token.newlineBefore {
      try lexer.advance()
      try skipType()
    }
  }

  /// Skips `(a: b, …) => c` or `(type)`.
  private mutating func skipFunctionOrParenthesizedType() throws(Stop) {
    let saved = flags
    flags.remove(.noConditionalType)
    try lexer.advance()
    while token.kind != .rightParen {
      try skipListItem()
      try expectComma(or: .rightParen)
    }
    flags = saved
    try lexer.advance()
    guard token.kind == .arrow else { return }
    let level = try enter()
    try lexer.advance()
    try skipPredicateOrType()
    leave(level)
  }

  /// Skips `{ … }`: an object type, a mapped type, or an object pattern of a parameter.
  mutating func skipObjectType() throws(Stop) {
    let saved = try enter()
    let outer = flags
    flags.remove(.noConditionalType)
    try expect(.leftBrace)
    while token.kind != .rightBrace {
      try skipTypeMember()
      if token.kind == .comma || token.kind == .semicolon {
        try lexer.advance()
      } else if token.kind != .rightBrace, !token.newlineBefore {
        throw expected(";")
      }
    }
    flags = outer
    try lexer.advance()
    leave(saved)
  }

  private mutating func skipTypeMember() throws(Stop) {
    if token.kind == .plus || token.kind == .minus {
      try lexer.advance()
      guard at(.readonly) else { throw unexpected() }
    }
    while at(.readonly) || at(.get) || at(.set) || at(.static) || at(.new), try isMemberPrefix() {
      try lexer.advance()
    }
    switch token.kind {
    case .leftParen, .less: break
    case .ellipsis: try lexer.advance()
    case .leftBracket: try skipBracketedMember()
    case .identifier, .keyword, .escapedKeyword, .string, .number, .bigint, .privateName:
      try lexer.advance()
    default: throw unexpected()
    }
    if token.kind == .plus || token.kind == .minus { try lexer.advance() }
    _ = try take(.question)
    if token.kind == .less || token.kind == .leftParen {
      try skipTypeParameters()
      try skipSignatureParameters()
    }
    if token.kind == .colon { try skipReturnType() }
  }

  private mutating func isMemberPrefix() throws(Stop) -> Bool {
    let isNew = at(.new)
    let next = try peek()
    switch next.kind {
    case .identifier, .keyword, .escapedKeyword, .string, .number, .bigint, .leftBracket,
      .privateName:
      return !isNew && !next.newlineBefore
    case .leftParen, .less: return isNew
    default: return false
    }
  }

  /// Skips `[key: string]`, `[K in T as U]` or a computed name.
  private mutating func skipBracketedMember() throws(Stop) {
    try lexer.advance()
    if token.kind == .identifier {
      let next = try peek()
      if next.kind == .keyword, next.name == Word.in.name {
        try lexer.advance()
        try lexer.advance()
        try skipType()
        if try take(.as) { try skipType() }
        return try expect(.rightBracket)
      }
    }
    try skipType()
    if try take(.colon) { try skipType() }
    try expect(.rightBracket)
  }

  mutating func skipSignatureParameters() throws(Stop) {
    try expect(.leftParen)
    while token.kind != .rightParen {
      try skipListItem()
      try expectComma(or: .rightParen)
    }
    try lexer.advance()
  }

  // MARK: - Angle brackets

  /// Skips `<T, U>` behind a name or an expression.
  mutating func skipTypeArguments() throws(Stop) {
    let start = token.start
    if speculation.notTypeArguments.contains(start) { throw unexpected() }
    do throws(Stop) {
      try skipAngleList(declares: false)
    } catch {
      // What is no type arguments list in one place is none in another.
      speculation.notTypeArguments.insert(start)
      throw error
    }
  }

  /// Skips `<T extends A = B, …>` if it is there.
  mutating func skipTypeParameters() throws(Stop) {
    guard hasTypes, token.kind == .less || token.kind == .shiftLeft else { return }
    try skipAngleList(declares: true)
  }

  /// Skips `<…>`.
  ///
  /// - Parameter declares: Whether it holds parameters, or the type of a cast, not arguments.
  private mutating func skipAngleList(declares: Bool) throws(Stop) {
    let saved = try enter()
    let outer = flags
    // `<<` opens two lists.
    if token.kind == .shiftLeft {
      try lexer.rescan(at: Int(token.start) + 1)
    } else {
      try lexer.advance()
    }
    while !startsWithGreater() {
      flags.remove(.noConditionalType)
      if declares { try skipAngleItem() } else { try skipType() }
      flags = outer
      guard token.kind == .comma else { break }
      try lexer.advance()
    }
    flags = outer
    guard startsWithGreater() else { throw expected(">") }
    // `>>` closes two lists, and `>=` leaves an `=`.
    lexer.token.end = token.start + 1
    lexer.position = Int(token.end)
    try lexer.advance()
    leave(saved)
  }

  private mutating func startsWithGreater() -> Bool {
    switch token.kind {
    case .greater, .greaterEqual, .shiftRight, .shiftRightUnsigned, .shiftRightAssign,
      .shiftRightUnsignedAssign:
      true
    default: false
    }
  }

  /// Skips one type argument or type parameter.
  private mutating func skipAngleItem() throws(Stop) {
    while at(.const) || at(.in) || at(.out) {
      let next = try peek()
      guard next.kind == .identifier || next.kind == .keyword else {
        if at(.const) {
          // `<const>value`
          try lexer.advance()
          return
        }
        break
      }
      if at(.out), next.name == Word.extends.name { break }
      try lexer.advance()
    }
    flags.insert(.noConditionalType)
    try skipUnionType()
    flags.remove(.noConditionalType)
    if at(.extends) {
      try lexer.advance()
      if try skipConstraintOrCondition() { return }
    }
    if try take(.assign) { try skipType() }
  }

  /// Skips what follows `extends`: a constraint, or the rest of a conditional type.
  ///
  /// - Returns: Whether it was a conditional type.
  private mutating func skipConstraintOrCondition() throws(Stop) -> Bool {
    flags.insert(.noConditionalType)
    try skipType()
    flags.remove(.noConditionalType)
    guard token.kind == .question else {
      if at(.extends) {
        // A constraint that is a conditional type itself.
        try lexer.advance()
        flags.insert(.noConditionalType)
        try skipType()
        flags.remove(.noConditionalType)
        try expect(.question)
        try skipType()
        try expect(.colon)
        try skipType()
      }
      return false
    }
    try lexer.advance()
    try skipType()
    try expect(.colon)
    try skipType()
    return true
  }
}
