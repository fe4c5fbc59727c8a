internal import PantileJSON

/// Finds the scopes of a file, their bindings, and which of them are used by inner functions.
struct ScopeAnalyzer {
  /// Names that the language binds without a declaration.
  struct ImplicitNames {
    var this: Name
    var arguments: Name
    var newTarget: Name
    var home: Name
  }

  private(set) var scopes: [ScopeKey: Scope] = [:]
  private let implicit: ImplicitNames
  private var current: Scope
  /// The address that the host's stack must stay above.
  private let stackEnd: UInt
  /// Whether the tree goes deeper than the host's stack; the scopes are incomplete then.
  private(set) var isTooDeep = false

  /// Analyses a module whose imports were declared in `root`.
  init(root: Scope, implicit: ImplicitNames, stackEnd: UInt) {
    self.implicit = implicit
    self.stackEnd = stackEnd
    current = root
  }

  /// Visits the statements of a module.
  mutating func analyse(module body: [Statement]) {
    scopes[ScopeKey(start: 0, kind: .module)] = current
    hoist(body, isFunctionLevel: true)
    visit(body)
  }

  /// Visits a function that stands for a whole program.
  mutating func analyse(snippet function: FunctionNode) { visit(function, isHoisted: false) }

  // MARK: Scopes

  private mutating func enter(_ kind: ScopeKind, _ start: UInt32) {
    let scope = Scope(kind, parent: current)
    scopes[ScopeKey(start: start, kind: kind)] = scope
    current = scope
  }

  private mutating func leave() {
    for variable in current.order where variable.isCaptured { current.captured.append(variable) }
    if let parent = current.parent { current = parent }
  }

  /// Declares what a list of statements binds.
  private mutating func hoist(_ body: [Statement], isFunctionLevel: Bool) {
    for statement in body {
      switch statement.kind {
      case .variable(let kind, let declarators) where kind != .variable:
        for declarator in declarators {
          let end = declarator.value?.range.end ?? declarator.target.range.end
          declare(declarator.target, kind == .constant ? .constant : .lexical, at: end)
        }
      case .classDeclaration(let node):
        if let name = node.name { current.declare(name, .classBinding, at: node.range.end) }
      case .enumeration(let node):
        current.declare(node.name, .variable, at: statement.range.end)
      case .function(let node): hoist(node)
      case .labeled(_, let inner):
        if case .function(let node) = inner.kind { hoist(node) }
      default: break
      }
    }
    if isFunctionLevel { for statement in body { hoistVariables(statement) } }
  }

  private mutating func hoist(_ node: FunctionNode) {
    guard let name = node.name else { return }
    current.declare(name, .function, at: 0)
    current.functions.removeAll { $0.name == name }
    current.functions.append(node)
  }

  /// Declares the `var` bindings in and below a statement.
  private mutating func hoistVariables(_ statement: Statement) {
    guard StackPosition.current() >= stackEnd else {
      isTooDeep = true
      return
    }
    switch statement.kind {
    case .variable(.variable, let declarators):
      for declarator in declarators { declare(declarator.target, .variable, at: 0) }
    case .block(let body): for inner in body { hoistVariables(inner) }
    case .ifElse(_, let then, let otherwise):
      hoistVariables(then)
      if let otherwise { hoistVariables(otherwise) }
    case .forLoop(let initializer, _, _, let body):
      if case .variable(.variable, let declarators) = initializer {
        for declarator in declarators { declare(declarator.target, .variable, at: 0) }
      }
      hoistVariables(body)
    case .forIn(let target, _, let body), .forOf(let target, _, let body):
      if case .variable(.variable, let pattern) = target { declare(pattern, .variable, at: 0) }
      hoistVariables(body)
    case .whileLoop(_, let body), .doWhile(let body, _), .labeled(_, let body):
      hoistVariables(body)
    case .switchCase(_, let cases):
      for item in cases { for inner in item.body { hoistVariables(inner) } }
    case .tryCatch(let body, let handler, let finalizer):
      for inner in body + (handler?.body ?? []) + (finalizer ?? []) { hoistVariables(inner) }
    default: break
    }
  }

  private mutating func declare(_ pattern: Pattern, _ kind: Variable.Kind, at end: UInt32) {
    guard StackPosition.current() >= stackEnd else {
      isTooDeep = true
      return
    }
    switch pattern.kind {
    case .identifier(let name): current.declare(name, kind, at: end)
    case .expression: break
    case .object(let properties, let rest):
      for property in properties { declare(property.target, kind, at: end) }
      if let rest { declare(rest, kind, at: end) }
    case .array(let elements, let rest):
      for element in elements { if let element { declare(element.target, kind, at: end) } }
      if let rest { declare(rest, kind, at: end) }
    }
  }

  // MARK: References

  private mutating func use(_ name: Name, at position: UInt32) {
    var scope: Scope? = current
    var crossed = false
    var crossedHoisted = false
    while let found = scope {
      if let variable = found.variables[name] {
        if crossed {
          variable.isCaptured = true
          markOuter(until: found)
        }
        if variable.isLexical,
          position < variable.declaredAt || crossedHoisted || found.kind == .switchBody
            || variable.kind == .imported
        {
          variable.needsMark = true
        }
        return
      }
      if found.kind == .function {
        crossed = true
        if found.isHoisted { crossedHoisted = true }
      }
      scope = found.parent
    }
  }

  private func markOuter(until target: Scope) {
    var scope: Scope? = current
    while let found = scope, found !== target {
      if found.kind == .function { found.usesOuter = true }
      scope = found.parent
    }
  }

  /// Uses `this` and its like, which belong to the nearest function that is no arrow.
  private mutating func useImplicit(_ name: Name) {
    var scope: Scope? = current
    while let found = scope {
      if found.kind == .function, !found.isArrow || found.parent == nil {
        found.declare(name, .implicit, at: 0)
        break
      }
      if found.kind == .module { return }
      scope = found.parent
    }
    use(name, at: .max)
  }

  // MARK: Statements

  private mutating func visit(_ body: [Statement]) {
    for function in current.functions { visit(function, isHoisted: true) }
    for statement in body { visit(statement) }
  }

  private mutating func block(_ kind: ScopeKind, _ start: UInt32, _ body: [Statement]) {
    enter(kind, start)
    hoist(body, isFunctionLevel: false)
    visit(body)
    leave()
  }

  private mutating func visit(_ statement: Statement) {
    guard StackPosition.current() >= stackEnd else {
      isTooDeep = true
      return
    }
    let start = statement.range.start
    switch statement.kind {
    case .empty, .breakLoop, .continueLoop, .function: break
    case .expression(let value), .throwValue(let value): visit(value)
    case .returnValue(let value): if let value { visit(value) }
    case .variable(_, let declarators):
      for declarator in declarators {
        if let value = declarator.value { visit(value) }
        visit(declarator.target)
      }
    case .classDeclaration(let node): visit(node)
    case .enumeration(let node):
      use(node.name, at: start)
      for member in node.members { if let value = member.value { visit(value) } }
    case .block(let body): block(.block, start, body)
    case .ifElse(let test, let then, let otherwise):
      visit(test)
      visit(then)
      if let otherwise { visit(otherwise) }
    case .whileLoop(let test, let body):
      visit(test)
      visit(body)
    case .doWhile(let body, let test):
      visit(body)
      visit(test)
    case .labeled(_, let inner):
      if case .function = inner.kind { return }
      visit(inner)
    case .forLoop, .forIn, .forOf: visitLoop(statement)
    case .switchCase(let value, let cases):
      visit(value)
      enter(.switchBody, start)
      hoist(cases.flatMap(\.body), isFunctionLevel: false)
      for function in current.functions { visit(function, isHoisted: true) }
      for item in cases {
        if let test = item.test { visit(test) }
        for inner in item.body { visit(inner) }
      }
      leave()
    case .tryCatch(let body, let handler, let finalizer):
      block(.tryBlock, start, body)
      if let handler {
        enter(.catchClause, start)
        if let binding = handler.binding {
          declare(binding, .caught, at: 0)
          visit(binding)
        }
        hoist(handler.body, isFunctionLevel: false)
        visit(handler.body)
        leave()
      }
      if let finalizer { block(.finallyBlock, start, finalizer) }
    }
  }

  private mutating func visitLoop(_ statement: Statement) {
    let start = statement.range.start
    switch statement.kind {
    case .forLoop(let initializer, let test, let update, let body):
      enter(.loop, start)
      switch initializer {
      case .variable(let kind, let declarators):
        for declarator in declarators where kind != .variable {
          let end = declarator.value?.range.end ?? declarator.target.range.end
          declare(declarator.target, kind == .constant ? .constant : .lexical, at: end)
        }
        for declarator in declarators {
          if let value = declarator.value { visit(value) }
          visit(declarator.target)
        }
      case .expression(let value): visit(value)
      case nil: break
      }
      if let test { visit(test) }
      if let update { visit(update) }
      visit(body)
      leave()
    case .forIn(let target, let source, let body), .forOf(let target, let source, let body):
      visit(source)
      enter(.loop, start)
      switch target {
      case .variable(let kind, let pattern):
        if kind != .variable {
          declare(pattern, kind == .constant ? .constant : .lexical, at: pattern.range.end)
        }
        visit(pattern)
      case .pattern(let pattern): visit(pattern)
      }
      visit(body)
      leave()
    default: break
    }
  }

  // MARK: Functions and classes

  private mutating func visit(_ node: FunctionNode, isHoisted: Bool, isNamed: Bool = false) {
    let hasSelfName = isNamed && node.name != nil && node.kind == .normal
    if hasSelfName, let name = node.name {
      enter(.functionName, node.range.start)
      current.declare(name, .selfName, at: 0)
    }
    let scope = Scope(.function, parent: current)
    scopes[ScopeKey(of: node)] = scope
    current = scope
    current.isArrow = node.kind == .arrow
    current.isHoisted = isHoisted
    for parameter in node.parameters { declare(parameter.target, .parameter, at: 0) }
    if let rest = node.rest { declare(rest, .parameter, at: 0) }
    if case .statements(let body) = node.body { hoist(body, isFunctionLevel: true) }
    for parameter in node.parameters {
      visit(parameter.target)
      if let value = parameter.defaultValue { visit(value) }
    }
    if let rest = node.rest { visit(rest) }
    switch node.body {
    case .expression(let value): visit(value)
    case .statements(let body): visit(body)
    }
    if node.kind == .derivedConstructor {
      current.declare(implicit.this, .implicit, at: 0)
    }
    leave()
    if hasSelfName { leave() }
  }

  private mutating func visit(_ node: ClassNode) {
    if let superclass = node.superclass { visit(superclass) }
    enter(.classBody, node.range.start)
    if let name = node.name { current.declare(name, .constant, at: node.range.end) }
    for member in node.members {
      if case .privateName(let name) = member.name {
        current.declare(name, .constant, at: 0)
      }
    }
    for member in node.members { if case .computed(let key) = member.name { visit(key) } }
    if let constructor = node.constructor { visit(constructor, isHoisted: false) }
    for member in node.members {
      if let function = member.function { visit(function, isHoisted: false) }
    }
    // Computed names of fields are kept until the fields are made.
    leave()
  }

  // MARK: Patterns

  private mutating func visit(_ pattern: Pattern) {
    guard StackPosition.current() >= stackEnd else {
      isTooDeep = true
      return
    }
    switch pattern.kind {
    case .identifier(let name): use(name, at: .max)
    case .expression(let value): visit(value)
    case .object(let properties, let rest):
      for property in properties {
        if case .computed(let key) = property.name { visit(key) }
        visit(property.target)
        if let value = property.defaultValue { visit(value) }
      }
      if let rest { visit(rest) }
    case .array(let elements, let rest):
      for element in elements {
        guard let element else { continue }
        visit(element.target)
        if let value = element.defaultValue { visit(value) }
      }
      if let rest { visit(rest) }
    }
  }

  /// Visits the target of an assignment, whose names may not be declared yet.
  private mutating func visit(assigned pattern: Pattern) {
    if case .identifier(let name) = pattern.kind {
      use(name, at: pattern.range.start)
    } else {
      visit(pattern)
    }
  }

  // MARK: Expressions

  private mutating func visit(_ items: [Argument]) {
    for item in items {
      switch item {
      case .value(let value), .spread(let value): visit(value)
      }
    }
  }

  private mutating func visit(_ expression: Expression) {
    guard StackPosition.current() >= stackEnd else {
      isTooDeep = true
      return
    }
    switch expression.kind {
    case .number, .bigint, .string, .regex, .boolean, .null: break
    case .identifier(let name):
      if name == implicit.arguments, !isBound(name) {
        useImplicit(name)
      } else {
        use(name, at: expression.range.start)
      }
    case .this: useImplicit(implicit.this)
    case .newTarget: useImplicit(implicit.newTarget)
    case .template(let literal): for value in literal.expressions { visit(value) }
    case .taggedTemplate(let tag, let literal):
      visit(tag)
      for value in literal.expressions { visit(value) }
    case .array(let items):
      for item in items {
        switch item {
        case .value(let value), .spread(let value): visit(value)
        case .hole: break
        }
      }
    case .object(let items): for item in items { visit(item) }
    case .function(let node): visit(node, isHoisted: false, isNamed: true)
    case .classExpression(let node): visit(node)
    case .unary(_, let value), .update(_, _, let value), .optionalChain(let value): visit(value)
    case .member(let value, _, _, _): visit(value)
    case .privateMember(let value, let name, _, _), .privateIn(let name, let value):
      visit(value)
      use(name, at: .max)
    case .superMember:
      useImplicit(implicit.home)
      useImplicit(implicit.this)
    case .superIndex(let key):
      useImplicit(implicit.home)
      useImplicit(implicit.this)
      visit(key)
    case .index(let value, let key, _):
      visit(value)
      visit(key)
    case .binary(let first, let parts):
      visit(first)
      for part in parts { visit(part.operand) }
    case .logical(_, let operands), .sequence(let operands): for value in operands { visit(value) }
    case .assign(let target, let value):
      visit(assigned: target)
      visit(value)
    case .compoundAssign(_, let target, let value), .logicalAssign(_, let target, let value):
      visit(target)
      visit(value)
    case .conditional(let test, let then, let otherwise):
      visit(test)
      visit(then)
      visit(otherwise)
    case .call(let callee, let arguments, _), .new(let callee, let arguments):
      visit(callee)
      visit(arguments)
    case .superCall(let arguments):
      useImplicit(implicit.this)
      visit(arguments)
    case .jsx(let element): visit(element)
    }
  }

  private func isBound(_ name: Name) -> Bool {
    var scope: Scope? = current
    while let found = scope {
      if let variable = found.variables[name] { return variable.kind != .implicit }
      scope = found.parent
    }
    return false
  }

  private mutating func visit(_ item: ObjectItem) {
    switch item {
    case .property(let name, _, let value, _):
      if case .computed(let key) = name { visit(key) }
      visit(value)
    case .method(let name, _, let node), .getter(let name, _, let node),
      .setter(let name, _, let node):
      if case .computed(let key) = name { visit(key) }
      visit(node, isHoisted: false)
    case .spread(let value): visit(value)
    }
  }

  private mutating func visit(_ element: JSXElement) {
    if case .value(let tag) = element.tag { visit(tag) }
    for attribute in element.attributes {
      switch attribute {
      case .value(_, _, let value), .spread(let value): visit(value)
      case .string, .flag: break
      }
    }
    for child in element.children {
      switch child {
      case .value(let value), .spread(let value): visit(value)
      case .text: break
      }
    }
  }
}
