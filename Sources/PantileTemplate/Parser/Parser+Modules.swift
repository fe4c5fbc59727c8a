/// What the parser collects of a module beside its statements.
struct ModuleParts {
  /// A request that goes away when nothing of it is used as a value.
  struct Request {
    var request: ModuleRequest
    /// Its imports in ``ModuleParts/imports``.
    var imports: Range<Int>
    var isKept: Bool
  }

  var requests: [Request] = []
  var imports: [ImportDeclaration] = []
  var exports: [ExportDeclaration] = []
  /// The names of types, which exports may mention.
  var types: Set<Name> = []
  /// Names that have been exported.
  var exported: Set<Name> = []
}

extension Parser {
  mutating func parseModuleBody() throws(Stop) -> ModuleSyntax {
    scopes.push(.module)
    var body: [Statement] = []
    while token.kind != .end { try parseModuleItem(into: &body) }
    try reportPending()
    try reportPrivateNames()
    let used = try resolveReferences()
    try checkExports(used)
    return finish(body, used)
  }

  /// The imports that are used as values; globals that a template must not touch are refused.
  private mutating func resolveReferences() throws(Stop) -> Set<Name> {
    var used: Set<Name> = []
    for reference in scopes.references {
      if let binding = scopes.binding(reference.name) {
        if binding.kind == .imported { used.insert(reference.name) }
        continue
      }
      switch reference.use {
      case .value: break
      case .functionConstructor: throw unsupported("eval is", at: reference.position)
      case .require:
        throw fail(
          "require is not supported in widget templates; use an import declaration",
          at: reference.position)
      case .moduleExports:
        throw fail(
          "module.exports is not supported in widget templates; use an export declaration",
          at: reference.position)
      }
    }
    return used
  }

  /// Checks that what is exported exists, and drops the exports of types.
  private mutating func checkExports(_ used: Set<Name>) throws(Stop) {
    var kept: [ExportDeclaration] = []
    for export in module.exports {
      if case .local(let local, _, let start) = export, scopes.binding(local) == nil {
        if hasTypes, module.types.contains(local) { continue }
        throw fail(
          "Export '\(names.string(local))' is not defined in module", at: start)
      }
      kept.append(export)
    }
    module.exports = kept
  }

  private mutating func finish(_ body: [Statement], _ used: Set<Name>) -> ModuleSyntax {
    var exported: Set<Name> = []
    for case .local(let local, _, _) in module.exports { exported.insert(local) }
    var syntax = ModuleSyntax(body: body, imports: [], exports: module.exports, requests: [])
    var seen: Set<Name> = []
    for request in module.requests {
      let imports = module.imports[request.imports].filter { declaration in
        !hasTypes || used.contains(declaration.local) || exported.contains(declaration.local)
      }
      guard request.isKept || !imports.isEmpty || !hasTypes else { continue }
      syntax.imports += imports
      if seen.insert(request.request.specifier).inserted {
        syntax.requests.append(request.request)
      }
    }
    return syntax
  }

  private mutating func parseModuleItem(into body: inout [Statement]) throws(Stop) {
    if at(.import) {
      let next = try peek()
      if next.kind != .leftParen, next.kind != .dot { return try parseImport() }
    }
    if at(.export) { return try parseExport(into: &body) }
    if let statement = try parseListItem() { body.append(statement) }
  }

  /// Parses a statement that begins with `import` where no declaration may stand.
  mutating func parseNestedImport() throws(Stop) -> Statement? {
    let next = try peek()
    if next.kind == .leftParen || next.kind == .dot {
      throw unsupported("dynamic import is", at: token.start)
    }
    throw fail("Unexpected token \"import\"", at: token.start)
  }

  // MARK: - Imports

  private mutating func parseImport() throws(Stop) {
    let start = token.start
    try lexer.advance()
    if token.kind == .string {
      return try parseRequest(imports: module.imports.count, isKept: true)
    }
    var isType = false
    if hasTypes, at(.type), try isTypeImport() {
      isType = true
      try lexer.advance()
    }
    let first = module.imports.count
    if token.kind == .identifier {
      let name = token
      try lexer.advance()
      if hasTypes, token.kind == .assign { return try parseImportAssignment(start, isType) }
      if !isType { try addImport(.defaultExport, name) } else { module.types.insert(name.name) }
      if try take(.comma) { try parseImportClause(isType) }
    } else {
      try parseImportClause(isType)
    }
    try expect(.from)
    if isType { return try skipRequest() }
    try parseRequest(imports: first, isKept: false)
  }

  /// Whether `type` behind `import` makes it an import of types.
  private mutating func isTypeImport() throws(Stop) -> Bool {
    let next = try peek()
    switch next.kind {
    case .leftBrace, .star: return true
    case .identifier:
      guard next.name == Word.from.name, !next.hasEscape else { return true }
      // `import type from 'x'` imports the default as `type`.
      let saved = lexer.save()
      defer { lexer.restore(saved) }
      try lexer.advance()
      let afterFrom = try peek()
      return afterFrom.kind != .string
    default: return false
    }
  }

  private mutating func addImport(
    _ source: ImportDeclaration.Source, _ local: Token
  ) throws(Stop) {
    try checkBinding(local)
    try declare(local.name, .imported, at: local.start)
    module.imports.append(
      ImportDeclaration(
        source: source, local: local.name, localStart: local.start,
        specifier: local.name, specifierRange: local.range))
  }

  /// Parses `* as ns` or `{ … }`.
  private mutating func parseImportClause(_ isType: Bool) throws(Stop) {
    if try take(.star) {
      try expect(.as)
      guard token.kind == .identifier else { throw unexpected() }
      if !isType { try addImport(.namespace, token) } else { module.types.insert(token.name) }
      return try lexer.advance()
    }
    try expect(.leftBrace)
    while token.kind != .rightBrace {
      try parseImportSpecifier(isType)
      try expectComma(or: .rightBrace)
    }
    try lexer.advance()
  }

  private mutating func parseImportSpecifier(_ isTypeClause: Bool) throws(Stop) {
    let specifier = try parseSpecifier(isImport: true)
    let local = specifier.local
    guard local.kind == .identifier else {
      throw fail("Unexpected token \"\(text(of: local))\"", at: local.start)
    }
    if isTypeClause || specifier.isType {
      module.types.insert(local.name)
      return
    }
    let isDefault = specifier.name.name == Word.default.name
    try addImport(isDefault ? .defaultExport : .named(specifier.name.name), local)
  }

  private struct Specifier {
    var isType = false
    /// The name before `as`.
    var name: Token
    /// The name behind `as`, or the same.
    var local: Token
  }

  /// Parses `a`, `a as b`, `type a` or `type a as b` in braces.
  private mutating func parseSpecifier(isImport: Bool) throws(Stop) -> Specifier {
    let first = try takeModuleName()
    var specifier = Specifier(name: first, local: first)
    guard hasTypes, first.kind == .identifier, first.name == Word.type.name, !first.hasEscape,
      token.kind != .comma, token.kind != .rightBrace
    else {
      if try take(.as) { specifier.local = try takeModuleName() }
      return specifier
    }
    // `type` is followed by something: `type x`, `type as x`, `type as as x`, `type x as y`.
    let second = try takeModuleName()
    let isAs = second.kind == .identifier && second.name == Word.as.name
    if isAs, token.kind != .comma, token.kind != .rightBrace {
      let third = try takeModuleName()
      if third.kind == .identifier, third.name == Word.as.name, token.kind != .comma,
        token.kind != .rightBrace
      {
        // `type as as x`: the type `as`, renamed.
        specifier.isType = true
        specifier.name = second
        specifier.local = try takeModuleName()
      } else {
        specifier.local = third
      }
      return specifier
    }
    specifier.isType = true
    specifier.name = second
    specifier.local = second
    if try take(.as) { specifier.local = try takeModuleName() }
    return specifier
  }

  /// Reads an identifier, any word or a string.
  private mutating func takeModuleName() throws(Stop) -> Token {
    let token = token
    switch token.kind {
    case .identifier, .keyword, .escapedKeyword, .string: break
    default: throw unexpected()
    }
    try lexer.advance()
    return token
  }

  /// Parses the specifier of an import whose names have been added.
  private mutating func parseRequest(imports first: Int, isKept: Bool) throws(Stop) {
    let specifier = try parseSpecifierString()
    for index in first..<module.imports.count {
      module.imports[index].specifier = specifier.specifier
      module.imports[index].specifierRange = specifier.range
    }
    module.requests.append(
      ModuleParts.Request(
        request: specifier, imports: first..<module.imports.count, isKept: isKept))
  }

  private mutating func skipRequest() throws(Stop) { _ = try parseSpecifierString() }

  /// Parses `'specifier' with { … };`.
  private mutating func parseSpecifierString() throws(Stop) -> ModuleRequest {
    let specifier = token
    guard specifier.kind == .string else { throw unexpected() }
    try lexer.advance()
    let isAssert = token.kind == .identifier && text(of: token) == "assert"
    if at(.with) || (isAssert && !token.newlineBefore) {
      try lexer.advance()
      try expect(.leftBrace)
      while token.kind != .rightBrace {
        _ = try takeModuleName()
        try expect(.colon)
        guard token.kind == .string else { throw unexpected() }
        try lexer.advance()
        try expectComma(or: .rightBrace)
      }
      try lexer.advance()
    }
    try expectSemicolon()
    return ModuleRequest(specifier: specifier.name, range: specifier.range)
  }

  private mutating func parseImportAssignment(
    _ start: UInt32, _ isType: Bool
  ) throws(Stop) {
    guard isType else { throw unsupported("import = is", at: start) }
    try lexer.advance()
    _ = try parseAssignment()
    try expectSemicolon()
  }

  // MARK: - Exports

  private mutating func parseExport(into body: inout [Statement]) throws(Stop) {
    let start = token.start
    try lexer.advance()
    switch token.kind {
    case .leftBrace: return try parseExportClause(isType: false)
    case .star: return try parseExportAll(start, isType: false)
    case .assign where hasTypes: throw unsupported("export = is", at: start)
    case .at: throw unsupported("decorators are", at: token.start)
    default: break
    }
    if try take(.default) { return try parseExportDefault(start, into: &body) }
    if at(.import), hasTypes { throw unsupported("import = is", at: token.start) }
    if hasTypes, at(.type) {
      let next = try peek()
      if next.kind == .leftBrace {
        try lexer.advance()
        return try parseExportClause(isType: true)
      }
      if next.kind == .star {
        try lexer.advance()
        return try parseExportAll(start, isType: true)
      }
    }
    if hasTypes, at(.as), try peek().name == Word.namespace.name {
      try lexer.advance()
      try lexer.advance()
      try lexer.advance()
      return try expectSemicolon()
    }
    try parseExportedDeclaration(start, into: &body)
  }

  private mutating func parseExportedDeclaration(
    _ start: UInt32, into body: inout [Statement]
  ) throws(Stop) {
    switch wordAtToken {
    case .const, .let, .var, .function, .class, .enum, .async, .abstract, .type, .interface,
      .declare, .namespace, .module:
      break
    default: throw unexpected()
    }
    guard let statement = try parseListItem() else { return }
    switch statement.kind {
    case .variable(_, let declarators):
      for declarator in declarators { try exportNames(of: declarator.target) }
    case .function(let node):
      if let name = node.name { try export(name, as: name, at: node.nameStart) }
    case .classDeclaration(let node):
      if let name = node.name { try export(name, as: name, at: start) }
    case .enumeration(let node): try export(node.name, as: node.name, at: node.nameStart)
    default: throw fail("Unexpected token \"export\"", at: start)
    }
    body.append(statement)
  }

  private mutating func exportNames(of pattern: Pattern) throws(Stop) {
    switch pattern.kind {
    case .identifier(let name): try export(name, as: name, at: pattern.range.start)
    case .expression: break
    case .object(let properties, let rest):
      for property in properties { try exportNames(of: property.target) }
      if let rest { try exportNames(of: rest) }
    case .array(let elements, let rest):
      for case let element? in elements { try exportNames(of: element.target) }
      if let rest { try exportNames(of: rest) }
    }
  }

  private mutating func export(
    _ local: Name, as exported: Name, at start: UInt32
  ) throws(Stop) {
    if !module.exported.insert(exported).inserted {
      // An enum may be declared in several parts.
      if let binding = scopes.binding(local), binding.kind == .enumeration { return }
      throw duplicateExport(exported, at: start)
    }
    module.exports.append(.local(local, exported: exported, start: start))
  }

  private mutating func duplicateExport(_ name: Name, at start: UInt32) -> Stop {
    fail("Duplicate export of '\(names.string(name))'", at: start)
  }

  private mutating func claim(_ exported: Name, at start: UInt32) throws(Stop) {
    if !module.exported.insert(exported).inserted { throw duplicateExport(exported, at: start) }
  }

  /// Parses `{ a, b as c }`, with `from` or without.
  private mutating func parseExportClause(isType: Bool) throws(Stop) {
    var specifiers: [Specifier] = []
    try expect(.leftBrace)
    while token.kind != .rightBrace {
      let specifier = try parseSpecifier(isImport: false)
      if !isType, !specifier.isType { specifiers.append(specifier) }
      try expectComma(or: .rightBrace)
    }
    try lexer.advance()
    guard try take(.from) else {
      try expectSemicolon()
      return try addLocalExports(specifiers)
    }
    let request = try parseSpecifierString()
    if hasTypes, specifiers.isEmpty { return }
    addRequest(request)
    for specifier in specifiers {
      let (exported, start) = (specifier.local.name, specifier.local.start)
      try claim(exported, at: start)
      module.exports.append(
        specifier.name.name == Word.default.name
          ? .defaultFrom(exported: exported, specifier: request.specifier, start: start)
          : .from(
            specifier.name.name, exported: exported, specifier: request.specifier,
            start: specifier.name.start))
    }
  }

  private mutating func addLocalExports(_ specifiers: [Specifier]) throws(Stop) {
    for specifier in specifiers {
      guard specifier.name.kind == .identifier else {
        throw fail("Unexpected token \"\(text(of: specifier.name))\"", at: specifier.name.start)
      }
      try claim(specifier.local.name, at: specifier.local.start)
      module.exports.append(
        .local(
          specifier.name.name, exported: specifier.local.name, start: specifier.name.start))
    }
  }

  private mutating func addRequest(_ request: ModuleRequest) {
    let count = module.imports.count
    module.requests.append(
      ModuleParts.Request(request: request, imports: count..<count, isKept: true))
  }

  /// Parses `* from 'x'` or `* as ns from 'x'`.
  private mutating func parseExportAll(_ start: UInt32, isType: Bool) throws(Stop) {
    try lexer.advance()
    var exported: Token?
    if try take(.as) { exported = try takeModuleName() }
    try expect(.from)
    let request = try parseSpecifierString()
    if isType { return }
    addRequest(request)
    if let exported {
      try claim(exported.name, at: exported.start)
      module.exports.append(
        .namespaceFrom(
          exported: exported.name, specifier: request.specifier, start: exported.start))
    } else {
      module.exports.append(.allFrom(specifier: request.specifier, start: start))
    }
  }

  // MARK: - Default exports

  private mutating func parseExportDefault(
    _ exportStart: UInt32, into body: inout [Statement]
  ) throws(Stop) {
    let start = token.start
    if hasTypes, at(.interface), try peek().kind == .identifier { return try skipInterface() }
    if at(.function) { return try parseDefaultFunction(exportStart, into: &body) }
    if at(.class) { return try parseDefaultClass(exportStart, into: &body) }
    if at(.async), try isAsyncFunction() { throw asyncError(at: start) }
    if hasTypes, at(.abstract) {
      let next = try peek()
      if next.kind == .keyword, next.name == Word.class.name {
        try lexer.advance()
        return try parseDefaultClass(exportStart, into: &body)
      }
    }
    if token.kind == .at { throw unsupported("decorators are", at: start) }
    let value = try parseAssignment()
    try expectSemicolon()
    try claimDefault(exportStart)
    if hasTypes, case .identifier(let name) = value.kind, scopes.binding(name) == nil,
      module.types.contains(name)
    {
      return
    }
    let name = Word.defaultExport.name
    let target = Pattern(range: value.range, kind: .identifier(name))
    body.append(
      Statement(
        range: range(start),
        kind: .variable(.constant, [Declarator(target: target, value: value)])))
    module.exports.append(.defaultExpression(local: name, start: exportStart))
  }

  private mutating func claimDefault(_ start: UInt32) throws(Stop) {
    try claim(Word.default.name, at: start)
  }

  private mutating func parseDefaultFunction(
    _ exportStart: UInt32, into body: inout [Statement]
  ) throws(Stop) {
    let start = token.start
    let next = try peek()
    if next.kind == .identifier {
      guard let statement = try parseFunctionDeclaration(start) else { return }
      body.append(statement)
      try claimDefault(exportStart)
      module.exports.append(
        .local(next.name, exported: Word.default.name, start: next.start))
      return
    }
    try lexer.advance()
    if token.kind == .star { throw unsupported("generators are", at: start) }
    let node = try parseFunctionRest(
      .normal, name: Word.defaultExport.name, nameStart: start, start: start, inner: .function)
    guard let node else { return }
    try claimDefault(exportStart)
    body.append(Statement(range: range(start), kind: .function(node)))
    module.exports.append(
      .defaultExpression(local: Word.defaultExport.name, start: exportStart))
  }

  private mutating func parseDefaultClass(
    _ exportStart: UInt32, into body: inout [Statement]
  ) throws(Stop) {
    let start = token.start
    let next = try peek()
    try claimDefault(exportStart)
    if next.kind == .identifier, next.name != Word.implements.name {
      body.append(try parseClassDeclaration(start))
      module.exports.append(
        .local(next.name, exported: Word.default.name, start: next.start))
      return
    }
    try lexer.advance()
    let node = try parseClass(name: nil, start: start)
    node.name = Word.defaultExport.name
    body.append(Statement(range: range(start), kind: .classDeclaration(node)))
    module.exports.append(
      .defaultExpression(local: Word.defaultExport.name, start: exportStart))
  }
}
